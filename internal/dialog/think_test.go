package dialog

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
)

// onlyEnglish are sections of what English alone says: its "any" and its short answers.
var onlyEnglish = map[string]bool{
	"bare side": true, "asks progress": true, "would bid": true, "tells by bid": true, "shall i": true, "still lacks": true, "is an ability": true, "reason leave": true, "bids": true, "asking round": true, "asked round": true, "if you can": true, "send me": true, "that alone": true, "whether leads": true, "of somebody else": true, "bare bid": true, "what is yours": true, "yours of": true, "its name": true, "says words": true, "say phone": true, "somebody is to": true, "once more together": true, "dead thing": true, "those who": true, "lacking it": true, "agreed deed": true, "sided": true, "likened": true, "in agreement": true, "to be discussed": true,
	"echo": true, "any word": true, "any no more": true, "any but": true, "anything goes": true, "any none": true, "none of": true, "none": true, "none else": true,
	"version of a text": true, "days had": true, "till now": true, "coming in": true, "old people": true, "own party": true, "is so when": true, "taken up": true, "there when": true, "asks the way": true, "comes to an end": true,
	"nothing": true, "nothing else": true, "nothing for me": true, "nobody": true, "nobody else": true, "for you": true, "only doubts": true, "does it": true, "a wish": true, "time told": true, "better of two": true, "done by them": true, "offers help": true, "help offered": true,
	"may be hindered": true, "hindrance": true, "may we meet": true, "or not": true, "asks nothing": true, "in that case": true, "not sure whether": true, "known": true, "any preference": true, "heard or seen": true, "by whom": true, "done by one": true, "honours": true, "honoured": true, "joining in": true, "troubles": true, "sees trouble": true, "no trouble at all": true, "pointed at": true, "that suits one": true, "that suit more": true, "goes well": true, "or else": true, "dares ask": true, "dared": true, "told of others": true, "small numbers": true, "is it you": true, "is it so": true, "making up": true, "not owed": true, "checks whether": true, "would be willing": true, "bring any": true, "may bring": true, "bring nothing": true, "any of you": true, "told in need": true, "has been": true, "expects yes": true, "agreed tags": true, "deal": true, "denying": true, "before a bid": true, "no bidding": true,
}

// TestEveryLanguageHasWhatEnglishHas: a section for all questions that is missing would
// leave an answer without its value.
func TestEveryLanguageHasWhatEnglishHas(t *testing.T) {
	t.Parallel()
	english, values := thinkOf("en"), parseThink(lang.Values("en")).pools
	for code, think := range thinks() {
		assert.Len(t, think.weekdays, 7, code)
		assert.Len(t, think.months, 12, code)
		for key := range english.form {
			assert.NotEmpty(t, think.form[key], "%s: form %s", code, key)
		}
		for section := range english.pools {
			if english.lines(section) == nil || values[section] != nil {
				continue
			}
			if !onlyEnglish[section] {
				assert.NotEmpty(t, think.lines(section), "%s: section %s", code, section)
			}
			if strings.HasPrefix(section, "number") || strings.HasPrefix(section, "money") {
				for _, line := range think.lines(section) {
					low, high, step, _ := span(line)
					assert.Less(t, low, high, line)
					assert.Positive(t, step)
				}
			}
		}
	}
}

// TestDatesAreReadAndSaid: every day of a year is read as it is said.
func TestDatesAreReadAndSaid(t *testing.T) {
	t.Parallel()
	for code, think := range thinks() {
		for n := range 300 {
			day := midnight(monday).AddDate(0, 0, n)
			for _, mail := range []gist.Gist{{}, {Dates: []string{"16:00"}}} { // "4:30 pm", and "16:30"
				p := &planner{think: think, mail: mail, out: Out{Language: code}}
				m := think.read(p.moment(day, 16*60+30), monday)
				assert.True(t, m.dated && m.day.Equal(day), "%s: %s", code, think.date(day))
				assert.Equal(t, 16*60+30, m.minutes)
				assert.Equal(t, int(day.Weekday()), m.weekday)
			}
		}
	}
}

func TestDatesOfMailsAreRead(t *testing.T) {
	t.Parallel()
	day := func(month time.Month, d int) string {
		return time.Date(2026, month, d, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	for text, want := range map[string]struct {
		day     string
		dated   bool
		minutes int
	}{
		"Tuesday 10:00":                  {day(11, 24), false, 600},
		"Monday":                         {day(11, 30), false, -1},
		"tomorrow at 4 pm":               {day(11, 24), false, 16 * 60},
		"24th November":                  {day(11, 24), true, -1},
		"24.11.2026":                     {day(11, 24), true, -1},
		"2026-11-24":                     {day(11, 24), true, -1},
		"31 February":                    {"0001-01-01", false, -1},
		"the 20th":                       {day(12, 20), true, -1},
		"Friday the 27th":                {day(11, 27), true, -1},
		"the last Saturday of the month": {day(11, 28), true, -1},
		"the first Friday in December":   {day(12, 4), true, -1},
		"12am":                           {"0001-01-01", false, 0},
		"Thu, 26 Nov, 9.30am":            {day(11, 26), true, 9*60 + 30},
	} {
		m := thinkOf("en").read(text, monday)
		assert.Equal(t, want.day, m.day.Format(time.DateOnly), text)
		assert.Equal(t, want.dated, m.dated, text)
		assert.Equal(t, want.minutes, m.minutes, text)
	}
}

// TestWordsOf: words are runs of letters and digits of any script.
func TestWordsOf(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"it", "s", "9", "30", "größe", "été", "いい"}, wordsOf("It's 9:30 – Größe? Été… いい!"))
	assert.Empty(t, wordsOf(" …?! "))
}
