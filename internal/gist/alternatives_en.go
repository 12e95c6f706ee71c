package gist

import (
	"slices"
	"strings"
)

const maxSaid = 14 // words of an alternative

// Alternative is one of what a question leaves to choose among, as its reader says it.
type Alternative struct {
	Said string // alone: "only with mine", "when they book", "please wait"
	Full string // as a statement: "it only happens with mine"; empty where that cannot be told
	Wish bool   // it is theirs to have or to decide, and not how something is
	Deed bool   // it is something to do, said as a sentence of its own
	How  bool   // it is when, where or how: "on the first floor", "when they book"
}

// Alternatives reads what an English question leaves to choose among, "A or B?", where that
// can be said alone. Of one whose beginning cannot be told the last one is returned alone; it is
// nil where both are questions of their own, or nothing is left to choose.
func Alternatives(language, text string) []Alternative {
	if language != "en" {
		return nil
	}
	text = cut(strings.ToValidUTF8(text, ""), MaxQuote)
	l := english()
	s := l.sentence(text)
	toks := l.lead(s.tokens)
	if len(toks) > 3 && l.in(&toks[0], "wishing") && (toks[0].low == "want" || toks[0].low == "need" || toks[0].low == "fancy") {
		text = "do you " + strings.ToLower(toks[0].text) + text[toks[0].to:] // "want me to do all of it, or only the brakes?"
		s = l.sentence(text)
		toks = s.tokens
	}
	for i := len(toks) - 2; i >= 0; i-- { // what stands before a colon leads in
		if toks[i].mark == ':' {
			toks = toks[i+1:]
			break
		}
	}
	toks, both := l.withoutBoth(toks)
	or := -1
	for i := range toks {
		if toks[i].w.in.has(sOr) && i > 0 && i+1 < len(toks) {
			or = i
		}
	}
	if or < 0 || both == nil && s.noChoice(l) || l.anyOf(toks[:or]) || l.afew(toks, or) || l.jointAsked(toks, or) || l.holdsAny(toks, or) {
		return nil
	}
	if slices.ContainsFunc(toks[:or], func(t token) bool { return l.in(&t, "whatever-things") }) {
		return nil
	}
	toks, or, _ = withoutAsides(toks, or, -1)
	a := alternatives{lexicon: l, text: text, toks: toks, or: or}
	out := a.read()
	for i := range out {
		if one := &out[i]; !one.Deed && !l.stands(l.tokens(one.Said)) {
			if one.Full == "" {
				return nil // "nuts or traces of"
			}
			one.Said = one.Full
		}
		if own := l.maps["own-deeds"][out[i].Said]; own != "" {
			out[i] = Alternative{Said: own, Deed: true} // "yourselves"
			continue
		}
		if out[i].Said == "I" {
			out[i].Said = l.maps["flips-object"]["you"] // "you or Marcus"
		}
		words := l.tokens(out[i].Said)
		if len(words) == 0 {
			continue
		}
		if k := a.kindOf(&words[0]); k == altClause || k == altPreposition || l.in(&words[0], "limiting") {
			out[i].How = true
		}
	}
	if both != nil && len(out) > 1 {
		out = append(out, Alternative{Said: both.low, Wish: out[0].Wish})
	}
	return out
}

// withoutBoth cuts "or both" off, and returns that word.
func (l *lexicon) withoutBoth(toks []token) ([]token, *token) {
	n := len(toks)
	if n < 4 || l.code != "en" || !toks[n-2].w.in.has(sOr) || toks[n-1].low != "both" && toks[n-1].low != "neither" {
		return toks, nil
	}
	if !slices.ContainsFunc(toks[:n-2], func(t token) bool { return t.w.in.has(sOr) }) {
		return toks, nil
	}
	return toks[:n-2], &toks[n-1]
}

// alternatives are the tokens of a question with the "or" between the last two.
type alternatives struct {
	*lexicon
	text string
	toks []token
	or   int
	q    int // where its verb stands, -1 for none
	v    int // where what stands behind its subject begins
}

