package gist

import (
	"slices"
	"strings"
)

// request recognises "please send ...", "could you send ...", "we need ...".
func (l *lexicon) request(s *sentence) (Request, bool) {
	if r, ok := l.wantsPapers(s); ok {
		return r, true
	}
	toks := l.lead(s.tokens)
	i := l.requestVerb(toks, s.asks)
	if i < 0 || i >= len(toks) || toks[i].w.in.has(sIdle) && !l.beThere(toks, i) {
		return Request{}, false
	}
	i = l.favour(toks, i)
	if l.code == "de" && s.asks && l.in(&toks[0], "wishing") && slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sOr) }) {
		return Request{}, false // "möchtest du die ersten oder die letzten Tage nehmen?"
	}
	verb := toks[i].low
	if _, not := l.forbidden(toks); l.code == "en" && (not || verb == "do" && i+1 < len(toks) && toks[i+1].low == "not" || verb == "don't") {
		return Request{}, false // "please do not throw it away"
	}
	if l.code == "fr" && verb == "avoir" && toks[0].w.in.has(sPolite) {
		return Request{}, false // "merci de m'avoir prêté ton sac"
	}
	if l.confirmed(toks, i) != nil {
		return Request{}, false // "please confirm that you are coming"
	}
	rest := l.behindVerb(toks, i)
	if l.is(verb, sTelling) && (verb != "confirm" || l.asksWithin(rest)) && !l.handsOver(rest) && !l.tellsOthers(rest) {
		return Request{}, false // a question in the form of a request
	}
	if verb == "confirm" && len(rest) > 1 && rest[0].w.in.has(sYours) {
		switch l.askedThing(rest) {
		case AskDate, AskPhone, AskAddress, AskIdentifier:
			return Request{}, false // "confirm your date of birth": it is to be told
		}
	}
	wanted := rest
	if at := slices.IndexFunc(rest, func(t token) bool { return l.code == "en" && (t.low == "since" || t.low == "because") }); at > 0 {
		wanted = rest[:at] // "a decision by Tuesday, since there is a waiting list"
	}
	r := Request{Text: cut(s.text, MaxQuote), Verb: verb, Object: l.best(wanted)}
	if r.Clause = r.Text; s.partial {
		r.Clause = cut(s.written(), MaxQuote)
	}
	if l.code == "en" && i+2 < len(toks) && (toks[i].mark == ':' || toks[i+1].mark == ':') {
		r.Clause = strings.Replace(r.Clause, ":", "", 1) // "please bring along: a towel, slippers"
	}
	if l.code == "en" && i > 2 && toks[i-1].w.in.has(sAnd) && s.asks && l.in(&toks[i-2], "favours") {
		r.Clause = cut(toks[0].text+" "+toks[1].text+" "+s.text[toks[i].from:], MaxQuote)
	}
	r.Document = (l.is(verb, sSending) || l.lacks(toks, i) && !l.haveDone(rest)) && (l.namesDocument(rest) || s.partial && l.refersTo(rest) && l.namesDocument(l.tokens(s.text[:s.tokens[0].from])))
	return r, true
}

// refersTo reports whether what is wanted was named before: "if you have a photo, send it".
func (l *lexicon) refersTo(rest []token) bool {
	return l.code == "en" && len(rest) > 0 && (rest[0].low == "it" || rest[0].low == "one" || rest[0].low == "them")
}

// wantsPapers reads a French or Spanish statement that the sender needs papers: "il me
// faudrait vos bulletins de salaire", "necesitamos la factura".
func (l *lexicon) wantsPapers(s *sentence) (Request, bool) {
	if s.asks || !l.romance() || s.item {
		return Request{}, false
	}
	at := slices.IndexFunc(s.tokens, func(t token) bool { return l.in(&t, "lacking") })
	for i := 0; i+3 < len(s.tokens) && at < 0; i++ { // "debe enviarnos una copia del nuevo"
		if l.in(&s.tokens[i], "obliged") && slices.ContainsFunc(s.tokens[i+1:i+3], func(t token) bool { return t.w.in.has(sSending) }) && l.namesDocument(s.tokens[i+1:min(len(s.tokens), i+10)]) {
			text := cut(s.text, MaxQuote)
			return Request{Text: text, Clause: text, Verb: l.options["send"], Object: l.best(s.tokens[i+3:]), Document: true}, true
		}
	}
	if at < 0 || at+2 >= len(s.tokens) || slices.ContainsFunc(s.tokens, func(t token) bool {
		return t.w.in.has(sNegations) || t.w.wh != "" && t.w.wh != "if" || l.in(&t, "asking to know")
	}) {
		return Request{}, false
	}
	near := s.tokens[max(0, at-3):at]
	mine := func(t token) bool { return t.w.in.has(sFirst) || t.w.in.has(sMe) }
	if l.code == "fr" && !slices.ContainsFunc(near, mine) || !l.namesDocument(s.tokens[at+1:min(len(s.tokens), at+14)]) {
		return Request{}, false
	}
	text := cut(s.text, MaxQuote)
	return Request{Text: text, Clause: text, Verb: l.options["send"], Object: l.best(s.tokens[at+1:]), Document: true}, true
}

