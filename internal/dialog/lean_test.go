package dialog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOneGoesAlongWithWhatTheWriterLeansTo: who asks what to do and tells what they would do
// hears that, in the form that the question wants.
func TestOneGoesAlongWithWhatTheWriterLeansTo(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"The hedge is too high again. What should we do? I'd just ring the gardener, he knows it.":                  "ring the gardener",
		"What colour would you like for the shelf? If you ask me, a light grey goes well with your floor.":          "(?i)a light grey",
		"The tap is loose. What do you want me to do with it? I'd leave it as it is.":                               "leave it as it is",
		"What do you think of the new cook? I find her slow but careful.":                                           "I find her slow but careful, too",
		"Who could we ask for the talk? I lean towards inviting the baker.":                                         "inviting the baker",
		"How would you like the edges done? I usually take brass for that.":                                         "(?i)brass",
		"What could we play on Friday? I'm rather tempted to dig out the old chess set.":                            "dig out the old chess set",
		"What do you think about the car park? I'd say nobody needs it.":                                            "nobody needs it",
		"How shall we split the cleaning? So far we have: Tim the stairs, Eve the windows.":                         "Tim the stairs, Eve the windows",
		"What shall we give the caretaker? Maybe we could bake him a cake.":                                         "bake him a cake",
		"Which lid do you want for the box? Personally I'd take the flat one.":                                      "take the flat one",
		"What would you like to bake on Monday? Most people asked for plaits.":                                      "(?i)plaits",
		"What shall we do for New Year? I'd love a quiet evening at the hut.":                                       "(?i)a quiet evening at the hut",
		"I plan to turn the small room into an office for two. Your view?":                                          "turn the small room into an office",
		"What should we tell the landlord? My feeling is that we should show him the photos.":                       "show him the photos",
		"The seats are worn. What would you do? Probably it's nothing, but I thought about covering them in cloth.": "",
	} {
		told := strings.Join(toldOf(body), " / ")
		require.NotEmpty(t, told, body)
		assert.Regexp(t, want, told, body)
	}
}

// TestWhatIsNoLeaningIsNotGoneAlongWith: wishes of the writer for the answer itself, other
// people's leanings and other questions stay out.
func TestWhatIsNoLeaningIsNotGoneAlongWith(t *testing.T) {
	t.Parallel()
	for body, not := range map[string]string{
		"What do you think of the plan? I'd be glad of a word by Friday.":              "glad",
		"What should we do about the gate? I'd rather hear it from you than from Tim.": "hear",
		"How did you repair the lamp? I'd just throw it away.":                         "throw",
		"What would you like to drink? I'd suggest that you tell me by noon.":          "noon",
		"What shall we cook? I think she is right about the fish.":                     "she is right",
		"Why did you leave early? I thought it was a lovely evening.":                  "lovely evening, too",
	} {
		assert.NotContains(t, strings.Join(toldOf(body), " / "), not, body)
	}
}

// TestAnswersStayInTheFieldsOfTheMail: what a ready answer names belongs to what the mail is
// about.
func TestAnswersStayInTheFieldsOfTheMail(t *testing.T) {
	t.Parallel()
	p := newPlanner(In{})
	p.think = thinkOf("en")
	p.mail.Told = []string{"The oak floor in the hallway was laid last week."}
	set := shapeSets()["en"]()
	for line, want := range map[string]bool{
		"It drips all night, and the wall behind it is damp.": false,
		"Two boards have come loose at the door.":             true,
		"Nothing in particular.":                              true,
		"The choir sang well.":                                false,
	} {
		assert.Equal(t, want, p.inField(set, line, 0) > strangeLine, line)
	}
}
