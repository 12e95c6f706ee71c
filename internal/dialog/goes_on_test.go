package dialog

import (
	"fmt"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
)

// TestWhoGoesOnToAskIsAgreedTo: a mail that asks what makes sense only after a yes gets one;
// alone, the same question may get a no.
func TestWhoGoesOnToAskIsAgreedTo(t *testing.T) {
	t.Parallel()
	will := ask(gist.AskYesNo, "the party", "Will you bring the tent to the party?")
	more := ask(gist.AskNumber, "guests", "How many guests will there be?")
	count := func(questions ...gist.Question) (no int) {
		for seed := range 200 {
			if slotsOf(Plan(in(fmt.Sprint(seed), gist.Gist{Questions: questions})))[0] == "answer.no" {
				no++
			}
		}
		return no
	}
	assert.Greater(t, count(will), 20)
	assert.Less(t, count(will, more), 14)
	more.If = -1
	assert.Greater(t, count(will, more), 20, "what is asked only after a no")
}

// TestInvitedAndAskedMore: who is invited and asked for more comes.
func TestInvitedAndAskedMore(t *testing.T) {
	t.Parallel()
	invited := gist.Act{Kind: gist.Inviting, Text: "Come to our party.", Topic: "the party", Plain: true}
	no := 0
	for seed := range 100 {
		out := Plan(in(fmt.Sprint(seed), gist.Gist{Acts: []gist.Act{invited}, Questions: []gist.Question{ask(gist.AskNumber, "guests", "How many will you be?")}}))
		if slotsOf(out)[0] == "invited.no" {
			no++
		}
	}
	assert.Less(t, no, 10)
}

// TestMovedDayIsNotAgreedTo: where days are offered for one that is given up, that one is
// not noted.
func TestMovedDayIsNotAgreedTo(t *testing.T) {
	t.Parallel()
	moved := gist.Act{Kind: gist.Changing, Text: "We have to move the meeting because the room is taken on Monday.", Value: "Monday", Topic: "the meeting", Plain: true}
	out := Plan(in("moved", gist.Gist{Acts: []gist.Act{moved}, Questions: []gist.Question{ask(gist.AskMeet, "", "Would Tuesday or Wednesday be better?", "Tuesday", "Wednesday")}}))
	assert.Equal(t, []string{"answer.meet"}, slotsOf(out))
}

// TestUnseenIsNotAgreedTo: while the file is missing nobody agrees to what is in it, but a
// day can be told.
func TestUnseenIsNotAgreedTo(t *testing.T) {
	t.Parallel()
	out := Plan(in("unseen", gist.Gist{
		Acts:      []gist.Act{{Kind: gist.NoAttachment, Text: "The quote is attached.", Topic: "the quote", Plain: true}},
		Questions: []gist.Question{ask(gist.AskYesNo, "", "Do you want to go ahead?"), ask(gist.AskDate, "the delivery", "When do you need the delivery?")},
	}))
	assert.Equal(t, []string{"attachment.missing", "answer.date"}, slotsOf(out))
}

// TestFactInTheWordsOfItsQuestion: a figure of the case stands in a sentence about what was asked.
func TestFactInTheWordsOfItsQuestion(t *testing.T) {
	t.Parallel()
	q := ask(gist.AskNumber, "heater", "How old is the heater?")
	q.Kind, q.Of = "how", gist.OfReader
	brief := in("fact", gist.Gist{Questions: []gist.Question{q}})
	brief.Case.Facts = map[string]string{"age of the heater": "18 years"}
	out := Plan(brief)
	assert.Equal(t, "fact", out.Moves[0].Slot)
	assert.Equal(t, "the heater is", out.Moves[0].Values["before"])
}

// TestPrivateMailGetsPrivateAnswers: friends do not meet in a meeting room, or by the dozen.
func TestPrivateMailGetsPrivateAnswers(t *testing.T) {
	t.Parallel()
	for seed := range 50 {
		g := gist.Gist{Private: true, Questions: []gist.Question{
			{Ask: gist.AskPlace, Kind: "where", Text: "Where do we meet?"},
			{Ask: gist.AskTime, Kind: "what", Text: "What time should we start?"},
			{Ask: gist.AskNumber, Kind: "how many", Text: "How many people will there be?", Unit: "people"},
		}}
		out := Plan(in(fmt.Sprint(seed), g))
		assert.Contains(t, thinkOf("en").pools["place private"][0].lines, out.Moves[0].Values["value"])
		at := thinkOf("en").read(out.Moves[1].Values["value"], monday)
		assert.GreaterOrEqual(t, at.minutes, 17*60)
		assert.LessOrEqual(t, len(out.Moves[2].Values["value"]), 1, "a single digit")
	}
}