// favour passes over what only says that something is a favour: "would you do me a favour and |
// water the flowers".
func (l *lexicon) favour(toks []token, i int) int {
	for j := i + 1; l.code == "en" && toks[i].low == "do" && j+3 < len(toks) && j < i+5; j++ {
		if l.in(&toks[j], "favours") && toks[j+1].w.in.has(sAnd) {
			return j + 2
		}
	}
	return i
}

// beThere reports whether somebody is to be somewhere, "please be at the gate by seven", and not
// somehow, "please be patient".
func (l *lexicon) beThere(toks []token, i int) bool {
	if l.code != "en" || toks[i].low != "be" || i+2 >= len(toks) {
		return false
	}
	next := &toks[i+1]
	return next.w.in.has(sPrepositions) || next.low == "there" || next.low == "here" || next.low == "ready"
}

// lacks reports whether the verb says that the sender has not got what follows it: "we still
// need a copy of the contract", and not "I need to sign it".
func (l *lexicon) lacks(toks []token, verb int) bool {
	return l.code == "en" && toks[verb].w.in.has(sNeeding) && toks[verb].low != "want" && !toks[verb].stop && verb+1 < len(toks) && !toks[verb+1].w.in.has(sTo)
}

// tellsOthers reports whether somebody else is to be told: "tell the driver".
func (l *lexicon) tellsOthers(rest []token) bool {
	if len(rest) == 0 {
		return false
	}
	if l.code == "en" && len(rest) > 1 && capital(rest[0].text) && rest[0].w == unknown && !rest[0].stop {
		return true // "tell Anja that"
	}
	return l.in(&rest[0], "told-them") || len(rest) > 1 && rest[0].w.det != "" && l.in(&rest[1], "told-people") || l.tellsThat(rest)
}

// tellsThat reports whether a noun phrase and what it is to be told follow: "the band that
// the room is closed".
func (l *lexicon) tellsThat(rest []token) bool {
	if l.code != "en" || len(rest) < 4 || rest[0].w.det == "" {
		return false
	}
	for i := 2; i < min(len(rest)-1, 4) && !rest[i-1].stop && !rest[i-1].w.in.has(sPrepositions); i++ {
		if rest[i].low == "that" || rest[i].low == "not" || rest[i].low == "to" && rest[i+1].w.verb() {
			return rest[i+1].low != "you"
		}
	}
	return false
}

// requestVerb returns the index of the verb asked for, or -1. Of "please reply to confirm"
// that is the last one.
func (l *lexicon) requestVerb(toks []token, asks bool) int {
	verb := l.verbAsked(toks, asks)
	if l.code == "en" && verb >= 0 && verb+3 < len(toks) && toks[verb].w.in.has(sReplying) && toks[verb+1].w.in.has(sTo) && toks[verb+2].low == "confirm" {
		return verb + 2
	}
	return verb
}

