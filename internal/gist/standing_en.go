package gist

import (
	"slices"
	"strings"
)

// doesTo reports whether tokens begin with a verb that is told by what it does something to:
// "bin them".
func (l *lexicon) doesTo(toks []token) bool {
	return len(toks) > 1 && !toks[0].stop && toks[0].w.det == "" && !toks[0].w.in.has(sPrepositions) && !toks[0].w.in.has(sAdjectives) && !toks[0].w.in.has(sSubjects) && (l.in(&toks[1], "pronouns-it") || toks[1].w.in.has(sObjects))
}

// pricedPair reads one sentence that names two things with what they cost: "Oak is 640, plain
// pine 210", "£180 for the deep ones, or £120 for the others", "with 5 each it is £870, with 7
// £1,140".
func (l *lexicon) pricedPair(list []sentence) []string {
	for j := len(list) - 1; j >= 0; j-- {
		toks := list[j].tokens
		var out []string
		from := 0
		for k := range toks {
			last := k == len(toks)-1
			if !toks[k].stop && !last && !toks[k+1].w.in.has(sOr) && !toks[k+1].w.in.has(sAnd) {
				continue
			}
			part := toks[from : k+1]
			from = k + 1
			for len(part) > 1 && (part[0].w.in.has(sOr) || part[0].w.in.has(sAnd) || part[0].w.in.has(sEither)) {
				part = part[1:]
			}
			if said := l.costs(part); said != "" {
				out = add(out, said)
			}
		}
		if len(out) > 1 && len(out) < 5 {
			return alikePrices(out)
		}
	}
	return nil
}

// costs is the thing of which a clause tells the price.
func (l *lexicon) costs(part []token) string {
	price := func(t *token) bool {
		return t.figure() && (len(t.low) > 1 || strings.ContainsAny(t.text, "£$€")) && t.w.day == 0
	}
	n := len(part)
	switch {
	case n > 2 && price(&part[0]) && part[1].w.in.has(sPrepositions):
		return l.withTail(part[2:], part[1].low)
	case n < 2 || !price(&part[n-1]) || n > 12:
		return ""
	}
	for i := 1; i < n; i++ {
		if t := &part[i]; t.w.in.has(sBeing) || l.in(t, "cost-verbs") || t.low == "it's" || t.w.in.has(sSubjects) {
			if i < n-4 {
				return ""
			}
			return l.withTail(part[:i], "")
		}
	}
	if n > 6 {
		return ""
	}
	if part[n-2].w.in.has(sPrepositions) {
		n-- // "a double at £90"
	}
	return l.withTail(part[:max(1, n-1)], "")
}

// withTail says a thing by what tells it apart, "the one with wooden posts".
func (l *lexicon) withTail(part []token, before string) string {
	for i := range part {
		if part[i].low == "with" && i+1 < len(part) && (i == 0 || i > 1) {
			return "the one " + l.say(part[i:])
		}
	}
	if before == "with" {
		return "the one with " + l.say(part)
	}
	if part[0].w.in.has(sSubjects) || part[0].w.in.has(sPrepositions) && before == "" || part[0].figure() || len(part) > 6 {
		return ""
	}
	if part[0].low == "a" || part[0].low == "an" {
		return "the " + l.say(part[1:])
	}
	return lowered(l, part)
}

// lowered says tokens without the capital that begins their sentence.
func lowered(l *lexicon, part []token) string {
	said := l.say(part)
	if l.common(&part[0]) || len(part) > 1 && part[0].from == 0 && !capital(part[1].text) && part[0].w.month == 0 {
		return lowerFirst(said)
	}
	return said
}

// alikePrices says several things that are told apart by what they come with in the same way.
func alikePrices(out []string) []string {
	with := 0
	for _, o := range out {
		if strings.HasPrefix(o, "the one with ") {
			with++
		}
	}
	if with > 0 && with < len(out) {
		return nil
	}
	if !slices.ContainsFunc(out[1:], capital) {
		out[0] = lowerFirst(out[0]) // "Oak is 640, plain pine 210"
	}
	return out
}

