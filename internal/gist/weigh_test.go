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

// TestSinceIsNoDate: what has lasted from a day is no appointment on it.
func TestSinceIsNoDate(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"We have had eleven inches of snow since Friday.", "Wir haben seit Freitag Schnee.", "Nous avons de la neige depuis vendredi.", "Tenemos nieve desde el viernes."} {
		for _, s := range Read("", text).Stated {
			assert.NotContains(t, []Ask{AskDate, AskMeet}, s.Ask, "%s: %v", text, s)
		}
	}
	assert.NotEmpty(t, Read("", "The snow will come on Friday.").Stated)
}

// TestAllWordsJudge: an act that a pattern finds is passed over where the rest of the
// sentence says something else.
func TestAllWordsJudge(t *testing.T) {
	t.Parallel()
	for text, not := range map[string]ActKind{
		"I appreciate Christmas will have got in the way, so I haven't passed it on to anybody.":                                    GoodNews,
		"Your probation review has been signed off, and from the first of February you are a permanent member of the estates team.": Illness,
	} {
		g := Read("", text)
		assert.False(t, slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == not }), "%s: %v", text, g.Acts)
	}
	g := Read("", "I hope the bookshop survived December.")
	assert.True(t, slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == SmallTalk }), "%v", g.Acts)
}