func (a *alternatives) read() []Alternative {
	right := a.toks[a.or+1:]
	for i := range right {
		if right[i].stop && i+1 < len(right) {
			right = right[:i+1] // "…, what do you think"
			break
		}
	}
	if n := len(right); n == 0 || n > maxOption+2 || n > 1 && right[0].w.in.has(sAuxiliaries) && right[0].w.det == "" && (right[0].w.in.has(sInverts) || right[1].w.in.has(sSubjects)) || a.idle(right) {
		return nil
	}
	if right[0].w.in.has(sSubjects) && !right[0].w.in.has(sObjects) && len(right) > 1 {
		return nil // a clause of its own
	}
	a.q, a.v = a.verbOf(a.toks[:a.or])
	if out := a.people(right); out != nil {
		return out
	}
	switch {
	case a.asksOf():
		return a.behindQuestion(right)
	case a.q < 0:
		return a.fragments(right)
	}
	out := a.asked(right)
	if len(out) < 2 {
		if both := a.parallel(right); both != nil {
			return both
		}
	}
	return out
}

// idle reports whether what stands behind "or" names nothing: "or is that too late", "or not".
func (a *alternatives) idle(right []token) bool {
	if len(right) > 1 && right[0].low == "something" && (right[1].w.in.has(sAdjectives) || strings.HasSuffix(right[1].low, "er")) && right[1].w.det == "" {
		return false // "the same paper or something heavier"
	}
	return a.in(&right[0], "idle-alternatives") || right[0].w.in.has(sNegations) && !right[0].w.in.has(sAdjectives) && len(right) < 3
}

// verbOf finds the verb with which a question begins and what stands behind its subject.
func (a *alternatives) verbOf(toks []token) (q, v int) {
	for i := 0; i+1 < len(toks); i++ {
		if toks[i].w.wh == "if" && (toks[i+1].w.in.has(sSubjects) || toks[i+1].low == "it's" || toks[i+1].low == "they're") {
			return i, i + 2
		}
		if !toks[i].w.in.has(sAuxiliaries) || toks[i].w.det != "" || toks[i].stop || i > 0 && !toks[i-1].stop && !toks[i-1].w.in.has(sAnd) && !toks[i-1].w.in.has(sLeads) {
			continue
		}
		next := &toks[i+1]
		if next.w.in.has(sSubjects) {
			return i, i + 2
		}
		if i == 0 && next.text == next.low && i+2 == len(toks) && !next.w.verb() {
			return i, i + 1 // "would morning or afternoon be better"
		}
		if next.w.det == "" && !capital(next.text) && !a.pluralWord(next.low) && !next.w.in.has(sPossessive) && !a.is(next.low, sNouns) {
			continue
		}
		for j := i + 2; j < len(toks); j++ {
			if toks[j-1].w.det == "" && (toks[j].w.in.has(sVerbs) && (!toks[j].w.in.has(sNouns) || toks[i].w.in.has(sDropped)) || toks[j].w.in.has(sPrepositions) || toks[j].w.in.has(sAdjectives)) {
				return i, j
			}
		}
		return i, len(toks)
	}
	return -1, -1
}

// asksOf reports whether a word asks which of what is named: "who lays it, you or a fitter".
func (a *alternatives) asksOf() bool {
	first := &a.toks[0]
	return first.w.wh != "" && first.w.wh != "if" || len(a.toks) > 1 && first.w.in.has(sPrepositions) && a.toks[1].w.wh != "" && a.toks[1].w.wh != "if"
}

