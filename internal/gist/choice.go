package gist

import (
	"slices"
	"strings"
)

const maxOption = 10 // words of an option

// choice returns the options that a question names, "A or B", as the reader would say
// them; nothing when it leaves no choice.
func (l *lexicon) choice(s *sentence, toks []token, at int) []string {
	toks, both := l.withoutBoth(toks)
	or := -1
	for i := range toks {
		if toks[i].w.in.has(sOr) && i > 0 && i+1 < len(toks) {
			or = i
		}
	}
	if or < 0 || both == nil && s.noChoice(l) {
		return nil
	}
	if l.likened(toks[:or]) {
		return nil
	}
	if l.anyOf(toks[:or]) || l.afew(toks, or) || l.jointAsked(toks, or) || l.holdsAny(toks, or) {
		return nil
	}
	if a, b := l.numberOf(&toks[or-1]), l.numberOf(&toks[or+1]); a > 0 && b == a+1 && or+2 < len(toks) && !toks[or+1].stop && !toks[or-1].figure() {
		return nil // "for two or three hours"
	}
	if list := l.dateOptions(s, toks, or); len(list) > 1 {
		return l.shared(list)
	}
	return l.shared(l.parallel(toks, or, at))
}

// likened reports whether what stands before "or" only is an example: "anything he won't eat,
// like peas or fish".
func (l *lexicon) likened(toks []token) bool {
	for i := 1; l.code == "en" && i < len(toks); i++ {
		if (toks[i].low == "like" || toks[i].low == "say") && toks[i-1].stop && toks[i-1].mark == ',' {
			return true
		}
	}
	return false
}

// noChoice reports whether the "or" of a sentence offers nothing: "tea or something". "Tea or
// something to eat" does, and "the noise is there all day or only at night".
func (s *sentence) noChoice(l *lexicon) bool {
	return slices.ContainsFunc(s.hits, func(h hit) bool {
		if h.group != pNoChoice {
			return false
		}
		if h.to < len(s.tokens) && s.tokens[h.to-1].w.in.has(sAny) && !s.tokens[h.to-1].stop && s.tokens[h.to].w.in.has(sTo) || h.to < len(s.tokens) && s.tokens[h.to-1].low == "something" && (s.tokens[h.to].low == "to" || l.code == "en" && s.tokens[h.to].w.det == "" && s.tokens[h.to].low != "other" && (s.tokens[h.to].w.in.has(sAdjectives) || strings.HasSuffix(s.tokens[h.to].low, "er"))) {
			return false
		}
		if h.from > 0 && l.numberOf(&s.tokens[h.from-1]) > 0 && s.tokens[h.from-1].w.det == "" && s.tokens[h.from].w.in.has(sSpans) {
			return false // "is it one month or three?"
		}
		if first := &s.tokens[h.from]; h.from > 1 && h.to-h.from > 2 && first.w.in.has(sBeing) {
			before := &s.tokens[h.from-1]
			return before.stop || before.w.in.has(sAnd) || before.w.in.has(sLeads) || before.w.wh != ""
		}
		return true
	})
}

// shared gives each of several days what only the last of them names: the month of "6 or 7
// March", the evening of "Monday and Thursday evenings".
func (l *lexicon) shared(days []string) []string {
	if len(days) < 2 {
		return days
	}
	last := l.tokens(days[len(days)-1])
	tail := -1
	for i := 1; i < len(last) && tail < 0; i++ {
		switch w := last[i].w; {
		case w.month > 0 && dayNumber(&last[i-1]), w.in.has(sOf) && dayNumber(&last[i-1]) && i+1 < len(last) && last[i+1].w.month > 0:
			tail = i
		case w.in.has(sDayParts) && i == len(last)-1 && last[i-1].w.day > 0:
			tail = i
		}
	}
	if tail < 0 {
		return days
	}
	month := !last[tail].w.in.has(sDayParts)
	rest := days[len(days)-1][last[tail].from:]
	for i, o := range days[:len(days)-1] {
		toks := l.tokens(o)
		if n := len(toks) - 1; n >= 0 && n < 3 && (month && dayNumber(&toks[n]) || !month && toks[n].w.day > 0) {
			days[i] = o + " " + rest
		}
	}
	return days
}