func (l *lexicon) verbAsked(toks []token, asks bool) int {
	please := len(toks) > 1 && toks[0].w.in.has(sPolite)
	if asks && (toks[0].w.wh != "" && toks[0].w.wh != "if" || l.romance() && l.asksBehind(toks, 0)) {
		return -1 // "how long will you stay", "¿a partir de qué hora se puede hacer ruido?"
	}
	for i := 0; i+1 < len(toks) && i < 24; i++ {
		w, next := toks[i].w, toks[i+1].w
		if i > 0 && !toks[i-1].stop && (l.told(toks, i) || toks[i].w.in.has(sAsking) && l.asksAbout(toks[:i])) {
			continue
		}
		if l.code == "es" && toks[i+1].low == "que" && !asks && l.in(&toks[i], "begging") {
			j := i + 2
			for j+1 < len(toks) && !toks[j].stop && (toks[j].w.in.has(sMe) || toks[j].w.in.has(sObjects) || toks[j].low == "se") {
				j++
			}
			if j < len(toks) && toks[j].w.in.has(sSending) {
				return j // "le rogamos que nos remita el documento"
			}
		}
		if l.code == "en" && i > 0 && i+2 < len(toks) && toks[i].w.in.has(sYou) && toks[i+1].w.in.has(sTo) && l.in(&toks[i-1], "begs") && (toks[i+2].w.verb() || l.in(&toks[i+2], "commands")) {
			return i + 2 // "we ask you to give us the reading"
		}
		switch j := l.manner(toks, i+1); {
		case w.in.has(sPolite) && !(l.code == "en" && toks[i].stop && i > 0) && (toks[j].w.verb() || l.code == "en" && !asks && j > i && l.acts(toks, j)):
			return j
		case w.in.has(sAsking) && (next.in.has(sYou) || l.options["you"] == "none") && (asks || please):
			if l.options["you"] == "none" {
				i--
			}
			if l.is(toks[min(i+2, len(toks)-1)].low, l.sets["preferring"]) {
				return -1 // "or would you prefer another week?"
			}
			if j = l.soKind(toks, i+2); j > 0 {
				return j
			}
			if j = l.manner(toks, i+2); j < len(toks) && (toks[j].w.verb() || l.acts(toks, j)) {
				return j
			}
			return l.lastVerb(toks, i+2)
		case w.in.has(sNeeding) && (l.code == "en" && !asks && i <= 1 && toks[i].low == "need" && l.bareNeed(toks, i) || i > 0 && (toks[i-1].w.in.has(sFirst) || l.code == "en" && l.needs(toks[:i]))) && !asks:
			if l.code == "en" && (i > 1 && toks[i-2].w.wh != "" && toks[i-2].w.wh != "what" && !toks[i-2].stop || l.ownTime(toks[i+1:])) {
				continue // "I can decide whether we need the scan", "I need a week to unpack"
			}
			if l.options["you"] != "none" && toks[i+1].w.in.has(sTo) && i+2 < len(toks) && toks[i+2].w.verb() && !l.receives(&toks[i+2]) {
				continue // "I need to tell the library"
			}
			return i
		}
	}
	if l.code == "en" && len(toks) > 4 && !asks && toks[0].w.in.has(sReplying) && !toks[0].stop && slices.ContainsFunc(toks[1:5], func(t token) bool { return t.w.in.has(sWith) }) {
		return 0 // "Reply to this mail with your size."
	}
	if l.code == "en" && len(toks) > 2 && !asks && (toks[0].low == "ask" || toks[0].low == "tell" || toks[0].low == "remind") && !toks[0].stop && l.tellsOthers(toks[1:]) {
		return 0 // "Ask her what she wants for it."
	}
	if len(toks) > 1 && !asks && toks[0].w.in.has(sSending) && toks[1].w.in.has(sNeeds) {
		return 0 // "Send me the list."
	}
	if len(toks) > 3 && !asks && l.romance() && toks[0].mark == ',' && capital(toks[0].text) && toks[1].w.in.has(sSending) && toks[2].w.in.has(sNeeds) {
		return 1 // "Luis, mándame las fotos."
	}
	return -1
}

// needs reports whether words end with the sender, who needs what follows: "we'd also".
func (l *lexicon) needs(toks []token) bool {
	for i := len(toks) - 1; i >= 0 && i > len(toks)-5 && !toks[i].stop; i-- {
		switch t := &toks[i]; {
		case t.w.in.has(sFirst), t.low == "i'd", t.low == "we'd", t.low == "i'll", t.low == "we'll":
			return true
		case t.low == "still", t.low == "also", t.low == "further", t.low == "now", t.low == "then", t.low == "would", t.low == "will", t.low == "do", strings.HasSuffix(t.low, "ly") && t.low != "only":
		default:
			return false
		}
	}
	return false
}

// told reports whether the polite word at i only tells how somebody did something:
// "you kindly put your name on the list".
func (l *lexicon) told(toks []token, i int) bool {
	before := &toks[i-1]
	if !toks[i].w.in.has(sPolite) || !strings.HasSuffix(toks[i].low, "ly") {
		return false
	}
	if l.code == "en" && i > 1 && (before.low == "very" || before.low == "so" || before.low == "most") && toks[i-2].w.in.has(sSubjects) {
		return true // "you very kindly put your name down"
	}
	return strings.HasSuffix(toks[i+1].low, "ed") || before.w.in.has(sSubjects) && !(i > 1 && toks[i-2].w.in.has(sAsking))
}

// asksAbout reports whether a question word has led in: "which would you go for".
func (l *lexicon) asksAbout(toks []token) bool {
	last := toks[len(toks)-1].w
	return last.wh != "" && last.wh != "if"
}

