// Package dinner: an assistant books a table for a guest by mail. The guest chooses,
// counts, changes her mind, and still knows a week later what she said.
package dinner

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// assistant is the application under test: it asks what the restaurant wants to know
// and notes what the guest answers.
type assistant struct {
	t    *testing.T
	sim  *mailsimtest.Server
	desk *mailsimtest.Account
	last *mailsimtest.Mail // the guest's newest
}

// ask writes to the guest and returns what she answers.
func (a *assistant) ask(text string) string {
	a.t.Helper()
	a.last = a.sim.AdvanceToReply(a.desk.Answer(a.last, text))
	return a.last.NewText()
}

// find returns the first match in an answer.
func (a *assistant) find(what, answer, pattern string) string {
	a.t.Helper()
	found := regexp.MustCompile(`(?i)` + pattern).FindString(answer)
	if found == "" {
		a.t.Fatalf("no %s in:\n%s", what, answer)
	}
	return strings.ToLower(found)
}

func TestADinnerInSixTurns(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	desk, anna := sim.Login("lena@tables.test"), sim.Person("Anna Weber <anna@client.test>")
	a := &assistant{t: t, sim: sim, desk: desk}

	// She answers what she was asked.
	first := desk.Send(anna.Address(), "Dinner on Thursday", "Hi Anna,\n\nI am calling the restaurant now. Shall I take the corner table or the one by the window?\n\nLena")
	a.last = sim.AdvanceToReply(first)
	table := a.find("table", a.last.NewText(), "corner|window")
	guests := a.find("number", a.ask("Done. How many of you are coming?\n\nLena"), `\d+|two|three|four|five|six`)
	a.find("time", a.ask("Thank you. What time will you be there?\n\nLena"), `\d{1,2}(:\d\d| ?[ap]m)`)

	// Her memory holds what she said, and to whom.
	memory, err := sim.Universe.Memory(anna.ID())
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, notes := range memory {
		for _, n := range notes {
			if strings.Contains(n, "said to "+desk.Address()) {
				said = append(said, n)
			}
		}
	}
	if len(said) < 3 {
		t.Errorf("she remembers %q", said)
	}

	// A week later the restaurant has lost the booking. She says the same again.
	sim.Advance(7 * 24 * time.Hour)
	again := a.ask("I am sorry, the restaurant lost our booking. Which table did you choose, and how many of you are coming?\n\nLena")
	a.find("same table", again, table)
	a.find("same number", again, `\b`+guests+`\b`)

	// Plans change, and she goes along.
	changed := a.ask("And one more thing: they are full on Thursday. Please make it Friday at 19:30.\n\nLena")
	a.find("new day", changed, "friday")

	// The last mail ends it: nothing more is asked, and nothing more comes.
	closing := desk.Answer(a.last, "Perfect, it is booked. Thank you, and enjoy your dinner!\n\nLena")
	sim.Advance(14 * 24 * time.Hour)
	for _, e := range mailsimtest.Events[mailsim.PersonaSent](sim) {
		if e.InReplyTo == closing.MessageID && strings.Contains(e.Text, "?") {
			t.Errorf("she asks on:\n%s", e.Text)
		}
	}
}
