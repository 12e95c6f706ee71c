package dialog

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

func TestAnOfferBelowThePriceIsMetOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for seed := range 60 {
		first := in(fmt.Sprint(seed), gist.Gist{})
		first.Thread.Agreed = []Claim{{Kind: gist.AskMoney, Topic: "the bicycle", Value: "200 EUR", To: first.You.Address, At: first.Now}}
		text := "Would you take it for 100 EUR?"
		first.Mails[len(first.Mails)-1] = gist.Gist{Language: "en", Questions: []gist.Question{ask(gist.AskYesNo, "", text)}, Amounts: []string{"100 EUR"}, Acts: []gist.Act{{Kind: gist.Offering, Text: text}}}
		out := Plan(first)
		require.NotEmpty(t, out.Moves)
		switch slots := slotsOf(out); {
		case len(slots) == 1:
			require.Equal(t, []string{"answer.yes"}, slots)
			require.Len(t, out.Claims, 1)
			assert.Equal(t, "100 EUR", out.Claims[0].Value)
			seen["taken"]++
		case slots[1] == "answer.money":
			assert.Equal(t, "150 EUR", out.Moves[1].Values["value"])
			seen["halfway"]++
		default:
			require.Equal(t, []string{"answer.no", "answer.money.again"}, slots)
			assert.Equal(t, "200 EUR", out.Moves[1].Values["value"])
			seen["refused"]++
		}
	}
	assert.Len(t, seen, 3, "%v", seen)
}

func TestAnHourIsLookedForWhereTheMailLeavesIt(t *testing.T) {
	t.Parallel()
	for seed := range 30 {
		first := in(fmt.Sprint(seed), gist.Gist{})
		first.Thread.Agreed = []Claim{{Kind: gist.AskMeet, Topic: "the visit", Value: "Tuesday at 14:00", To: first.You.Address, At: first.Now}}
		text := "He could do the following Monday instead, any time between 9 and 12."
		first.Mails[len(first.Mails)-1] = gist.Gist{
			Language:  "en",
			Questions: []gist.Question{{Text: "What time would suit?", Kind: "what", Ask: gist.AskMeet}},
			Acts:      []gist.Act{{Kind: gist.Changing, Text: text, Value: "Monday"}, {Kind: gist.Apologising, Text: "I'm sorry to mess you about."}},
		}
		out := Plan(first)
		var changed, at string
		for _, m := range out.Moves {
			switch m.Slot {
			case "changed":
				changed = m.Values["value"]
			case "answer.time":
				at = m.Values["value"]
			}
		}
		if slotsOf(out)[0] == "changed.no" {
			continue
		}
		assert.Equal(t, "Monday", changed)
		assert.Regexp(t, `^(9|10|11)(:| am)|^12:00|^noon`, at)
		assert.NotContains(t, slotsOf(out), "forgive")
		for _, c := range out.Thread.Agreed {
			assert.NotEqual(t, "Tuesday at 14:00", c.Value, "what was changed holds no more")
		}
	}
}

func TestWhichOneIsNeverANumber(t *testing.T) {
	t.Parallel()
	first := in("a", gist.Gist{Questions: []gist.Question{{Text: "which stand was it you picked?", Kind: "which", Ask: gist.AskChoice}}})
	first.Thread.Agreed = []Claim{
		{Kind: gist.AskChoice, Topic: "the bakery or the fountain", Value: "the fountain", To: first.You.Address, At: first.Now},
		{Kind: gist.AskNumber, Topic: "chairs for the stand", Value: "21", To: first.You.Address, At: first.Now},
	}
	out := Plan(first)
	require.Len(t, out.Moves, 1)
	assert.Equal(t, "the fountain", out.Moves[0].Values["value"])
}
