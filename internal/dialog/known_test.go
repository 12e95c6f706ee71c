package dialog

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestWhatPeopleKnowByHeart: names, whom to ring, dates of birth, and numbers as the mail
// shows them.
func TestWhatPeopleKnowByHeart(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Please confirm the name the booking should be under and the number of guests.":     `^Bea Novak\|[2-9]$|^Bea Novak\|1[0-2]$`,
		"We also need the full name of the second guest.":                                   `^[A-Z]\w+ [A-Z]\w+$`,
		"We need the name of your bank and an emergency contact.":                           `^(Harbour|Northern|Calder) [\w ]+\|my .* 07700 900\d\d\d$`,
		"Please tell us your date of birth.":                                                `^\d+ [A-Z][a-z]+ 19\d\d$`,
		"Please tell us Daisy's date of birth and her shoe size.":                           `^\d+ [A-Z][a-z]+ 20[12]\d\|\d\d$`,
		"Could you send us the serial number (it starts HX)?":                               `^HX`,
		"Could you send us the customer number (8 digits)?":                                 `^\d{8}$`,
		"Could you send us the order number like 12-AB-345?":                                `^\d\d-[A-Z][A-Z]-\d\d\d$`,
		"Could you confirm how many boxes you need? The form says 12, the last one was 20.": `^(12|20)$`,
		"How many walls do you want painted?":                                               `^[234]$`,
		"How many dozen do you want?":                                                       `^(I.d say )?[123]\b`,
	} {
		for seed := range 6 {
			i := in(fmt.Sprint(seed), gist.Read("Details", "Dear Bea,\n\n"+text+"\n\nBest,\nTom"))
			i.Me.Name, i.Me.Temperament, i.Prompt, i.unready = "Bea Novak", "procedural", true, true
			out := Plan(i)
			require.NotEmpty(t, out.Moves, text)
			said := ""
			for n, m := range out.Moves {
				if n > 0 {
					said += "|"
				}
				said += m.Values["value"]
			}
			assert.Regexp(t, regexp.MustCompile(want), said, text)
		}
	}
}

// TestAgesAreNoSizes: whoever sells shirts is still asked for an age in years.
func TestAgesAreNoSizes(t *testing.T) {
	t.Parallel()
	for i := range 8 {
		out := Plan(in(fmt.Sprint(i), gist.Read("", "Black top, flat shoes. And how old are you, if you don't mind?")))
		assert.Regexp(t, `^(I am )?\d+`, out.Moves[len(out.Moves)-1].Values["value"])
	}
}

// TestWouldYou: a question that only leads to "Would you?" is answered with it.
func TestWouldYou(t *testing.T) {
	t.Parallel()
	out := Plan(in("1", gist.Read("", "His daughter asks if one of us would say a few words about him. Would you?")))
	assert.Len(t, out.Moves, 1, "%v", slotsOf(out))
}
