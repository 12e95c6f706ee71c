package dialog

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// Hours, spans of hours, months and days that a question asks for, between those that the mail
// leaves.

// clocked is an hour that a text names, with what it bounds.
type clocked struct {
	at, until int // minutes of the day; until is the end of a span, else 0
	role      role
	open      bool // whether it is of the morning or the afternoon is not told
}

// hoursIn reads the hours of a text: "at 4", "7.30 pm", "half past six", "9 to 5".
func (p *planner) hoursIn(text string) []clocked {
	ks := p.marksOf(text)
	m := p.measures()
	evening := p.holdsLine("of the evening", text)
	var out []clocked
	for i := 0; i < len(ks); i++ {
		at, end, open := p.hourAt(ks, i)
		if at < 0 {
			continue
		}
		c := clocked{at: at, open: open, role: p.hourRole(ks, i)}
		if end+1 < len(ks) && !ks[end-1].stop {
			w, and := ks[end].w, m.is("range and", ks[end].w)
			from := end + 1
			for from < len(ks)-1 && m.is("hour lead", ks[from].w) {
				from++ // "de las 9 a las 12"
			}
			if w == "-" || w == "–" || m.is("range to", w) || m.is("range until", w) || and {
				if to, next, late := p.hourAt(ks, from); to >= 0 && (!and || p.betweenAt(ks, i)) {
					if late && to <= at {
						to += 12 * 60
					}
					if to > 21*60+30 && late && at < 12*60 && to-at > 12*60 {
						to -= 12 * 60
					}
					c.until, c.role, end = to, ends, next
				}
			}
		}
		if open && c.role == most && c.at < 9*60 && c.until == 0 || open && evening && c.at < 12*60 {
			c.at += 12 * 60 // "we shut at 7"
		}
		out = append(out, c)
		i = end - 1
		if len(out) == 6 {
			break
		}
	}
	return out
}

// hourAt reads the hour at a token and returns the index behind it; at is -1 for none. Small
// hours without a half of the day are those of the afternoon.
func (p *planner) hourAt(ks []token, i int) (at, end int, open bool) {
	if i >= len(ks) {
		return -1, i, false
	}
	m := p.measures()
	for _, half := range m.halves {
		if n := len(half.words); half.before && i+n < len(ks) && ks[i+n].num && standAt(ks, i, half.words) {
			if at, end, open = p.hourAt(ks, i+n); at < 0 && ks[i+n].n >= 1 && ks[i+n].n <= 12 {
				at, end, open = p.smallHour(int(ks[i+n].n))*60, i+n+1, true // "halb sechs"
			}
			if at < 0 {
				return -1, i, false
			}
			return at + half.minutes, end, open
		}
	}
	if m.is("noon", ks[i].w) {
		return 12 * 60, i + 1, false
	}
	k := ks[i]
	if !k.num && !strings.Contains(k.w, ":") || k.money != "" {
		return -1, i, false
	}
	hour, minute, split := strings.Cut(strings.Replace(k.w, ".", ":", 1), ":")
	h, minutes := int(k.n), 0
	if split {
		var ok bool
		if h, ok = smallNumber(hour); !ok || len(minute) != 2 {
			return -1, i, false
		}
		if minutes, ok = smallNumber(minute); !ok || minutes > 59 {
			return -1, i, false
		}
	}
	if h < 0 || h > 23 || float64(h) != k.n && !split {
		return -1, i, false
	}
	prev, next := neighbors(ks, i)
	switch {
	case m.is("before noon", next):
		return h%12*60 + minutes, i + 2, false
	case m.is("after noon", next):
		return (h%12+12)*60 + minutes, i + 2, false
	case m.is("hour sign", next) && !m.comma:
		end = i + 2
	case m.is("hour sign", next) && (!m.is("also a duration", next) || p.think.sets["hour before"][stem(prev)] || p.rangeOfHours(ks, i)):
		end = i + 2
		if end < len(ks) && ks[end].num && len(ks[end].w) == 2 && !ks[end-1].stop && ks[end].n < 60 && minutes == 0 {
			minutes, end = int(ks[end].n), end+1 // "17 h 30"
		}
		for _, half := range m.halves {
			if !half.before && !ks[end-1].stop && standAt(ks, end, half.words) {
				minutes, end = half.minutes, end+len(half.words)
			}
		}
		return h*60 + minutes, end, false
	case strings.Contains(k.w, ":"), split && p.think.sets["hour before"][stem(prev)]:
		end = i + 1
	case p.think.sets["hour before"][stem(prev)] && (p.bareFigure(ks, i, k.n) || p.think.sets["hour behind"][stem(next)] || p.think.weekday(next) >= 0):
		end = i + 1
	case (prev == "" || !ks[i-1].num) && i+2 < len(ks) && (next == "-" || m.is("range to", next) || m.is("range until", next)) && ks[i+2].num && ks[i+2].n <= 24 && (p.think.sets["hour before"][stem(prev)] || p.bareFigure(ks, i+2, 0)):
		end = i + 1
	case (prev == "-" || m.is("range to", prev) || m.is("range until", prev) || m.is("range and", prev)) && p.bareFigure(ks, i, k.n):
		end = i + 1
	default:
		return -1, i, false
	}
	for _, half := range m.halves {
		if !half.before && !ks[end-1].stop && standAt(ks, end, half.words) {
			minutes, end = half.minutes, end+len(half.words) // "y media"
		}
	}
	if h == 0 || h > 12 || m.comma && split && strings.Contains(k.w, ":") {
		return h*60 + minutes, end, false
	}
	return p.smallHour(h)*60 + minutes, end, true
}

