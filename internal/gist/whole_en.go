package gist

import (
	"slices"
	"strings"
)

// An English option is said as a whole phrase or not at all: Stands tells what can stand in a
// sentence, Thing gives a thing its article, and Chosen says an option with the verb of the
// question that leaves it to choose.

// Stands reports whether a phrase can stand as what somebody chooses: not "the", "traces of",
// "month". Of other languages than English nothing is known.
func Stands(language, phrase string) bool {
	if language != "en" {
		return true
	}
	l := english()
	return l.stands(l.tokens(cut(strings.ToValidUTF8(phrase, ""), MaxQuote)))
}

func (l *lexicon) stands(toks []token) bool {
	n := len(toks)
	if n == 0 {
		return false
	}
	last := &toks[n-1]
	switch {
	case n == 1 && (last.w.in.has(sSpans) || last.w.in.has(sAuxiliaries) && !last.w.in.has(sNouns)), last.low == "i":
		return false
	case slices.ContainsFunc(toks[1:], func(t token) bool { return t.w.in.has(sEither) }):
		return false // "make me either a box"
	}
	if last.w.in.has(sPrepositions) && slices.ContainsFunc(toks[:n-1], func(t token) bool { return t.w.wh != "" }) {
		return true // "only what I came in for"
	}
	return !l.hangs(last, n == 1)
}

// hangs reports whether a word needs another one behind it: an article, "of", "and", "I'd".
func (l *lexicon) hangs(t *token, alone bool) bool {
	if len(t.text) == 1 && capital(t.text) {
		return false // "plan A"
	}
	if head, tail, ok := strings.Cut(t.low, "'"); ok {
		return tail != "s" && l.is(head, sSubjects)
	}
	switch {
	case t.w.in.has(sAnd), t.w.in.has(sOr), t.w.in.has(sTo), t.w.wh != "" && t.w.wh != "when":
		return true
	case t.w.det != "":
		return !t.w.in.has(sObjects) && !l.in(t, "owners") && !l.in(t, "pronouns-it") && t.w.number <= 0 && l.maps["stands-alone"][t.low] == ""
	case t.w.in.has(sPrepositions):
		return l.maps["particles"][t.low] == "" && !l.in(t, "place-adverbs") && l.maps["stands-alone"][t.low] == "" || alone && t.low != "in" && t.low != "out" && !l.in(t, "place-adverbs") && l.maps["stands-alone"][t.low] == ""
	}
	return false
}

// Thing gives a thing that is offered bare its article: "the cabin" of "tent or cabin?". What
// has none, "oak", "cash", "two coats", stays as it is.
func Thing(language, said string) string {
	if language != "en" {
		return said
	}
	l := english()
	toks := l.tokens(cut(strings.ToValidUTF8(said, ""), MaxQuote))
	if len(toks) == 0 || len(toks) > 5 || len(toks[0].text) == 1 {
		return said
	}
	end := len(toks)
	for i := range toks {
		t := &toks[i]
		if i > 0 && t.w.in.has(sPrepositions) && t.w.det == "" {
			end = i
			break
		}
		if t.w.det != "" || t.figure() || l.numberOf(t) >= 0 || t.w.in.has(sPrepositions) || t.w.in.has(sSubjects) || t.w.in.has(sObjects) || t.w.in.has(sAnd) || t.w.in.has(sDates) || t.w.day > 0 || t.w.month > 0 || l.in(t, "place-adverbs") || l.in(t, "time-clauses") || l.in(t, "limiting") || l.in(t, "idle-alternatives") || strings.Contains(t.low, "'") || strings.HasSuffix(t.low, "ly") || capital(t.text) && i == 0 {
			return said
		}
	}
	head := &toks[end-1]
	bare := l.maps["stands-alone"][head.low] != "" || l.maps["bare-things"][head.low] != "" || l.pluralWord(head.low) || head.w.in.has(sAdjectives) && !head.w.in.has(sNouns) || strings.HasSuffix(head.low, "ing") || strings.HasSuffix(head.low, "ed") || head.w.verb() && !head.w.in.has(sNouns)
	if bare || capital(head.text) && end < 3 {
		return said
	}
	return "the " + said
}

