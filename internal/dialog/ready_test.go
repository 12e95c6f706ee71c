package dialog

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadyTextsAreSound(t *testing.T) {
	t.Parallel()
	for _, code := range lang.Codes() {
		require.NotEmpty(t, lang.Ready(code), code)
		assert.NoError(t, checkReady(lang.Ready(code)), code)
	}
	for bad, what := range map[string]string{
		"[how_much+weigh": "does not end", "[cat]\nYes.": "has one word", "Yes.": "stands in no section", "[a+b]\n": "has no answer",
		"[a+b]\n{4-2} kilos.": "is no span", "[a+b]\n{1-9999999999} kilos.": "is no span", "[a+b]\n{4-6 kilos.": "is no span", "[a+b]\n4} kilos.": "closes what is not open",
	} {
		assert.ErrorContains(t, checkReady(bad), what)
	}
}

// TestReadyAnswersFitTheForm: a question of yes or no gets no amount, and "how many" no method.
func TestReadyAnswersFitTheForm(t *testing.T) {
	t.Parallel()
	rs := parseReady(`[how+compost]
Turn it twice a year.
[compost+bags]
{3-5} bags.
[is_there+compost do_you+compost]
Yes, behind the shed.
[how_much+compost]
{€3-5} a bag.`, thinkOf("en"))
	find := func(ask gist.Ask, kind, text string) string {
		lines := rs.find(&item{ask: ask, kind: kind, text: text}, 1)
		if lines == nil {
			return ""
		}
		return lines[0]
	}
	assert.Equal(t, "Turn it twice a year.", find(gist.AskHow, "how", "How is the compost made?"))
	assert.Equal(t, "{3-5} bags.", find(gist.AskNumber, "how many", "How many bags of compost are left?"))
	assert.Equal(t, "Yes, behind the shed.", find(gist.AskYesNo, "", "Is there any compost?"), "words of a part follow each other")
	assert.Equal(t, "{€3-5} a bag.", find(gist.AskMoney, "how much", "How much compost can I have?"))
	assert.Empty(t, find(gist.AskNumber, "how many", "How many of the compost sacks are yours?"))
}

// TestReadyAnswersHold: asked again, by the same or by another, a person says the same.
func TestReadyAnswersHold(t *testing.T) {
	t.Parallel()
	q := gist.Question{Ask: gist.AskWhat, Kind: "what", Topic: "the notice", Text: "What is your notice period?", Of: gist.OfReader}
	seen := map[string]bool{}
	for seed := range 12 {
		i := in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{q}})
		i.unready = false
		first := Plan(i)
		require.NotEmpty(t, first.Moves)
		require.Equal(t, "answer.ready", first.Moves[0].Slot)
		require.Len(t, first.Claims, 1)
		assert.True(t, first.Claims[0].Whole)
		value := first.Moves[0].Values["value"]
		seen[value] = true
		again := Plan(next(i, first, gist.Gist{Questions: []gist.Question{q}}, true))
		assert.Equal(t, value, again.Moves[0].Values["value"])
		assert.Equal(t, "answer.ready.again", again.Moves[0].Slot)
	}
	assert.Greater(t, len(seen), 2, "people differ")
}

func TestReadyFiguresAreInTheMailsCurrency(t *testing.T) {
	t.Parallel()
	p := newPlanner(in("a", gist.Gist{Amounts: []string{"£640"}}))
	p.think = thinkOf("en")
	assert.Regexp(t, regexp.MustCompile(`^About £(80|90|100) for (2|3)$`), p.filled(p.draw(gist.AskMoney), "About {€80-100 by 10} for {2-3}."))
	p.mail.Amounts = nil
	assert.Regexp(t, regexp.MustCompile(`^£(80|90|100)$`), p.filled(p.draw(gist.AskMoney), "{€80-100 by 10}."))
}