// anyOf reports whether "any" or the like stands before: "any questions or wishes" is
// no choice.
func (l *lexicon) anyOf(toks []token) bool {
	for i := max(0, len(toks)-4); i < len(toks); i++ {
		if toks[i].w.in.has(sAny) {
			return true
		}
	}
	return false
}

// afew reports whether the "or" of "a sentence or two for the leaflet" only leaves the count open.
func (l *lexicon) afew(toks []token, or int) bool {
	if or < 2 || toks[or-2].w.det == "" || toks[or-1].stop || toks[or+1].figure() || l.numberOf(&toks[or+1]) != 2 {
		return false
	}
	return or+2 == len(toks) || toks[or+1].stop || toks[or+2].w.in.has(sPrepositions) || toks[or+2].w.in.has(sTo)
}

// jointAsked reports whether "or" only widens who is asked to do something: "could you or a
// neighbour let him in?".
func (l *lexicon) jointAsked(toks []token, or int) bool {
	return l.code == "en" && or > 1 && or < 4 && toks[or-1].low == "you" && l.in(&toks[or-2], "asks-deed") && len(toks)-or > 2 && !toks[or+1].stop
}

// dateOptions returns the days or hours around "or".
func (l *lexicon) dateOptions(s *sentence, toks []token, or int) []string {
	all := l.dates(s)
	skip := len(s.tokens) - len(toks)
	near := slices.IndexFunc(all, func(d span) bool {
		from := d.from - skip
		return from > or && from <= or+3
	})
	if near < 1 || all[near-1].to-skip < or-3 {
		return nil
	}
	if end := all[near].to; end < len(s.tokens) && !s.tokens[end-1].stop && (l.optionWord(&s.tokens[end]) || s.tokens[end].w.number > 0) && !s.tokens[end].w.in.has(sBetter) {
		return nil // "the 9:40 train or the 11:15 one"
	}
	var out []string
	for _, d := range all[:near+1] {
		if d.from > 0 && s.tokens[d.from-1].w.det != "" && !s.tokens[d.from-1].stop {
			d.from--
		}
		out = add(out, s.words(d.from, d.to))
	}
	return out
}

// parallel finds the options by how they are alike: those before "or" begin with the
// word, or the sort of word, that the one behind it begins with.
func (l *lexicon) parallel(toks []token, or, at int) []string {
	toks, or, at = withoutAsides(toks, or, at)
	right := toks[or+1:]
	if len(right) > 1 && right[0].w.in.has(sAuxiliaries) && right[0].w.in.has(sNegations) {
		return nil // "or don't you mind"
	}
	if l.verbFirst(right, true) {
		return []string{""} // sides that are questions of their own
	}
	if len(right) > 1 && right[0].w.in.has(sAuxiliaries) && (right[1].w.in.has(sSubjects) || right[1].w.det != "" || l.code == "en" && !right[0].stop && capital(right[1].text) && l.asksBefore(toks[:or])) {
		if out := l.clauseOptions(toks, or); out != nil || !l.asksBefore(toks[:or]) || l.doubts(right) {
			return out
		}
		return []string{""}
	}
	if right[0].w.in.has(sInverts) && right[0].w.in.has(sBegins) {
		return nil // "or is that your limit"
	}
	if l.code == "en" && at >= 0 && at < len(toks) && toks[at].w.wh == "what" && strings.HasSuffix(right[0].low, "ing") && len(right[0].low) > 4 {
		return nil // "what you are earning or hoping to earn"
	}
	floor := l.optionFloor(toks, or, at)
	if floor >= or {
		return nil // the word that asks stands behind "or"
	}
	if list := l.twins(toks, floor, or); list != nil {
		return list
	}
	spans := l.optionSpans(toks, floor, or)
	if spans == nil {
		return nil
	}
	l.bareSides(toks, spans)
	var out []string
	for _, o := range spans {
		if !l.sound(toks[o.from:o.to]) || l.halfSaid(toks, o) || l.particle(toks, o) != l.particle(toks, spans[0]) {
			return []string{""} // a choice, but what of cannot be told
		}
		said := l.say(toks[o.from:o.to])
		if o == spans[0] {
			said = l.fullOption(toks, spans, said)
		}
		out = add(out, said)
	}
	return out
}

