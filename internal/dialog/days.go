package dialog

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// eachDay takes the days to choose among one by one: those of "Monday to Saturday" and of
// "weekends". One day of "Tuesdays at 4" is a Tuesday.
func (p *planner) eachDay(options []string) []string {
	var out []string
	for _, o := range options {
		words := strings.Fields(o)
		from, to := -1, -1
		for i, w := range words {
			if from = p.think.weekday(strings.ToLower(strings.Trim(w, ",."))); from >= 0 {
				if i+2 < len(words) && p.think.sets["till"][stem(strings.ToLower(words[i+1]))] {
					to = p.think.weekday(strings.ToLower(strings.Trim(words[i+2], ",.")))
				}
				break
			}
		}
		switch {
		case len(words) == 1 && p.think.sets["weekends"][stem(strings.ToLower(o))]:
			out = append(out, p.think.weekdays[6], p.think.weekdays[0])
		case to >= 0:
			for d := from; len(out) < maxItems; d = (d + 1) % 7 {
				out = append(out, p.think.weekdays[d])
				if d == to {
					break
				}
			}
		case from >= 0:
			for i, w := range words {
				if day := p.think.weekdays[from]; strings.EqualFold(w, day+"s") {
					words[i] = day
				} else if one, ok := strings.CutSuffix(w, "s"); ok && i > 0 && p.think.sets["day parts"][stem(one)] {
					words[i] = one
				}
			}
			out = append(out, strings.Join(words, " "))
		default:
			out = append(out, o)
		}
	}
	return out[:min(len(out), maxItems)]
}

// theDay is a day of the month as one names it: "the 30th".
func (p *planner) theDay(s string) string {
	form := p.think.form["the day"]
	first, _, _ := strings.Cut(s, " ")
	n := strings.TrimRightFunc(first, unicode.IsLetter)
	if n == "" || n == first || len(n) > 2 || strings.ContainsFunc(n, func(r rune) bool { return !unicode.IsDigit(r) }) || !slices.Contains(p.think.lines("ordinal ends"), first[len(n):]) {
		return s
	}
	return strings.ReplaceAll(form, "{n}", s)
}

// until is the day by which a mail says that something must be, of several that it names;
// empty for none.
func (p *planner) until(g gist.Gist) string {
	for _, text := range g.Told {
		joined := p.spaced(text)
		for _, d := range p.days(g.Dates) {
			day := strings.Join(wordsOf(d), " ")
			if slices.ContainsFunc(p.think.lines("by then"), func(lead string) bool { return strings.Contains(joined, " "+lead+" "+day+" ") }) {
				return d
			}
		}
	}
	return ""
}

// weekSaid is a day as the week that it is in, where a week is asked for.
func (p *planner) weekSaid(it *item, value string) string {
	form := p.think.form["week of"]
	if form == "" || !p.holdsLine("which week", it.text) || len(it.options) > 1 {
		return value
	}
	at := p.think.read(value, p.Now)
	if !at.dated || strings.HasPrefix(value, strings.TrimSuffix(form, "{date}")) {
		return value
	}
	return strings.ReplaceAll(form, "{date}", p.think.dateIn("day", at.day.AddDate(0, 0, -(int(at.day.Weekday())+6)%7)))
}

// ruledOut reports whether the sender cannot on a day.
func (p *planner) ruledOut(day time.Time) bool {
	return slices.ContainsFunc(p.mail.Busy, func(s string) bool {
		m := p.think.read(s, p.Now)
		return m.dated && m.day.Equal(day) || !m.dated && m.weekday == int(day.Weekday())
	}) || p.notOn(day)
}

// possible moves a day on to one that the sender has not ruled out.
func (p *planner) possible(day time.Time) time.Time {
	for i := 0; i < 5 && p.ruledOut(day); i++ {
		day = workingDay(day, 1)
	}
	return day
}

// weekOf is the day of this week or the next one that a text is after, the n-th of those left.
func (p *planner) weekOf(text string, n int) (time.Time, bool) {
	switch {
	case p.holdsLine("next week", text):
		monday := midnight(p.Now).AddDate(0, 0, 1+(7-int(p.Now.Weekday()))%7)
		return monday.AddDate(0, 0, n%5), true
	case p.holdsLine("this week", text) && p.Now.Weekday() >= time.Monday && p.Now.Weekday() < time.Friday:
		return workingDay(p.Now, 1+n%(5-int(p.Now.Weekday()))), true
	}
	return time.Time{}, false
}

