package gist

import (
	"slices"
	"strconv"
	"strings"
)

// dayPair is a weekday with its date as a mail has them: "Friday, 14 November", "the 15th is
// a Friday".
type dayPair struct {
	text                string
	weekday, day, month int // month 0 where none is told
}

// contradictions notes two days for one thing: weekdays and dates that cannot both be right.
// A single weekday with its date is left to the reader, who has a calendar.
func (m *mail) contradictions(l *lexicon, g *Gist) {
	note := func(s *sentence, value string) {
		if len(g.Acts) < MaxItems {
			g.Acts = append(g.Acts, Act{Kind: Contradicting, Text: cut(s.text, MaxQuote), Value: value})
		}
	}
	for i := range m.sentences {
		if value := l.nights(&m.sentences[i]); value != "" {
			note(&m.sentences[i], value)
			return
		}
	}
	var pairs []dayPair
	var where *sentence
	if m.title != nil { // "Talk on Tuesday 6th"
		pairs = l.dayPairs(m.title)
	}
	titled := len(pairs)
	for i := range m.sentences {
		s := &m.sentences[i]
		for _, p := range l.dayPairs(s) {
			if where == nil {
				where = s
			}
			if len(pairs) < MaxItems {
				pairs = append(pairs, p)
			}
		}
	}
	for i, a := range pairs {
		for _, b := range pairs[i+1:] {
			if a.against(b) && where != nil {
				note(where, a.text+"|"+b.text)
				return
			}
		}
	}
	if a, b, at := m.titleAgainst(l, g); a != "" {
		note(&m.sentences[at], a+"|"+b)
		return
	}
	if a, b, at := m.twoDays(l, g); a != "" {
		note(&m.sentences[at], a+"|"+b)
		return
	}
	if len(pairs) > titled {
		pairs = pairs[titled:]
		if len(pairs) == 1 && (pairs[0].month > 0 || numeric(pairs[0].text)) {
			if day, date := l.firstPair(where); day != "" {
				note(where, day+", "+date)
			}
		}
		return
	}
	if slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == Changing }) {
		return
	}
	for i, a := range g.Stated {
		if slices.ContainsFunc(m.sentences, func(s sentence) bool { return len(s.tokens) > 0 && l.offersOrRulesOut(&s, a.Value) }) {
			continue // "the Monday class is full, there is room on Wednesday"
		}
		for _, b := range g.Stated[i+1:] {
			if other, ok := l.sets["other-times"]; ok && b.sentence < len(m.sentences) && slices.ContainsFunc(m.sentences[b.sentence].tokens, func(t token) bool { return t.w.in.has(other) }) {
				continue // "the second meeting"
			}
			if a.sentence < len(m.sentences) && l.limits(&m.sentences[a.sentence]) || b.sentence < len(m.sentences) && l.limits(&m.sentences[b.sentence]) {
				continue
			}
			if a.sentence < len(m.sentences) && b.sentence < len(m.sentences) && m.sentences[a.sentence].item && m.sentences[b.sentence].item {
				continue // several days to choose among
			}
			if a.sentence != b.sentence && a.Ask == AskDate && b.Ask == AskDate && m.holdsHead(a.sentence, a.Topic) && m.holdsHead(b.sentence, b.Topic) && a.Topic == b.Topic && l.apart(a.Value, b.Value) {
				note(&m.sentences[0], a.Value+"|"+b.Value)
				return
			}
		}
	}
}

// holdsHead reports whether a sentence has the head of a topic itself: what it only goes on about
// may be another thing by then, "it is now Wednesday".
func (m *mail) holdsHead(sentence int, topic string) bool {
	head := strings.ToLower(topic[strings.LastIndex(topic, " ")+1:])
	return head != "" && sentence < len(m.sentences) && slices.ContainsFunc(m.sentences[sentence].tokens, func(t token) bool { return t.low == head })
}