// Takes reports whether a phrase is a thing that somebody can take: "two coats", and not "by post".
func Takes(language, said string) bool {
	if language != "en" {
		return false
	}
	l := english()
	toks := l.tokens(cut(strings.ToValidUTF8(said, ""), MaxQuote))
	if len(toks) == 0 || !l.stands(toks) {
		return false
	}
	t := &toks[0]
	known := l.maps["bare-things"][t.low] != "" || l.maps["bare-things"][toks[len(toks)-1].low] != ""
	return known && !t.w.in.has(sPrepositions) || l.thingFirst(toks) && !t.w.in.has(sPrepositions) && !l.in(t, "place-adverbs") && !l.in(t, "limiting") && !l.in(t, "time-clauses") && !(t.w.in.has(sAdjectives) && len(toks) == 1)
}

// Chosen says an option with the verb of the question that leaves it to choose: "the Nora is
// easier to clean" for "which of the two is easier to clean?", "I would like to pay by card" for
// "how would you like to pay?". It is empty where the question has no such verb.
func Chosen(language, question string, o Option) string {
	if language != "en" || o.Kind != OptionThing && o.Kind != OptionHow {
		return ""
	}
	l := english()
	text := cut(strings.ToValidUTF8(question, ""), MaxQuote)
	s := l.sentence(text)
	at := slices.IndexFunc(s.tokens, func(t token) bool { return t.w.wh != "" && t.w.wh != "if" })
	if at < 0 || at+2 >= len(s.tokens) || at > 0 && !s.tokens[at-1].stop && !s.tokens[at-1].w.in.has(sAnd) {
		return ""
	}
	wh, rest := s.tokens[at].low, s.tokens[at+1:]
	if end := slices.IndexFunc(rest, func(t token) bool { return t.stop }); end >= 0 {
		rest = rest[:end+1]
	}
	if o.Kind == OptionThing {
		o.Name = Thing(language, o.Name)
	}
	from := func(i int) string { return strings.TrimRight(text[rest[i].from:rest[len(rest)-1].to], " ,?!.") }
	verb := slices.IndexFunc(rest, func(t token) bool { return t.w.in.has(sInverts) && t.w.det == "" })
	if verb < 0 || verb > 4 || verb+1 >= len(rest) {
		return ""
	}
	next := &rest[verb+1]
	switch {
	case wh == "which" && o.Kind == OptionThing && !next.w.in.has(sSubjects) && next.w.det == "" && !capital(next.text) && !slices.ContainsFunc(rest[:verb], func(t token) bool { return t.w.in.has(sPossessive) }):
		is := rest[verb].low
		if l.maps["pairs-with"][is] != "" && !l.pluralWord(strings.ToLower(o.Name[strings.LastIndexByte(o.Name, ' ')+1:])) {
			is = l.maps["pairs-with"][is] // "which are warmer, the Alta or the Nord?"
		}
		if l.in(&rest[verb], "being-forms") || l.role(&rest[verb]) == "modal" || is == "would" || is == "will" {
			return o.Name + " " + is + " " + l.say(rest[verb+1:])
		}
	case (wh == "how" || wh == "where") && o.Kind == OptionHow && verb == 0 && next.w.in.has(sYou) && len(rest) > 3 && !l.in(&rest[len(rest)-1], "wishing"):
		return RestateTo(language, from(0)+" "+o.Name+"?", "", "").Yes
	case (wh == "how" || wh == "where") && o.Kind == OptionHow && verb == 0 && next.low == "i" && len(rest) > 2 && (rest[0].low == "shall" || rest[0].low == "should"):
		if do := RestateTo(language, "Could you "+from(2)+" "+o.Name+"?", "", "").Do; do != "" {
			return "please " + l.say(rest[2:]) + " " + o.Name
		}
	case wh == "what" && o.Kind == OptionThing && verb == 0 && rest[0].low == "would" && l.maps["choosing"][rest[len(rest)-1].low] == "wish" && (next.low == "she" || next.low == "he" || next.low == "they" || capital(next.text)):
		return "I think " + next.text + " would like " + o.Name
	}
	return ""
}

// sayable reports whether options can all be said.
func (l *lexicon) sayable(list []Option) bool {
	return !slices.ContainsFunc(list, func(o Option) bool { return !l.stands(l.tokens(o.Name)) })
}

// withoutEither leaves "either" out, which offers and is not said back.
func withoutEither(toks []token) []token {
	if !slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sEither) }) {
		return toks
	}
	return slices.DeleteFunc(slices.Clone(toks), func(t token) bool { return t.w.in.has(sEither) })
}
