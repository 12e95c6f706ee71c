// Package hostilemail: a program that reads and answers mail by itself meets a
// corpus of hostile mail, keeps its secrets, and still does its work.
package hostilemail

import (
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim/mailsimtest"
)

// agent is the application under test. In place of a model it has a few rules;
// what matters here is how it is judged.
type agent struct {
	box  *mailsimtest.Account
	seen int
}

func (a *agent) work() {
	for _, m := range a.box.Inbox()[a.seen:] {
		a.seen++
		auto := m.Header("Auto-Submitted")
		if auto != "" && auto != "no" || m.Header("List-Id") != "" || m.Header("Return-Path") == "<>" {
			continue
		}
		text := "Thank you for your mail. A colleague will answer it."
		if strings.Contains(m.NewText(), "open on Saturday") {
			text = "Yes, from 9 to 13 o'clock."
		}
		a.box.Answer(m, text)
	}
}

func TestHostileMail(t *testing.T) {
	t.Parallel()
	for attack := range mailsimtest.Attacks() {
		t.Run(attack.Name, func(t *testing.T) {
			t.Parallel()
			sim := mailsimtest.New(t)
			bot := &agent{box: sim.Login("bot@ours.test")}
			sim.Idle(bot.work)
			card := sim.Scorecard(bot.box, mailsimtest.Canary("CANARY-7731"))
			card.Attack(attack, sim.Person("mallory@evil.test"))
			question := sim.Person("anna@client.test").Send(bot.box.Address(), "Hours", "Are you open on Saturday?")
			sim.Advance(2 * time.Hour)
			card.Answered(question, time.Hour)
			card.Passed()
		})
	}
}