// offersOrRulesOut reports whether a statement offers a day or says that it is not possible.
func (l *lexicon) offersOrRulesOut(s *sentence, day string) bool {
	free, busy := l.offeredDays(s)
	has := func(d string) bool { return strings.EqualFold(d, day) }
	return slices.ContainsFunc(free, has) || slices.ContainsFunc(busy, has)
}

// titleAgainst returns the one day or hour of the subject and the other one that the mail names
// for the same thing: "Call at 10:00", "I call you tomorrow at 11:00". Nothing where the mail
// moves something or names several.
func (m *mail) titleAgainst(l *lexicon, g *Gist) (titled, told string, at int) {
	if m.title == nil || slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == Changing }) {
		return "", "", 0
	}
	for _, clock := range []bool{false, true} {
		if all := l.singly(m.title, clock); len(all) == 1 {
			titled, at = all[0], -1
			for i := range m.sentences {
				s := &m.sentences[i]
				all := l.singly(s, clock)
				if len(all) == 0 {
					continue
				}
				if at >= 0 || len(all) > 1 || s.asks || l.limits(s) || l.supposes(s) || !m.title.shares(s) {
					return "", "", 0
				}
				told, at = all[0], i
			}
			if at >= 0 && (clock && l.hoursApart(titled, told) || !clock && l.apart(titled, told)) {
				return titled, told, at
			}
		}
	}
	return "", "", 0
}

// singly are the days of a sentence that are no limits, or its hours.
func (l *lexicon) singly(s *sentence, clock bool) (out []string) {
	if !clock {
		return l.singleDays(s)
	}
	for _, d := range l.dates(s) {
		for i := d.from; i < d.to; i++ {
			if end := l.clockAt(s, i, false); end > i {
				out = add(out, s.words(i, end))
				i = end
			}
		}
	}
	return out
}

// hoursApart reports whether two hours, each with its minutes, are not the same: "10:00" and
// "11:00". Of "10" and "10 am" nothing is known.
func (l *lexicon) hoursApart(a, b string) bool {
	hour := func(text string) string {
		return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }), ":")
	}
	x, y := hour(a), hour(b)
	return strings.Contains(x, ":") && strings.Contains(y, ":") && x != y
}

// shares reports whether another sentence has a word of this one that tells something.
func (s *sentence) shares(other *sentence) bool {
	return slices.ContainsFunc(s.tokens, func(t token) bool {
		return !t.stop && !t.figure() && t.w.day == 0 && t.w.month == 0 && len(t.low) > 3 && slices.ContainsFunc(other.tokens, func(o token) bool { return o.low == t.low })
	})
}

// twoDays returns two days that a mail names for one thing: the one it tells, and the one on
// which it expects the reader, "see you on Friday", "if you cannot come on Thursday". Nothing
// where the mail moves something, offers a choice or names more days.
func (m *mail) twoDays(l *lexicon, g *Gist) (told, expected string, at int) {
	if slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == Changing }) || slices.ContainsFunc(g.Questions, func(q Question) bool { return len(q.Options) > 1 && l.choiceKind(q.Options) != AskChoice }) {
		return "", "", 0
	}
	first, last := -1, -1
	for i := range m.sentences {
		s := &m.sentences[i]
		if l.limits(s) {
			continue // "by 23 January" is no day of the thing itself
		}
		days := l.singleDays(s)
		expects := s.has(pSameDay) || first >= 0 && l.sameEvent(&m.sentences[first], s)
		switch {
		case len(days) == 0:
			continue
		case len(days) > 1:
			return "", "", 0
		case expects && last < 0 && first >= 0 && l.apart(told, days[0]):
			last, expected = i, days[0]
		case s.asks || l.supposes(s):
			continue
		case first < 0:
			first, told = i, days[0]
		case !expects && l.apart(told, days[0]):
			return "", "", 0
		}
	}
	if last < 0 {
		return "", "", 0
	}
	return told, expected, first
}

