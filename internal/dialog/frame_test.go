package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestValuesHaveTheFrameOfTheirQuestion: a span before an appointment, hours from and to, days
// of the week, who does what.
func TestValuesHaveTheFrameOfTheirQuestion(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"How late can I cancel a lesson without paying?":                             `hours|days`,
		"What is the latest time the driver can come?":                               `at the latest`,
		"Our invoice of 3 November is still unpaid. When can we expect the money?":   `(?i)you'll have it by|It goes out`,
		"What hours would he work?":                                                  `From .* to `,
		"What margin do you need on the soaps?":                                      `per cent`,
		"Which days do you teach?":                                                   `^On (Tues|Mon)days and Thursdays$`,
		"We will fit the new kitchen for you. When would you like us to start?":      `weeks|week of`,
		"How many children are there in a group?":                                    `^(Six at the most|Up to eight)$`,
		"Our dog eats too much. How much does your dog eat a day?":                   `grams`,
		"Where shall I leave the parcel if you are out?":                             `porch|neighbours`,
		"How far is the nearest plug socket from the stage?":                         `metres`,
		"Whose car is the blue one in my space?":                                     `It belongs to`,
		"We need the deck. Can you get me a new version by Wednesday?":               `^$|version`,
		"How long is the novel going to be?":                                         `words`,
		"You have bought insurance for the van. Who are you insured with?":           `(?i)with`,
		"Since when have you had the cough?":                                         `^For `,
		"How many pallets is it?":                                                    `pallets|^\d+$`,
		"We go on a walk on Saturday. Where do we meet?":                             `At the|In the`,
		"Where did the idea come from?":                                              `walk|sister`,
		"What do you charge for a lesson?":                                           `£`,
		"At what temperature do you bake the loaf?":                                  `^(170|180|190|200|210) degrees|about`,
		"From when until when do you need the hall?":                                 `From`,
		"The caterer wants to know. How many are coming?":                            `^[2-6]\d people$`,
		"We fetch you at six for the party. How many of you are there?":              `^[^2-9]*[2-6]\b`,
		"How soon can you be here?":                                                  `hour`,
		"Which floor is it?":                                                         `floor`,
		"Whose turn is it to cook?":                                                  `(?i)mine|my turn`,
		"The crew starts early. How late can we work?":                               `(?i)until`,
		"When do you need the trailer, and for how long?":                            `week|days`,
		"I am in the workshop Tuesday to Saturday, not Thursday. When do you come?":  `^[^T]|^Tuesday`,
		"The oak arrives on 2 February. When can we have the table?":                 `February`,
		"The Saturday market begins again. From which date would you like to start?": `^Saturday`,
		"How long have you worked nights?":                                           `^I have worked nights for .*years$`,
		"The street party needs a stage. How many people are coming?":                `^[2-6]\d people$`,
		"What's the exact width between the gate posts?":                             `[23](\.\d+)? ?m`,
		"Lunch is on me. When are you free?":                                         `1?[1-3](:\d\d)?( pm)?$|noon`,
		"When's your mum's birthday again?":                                          `^(14 May|3 October)$`,
		"We write his obituary. When was he born?":                                   ` -?\d+$`,
		"What day can you fetch the chair? We close at 4.":                           `day`,
		"How often do you take the tablets?":                                         `once a day|twice a day`,
	} {
		said := toldOf("Hello Sam,\n\n" + text + "\n\nBest,\nTom")
		require.NotEmpty(t, said, text)
		assert.Regexp(t, want, said[len(said)-1], text)
	}
}
