package gist

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// German order of words: the finite verb begins a question or stands last, and nouns have
// capitals. That tells verbs that no list holds.

// verbFirst reports whether a question begins with a verb and its subject: "wünschen Sie",
// "läufst du". Behind "and" the subject can be anybody: "isst Ben".
func (l *lexicon) verbFirst(toks []token, joined bool) bool {
	if l.options["verb-last"] != "yes" || len(toks) < 2 || toks[0].stop {
		return false
	}
	t, next := &toks[0], &toks[1]
	if t.text != t.low || t.w.wh != "" || t.w.det != "" || t.w.in.has(sPrepositions) || t.w.in.has(sStop) && !t.w.in.has(sAuxiliaries) || utf8.RuneCountInString(t.low) < 3 {
		return false
	}
	ends := func(s string) bool { return strings.HasSuffix(t.low, s) }
	switch next.low {
	case "du":
		return ends("t")
	case "sie":
		return next.text == "Sie" && ends("n") || joined && ends("t")
	case "ihr":
		return ends("t") && !ends("st")
	case "ich":
		return l.in(t, "may-i")
	case "wir":
		return ends("n")
	case "er", "es", "man":
		return joined && ends("t")
	}
	at := 1
	for joined && at < 4 && at+1 < len(toks) && l.in(&toks[at], "midway") && !toks[at].stop {
		at++ // "fehlt immer noch die 7"
	}
	next = &toks[at]
	return joined && ends("t") && (!ends("st") || ends("sst")) && (next.w.det != "" || isLetterCapital(next.text))
}

// described moves the beginning of an option back over the adjectives of its noun: "eigenes
// Schloss oder Zahlenschloss".
func (l *lexicon) described(toks []token, floor, start int) int {
	if l.options["nouns"] != "capitals" || !isLetterCapital(toks[start].text) {
		return start
	}
	for start > floor {
		t := &toks[start-1]
		if t.stop || t.text != t.low || len(t.low) < 5 || t.w.in.has(sStop) || t.w.in.has(sAuxiliaries) || t.w.in.has(sPrepositions) || t.w.in.has(sVerbs) || t.w.det != "" || !strings.HasSuffix(t.low, "es") && !strings.HasSuffix(t.low, "er") && !strings.HasSuffix(t.low, "e") {
			break
		}
		start--
	}
	if start > floor && !toks[start-1].stop && strings.HasPrefix(toks[start-1].low, "ein") && toks[start-1].w.det != "" && toks[start].text == toks[start].low {
		start-- // "ein neues Gerät"
	}
	return start
}

// halfSaid reports whether an option is a word that needs what follows its comma: "nur,
// wenn Wasser läuft".
func (l *lexicon) halfSaid(toks []token, o span) bool {
	return o.to-o.from == 1 && l.in(&toks[o.from], "half-said")
}

// bareSides brings two options to one form: the verb of "ob du allein kommst oder mit
// Freundin" and of "nach Rom oder nach Pisa fahren" belongs to both, the noun of "mattes
// oder glänzendes Papier" as well.
func (l *lexicon) bareSides(toks []token, spans []span) {
	if l.options["verb-last"] != "yes" || len(spans) != 2 {
		return
	}
	a, b := &spans[0], &spans[1]
	verbal := func(o *span, ends ...string) bool {
		t := &toks[o.to-1]
		return o.to-o.from > 1 && t.text == t.low && !t.w.in.has(sDates) && !t.w.in.has(sBetter) && slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(t.low, end) })
	}
	last := b.to == len(toks) || toks[b.to-1].stop
	switch {
	case verbal(a, "st", "mst", "kommen", "werden") && (toks[a.to-1].w.in.has(sAuxiliaries) || strings.HasSuffix(toks[a.to-1].low, "st")) && !verbal(b, "st"):
		a.to--
	case last && verbal(b, "en", "ern", "eln") && !verbal(a, "en", "ern", "eln") && l.sortOf(&toks[b.from]) != wordVerb && !l.is(toks[b.from].low, sVerbs):
		b.to--
	}
}