// seasonal is a day of the season, holiday or month that the mail names without a day, in
// words, empty where it names none: "when will you come?" of a mail about Easter.
func (p *planner) seasonal(it *item, r *rng.Rand) string {
	if len(p.mail.Around) == 0 || p.past(it.text) {
		return ""
	}
	season := p.mail.Around[0]
	for _, s := range p.mail.Around { // the question's own goes before
		if slices.Contains(p.words(it.text), s) {
			season = s
			break
		}
	}
	if lines := p.think.special("season leaving", []string{stem(season)}, nil); lines != nil && p.holdsLine("leaving again", it.text) {
		return rng.Pick(r, lines) // nobody leaves before they come
	}
	if lines := p.think.special("season", []string{stem(season)}, nil); lines != nil {
		return rng.Pick(r, lines)
	}
	month := p.think.month(season)
	if month == 0 {
		return ""
	}
	for _, d := range p.mail.Dates {
		if at := p.think.read(d, p.Now); p.out.Language == "en" && at.dated && int(at.day.Month()) == month && !p.holdsLine("before then", it.text) && p.inLimits(it, at.day).Equal(at.day) {
			return p.think.date(at.day) // "the 12th and 13th of March"
		}
	}
	first := dateNear(p.Now, 1, month, 0)
	if first.Before(p.Now) {
		return ""
	}
	return p.think.date(workingDay(first, r.Between(3, 17)))
}

// nth reads "the last Saturday of the month", "the first Friday in May": the index of the
// day in its month from 1, or -1 for the last one; 0 for none.
func (t *think) nth(words []string, now time.Time) (day time.Time, ok bool) {
	list := t.lines("nth")
	for i := 0; i+2 < len(words) && i < 12; i++ {
		n, weekday := slices.Index(list, words[i]), t.weekday(words[i+1])
		if n < 0 || weekday < 0 {
			continue
		}
		month, any := 0, false
		for _, w := range words[i+2 : min(len(words), i+6)] {
			w = strings.Trim(w, ".,;!?")
			any = any || w == t.form["month"]
			month = max(month, t.month(w))
		}
		if month == 0 && !any {
			continue
		}
		for ahead := range 13 {
			first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location()).AddDate(0, ahead, 0)
			if month > 0 && int(first.Month()) != month {
				continue
			}
			day = first.AddDate(0, 0, (weekday-int(first.Weekday())+7)%7+7*n)
			if n == len(list)-1 {
				day = first.AddDate(0, 1, -1)
				day = day.AddDate(0, 0, -((int(day.Weekday()) - weekday + 7) % 7))
			}
			if !day.Before(midnight(now)) {
				return day, true
			}
		}
	}
	return time.Time{}, false
}

// ordinalDay reads "the 5th", of this month or the next: 0 for none.
func (t *think) ordinalDay(words []string) int {
	for _, w := range words[:min(len(words), 6)] {
		d, month, _ := numeric(strings.Trim(w, ".,;!?"))
		if d > 0 && month == 0 && slices.ContainsFunc(t.lines("ordinal ends"), func(end string) bool { return strings.HasSuffix(strings.Trim(w, ".,;!?"), end) }) {
			return d
		}
	}
	return 0
}

// fixed reports whether a day was named for something that takes place on it, so that the
// answer is yes or no and no other day.
func (p *planner) fixed(it *item) bool {
	if it.kind != "" && !p.begins("would", it.text) {
		return false
	}
	text := strings.ToLower(it.text)
	return !strings.Contains(text, strings.ToLower(it.options[0])) && !slices.ContainsFunc(p.mail.Acts, func(a gist.Act) bool { return a.Kind == gist.Changing || a.Kind == gist.Offering })
}

// datedAsk reports whether a question of when hangs on a day that the mail names or on
// another one, so that no answer for any day will do: "When do you arrive and when do you leave?"
func (p *planner) datedAsk(it *item) bool {
	if !p.holdsLine("on a day", it.text) || p.holdsLine("starting", it.text) {
		return false
	}
	if len(p.mail.Around) > 0 || len(p.days(p.mail.Dates)) > 0 {
		return true
	}
	return slices.ContainsFunc(p.items, func(o item) bool { return o.ask == gist.AskDate && o.text != it.text && it.ask == gist.AskDate })
}

// afterwards is a day behind the one on which somebody comes, for the question of when they
// leave again.
func (p *planner) afterwards(it *item, r *rng.Rand) (time.Time, bool) {
	if !p.holdsLine("leaving again", it.text) {
		return time.Time{}, false
	}
	for _, m := range p.out.Moves {
		if at := p.think.read(m.Values["value"], p.Now); at.dated && (m.Slot == "answer.date" || m.Slot == "answer.meet") {
			return at.day.AddDate(0, 0, r.Between(1, 3)), true
		}
	}
	return time.Time{}, false
}
