package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestQuestionsTakeTheDaysOffered: a question of when has the days that the mail offers, and
// another question beside it has none of them.
func TestQuestionsTakeTheDaysOffered(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][][]string{
		"We deliver on Tuesdays and Fridays. Which day is better for you, and on which floor do you live?":                     {{"Tuesdays", "Fridays"}, nil},
		"The engineer could come on Thursday or Friday. Which would suit you, and will somebody be at home?":                   {{"Thursday", "Friday"}, nil},
		"I'm free Monday and Thursday evenings. Fancy a drink?":                                                                {{"Monday evenings", "Thursday evenings"}},
		"I'm available Tuesday from 1 to 4, Wednesday all day and Friday before noon. What works best on your side?":           {{"Tuesday from 1 to 4", "Wednesday", "Friday before noon"}},
		"We are open Monday to Saturday from 9 to 6. When would you like to come in?":                                          {{"Monday to Saturday from 9 to 6"}},
		"I can't do Thursday, but Tuesday and Sunday are possible. Which day do you want?":                                     {{"Tuesday", "Sunday"}},
		"The hall is free on the 5th and the 12th. Which date do you want?":                                                    {{"the 5th", "the 12th"}},
		"We invite you for an interview on 6 or 7 March. Which day suits you?":                                                 {{"6 March", "7 March"}},
		"Both the lake cottage (120 a night) and the garden cottage (95 a night) are free. Which one would you like?":          {{"the lake cottage", "the garden cottage"}},
		"I need to know: do you want a single or a double room, and do you eat meat?":                                          {{"a single", "a double room"}, nil},
		"What colour did you decide on, the dark green or the brown?":                                                          {{"the dark green", "the brown"}},
		"Breakfast is served from 7 to 10. At what time will you arrive?":                                                      {nil},
		"You are booked from 3 to 6 May. At what time will you arrive?":                                                        {nil},
		"The party is on Saturday. When did you buy the cake?":                                                                 {nil},
		"Can you play? Let me know by Friday so I can ask someone else if not.":                                                nil,
		"Do you prefer A (blue) or B (green)?":                                                                                 {{"A", "B"}},
		"You can pick it up from our office, or I can bring it to your desk. What do you prefer?":                              {{"pick it up from your office", "bring it to my desk"}},
		"I can offer you a lighter shade, or you wait five weeks for the original. What would you like to do?":                 {{"the lighter shade", "wait five weeks for the original"}},
		"Do you want a slot on Friday, or shall I put you on the waiting list?":                                                {{"I want a slot on Friday", "you can put me on the waiting list"}},
		"We have two hotels: one in the centre for 140 a night and one near the beach for 115 a night. Which one may we book?": {{"the one in the centre", "the one near the beach"}},
		"How long will it take, do you think?":                                                                                 {nil},
		"The covers:\n1. The harbour\n2. The market\nWhich one should go on the front?":                                        {{"the harbour", "the market"}},
	} {
		g := Read("", text)
		require.Len(t, g.Questions, len(want), text)
		for i, q := range g.Questions {
			assert.ElementsMatch(t, want[i], q.Options, text)
		}
	}
}

func TestDaysRuledOutAndSeasons(t *testing.T) {
	t.Parallel()
	g := Read("", "Lunch this week? I can do any day but Wednesday, and Friday is full. We thought of Easter, or of July.")
	assert.Equal(t, []string{"Wednesday", "Friday"}, g.Busy)
	assert.Equal(t, []string{"easter", "july"}, g.Around)
	assert.Equal(t, []string{"the last Saturday of the month"}, Read("", "We move on the last Saturday of the month.").Dates)
}

// TestTwoDaysForOneThing: a mail that tells one day and expects its reader on another one
// contradicts itself; one that moves something, offers days or sets a limit does not.
func TestTwoDaysForOneThing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"The training is on Wednesday, April 17. Please be there at 9 on Thursday.":                          "Wednesday, April 17|Thursday",
		"The workshop is on Thursday the 14th. Tell me if you can come. See you on Friday the 15th!":         "Thursday the 14th|Friday the 15th",
		"The concert is on Saturday 20 June. Please keep Saturday 27 June free for it.":                      "Saturday 20 June|Saturday 27 June",
		"We can start on Tuesday 11 June. As agreed we begin on Wednesday 12 June.":                          "Tuesday 11 June|Wednesday 12 June",
		"The workshop is on Thursday. Please tell me by Friday. See you there!":                              "",
		"The Monday class is full. There's still room on Wednesday and on Friday. Do you want one of those?": "",
		"The training is on Wednesday. Please be there at 9 on Wednesday.":                                   "",
		"I was told on Monday that my account would be unlocked. It is now Wednesday.":                       "",
		"The samples should be with you on Thursday. I'd be free on Tuesday or on Friday.":                   "",
		"What was the £1,250 on 3 October? The deadline is 7 December.":                                      "",
	} {
		got := ""
		for _, a := range Read("", text).Acts {
			if a.Kind == Contradicting {
				got = a.Value
			}
		}
		assert.Equal(t, want, got, text)
	}
}

func TestStatementsOfWhatIsDone(t *testing.T) {
	t.Parallel()
	if before, _ := Tell("en", "What time do you want?", AskTime, ""); before != "" {
		t.Error("nobody wants at nine: ", before)
	}
	assert.Equal(t, "we can swap", Restate("en", "Could we swap?", "").Yes)
	before, after := Tell("en", "How long will it take you to paint the shed?", AskDuration, "")
	assert.Equal(t, []string{"it will take me", "to paint the shed"}, []string{before, after})
	for _, a := range Read("", "Which one may we book for you?").Acts {
		assert.NotEqual(t, WantsApproval, a.Kind)
	}
}

func TestAThingAndItsDayAreProposed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Ask{"A hike on Saturday?": AskMeet, "Is it Saturday?": AskYesNo} {
		g := Read("", text)
		require.Len(t, g.Questions, 1)
		assert.Equal(t, want, g.Questions[0].Ask, text)
	}
}

// TestNounsBeforeCodes: "order" before a number of one is no command.
func TestNounsBeforeCodes(t *testing.T) {
	t.Parallel()
	assert.Empty(t, Read("", "Two covers came torn. order LN-30092").Requests)
	assert.NotEmpty(t, Read("", "Please order the 95 mm ones.").Requests)
}
