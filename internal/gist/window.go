package gist

import "strconv"

// window reads between which hours something can be: "I have the van 2 till 7",
// "any time between 9 and 12". The hours in it are what may be chosen for a question
// after a time; small hours are those of the afternoon.
func (m *mail) window(l *lexicon, q *Question, at int) {
	if q.Ask != AskMeet && q.Ask != AskTime || q.Kind != "when" && q.Kind != "what" || len(q.Options) > 0 {
		return
	}
	for _, i := range []int{at, at + 1, at - 1} {
		if i < 0 || i >= len(m.sentences) {
			continue
		}
		from, to := l.hours(&m.sentences[i])
		if to <= from || i != at && l.ofSomethingElse(&m.sentences[i]) {
			continue
		}
		q.Ask, q.YesNo = AskTime, false
		for h := from; h < to && len(q.Options) < MaxItems; h++ {
			q.Options = append(q.Options, strconv.Itoa(h)+":00")
		}
		return
	}
}

// hours returns the ends of a stretch of hours named in a sentence, or 0 and 0.
func (l *lexicon) hours(s *sentence) (from, to int) {
	between, ok := l.sets["choosing-between"]
	for i := 0; i+2 < len(s.tokens); i++ {
		a, b := &s.tokens[i], &s.tokens[i+2]
		join := s.tokens[i+1].w
		joined := join.in.has(sTill) || ok && i > 0 && s.tokens[i-1].w.in.has(between) && join.in.has(sAnd)
		x, y := l.numberOf(a), l.numberOf(b)
		if !joined || x < 1 || y < 1 || x > 24 || y > 24 || x == y || a.stop {
			continue
		}
		if end := i + 3; !b.stop && end < len(s.tokens) && !s.tokens[end].w.in.has(sClock) && !s.tokens[end].w.in.has(sStop) {
			continue // "2 to 7 boxes"
		}
		if end := i + 3; !b.stop && end < len(s.tokens) && s.tokens[end].w.month > 0 {
			continue // "2 to 7 May"
		}
		if i > 0 && s.tokens[i-1].w.in.has(sDates) && s.tokens[i-1].w.day == 0 {
			continue // "May 2 to 7"
		}
		if y < x {
			y += 12 // "9 till 5"
		} else if x < 7 && y < 12 {
			x, y = x+12, y+12
		}
		if y > 23 || y-x > 10 {
			continue
		}
		return x, y
	}
	return 0, 0
}

// ofSomethingElse reports whether a statement tells the hours of a thing that is no place to
// come to: "Breakfast is served from 7 to 10".
func (l *lexicon) ofSomethingElse(s *sentence) bool {
	if _, ok := l.sets["free-days"]; !ok {
		return false
	}
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.w.in.has(sFirst) || t.w.in.has(sYou) || l.in(t, "free-days") || l.in(t, "hours-of") {
			return false
		}
	}
	return true
}