// smallHour is an hour that is told without its half of the day: one of the afternoon where it
// is small.
func (p *planner) smallHour(h int) int {
	if h < 7 {
		return h + 12
	}
	return h
}

// standAt reports whether words stand at a place of a text.
func standAt(ks []token, at int, words []string) bool {
	for i, w := range words {
		if at+i >= len(ks) || ks[at+i].w != w || i > 0 && ks[at+i-1].stop {
			return false
		}
	}
	return true
}

// rangeOfHours reports whether an hour stands beside the word that parts two: "de 8 h à 17 h".
func (p *planner) rangeOfHours(ks []token, i int) bool {
	m := p.measures()
	return i > 0 && (ks[i-1].w == "-" || m.is("range to", ks[i-1].w) || m.is("range until", ks[i-1].w)) || i+3 < len(ks) && (m.is("range to", ks[i+2].w) || m.is("range until", ks[i+2].w)) && ks[i+3].num
}

// betweenAt reports whether "between" stands before the first of two values.
func (p *planner) betweenAt(ks []token, i int) bool {
	m := p.measures()
	for i--; i > 0 && m.is("hour lead", ks[i].w); i-- {
	}
	return i >= 0 && m.is("range between", ks[i].w)
}

func smallNumber(s string) (int, bool) {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 100 {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	return n, s != ""
}

// hourRole tells by the words before an hour whether it is the last or the first one possible.
func (p *planner) hourRole(ks []token, i int) role {
	for j := i - 1; j >= max(0, i-4); j-- {
		w := stem(ks[j].w)
		switch {
		case p.think.sets["latest"][w]:
			return most
		case p.think.sets["earliest"][w]:
			return least
		case ks[j].stop && j < i-1:
			return near
		}
	}
	return near
}

// clockValue answers a question for an hour between those that the mail leaves: "what time will
// you collect, we close at 4". Where the mail bounds none it is left to what is usual.
func (p *planner) clockValue(it *item, q quantity, r *rng.Rand) bool {
	low, high := -1, 24*60
	var said []int
	bounded := false
	for n, s := range append([]string{it.text}, p.around(it)...) {
		for _, c := range p.hoursIn(s) {
			switch {
			case c.role == ends && (n > 0 || !c.open):
				low, high, bounded = max(low, c.at), min(high, c.until), true
			case c.role == most:
				high, bounded = min(high, c.at), true
			case c.role == least:
				low, bounded = max(low, c.at), true
			case q.dim == "until" && c.at > 12*60:
				high, bounded = min(high, c.at), true // "we set it again at six"
			default:
				said = append(said, c.at)
			}
		}
	}
	prefix := map[string]string{"until": "say until", "from": "say from"}[q.dim]
	if len(said) == 2 && said[0] != said[1] && p.mailHolds("said two ways") && prefix == "" && !p.wishes(it) {
		p.tellHour(it, prefix, rng.Pick(r, said))
		return true
	}
	lines := p.class("time", it)
	if u := p.typicalOf("time", it, q, false); u != nil && (lines == nil || prefix != "" || bounded && !meets(lines, low, high)) {
		lines = []string{colons(int(u.low*60)) + "-" + colons(int(u.high*60))}
	}
	dated := it.ask == gist.AskDate || it.ask == gist.AskDeadline // "when are you setting off?" would be told a day
	if dated && lines == nil && !p.namesDay(it) {
		return false
	}
	if !bounded && (prefix == "" && !dated && it.ask == gist.AskTime || lines == nil && !dated && !p.holdsLine("when an hour", it.text)) {
		return false
	}
	from, to := p.partOfDay()
	if lines != nil {
		a, b, _ := strings.Cut(rng.Pick(r, lines), "-")
		from, to = clock(a, ""), clock(b, "")
	}
	if low >= high {
		return false
	}
	if high < 24*60 && prefix == "" {
		if high -= 15; low < 0 && high > 12*60 {
			from = max(from, high-150) // not in the morning of a day on which they close at four
		}
	}
	if low >= 0 && high == 24*60 && prefix == "" {
		to = min(to, low+180)
	}
	usualFrom, usualTo := from, to
	if from, to = max(from, low), min(to, high); from > to {
		switch {
		case low >= 0 && high < 24*60:
			from, to = low, high
		case low >= 0:
			from, to = low, low+min(120, max(30, usualTo-usualFrom))
		default:
			from, to = high-90, high
		}
	}
	p.tellHour(it, prefix, quarter(max(from, 0), max(to, from, 0), r))
	return true
}

// colons writes an hour as package data does, "16:30".
func colons(minutes int) string {
	return strconv.Itoa(minutes/60) + ":" + strconv.Itoa(100 + minutes%60)[1:]
}

// partOfDay is the part of the day that the mail speaks of, in minutes.
func (p *planner) partOfDay() (from, to int) {
	switch {
	case p.mailHolds("of the morning"):
		return 8*60 + 30, 11*60 + 30
	case p.mailHolds("of the evening"):
		return 18 * 60, 20 * 60
	case p.mailHolds("of the afternoon"):
		return 13 * 60, 16*60 + 30
	}
	return 9 * 60, 17 * 60
}

// namesDay reports whether the mail names a day, so that "when" asks for an hour of it.
func (p *planner) namesDay(it *item) bool {
	for _, s := range append([]string{it.text}, p.sceneTexts()...) {
		words := p.words(s)
		if slices.ContainsFunc(words[:min(len(words), maxStems)], func(w string) bool { return p.think.weekday(w) >= 0 }) || p.holdsLine("this day", s) {
			return true
		}
	}
	return false
}

// yearValue answers in which year something was made or somebody born, by the age that is usual.
func (p *planner) yearValue(it *item, q quantity, r *rng.Rand) bool {
	u := p.typicalOf("year", it, q, false)
	if u == nil {
		return false
	}
	p.whole(it, p.said("say year", "{v}", itoa(p.Now.Year()-int(drawn(r, u.low, u.high, 1)))))
	return true
}

// daysValue answers from which day to which something is: within what the mail leaves, else for
// some days in the weeks to come.
func (p *planner) daysValue(it *item, r *rng.Rand) bool {
	first := midnight(p.Now).AddDate(0, 0, r.Between(14, 40))
	last := first.AddDate(0, 0, r.Between(3, 7))
	for _, s := range append([]string{it.text}, p.around(it)...) {
		if a, b, ok := p.daySpan(s); ok && !p.holdsLine("cannot then", s) {
			days := int(b.Sub(a).Hours()/24 + 0.5)
			first = a.AddDate(0, 0, r.IntN(max(1, days/3+1)))
			last = first.AddDate(0, 0, max(1, days/2))
			break
		}
	}
	if p.past(it.text) || p.ruledOut(first) || p.away(first) || p.away(last) {
		return false
	}
	p.whole(it, upperStart(strings.NewReplacer("{a}", p.think.date(first), "{b}", p.think.date(last)).Replace(p.think.lines("value days")[0])))
	return true
}

// meets reports whether one of several spans of the day is within two ends.
func meets(lines []string, low, high int) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		a, b, _ := strings.Cut(line, "-")
		return clock(a, "") < high && clock(b, "") > low
	})
}

