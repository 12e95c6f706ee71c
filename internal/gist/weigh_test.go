package gist

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhatAMailBeginsWith: the subject and the first sentences say what a mail is for,
// whatever it tells later.
func TestWhatAMailBeginsWith(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		subject, text string
		is, isNot     ActKind
	}{
		{"This morning", "I owe you an apology. I had our call in the calendar for ten and found at noon that I had got the wrong week.", Apologising, Complaining},
		{"Sorry about this morning", "I had our call in the calendar for ten and found at noon that I had got the wrong week.", Apologising, Complaining},
		{"The lamp", "You sent me the wrong lamp. That should not have happened.", Complaining, ""},
		{"Thank you for the oven", "I meant to write on the 24th, but I was asleep.", ThankingFor, Condolence},
		{"The oven", "When the oven died at four I sat down.", "", Condolence},
	} {
		g := Read(c.subject, c.text)
		has := func(k ActKind) bool { return slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == k }) }
		assert.True(t, c.is == "" || has(c.is), "%s: %v", c.text, g.Acts)
		assert.False(t, c.isNot != "" && has(c.isNot), "%s: %v", c.text, g.Acts)
	}
	g := Read("", "Just a line to say thank you for the casserole.")
	assert.Empty(t, g.Questions)
}
