package gist

import (
	"strconv"
	"strings"
)

// span is a run of tokens [from, to).
type span struct {
	from, to int
	clock    bool // an hour and nothing else
	day      bool // a day is named, not only an hour
}

// dates finds the days and hours that a sentence names, from left to right.
func (l *lexicon) dates(s *sentence) []span {
	if s.mayDate && !s.dated {
		s.days, s.dated = l.findDates(s), true
	}
	return s.days
}

func (l *lexicon) findDates(s *sentence) []span {
	var out []span
	for i := 0; i < len(s.tokens) && len(out) < MaxItems; {
		to := l.dayAt(s, i)
		d := span{from: i, to: to, day: true}
		if to < 0 {
			d = span{from: i, to: l.clockAt(s, i, false), clock: true}
		} else if to < len(s.tokens) && !s.tokens[to-1].breaks() {
			at := to
			if s.tokens[at].w.in.has(sAt) {
				at++
				if at+1 < len(s.tokens) && len(l.elided) == 0 && l.options["you"] == "none" && s.tokens[at].w.det != "" {
					at++ // "el jueves a las 10"
				}
			}
			if end := l.clockAt(s, at, at > to); end > 0 {
				d.to = end
			}
		}
		if d.to <= i {
			i++
			continue
		}
		d.to = l.clockRange(s, d)
		if d.clock && d.to+1 < len(s.tokens) && s.tokens[d.to].w.in.has(sOn) { // "at 3 on Friday"
			if to := l.dayAt(s, d.to+1); to > 0 {
				d.to, d.clock, d.day = to, false, true
			}
		}
		if d.clock && d.from > 0 && s.tokens[d.from-1].w.day > 0 {
			d.from--
		}
		out = append(out, d)
		i = d.to
	}
	return out
}

// clockRange extends "10:00" over "to 12:00".
func (l *lexicon) clockRange(s *sentence, d span) int {
	if d.to+1 < len(s.tokens) && s.tokens[d.to].w.in.has(sTill) && l.clockAt(s, d.to-1, true) == d.to {
		if end := l.clockAt(s, d.to+1, true); end > 0 {
			return end
		}
	}
	return d.to
}

// dayAt returns the index behind the day named at token i, or -1.
func (l *lexicon) dayAt(s *sentence, i int) int {
	toks := s.tokens
	to := -1
	switch w := toks[i].w; {
	case w.in.has(sWhichDay) && i+1 < len(toks) && toks[i+1].w.day > 0:
		to = max(l.afterWeekday(toks, i+2), s.hitAt(pDay, i))
	case l.weekday(&toks[i]) || w.day > 0 && i > 0 && (toks[i-1].w.in.has(sAt) || toks[i-1].w.in.has(sOn)):
		if to = l.afterWeekday(toks, i+1); to == i+1 {
			to = l.dayRange(s, i, to)
		}
	default:
		to = l.monthly(toks, i)
		if i == 0 || !l.in(&toks[i-1], "no-day-behind") || !toks[i].w.in.has(sDayParts) {
			to = max(to, s.hitAt(pDay, i)) // not "la mañana"
		}
		if to < 0 && numericDay(&toks[i]) {
			to = i + 1
		}
		if to < 0 && l.ordinalDay(toks, i) {
			to = i + 1
		}
	}
	if to < 0 || to >= len(toks) || toks[to-1].breaks() {
		return to
	}
	if toks[to].w.in.has(sDayParts) {
		return to + 1
	}
	if to+2 < len(toks) && l.in(&toks[to], "part-leads") && toks[to+1].w.det != "" && toks[to+2].w.in.has(sDayParts) {
		return to + 3 // "el jueves por la noche"
	}
	return to
}

// weekday reports whether a token names a day of the week. Short forms take a capital: "Sat".
func (l *lexicon) weekday(t *token) bool {
	return t.w.day > 0 && (len(t.low) > 4 || capital(t.text) || l.options["weekdays"] == "lower")
}

// afterWeekday goes on behind "Monday": ", the 3rd of March".
func (l *lexicon) afterWeekday(toks []token, i int) int {
	at := i
	if at < len(toks) && toks[at].w.det != "" && !toks[at-1].breaks() {
		at++
	}
	if at < len(toks) {
		if to := l.monthly(toks, at); to > 0 {
			return to
		}
		if numericDay(&toks[at]) || dayNumber(&toks[at]) && (at > i || !digit(toks[at].low[len(toks[at].low)-1]) && !toks[i-1].breaks()) {
			return at + 1
		}
		if l.options["bare-days"] == "yes" && dayNumber(&toks[at]) && !toks[i-1].breaks() && (at+1 == len(toks) || toks[at].stop || !toks[at+1].w.in.has(sClock) && !l.in(&toks[at+1], "of-hours")) {
			return at + 1 // "lundi 4"
		}
	}
	return i
}

// monthly returns the index behind "3 March 2026", "the 3rd of March" or "March 3", or -1.
func (l *lexicon) monthly(toks []token, i int) int {
	to := -1
	at := i
	if toks[at].w.month > 0 && at+1 < len(toks) && l.monthBehind(toks, at) {
		to = at + 2
	} else if dayNumber(&toks[at]) {
		at++
		if at < len(toks) && toks[at].w.in.has(sOf) {
			at++
		}
		if at >= len(toks) || toks[at].w.month == 0 {
			return -1
		}
		to = at + 1
	}
	if to < 0 || to >= len(toks) {
		return to
	}
	at = to
	if toks[at].w.in.has(sOf) && at+1 < len(toks) {
		at++
	}
	if year(toks[at].low) {
		return at + 1
	}
	return to
}

