package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBidsOfLaterMailsArePromised: what a mail of a thread wants in a sentence that seems to
// tell is wanted all the same.
func TestBidsOfLaterMailsArePromised(t *testing.T) {
	t.Parallel()
	for bid, doing := range map[string]string{
		"Meet is 9.45. Bring both shirts, nobody knows if they play in red.": "bring both shirts",
		"See you there. And do bring your card along please.":                "bring my card along",
	} {
		out := spoken("bid", "Can you play on Sunday?", bid)
		assert.NotEmpty(t, out[1], bid)
		assert.Equal(t, doing, out[1][len(out[1])-1].Values["doing"], bid)
	}
	out := spoken("send", "Are you coming along to the cabin?", "Booked! The deposit was £90, so if you could send me 30 at some point, no rush.")
	slots := []string{}
	for _, m := range out[1] {
		slots = append(slots, m.Slot)
	}
	assert.Contains(t, slots, "react", "it is booked")
	assert.Contains(t, slots, "send.promise")
}

// TestThanksForBeingFlexible: who thanks for how something was taken is not told that it was
// no trouble to do it, and who says sorry for a tone hears that it was not taken ill.
func TestThanksForBeingFlexible(t *testing.T) {
	t.Parallel()
	out := spoken("like", "Would you want the edge as drawn or a little rounder?", "Thank you for taking it like that. Which floor is it on?")
	assert.Regexp(t, "glad that we found a way|no problem", out[1][0].Values["value"])
	out = spoken("tone", "Are you coming along?", "Sorry I sounded so stressed on the phone yesterday. What time will you set off?")
	assert.Regexp(t, "(?i)that way|such days", out[1][0].Values["value"])
}
