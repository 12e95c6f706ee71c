package dialog

import (
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNeverSaidIsAnsweredAnew: who asks what was said of something that had no answer gets one,
// and the same one later.
func TestNeverSaidIsAnsweredAnew(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ open, again, want string }{
		{"How many benches do you think we need", "How many benches did you say?", `^\d+$`},
		{"Which evening suits you, Tuesday or Friday", "Sorry, which evening was it again?", `^(Tuesday|Friday)$`},
		{"Wie viele Bänke brauchen wir", "Wie viele Bänke hattest du gesagt?", `\d`},
	} {
		brief := inThread(gist.Read("", c.again))
		brief.Thread.Open = []string{c.open}
		out := Plan(brief)
		require.NotEmpty(t, out.Claims, c.again)
		assert.Regexp(t, c.want, out.Claims[0].Value, c.again)
		assert.Empty(t, out.Thread.Open, c.again)
		later := Plan(next(brief, out, gist.Read("", c.again), true))
		assert.Contains(t, later.Moves[0].Values["value"], out.Moves[0].Values["value"], c.again)
	}
}

// TestOpenQuestionsAreKept: what has no answer in a mail is kept in its words, what has one is not.
func TestOpenQuestionsAreKept(t *testing.T) {
	t.Parallel()
	out := Plan(in("open", gist.Read("", "Was hältst du von 30 Euro pro Kopf? Welcher Tag passt dir, Montag oder Freitag?")))
	require.Len(t, out.Thread.Open, 1)
	assert.Contains(t, out.Thread.Open[0], "30 Euro")
	said := spoken("open", "Was hältst du von 30 Euro pro Kopf?", "Was hattest du wegen des Geldes gesagt?")
	assert.Equal(t, said[0][0].Slot, said[1][0].Slot, "it is of the sum")
}

// TestQuestionAndChoiceInOne: both halves of a sentence that asks for a number and for one of two
// things are answered, the second by what was said of the same things.
func TestQuestionAndChoiceInOne(t *testing.T) {
	t.Parallel()
	out := spoken("halves", "How many of you are coming? And do you prefer the cold buffet or something hot?", "How many was it from your lot, and cold or hot?")
	require.Len(t, out[1], 2)
	assert.Equal(t, out[0][0].Values["value"], again(out)[0])
	assert.Contains(t, out[0][1].Values["value"], again(out)[1])
	out = spoken("halves", "Wie viele kommt ihr? Wollt ihr lieber Grillen oder Pizza?", "Wie viele wart ihr noch, und Grillen oder Pizza?")
	require.Len(t, out[1], 2)
	assert.Equal(t, out[0][1].Values["value"], again(out)[1])
}

// TestPickingUpIsNoAnswering: a verb with a particle asks for a deed.
func TestPickingUpIsNoAnswering(t *testing.T) {
	t.Parallel()
	out := Plan(in("pick", gist.Read("", "Can you pick up Robin on the way? And what time will you get there?")))
	require.Len(t, out.Moves, 2)
	assert.Equal(t, "pick up Robin on the way", out.Moves[0].Values["doing"])
}
