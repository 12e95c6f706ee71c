package dialog

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// dayField is what stands for a field of days in a ready answer: "{day 2-4}" is a working day
// to come, "{week 3-6}" the week of its month that is so many weeks ahead, "the second week
// of March". It is empty for other fields.
func (p *planner) dayField(r *rng.Rand, field string) string {
	kind, span, ok := strings.Cut(field, " ")
	if !ok || kind != "day" && kind != "week" {
		return ""
	}
	low, high, _, ok := figureSpan(span)
	if !ok {
		return ""
	}
	n := r.Between(low, high)
	if kind == "day" {
		return p.think.date(p.possible(workingDay(p.Now, n)))
	}
	day := midnight(p.Now).AddDate(0, 0, 7*n)
	weeks := strings.Fields(p.think.form["weeks"])
	if len(weeks) == 0 {
		return p.think.date(day)
	}
	return strings.NewReplacer("{nth}", weeks[min((day.Day()-1)/7, len(weeks)-1)], "{month}", p.think.months[day.Month()-1]).Replace(p.think.form["week of month"])
}

// doesIt says who it is together with what they do, "Helen decides about new products",
// where the question is after that.
func (p *planner) doesIt(m *Move, it *item) {
	name, tail, _ := strings.Cut(m.Values["value"], ", ")
	words := wordsOf(name)
	does := p.doesWhat(it)
	verb, _, _ := strings.Cut(does, " ")
	if p.past(it.text) {
		m.Values["past"] = "yes" // "it was Sam"
	}
	if does == "" || len(words) == 0 || slices.Contains(words, "me") || slices.Contains(words, "only") || slices.Contains(words, "but") {
		return
	}
	if many := slices.Contains(words, "and") || len(words) < 3 && strings.HasSuffix(name, "s") && name[0] >= 'a'; many && strings.HasSuffix(verb, "s") {
		return // "the grandparents picks him up"
	}
	if first, _, _ := strings.Cut(tail, " "); p.think.sets["articles"][stem(first)] || slices.Contains(strings.Fields(p.think.form["asking"]), first) {
		name += ", " + tail // "Ms Farrant, the vet, will feed the cat"
	}
	m.Values["value"], m.Values["after"] = name, does
}

// doesWhat is what somebody does who is asked for, in the reader's words; empty for none.
func (p *planner) doesWhat(it *item) string {
	if p.out.Language != "en" || it.language != "en" || it.clause == "" || it.wanted || it.ask != gist.AskWho {
		return ""
	}
	_, does := gist.Tell(it.language, it.clause, it.ask, p.manner())
	return does
}

// doesSoon reports whether a question is after who does or will do something; of what has been
// done the person may not know it.
func (p *planner) doesSoon(it *item) bool {
	verb, _, ok := strings.Cut(p.doesWhat(it), " ")
	return ok && (strings.HasSuffix(verb, "s") && verb != "was" || p.think.sets["in charge"][stem(verb)])
}

// daysLeft are those of several days to choose among on which the sender can.
func (p *planner) daysLeft(days []string) []string {
	left := slices.DeleteFunc(slices.Clone(days), func(o string) bool {
		day := p.think.read(o, p.Now).day
		return !day.IsZero() && p.ruledOut(day)
	})
	if len(left) == 0 || p.out.Language != "en" {
		return days
	}
	return left
}

// twoDays are the two days on which the sender says that they can, "on Saturday and Sunday":
// nil for none.
func (p *planner) twoDays(text string) []string {
	if text == "" || p.past(text) || !p.holdsLine("days had", text) {
		return nil
	}
	var out []string
	words := p.words(text)
	for i, w := range words[:min(len(words), maxStems)] {
		if d := p.think.weekday(w); d >= 0 && len(w) > 3 {
			if len(out) > 0 && words[i-1] != "and" && words[i-1] != "or" && words[i-1] != "on" {
				return nil // "Monday to Friday"
			}
			out = append(out, p.think.weekdays[d])
		}
	}
	return out
}

// daysTold are the two days that the sender tells around a question of when.
func (p *planner) daysTold(q gist.Question, g gist.Gist) []string {
	if p.out.Language != "en" {
		return nil
	}
	for _, s := range append([]string{q.Before}, g.Told...) {
		if days := p.twoDays(s); len(days) == 2 {
			return days
		}
	}
	return nil
}