// bareNeed reports whether the "need" at token i has the sender for its subject without a word:
// "Need your size, UK please", "still need to know".
func (l *lexicon) bareNeed(toks []token, i int) bool {
	if i == 1 && toks[0].low != "still" && toks[0].low != "just" && toks[0].low != "also" && toks[0].low != "only" {
		return false
	}
	next := &toks[i+1]
	return !toks[i].stop && (next.w.det != "" || next.w.in.has(sTo) && i+2 < len(toks) && l.receives(&toks[i+2]))
}

// ownTime reports whether what is needed is time to do something in: "a week to unpack".
func (l *lexicon) ownTime(toks []token) bool {
	return len(toks) > 3 && (toks[0].w.det != "" || toks[0].w.number > 0 || toks[0].figure()) && toks[1].w.in.has(sSpans) && toks[2].w.in.has(sTo)
}

// receives reports whether what the sender needs to do takes something of the reader.
func (l *lexicon) receives(t *token) bool {
	if l.code == "en" && (t.low == "buy" || t.low == "find" || t.low == "check") {
		return false // the sender does it
	}
	if l.code == "en" && (t.w.in.has(sHanding) || t.w.in.has(sTelling)) {
		return t.low == "have" || t.low == "get" || t.low == "know" || t.low == "ask" || t.low == "confirm" || t.low == "clarify" || t.low == "wonder"
	}
	return t.w.in.has(sKnowing) || t.w.in.has(sHanding) || t.w.in.has(sTelling) || l.is(t.low, l.sets["receiving"])
}

// acts reports whether an unknown word at i is a verb by what follows it: "delete it",
// "unsubscribe me".
func (l *lexicon) acts(toks []token, i int) bool {
	t := &toks[i]
	if i > 0 && i+1 < len(toks) && toks[i-1].w.in.has(sPolite) && l.beThere(toks, i) {
		return true
	}
	if begged := l.code == "en" && i > 0 && toks[i-1].w.in.has(sPolite) && !toks[i-1].stop; begged && i+1 < len(toks) && !t.stop && l.bids(t) && !l.in(t, "vague") {
		if next := &toks[i+1]; l.in(t, "commands") || next.w.det == "definite" || next.low == "a" || next.low == "an" || next.low == "the" || next.low == "your" || next.w.in.has(sMe) || next.low == "it" || next.low == "them" {
			return true // "please phone us", "please clear the path": a noun or an adjective else
		}
	}
	if l.options["verb-last"] == "yes" || l.options["you"] == "none" || i+1 >= len(toks) || t.stop || len(t.low) < 3 || t.text != t.low || t.w.in.has(sStop) || t.w.in.has(sPrepositions) || t.w.in.has(sAuxiliaries) || t.w.in.has(sAdjectives) && toks[i+1].low != "it" || t.w.in.has(sNouns) || t.w.wh != "" || t.w.det != "" {
		return false
	}
	next := &toks[i+1]
	return next.w.in.has(sObjects) || next.w.in.has(sMe) || next.w.det == "definite" || next.low == "it" || next.low == "the" || next.low == "your" || next.low == "my" || next.low == "this"
}

// soKind returns the verb of "would you be so good as to send", -1 for none.
func (l *lexicon) soKind(toks []token, i int) int {
	for j := i; j+2 < len(toks) && j < i+6 && !toks[j].stop; j++ {
		if toks[j].low == "as" && toks[j+1].w.in.has(sTo) && toks[i].low == "be" {
			return j + 2
		}
	}
	return -1
}

// lastVerb returns the index of the verb asked for where it stands last, or -1.
func (l *lexicon) lastVerb(toks []token, from int) int {
	if l.options["verb-last"] != "yes" {
		return -1
	}
	for i := from; i < len(toks) && i < 24; i++ {
		if toks[i].w.verb() && (toks[i].stop || i == len(toks)-1 || toks[i+1].w.in.has(sAnd)) {
			return i
		}
	}
	return -1
}

// behindVerb returns what a request is about: what stands behind its verb, or before
// it where that is the last word.
func (l *lexicon) behindVerb(toks []token, verb int) []token {
	if verb > 2 && l.options["verb-last"] == "yes" && (verb == len(toks)-1 || toks[verb].stop) {
		return toks[2:verb]
	}
	return toks[verb+1:]
}

// manner returns the index of the first token from i on that does not only say
// how: "please also quickly send".
func (l *lexicon) manner(toks []token, i int) int {
	for i < len(toks)-1 {
		if w := toks[i].w; w.verb() || !w.in.has(sPolite) && !w.in.has(sAlso) && !strings.HasSuffix(toks[i].low, "ly") {
			break
		}
		i++
	}
	return i
}

// verb reports whether a word is a verb.
func (l *lexicon) verb(w string) bool { return l.find(w).verb() }

