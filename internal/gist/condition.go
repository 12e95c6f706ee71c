package gist

import (
	"slices"
	"strings"
)

// Conditions before what is asked: "if you have time, tell me", "if you have already paid,
// send me the date".

// condition is what a clause at the head of a sentence supposes.
type condition int8

const (
	anyCase  condition = iota // nothing is known of it, or there is none
	courtesy                  // nothing: "if you have a minute"
	contrary                  // the reader, as far as the writer knows, is not in that case: "if you lost it"
)

// maxCondition is how many words a condition has at most.
const maxCondition = 14

// conditionOf returns where the condition at the head of a sentence ends, behind its comma, and
// what it supposes; 0 where the sentence begins with none.
func (l *lexicon) conditionOf(s *sentence) (end int, means condition) {
	from := len(s.tokens) - len(l.lead(s.tokens))
	toks := s.tokens[from:]
	if len(toks) < 4 || !l.in(&toks[0], "condition") && !l.in(&toks[0], "inverted-if") {
		return 0, anyCase
	}
	end = slices.IndexFunc(toks[:min(len(toks), maxCondition)], func(t token) bool { return t.stop })
	if end < 1 || end+2 >= len(toks) || toks[end].mark != ',' && toks[end].mark != ':' {
		return 0, anyCase
	}
	head := toks[1 : end+1]
	switch {
	case len(head) > 1 && !slices.ContainsFunc(head, func(t token) bool { return !l.in(&t, "courtesy") }):
		means = courtesy
	case slices.ContainsFunc(head, func(t token) bool { return l.in(&t, "contrary") }):
		means = contrary
	}
	return from + end + 1, means
}

// plainly cuts a condition that is mere courtesy off the head of a sentence, and an English one
// before a command: "if it does, move it". What is cut off is kept in onlyIf.
func (l *lexicon) plainly(s *sentence) *sentence {
	if asked := l.wished(s); asked != "" {
		plain := l.sentence(asked)
		plain.label, plain.item = s.label, s.item
		return &plain
	}
	end, means := l.conditionOf(s)
	only := 0
	if means != courtesy {
		if end = l.conditionBefore(s, end); end == 0 {
			return s
		}
		only = l.onlyIf(s)
	}
	rest := s.part(l, end, len(s.tokens), s.asks)
	rest.only = only
	if toks := l.lead(rest.tokens); only != 0 && l.plainVerb(toks) {
		rest.tokens = toks
		rest.beg(l)
	}
	return &rest
}

// conditionBefore is where an English condition ends behind which a command stands, which may be
// cut at end; 0 for none. A bare "if so" needs no comma.
func (l *lexicon) conditionBefore(s *sentence, end int) int {
	from := len(s.tokens) - len(l.lead(s.tokens))
	toks := s.tokens[from:]
	if l.code != "en" || s.asks || len(toks) < 5 || toks[0].low != "if" || l.caseTold(s) != nil {
		return 0
	}
	if l.in(&toks[1], "short-case") {
		end = from + 2
	}
	for i := 3; end == 0 && i+2 < len(toks) && i < maxCondition && !toks[i-1].stop; i++ {
		if toks[i].low == "then" {
			end = from + i // "if you never did then write to me"
		}
	}
	if end == 0 {
		return 0
	}
	rest := l.lead(s.tokens[end:])
	if l.plainVerb(rest) {
		return end // "if you cannot, nominate a deputy"
	}
	if len(rest) < 3 || l.bareTask(rest) != 0 && l.requestVerb(rest, false) != 0 && !(rest[0].w.in.has(sPolite) && l.requestVerb(rest, false) > 0) && !(rest[0].w.in.has(sTelling) && rest[1].w.in.has(sMe)) {
		return 0
	}
	return end
}

// plainVerb reports whether tokens begin with a word of no other sort and what it is done to: behind
// a condition that is a command, "nominate a deputy".
func (l *lexicon) plainVerb(toks []token) bool {
	if len(toks) < 3 {
		return false
	}
	t, next := &toks[0], &toks[1]
	w := t.w
	plain := w.det == "" && w.wh == "" && !w.in.has(sStop) && !w.in.has(sNouns) && !w.in.has(sAdjectives) && !w.in.has(sPrepositions) && !w.in.has(sAuxiliaries) && !w.in.has(sSubjects) && !w.in.has(sVerbs)
	return plain && !t.stop && len(t.low) > 3 && !strings.HasSuffix(t.low, "ly") && !strings.ContainsAny(t.low, "'’0123456789") && !capital(t.text) && (next.low == "a" || next.low == "an" || next.low == "the" || next.low == "your" || next.low == "it")
}