// asksBefore reports whether a question of its own stands before "or": "do you want paying".
func (l *lexicon) asksBefore(toks []token) bool {
	for i := 0; l.code == "en" && i+1 < len(toks); i++ {
		if toks[i].w.in.has(sAuxiliaries) && toks[i].w.det == "" && !toks[i].stop && (i == 0 || toks[i-1].stop || toks[i-1].w.in.has(sAnd) || toks[i-1].w.in.has(sLeads)) {
			t := &toks[i+1]
			return i == 0 && t.w.in.has(sNouns) || l.pluralWord(t.low) || t.w.in.has(sSubjects) || t.w.det != "" || capital(t.text)
		}
	}
	return false
}

// doubts reports whether the question behind "or" only doubts the one before it: "or is that
// too soon".
func (l *lexicon) doubts(right []token) bool {
	return right[1].low == "that" || right[1].low == "this" || right[1].low == "it" && len(right) > 2 && (right[2].low == "too" || right[2].low == "not")
}

// optionFloor is where the first option can begin.
func (l *lexicon) optionFloor(toks []token, or, at int) int {
	floor := max(at+1, 0)
	for i := range or { // what stands before a colon or a comma that is no list leads in
		if toks[i].mark == ':' || toks[i].w.in.has(sEither) {
			floor = max(floor, i+1)
		}
	}
	verb := false
	for i := floor; at >= 0 && i+1 < or; i++ { // "which one, the red or the blue"
		verb = verb || toks[i].w.in.has(sInverts)
		if toks[i].stop && (verb || l.sortOf(&toks[i+1]) == l.sortOf(&toks[or+1])) {
			floor = i + 1
			break
		}
	}
	return floor
}

// optionSpans are where the options around "or" stand; nil where they are none.
func (l *lexicon) optionSpans(toks []token, floor, or int) []span {
	right := or + 1
	if l.code == "de" && right+1 < len(toks) && l.in(&toks[right], "rather") {
		right++ // "oder lieber in der Wohnung"
	}
	last := l.optionEnd(toks, right)
	if last < len(toks) && !toks[last-1].stop && toks[last].w.wh != "" && slices.ContainsFunc(toks[max(0, or-maxOption):or], func(t token) bool { return t.low == toks[last].low }) {
		for last < len(toks) && last-or <= maxOption && !toks[last-1].stop {
			last++ // "one who cooks or one who eats"
		}
	}
	if l.code == "en" && last+2 == len(toks) && !toks[last-1].stop && toks[last].low == "as" && toks[last+1].low == "well" {
		last += 2 // "the brakes only or the tyres as well"
	}
	start := l.optionStart(toks, floor, or, span{from: right, to: last})
	if start < 0 || start >= or {
		return nil
	}
	start = l.described(toks, floor, start)
	end := or
	if l.code == "en" && start-3 > floor && (toks[start-1].low == "a" || toks[start-1].low == "each" || toks[start-1].low == "per") && toks[start-2].figure() && l.in(&toks[start-3], "price-joins") {
		if from := l.optionStart(toks, floor, start-3, span{from: right, to: last}); from >= floor && from < start-3 {
			start, end = from, start-3 // "privet at 4 a plant, or beech"
		}
	}
	spans := []span{{from: start, to: end}, {from: right, to: last}}
	for end := start; end > floor && len(spans) < MaxItems; {
		if !toks[end-1].stop || toks[end-1].mark != ',' {
			break
		}
		from := l.optionStart(toks, floor, end, spans[0])
		if from < 0 || from >= end {
			break
		}
		spans = append([]span{{from: from, to: end}}, spans...)
		end = from
	}
	if !l.alike(toks, spans) {
		return nil
	}
	return spans
}