// tellHour says an hour, "until 4 pm".
func (p *planner) tellHour(it *item, prefix string, at int) {
	if prefix != "" {
		p.whole(it, p.said(prefix, "{v}", p.clock(at)))
		return
	}
	it.ask = gist.AskTime
	p.tell(it, "answer.time", p.clock(at))
}

// spanValue answers from when until when something is.
func (p *planner) spanValue(it *item, r *rng.Rand) bool {
	u := p.typicalOf("span", it, quantity{dim: "span"}, false)
	from, to, length := 9*60, 17*60, 120
	if u != nil {
		from, to, length = int(u.low*60), int(u.high*60), int(u.step*60)
	}
	bounded := false
	for n, s := range append([]string{it.text}, p.around(it)...) {
		for _, c := range p.hoursIn(s) {
			if c.role == ends && n > 0 && c.until > c.at {
				if from, to, bounded = max(from, c.at), c.until, true; from >= to {
					from = c.at
				}
			}
		}
	}
	if u == nil && !bounded {
		return false
	}
	if bounded {
		length = min(length, to-from)
		to = min(to, from+60+length) - length
	}
	start := quarter(from, max(from, to), r)
	end := start + length
	if length > 150 && r.Chance(0.5) {
		end += 30
	}
	p.whole(it, upperStart(strings.NewReplacer("{a}", p.clock(start), "{b}", p.clock(end)).Replace(rng.Pick(r, p.think.lines("value span")))))
	return true
}