func (w *word) verb() bool { return w.in.has(sVerbs) || w.in.has(sSending) }

// asksWithin reports whether "when", "whether" and the like follow.
func (l *lexicon) asksWithin(rest []token) bool {
	for i := 0; i < len(rest) && i < 4; i++ {
		if rest[i].w.wh != "" {
			return true
		}
	}
	return false
}

// handsOver reports whether "let me have", "give us" and the like follow.
func (l *lexicon) handsOver(rest []token) bool {
	for i := 0; i < len(rest) && i < 3; i++ {
		if rest[i].low == "have" {
			return true
		}
	}
	return false
}

// NamesDocument reports whether a phrase names something that can be sent as a file:
// "the signed contract".
func NamesDocument(phrase string) bool {
	return english().namesDocument(english().tokens(cut(strings.ToValidUTF8(phrase, ""), MaxQuote)))
}

func (l *lexicon) namesDocument(toks []token) bool {
	for i := range toks {
		if t := &toks[i]; t.w.in.has(sDocuments) || l.stem(t).in.has(sDocuments) {
			return true
		}
	}
	return false
}

// haveDone reports whether something is to be done to what is needed: "our brochure translated".
func (l *lexicon) haveDone(toks []token) bool {
	if l.code != "en" {
		return false
	}
	for i := 1; i < len(toks); i++ {
		t, before := &toks[i], &toks[i-1]
		if before.stop || t.w.in.has(sPrepositions) {
			return false
		}
		if i > 1 && strings.HasSuffix(t.low, "ed") && !t.w.in.has(sNouns) && before.w.det == "" && !before.w.in.has(sAdjectives) && (t.stop || i == len(toks)-1 || toks[i+1].w.in.has(sPrepositions) || toks[i+1].w.in.has(sDates)) {
			return true
		}
	}
	return false
}

// promise recognises "I will send you the list by Friday".
func (l *lexicon) promise(s *sentence) (Promise, bool) {
	if s.asks {
		return Promise{}, false
	}
	at := l.promiseVerb(s.tokens)
	if at < 0 {
		return Promise{}, false
	}
	what, due := l.best(s.tokens[at+1:]), l.due(s)
	switch {
	case what == "" && due == "":
		return Promise{}, false // "I'll see what I can do."
	case what == "":
		what = l.joinTokens(s.tokens[at:min(at+3, len(s.tokens))])
	case l.bare(what):
		what = "the " + what // "I will send you photos"
	}
	return Promise{What: cut(what, MaxPhrase), Phrase: cut(s.text, MaxQuote), Due: due}, true
}

// promises reports whether the token at i is a verb by which somebody promises, in a
// language that has a set of those: "ich schicke", "j'enverrai", "le envío".
func (l *lexicon) promises(toks []token, i int) bool {
	id, ok := l.sets["promising"]
	if !ok || !toks[i].w.in.has(id) {
		return false
	}
	if l.options["you"] == "none" {
		return true
	}
	for j := max(0, i-3); j < len(toks) && j <= i+1; j++ {
		if toks[j].w.in.has(sFirst) {
			return true
		}
	}
	return false
}

// bare reports whether a thing is named without an article or the like.
func (l *lexicon) bare(what string) bool {
	first, _, _ := strings.Cut(what, " ")
	return l.find(first).det == "" && !l.is(first, sDetermined) && first == strings.ToLower(first) && !l.is(first, sNouns)
}

// promiseVerb returns the index of the verb promised, or -1.
func (l *lexicon) promiseVerb(toks []token) int {
	for i := 0; i+1 < len(toks) && i < 40; i++ {
		j := -1
		switch low := toks[i].low; {
		case l.promises(toks, i):
			return i
		case low == "i'll" || low == "we'll":
			j = i + 1
		case toks[i].w.in.has(sFirst) && toks[i+1].low == "will":
			j = i + 2
		case (low == "i'm" || low == "we're") && i+3 < len(toks) && toks[i+1].low == "going" && toks[i+2].low == "to":
			j = i + 3
		case toks[i].w.in.has(sFirst) && i+4 < len(toks) && (toks[i+1].low == "am" || toks[i+1].low == "are") && toks[i+2].low == "going" && toks[i+3].low == "to":
			j = i + 4
		default:
			continue
		}
		for j < len(toks) && (toks[j].w.in.has(sFillers) || strings.HasSuffix(toks[j].low, "ly") && toks[j].low != "reply" && toks[j].low != "supply") {
			j++
		}
		if j < len(toks) && toks[j].w.in.has(sPromised) {
			return j
		}
	}
	return -1
}
