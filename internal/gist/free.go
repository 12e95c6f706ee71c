package gist

import "slices"

// freeDays are the days that the statements near sentence at offer for what is asked there:
// "I'm free on Monday and Thursday", "we deliver on Tuesdays and Fridays".
func (m *mail) freeDays(l *lexicon, at int) []string {
	for back := 1; back <= optionsBack && back <= at && !m.sentences[at-back].asks; back++ {
		if days, _ := l.offeredDays(&m.sentences[at-back]); len(days) > 0 {
			return days
		}
	}
	for i := at + 1; i < len(m.sentences) && i <= at+2 && !m.sentences[i].asks; i++ {
		if days, _ := l.offeredDays(&m.sentences[i]); len(days) > 0 {
			return days
		}
	}
	return nil
}

// offeredDays are the days that a statement offers, and those that it rules out: "any day
// but Wednesday", "I can't do Thursday, but Tuesday is fine".
func (l *lexicon) offeredDays(s *sentence) (free, busy []string) {
	offering, ok := l.sets["free-days"]
	if !ok || s.asks || !s.mayDate || l.supposes(s) {
		return nil, nil
	}
	offers, taken := false, false
	for i := range s.tokens {
		offers = offers || s.tokens[i].w.in.has(offering)
		taken = taken || l.in(&s.tokens[i], "taken-days")
	}
	if !offers && !taken {
		return nil, nil
	}
	for i := range s.tokens {
		if t := &s.tokens[i]; l.in(t, "weekends") && l.ruledOut(s, span{from: i, to: i + 1}) == 0 {
			free = add(free, t.low)
		}
	}
	for _, d := range l.dates(s) {
		if !d.day || !slices.ContainsFunc(s.tokens[d.from:d.to], func(t token) bool { return t.w.day > 0 || t.w.month > 0 || dayNumber(&t) }) {
			continue // "this week"
		}
		switch l.ruledOut(s, d) {
		case -1:
			busy = add(busy, s.words(d.from, d.to))
		case 0:
			if !offers {
				continue
			}
			from := d.from
			if from > 0 && s.tokens[from-1].w.det != "" && !s.tokens[from-1].stop {
				from--
			}
			free = add(free, s.words(from, l.hourBehind(s, d.to)))
		}
	}
	return l.shared(free), busy
}

// ruledOut tells how a statement means a day: -1 as one that is not possible, 1 as a limit,
// 0 as one that is.
func (l *lexicon) ruledOut(s *sentence, d span) int {
	for i := d.to; i < len(s.tokens) && i < d.to+4 && !s.tokens[i-1].stop; i++ {
		if l.in(&s.tokens[i], "taken-days") {
			return -1 // "Monday is full"
		}
	}
	for i := d.from - 1; i >= 0; i-- {
		t := &s.tokens[i]
		switch {
		case i >= d.from-2 && t.w.in.has(sDeadlines):
			return 1 // "until Wednesday"
		case l.in(t, "excepting"):
			return -1
		case l.in(t, "but"):
			for j := max(0, i-3); j < i; j++ {
				if s.tokens[j].w.in.has(sAny) || s.tokens[j].w.in.has(sEach) {
					return -1
				}
			}
			return 0
		case t.w.in.has(sNegations):
			return -1
		case t.stop && t.mark != ',':
			return 0
		}
	}
	return 0
}

// offersDays gives a question of when the days that are offered near it.
func (m *mail) offersDays(l *lexicon, q *Question, at int, s *sentence) {
	switch {
	case len(q.Options) > 0 || len(q.Dates) > 0 || q.Ask != AskMeet && q.Ask != AskDate:
		return
	case q.Kind != "when" && q.Kind != "which" && q.Kind != "what" && q.Ask != AskMeet:
		return
	}
	for i := range s.tokens {
		if l.in(&s.tokens[i], "past-asks") {
			return
		}
	}
	days := m.freeDays(l, at)
	if len(days) == 0 {
		return
	}
	q.Options, q.Dates = days, add(q.Dates, days...)
	if len(days) == 1 || s.has(pAskMeet) || s.has(pSuits) {
		q.Ask, q.YesNo = AskMeet, q.Kind == ""
	}
}

// dayRange extends a weekday over "to Saturday" of "Monday to Saturday".
func (l *lexicon) dayRange(s *sentence, from, to int) int {
	if _, ok := l.sets["free-days"]; !ok || to+1 >= len(s.tokens) || s.tokens[to-1].stop || !s.tokens[to].w.in.has(sTill) || !l.weekday(&s.tokens[to+1]) {
		return to
	}
	if from > 0 && s.tokens[from-1].w.in.has(sExactAt) && s.has(pActChange) {
		return to // "moved from Monday to Tuesday"
	}
	return to + 2
}

// seasons are the seasons, holidays and months that a sentence names without a day.
func (l *lexicon) seasons(s *sentence) (out []string) {
	id, ok := l.sets["seasons"]
	if !ok {
		return nil
	}
	for i := range s.tokens {
		t := &s.tokens[i]
		month := t.w.month > 0 && len(t.low) > 2 && capital(t.text) && i > 0 && (s.tokens[i-1].w.in.has(sPrepositions) || s.tokens[i-1].w.in.has(sOr) || s.tokens[i-1].w.in.has(sAnd)) &&
			(i+1 == len(s.tokens) || !dayNumber(&s.tokens[i+1]))
		if t.w.in.has(id) && capital(t.text) || month {
			out = add(out, t.low)
		}
	}
	return out
}