// monthValue answers until when something is valid, or since when something has been, by its
// month: what is usual is told in months from now.
func (p *planner) monthValue(it *item, q quantity, r *rng.Rand) bool {
	u := p.typicalOf(q.dim, it, q, false)
	if u == nil {
		return false
	}
	n := int(drawn(r, u.low, u.high, 1))
	if q.dim == "since" {
		day := p.Now.AddDate(0, -n, 0)
		p.whole(it, p.said("say since", "{month}", p.think.months[day.Month()-1], "{year}", itoa(day.Year())))
		return true
	}
	day := p.Now.AddDate(0, n, r.IntN(28))
	form := "say month"
	if u.unit == "exact" {
		form = "say day of year"
	}
	p.whole(it, p.said(form, "{month}", p.think.months[day.Month()-1], "{year}", itoa(day.Year()), "{day}", itoa(day.Day())))
	return true
}

// dayValue answers on which day something can be, where the mail bounds it: by a month, a span
// of days, the days of the week on which it is possible, or days that are not.
func (p *planner) dayValue(it *item, lead string, r *rng.Rand) bool {
	if len(it.options) > 1 || p.past(it.text) {
		return false
	}
	first, last := p.limits(it)
	texts := append([]string{it.text}, p.around(it)...)
	bounded := !first.IsZero() || !last.IsZero()
	for _, s := range texts {
		if a, b, ok := p.daySpan(s); ok && !p.holdsLine("cannot then", s) {
			first, last, bounded = a, b, true
			break
		}
	}
	if month := p.monthIn(it.text); month > 0 && !bounded {
		if a := dateNear(p.Now, 1, month, 0); !a.IsZero() {
			first, last, bounded = a, a.AddDate(0, 1, -1), true
		}
	}
	week, masked := p.weekMask(texts)
	if !bounded && !masked {
		return false
	}
	if first.Before(p.Now.AddDate(0, 0, 2)) {
		first = midnight(p.Now).AddDate(0, 0, 2)
	}
	if last.IsZero() {
		last = first.AddDate(0, 0, 14)
	}
	var days []time.Time
	for d := midnight(first); !d.After(last) && len(days) < 40; d = d.AddDate(0, 0, 1) {
		weekend := d.Weekday() == time.Saturday || d.Weekday() == time.Sunday
		if p.ruledOut(d) || p.away(d) || masked && !week[d.Weekday()] || !masked && weekend {
			continue
		}
		days = append(days, d)
	}
	if len(days) == 0 {
		return false
	}
	day := rng.Pick(r, days)
	value := p.think.date(day)
	switch {
	case lead != "":
	case p.wishes(it) || p.holdsLine("wishes", it.text):
		lead = "say day wished"
	default:
		lead = "say day"
	}
	p.whole(it, upperStart(p.said(lead, "{v}", value)))
	return true
}

