package gist

import "slices"

// Requests that are joined to others, and what is to be told only for some case.

// maxJoined is how many words a request has that another one is joined to.
const maxJoined = 40

// pleaseToken stands for the "please" that a joined request shares with the one before it:
// "please restart it and tell us".
func (l *lexicon) pleaseToken(before *token) token {
	return token{text: "please", low: "please", w: l.find("please"), from: before.from, to: before.from}
}

// alsoAsked reports whether a request of its own begins at token next of a sentence that
// asks for another one: "restart the router | and tell us whether". That one is begged
// where it has no "please" of its own either.
func (l *lexicon) alsoAsked(s *sentence, from, next int, begged bool) bool {
	if l.code != "en" || next+1 >= len(s.tokens) || next-from > maxJoined {
		return false
	}
	rest := s.tokens[next:]
	if rest[0].w.in.has(sAuxiliaries) && rest[1].w.in.has(sSubjects) {
		return false // "and do you know"
	}
	tells := rest[0].w.in.has(sTelling) && l.tellsOn(rest)
	if !tells && (!rest[0].w.verb() && !l.in(&rest[0], "commands") || !l.actsOn(rest)) {
		return false
	}
	before := s.tokens[from:next]
	if before[len(before)-1].w.in.has(sAnd) {
		before = before[:len(before)-1]
	}
	toks := l.lead(before)
	if begged {
		toks = append([]token{l.pleaseToken(&before[0])}, before...)
	}
	verb := l.requestVerb(toks, s.asks)
	if verb < 0 && !s.asks && (l.bareTask(toks) == 0 || l.in(&toks[0], "choose-of")) {
		verb = 0 // "open the shed and tell us", "choose one and let me have your number"
	}
	if verb < 0 || verb >= len(toks)-1 || toks[verb].w.in.has(sNeeding) {
		return false // "check and return the form"
	}
	first := &toks[verb]
	if slices.ContainsFunc(toks[verb+1:], func(t token) bool { return t.w.wh != "" || t.low == "that" && !t.stop }) {
		return tells || !first.w.in.has(sTelling) || before[len(before)-1].stop // "check whether it leaks | and call me", but "tell me if you eat meat and bring a salad"
	}
	if tells || first.w.in.has(sTelling) {
		return true
	}
	refers := len(rest) > 1 && (rest[1].low == "it" || rest[1].low == "them" || rest[1].low == "one" || rest[1].low == "both")
	long := len(s.tokens)-from > 16 && len(toks)-verb > 3 // too much to be said back at once
	return (long || rest[0].low == "let" || first.w.in.has(sSending) != rest[0].w.in.has(sSending)) && !refers
}

// tellsOn reports whether the verb of telling by which tokens begin is one of a request:
// "tell us", "let me know", "confirm that", "confirm your date of birth".
func (l *lexicon) tellsOn(toks []token) bool {
	next := &toks[1]
	switch {
	case toks[0].stop:
		return false
	case toks[0].low == "let":
		return len(toks) > 2 && (next.w.in.has(sMe) || next.w.in.has(sObjects) || l.tellsOthers(toks[1:])) && toks[2].low == "know"
	case toks[0].low == "ask":
		return l.tellsOthers(toks[1:])
	case toks[0].low == "say" || toks[0].low == "know" || toks[0].low == "wonder":
		return false
	}
	return next.w.in.has(sMe) || next.w.in.has(sObjects) || next.w.wh != "" || next.w.det != "" || capital(next.text)
}

// actsOn reports whether the word by which tokens begin is a verb by what follows it.
func (l *lexicon) actsOn(toks []token) bool {
	next := &toks[1]
	if toks[0].stop || capital(toks[0].text) {
		return false
	}
	return next.w.det != "" || next.w.in.has(sMe) || next.w.in.has(sObjects) || next.low == "it" || next.low == "them" || next.low == "up" || next.low == "down" || next.low == "him" || next.low == "her" ||
		next.low == "out" || next.low == "sure" || next.low == "if" || next.low == "one" || next.low == "both" || l.in(next, "taken-things") || capital(next.text)
}

// confirmed returns the clause that is to be confirmed, "you are coming" of "please confirm
// that you are coming"; nil for none. The verb is toks[verb].
func (l *lexicon) confirmed(toks []token, verb int) []token {
	if l.code != "en" || verb < 0 || verb+3 >= len(toks) || toks[verb].low != "confirm" || toks[verb].stop {
		return nil
	}
	rest := toks[verb+1:]
	if rest[0].w.in.has(sMe) || rest[0].w.in.has(sObjects) && !rest[0].w.in.has(sYou) {
		rest = rest[1:]
	}
	that := rest[0].low == "that" && !rest[0].stop
	if that {
		rest = rest[1:]
	}
	if len(rest) < 2 {
		return nil
	}
	switch first := &rest[0]; {
	case first.w.in.has(sYou) && first.low != "your", first.low == "you're", first.low == "you'll", first.low == "you've":
		return rest
	case that && (first.w.in.has(sSubjects) || first.w.det != "" || capital(first.text)):
		return rest
	}
	return nil
}

// caseTold returns the case of which the reader is to tell, "if you need a projector" of "if
// you need a projector, please tell me"; nil for other sentences.
func (l *lexicon) caseTold(s *sentence) []token {
	toks := l.lead(s.tokens)
	if l.code != "en" || s.asks || len(toks) < 5 || toks[0].low != "if" || toks[1].low == "so" || toks[1].low == "not" {
		return nil
	}
	end := slices.IndexFunc(toks, func(t token) bool { return t.stop })
	if end < 2 || end+2 >= len(toks) || toks[end].mark != ',' || slices.ContainsFunc(toks[:end+1], func(t token) bool { return t.w.in.has(sNegations) || t.w.in.has(sOr) }) {
		return nil
	}
	rest := toks[end+1:]
	verb := 0
	if rest[0].w.in.has(sPolite) || rest[0].low == "just" {
		verb = l.manner(rest, 1)
	}
	if verb >= len(rest)-1 || !rest[verb].w.in.has(sTelling) {
		return nil
	}
	if rest[verb].low == "say" && rest[verb+1].low == "so" && (verb+2 == len(rest) || rest[verb+1].stop) {
		return toks[:end+1] // "If you would like one too, say so."
	}
	if toks[1].low == "you" && toks[2].low == "would" || !l.tellsNothing(rest[verb+1:]) {
		return nil
	}
	return toks[:end+1]
}

// tellsNothing reports whether nothing is named behind a verb of telling: "me know by
// Monday".
func (l *lexicon) tellsNothing(toks []token) bool {
	if l.code != "en" {
		return false
	}
	for i, t := range toks {
		if t.low == "so" && i > 0 && i+1 < len(toks) && (toks[i+1].low == "that" || toks[i+1].w.in.has(sSubjects)) {
			toks = toks[:i] // "by 1 June so that I can prepare the papers"
			break
		}
	}
	if len(toks) > 12 {
		return false
	}
	for i := 0; i+1 < len(toks); i++ {
		if toks[i].low == "the" && toks[i+1].figure() {
			toks = slices.Delete(slices.Clone(toks), i, i+1) // "before the 1st"
		}
	}
	return !slices.ContainsFunc(toks, func(t token) bool {
		w := t.w
		return w.wh != "" || !(w.in.has(sMe) || w.in.has(sObjects) || w.in.has(sKnowing) || w.in.has(sDates) || w.in.has(sPolite) || w.in.has(sAlso) || w.in.has(sPrepositions) || w.in.has(sClock) || t.figure() ||
			l.in(&t, "by-when"))
	})
}