// behindQuestion reads "who lays the floor, yourselves or a fitter?": what stands behind the
// comma.
func (a *alternatives) behindQuestion(right []token) []Alternative {
	from := 0
	for i := 1; i < a.or && from == 0; i++ {
		if a.toks[i].stop {
			from = i + 1
		}
	}
	if from == 0 || from >= a.or {
		return nil
	}
	if a.deed(a.toks[from:a.or], right) {
		return nil // "what do you think, push it back or go ahead?"
	}
	wish := slices.ContainsFunc(a.toks[:from], func(t token) bool { return a.in(&t, "wishing") })
	var out []Alternative
	for _, part := range append(a.pieces(from, a.or), right) {
		if len(part) > 7 || part[0].w.in.has(sInverts) || part[0].w.in.has(sSubjects) && len(part) > 1 && !part[1].w.in.has(sPossessive) && !strings.HasSuffix(part[1].low, "selves") && !strings.HasSuffix(part[1].low, "self") || part[0].w.wh != "" {
			return nil
		}
		if part[0].w.in.has(sSubjects) && len(part) > 1 {
			part = part[1:] // "you yourselves"
		}
		out = append(out, Alternative{Said: a.say(part), Wish: wish})
	}
	return out
}

// pieces are the parts of toks[from:to] between its commas.
func (a *alternatives) pieces(from, to int) (out [][]token) {
	for i := from; i < to; i++ {
		if a.toks[i].stop || i == to-1 {
			out = append(out, a.toks[from:i+1])
			from = i + 1
		}
	}
	return out
}

// fragments reads what has no verb of its own that asks: "train or car for Saturday?", "send it
// back or leave it?".
func (a *alternatives) fragments(right []token) []Alternative {
	parts := a.pieces(0, a.or)
	if len(parts) == 0 || len(right) > 6 {
		return nil
	}
	last := parts[len(parts)-1]
	for n := len(parts) - 1; n > 0; n-- { // "dinner on Friday, my place or yours"
		if a.kindOf(&parts[n-1][0]) != a.kindOf(&last[0]) || len(parts[n-1]) > len(last)+1 || a.tailOf(parts[n-1]) > 0 != (a.tailOf(last) > 0) || parts[n-1][len(parts[n-1])-1].mark != ',' {
			parts = parts[n:]
			break
		}
	}
	if k := a.kindOf(&right[0]); k == altPreposition {
		for i := 1; i < len(last); i++ {
			if last[i].low == right[0].low {
				parts[len(parts)-1] = last[i:] // "concert in May or in September"
				parts = parts[len(parts)-1:]
				break
			}
		}
		last = parts[len(parts)-1]
	}
	deed := a.deed(last, right)
	if at := a.tailOf(right); at > 0 && a.tailOf(last) == 0 && !deed && !last[0].w.in.has(sPrepositions) {
		right = right[:at]
	}
	first := &parts[0][0]
	if r := &right[0]; a.kindOf(r) == altPlain && r.text == r.low && !r.w.in.has(sSubjects) && !r.w.in.has(sObjects) && len(parts[0]) < 3 && first.from == a.toks[0].from && first.w.month == 0 && first.w.day == 0 && !strings.Contains(first.text, "-") {
		parts[0] = slices.Clone(parts[0])
		parts[0][0].text = first.low // "Tea or coffee?"
	}
	var out []Alternative
	for _, part := range append(slices.Clone(parts), right) {
		for len(part) > 1 && (part[0].w.in.has(sAnd) || part[0].w.in.has(sEither)) {
			part = part[1:]
		}
		if len(part) == 0 || len(part) > 6 || part[0].w.in.has(sSubjects) && len(part) > 1 || part[0].w.wh != "" || slices.ContainsFunc(part, func(t token) bool { return t.w.in.has(sOr) }) {
			return nil
		}
		alone := a.in(&part[0], "limiting") || part[0].w.in.has(sPossessive) || part[0].w.in.has(sPrepositions) || part[0].w.in.has(sSubjects)
		one := Alternative{Said: a.say(part), Wish: !alone, Deed: deed && (len(part) > 1 || part[0].w == unknown)}
		if one.Deed {
			one.Said = "please " + one.Said
		}
		out = append(out, one)
	}
	if slices.ContainsFunc(out, func(o Alternative) bool { return !o.Wish }) {
		for i := range out {
			out[i].Wish = false
		}
	}
	return out
}

