package dialog

import (
	"slices"
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOpenQuestionsAreAnsweredInTheScene: one question has another answer in each kind of
// mail, and one for any where no scene is told.
func TestOpenQuestionsAreAnsweredInTheScene(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"You've had the new app for two weeks now, and the website too. What annoys you?": "logs me out|search|click",
		"Welcome to the allotment. What annoys you about the weeds?":                      "slugs",
		"It's been a month. What annoys you?":                                             "longer than it should",
		"The choir was rather flat at the concert. What could we do better?":              "rehearsal",
		"The kitchen and the bathroom are over what you have. What would you leave out?":  "dishwasher|island",
		"Why did the builders' inspection get pushed back? The roof is open.":             "builder",
		"Why didn't you come to the rehearsal? The altos missed you.":                     "voice",
		"How's the page doing on the new website?":                                        "rings|find their way",
		"How did your talk go on Thursday?":                                               "questions",
		"How did the exam go?":                                                            "passed",
		"What would you say is the biggest risk for the horse?":                           "bang|^Only",
		"How did you get the drivers to join in?":                                         "cake|keen",
		"Tilda hasn't been herself in class. How does she talk about school?":             "^She never",
		"Why does the father never speak in the novel? The chapter is lovely.":            "wonder",
		"What happens to the dog at the end of the novel?":                                "open",
		"Our members want to know: what keeps you from coming to the gym more often?":     "time",
		"What does your wife think of the plan for the office?":                           "^She has|^She only",
		"We're the optician. What do you use your glasses for?":                           "screen",
		"Why do you think the customers are leaving the shop?":                            "parking|dearer|cheaper",
		"Hi, what does the baby eat at the nursery, and what comforts him?":               "rabbit",
		"Sam, what are your plans for the summer?":                                        "sea",
		"What did the engineer do?":                                                       "seal",
		"What happened to the blue mugs?":                                                 "the blue mugs",
		"How did Mum take it when you told her?":                                          "feared",
		"How do I tell Jenny that she isn't playing on Saturday?":                         "kindly",
		"What's the noise like at night in your street?":                                  "clock",
		"What do the hikers need to bring on the hike?":                                   "shoes",
	} {
		told := toldOf(body)
		require.NotEmpty(t, told, body)
		assert.Regexp(t, want, strings.Join(told, " / "), body)
	}
}

// TestAnswersOfAFormFitWhateverItLetsIn: what asks for something else gets no answer of it.
func TestAnswersOfAFormFitWhateverItLetsIn(t *testing.T) {
	t.Parallel()
	for body, not := range map[string]string{
		"Which lessons should people be able to book online?":              "ask early",
		"Please tell us what you mean to do about the weeds and the shed.": "more time",
		"Why, or why not?":                "come this way",
		"How did you sleep at the hotel?": "Step by step",
		"How is it going with the hearing aids, are you getting used to them?":   "half way",
		"What do we need to bring for the hike?":                                 "cake",
		"I'm the new physio. What brings you to us?":                             "cake",
		"The oven is broken. What did you do last time?":                         "9:00",
		"What should your successor watch out for?":                              "happy end",
		"You've read it to the class. How does she talk about school?":           "keep the books",
		"It must be, what, ten years since we sat in your kitchen. How are you?": "ten",
		"What do you enjoy most about the driving?":                              "was prepared",
		"A note of what the payment of £2,500 to J. Doyle was for":               "bank transfer",
		"What role do you see for the volunteers?":                               "orders",
		"What does your instructor say?":                                         "guitar",
		"How do you keep the blight off your tomatoes?":                          "drawer",
		"How come the invoice is higher than the quote?":                         "last longer",
	} {
		assert.NotContains(t, strings.Join(toldOf(body), " / "), not, body)
	}
}

// TestSubjectsTellTheScene: what a mail is about often stands above it alone.
func TestSubjectsTellTheScene(t *testing.T) {
	t.Parallel()
	out := Plan(In{Seed: "1", Mails: []gist.Gist{gist.Read("The new app", "You've had it for two weeks now. What annoys you?")}, Me: Person{Address: "sam@acme.example", Temperament: "responsive"}})
	require.NotEmpty(t, out.Moves)
	assert.Regexp(t, "logs me out|search|click", out.Moves[len(out.Moves)-1].Values["value"])
}

// TestScenesAreKnown: each scene that a line is for has its words.
func TestScenesAreKnown(t *testing.T) {
	t.Parallel()
	for _, code := range lang.Codes() {
		set, err := parseShapes(lang.Open(code))
		require.NoError(t, err)
		for _, list := range set.byFirst {
			for _, s := range list {
				for scene := range s.shape.staged {
					assert.True(t, slices.Contains(set.scenes, scene), scene)
				}
			}
		}
	}
	set, err := parseShapes("[scene car]\nvan engine\n[scene house]\nroof\n[what broke]\n@car The belt.\n@house {He} did.\nNothing.\n")
	require.NoError(t, err)
	s := set.byFirst["what"][0].shape
	for _, one := range []struct {
		scenes []string
		whom   string
		want   string
	}{{[]string{"car"}, "he", "The belt."}, {[]string{"house", "car"}, "he", "{He} did."}, {[]string{"house"}, "", "Nothing."}, {nil, "he", "Nothing."}} {
		lines, _ := s.answers(&shaped{stage: one.scenes, whom: one.whom}, true)
		assert.Equal(t, []string{one.want}, lines, one.scenes)
	}
	assert.Equal(t, []string{"car"}, set.stage([]string{"engine"}, []int{0, 1}))
	assert.Empty(t, set.stage(nil, []int{1, 1}), "a word of each")
}
