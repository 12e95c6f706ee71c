package gist

import "strings"

// offeredTime adds that a day or an hour which a mail offers without asking may suit or not:
// "we can deliver on Friday afternoon if that suits", "we could meet at the mill at nine". What
// the mail asks of days by itself is enough.
func (m *mail) offeredTime(l *lexicon, g *Gist) {
	if l.code != "en" || len(g.Questions) >= MaxItems {
		return
	}
	for i := range g.Questions {
		if q := &g.Questions[i]; q.Ask == AskMeet || q.Ask == AskDate || q.Ask == AskTime || q.Ask == AskDeadline {
			return
		}
	}
	for i := range m.sentences {
		s := &m.sentences[i]
		if s.asks || s.item || len(s.tokens) < 5 || m.readAt(g, i) || s.has(pAskNone) {
			continue
		}
		if i+1 < len(m.sentences) && m.sentences[i+1].tokens[0].w.in.has(sOr) {
			continue // "We could do Tuesday. Or Thursday."
		}
		days := l.named(s)
		if len(days) != 1 || !l.offersTime(s) {
			continue
		}
		q := Question{Text: cut(s.text, MaxQuote), YesNo: true, Topic: days[0], Dates: days, Options: days, Ask: AskMeet, Of: OfReader, Place: i * MaxItems, Before: m.before(i)}
		if day := strings.ToLower(days[0]); strings.HasPrefix(day, "to") || strings.HasPrefix(day, "this") {
			q.Ask, q.Options = AskYesNo, nil // "tonight": the reader knows
		}
		at := 0
		for at < len(g.Questions) && g.Questions[at].Place <= q.Place {
			at++
		}
		g.Questions = append(g.Questions[:at:at], append([]Question{q}, g.Questions[at:]...)...)
		return
	}
}

// readAt reports whether the i-th sentence has asked or wanted something already.
func (m *mail) readAt(g *Gist, i int) bool {
	for _, q := range g.Questions {
		if q.Place/MaxItems == i {
			return true
		}
	}
	for _, r := range g.Requests {
		if r.Place/MaxItems == i {
			return true
		}
	}
	return false
}

// offersTime reports whether a statement leaves to the reader whether a time suits.
func (l *lexicon) offersTime(s *sentence) bool {
	for i := range s.tokens {
		if s.tokens[i].w.in.has(sTill) || s.tokens[i].w.in.has(sDeadlines) {
			return false // "I'm keeping it till Thursday if that's ok"
		}
	}
	for i := 0; i+2 < len(s.tokens) && i < 6; i++ {
		if s.tokens[i].w.in.has(sFirst) && s.tokens[i+1].low == "could" && !s.tokens[i+2].w.in.has(sNegations) && s.tokens[i+2].low != "have" {
			return true // "I could fetch it on Saturday"
		}
	}
	return l.offerCues.tells(s.tokens, "")
}
