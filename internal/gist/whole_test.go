package gist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOptionsStandWhole: an option that cannot stand in a sentence is none, and a thing that was
// offered bare has its article.
func TestOptionsStandWhole(t *testing.T) {
	t.Parallel()
	for phrase, want := range map[string]bool{
		"the oak": true, "upstairs": true, "only with mine": true, "plan A": true, "both": true, "only what I came in for": true, "ask her": true,
		"traces of": false, "month": false, "I'd": false, "love the": false, "make me either a box": false, "we go to": false, "": false,
	} {
		assert.Equal(t, want, Stands("en", phrase), phrase)
	}
	for said, want := range map[string]string{
		"tent": "the tent", "pub garden": "the pub garden", "oak": "oak", "two coats": "two coats", "scones": "scones", "by post": "by post",
		"the blue one": "the blue one", "Monday": "Monday", "M": "M", "cash": "cash",
	} {
		assert.Equal(t, want, Thing("en", said), said)
	}
	assert.True(t, Takes("en", "two coats"))
	assert.False(t, Takes("en", "by post"))
}

// TestOptionsAreSaidWithTheVerbOfTheirQuestion: the question that leaves the choice lends its verb.
func TestOptionsAreSaidWithTheVerbOfTheirQuestion(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"Which of the two is easier to clean?": "the Nora is easier to clean",
		"Which would fit in your hall?":        "the Nora would fit in my hall",
		"What would she really like?":          "I think she would like the Nora",
		"Which would you like?":                "",
		"Which one would you like to look at?": "",
	} {
		assert.Equal(t, want, Chosen("en", question, Option{Name: "the Nora", Kind: OptionThing}), question)
	}
	assert.Equal(t, "I would like to pay by card", Chosen("en", "How would you like to pay?", Option{Name: "by card", Kind: OptionHow}))
}

// TestOffersOfEveryBuildAreRead: conditions, suggestions, statements and prices offer, too.
func TestOffersOfEveryBuildAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"If you mean to stay with us, nothing needs to be done. If you would like to leave, a line is enough. Just tell us which.":                            "stay with you | leave",
		"If on the other hand you would like to give it up, we have eleven people waiting. Please let me know by Friday which it's to be.":                    "give it up | keep it",
		"If you'd like to carry on please return the form. Let me know.":                                                                                      "",
		"For her present Tom suggested a pair of boots, somebody else a voucher for the opera. What would she really like?":                                   "the pair of boots | the voucher for the opera",
		"You can have half of my rhubarb crown, or a bucket of the manure I've got coming on the 8th.":                                                        "half of your rhubarb crown | the bucket of the manure you've got coming",
		"We could go to £46 a visit, or we could cut the visits to once a fortnight and stay at £40. Let me know which you prefer.":                           "go to £46 a visit | cut the visits to once a fortnight",
		"If £89 is too much we could drop the inside windows to once a month and stay at £80. Let me know which you prefer.":                                  "drop the inside windows to once a month",
		"Three ways: I rehang the old gate with new hinges. Or I make a new one in larch. Think about it.":                                                    "rehang the old gate with new hinges | make a new one in larch",
		"We've two of the litter left, a little brown bitch and a black and white dog. Which one would you like to come and see?":                             "the little brown bitch | the black and white dog",
		"I can pick you up from home at half seven or you could walk down to the roundabout, what's easier?":                                                  "pick me up from home at half seven | walk down to the roundabout",
		"We could make you either a hedgehog house or a bird box. Say which!":                                                                                 "make me a hedgehog house | make a bird box",
		"Fabric samples came today. Love the 04 and the 11, the 07 is too shiny for a waiting room. Before we pick: which of the two is easier to wipe down?": "the 04 | the 11",
	} {
		got := ""
		for _, q := range Read("", text).Questions {
			if len(q.Choices) > 0 {
				got = strings.Join(names(q.Choices), " | ")
			}
		}
		assert.Equal(t, want, got, text)
	}
}

// TestFactsAreStatedWithTheVerbOfTheirQuestion: of two answers to a question of fact each is a
// statement, a request that both ways meet takes both, and "or" behind what holds something
// leaves no choice.
func TestFactsAreStatedWithTheVerbOfTheirQuestion(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Does your price include taking away the old sheets, or only the fixing down?": "it includes taking away the old sheets | my price includes only the fixing down",
		"Are the figures on page 4 net or gross?":                                      "they are net | they are gross",
		"Were the returns taken off before or after the discount?":                     "the returns were taken off before the discount | the returns were taken off after the discount",
		"Will you get on at the library or the station?":                               "I will get on at the library | I will get on at the station",
		"Is it from you or from the manufacturer?":                                     "it is from me | it is from the manufacturer",
	} {
		var got []string
		for _, a := range Alternatives("en", text) {
			got = append(got, a.Full)
		}
		assert.Equal(t, want, strings.Join(got, " | "), text)
	}
	for text, want := range map[string]string{
		"Can you check your camera or the bay?":                      "I will check my camera and the bay and let you know",
		"Can you check your camera or the bay for the third pallet?": "I will check my camera and the bay for the third pallet",
		"What will you do: refit, or replace the length?":            "please refit",
		"Do your scones contain eggs or traces of nuts?":             "",
		"Do your lemon slices contain nuts or traces of?":            "",
	} {
		got := ""
		if list := Alternatives("en", text); len(list) > 0 {
			got = list[0].Said
		}
		assert.Equal(t, want, got, text)
	}
}