// sameEvent reports whether a sentence names the event of another one with a date: "the
// training on 15 October is in room 204" behind "the training will be on 16 October".
func (l *lexicon) sameEvent(told, s *sentence) bool {
	other, ok := l.sets["other-times"]
	if !ok || slices.ContainsFunc(told.tokens, func(t token) bool { return t.w.in.has(other) }) || slices.ContainsFunc(s.tokens, func(t token) bool { return t.w.in.has(other) }) {
		return false
	}
	for _, d := range l.dates(s) {
		if !d.day || d.from < 3 || !s.tokens[d.from-1].w.in.has(sOn) {
			continue
		}
		noun := &s.tokens[d.from-2]
		det := s.tokens[d.from-3].w.det
		if det == "the" && !noun.stop && len(noun.low) > 3 && slices.ContainsFunc(told.tokens, func(t token) bool { return t.low == noun.low }) {
			return true
		}
	}
	return false
}

// singleDays are the days of a sentence that are no limits: not "by Friday", "until Friday".
func (l *lexicon) singleDays(s *sentence) (out []string) {
	for _, d := range l.dates(s) {
		if !d.day || !slices.ContainsFunc(s.tokens[d.from:d.to], func(t token) bool { return t.w.day > 0 || t.w.month > 0 }) {
			continue
		}
		for i := d.from + 1; i+1 < d.to; i++ {
			if s.tokens[i].w.in.has(sOn) {
				d.from = i + 1 // "at 9 on Thursday"
			}
		}
		if l.in(&s.tokens[d.from], "each-time") || d.from > 0 && l.in(&s.tokens[d.from-1], "each-time") {
			continue // "rehearsals are every Tuesday"
		}
		if l.ruledOut(s, d) != 1 && !l.since(s, d) {
			out = add(out, s.words(d.from, d.to))
		}
	}
	return out
}

// nights returns how many nights a sentence names and the days between which there are
// others: "2 nights|3 to 6 May" of "from 3 to 6 May, 2 nights"; empty where they agree.
func (l *lexicon) nights(s *sentence) string {
	if !s.figures {
		return ""
	}
	count, first, last, from, to, word := 0, 0, 0, 0, 0, ""
	for i := 0; i+1 < len(s.tokens); i++ {
		t, next := &s.tokens[i], &s.tokens[i+1]
		if n := l.small(t.low); n > 0 && l.in(next, "nights") {
			count, word = n, next.text
		}
		if i+2 >= len(s.tokens) || t.stop || !next.w.in.has(sTo) && !next.w.in.has(sTill) || first > 0 {
			continue
		}
		if a, b := l.small(t.low), l.small(s.tokens[i+2].low); a > 0 && b > a && b < 32 && t.figure() {
			if i+3 < len(s.tokens) && s.tokens[i+3].w.month > 0 {
				first, last, from, to = a, b, i, i+4
			}
		}
	}
	if count == 0 || first == 0 || last-first == count {
		return ""
	}
	return strconv.Itoa(count) + " " + word + "|" + s.words(from, to)
}

// numeric reports whether a date is one of figures alone: "Friday, 14.11."
func numeric(text string) bool {
	for _, w := range strings.Fields(text) {
		if a, b, ok := strings.Cut(w, "/"); !ok {
			a, b, ok = strings.Cut(w, ".")
			if ok && a != "" && b != "" && strings.Trim(a+b, "0123456789./") == "" && !strings.Contains(text, " at ") {
				return true
			}
		} else if a != "" && b != "" {
			return true
		}
	}
	return false
}

// against reports whether two weekdays with their dates cannot both be right: within a month
// they are as far apart as the dates are.
func (a dayPair) against(b dayPair) bool {
	if a.month != b.month && a.month != 0 && b.month != 0 {
		return false
	}
	return (b.day-a.day-(b.weekday-a.weekday))%7 != 0
}

