package gist

import "strings"

// readStated notes what the mail says is so: sums, days, hours, numbers, places, names.
func (m *mail) readStated(l *lexicon, g *Gist) {
	topic := "" // what the sentence before was about, for "it costs 5 EUR"
	for i := range m.sentences {
		s := &m.sentences[i]
		if s.asks || l.supposes(s) {
			continue
		}
		g.reading = i
		own := l.stateAll(s, topic, g)
		if own != "" {
			topic = own
		}
	}
	for _, n := range g.Numbers {
		g.state(AskIdentifier, orElse(n.Label, "number"), n.Value)
	}
}

// stateAll notes what one sentence states, and returns what it is about.
func (l *lexicon) stateAll(s *sentence, before string, g *Gist) string {
	taken := map[int]bool{}
	dates := l.dates(s)
	amounts := l.amounts(s)
	for _, d := range append(append([]span(nil), dates...), amounts...) {
		for i := d.from; i < d.to; i++ {
			taken[i] = true
		}
	}
	about := l.statedTopic(s, taken, len(s.tokens))
	topic := orElse(about, before)
	near := func(d span) string { return orElse(l.statedTopic(s, taken, d.from), topic) }
	for _, a := range amounts {
		if v := s.words(a.from, a.to); !strings.HasSuffix(v, "%") {
			g.state(AskMoney, near(a), v)
		}
	}
	for _, d := range dates {
		if l.since(s, d) {
			continue // "eleven inches since Friday"
		}
		ask := AskDate
		switch {
		case s.has(pProposesMeeting) || s.has(pAskMeet):
			ask = AskMeet
		case d.clock:
			ask = AskTime
		case d.from > 0 && s.tokens[d.from-1].w.in.has(sDeadlines):
			ask = AskDeadline
		}
		g.state(ask, near(d), s.words(d.from, d.to))
	}
	l.stateFigures(s, taken, topic, g)
	l.noteFigures(s, taken, g)
	l.statePlace(s, taken, topic, g)
	l.stateNames(s, g)
	return about
}

// since reports whether a date is one that something has lasted from.
func (l *lexicon) since(s *sentence, d span) bool {
	id, ok := l.sets["since"]
	for i := d.from - 1; ok && i >= max(0, d.from-2) && !s.tokens[i].stop; i-- {
		if s.tokens[i].w.in.has(id) {
			return true
		}
	}
	return false
}

// supposes reports whether a sentence only says what may be.
func (l *lexicon) supposes(s *sentence) bool {
	return len(s.tokens) > 0 && s.tokens[l.opening(s.tokens)].w.in.has(sSuppose)
}

// statedTopic returns the noun phrase that a statement is about: the last good one
// before the token at which what is stated begins.
func (l *lexicon) statedTopic(s *sentence, taken map[int]bool, before int) string {
	best, at := 0, -1
	list := l.phrases(s)
	for i, c := range list {
		if taken[c.from] || taken[c.to-1] || c.to > before {
			continue
		}
		if c.score > best || before < len(s.tokens) && c.det != "" && c.score > 2 {
			best, at = c.score, i
		}
	}
	if at < 0 {
		return ""
	}
	return l.text(s.tokens, list[at])
}

// noteFigures notes the plain numbers of a statement, no years, labels and marks of lists.
func (l *lexicon) noteFigures(s *sentence, taken map[int]bool, g *Gist) {
	if !s.figures {
		return
	}
	for i := range s.tokens {
		t := &s.tokens[i]
		if taken[i] || !plainNumber(t.low) || year(t.low) || len(g.Figures) == MaxItems {
			continue
		}
		if i > 0 && s.tokens[i-1].w.det == "" && (l.in(&s.tokens[i-1], "option-words") || !s.tokens[i-1].stop && l.content(s.tokens, i-1, true)) {
			continue // "clause 4", "no. 31"
		}
		f := Figure{Value: t.text}
		if i+1 < len(s.tokens) && !t.stop && !s.tokens[i+1].w.in.has(sStop) && !s.tokens[i+1].figure() {
			f.Unit = s.tokens[i+1].low
		}
		g.Figures = append(g.Figures, f)
	}
}