// tailOf is where what is said of a thing begins, "for Saturday" of "car for Saturday"; 0 for
// nothing.
func (a *alternatives) tailOf(part []token) int {
	for i := 1; i < len(part); i++ {
		if part[i].w.in.has(sPrepositions) && !part[i].w.in.has(sOf) {
			return i
		}
	}
	return 0
}

// deed reports whether both are things to do: "keep" and "bin", "send it back" and "leave it".
func (a *alternatives) deed(left, right []token) bool {
	does := func(part []token) bool {
		first := &part[0]
		if !a.verb(first.low) || first.w.det != "" {
			return false
		}
		return !first.w.in.has(sNouns) || len(part) > 1 && (part[1].w.in.has(sObjects) || part[1].low == "it" || part[1].low == "them" || part[1].w.det != "")
	}
	alone := len(left) == 1 && len(right) > 1 && left[0].w == unknown && !capital(left[0].text) // "refit, or replace the length"
	return does(right) && (does(left) || a.verb(left[0].low) || alone) || does(left) && len(left) > 1 && a.verb(right[0].low) && len(right) > 1
}

// The kinds of words with which an alternative begins.
const (
	altPlain = iota
	altClause
	altPreposition
	altOwner // "mine"
	altDetermined
	altNumber
)

func (a *alternatives) kindOf(t *token) int {
	switch {
	case a.in(t, "time-clauses"):
		return altClause
	case a.in(t, "owners"):
		return altOwner
	case t.w.det != "" || t.w.in.has(sPossessive):
		return altDetermined
	case t.w.in.has(sPrepositions):
		return altPreposition
	case a.numberOf(t) >= 0:
		return altNumber
	}
	return altPlain
}

// asked reads a question that has its verb: "does it jam with other trays too, or only with
// yours?".
func (a *alternatives) asked(right []token) []Alternative {
	if both := a.both(right); both != nil {
		return both
	}
	if out, deeds := a.deeds(right); deeds {
		return out
	}
	head := right
	for len(head) > 1 && (a.in(&head[0], "limiting") || a.in(&head[0], "perhaps")) {
		head = head[1:]
	}
	if head[0].w.in.has(sSubjects) && len(head) > 1 || head[0].w.in.has(sAnd) || head[0].w.wh != "" && head[0].low != "what" && !a.in(&head[0], "time-clauses") {
		return nil
	}
	wish := a.wishes()
	for i := 1; i < len(right); i++ {
		if right[i].w.in.has(sBetter) && right[i-1].w.det == "" { // "is the blue one or the green one better"
			for i > 1 && right[i-1].low == "be" {
				i--
			}
			right, head, wish = right[:i], head[:max(1, len(head)-len(right)+i)], true
			a.v = a.q + 1
			break
		}
	}
	if out := a.around(right, wish); out != nil {
		return out
	}
	start, lead := a.start(head, len(head) < len(right))
	last := a.own(right)
	if lead != "" {
		words := strings.Fields(a.say(last))
		at := len(last) - len(head)
		if at < 0 || at > len(words) {
			return nil
		}
		last = nil
		words = slices.Insert(words, at, lead)
		second := Alternative{Said: strings.Join(words, " "), Wish: wish}
		if start >= 0 && at == 0 {
			second.Full = a.fullWith(start, lead+" ", right)
		}
		if start < 0 {
			return []Alternative{second}
		}
		return []Alternative{{Said: a.say(a.toks[start:a.or]), Wish: wish, Full: a.full(start, a.toks[start:a.or])}, second}
	}
	second := Alternative{Said: a.say(last), Wish: wish}
	if start < 0 {
		return []Alternative{second}
	}
	second.Full = a.full(start, right)
	out := []Alternative{}
	for _, part := range a.pieces(start, a.or) {
		if len(part) > maxOption {
			return []Alternative{second}
		}
		if part[0].w.in.has(sOr) && len(part) > 1 {
			part = part[1:]
		}
		if n := len(part) - 1; n > 1 && part[0].w.in.has(sPrepositions) && part[n].low == "before" {
			part = part[:n] // "in a tent before"
		}
		out = append(out, Alternative{Said: a.say(part), Wish: wish, Full: a.full(start, part)})
	}
	return append(out, second)
}

