package dialog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
)

// said are the values of the first answers of several people to a mail.
func said(text string) (out []string) {
	for i := range 12 {
		i := in(fmt.Sprint(i), gist.Read("", text))
		if moves := Plan(i).Moves; len(moves) > 0 {
			m := moves[len(moves)-1]
			out = append(out, m.Values["value"]+m.Values["stated"]+m.Values["echo"])
		}
	}
	return out
}

// TestWhetherThereIsAnything: a bare yes would tell nothing.
func TestWhetherThereIsAnything(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Is there anything you'd like us to change?":                                                "(?i)nothing|thank",
		"Anything you'd change?":                                                                    "(?i)nothing",
		"Does Chidi have any allergies, food or animals?":                                           "(?i)no allergies|allergies, no",
		"Could you tell me whether anyone else might have taken it?":                                "(?i)nobody else",
		"Is there somewhere I can park the van?":                                                    "^you can park the van (in|at|right) ",
		"Is there any room in your garage?":                                                         "some room in my garage|no room in my garage",
		"How are you feeling now? Please tell me if I can help with the shopping or anything else.": "(?i)thank",
	} {
		for _, s := range said(text) {
			assert.Regexp(t, want, s, text)
		}
	}
}

// TestSidesAreChosenInFull: a side of a question is said as a statement.
func TestSidesAreChosenInFull(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Do you want them delivered or are you picking up?":               "I would like them delivered|I am picking up",
		"Is it cold in all rooms or only in the bedroom?":                 "it is cold|^(in all rooms|only in the bedroom)$",
		"Do you want me to do it or will you?":                            "I would like you to do it|I will do that",
		"Is Doris still alive or have I just made this really sad?":       "Doris is still alive",
		"What do you think, go ahead in the rain or push it back a week?": "let us ",
		"Should I send them the list as well or wait until they ask?":     "^I would (send|wait)",
		"Would you accept the cream one, or would you prefer a refund?":   "I would (accept|prefer)",
		"Would you consider it?":                                          "I would consider it|I would rather not|I would not",
		"Are you free this weekend?":                                      "I am (not )?free this weekend",
		"Could I come round and get it about 9?":                          "you (can|cannot) come round",
		"Did you book it or did Karen?":                                   "I booked it|Karen did",
	} {
		for _, s := range said(text) {
			assert.Regexp(t, want, s, text)
		}
	}
	for _, s := range said("Can you come to us, or are you going to your parents? If you come, how many nights will you stay?")[:3] {
		assert.False(t, strings.Contains(s, "parents"), s)
	}
}