// fullOption is an option with the noun that stands behind the other one alone.
func (l *lexicon) fullOption(toks []token, spans []span, said string) string {
	if l.options["verb-last"] != "yes" || len(spans) != 2 {
		return said
	}
	if n := spans[0].to - spans[0].from; n == 2 && spans[1].to-spans[1].from == 3 && toks[spans[0].from].w.det != "" && toks[spans[0].from].low == toks[spans[1].from].low && toks[spans[0].to-1].text == toks[spans[0].to-1].low && isLetterCapital(toks[spans[1].to-1].text) {
		return said + " " + toks[spans[1].to-1].text // "ein warmes oder ein kaltes Buffet"
	} else if n != 1 || spans[1].to-spans[1].from < 2 {
		return said
	}
	a, b, noun := &toks[spans[0].from], &toks[spans[1].from], &toks[spans[1].to-1]
	if a.text != a.low || b.text != b.low || !isLetterCapital(noun.text) || a.w.in.has(sStop) || b.w.in.has(sPrepositions) || b.w.det != "" || len(a.low) < 4 || len(b.low) < 4 || a.low[len(a.low)-2:] != b.low[len(b.low)-2:] {
		return said
	}
	return said + " " + noun.text
}

// wished is the question that a German sentence puts as a wish or as that of somebody else:
// "es wäre schön, wenn du einen Salat machen könntest", "Opa fragt, ob du ihm helfen
// kannst". It is empty where a sentence is neither.
func (l *lexicon) wished(s *sentence) string {
	if l.options["verb-last"] != "yes" || s.asks {
		return ""
	}
	at := -1
	for i := 2; i+3 < len(s.tokens) && i < 16 && at < 0; i++ {
		t := &s.tokens[i-1]
		if w := s.tokens[i].low; t.stop && (w == "wenn" && l.nice(s.tokens[:i]) || w == "ob" && (t.low == "fragt" || t.low == "fragte")) {
			at = i
		}
	}
	if at < 0 || s.tokens[at].stop {
		return ""
	}
	you, end := &s.tokens[at+1], at+2
	if you.low != "du" && you.text != "Sie" && you.low != "ihr" || you.stop {
		return ""
	}
	for end < len(s.tokens)-1 && !s.tokens[end].stop {
		end++
	}
	verb := &s.tokens[end]
	if !verb.w.in.has(sAuxiliaries) || end == at+2 {
		return ""
	}
	return verb.low + " " + you.text + " " + strings.TrimSpace(s.text[s.tokens[at+2].from:verb.from]) + "?"
}

// nice reports whether words say that something would be so: "es wäre schön".
func (l *lexicon) nice(toks []token) bool {
	would := func(t token) bool {
		return t.low == "wäre" || t.low == "fände" || t.low == "würde" || t.low == "würden"
	}
	return slices.ContainsFunc(toks, would) && slices.ContainsFunc(toks, func(t token) bool { return l.in(&t, "nice-if") })
}

// confirmsThat reports whether a sentence wants it confirmed that something is so: "bitte
// bestätigen Sie, dass Sie kommen".
func (l *lexicon) confirmsThat(s *sentence) bool {
	that := slices.IndexFunc(s.tokens, func(t token) bool { return l.in(&t, "that") })
	return that > 0 && s.tokens[that-1].stop && slices.ContainsFunc(s.tokens[:that], func(t token) bool { return l.in(&t, "confirms") })
}

func orDefault(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// onlyLeads reports whether words only lead to what is to be told behind a comma.
func (l *lexicon) onlyLeads(toks []token) bool {
	return l.options["verb-last"] == "yes" && len(toks) < 12 && l.askedThing(toks) == "" && !slices.ContainsFunc(toks, func(t token) bool { return t.w.wh != "" || t.low == "dass" })
}
