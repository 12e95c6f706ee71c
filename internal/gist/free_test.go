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
		"We deliver on Tuesdays and Fridays. Which day is better for you, and on which floor do you live?":            {{"Tuesdays", "Fridays"}, nil},
		"The engineer could come on Thursday or Friday. Which would suit you, and will somebody be at home?":          {{"Thursday", "Friday"}, nil},
		"I'm free Monday and Thursday evenings. Fancy a drink?":                                                       {{"Monday evenings", "Thursday evenings"}},
		"I'm available Tuesday from 1 to 4, Wednesday all day and Friday before noon. What works best on your side?":  {{"Tuesday from 1 to 4", "Wednesday", "Friday before noon"}},
		"We are open Monday to Saturday from 9 to 6. When would you like to come in?":                                 {{"Monday to Saturday from 9 to 6"}},
		"I can't do Thursday, but Tuesday and Sunday are possible. Which day do you want?":                            {{"Tuesday", "Sunday"}},
		"The hall is free on the 5th and the 12th. Which date do you want?":                                           {{"the 5th", "the 12th"}},
		"We invite you for an interview on 6 or 7 March. Which day suits you?":                                        {{"6 March", "7 March"}},
		"Both the lake cottage (120 a night) and the garden cottage (95 a night) are free. Which one would you like?": {{"the lake cottage", "the garden cottage"}},
		"I need to know: do you want a single or a double room, and do you eat meat?":                                 {{"a single", "a double room"}, nil},
		"What colour did you decide on, the dark green or the brown?":                                                 {{"the dark green", "the brown"}},
		"Breakfast is served from 7 to 10. At what time will you arrive?":                                             {nil},
		"You are booked from 3 to 6 May. At what time will you arrive?":                                               {nil},
		"The party is on Saturday. When did you buy the cake?":                                                        {nil},
		"Can you play? Let me know by Friday so I can ask someone else if not.":                                       nil,
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
