package dialog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// talk plays the mails that somebody gets in a thread of their own, and returns what
// they say to each.
func talk(t *testing.T, first In, mails ...gist.Gist) []Out {
	t.Helper()
	var outs []Out
	i := first
	for _, g := range mails {
		if len(outs) > 0 {
			i = next(i, outs[len(outs)-1], g, true)
		} else {
			g.Language, g.Words = "en", max(g.Words, 5)
			i.Mails = []gist.Gist{g}
		}
		out := Plan(i)
		sound(t, i, out)
		outs = append(outs, out)
	}
	return outs
}

func mine(seed, want string, hidden map[string]string) In {
	i := in(seed, gist.Gist{})
	i.Thread = State{Mine: true, Want: want, Hidden: hidden, Turns: 1}
	return i
}

func promises(what, due string) gist.Gist {
	return gist.Gist{Promises: []gist.Promise{{What: what, Phrase: "I will look at it.", Due: due}}}
}

var nothing = gist.Gist{Words: 5, Acts: []gist.Act{{Kind: gist.Informing, Text: "We got your mail."}}}

func TestWhoAsksForHelpTellsWhatTheyAreAsked(t *testing.T) {
	t.Parallel()
	hidden := map[string]string{"browser": "Firefox 131", "since": "Tuesday morning", "symptom": "a blank page after signing in"}
	out := Plan(func() In {
		i := mine("a", "support", hidden)
		i.Mails = []gist.Gist{{Language: "en", Words: 20, Questions: []gist.Question{
			ask(gist.AskVersion, "browser", "Which browser do you use?"), ask(gist.AskDate, "", "Since when does it happen?"), ask(gist.AskWhat, "", "What error do you see?"),
		}}}
		return i
	}())
	require.Equal(t, []string{"give", "give", "answer.what"}, slotsOf(out), "a sentence is said as one")
	for k, name := range []string{"browser", "since", "symptom"} {
		assert.Equal(t, hidden[name], out.Moves[k].Values["value"])
	}
	assert.ElementsMatch(t, []string{"browser", "since", "symptom"}, slices.DeleteFunc(out.Thread.Given, func(s string) bool { return strings.HasPrefix(s, "the ") }))
}

func TestHelpIsJudgedAndTheThreadEnds(t *testing.T) {
	t.Parallel()
	advice := gist.Gist{Words: 20, Acts: []gist.Act{{Kind: gist.Answering, Text: "Please clear the cache."}}}
	solved := 0
	for seed := range 60 {
		outs := talk(t, mine(fmt.Sprint(seed), "support", nil), promises("it", "tomorrow"), advice)
		assert.Equal(t, []string{"patient"}, slotsOf(outs[0]))
		switch last := outs[1]; {
		case last.Moves[0].Slot == "solved":
			solved++
			assert.True(t, last.Thread.Closed)
		default:
			assert.Equal(t, "unsolved", last.Moves[0].Slot)
			assert.NotEmpty(t, last.Moves[0].Values["reason"])
			assert.False(t, last.Thread.Closed)
		}
	}
	assert.InDelta(t, 42, solved, 12)
}

func TestNonAnswersAreMetInARisingTone(t *testing.T) {
	t.Parallel()
	outs := talk(t, mine("a", "payment", nil), nothing, nothing, nothing, nothing, nothing)
	var said []string
	for _, out := range outs {
		said = append(said, slotsOf(out)...)
	}
	assert.Equal(t, []string{"ask", "ask.again", "escalate.1", "escalate.2", "escalate.3"}, said)
}

func TestAPriceIsHaggledOverOnce(t *testing.T) {
	t.Parallel()
	quote := gist.Gist{Stated: []gist.Stated{{Ask: gist.AskMoney, Topic: "the chairs", Value: "EUR 1,200"}}}
	seen := map[string]int{}
	for seed := range 60 {
		outs := talk(t, mine(fmt.Sprint(seed), "quote", nil), quote, quote)
		first := outs[0].Moves[0]
		seen[first.Slot]++
		if first.Slot == "haggle" {
			lower, ok := priceIn(first.Values["value"])
			require.True(t, ok)
			assert.Less(t, lower.whole, 1200)
			assert.Contains(t, []string{"accept.price", "decline.price"}, outs[1].Moves[0].Slot)
		}
	}
	assert.Greater(t, min(seen["haggle"], seen["accept.price"], seen["decline.price"]), 1, seen)
}

func TestAnOfferedDateIsTaken(t *testing.T) {
	t.Parallel()
	out := talk(t, mine("a", "job", nil), gist.Gist{Stated: []gist.Stated{{Ask: gist.AskMeet, Topic: "the interview", Value: "Tuesday 10:00"}}})[0]
	require.Equal(t, []string{"accept.date"}, slotsOf(out))
	assert.Equal(t, "Tuesday 10:00", out.Moves[0].Values["value"])
	require.Len(t, out.Claims, 1)
	assert.Equal(t, "the interview", out.Claims[0].Topic)
}

func TestARefusalEndsTheMatter(t *testing.T) {
	t.Parallel()
	for _, kind := range []gist.ActKind{gist.Rejecting, gist.Declining} {
		out := talk(t, mine("a", "job", nil), gist.Gist{Acts: []gist.Act{{Kind: kind, Text: "We chose somebody else."}}})[0]
		assert.Equal(t, []string{"rejected"}, slotsOf(out))
		assert.True(t, out.Thread.Closed)
	}
}

func TestWhatElseIsAnsweredWithNoAndAnEnd(t *testing.T) {
	t.Parallel()
	for seed := range 20 {
		out := talk(t, mine(fmt.Sprint(seed), "order", map[string]string{"symptom": "a page that stays white"}),
			gist.Gist{Questions: []gist.Question{ask(gist.AskYesNo, "", "Is there anything else I can help with?")}})[0]
		assert.Equal(t, []string{"answer.no", "close"}, slotsOf(out))
		assert.True(t, out.Thread.Closed)
	}
}

func TestALowerPriceThanTheOneTakenIsTaken(t *testing.T) {
	t.Parallel()
	price := func(v string) gist.Gist {
		return gist.Gist{Stated: []gist.Stated{{Ask: gist.AskMoney, Topic: "the chairs", Value: v}}}
	}
	for seed := range 40 {
		outs := talk(t, mine(fmt.Sprint(seed), "quote", nil), price("EUR 1,200"), price("EUR 1,100"))
		if outs[0].Moves[0].Slot == "accept.price" {
			assert.Equal(t, "accept.price", outs[1].Moves[0].Slot)
		}
	}
}

func TestWhoIsToldToWaitWaits(t *testing.T) {
	t.Parallel()
	out := talk(t, mine("a", "support", nil), gist.Gist{Stated: []gist.Stated{{Ask: gist.AskDeadline, Value: "Monday"}}, Acts: []gist.Act{{Kind: gist.Informing}}})[0]
	assert.Equal(t, []string{"patient"}, slotsOf(out))
}
