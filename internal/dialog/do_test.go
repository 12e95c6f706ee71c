package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// planned is what somebody says to a mail.
func planned(seed, body string) []Move {
	return Plan(In{Seed: rng.Seed(seed), Mails: []gist.Gist{gist.Read("", "Hi Sam,\n\n"+body+"\n\nThanks,\nLena Ortiz")},
		Me: Person{Name: "Sam Turner", Address: "sam@acme.example", Temperament: "responsive", Knows: "all"}, You: Correspondent{Name: "Lena Ortiz", Address: "lena@b.example"}}).Moves
}

// TestTasksAreTakenOn: what is wished for or put as a plain command is done, what is not to be
// done is left, and comments are promised for the day they are wanted by.
func TestTasksAreTakenOn(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Bring the blue folder back if you think of it.":                                                                  "bring the blue folder back",
		"It would be great if you could write three lines for the flyer.":                                                 "write three lines for the flyer",
		"Could you let me have your comments by Thursday?":                                                                "by Thursday",
		"I am missing only these:\n1. The bank statement for May\n2. The receipt for the printer\nI need them by Friday.": "by Friday",
	} {
		moves := planned("1", body)
		require.NotEmpty(t, moves, body)
		m := moves[0]
		assert.Contains(t, m.Values["doing"]+" "+m.Values["due"], want, body)
	}
	moves := planned("1", "Please do not throw away any of the boxes until our driver has been.")
	require.NotEmpty(t, moves)
	assert.Contains(t, moves[0].Values["value"], "I won't throw away any of the boxes")
	for _, m := range planned("1", "Notes from Monday, shout if I got anything wrong:\n1. The paint is ordered.\n2. Next meeting on Friday at 9.") {
		assert.NotContains(t, m.Slot, "answer", "notes ask nothing")
	}
}