// monthBehind reports whether a day stands behind the month: "March 3".
func (l *lexicon) monthBehind(toks []token, i int) bool {
	return !toks[i].breaks() && dayNumber(&toks[i+1]) && l.options["month-first"] != "no"
}

// dayNumber reports whether a token is a day of a month: "3", "3rd", "3.".
func dayNumber(t *token) bool {
	if !digit(t.low[0]) {
		return false
	}
	n := 0
	for n < len(t.low) && n < 2 && digit(t.low[n]) {
		n++
	}
	v, err := strconv.Atoi(t.low[:n])
	if err != nil || v < 1 || v > 31 {
		return false
	}
	switch t.low[n:] {
	case "", "st", "nd", "rd", "th", "er", "º", "°", ".":
		return true
	}
	return false
}

// ordinalDay reports whether a token is "20th" in "the 20th", not in "the 2nd floor".
func (l *lexicon) ordinalDay(toks []token, i int) bool {
	t := &toks[i]
	if i == 0 || toks[i-1].w.det == "" || !dayNumber(t) || digit(t.low[len(t.low)-1]) && t.mark != '.' && l.options["bare-days"] != "yes" {
		return false
	}
	return t.stop || i == len(toks)-1 || toks[i+1].w.in.has(sStop) || toks[i+1].w.in.has(sAt) || l.code == "en" && toks[i+1].w.in.has(sVerbs) && !toks[i+1].w.in.has(sNouns)
}

func numericDay(t *token) bool {
	if !digit(t.low[0]) {
		return false
	}
	if numericDate(t.low) {
		return true
	}
	// "9.1." has its second point trimmed off; "2.7" alone is no day
	a, b, ok := strings.Cut(t.low, ".")
	if !ok || t.mark != '.' || len(a) > 2 || len(b) > 2 {
		return false
	}
	d, err := strconv.Atoi(a)
	m, err2 := strconv.Atoi(b)
	return err == nil && err2 == nil && d >= 1 && d <= 31 && m >= 1 && m <= 12
}

func year(s string) bool {
	if len(s) != 4 || !digit(s[0]) {
		return false
	}
	n, err := strconv.Atoi(s)
	return err == nil && n >= 1900 && n < 2100
}

// clockAt returns the index behind the hour at token i, or -1. Behind a word such
// as "at" a bare number is one.
func (l *lexicon) clockAt(s *sentence, i int, told bool) int {
	toks := s.tokens
	if i >= len(toks) {
		return -1
	}
	if to := s.hitAt(pClock, i); to > 0 {
		return to
	}
	t := &toks[i]
	told = told || i > 0 && toks[i-1].w.in.has(sAt)
	next := i+1 < len(toks) && toks[i+1].w.in.has(sClock) && !t.breaks()
	switch {
	case clockLike(t.low) && (strings.IndexByte(t.low, '.') < 0 || half(t.low[len(t.low)-2:]) || told || next):
		if next {
			return i + 2
		}
		return i + 1
	case next && plainHour(t.low):
		return i + 2
	case told && (plainHour(t.low) || t.w.number >= 1 && t.w.number <= 12) && l.bareHour(toks, i):
		return i + 1
	}
	return -1
}

// bareHour reports whether a number behind "at" is an hour: "on Friday at 3", not "at 3 sites".
func (l *lexicon) bareHour(toks []token, i int) bool {
	if i == 0 || !toks[i-1].w.in.has(sExactAt) {
		return false
	}
	return toks[i].stop || i == len(toks)-1 || toks[i+1].w.in.has(sStop) || toks[i+1].w.in.has(sTill) || toks[i+1].w.in.has(sDates)
}

func plainHour(s string) bool {
	if s == "" || !digit(s[0]) {
		return false
	}
	n, err := strconv.Atoi(s)
	return err == nil && len(s) <= 2 && n >= 0 && n <= 24
}

// named returns the days and hours of a sentence as written.
func (l *lexicon) named(s *sentence) []string {
	var out []string
	for _, d := range l.dates(s) {
		out = add(out, s.words(d.from, d.to))
	}
	return out
}

// isDate reports whether a phrase is a day or an hour and nothing else.
func (l *lexicon) isDate(phrase string) bool {
	s := l.sentence(phrase)
	list := l.dates(&s)
	return len(list) > 0 && list[0].from == 0 && list[0].to == len(s.tokens)
}

// due returns the phrase that says by when, or nothing, with its preposition: "by Friday".
func (l *lexicon) due(s *sentence) string {
	if !s.mayDate {
		return ""
	}
	for i := range s.tokens {
		to := max(l.dayAt(s, i), s.hitAt(pSpan, i))
		if to < 0 {
			continue
		}
		if to < len(s.tokens) && !s.tokens[to-1].breaks() {
			at := to
			if s.tokens[at].w.in.has(sAt) {
				at++
			}
			to = max(to, l.clockAt(s, at, at > to))
		}
		from := i
		for from > 0 && i-from < 2 && s.tokens[from-1].w.in.has(sDue) {
			from--
		}
		return s.words(from, to)
	}
	return ""
}