// TestHowSomebodyIs: who or what is asked after is told of, in a sentence of its own.
func TestHowSomebodyIs(t *testing.T) {
	t.Parallel()
	for text, section := range map[string]string{
		"How is your mother doing?": "persons well", "How is the new job?": "things well", "How sure are you of that?": "sure",
	} {
		kind := gist.AskHow
		if section == "persons well" {
			kind = gist.AskFeeling
		}
		out := Plan(in(text, gist.Gist{Questions: []gist.Question{{Ask: kind, Kind: "how", Text: text, Topic: "the matter", Of: gist.OfReader}}}))
		assert.Equal(t, []string{"answer.ready"}, slotsOf(out), text)
		assert.Contains(t, thinkOf("en").lines(section), out.Moves[0].Values["value"], text)
	}
}

// TestWhatIsAskedByItsNoun: a noun such as "number" does not make a question one for a number.
func TestWhatIsAskedByItsNoun(t *testing.T) {
	t.Parallel()
	plan := func(q gist.Question) string {
		return slotsOf(Plan(in(q.Text, gist.Gist{Questions: []gist.Question{q}})))[0]
	}
	assert.Contains(t, plan(gist.Question{Ask: gist.AskPhone, Of: gist.OfReader, Text: "May I use your phone number as a contact?"}), ".leave")
	assert.Contains(t, []string{"answer.yes", "answer.no"}, plan(gist.Question{Ask: gist.AskStatus, Of: gist.OfReader, Text: "Have you heard from Paul?"}))
	assert.Equal(t, "answer.defer", plan(gist.Question{Ask: gist.AskWhat, Kind: "what", Text: "What is the difference between the two plans?"}))
	assert.Equal(t, "answer.defer", plan(gist.Question{Ask: gist.AskNumber, Kind: "how", Text: "How big are the branches?"}), "not how many")
}

// TestHowMuchOfAMass: what is not counted has a measure or a share.
func TestHowMuchOfAMass(t *testing.T) {
	t.Parallel()
	much := func(unit string) string {
		q := gist.Question{Ask: gist.AskNumber, Kind: "how much", Unit: unit, Text: "How much " + unit + " do we need?"}
		return Plan(in(unit, gist.Gist{Questions: []gist.Question{q}})).Moves[0].Values["value"]
	}
	assert.Regexp(t, `\d+ litres$`, much("milk"))
	assert.Contains(t, thinkOf("en").lines("amount"), much("sand"))
}

// TestSomeOfThose: of the things that were just counted no more can be had than there are.
func TestSomeOfThose(t *testing.T) {
	t.Parallel()
	for seed := range 50 {
		out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{
			{Ask: gist.AskNumber, Kind: "how many", Unit: "chairs", Text: "How many chairs are there?"},
			{Ask: gist.AskNumber, Kind: "how many", Text: "how many can we borrow?"},
		}}))
		var n [2]int
		for i := range n {
			_, err := fmt.Sscan(out.Moves[i].Values["value"], &n[i])
			assert.NoError(t, err)
		}
		assert.LessOrEqual(t, n[1], n[0])
	}
}

// TestQuestionsReadByTheirWords: each text is answered by a move of one of the slots.
func TestQuestionsReadByTheirWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Until when is the office open today?":              {"answer.time", "answer.ready"},
		"Until when can you keep the van?":                  {"answer.deadline", "answer.date"},
		"Do you know when the post office closes?":          {"answer.time"},
		"On which days do you work from home?":              {"answer.date", "answer.ready"},
		"Which of the three offers do you like best?":       {"answer.first", "answer.either"},
		"Any idea who took the projector?":                  {"answer.unknown"},
		"Any news from the bank?":                           {"answer.ready"},
		"Did you enjoy the concert?":                        {"answer.yes", "answer.no"},
		"Are you happy with the result?":                    {"answer.yes", "answer.no"},
		"How sure are you of the date, 0 to 5?":             {"answer.rating"},
		"Do you have other pets, or small children?":        {"answer.yes", "answer.no"},
		"Is the phone number right?":                        {"answer.yes", "answer.no"},
		"How many would come from your house?":              {"answer.number"},
		"And what about the garden?":                        {"answer.defer"},
		"Are you feeling better?":                           {"answer.yes", "answer.no"},
		"How are you?":                                      {"answer.feeling.good", "answer.feeling.soso"},
		"How many vans do you have and who may drive them?": {"answer.number", "answer.ready"},
	} {
		out := Plan(in(text, gist.Read("Question", "Hi Mara,\n\n"+text+"\n\nAnna")))
		assert.Contains(t, want, out.Moves[0].Slot, text)
		assert.NotContains(t, out.Moves[0].Values["value"], "square", "not how large")
	}
}
