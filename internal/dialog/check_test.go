package dialog

import (
	"regexp"
	"strings"
	"testing"

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