// crowd is how many come to what the mail is about, a reunion or a street party: nil where a
// few do, or where others than those who come are counted.
func (p *planner) crowd(it *item) []string {
	if p.out.Language != "en" || it.kind != "how many" || it.unit != "" && !p.think.names("heads", p.think.stems(it.unit)) || !p.holdsLine("heads", it.text) || p.holdsLine("own party", it.text) {
		return nil
	}
	if p.scene()["table"] {
		return nil // a party at a restaurant
	}
	return p.think.special("crowd", nil, slices.Sorted(maps.Keys(p.scene())))
}

// speaksAlone reports whether a fact is said without its key: in a list of points, or where
// the two make no sentence, "the loading ramp is yes, gate 3".
func (p *planner) speaksAlone(it *item, f *fact) bool {
	if p.out.Language != "en" || f.value[0] >= 0x80 {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(f.value), " ")
	return it.label != "" || first == "not" || strings.HasPrefix(first, "yes,") || strings.HasPrefix(first, "no,") || strings.HasSuffix(f.key, "ed")
}

// foreignKey reports whether the key of a fact is of the scene and not of the mail's
// language: "address" in a Spanish one, which does not use the word.
func (p *planner) foreignKey(it *item, f *fact) bool {
	if p.out.Language == "en" {
		return false
	}
	asked := kin(it.text + " " + it.topic)
	return !slices.ContainsFunc(f.words, func(w string) bool { return slices.Contains(asked, w) })
}

// notOn reports whether the mail leaves a day of the week out: "Tuesday to Saturday, not
// Thursday".
func (p *planner) notOn(day time.Time) bool {
	if p.out.Language != "en" {
		return false
	}
	name := strings.ToLower(p.think.weekdays[day.Weekday()])
	return slices.ContainsFunc(p.mail.Told, func(s string) bool {
		s = p.spaced(s)
		return strings.Contains(s, " not "+name) || strings.Contains(s, " not on "+name) || strings.Contains(s, " except "+name) || strings.Contains(s, " except on "+name)
	})
}

// awaits reports whether the mail says that something comes on a day that it names.
func (p *planner) awaits(day string) bool {
	return slices.ContainsFunc(p.mail.Told, func(s string) bool {
		return strings.Contains(s, day) && p.think.names("coming in", p.roots(s))
	})
}

// mealTime is when the meal is that the mail proposes, nil for none.
func (p *planner) mealTime() []string {
	for _, meal := range p.think.lines("meals") {
		if _, name, ok := strings.Cut(meal, " "); ok && p.scene()[stem(name)] {
			return p.think.special("time", []string{stem(name)}, nil)
		}
	}
	return nil
}

// weekendDay is a Saturday to come, where a weekend is asked for: zero where none is.
func (p *planner) weekendDay(text string, weeks int) time.Time {
	if p.out.Language != "en" || !slices.ContainsFunc(p.words(text), func(w string) bool { return w == "weekend" || w == "weekends" }) {
		return time.Time{}
	}
	day := midnight(p.Now).AddDate(0, 0, (6-int(p.Now.Weekday())+7)%7)
	if day.Sub(p.Now) < 48*time.Hour {
		weeks++
	}
	return day.AddDate(0, 0, 7*weeks)
}

// writtenOf is the earliest day gone by that the mail names, for what was before it: "your
// letter of 12 September about the fall"; else it is now.
func (p *planner) writtenOf() time.Time {
	first := p.Now
	if p.out.Language != "en" {
		return first
	}
	for _, s := range p.mail.Dates {
		at := p.think.read(s, p.Now)
		if at.dated && at.day.After(p.Now.AddDate(0, 6, 0)) {
			at.day = at.day.AddDate(-1, 0, 0) // a day without its year, of what has been
		}
		if at.dated && at.day.Before(first) {
			first = at.day
		}
	}
	return first
}

// regularDay is a day to come of that weekday on which the mail says that something always is,
// "the Saturday market": zero for none, and for several.
func (p *planner) regularDay(it *item, n int) time.Time {
	if p.out.Language != "en" || len(it.options) > 0 {
		return time.Time{}
	}
	weekday := -1
	for _, s := range append([]string{it.text, p.mail.NounPhrase}, p.mail.Told...) {
		words := p.words(s)
		for i, w := range words[:min(len(words), maxStems)] {
			d := p.think.weekday(w)
			regular := d >= 0 && (strings.HasSuffix(w, "days") || i > 0 && words[i-1] == "every" || i+1 < len(words) && words[i+1] == "market")
			switch {
			case !regular || d == weekday:
			case weekday >= 0:
				return time.Time{}
			default:
				weekday = d
			}
		}
	}
	if weekday < 0 {
		return time.Time{}
	}
	from := midnight(p.Now).AddDate(0, 0, n)
	return from.AddDate(0, 0, (weekday-int(from.Weekday())+7)%7)
}