// own cuts off what is said of each: "that hurts" of "the right shoulder that hurts".
func (a *alternatives) own(right []token) []token {
	for i := 2; i < len(right); i++ {
		if right[i].low == "that" || right[i].low == "who" || right[i].low == "which" {
			return right[:i]
		}
	}
	for i := 1; i+1 < len(right); i++ {
		if right[i].w.in.has(sTo) && !right[i-1].stop && capital(right[0].text) && a.verb(right[i+1].low) {
			return right[:i] // "Ken or Lydia to give the toast"
		}
	}
	return right
}

// start is where the first one begins, -1 where that cannot be told, with a preposition that
// the last one shares.
func (a *alternatives) start(head []token, limited bool) (int, string) {
	back := func(is func(t *token) bool) int {
		for i := a.or - 1; i >= a.v && i > a.or-maxOption; i-- {
			if is(&a.toks[i]) && !(i == a.or-1 && a.toks[i].w.in.has(sPrepositions)) { // "tried it before, or only at home"
				return i
			}
		}
		return -1
	}
	preposition := func() int {
		if at := back(func(t *token) bool { return t.low == head[0].low }); at >= 0 {
			return at
		}
		return back(func(t *token) bool { return t.w.in.has(sPrepositions) && !t.w.in.has(sOf) && t.low != "to" })
	}
	if head[0].low == "what" {
		return -1, "" // "or only what you came for"
	}
	if h := &head[0]; h.low == "as" || h.low == "like" || h.low == "because" {
		return back(func(t *token) bool { return t.low == h.low }), "" // "as one file or as two"
	}
	switch a.kindOf(&head[0]) {
	case altClause:
		if at := back(func(t *token) bool { return a.in(t, "time-clauses") }); at >= 0 {
			return at, ""
		}
		if at := preposition(); at >= a.or-4 {
			return at, ""
		}
	case altPreposition:
		if at := preposition(); at >= 0 {
			return at, ""
		}
		return back(func(t *token) bool { return a.in(t, "place-adverbs") }), ""
	case altOwner, altDetermined:
		if at := back(func(t *token) bool { return a.in(t, "whole-of") }); limited && at >= a.or-3 {
			return at, "" // "the kids both days or just the Sunday"
		}
		if a.v+2 < a.or && (limited || strings.HasSuffix(head[min(1, len(head)-1)].low, "ing")) && a.verbAt(a.v) && strings.HasSuffix(a.toks[a.v+1].low, "ing") && len(a.toks[a.v+1].low) > 5 {
			return a.v + 1, "" // "include taking the old sheets away, or only the fixing"
		}
		if a.kindOf(&head[0]) == altDetermined && a.v+1 < a.or && a.verbAt(a.v) && a.toks[a.v+1].w.det != "" {
			return a.v + 1, ""
		}
		determined := func(t *token) bool { return t.w.det != "" || t.w.in.has(sPossessive) }
		at := back(determined)
		if at < 0 {
			if at = preposition(); at >= 0 && at < a.or-1 {
				return at, a.toks[at].low
			}
			return -1, ""
		}
		for at > a.v && a.toks[at-1].w.det != "" && !a.toks[at-1].stop {
			at--
		}
		if at > a.v && a.toks[at-1].stop {
			for prev := at - 1; prev >= a.v; prev-- { // a list
				if determined(&a.toks[prev]) && (prev == a.v || !a.toks[prev-1].stop) {
					at = prev
					break
				}
			}
		}
		if before := &a.toks[at-1]; at > a.v && before.w.in.has(sPrepositions) && !before.stop && before.low != "of" {
			return at - 1, before.low
		}
		return at, ""
	case altNumber:
		return back(func(t *token) bool { return a.numberOf(t) >= 0 && t.w.det == "" }), ""
	}
	return a.plainStart(head), ""
}