// particle reports whether an option is a lone "in" or "out".
func (l *lexicon) particle(toks []token, o span) bool {
	return o.to-o.from == 1 && toks[o.from].w.in.has(sPrepositions)
}

// sound reports whether tokens can be an option: a thing, a place, a manner or something
// to do, no clause and no word that only stands for another.
func (l *lexicon) sound(toks []token) bool {
	first := &toks[0]
	if l.in(first, "option-joins") {
		return false // "and but more strong"
	}
	if l.code == "de" && first.w.det != "" && len(toks) > 1 && len(toks) < 4 && !toks[1].w.in.has(sPrepositions) && (isLetterCapital(toks[len(toks)-1].text) || strings.HasSuffix(toks[1].low, "en") || strings.HasSuffix(toks[1].low, "e")) {
		return true // "die grauen"
	}
	if first.w.wh != "" || first.w.in.has(sSubjects) || first.w.in.has(sInverts) && !first.w.in.has(sDoVerbs) || first.w.in.has(sAnd) || first.w.in.has(sOr) {
		return len(toks) == 1 && first.w.in.has(sSubjects) && first.w.wh == "" // "is it you or Martin"
	}
	for i := range toks {
		t := &toks[i]
		if i > 0 && t.w.in.has(sInverts) && t.w.in.has(sBegins) && t.w.det == "" {
			return false // "prefer the 26th but would come"
		}
		if i > 1 && t.w.in.has(sNegations) && i+1 < len(toks) {
			return false // "the bench cannot go there"
		}
		if head, _, ok := strings.Cut(t.low, "'"); ok && l.options["nouns"] != "capitals" && l.is(head, sSubjects) {
			return false // "I've", "he's"
		}
	}
	return true
}

// alike keeps what is no choice out: options that are empty or much too long.
func (l *lexicon) alike(toks []token, spans []span) bool {
	for _, o := range spans {
		if n := o.to - o.from; n < 1 || n > maxOption {
			return false
		}
	}
	first := toks[spans[len(spans)-1].from]
	return !first.w.in.has(sNegations) || first.w.in.has(sAdjectives)
}

// optionEnd returns the index behind the option that begins at from.
func (l *lexicon) optionEnd(toks []token, from int) int {
	i := from
	thing := false
	for i < len(toks) && i-from < maxOption {
		t := &toks[i]
		if i > from && !toks[i-1].w.in.has(sPrepositions) && toks[i-1].w.det == "" && (t.w.in.has(sBetter) || t.w.in.has(sSubjects) && !toks[i-1].w.in.has(sVerbs) && !toks[i-1].w.in.has(sSending)) {
			break
		}
		if i > from && thing && !l.doing(&toks[from]) && (t.w.in.has(sEndsOption) || t.w.wh != "" || t.w.in.has(sAuxiliaries)) {
			break
		}
		thing = thing || !t.w.in.has(sStop) && t.w.det == ""
		i++
		if t.stop {
			break
		}
	}
	return i
}

