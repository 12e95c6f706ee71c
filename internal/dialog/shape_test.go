package dialog

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpenTextsAreSound(t *testing.T) {
	t.Parallel()
	place := regexp.MustCompile(`\{(?:1|he|He|him|his|His|is|was|has|does|s|(?:€|day |week )?[0-9]+-[0-9]+(?: by [0-9]+)?)\}`)
	for _, code := range lang.Codes() {
		set, err := parseShapes(lang.Open(code))
		require.NoError(t, err, code)
		var shapes []*shape
		for _, list := range set.byFirst {
			for _, f := range list {
				shapes = append(shapes, f.shape)
			}
		}
		for _, list := range set.things {
			shapes = append(shapes, list...)
		}
		for _, s := range shapes {
			for _, line := range s.lines {
				assert.NotContains(t, place.ReplaceAllString(line, ""), "{", line)
			}
		}
	}
	for bad, what := range map[string]string{"[what is * like]\n": "has no answer", "Yes.": "stands in no section", "[a b]\n" + strings.Repeat("x", 200): "is longer"} {
		_, err := parseShapes(bad)
		assert.ErrorContains(t, err, what)
	}
}

// toldOf are the values that a person answers a mail with.
func toldOf(body string) (out []string) {
	for _, m := range Plan(In{Seed: "1", Mails: []gist.Gist{gist.Read("", body)}, Me: Person{Name: "Sam Turner", Address: "sam@acme.example", Temperament: "responsive"}, You: Correspondent{Address: "a@b.example"}}).Moves {
		out = append(out, m.Values["value"])
	}
	return out
}

// TestOpenQuestionsAreAnsweredByTheirForm: with what was asked for, of whom it was asked,
// in the scene of the mail.
func TestOpenQuestionsAreAnsweredByTheirForm(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"We'd love to take the cottage. What is the beach like for small children?":                        "sandy|shallow",
		"Dear Dr Bates,\n\nCould you tell us what her main strengths are?":                                 "^She is ",
		"Bramble is settling in but she won't eat. What did you feed her?":                                 "tin",
		"I have changed the end of my story, the last chapter is new. What do you make of it?":             "read on",
		"Ben, what are we doing for Mum's 70th?":                                                           "buffet|restaurant",
		"Your bag has not turned up. What make?":                                                           "It's an? ",
		"I can offer you £1,900 for the piano. How does that sound?":                                       "fair",
		"She wants to paint the bedroom green, the new tenant. What's your feeling?":                       "let ",
		"On your knee: what makes it better or worse?":                                                     "warmth|Warmth",
		"I've put the deck for Thursday on the drive. What do you think of the opening?":                   "slide|good",
		"Lot 9 is yours, £30 a year. What are you hoping to plant?":                                        "^Beans ",
		"So that your father feels at home: what does he like for breakfast?":                              "(?i)^toast",
		"Mum asked when you're coming. What shall I tell her?":                                             "Sunday",
		"We use two printers. Is there a reason, or is it just habit?":                                     "history",
		"The mill is leaving us, and we won't get them back. What should we do differently with the rest?": "^[^q]*$",
		"The box came crushed. Please let me know what you would like us to do, replace it or refund it?":  "replace|refund|quick",
		"Why did the yellow not work for you last time?":                                                   "strong for me",
		"I liked the thesis. Why did you leave out the part-time nurses? The sample is odd without them.":  "^There was|^There were",
		"Do you know who the building's insurance is with?":                                                "^[^,]*$",
		"Which two suppliers gave you the most trouble?":                                                   " and ",
		"What made Ida choose the trumpet?":                                                                "concert",
		"What do you think about hiring somebody to help Mum, the agency takes £20 an hour?":               "at home",
		"How did you feel about the motorway on Friday?":                                                   "unsure",
		"Could you tell us how many cars you need? The chapel is booked for the funeral.":                  "^One will|^Two, please",
		"I'd like to hear from you about the testers: how do you actually find them?":                      "friends",
	} {
		told := toldOf(body)
		require.NotEmpty(t, told, body)
		assert.Regexp(t, want, told[len(told)-1], body)
	}
}

// TestLeadingQuestionsStayLeads: "what do you think" before a choice asks for that.
func TestLeadingQuestionsStayLeads(t *testing.T) {
	t.Parallel()
	told := toldOf("We could paint the hall. What do you think? Should it be white or grey?")
	require.Len(t, told, 1)
	assert.Regexp(t, "white|grey", told[0])
}

