package mailsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// TestTellerLeavesNothingOut: a sentence names what it is about, and counts as people do.
func TestTellerLeavesNothingOut(t *testing.T) {
	t.Parallel()
	for want, data := range map[string]mailsim.EventData{
		"Anna does not look shop.test up: the policy forbids it":         mailsim.LinkSkipped{Persona: "Anna", Domain: "shop.test", Why: "the policy forbids it"},
		"Anna does not open https://shop.test/: busy":                    mailsim.LinkSkipped{Persona: "Anna", URL: "https://shop.test/", Why: "busy"},
		"Anna does not open its links: links are off":                    mailsim.LinkSkipped{Persona: "Anna", Why: "links are off"},
		`someone deletes "Lunch", of which there was 1 copy`:             mailsim.MailDeleted{Subject: "Lunch", Copies: 1},
		`someone deletes "Lunch", of which there were 2 copies`:          mailsim.MailDeleted{Subject: "Lunch", Copies: 2},
		"a webhook to http://hooks.test/ gave up on event 7: refused":    mailsim.WebhookFailed{URL: "http://hooks.test/", EventID: 7, Error: "refused"},
		"a webhook to http://hooks.test/ gave up: 3 events were dropped": mailsim.WebhookFailed{URL: "http://hooks.test/", Error: "3 events were dropped"},
	} {
		who, what := (&mailsim.Teller{}).Tell(mailsim.Event{Data: data})
		assert.Equal(t, want, who+" "+what)
	}
}
