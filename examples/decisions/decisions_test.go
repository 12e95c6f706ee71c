// Package decisions: what a person decides about one mail is a pure function, and
// can be fuzzed without a universe, socket or clock.
package decisions

import (
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
)

// FuzzDecide looks for a situation in which a person acts against reason.
func FuzzDecide(f *testing.F) {
	f.Add("anna@client.test", "app@ours.test", uint32(0), uint8(1), true)
	f.Add("ben@client.test", "help@ours.test", uint32(86_400*6), uint8(12), false)
	monday := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, person, from string, seconds uint32, occasion uint8, automatic bool) {
		s := mailsim.Situation{
			Seed: "decisions", Now: monday.Add(time.Duration(seconds) * time.Second), Occasion: int(occasion),
			Person: mailsim.Persona{
				Addresses: []string{person}, Temperament: "responsive",
				Timing: mailsim.Timing{ReplyRate: new(1.0), Delay: &mailsim.Delay{Median: time.Hour, Spread: 1}},
			},
			Mail: mailsim.MailTraits{From: from, InTo: true, Recipients: 1, Questions: 1, Words: 20},
		}
		if automatic {
			s.Mail.Automatic = "List-Id"
		}
		d := mailsim.Decide(s)
		if again := mailsim.Decide(s); again.Act != d.Act || !again.Due.Equal(d.Due) {
			t.Errorf("two decisions in one situation: %+v and %+v", d, again)
		}
		switch {
		case d.Why == "":
			t.Errorf("a decision without a reason: %+v", d)
		case automatic && !d.Due.IsZero():
			t.Errorf("an answer to automatic mail: %+v", d)
		case !automatic && box(person) != box(from) && d.Due.Before(s.Now): // nobody answers themselves
			t.Errorf("who always answers does so at %s, to a mail of %s", d.Due, s.Now)
		}
	})
}

// box is the mailbox of an address: without case and +tag.
func box(address string) string {
	address = strings.ToLower(address)
	at := strings.LastIndexByte(address, '@')
	if plus := strings.IndexByte(address, '+'); plus > 0 && plus < at {
		return address[:plus] + address[at:]
	}
	return address
}
