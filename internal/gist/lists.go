package gist

import (
	"slices"
	"strings"
)

// Lists of what is to be told, on lines of their own or behind a colon.

// leadsList reports whether words before a colon ask for what stands behind it: "I still
// need".
func (l *lexicon) leadsList(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return l.in(&t, "list-leads") })
}

// inlineList parts a statement that lists behind a colon what is to be told, "I still lack:
// inside leg, chest and collar"; nil for others.
func (l *lexicon) inlineList(s *sentence) []sentence {
	if s.asks || s.item {
		return nil
	}
	colon := slices.IndexFunc(s.tokens, func(t token) bool { return t.mark == ':' })
	if colon < 1 || colon+3 > len(s.tokens) || !s.has(pTell) && !l.leadsList(s.tokens[:colon+1]) || l.code == "de" && !l.leadsList(s.tokens[:colon+1]) && !s.hitBefore(pTell, colon+1) {
		return nil
	}
	if l.code == "en" && slices.ContainsFunc(s.tokens[:colon+1], func(t token) bool {
		return l.in(&t, "choose-of") || l.in(&t, "brings") && !l.receivesAny(s.tokens[:colon+1])
	}) {
		return nil // "you can choose one of the following: a week of leave, a gift"
	}
	mark := byte(',')
	if slices.ContainsFunc(s.tokens[colon+1:], func(t token) bool { return t.mark == ';' }) {
		mark = ';'
	}
	var out []sentence
	from, final := colon+1, false
	add := func(to int) {
		for from < to && s.tokens[from].w.in.has(sAnd) {
			from++
		}
		if from < to {
			part := s.part(l, from, to, false)
			part.told = true
			out = append(out, part)
		}
		from, final = to, to < len(s.tokens) && s.tokens[to].w.in.has(sAnd)
	}
	for i := colon + 1; i < len(s.tokens) && len(out) < MaxItems; i++ {
		last := i == len(s.tokens)-1
		if bracketAt(s.text, &s.tokens[i]) && !last { // "the serial number (inside the flap, starts HX)"
			if end := strings.IndexByte(s.text[s.tokens[i].from:], ')'); end > 0 {
				end += s.tokens[i].from
				for i+1 < len(s.tokens) && s.tokens[i+1].from < end {
					i++
				}
				last = i == len(s.tokens)-1
			}
		}
		if t := &s.tokens[i]; t.mark == mark || last || mark == ',' && i > from && s.tokens[i+1].w.in.has(sAnd) && len(out) > 0 && !(final && l.code == "en" && !t.stop) {
			add(i + 1)
		}
	}
	if len(out) < 2 || l.code == "en" && l.onlyExamples(s, colon) {
		return nil
	}
	return out
}

// receivesAny reports whether the lead of a list is what the sender needs: "I need to get these".
func (l *lexicon) receivesAny(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sNeeding) || l.in(&t, "lacking") })
}

// onlyExamples reports whether what stands behind a colon is no list of what is to be told: it
// goes on with a statement, ends with "and so on", or the sender is to tell it.
func (l *lexicon) onlyExamples(s *sentence, colon int) bool {
	toks := s.tokens
	if l.ownClause(&toks[colon+1]) {
		return true // "I may say it at last: I'm expecting, due in June"
	}
	if slices.ContainsFunc(toks[colon+1:], func(t token) bool { return t.low == "etc" }) || strings.Contains(s.text, "and so on") {
		return true
	}
	return slices.ContainsFunc(toks[:colon], func(t token) bool { return t.low == "must" }) && slices.ContainsFunc(toks[:colon], func(t token) bool { return t.w.in.has(sFirst) })
}

// asksBelow reports whether the list that the i-th sentence leads to is one of questions, as
// some of its items ask by themselves and none is a sentence that tells: "quick things:", "still
// open:". What asks for one of the items is no such lead.
func (m *mail) asksBelow(l *lexicon, i int) bool {
	if l.code != "en" || m.sentences[i].asks || m.sentences[i].has(pAskChoose) {
		return false
	}
	asking, items := 0, 0
	for j := i + 1; j < len(m.sentences) && items < MaxItems && m.sentences[j].block > m.sentences[i].block; j++ {
		s := &m.sentences[j]
		if !s.item {
			break
		}
		items++
		toks := l.lead(s.tokens)
		switch {
		case len(toks) == 0 || len(toks) > 12:
			return false
		case s.asks || len(toks) < 7 && slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sOr) }) || toks[0].w.wh != "" && toks[0].w.wh != "if" || l.asksPlainly(toks):
			asking++
		case l.onlyTells(toks) || toks[0].w.in.has(sSubjects):
			return false
		}
	}
	return items > 1 && asking > 0 && 2*asking >= items-1
}

// listedQuestion reads an item of a list of things to be told: "- the delivery address".
func (l *lexicon) listedQuestion(s *sentence, g *Gist) {
	kind := l.askedThing(s.tokens)
	if len(g.Questions) == MaxItems || len(s.tokens) == 0 || kind == "" && l.onlyDay(s) {
		return
	}
	if s.has(pAskPhone) || slices.ContainsFunc(s.tokens, func(t token) bool { return l.maps["kinds"][t.low] == "phone" }) {
		kind = AskPhone // "a daytime phone number"
	}
	if last := &s.tokens[len(s.tokens)-1]; l.code == "en" && kind == "" && len(s.tokens) > 1 && (last.low == "no" || last.low == "nr" || last.low == "nos") {
		kind = AskIdentifier // "passport no."
	}
	if first := s.tokens[0].low; first == "someone" || first == "somebody" {
		kind = AskWho // "someone we can ring in an emergency"
	}
	if n := len(s.tokens); l.code == "en" && n > 2 && s.tokens[n-2].w.in.has(sOr) && s.tokens[n-1].low == "not" {
		kind = AskYesNo // "bringing Tom or not"
	}
	if kind == "" {
		kind = AskWhat
	}
	q := Question{Text: s.words(0, len(s.tokens)), Kind: "what", Topic: l.bestIn(s), Ask: kind}
	if q.Of = l.whose(s.tokens); q.Of == OfNobody {
		q.Of = OfReader
	}
	g.Questions = append(g.Questions, q)
}
