package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhatIsSaidSuitsTheQuestion in its tense: of a plan nobody tells how it was.
func TestWhatIsSaidSuitsTheQuestion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		question, line string
		want           bool
	}{
		{"how were you hoping to get up there", "I liked it, on the whole.", false},
		{"how are you coming down", "Quite well, it went smoothly.", true},
		{"how will you do it", "It was lovely.", false},
		{"how were you planning to travel", "I'd planned to take the train.", true},
		{"how do we handle the badges", "Consider it done. Two sets, please.", false},
		{"how do we handle the badges", "At the door, I'd say.", true},
		{"why was the van late", "I'm waiting for one last part.", false},
		{"why was the van late", "There was a hold-up on the way.", true},
		{"why did they go", "We want to be nearer to town.", false},
		{"why did they go", "They wanted to be nearer to town.", true},
		{"what is she like", "Very nice, once you got to know her.", false},
		{"what was she like", "Very nice, once you got to know her.", true},
		{"how do you feel about it", "I liked it.", true},
		{"how was it", "I liked it.", true},
	} {
		words, _ := asWords(c.question)
		assert.Equal(t, c.want, tenseOf(words).suits(c.line), "%s: %s", c.question, c.line)
	}
}

// TestWhatIsNoSentenceIsNotSaid: with two prepositions in a row, an article at its end.
func TestWhatIsNoSentenceIsNotSaid(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"at against the long wall", "in the room at of", "we take the", "the, by the window", "by the the door", "of at noon", "I would take my", "on Monday,", "because because it rained", "I keep it at in the shed"} {
		assert.False(t, formed(s), s)
	}
	for _, s := range []string{"", "from behind the shed", "out of the box", "I'd love to", "that's what I thought of", "it is on in the hall", "the one in the hall, by the door", "no, no", "what we had had before", "come in at six", "we had it in on Friday"} {
		assert.True(t, formed(s), s)
	}
}

// TestBroadFamiliesAreAnswered with what their form asks for.
func TestBroadFamiliesAreAnswered(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"How were you planning to get up to the lodge?":                                            "(?i)train|car|drive",
		"How do we handle the keys? I'm away until Thursday.":                                      "(?i)person|door",
		"What do I have to do about the refund?":                                                   "bank details",
		"Why was the tram so late on Sunday?":                                                      "hold-up|traffic|wrong",
		"Where would you like the dresser?":                                                        "wall|room|corner",
		"Where do you keep the ladder?":                                                            "shed|garage",
		"What would you like to eat on Sunday?":                                                    "pasta|salad|least work",
		"How did you get the cat to use the flap?":                                                 "(?i)patience|tries",
		"Who has the projector at the moment?":                                                     "I have",
		"What did they find when they dug up the drain?":                                           "feared|serious",
		"Why did you leave the choir?":                                                             "time|hoped",
		"How was the crossing? What was the hotel like? We might go in May.":                       "clean|Clean",
		"Who is looking after the stall, is that you or Berta?":                                    "me|I am|Berta",
		"How do you want to pay - shall I send you a bill, or would you rather do it at the door?": "bill|door",
		"How do you make the rope hold on the wet steel?":                                          "show you|speak|simply",
	} {
		assert.Regexp(t, want, toldOf(body), body)
	}
	assert.Len(t, toldOf("Who is looking after the stall, is that you or Berta?"), 1, "one name")
}
