package dialog

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

// reply is what a person of these tests answers to a mail, in one line: slots with values.
func replyTo(seed int, text string) (said []string, out Out) {
	i := in(fmt.Sprint(seed), gist.Read("A question", "Dear Bea,\n\n"+text+"\n\nBest,\nTom"))
	i.Me.Name, i.Me.Temperament, i.Prompt, i.unready = "Bea Novak", "procedural", true, true
	out = Plan(i)
	for _, m := range out.Moves {
		said = append(said, strings.TrimSpace(m.Slot+" "+m.Values["value"]+m.Values["stated"]))
	}
	return said, out
}

// TestDaysKeepToWhatIsPossible: days are within the limits that a mail sets, in the part of
// the day that it says is best.
func TestDaysKeepToWhatIsPossible(t *testing.T) {
	t.Parallel()
	think := thinkOf("en")
	day := func(n int) string { return think.dateIn("day", midnight(monday).AddDate(0, 0, n)) }
	for text, want := range map[string][2]int{
		"The new people get the keys on " + day(30) + ", so it has to be gone by " + day(20) + ". Which day could you do before then?": {0, 20},
		"She can go from " + day(18) + ". When are you coming for her?":                                                                {18, 26},
		"When are you going to cut it? Before " + day(5) + " would be good.":                                                           {0, 5},
		"I need it before " + day(4) + ". When could I have it back?":                                                                  {0, 4},
	} {
		for seed := range 8 {
			said, out := replyTo(seed, text)
			require.NotEmpty(t, out.Moves, text)
			found := false
			for _, m := range out.Moves {
				at := think.read(m.Values["value"], monday)
				if !at.dated {
					continue
				}
				found = true
				n := int(at.day.Sub(midnight(monday)) / (24 * time.Hour))
				assert.True(t, n >= want[0] && n <= want[1], "%s: %v", text, said)
			}
			assert.True(t, found, "%s: %v", text, said)
		}
	}
	for seed := range 8 {
		said, _ := replyTo(seed, "When could you come? Evenings are better.")
		assert.Regexp(t, `[5-9](:\d\d)? pm|in the evening`, said)
		said, _ = replyTo(seed, "We are interviewing between 9 and 12 on Thursday and Friday. Which day and what time would you prefer?")
		assert.Regexp(t, `answer.time (9|10|11)(:\d\d)? am|noon`, said)
	}
}

// TestWhenSomethingWas: what has been has a date in the past, what somebody wants to do one
// to come.
func TestWhenSomethingWas(t *testing.T) {
	t.Parallel()
	for text, past := range map[string]bool{
		"Please tell us the date you read the meter.":                             true,
		"Please tell us the date on which you moved in.":                          true,
		"When did you last have the oil changed?":                                 true,
		"Please send us the date of the transfer.":                                true,
		"Which day do you want to start, so that I do the last one before we go?": false,
		"Please tell me the date of the party.":                                   false,
	} {
		for seed := range 6 {
			said, out := replyTo(seed, text)
			require.Len(t, out.Moves, 1, text)
			at := thinkOf("en").read(out.Moves[0].Values["value"], monday)
			was := at.day.IsZero() || at.day.Before(monday)
			assert.Equal(t, past, was, "%s: %v", text, said)
		}
	}
}

// TestSomewhereIsAPlace: who is asked whether there is somewhere to park says where.
func TestSomewhereIsAPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Is there somewhere I can park the van?":                                                 `^answer.yes you can park the van (in|right|at) `,
		"Is there a place to park?":                                                              `^answer.yes you can park (in|right|at) `,
		"Is there somewhere near your plot they can tip it?":                                     `^answer.yes they can tip it `,
		"How many cases are there?":                                                              `^answer.number \d+$`,
		"How long have you been playing with her?":                                               `years`,
		"Would you have time for a short translation?":                                           `^answer.(yes|no)`,
		"How much of the budget have you used?":                                                  `percent|thirds|half`,
		"What are you earning at the moment?":                                                    `^answer.money £\d+,000$`,
		"What time do you finish on Thursdays?":                                                  `answer.time (4:30|4:45|5|5:15|5:30|5:45|6) pm`,
		"How much notice do you have to give?":                                                   `^answer.duration .*(month|week)`,
		"You want the back fence done. How long is it, roughly, and how high would you like it?": `^answer.(number|ready) .*[0-9]+ (metres|m long)`,
		"How old are they now?":                                                                  `^answer.number ([4-9]|1[0-3])$`,
		"How many miles do you do in a year?":                                                    `^answer.number (about )?(\d,|\d|1\d)\d\d\d`,
	} {
		for seed := range 6 {
			said, _ := replyTo(seed, text)
			require.NotEmpty(t, said, text)
			assert.Regexp(t, want, said[0], text)
		}
	}
}

// TestNobodyLeavesBeforeTheyCome: also where the days are those of a holiday.
func TestNobodyLeavesBeforeTheyCome(t *testing.T) {
	t.Parallel()
	for seed := range 8 {
		said, _ := replyTo(seed, "Are you coming to us for Easter? Which day do you arrive and when do you leave?")
		require.NotEmpty(t, said)
		assert.Regexp(t, `Easter Monday|Tuesday after Easter`, said[len(said)-1])
	}
}

// TestWhichDayWasNamed: one of those that the mail has, and not how long it is ago.
func TestWhichDayWasNamed(t *testing.T) {
	t.Parallel()
	for seed := range 8 {
		said, _ := replyTo(seed, "The paper says practice is on Wednesday, the calendar has Thursday. You have the hall key. Which day did they give us?")
		require.NotEmpty(t, said)
		assert.Regexp(t, `Wednesday|Thursday|wrote`, said[len(said)-1])
	}
}