// monthIn is the month that a question names without a day, 0 for none.
func (p *planner) monthIn(text string) int {
	words := p.words(text)
	for i, w := range words {
		if n := p.think.month(w); n > 0 && len(w) > 3 && i > 0 && p.measures().is("month lead", words[i-1]) {
			return n
		}
	}
	return 0
}

// daySpan reads the first and the last day of "between 19 and 28 January", "2-6 Feb".
func (p *planner) daySpan(text string) (first, last time.Time, ok bool) {
	m := p.measures()
	ks := p.marksOf(text)
	for i := 0; i+3 < len(ks); i++ {
		a, b := ks[i], -1
		month := 0
		if !a.num || a.n < 1 || a.n > 31 {
			continue
		}
		from := 0
		j := i + 1
		if n, end := p.monthBehind(ks, j); n > 0 {
			from, j = n, end
		}
		for j < len(ks) && m.is("ordinal marks", ks[j].w) {
			j++
		}
		and := j < len(ks) && m.is("range and", ks[j].w)
		if j+1 >= len(ks) || !and && ks[j].w != "-" && ks[j].w != "–" && !m.is("range to", ks[j].w) && !m.is("range until", ks[j].w) {
			continue
		}
		if and && !p.betweenAt(ks, i) {
			continue
		}
		for j++; j < len(ks) && (p.think.weekday(ks[j].w) >= 0 || m.is("date words", ks[j].w)); j++ {
		}
		if j < len(ks) && ks[j].num && ks[j].n >= 1 && ks[j].n <= 31 {
			b = int(ks[j].n)
			month, _ = p.monthBehind(ks, j+1)
		}
		if b < 0 || month == 0 {
			continue
		}
		if from == 0 {
			from = month
		}
		first, last = dateNear(p.Now, int(a.n), from, 0), dateNear(p.Now, b, month, 0)
		if !first.IsZero() && last.After(first) && last.Before(first.AddDate(0, 4, 0)) {
			return first, last, true
		}
	}
	return first, last, false
}

// away reports whether the mail says that its sender cannot during a span that has a day.
func (p *planner) away(day time.Time) bool {
	return slices.ContainsFunc(p.mail.Told, func(s string) bool {
		a, b, ok := p.daySpan(s)
		return ok && p.holdsLine("cannot then", s) && !day.Before(a) && !day.After(b)
	})
}

// weekMask are the days of the week on which the mail says that something can be: "he sees
// patients Monday to Thursday", "any weekday".
func (p *planner) weekMask(texts []string) (days [7]bool, ok bool) {
	for _, s := range texts {
		words := p.words(s)
		for i, w := range words[:min(len(words), maxStems)] {
			switch {
			case p.measures().is("weekdays all", w):
				for d := 1; d < 6; d++ {
					days[d] = true
				}
				return days, true
			case p.measures().is("weekends all", w):
				days[0], days[6] = true, true
				return days, true
			}
			from := p.think.weekday(w)
			if from < 0 || i+2 >= len(words) || !p.measures().is("range to", words[i+1]) && !p.measures().is("range until", words[i+1]) {
				continue
			}
			to := p.think.weekday(words[i+2])
			if to < 0 || p.holdsLine("cannot then", s) {
				continue
			}
			for d := from; ; d = (d + 1) % 7 {
				days[d] = true
				if d == to {
					break
				}
			}
			return days, true
		}
	}
	return days, false
}
