package dialog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestAnswersAreHeldAgainstTheQuestion: what a question does not ask for is not said, though
// some of its words are those of an answer.
func TestAnswersAreHeldAgainstTheQuestion(t *testing.T) {
	t.Parallel()
	for body, not := range map[string]string{
		"We have you down from 3 to 5 March. What do you like for supper?":                         "March",
		"Mia is with us from the 9th to the 12th. What does she like for lunch?":                   "9th",
		"We're making the rota again. Which shifts do you dislike most?":                           "better in the morning",
		"Ken is coming on Monday. What could we call the new boat?":                                "Monday",
		"What do you do on Sundays? Everything you tell us helps the club.":                        "January",
		"Tim finds it hard to get up. What does he find hardest, from what you hear at breakfast?": "have a look",
		"The parquet was laid in May. What exactly is wrong with the parquet?":                     "drips",
	} {
		assert.NotContains(t, strings.Join(toldOf(body), " / "), not, body)
	}
}

// TestAnswersNameWhatTheQuestionIsAbout: of several answers of one form the one of the field
// of the question is said.
func TestAnswersNameWhatTheQuestionIsAbout(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"You sent back the desk lamp. What is the matter with it?":                   "flicker|fuse",
		"The jacket is here. What exactly is wrong with the sleeves?":                "sleeve|seam",
		"The lock keeper saw water in your cellar. What happened on Friday evening?": "water|pipe",
		"So tell us a bit about yourself for the leaflet!":                           "I'm |I live",
		"Which book does your son ask for again and again?":                          "It changes",
	} {
		assert.Regexp(t, want, strings.Join(toldOf(body), " / "), body)
	}
}
