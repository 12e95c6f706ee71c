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
		adjective := o.to-o.from == 2 && toks[o.from].w.det != "" // "den roten"
		return o.to-o.from > 1 && !adjective && t.text == t.low && !t.w.in.has(sDates) && !t.w.in.has(sBetter) && slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(t.low, end) })
	}
	last := b.to == len(toks) || toks[b.to-1].stop
	switch {
	case verbal(a, "st", "mst", "kommen", "werden") && (toks[a.to-1].w.in.has(sAuxiliaries) || strings.HasSuffix(toks[a.to-1].low, "st")) && !verbal(b, "st"):
		a.to--
	case verbal(a, "en", "ern", "eln") && l.pointsAt(&toks[a.from]) && l.pointsAt(&toks[b.from]) && !verbal(b, "en", "ern", "eln"):
		a.to-- // "im Gästezimmer schlafen oder in der Ferienwohnung"
	case last && verbal(b, "en", "ern", "eln") && !verbal(a, "en", "ern", "eln") && l.sortOf(&toks[b.from]) != wordVerb && !toks[b.from].w.in.has(sVerbs):
		b.to--
	}
}

// fullOption is an option with the noun that stands behind the other one alone.
func (l *lexicon) fullOption(toks []token, spans []span, said string) string {
	if l.options["verb-last"] != "yes" || len(spans) != 2 {
		return said
	}
	if strings.HasSuffix(said, "-") {
		return l.composed(said, toks[spans[1].to-1].text)
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
	if !verb.w.in.has(sAuxiliaries) || end == at+2 || verb.stop && s.tokens[end-1].w.in.has(sTelling) {
		return "" // "wenn du mir sagen könntest, wann ihr kommt"
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

// afterLead is where the question begins to which a whole sentence leads: "Bevor wir anfangen,
// brauchen wir noch ein paar Angaben: | Sollen wir". It is 0 where none does.
func (l *lexicon) afterLead(s *sentence) int {
	if l.options["verb-last"] != "yes" || !s.asks {
		return 0
	}
	colon := slices.IndexFunc(s.tokens, func(t token) bool { return t.mark == ':' })
	if colon < 2 || colon+3 > len(s.tokens) || !l.leadsList(s.tokens[:colon+1]) {
		return 0
	}
	if rest := s.tokens[colon+1:]; rest[0].w.wh != "" || l.opensQuestion(rest, false) {
		return colon + 1
	}
	return 0
}

// wantsAtGerman is the token at which the things begin that a sentence wants to be told: "Bitte
// teilen Sie uns | den Zählerstand, die Zählernummer und das Datum mit". It is -1 for others.
func (l *lexicon) wantsAtGerman(s *sentence) int {
	toks := s.tokens
	if s.item || s.has(pAskNone) || len(toks) == 0 || l.in(&toks[0], "inverted-if") || slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sOr) }) {
		return -1
	}
	asks := s.has(pTell)
	for i := 0; i+2 < len(toks) && i < 10; i++ {
		t := &toks[i]
		asks = asks || t.w.in.has(sTelling) || t.w.in.has(sNeeding) || l.in(t, "list-leads")
		if t.stop || t.w.wh != "" || i > 0 && l.in(t, "that") {
			return -1
		}
		if asks && t.w.det != "" && isLetterCapital(toks[i+1].text) && (t.text == t.low || strings.HasPrefix(t.text, "Ihr")) {
			return i
		}
	}
	return -1
}

// describedGerman is an option that has adjectives as one names it: "der rote Wein" for "den
// roten Wein", "die grauen". It is empty for others.
func (l *lexicon) describedGerman(toks []token) string {
	n := len(toks)
	if l.code != "de" || n < 2 || n > 4 || toks[0].low != "den" && toks[0].low != "die" && toks[0].low != "das" {
		return ""
	}
	words := []string{toks[0].low}
	for i := 1; i < n; i++ {
		t := &toks[i]
		if noun := isLetterCapital(t.text); t.stop && i < n-1 || noun != (i == n-1) && (noun || i < n-1) || !noun && !strings.HasSuffix(t.low, "e") && !strings.HasSuffix(t.low, "en") {
			return ""
		} else if noun && n == 2 {
			return ""
		}
		w := t.text
		if toks[0].low == "den" && t.text == t.low {
			w = strings.TrimSuffix(w, "n")
		}
		words = append(words, w)
	}
	if words[0] == "den" {
		words[0] = "der"
	}
	return strings.Join(words, " ")
}