// optionStart returns where the option that ends at end begins, seen from the next one.
func (l *lexicon) optionStart(toks []token, floor, end int, next span) int {
	head := &toks[next.from]
	if l.code == "en" && next.to-next.from > 1 && l.in(head, "limiting") && !head.stop {
		head = &toks[next.from+1] // "in all rooms or only in the bedroom"
	}
	sort := l.sortOf(head)
	bottom := max(floor, end-maxOption)
	for i := end - 2; i >= bottom; i-- {
		if toks[i].stop && toks[i].mark == ',' {
			bottom = i + 1
			break
		}
	}
	if floor > 0 && toks[floor-1].mark == ':' && bottom == floor && end-floor <= maxOption && !toks[floor].w.in.has(sSubjects) {
		return floor // a list begins behind a colon
	}
	if toks[floor].low != "" && floor > 0 && toks[floor-1].stop && end-floor <= maxOption && l.sortOf(&toks[floor]) == sort && bottom == floor {
		return floor
	}
	if bottom > floor && (sort == wordDet && l.sortOf(&toks[bottom]) == sort || sort == wordVerb && toks[bottom].w.in.has(sVerbs)) {
		return bottom // "an exchange for a used one, or a refund"
	}
	if tail := toks[next.to-1].low; next.to-next.from > 1 { // "the one on the left or the blue one"
		for i := end - 2; i >= bottom; i-- {
			if toks[i].low == head.low && toks[i+1].low == tail {
				return i
			}
		}
	}
	for i := end - 1; i >= bottom; i-- {
		if toks[i].low == head.low && (sort != plainWord || i > bottom) {
			return i
		}
	}
	if from := l.infinitive(toks, floor, end, next); from > 0 {
		return from
	}
	if l.code == "en" && l.done1(head) { // "posted or sent by email"
		for i := end - 1; i > bottom; i-- {
			if l.done1(&toks[i]) && !toks[i].stop || i == end-1 && l.done1(&toks[i]) {
				return i
			}
		}
	}
	if sort == wordVerb {
		for i := end - 1; i > bottom; i-- {
			if toks[i-1].w.in.has(sTo) || toks[i-1].w.in.has(sSubjects) || toks[i-1].w.in.has(sAuxiliaries) && !toks[i].w.in.has(sSubjects) {
				return i
			}
		}
	}
	if i := end - (next.to - next.from); sort == wordNumber && i >= bottom && l.sortOf(&toks[i]) == sort {
		return i // "10 x 10 or 15 x 15"
	}
	if sort != plainWord {
		for i := end - 1; i >= bottom; i-- {
			if l.sortOf(&toks[i]) == sort || l.code == "de" && l.pointsAt(head) && l.pointsAt(&toks[i]) {
				return i
			}
		}
		if sort == wordTo || sort == wordVerb {
			return -1
		}
	}
	if l.code == "en" && next.to-next.from == 1 && l.in(head, "place-adverbs") { // "in the small room or upstairs"
		for i := end - 1; i > bottom && i > end-6; i-- {
			if toks[i].w.in.has(sPrepositions) {
				return i
			}
		}
	}
	leads := func(t token) bool { return t.w.in.has(sAuxiliaries) || t.w.in.has(sSubjects) }
	if bottom > floor && !slices.ContainsFunc(toks[bottom:end], leads) { // a list: back to the comma
		return bottom
	}
	i := end - 1
	for i > bottom && end-i < next.to-next.from && l.optionWord(&toks[i-1]) {
		i--
	}
	if l.code == "en" && i > bottom && l.in(&toks[i-1], "whole-of") {
		return i - 1 // "all day or only in the evening"
	}
	for j := i; j > bottom && i-j < 2; j-- { // "green tea or coffee" behind a verb
		if j < i && toks[j-1].w.in.has(sVerbs) && !toks[j-1].w.in.has(sNouns) {
			return j
		}
		if !l.optionWord(&toks[j-1]) {
			break
		}
	}
	return l.wholeName(toks, bottom, i)
}

// done1 reports whether a word is the participle of what is done to things: "posted", "sent".
func (l *lexicon) done1(t *token) bool {
	return l.in(t, "done-to") || len(t.low) > 4 && strings.HasSuffix(t.low, "ed") && !t.w.in.has(sNouns) && !t.w.in.has(sAdjectives) && (l.verb(strings.TrimSuffix(t.low, "ed")) || l.verb(strings.TrimSuffix(t.low, "ied")+"y") || l.verb(strings.TrimSuffix(t.low, "d")))
}

