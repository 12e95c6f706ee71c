package dialog

import (
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
)

// TestWhoAgreesNeedsNoMeeting: what is for those who would rather discuss it falls away.
func TestWhoAgreesNeedsNoMeeting(t *testing.T) {
	t.Parallel()
	out := Plan(inThread(gist.Read("", "The new fee is £95 from April. Should you agree, please sign and return the form. Should you wish to discuss it, I can offer Tuesday at 10 or Thursday at 3.")))
	assert.NotEmpty(t, out.Moves)
	for _, m := range out.Moves {
		assert.NotContains(t, m.Slot, "meet", m)
		assert.NotContains(t, m.Slot, "ready", m)
	}
}

// TestWhatWasIsNoWish: of two days that have been one was it, and nobody would prefer it.
func TestWhatWasIsNoWish(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Was it the Monday or the Tuesday that you came in?":         "^it was the (Monday|Tuesday)( that I came in)?$",
		"Does it jam with other trays too, or only with yours?":      "^(it (only )?jams .*|with other trays too|only with mine)$",
		"Is the screen showing a message, or just black?":            "^(a message|just black|the screen is .*)$",
		"Should people pay when they order or when they collect?":    "^when they (order|collect)$",
		"You can push it under the door or I'll send you my number.": `^(push it under the door|send me your number)$`,
		"Do you think we should sell the van or keep it?":            "^I would (sell the van|keep it)$",
		"Just the two of us, or is your sister coming?":              "^(just the two of us|my sister is coming)$",
	} {
		for _, s := range said(text) {
			assert.Regexp(t, want, s, text)
		}
	}
}