// plainStart is where a bare first one begins: behind the verb, or the last word where that
// tells how something is.
func (a *alternatives) plainStart(head []token) int {
	from := a.v
	if a.verbAt(from) || from < a.or && a.in(&a.toks[from], "wishing") {
		from++
	}
	for from < a.or-1 && (a.in(&a.toks[from], "limiting") || a.toks[from].w.in.has(sEither)) {
		from++
	}
	bare := func(toks []token) bool {
		return len(toks) > 0 && !slices.ContainsFunc(toks, func(t token) bool {
			return t.w.in.has(sPrepositions) || t.w.in.has(sTo) || t.w.in.has(sObjects) || t.w.in.has(sSubjects) || t.w.in.has(sAuxiliaries)
		})
	}
	if bare(a.toks[from:a.or]) && (a.or-from < 3 || slices.ContainsFunc(a.toks[from:a.or-1], func(t token) bool { return t.stop })) && a.toks[from].w.det == "" {
		return from
	}
	quality := func(t *token) bool { return t.w.in.has(sAdjectives) || a.maps["bare-things"][t.low] != "" }
	if last := &a.toks[a.or-1]; a.or-1 >= a.v && quality(last) && quality(&head[0]) {
		return a.or - 1
	}
	return -1
}

// verbAt reports whether the verb of a question stands at a token: "own" of "do you own".
func (a *alternatives) verbAt(at int) bool {
	if at >= a.or {
		return false
	}
	t := &a.toks[at]
	if a.in(&a.toks[a.q], "being-forms") {
		return strings.HasSuffix(t.low, "ing") && len(t.low) > 4 && !t.w.in.has(sAdjectives)
	}
	return t.w.in.has(sVerbs) || at == a.q+2 && a.toks[a.q+1].w.in.has(sSubjects) && t.w.det == "" && !t.w.in.has(sPrepositions) && !a.in(t, "wishing")
}

// wishes reports whether a question leaves what it offers to the reader.
func (a *alternatives) wishes() bool {
	for i := a.q; i < min(a.v+2, a.or); i++ {
		if a.in(&a.toks[i], "wishing") && (i > a.q || a.toks[i].low != "have") { // "have you tried it"
			return true
		}
	}
	return false
}