// infinitive is where something to do begins to which another is the choice, "renew it for
// another year" of "would you like to renew it for another year, go month to month"; 0 where
// that is no choice of things to do.
func (l *lexicon) infinitive(toks []token, floor, end int, next span) int {
	head := &toks[next.from]
	if l.code != "en" || next.to-next.from < 2 || !head.w.verb() || head.w.det != "" || head.w.in.has(sAdjectives) || head.text != head.low {
		return 0
	}
	behind := &toks[next.from+1]
	if behind.w.in.has(sOf) || !(behind.w.det != "" || behind.w.in.has(sPrepositions) || behind.w.in.has(sObjects) || behind.low == "it" || behind.low == "them" || behind.low == "out" || behind.low == "up" || behind.low == "back" || behind.w.in.has(sDates) || l.in(behind, "by-when") || head.low == "go") {
		return 0
	}
	for i := end - 2; i > floor; i-- {
		if toks[i].mark == ',' {
			if toks[i+1].w.verb() && toks[i+1].w.det == "" {
				return i + 1
			}
			return 0
		}
	}
	for i := floor; i < end-1 && i < floor+8; i++ {
		t := &toks[i]
		if t.stop {
			return 0
		}
		lead := t.w.in.has(sTo) || i > 0 && t.w.in.has(sSubjects) && toks[i-1].w.in.has(sAuxiliaries) || t.low == "rather"
		if lead && toks[i+1].w.verb() && toks[i+1].w.det == "" && toks[i+1].low != "like" && toks[i+1].low != "rather" && toks[i+1].low != "prefer" && toks[i+1].low != "want" && toks[i+1].low != "have" && end-i-1 <= maxOption {
			return i + 1
		}
	}
	return 0
}

// optionWord reports whether a word belongs to the bare option behind it: "aisle" in
// "aisle seat or window seat".
func (l *lexicon) optionWord(t *token) bool {
	if t.stop || t.w.in.has(sStop) || t.w.det != "" || t.w.in.has(sAuxiliaries) || t.w.in.has(sSubjects) || t.w.in.has(sPrepositions) {
		return false
	}
	return t.w.in.has(sNouns) || t.w.in.has(sAdjectives) || !t.w.in.has(sVerbs)
}

// The sorts of words by which options are alike.
const (
	plainWord = iota
	wordDet
	wordPreposition
	wordTo
	wordVerb
	wordNumber
)

func (l *lexicon) sortOf(t *token) int {
	switch {
	case t.w.in.has(sTo):
		return wordTo
	case t.w.det != "" || t.w.in.has(sPossessive):
		return wordDet
	case t.w.in.has(sPrepositions):
		return wordPreposition
	case l.numberOf(t) >= 0 && t.w.det == "":
		return wordNumber
	case t.w.in.has(sVerbs) && !t.w.in.has(sNouns) && !t.w.in.has(sAuxiliaries):
		return wordVerb
	}
	return plainWord
}

// clauseOptions returns the options of "should I come or should I wait": what is done.
func (l *lexicon) clauseOptions(toks []token, or int) []string {
	left := -1
	for i := range or {
		if toks[i].w.in.has(sAuxiliaries) && toks[i+1].w.in.has(sSubjects) && i+2 < or {
			left = i
			break
		}
	}
	end := or + 1
	for end < len(toks) && end-or < maxOption && !toks[end].stop {
		end++
	}
	end = min(end+1, len(toks))
	if left < 0 && or < 5 && end-or == 4 && toks[or+1].w.in.has(sDropped) && toks[or+2].w.in.has(sSubjects) && toks[or+1].low == "does" {
		return add(nil, l.say(toks[:or]), toks[or+2].low+" "+toks[or+3].low+"s") // "straight or does it turn"
	}
	if left < 0 || end-or < 4 || toks[left].w.in.has(sStates) || toks[or+1].w.in.has(sStates) && toks[or+1].low != toks[left].low {
		return nil
	}
	a, b := toks[left+2:or], toks[or+3:end]
	if len(a) > maxOption {
		return nil
	}
	if toks[left+1].low == toks[or+2].low {
		return add(nil, l.say(a), l.say(b))
	}
	return add(nil, l.clause(toks[left:or]), l.clause(toks[or+1:end]))
}

