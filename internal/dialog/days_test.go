package dialog

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestDaysAreChosenOneByOne: of opening days and weekends one day is chosen.
func TestDaysAreChosenOneByOne(t *testing.T) {
	t.Parallel()
	p := &planner{think: thinkOf("en")}
	assert.Equal(t, []string{"Monday", "Tuesday", "Wednesday", "Friday"}, p.eachDay([]string{"Monday to Wednesday", "Friday"}))
	assert.Equal(t, []string{"Saturday", "Sunday"}, p.eachDay([]string{"weekends"}))
	assert.Equal(t, []string{"Tuesday at 4", "on Monday evening", "6 March"}, p.eachDay([]string{"Tuesdays at 4", "on Monday evenings", "6 March"}))
}

// TestDaysKeepToTheMail: no day is named that the sender has ruled out, of another week than
// the one asked for, or away from the holiday that the mail is about.
func TestDaysKeepToTheMail(t *testing.T) {
	t.Parallel()
	for seed := range 20 {
		value := func(g gist.Gist) string {
			out := Plan(in(fmt.Sprint(seed), g))
			require.NotEmpty(t, out.Moves)
			return out.Moves[0].Values["value"]
		}
		q := gist.Question{Ask: gist.AskDate, Kind: "when", Text: "When will you come this week?", Of: gist.OfReader}
		assert.Contains(t, []string{"Tuesday 24 November", "Thursday 26 November", "Friday 27 November"}, value(gist.Gist{Questions: []gist.Question{q}, Busy: []string{"Wednesday"}}))
		q.Text, q.Kind = "Which day will you arrive?", "which"
		assert.Contains(t, []string{"Good Friday", "the Thursday before Easter", "Easter Saturday"}, value(gist.Gist{Questions: []gist.Question{q}, Around: []string{"easter"}}))
		assert.Contains(t, value(gist.Gist{Questions: []gist.Question{q}, Around: []string{"july"}}), "July")
		hour := gist.Question{Ask: gist.AskMeet, Text: "Is 7:30 ok?", Dates: []string{"7:30"}}
		m := thinkOf("en").read(value(gist.Gist{Questions: []gist.Question{hour}}), monday)
		assert.True(t, m.day.IsZero() && m.minutes >= 7*60+30, "an hour of the day that is known")
	}
}

// TestWhoComesLeavesAfterwards: "When do you arrive, and when do you leave?"
func TestWhoComesLeavesAfterwards(t *testing.T) {
	t.Parallel()
	come := gist.Question{Ask: gist.AskDate, Kind: "when", Text: "When do you arrive?", Of: gist.OfReader}
	leave := gist.Question{Ask: gist.AskDate, Kind: "when", Text: "when do you leave?", Of: gist.OfReader}
	for seed := range 12 {
		out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{come, leave}}))
		require.Len(t, out.Moves, 2)
		first, last := thinkOf("en").read(out.Moves[0].Values["value"], monday), thinkOf("en").read(out.Moves[1].Values["value"], monday)
		assert.True(t, first.dated && last.day.After(first.day), "%v %v", out.Moves[0].Values, out.Moves[1].Values)
	}
}

// TestWhoAsksTheDayComes: what is asked beside two days that contradict is not refused, and
// nothing is promised for the wrong one.
func TestWhoAsksTheDayComes(t *testing.T) {
	t.Parallel()
	g := gist.Read("Training", "The training is on Wednesday 17 June. Be there on Thursday at 9. Can you let me know if you will attend? Please keep Thursday free for it.")
	for seed := range 12 {
		out := Plan(in(fmt.Sprint(seed), g))
		require.Equal(t, "contradiction", out.Moves[0].Slot)
		for _, m := range out.Moves {
			assert.NotContains(t, []string{"do.yes", "do.no"}, m.Slot)
		}
	}
}

// TestFromAndTo: "When does it start and finish?"
func TestFromAndTo(t *testing.T) {
	t.Parallel()
	q := gist.Question{Ask: gist.AskTime, Kind: "when", Text: "When does it start and finish?"}
	out := Plan(in("a", gist.Gist{Questions: []gist.Question{q}}))
	require.NotEmpty(t, out.Moves)
	assert.Regexp(t, `^from (\d+(:\d\d)? [ap]m|noon) to (\d+(:\d\d)? [ap]m|noon)$`, out.Moves[0].Values["value"])
}

// TestAnAgreedChangeNeedsNoOtherWay: "The deadline is now Wednesday. Can you make it? If not,
// which parts could you have done?" And what is asked of other things is no day.
func TestAnAgreedChangeNeedsNoOtherWay(t *testing.T) {
	t.Parallel()
	p := &planner{think: thinkOf("en"), out: Out{Moves: []Move{{Slot: "changed"}}}}
	assert.True(t, p.idleIf(&item{only: -1}))
	assert.False(t, p.idleIf(&item{only: 1}))
	p.out.Moves[0].Slot = "answer.meet"
	other := item{ask: gist.AskChoice, kind: "which", text: "which documents should we have ready?", stems: p.think.stems("the documents")}
	assert.False(t, p.told(&other))
	other.text, other.stems = "which one is better?", nil
	assert.True(t, p.told(&other))
}

// TestHoursAreSaidAsTheMailSaysThem: "3 pm", and "15:00" to those who count so.
func TestHoursAreSaidAsTheMailSaysThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"What time do you get home from work?":                         `^\d+(:\d\d)? pm$`,
		"What time do you get home from work, if we start at 17:30?":   `^1[78]:\d\d$|^19:\d\d$`,
		"What time do you get home from work, if we start at 5:30 pm?": `^\d+(:\d\d)? pm$`,
	} {
		for seed := range 6 {
			out := Plan(in(fmt.Sprint(seed), gist.Gist{Language: "en", Questions: []gist.Question{{Ask: gist.AskTime, Kind: "what", Text: text, Of: gist.OfReader}}}))
			require.Len(t, out.Moves, 1)
			assert.Regexp(t, want, out.Moves[0].Values["value"], text)
		}
	}
}
