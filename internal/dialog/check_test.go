package dialog

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
)

// TestSaidBackIsHeldAgainstWhatWasSaid: who says back what was agreed hears whether it is so.
func TestSaidBackIsHeldAgainstWhatWasSaid(t *testing.T) {
	t.Parallel()
	const yes, no = `(?i)^(yes|exactly|that's)`, `(?i)^(no|not quite)`
	for _, c := range []struct{ asked, right, wrong string }{
		{"Would you like the oak table or the steel one?", "You wanted the oak one, is that right?", "You wanted steel, is that right?"},
		{"Would you rather drive with us or come by bike?", "So I have you down for the bike. Tell me if I've got that wrong.", "So you'd drive with us, isn't it?"},
		{"Should I leave the parcel at mine or bring it to yours?", "Did you say I should bring it?", "Did you say I should leave it at mine?"},
		{"Do you prefer Monday or Wednesday?", "You said Monday, didn't you?", "You said Thursday, didn't you?"},
		{"Do you want it in linen or in silk?", "My notes say linen. Is that what we agreed?", "My notes say silk. Is that what we agreed?"},
	} {
		for seed := range 8 {
			right := lastValues(spoken(string(rune('a'+seed)), c.asked, c.right))
			wrong := lastValues(spoken(string(rune('a'+seed)), c.asked, c.wrong))
			if strings.Contains(c.wrong, "Thursday") {
				assert.Regexp(t, no, wrong, c.wrong)
				continue
			}
			either := regexp.MustCompile(yes).MatchString(right) && regexp.MustCompile(no).MatchString(wrong) || regexp.MustCompile(no).MatchString(right) && regexp.MustCompile(yes).MatchString(wrong)
			assert.True(t, either, "%q got %q, %q got %q", c.right, right, c.wrong, wrong)
		}
	}
}

// TestWhichOfTwoWasSaid: of two things that a mail names the one is told that was agreed.
func TestWhichOfTwoWasSaid(t *testing.T) {
	t.Parallel()
	for seed := range 6 {
		out := spoken(string(rune('a'+seed)), "Shall it be the early tour or the late tour?", "I have you on the late one here, but the list at the door says early. Which is right?")
		assert.Equal(t, out[0][0].Values["value"], lastValues(out))
	}
}

// TestChangesMakeNoDifference: a change is gone along with, whatever words ask whether it may
// be, and what its writer puts right is no contradiction.
func TestChangesMakeNoDifference(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"We start at 6.45 instead of 7.15. Does that change anything for you?":                                            `(?i)^no`,
		"The boat leaves at dawn, so it's 5.30 rather than 6. Does it upset your plans?":                                  `(?i)^no`,
		"The van comes two days earlier. Is that okay with you?":                                                          `^$|(?i)yes|fine|problem`,
		"The walk has been moved to 3 December because of the fog. I hope you can still join us. Please let me know.":     `I can still join you|^$`,
		"Correction from me: I wrote that the fair was on Friday 27 November. It's Saturday the 28th. Will you be there?": `I will be there`,
	} {
		out := Plan(inThread(gist.Read("", text)))
		for _, slot := range slotsOf(out) {
			assert.NotContains(t, []string{"approved", "refused", "contradiction", "contradiction.day", "answer.open.look"}, slot, text)
		}
		last := out.Moves[len(out.Moves)-1]
		assert.Regexp(t, want, last.Values["value"]+last.Values["stated"], text)
	}
	for text, want := range map[string]string{
		"We meet at noon, so it's 11.45 rather than 12.":        "11.45",
		"New prices from Monday 4 May, £21 now instead of £19.": "£21",
		"Wednesday 25 instead of Tuesday, please.":              "Wednesday 25",
	} {
		acts := gist.Read("", text).Acts
		assert.Equal(t, want, acts[0].Value, text)
	}
}