// clause says a question as its reader would state it: "will you call" as "I will call".
func (l *lexicon) clause(toks []token) string {
	verb, subject, rest := &toks[0], &toks[1], toks[2:]
	if modal := l.maps["dropped-for"][verb.low]; modal != "" && !subject.w.in.has(sFirst) && !subject.w.in.has(sYou) {
		return cut(l.say(toks[1:2])+" "+modal+" "+l.say(rest), MaxPhrase) // "shall he pick it up"
	}
	if theirs := l.maps["offered-as"]["theirs"]; theirs != "" && verb.w.in.has(sDropped) && subject.w.in.has(sFirst) && len(rest) > 1 {
		return cut(theirs+" "+l.say(toks[2:]), MaxPhrase) // "shall I put you on the list"
	}
	if verb.w.in.has(sDropped) || subject.w.det != "" {
		return cut(l.say(toks[1:]), MaxPhrase)
	}
	modal := verb.low
	if len(rest) > 3 {
		if short := l.maps["shortened"][rest[0].low+" "+rest[1].low+" "+rest[2].low]; short != "" {
			modal, rest = short, rest[3:]
		}
	}
	return cut(l.flip(subject.low, subject.text)+" "+modal+" "+l.say(rest), MaxPhrase)
}

// say returns tokens as the reader would say them: "my office" for "your office".
func (l *lexicon) say(toks []token) string {
	words := make([]string, 0, len(toks))
	for i := range toks {
		t := &toks[i]
		if t.w.in.has(sEither) && (len(words) == 0 || l.code == "en" && i+1 < len(toks)) {
			continue // "make you either a hedgehog house"
		}
		if l.code == "en" && t.low == "you" && i > 0 && toks[i-1].w.in.has(sOf) {
			words = append(words, "us") // "four of you or five"
			continue
		}
		if w := l.maps["flips-object"][t.low]; w != "" && i > 0 && (toks[i-1].w.in.has(sVerbs) || toks[i-1].w.in.has(sSending) || toks[i-1].w.in.has(sPrepositions)) && !toks[i-1].w.in.has(sAuxiliaries) {
			words = append(words, w) // "put me on the list"
			continue
		}
		words = append(words, l.flip(t.low, t.text))
	}
	if len(words) > 0 && toks[0].from == 0 && !l.proper(words[0]) && l.options["nouns"] != "capitals" && (l.common(&toks[0]) || l.code == "en" && strings.HasSuffix(toks[0].low, "ing")) {
		words[0] = strings.ToLower(words[0]) // "For or against?"
	}
	if l.code == "de" && len(words) > 0 && toks[0].from == 0 && toks[0].w.det != "" && words[0] != "Ihr" {
		words[0] = strings.ToLower(words[0])
	}
	return cut(l.joined(words), MaxPhrase)
}

// common reports whether a word is one that the lexicon knows as no name.
func (l *lexicon) common(t *token) bool {
	w := t.w
	return len(t.text) > 1 && (w.in.has(sStop) || w.in.has(sVerbs) || w.in.has(sNouns) || w.in.has(sAdjectives) || w.in.has(sPrepositions) || w.det != "")
}

// flip returns a word as the reader would say it.
func (l *lexicon) flip(low, text string) string {
	if len(text) > 1 && text == strings.ToUpper(text) && text != strings.ToLower(text) {
		return text // "US", not "us"
	}
	if w, ok := l.maps["flips"][low]; ok {
		return w
	}
	return text
}

// choiceKind returns what kind the options of a choice are.
func (l *lexicon) choiceKind(options []string) Ask {
	dates, hours, bare := 0, 0, 0
	for _, o := range options {
		if plainHour(o) {
			bare++
			continue
		}
		s := l.sentence(o)
		if list := l.dates(&s); len(list) > 0 && list[0].from <= 1 && l.hourBehind(&s, list[0].to) >= len(s.tokens)-1+list[0].from {
			if list[0].clock {
				hours++
			} else {
				dates++
			}
		}
	}
	if hours > 0 {
		hours += bare
	}
	switch len(options) {
	case dates + hours:
		if dates > 0 {
			return AskDate
		}
		return AskTime
	}
	return AskChoice
}
