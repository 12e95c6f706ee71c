package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// planned is what somebody says to a mail.
func planned(seed, body string) []Move {
	return Plan(In{Seed: rng.Seed(seed), Mails: []gist.Gist{gist.Read("", "Hi Sam,\n\n"+body+"\n\nThanks,\nLena Ortiz")},
		Me: Person{Name: "Sam Turner", Address: "sam@acme.example", Temperament: "responsive", Knows: "all"}, You: Correspondent{Name: "Lena Ortiz", Address: "lena@b.example"}}).Moves
}

// TestTasksAreTakenOn: what is wished for or put as a plain command is done, what is not to be
// done is left, and comments are promised for the day they are wanted by.
func TestTasksAreTakenOn(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Bring the blue folder back if you think of it.":                                                                  "bring the blue folder back",
		"It would be great if you could write three lines for the flyer.":                                                 "write three lines for the flyer",
		"Could you let me have your comments by Thursday?":                                                                "by Thursday",
		"I am missing only these:\n1. The bank statement for May\n2. The receipt for the printer\nI need them by Friday.": "by Friday",
	} {
		moves := planned("1", body)
		require.NotEmpty(t, moves, body)
		m := moves[0]
		assert.Contains(t, m.Values["doing"]+" "+m.Values["due"], want, body)
	}
	moves := planned("1", "Please do not throw away any of the boxes until our driver has been.")
	require.NotEmpty(t, moves)
	assert.Contains(t, moves[0].Values["value"], "I won't throw away any of the boxes")
	for _, m := range planned("1", "Notes from Monday, shout if I got anything wrong:\n1. The paint is ordered.\n2. Next meeting on Friday at 9.") {
		assert.NotContains(t, m.Slot, "answer", "notes ask nothing")
	}
}

// TestOffersAndPricesInTheirOwnTerms: a new price is agreed to by its sum, what may be had is
// taken, and who only lacks the address is given it.
func TestOffersAndPricesInTheirOwnTerms(t *testing.T) {
	t.Parallel()
	said := func(body string) string {
		out := ""
		for _, m := range planned("1", body) {
			out += m.Slot + " " + m.Values["value"] + " " + m.Values["doing"] + " " + m.Values["due"] + "|"
		}
		return out
	}
	for body, want := range map[string]string{
		"My hourly rate goes up from £38 to £42 in May. Is that all right with you?":                          "£42 is fine with me",
		"The rent will rise to £910 per month from 1 June. If you agree, please confirm by email.":            "I agree to the new rent of £910 per month",
		"We propose to increase the rent from £85 to £95 a month. Should you agree, a short reply is enough.": "I agree to the new rent of £95",
		"Your scarf is here if you want it.":                                              "like it, thank you",
		"If the whole garden is too much, a half plot can be arranged.":                   "half plot",
		"Is the gate wide enough for us? 10% off if you order this week.":                 "10% off",
		"I can put some samples in the post if you give me your address.":                 "answer",
		"Could you send me the photos of the roof?":                                       "send you the photos of the roof",
		"Can you get me a new version by Wednesday noon?":                                 "by Wednesday noon",
		"Would you water the tomatoes while we are away?":                                 "water the tomatoes",
		"Two of the plates arrived broken. Please let us know how you intend to proceed.": "replace",
	} {
		assert.Contains(t, said(body), want, body)
	}
}

// TestFactsAreSentences: what a fact says is joined to its key as it can be.
func TestFactsAreSentences(t *testing.T) {
	t.Parallel()
	facts := map[string]string{"leak noticed": "Sunday the 9th, about 7 am", "loading ramp": "yes, gate 2", "Sheila": "left in April", "window": "bathroom, facing north", "price": "not for sale"}
	for body, want := range map[string]string{
		"When was the leak noticed?":    "The leak was noticed on Sunday the 9th at about 7 am",
		"Is there a loading ramp?":      "Yes, there is a loading ramp, gate 2",
		"Does Sheila still need a key?": "Sheila left in April",
		"Which window is it?":           "Bathroom, facing north",
		"What is the price?":            "It is not for sale",
	} {
		out := Plan(In{Seed: "1", Mails: []gist.Gist{gist.Read("", body)}, Me: Person{Name: "Sam Turner", Address: "sam@acme.example", Temperament: "responsive", Knows: "all"}, You: Correspondent{Address: "a@b.example"}, Case: Case{Facts: facts}})
		require.NotEmpty(t, out.Moves, body)
		assert.Equal(t, want, out.Moves[0].Values["value"], body)
	}
}

// TestNothingIsPromisedTwice: what was listed is promised once, and a wish names no day.
func TestNothingIsPromisedTwice(t *testing.T) {
	t.Parallel()
	moves := planned("1", "I still need:\na) the lease of the shop\nb) a copy of the fire certificate\n\nCould we have these before the 20th?")
	require.Len(t, moves, 2)
	for _, m := range moves {
		assert.Equal(t, "before the 20th", m.Due)
	}
	for seed := range 4 {
		for _, m := range planned(string(rune('a'+seed)), "I'd also like you to sign the copies with him.") {
			assert.Empty(t, m.Due)
		}
	}
}