// deeds reads two things to do: "shall I book it now or wait?". It reports whether they are.
func (a *alternatives) deeds(right []token) ([]Alternative, bool) {
	subject := a.toks[a.q+1].low
	from, who := a.v, subject
	if from >= a.or {
		return nil, false
	}
	aux, form := a.toks[a.q].low, ""
	if from+3 < a.or && a.in(&a.toks[from], "reckoning") && a.toks[from+1].w.in.has(sFirst) && a.toks[from+2].low == "should" {
		from, form = from+3, "I would " // "do you think we should sell it or keep it"
	} else if a.in(&a.toks[from], "wishing") {
		to := -1
		for i := from + 1; i < min(from+5, a.or-1) && to < 0; i++ {
			if a.toks[i].w.in.has(sTo) {
				to = i
			}
		}
		switch {
		case a.toks[from].low == "rather" && from+1 < a.or && a.verb(a.toks[from+1].low):
			from++
		case to == from+1:
			from = to + 1
		case to == from+2 && (a.toks[to-1].low == "me" || a.toks[to-1].low == "us"):
			from, who = to+1, a.toks[to-1].low
		default:
			return nil, false
		}
	}
	for len(right) > 1 && (right[0].w.in.has(sTo) || right[0].low == "rather" || right[0].low == "just") {
		right = right[1:]
	}
	left := a.toks[from:a.or]
	for len(left) > 1 && (a.in(&left[0], "softening") || left[0].low == "rather") {
		left = left[1:]
	}
	if len(left) == 0 || right[0].w.det != "" || right[0].w.in.has(sPrepositions) || a.in(&a.toks[a.q], "being-forms") {
		return nil, false
	}
	lone := len(left) == 1 && len(right) < 4 && a.toks[a.q+1].w.in.has(sSubjects) && !a.in(&right[0], "limiting")
	if !lone && (!a.verb(left[0].low) && !a.verbAt(from) && from == a.v || !a.verb(right[0].low) && !a.doesTo(right)) {
		return nil, false
	}
	if !lone && right[0].w.in.has(sNouns) && len(right) > 1 { // "a desk or book shelves"
		next := &right[1]
		if !(next.w.det != "" || next.w.in.has(sPrepositions) || next.w.in.has(sObjects) || a.in(next, "pronouns-it") || a.in(next, "by-when")) {
			return nil, false
		}
	}
	if right[0].w.in.has(sNouns) && len(right) == 1 && !lone {
		return nil, false
	}
	switch {
	case form != "":
	case who == "me" || who == "us", subject == "i" && (aux == "shall" || aux == "can" || aux == "do" && !a.in(&left[0], "stative")):
		form = "please "
	case subject == "we" && (aux == "shall" || aux == "do" && !a.in(&left[0], "stative")):
		form = "let us "
	case (subject == "i" || subject == "we") && (aux == "should" || aux == "could"):
		form = "I would "
	case who == "you" && from > a.v:
		form = "I would rather "
	}
	var out []Alternative
	parts := [][]token{left, right}
	for i := len(left) - 2; i > 0 && form != ""; i-- { // "bring it back, leave it with a neighbour or keep it"
		if left[i].mark == ',' && left[i].stop && a.verb(left[i+1].low) && left[i+1].w.det == "" {
			parts = append([][]token{left[:i+1], left[i+1:]}, parts[1:]...)
			break
		}
	}
	for _, part := range parts {
		if len(part) > maxOption+2 {
			return nil, true
		}
		if form == "" {
			said := a.full(from, part)
			if said == "" && (aux == "do" || a.toks[a.q].w.wh == "if") && a.toks[a.q+1].w.in.has(sSubjects) {
				said = a.flip(subject, a.toks[a.q+1].text) + " " + a.say(part) // "they whistle"
			}
			if said == "" && subject == "you" && a.in(&a.toks[a.q], "asks-deed") {
				said = "I will " + a.say(part) // "can you approve it or send me your changes"
			}
			if said == "" {
				return nil, false
			}
			out = append(out, Alternative{Said: said, Deed: true})
			continue
		}
		said := form + a.say(part)
		for i := len(part) - 1; i > 1 && (len(said) > MaxPhrase || len(strings.Fields(said)) > maxSaid); i-- {
			if a.in(&part[i], "time-clauses") || part[i].w.in.has(sPrepositions) {
				said = form + a.say(part[:i]) // what doesn't fit stays away whole
			}
		}
		out = append(out, Alternative{Said: said, Deed: true, Wish: true})
	}
	return out, true
}

// asksTwice reports whether two questions stand side by side, the second of which does not only
// doubt the first: "still at the bakery, or did you go back to teaching?".
func (l *lexicon) asksTwice(toks []token) bool {
	for i := 2; l.code == "en" && i+2 < len(toks); i++ {
		right := toks[i+1:]
		if !toks[i].w.in.has(sOr) || !right[0].w.in.has(sAuxiliaries) || right[0].w.in.has(sNegations) || right[0].w.det != "" {
			continue
		}
		if s := &right[1]; !(s.w.in.has(sSubjects) || s.w.det != "" || capital(s.text) || l.pluralWord(s.low)) || l.doubts(right) || right[1].low == "i" && right[0].low != "should" && right[0].low != "shall" && right[0].low != "can" {
			return false
		}
		return l.asksBefore(toks[:i]) || len(toks[0].w.wh) == 0 && !toks[0].w.in.has(sDates) && !toks[0].w.in.has(sSubjects) && (l.in(&toks[0], "perhaps") || l.in(&toks[0], "limiting"))
	}
	return false
}