// beforeWhich are the things that stand before "which" in the sentence that asks: "10 or 4,
// which is better?", "I am free at 11 or at 3, which one is better?".
func (m *mail) beforeWhich(l *lexicon, i int) []string {
	toks := m.sentences[i].tokens
	which := slices.IndexFunc(toks, func(t token) bool { return t.w.wh == "which" })
	if which < 3 || !toks[which-1].stop {
		return nil
	}
	before := toks[:which]
	or := -1
	for k := range before {
		if before[k].w.in.has(sOr) && k > 0 && k+1 < which {
			or = k
		}
	}
	if or < 0 {
		return nil
	}
	right := before[or+1:]
	kind := (&alternatives{lexicon: l}).kindOf(&right[0])
	from := or - 1
	for from >= 0 && kind != altPlain && (&alternatives{lexicon: l}).kindOf(&before[from]) != kind {
		from--
	}
	if kind == altPlain {
		from = max(0, or-len(right))
	}
	if from < 0 || len(right) > 5 || or-from > 5 || slices.ContainsFunc(before[from:], func(t token) bool { return t.w.in.has(sSubjects) || t.w.in.has(sInverts) }) {
		return nil
	}
	return []string{lowered(l, before[from:or]), l.say(right)}
}

// listedOptions reads "what shall I call you: author, walker, legend?", a list without its "or".
func (l *lexicon) listedOptions(s *sentence, toks []token) []string {
	colon := slices.IndexFunc(toks, func(t token) bool { return t.mark == ':' })
	if l.code != "en" || !s.asks || colon < 2 || toks[0].w.wh == "" || !slices.ContainsFunc(toks[:colon+1], func(t token) bool { return l.in(&t, "wishing") }) {
		return nil
	}
	a := alternatives{lexicon: l, toks: toks}
	parts := a.pieces(colon+1, len(toks))
	var out []string
	for _, p := range parts {
		if p[0].w.in.has(sAny) {
			continue // "anything else"
		}
		if len(p) > 4 || p[0].w.wh != "" || slices.ContainsFunc(p, func(t token) bool {
			return t.w.in.has(sInverts) || t.w.in.has(sSubjects) || t.w.in.has(sOr) || t.w.in.has(sAnd)
		}) {
			return nil
		}
		out = add(out, l.say(p))
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// eachClause reports whether a question with "when" within leaves a choice of cases: "should
// people pay when they order or when they collect?"
func (l *lexicon) eachClause(s *sentence, toks []token, at int) bool {
	if l.code != "en" || at < 1 || !s.asks || !l.in(&toks[at], "time-clauses") || !slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sOr) }) {
		return false
	}
	text := s.text
	if s.partial {
		text = s.written()
	}
	list := Alternatives("en", text)
	return len(list) > 1 && list[0].How
}

// adviseOn reports whether a question is which of two things to do: "do you think we should
// sell it or keep it?".
func (l *lexicon) adviseOn(s *sentence, toks []token) bool {
	if l.code != "en" || !slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sOr) }) {
		return false
	}
	text := s.text
	if s.partial {
		text = s.written()
	}
	list := Alternatives("en", text)
	return len(list) > 1 && list[0].Deed && list[0].Wish
}

// wishesDone reports whether a question is which of two things its reader would like done, whatever
// else is in it: "would you like to wait while it is done, or leave it with us?".
func (l *lexicon) wishesDone(s *sentence, toks []token) bool {
	if l.code != "en" || len(toks) < 6 || !toks[0].w.in.has(sAuxiliaries) || !toks[1].w.in.has(sYou) || !l.in(&toks[2], "wishing") && toks[2].low != "rather" {
		return false
	}
	return l.adviseOn(s, toks)
}

// leftOpen adds the choice that a mail offers without asking: "I can do Wednesday at 3 or
// Friday at 11.", "There are two ways. Patch it: £150. Replace it: £720."
func (m *mail) leftOpen(l *lexicon, g *Gist) {
	if l.code != "en" || len(g.Questions) >= MaxItems {
		return
	}
	has := func(q Question) bool {
		return len(q.Options) > 1 || q.Ask == AskMeet || q.Ask == AskDate && len(q.Dates) > 0
	}
	put := func(i int, q Question) {
		q.Text, q.Kind, q.Of, q.Offers, q.Place = cut(m.sentences[i].text, MaxQuote), "which", OfReader, true, i*MaxItems
		g.Questions = append(g.Questions, q)
		slices.SortStableFunc(g.Questions, func(a, b Question) int { return a.Place - b.Place })
	}
	if !slices.ContainsFunc(g.Questions, has) {
		for i := range m.sentences {
			s := &m.sentences[i]
			if s.asks || s.item || !slices.ContainsFunc(s.tokens, func(t token) bool { return l.in(&t, "can-offer") }) || slices.ContainsFunc(s.tokens[:min(3, len(s.tokens))], func(t token) bool { return t.w.in.has(sSuppose) }) {
				continue
			}
			if days := l.dayOptions(s); len(days) > 1 && len(days) < 4 {
				put(i, Question{Ask: AskMeet, Options: days, Dates: days})
				return
			}
		}
	}
}
