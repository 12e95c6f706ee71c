package dialog

import (
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
)

// TestSeveralThingsAreSaidAgain: what one sentence asks for again is told thing by thing, also
// where it only says that it is forgotten.
func TestSeveralThingsAreSaidAgain(t *testing.T) {
	t.Parallel()
	first := "How many lamps do you need, and would you like them in brass or in copper? I can come on Monday 30 November or Wednesday 2 December, which is better?"
	for _, again := range []string{
		"Could you repeat the number of lamps and the day, please?",
		"Would you mind repeating which day you took? And the number as well, please.",
		"Please confirm the quantity and the day once more.",
	} {
		out := spoken("several", first, again)
		had := map[gist.Ask]string{}
		for _, m := range out[0] {
			had[gist.Ask(strings.TrimPrefix(m.Slot, "answer."))] = m.Values["value"]
		}
		assert.Contains(t, lastValues(out), had[gist.AskNumber], again)
		assert.Regexp(t, "30 November|2 December", lastValues(out), again)
	}
	out := spoken("gone", "Where shall we meet?", "I've forgotten where we wanted to meet.")
	assert.Equal(t, out[0][0].Values["value"], lastValues(out))
	out = spoken("list", "Would you do the drinks or the tables?", "What did you put yourself down for?")
	assert.Contains(t, []string{"answer.remind.again", "answer.ready.again"}, out[1][0].Slot)
}

// TestMattersEndFittingly: a bill, a parcel and good news at the end of a matter each have their
// answer, and who is only reminded of an appointment comes.
func TestMattersEndFittingly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"All finished here. That'll be £75, bank details are below.":                    `(?i)transfer|pay|money`,
		"Your spare key is in the post.":                                                `(?i)thank`,
		"The cabinet fits perfectly.":                                                   `(?i)glad|good|pleased`,
		"A reminder of your appointment on Friday. If you cannot come, please tell us.": `(?i)there`,
		"The fence has still not been mended. What has happened?":                       `(?i)sorry`,
	} {
		out := Plan(inThread(gist.Read("", text)))
		assert.Regexp(t, want, out.Moves[len(out.Moves)-1].Values["value"], text)
	}
}
