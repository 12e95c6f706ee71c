package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTopics: what a question is about is a noun phrase, or nothing.
func TestTopics(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"When does the train leave?":                               "the train",
		"Did the tracking number work?":                            "the tracking number",
		"Does your dog bite?":                                      "the dog",
		"What does the annual plan cost?":                          "the annual plan",
		"Does that still stand?":                                   "",
		"Would that cost extra?":                                   "",
		"Do you also teach maths?":                                 "",
		"Who pays for the postage?":                                "the postage",
		"Could you tell me how long the pool stays closed?":        "the pool",
		"Is the blue Trek still for sale?":                         "the blue Trek",
		"Who is responsible for the boiler?":                       "the boiler",
		"Are the winter tyres on yet?":                             "the winter tyres",
		"Could you tell me when the florist closes?":               "the florist",
		"Would you act as a referee for my PhD application today?": "a referee for your PhD application",
	} {
		g := Read("", text)
		if assert.NotEmpty(t, g.Questions, text) {
			assert.Equal(t, want, g.Questions[0].Topic, text)
		}
	}
}

func TestPlural(t *testing.T) {
	t.Parallel()
	for phrase, want := range map[string]bool{
		"the keys": true, "your bank details": true, "three photos of the damage": true, "the cups and the plates": true, "these": true, "people": true,
		"the address": false, "the price of the desks": false, "the bus": false, "the news": false, "the analysis": false, "": false, "\xff": false,
	} {
		assert.Equal(t, want, Plural(phrase), phrase)
	}
}