// TestWhatIsReadyFitsTheScene: a shape of the scene goes before a whole answer, one that no
// scene narrows behind it, and nothing is said twice.
func TestWhatIsReadyFitsTheScene(t *testing.T) {
	t.Parallel()
	told := toldOf("Grace hasn't touched her lunch all week. What does she eat at home?")
	require.Len(t, told, 1)
	assert.NotRegexp(t, "tin|dry", told[0])
	told = toldOf("My tomatoes have brown spots at the bottom. What could it be? What did I do wrong?")
	assert.Len(t, told, 1)
	told = toldOf("Connie, which of the two coach firms did you like better, and why?")
	assert.Len(t, told, 1, "the answer has its reason")
}

// TestOneWordIsNoClass: a word somewhere in a question that says more tells nothing of what
// is asked for.
func TestOneWordIsNoClass(t *testing.T) {
	t.Parallel()
	for body, not := range map[string]string{
		"What did you use on your old shed roof last summer?":                      "spreadsheet",
		"How do you keep wallpaper from peeling off an old wall without the glue?": "train",
	} {
		for _, s := range toldOf(body) {
			assert.NotContains(t, s, not, body)
		}
	}
}

// TestFollowUpsArePromised: who wants to be told of what comes is promised that, and who
// only asks for the answer gets nothing beside it.
func TestFollowUpsArePromised(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Would you please delete the file without opening it, and let me know once it's gone?": "I will let you know once it is gone",
		"Please fix the gate, and tell me when it's done.":                                     "I will let you know when it is done",
	} {
		told := toldOf(body)
		require.NotEmpty(t, told, body)
		assert.Equal(t, want, told[len(told)-1], body)
	}
	assert.Len(t, toldOf("Would you like to stay? Please let me know by 1 June so that I can prepare the papers."), 1)
}

// TestStatementsThatAskAreTurned: "he wants to know what it was like" asks what it was like.
func TestStatementsThatAskAreTurned(t *testing.T) {
	t.Parallel()
	told := toldOf("My grandson is writing about the strike and wants to know what it was like in the canteen.")
	require.NotEmpty(t, told)
	assert.Contains(t, told[0], "loud")
	assert.NotContains(t, toldOf("Which version of the program are you using?")[0], "spreadsheet")
	assert.NotContains(t, strings.Join(toldOf("Should we move the party to the 18th or put up a tent? What do you think?"), " "), "good idea")
}

// TestRequestsKeepTheirBounds: what somebody would do themselves is agreed to, what they only
// want it for is not promised, and what they want by a day is promised by that day.
func TestRequestsKeepTheirBounds(t *testing.T) {
	t.Parallel()
	moves := func(body string) []Move {
		return Plan(In{Seed: "1", Mails: []gist.Gist{gist.Read("", body)}, Me: Person{Name: "Sam Turner", Address: "sam@acme.example", Temperament: "responsive"}, You: Correspondent{Address: "a@b.example"}}).Moves
	}
	assert.Equal(t, "Of course, please do", moves("It was close, and I'd like to keep your letter in case we need a second pair of hands in spring.")[0].Values["value"])
	assert.NotContains(t, moves("Could you send me your hours so that I can close the file?")[0].Values["topic"], "file")
	for _, m := range moves("Can you take your car? We need two cars, and Jim can only take three people.") {
		assert.NotContains(t, m.Values["doing"], "need")
	}
	for seed := range 6 {
		out := Plan(In{Seed: rng.Seed(string(rune('a' + seed))), Mails: []gist.Gist{gist.Read("", "Please send the report by Thursday.")}, Me: Person{Address: "sam@acme.example", Temperament: "responsive"}})
		assert.Equal(t, "by Thursday", out.Moves[0].Due)
	}
}

// TestVersionBesideAChoice: a version is told beside two systems to choose from.
func TestVersionBesideAChoice(t *testing.T) {
	t.Parallel()
	told := toldOf("It crashes. Which version of the program are you running, and is it on Linux or on a Mac?")
	assert.Regexp(t, `^\d+\.\d`, told[0])
}

// TestChoicesKeepTheirEnd: what a value has no room for is not said as a whole clause.
func TestChoicesKeepTheirEnd(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"Can you check your camera or the bay for pallet 3?",
		"Does your price include taking away the old asbestos cement sheets from the yard behind the barn, or only the fixing down?",
		"Which of the two chairs would be easier to carry up three flights of stairs and round the last corner, the oak or the beech?",
	} {
		for _, said := range toldOf(body) {
			assert.NotRegexp(t, `(^| )(the|and|of|let you|from|up|round|behind)$`, said, body)
		}
	}
}
