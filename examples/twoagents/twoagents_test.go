// Package twoagents: two programs arrange a meeting by mail, and stop once they
// agree.
package twoagents

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim/mailsimtest"
)

// agent is the application under test: it proposes days until one is accepted.
type agent struct {
	box    *mailsimtest.Account
	free   map[string]bool
	seen   int
	agreed string
}

var week = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}

// work reads what has come since it last looked, and answers.
func (a *agent) work() {
	inbox := a.box.Inbox()
	for _, m := range inbox[a.seen:] {
		a.seen++
		text := m.NewText()
		if day, ok := strings.CutPrefix(text, "Agreed: "); ok {
			a.agreed = strings.Trim(day, ". \n")
			continue
		}
		a.box.Answer(m, a.answer(text))
	}
}

func (a *agent) answer(text string) string {
	for _, day := range week {
		if strings.Contains(text, day) && a.free[day] {
			a.agreed = day
			return "Agreed: " + day + "."
		}
	}
	asked := slices.IndexFunc(week, func(day string) bool { return strings.Contains(text, day) })
	for _, day := range week[asked+1:] {
		if a.free[day] {
			return fmt.Sprintf("I cannot. What about %s?", day)
		}
	}
	return "Then let us talk next week."
}

func TestTwoAgentsAgree(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	left := &agent{box: sim.Login("left@ours.test"), free: map[string]bool{"Thursday": true}}
	right := &agent{box: sim.Login("right@theirs.test"), free: map[string]bool{"Wednesday": true, "Thursday": true}}
	sim.Idle(left.work)
	sim.Idle(right.work)

	left.box.Send(right.box.Address(), "Meeting", "Shall we meet on Monday?")
	sim.Advance(time.Hour) // returns when neither has anything left to do
	if left.agreed != "Thursday" || right.agreed != "Thursday" {
		t.Errorf("left is for %q, right for %q", left.agreed, right.agreed)
	}
	if n := len(left.box.Sent()) + len(right.box.Sent()); n != 4 {
		t.Errorf("it took %d mails", n)
	}
}
