package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSides: each of what is offered is stated in full.
func TestSides(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Is it cold in all rooms or only in the bedroom?":                            {"it is cold in all rooms", "it is cold only in the bedroom"},
		"Tell me whether you would like the permit posted or sent by email.":         {"I would like the permit posted", "I would like the permit sent by email"},
		"Would you like to renew it, go month to month, or move out?":                {"I would like to renew it", "I would like to go month to month", "I would like to move out"},
		"Is the supplier thing at 2 in the small room or upstairs?":                  {"the supplier thing is at 2 in the small room", "the supplier thing at 2 is upstairs"},
		"Shall we do the brakes only or the tyres as well?":                          {"let us do the brakes only", "let us do the tyres as well"},
		"Would you rather wait, have the same bowl in grey, or get your money back?": {"I would rather wait", "I would rather have the same bowl in grey", "I would rather get my money back"},
		"Is it just a trim or the whole colour again?":                               {"it is a trim", "it is the whole colour again"},
		"Would mornings or evenings be better?":                                      {"mornings would be better", "evenings would be better"},
		"Do you still want the room or can I give it to someone else?":               nil, // two questions
		"Could you bring a cake or some biscuits?":                                   {"I can bring a cake", "I can bring some biscuits"},
		"Do you know already if you want them painted or bare oak?":                  {"I want them painted", "I want them bare oak"},
		"Can you tell me whether it had a basket or panniers?":                       {"it had a basket", "it had panniers"},
		"Which would you like, the red or the blue?":                                 nil,
	} {
		assert.Equal(t, want, Sides("en", text), text)
	}
}