// onlyDay reports whether a point of a list is a day with its hour, which is offered.
func (l *lexicon) onlyDay(s *sentence) bool {
	list := l.dates(s)
	if len(list) == 0 || list[0].from > 1 {
		return false
	}
	n := 0
	for _, d := range list {
		n += d.to - d.from
	}
	return list[0].day && len(s.tokens)-n < 6
}

// germanUnguessed are the acts that no German mail which asks something is taken to do for the
// likeness of its words alone.
var germanUnguessed = map[ActKind]bool{Condolence: true, GoodNews: true, Leaving: true, Rejecting: true}

// pointsAt reports whether a word leads to a place or a way: "in", "im", "zum".
func (l *lexicon) pointsAt(t *token) bool {
	return t.w.in.has(sPrepositions) || t.low == "im" || t.low == "am" || t.low == "zum" || t.low == "zur" || t.low == "beim" || t.low == "ins"
}

// hitBefore reports whether a find of a group ends before token i or at it.
func (s *sentence) hitBefore(g groupID, i int) bool {
	return slices.ContainsFunc(s.hits, func(h hit) bool { return h.group == g && h.to <= i })
}

// composed is an option with the part that it shares with the other one: "Zweibettzimmer" of
// "ein Zweibett- oder ein Vierbettzimmer".
func (l *lexicon) composed(said, other string) string {
	stem, ok := strings.CutSuffix(said, "-")
	if !ok {
		return said
	}
	noun := strings.ToLower(lastOf(other))
	for i := 3; i < len(noun)-2; i++ {
		if utf8.RuneStart(noun[i]) && l.is(noun[i:], l.sets["compound-heads"]) {
			return stem + noun[i:]
		}
	}
	return said
}

// compoundKind is the kind of answer that a noun wants by the last of its parts: "Zählernummer",
// "Schuhgröße".
func (l *lexicon) compoundKind(t *token) (kind string, ok bool) {
	if !isLetterCapital(t.text) || len(t.low) < 8 {
		return "", false
	}
	kinds := l.maps["kinds"]
	for i := 4; i < len(t.low)-3; i++ {
		if utf8.RuneStart(t.low[i]) && l.is(t.low[i:], l.sets["compound-heads"]) {
			kind, ok = kinds[t.low[i:]]
			return kind, ok
		}
	}
	return "", false
}

// withoutVerb leaves out what stands last of the verb that wants a thing told: "das Datum der
// Ablesung mit", "und die Adresse nennen".
func (l *lexicon) withoutVerb(toks []token) []token {
	for l.code == "de" && len(toks) > 2 {
		if t := &toks[len(toks)-1]; t.text != t.low || t.low != "mit" && t.low != "durch" && t.low != "an" && !t.w.in.has(sTelling) && !t.w.in.has(sHanding) && !t.w.in.has(sSending) {
			break
		}
		toks = toks[:len(toks)-1]
	}
	return toks
}

// leadsPoints reports whether a sentence only leads to the points of the list behind it: "Bitte
// teilen Sie mir mit," before "1. an welchem Tag es Ihnen passt".
func (m *mail) leadsPoints(l *lexicon, i int) bool {
	if l.options["verb-last"] != "yes" || i+1 >= len(m.sentences) || !m.sentences[i+1].item || m.sentences[i].item {
		return false
	}
	s := &m.sentences[i]
	end := s.text[len(s.text)-1]
	return (end == ',' || end == ':') && !s.asks && l.onlyLeads(s.tokens) && (s.has(pTell) || slices.ContainsFunc(s.tokens, func(t token) bool { return t.w.in.has(sTelling) }))
}

// onlyLeads reports whether words only lead to what is to be told behind a comma.
func (l *lexicon) onlyLeads(toks []token) bool {
	return l.options["verb-last"] == "yes" && len(toks) < 12 && l.askedThing(toks) == "" && !slices.ContainsFunc(toks, func(t token) bool { return t.w.wh != "" || t.low == "dass" })
}