// stateFigures notes versions, phone numbers, durations and what is counted.
func (l *lexicon) stateFigures(s *sentence, taken map[int]bool, topic string, g *Gist) {
	if !s.figures && !s.mayDate {
		return
	}
	for i := 0; i < len(s.tokens); i++ {
		t := &s.tokens[i]
		if taken[i] {
			continue
		}
		if to := phoneAt(s.tokens, i); to > 0 {
			g.state(AskPhone, topic, s.words(i, to))
			i = to - 1
			continue
		}
		if versionLike(t.low) && (i > 0 && s.tokens[i-1].w.in.has(sVersionWords) || t.low[0] == 'v' || strings.Count(t.low, ".") == 2) {
			g.state(AskVersion, topic, strings.TrimPrefix(t.text, "v"))
			continue
		}
		if l.numberOf(t) < 0 && !plainNumber(t.low) || i+1 >= len(s.tokens) || t.stop || year(t.low) {
			continue
		}
		next := &s.tokens[i+1]
		switch {
		case next.w.in.has(sSpans):
			g.state(AskDuration, topic, s.words(i, i+2))
		case t.w.number == 1 || next.w.in.has(sUnits) || next.w.in.has(sMeasures) || next.w.det != "" || next.w.in.has(sStop) && !(next.w.in.has(sOf) && i+2 < len(s.tokens) && s.tokens[i+2].w.in.has(sObjects)) || next.w.in.has(sVerbs) && !next.w.in.has(sNouns) || next.figure():
		case next.w.in.has(sOf):
			g.state(AskNumber, "people", t.text) // "there will be 14 of us"
		default:
			if i > 0 && !s.tokens[i-1].stop && s.tokens[i-1].w.det == "" && l.content(s.tokens, i-1, true) {
				continue // "clause 4", "order 10427"
			}
			g.state(AskNumber, next.low, t.text)
		}
	}
}

// phoneAt returns the index behind the phone number at token i, or -1.
func phoneAt(toks []token, i int) int {
	digits, to := 0, i
	for to < len(toks) && to-i < 6 {
		low := toks[to].low
		if strings.Trim(low, "+0123456789-/()") != "" {
			break
		}
		for _, r := range low {
			if r >= '0' && r <= '9' {
				digits++
			}
		}
		to++
		if toks[to-1].mark == ',' || toks[to-1].mark == ';' {
			break
		}
	}
	lead := toks[i].low[0] == '+' || toks[i].low[0] == '0'
	if !lead || digits < 7 || digits > 15 {
		return -1
	}
	return to
}

// versionLike reports whether s looks like 2.7.3 or v2.7.
func versionLike(s string) bool {
	s = strings.TrimPrefix(s, "v")
	return s != "" && digit(s[0]) && digit(s[len(s)-1]) && strings.Contains(s, ".") && strings.Trim(s, "0123456789.") == "" && len(s) <= 16
}

// statePlace notes where something is: "the key is under the mat".
func (l *lexicon) statePlace(s *sentence, taken map[int]bool, topic string, g *Gist) {
	for i := 1; i+1 < len(s.tokens); i++ {
		if !s.tokens[i].w.in.has(sPlacing) || !s.tokens[i-1].w.in.has(sBeing) && !(taken[i-1] && i > 1) || i < 2 && s.tokens[0].w.det == "" && !s.tokens[0].w.in.has(sSubjects) {
			continue
		}
		end := i + 1
		for end < len(s.tokens) && end-i < 9 && !s.tokens[end-1].stop && !taken[end] {
			end++
		}
		for end > i+1 && end < len(s.tokens) && !s.tokens[end-1].stop && (s.tokens[end-1].w.in.has(sPrepositions) || s.tokens[end-1].w.det != "") {
			end-- // "at St Mary's on the 28th"
		}
		if taken[i+1] || end < i+2 {
			continue
		}
		d := span{from: i + 1, to: end}
		if l.dayAt(s, d.from) > 0 || l.clockAt(s, d.from, true) > 0 || d.from < end && s.tokens[d.from].w.det == "" && !capital(s.tokens[d.from].text) && !s.tokens[d.from].w.in.has(sPlacing) {
			continue
		}
		g.state(AskPlace, topic, l.say(s.tokens[i:end]))
		return
	}
}

// stateNames notes who does something: "Anna Berg looks after it".
func (l *lexicon) stateNames(s *sentence, g *Gist) {
	if !s.has(pStatesWho) {
		return
	}
	for _, h := range s.hits {
		if h.group != pStatesWho {
			continue
		}
		from, to := h.from, h.from
		for from > 0 && h.from-from < 3 && l.nameLike(&s.tokens[from-1]) && !s.tokens[from-1].stop {
			from--
		}
		if from == to {
			for from, to = h.to, h.to; to < len(s.tokens) && to-from < 3 && l.nameLike(&s.tokens[to]); to++ {
			}
		}
		if to > from {
			g.state(AskWho, l.best(s.tokens[h.to:]), l.joinTokens(s.tokens[from:to]))
			return
		}
	}
}

// state notes one thing, once.
func (g *Gist) state(ask Ask, topic, value string) {
	if topic == value {
		topic = ""
	}
	if value == "" || len(value) > MaxPhrase || len(g.Stated) >= MaxItems {
		return
	}
	for _, s := range g.Stated {
		if s.Ask == ask && s.Value == value {
			return
		}
	}
	g.Stated = append(g.Stated, Stated{Ask: ask, Topic: topic, Value: value, sentence: g.reading})
}

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}