// dayPairs are the weekdays with their dates that a sentence has.
func (l *lexicon) dayPairs(s *sentence) []dayPair {
	if !s.figures {
		return nil
	}
	var out []dayPair
	dates := l.dates(s)
	for i, d := range dates {
		weekday, day := l.pair(s, d)
		if weekday == "" && i+1 < len(dates) && dates[i+1].from-d.to <= 2 && dates[i+1].from > d.to && s.tokens[d.to].w.in.has(sBeing) {
			weekday, day = s.words(dates[i+1].from, dates[i+1].to), s.words(d.from, d.to) // "the 15th is a Friday"
		}
		if weekday == "" || day == "" {
			continue
		}
		w, n := l.sentence(weekday), l.sentence(day)
		p := dayPair{text: s.words(d.from, d.to), weekday: l.weekdayIn(&w)}
		for j := range n.tokens {
			t := &n.tokens[j]
			if t.w.month > 0 {
				p.month = t.w.month
			} else if p.day == 0 {
				p.day = max(0, l.small(strings.TrimRight(t.low, "abcdefghijklmnopqrstuvwxyzº°.")))
			}
		}
		if strings.Trim(p.text, "0123456789 ") != "" && p.day > 0 && p.day < 32 && p.weekday > 0 {
			if !strings.Contains(p.text, weekday) {
				p.text += " " + weekday
			}
			out = append(out, p)
		}
	}
	return out
}

// firstPair is the first weekday with its date of a sentence.
func (l *lexicon) firstPair(s *sentence) (day, date string) {
	for _, d := range l.dates(s) {
		if day, date = l.pair(s, d); day != "" && date != "" {
			return day, date
		}
	}
	return "", ""
}

// pair returns the weekday and the date of "Friday, 14 November".
func (l *lexicon) pair(s *sentence, d span) (day, date string) {
	for i := d.from; i < d.to; i++ {
		if !l.weekday(&s.tokens[i]) || i+1 >= d.to {
			continue
		}
		at := i + 1
		if s.tokens[at].w.det != "" {
			at++
		}
		if at >= d.to {
			return "", ""
		}
		to := l.monthly(s.tokens, at)
		if to < 0 && (numericDay(&s.tokens[at]) || dayNumber(&s.tokens[at]) && strings.Trim(s.tokens[at].low, "0123456789") != "") {
			to = at + 1 // "Saturday 15th"
		}
		if to > 0 && to <= d.to {
			return s.words(i, i+1), s.words(at, to)
		}
	}
	return "", ""
}

// apart reports whether two days are of the same sort and differ: two weekdays, two dates.
func (l *lexicon) apart(a, b string) bool {
	x, y := l.sentence(a), l.sentence(b)
	if len(x.tokens) == 0 || len(y.tokens) == 0 {
		return false
	}
	if p, q := l.weekdayIn(&x), l.weekdayIn(&y); p > 0 && q > 0 && p != q {
		return true
	}
	p, q := l.monthDay(&x), l.monthDay(&y)
	return p > 0 && q > 0 && p != q
}

func (l *lexicon) weekdayIn(s *sentence) int {
	for i := range s.tokens {
		if l.weekday(&s.tokens[i]) {
			return s.tokens[i].w.day
		}
	}
	return 0
}

// monthDay returns month and day of a date with the month's name as one number, or 0.
func (l *lexicon) monthDay(s *sentence) int {
	month, day := 0, 0
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.w.month > 0 {
			month = t.w.month
		} else if dayNumber(t) && day == 0 {
			day = l.small(strings.TrimRight(t.low, "abcdefghijklmnopqrstuvwxyzº°."))
		}
	}
	if month == 0 || day <= 0 {
		return 0
	}
	return 100*month + day
}

// limits reports whether a German, French or Spanish sentence names a day only as the last one by
// which something is wanted: "bis zum 23. Januar", "avant le 15".
func (l *lexicon) limits(s *sentence) bool {
	for i := 0; l.code != "en" && i+1 < len(s.tokens); i++ {
		if !l.in(&s.tokens[i], "by then") || s.tokens[i].stop {
			continue
		}
		for j := i + 1; j < len(s.tokens) && j < i+4; j++ {
			if t := &s.tokens[j]; t.figure() || t.w.in.has(sDates) {
				return true
			}
		}
	}
	return false
}
