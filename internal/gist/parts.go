package gist

import (
	"slices"
	"strings"
)

// clauses splits "When does it come and how much is it?" into its questions, and
// parts what is said before a question from it.
func (l *lexicon) clauses(s *sentence) []sentence {
	tells := s.has(pTell) || s.asks && l.telling(s)
	if lead := l.lead(s.tokens); !s.asks && !tells && !l.whFirst(lead) && (l.code != "en" || l.requestVerb(lead, false) < 0) {
		return []sentence{*s}
	}
	if or := l.orTell(s); or > 0 {
		return []sentence{s.part(l, 0, or, s.asks)}
	}
	var out []sentence
	marks := s.has(pAskRating) // "on a scale from 1 to 10, how good was it" stays whole
	from, begged := 0, false   // begged: what begins there is a request without its "please"
	only := 0                  // for which answer to what stands before it what begins there is asked
	if colon := l.afterLead(s); colon > 0 {
		from = colon
	}
	for i := 1; i+1 < len(s.tokens) && len(out) < MaxItems; i++ {
		if i-from < 2 {
			continue
		}
		if to := s.hitAt(pBreak, i); to > 0 && to < len(s.tokens) { // "and if so"
			end := i
			for end > from+2 && s.tokens[end-1].w.in.has(sAnd) {
				end-- // "do you want to go ahead, and | if not"
			}
			part := s.part(l, from, end, s.asks)
			part.only = only
			out = append(out, part)
			only = l.onlyIf(&sentence{tokens: s.tokens[i+l.ands(s.tokens[i:]):]})
			from = to
			continue
		}
		joined := s.tokens[i].w.in.has(sAnd)
		next := i
		if joined {
			next = i + 1
			if next+2 < len(s.tokens) && strings.HasSuffix(s.tokens[next].low, "ly") && s.tokens[next+1].w.wh != "" {
				next++ // "and roughly how big"
			}
		} else if !s.tokens[i-1].stop || marks && !(l.code == "en" && s.tokens[i].w.wh != "" && l.whFirst(l.lead(s.tokens[from:i]))) {
			continue
		}
		told := tells && l.tellsBefore(s, next)
		if s.tokens[i-1].mark == ':' && from == 0 && s.asks && (tells || l.leadsList(s.tokens[:i]) || l.code == "en" && i < 9 && s.tokens[0].w.in.has(sPrepositions)) && l.opensQuestion(s.tokens[i:], false) {
			from = i // "I need to know: do you want a single room?"
			continue
		}
		if !joined && !told && s.tokens[from].w.in.has(sPrepositions) && s.tokens[from+1].w.wh == "" {
			continue // "on a scale of 1 to 5, how good is it"
		}
		also := l.alsoAsked(s, from, next, begged)
		if !also && !l.parts(s, from, next, joined, told) {
			continue
		}
		if told && from == 0 && !s.asks && !also && l.onlyLeads(s.tokens[:i]) {
			from = next // "teilen Sie mir bis Freitag mit, wann …"
			continue
		}
		asks := joined && s.asks && !l.thanksIf(s.tokens[from:i]) && !l.onlyNeeds(s.tokens[from:i])
		part := s.part(l, from, i, asks || l.asksAlready(s.tokens[from:i]) || also && s.asks && !begged)
		if begged {
			part.beg(l)
		}
		part.told, part.only = told && from > 0, only
		out = append(out, part)
		from, begged = next, also
	}
	if from == 0 {
		return []sentence{*s}
	}
	part := s.part(l, from, len(s.tokens), s.asks && !begged)
	part.only = only
	if begged {
		part.beg(l)
		return append(out, part)
	}
	part.told = tells && l.tellsBefore(s, from) || !tells && !s.asks // "what did you think and which was best."
	return append(out, part)
}

// onlyNeeds reports whether words before a question are a statement of what the sender needs: "I
// need the mileage, and has it been in an accident?"
func (l *lexicon) onlyNeeds(toks []token) bool {
	if l.code != "en" {
		return false
	}
	toks = l.lead(toks)
	verb := l.requestVerb(toks, false)
	return verb > 0 && toks[verb].w.in.has(sNeeding) && l.requestVerb(toks, true) < 0
}

// eachWanted parts those clauses that want several things.
func (l *lexicon) eachWanted(parts []sentence) []sentence {
	if l.code != "en" || len(parts) < 2 {
		return parts
	}
	out := make([]sentence, 0, len(parts))
	for i := range parts {
		if list := l.wantedList(&parts[i]); list != nil {
			out = append(out, list...)
			continue
		}
		out = append(out, parts[i])
	}
	return out
}

// parts reports whether a question of its own begins at token next of a sentence.
func (l *lexicon) parts(s *sentence, from, next int, joined, told bool) bool {
	rest := s.tokens[next:]
	if len(rest) == 3 && rest[1].w.in.has(sYou) && l.in(&rest[2], "reckoning") {
		return false // "how long will it take, do you think?"
	}
	if (rest[0].low == "que" || rest[0].low == "qu'") && len(l.elided) > 0 && len(rest) > 1 && rest[1].w.in.has(sSubjects) {
		return false // "que je sois là"
	}
	if !joined && l.romance() && rest[0].w.wh == "if" && l.idleIf(rest) {
		return false // "si ce n'est pas indiscret"
	}
	if l.code == "en" && !joined && !s.asks && rest[0].low == "which" && len(rest) > 1 && (rest[1].w.in.has(sSubjects) || rest[1].w.in.has(sInverts)) && !rest[0].stop && !slices.ContainsFunc(s.tokens[from:next], func(t token) bool { return t.w.wh != "" }) {
		return false // "we need the reading, which you find below the stairs"
	}
	if told && rest[0].w.wh != "" {
		return !l.tellsLater(s, from, next)
	}
	if told && l.code == "de" && rest[0].w.in.has(sPrepositions) && len(rest) > 1 && rest[1].w.wh != "" && rest[1].w.wh != "if" {
		return !l.tellsLater(s, from, next) // ", ab wann wir anfangen können"
	}
	if l.code == "en" && next-from > 3 && s.tokens[next-2].low == "if" && s.tokens[next-3].stop {
		return false // "what sum, if any, would you call fair"
	}
	asked := func(t token) bool { return t.w.wh != "" }
	if l.code == "en" && told && rest[0].w.in.has(sPrepositions) && len(rest) > 2 && rest[1].w.wh != "" && rest[1].w.wh != "if" && slices.ContainsFunc(s.tokens[from:next], asked) {
		return true // ", to which account, and on what date"
	}
	if l.code == "en" && s.asks && !joined && rest[0].low == "any" && slices.IndexFunc(rest[:min(len(rest), 4)], func(t token) bool { return t.stop }) > 0 && slices.ContainsFunc(s.tokens[from:next], asked) {
		return true // "how many are you, any vegetarians, and do you drink wine?"
	}
	if l.code == "en" && !joined && s.tokens[next-1].mark == ';' && len(rest) > 1 && (l.in(&rest[0], "choose-of") || l.bareTask(rest) == 0) {
		return true // "there are places on Monday and Friday; choose one"
	}
	if l.code == "en" && joined && !s.asks && len(rest) > 4 && l.ownClause(&rest[0]) && slices.ContainsFunc(s.hits, func(h hit) bool { return h.group == pTell && h.from >= next && h.from < next+4 }) {
		return true // "I need her measurements, and it would be good to know if"
	}
	if l.code == "en" && joined && !s.asks && l.asksPlainly(rest) && (l.whFirst(l.lead(s.tokens[from:next])) || l.asksPlainly(l.lead(s.tokens[from:next]))) {
		return true // "how many are we and is it lager or stout."
	}
	if told && joined && l.romance() && len(rest) > 3 && (rest[0].low == "de" || rest[0].low == "d'") && rest[1].w.in.has(sTelling) && (rest[2].w.wh != "" || rest[2].w.det != "") {
		return true // "merci d'indiquer vos revenus et de préciser si"
	}
	if told && joined && rest[0].w.det != "" && l.askedThing(rest) != "" && slices.ContainsFunc(s.tokens[from:next], asked) {
		return true // "and your passport number"
	}
	if told && joined && (rest[0].w.det != "" && l.askedThing(rest) != "" && l.askedThing(l.behind(s, pTell)) != "" ||
		len(rest) > 2 && rest[0].w.in.has(sTelling) && (rest[1].w.wh != "" || rest[1].w.det != "")) {
		return true // "state the length and the number of cars", "and indicate how many"
	}
	if l.code == "fr" && joined && !told && s.asks && rest[0].w.in.has(sYou) && len(rest) > 2 && !rest[0].stop && slices.ContainsFunc(s.tokens[from:next], asked) {
		return true // "Quelle taille veux-tu, et tu préfères courtes ou longues ?"
	}
	if l.code == "fr" && joined && s.asks && len(rest) > 3 && rest[0].low == "y" && rest[1].low == "a" && strings.HasPrefix(rest[2].low, "t-") {
		return true // "À quel étage habitez-vous et y a-t-il un ascenseur ?"
	}
	asks := s.asks || rest[0].w.wh != "" || joined && len(rest) > 1 && rest[0].w.in.has(sPrepositions) && rest[1].w.wh != "" || joined && len(rest) > 1 && rest[0].w.in.has(sAsking) && rest[1].w.in.has(sYou)
	if !joined && l.code == "en" && l.tag(s.tokens[from:next], rest) {
		return false // "you don't mind mornings, do you?"
	}
	if !joined && l.code == "en" && l.listsOn(s.tokens, from, next) {
		return false // "would you rather wait, have it in grey, or get your money back?"
	}
	if !l.opensQuestion(rest, joined) || !asks || l.code == "en" && !joined && len(rest) == 3 && rest[1].w.in.has(sYou) && (rest[2].low == "think" || rest[2].low == "say" || rest[2].low == "reckon" || rest[2].low == "know") {
		return false // "how long will it take, do you think?"
	}
	return joined || !l.tellsLater(s, from, next)
}

// orTell is where a request goes on to say what would do instead, "or tell me who could" of
// "could you have a look, or tell me who could?"; 0 for others.
func (l *lexicon) orTell(s *sentence) int {
	if l.code != "en" || !s.asks {
		return 0
	}
	for i := 4; i+3 < len(s.tokens); i++ {
		t := &s.tokens[i+1]
		if s.tokens[i].w.in.has(sOr) && (t.low == "tell" || t.low == "suggest" || t.low == "point" || t.low == "let" || t.low == "recommend") && l.asksBefore(s.tokens[:i]) && s.tokens[0].w.in.has(sAuxiliaries) {
			return i
		}
	}
	return 0
}

// thanksIf reports whether words before a question only thank for the case that the one
// before was answered by yes: "If so, thank you, and do you want it back?"
func (l *lexicon) thanksIf(toks []token) bool {
	return l.code == "en" && len(toks) < 8 && toks[0].w.in.has(sSuppose) && !l.asksBefore(toks) && slices.ContainsFunc(toks, func(t token) bool { return strings.HasPrefix(t.low, "thank") || t.low == "great" || t.low == "sorry" })
}

// tag reports whether a question only wants the statement before it affirmed: "you are
// coming, aren't you?"
func (l *lexicon) tag(before, rest []token) bool {
	if len(rest) != 2 || !rest[0].w.in.has(sAuxiliaries) || !rest[1].w.in.has(sSubjects) {
		return false
	}
	before = l.lead(before)
	first, _, _ := strings.Cut(before[0].low, "'")
	return first == rest[1].low
}

// listsOn reports whether the verb at token next goes on a list of things to do that a
// question of "would" or "shall" began and an "or" ends.
func (l *lexicon) listsOn(toks []token, from, next int) bool {
	if toks[next].low != "have" && toks[next].low != "do" || toks[next+1].w.in.has(sSubjects) || toks[next-1].mark != ',' {
		return false
	}
	lead := l.lead(toks[from:next])
	if len(lead) < 3 || !lead[0].w.in.has(sAuxiliaries) || !lead[1].w.in.has(sSubjects) {
		return false
	}
	for i := next + 2; i < len(toks) && i < next+maxOption+2; i++ {
		if toks[i].w.in.has(sOr) {
			return true
		}
	}
	return false
}

// telling reports whether a sentence asks to be told: "could you confirm whether".
func (l *lexicon) telling(s *sentence) bool {
	toks := l.lead(s.tokens)
	verb := l.requestVerb(toks, s.asks)
	return verb >= 0 && verb < len(toks) && toks[verb].w.in.has(sTelling)
}

// tellsBefore reports whether what is to be told was led in before token i.
func (l *lexicon) tellsBefore(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.group == pTell && h.to <= i {
			return true
		}
	}
	return slices.ContainsFunc(s.tokens[:min(i, 40)], func(t token) bool { return t.w.in.has(sTelling) })
}

// tellsLater reports whether what stands before a comma leads to the question behind
// it: "could you tell me, when it comes".
func (l *lexicon) tellsLater(s *sentence, from, to int) bool {
	for _, h := range s.hits {
		if h.group == pTell && h.from >= from && h.to <= to && h.to >= to-1 {
			return true
		}
	}
	return false
}

// asksAlready reports whether tokens are a question of their own.
func (l *lexicon) asksAlready(toks []token) bool {
	toks = l.lead(toks)
	if l.code == "en" && len(toks) > 3 && (toks[0].w.in.has(sPrepositions) || strings.HasSuffix(toks[0].low, "ly")) && toks[1].w.wh != "" && toks[1].w.wh != "if" {
		return true // "at what time do you arrive", "roughly how old is it"
	}
	return len(toks) > 1 && toks[0].w.wh != "if" && l.opensQuestion(toks, false)
}

// opensQuestion reports whether a question begins here: "how much", "is it", "does the
// lift". Behind "and" a bare verb does: "and does".
func (l *lexicon) opensQuestion(toks []token, joined bool) bool {
	w := toks[0].w
	switch {
	case w.wh == "if":
		return false
	case joined && w.in.has(sPrepositions) && len(toks) > 1 && toks[1].w.wh != "" && toks[1].w.wh != "if":
		return true // "and at what time"
	case l.code == "en" && w.in.has(sPrepositions) && len(toks) > 1 && toks[1].low != "how" && len(toks) > 2 && toks[2].w.in.has(sSubjects):
		return false // "from what you see at home"
	case l.code == "en" && w.in.has(sPrepositions) && len(toks) > 1 && (toks[1].low == "how" || toks[1].low == "what" || toks[1].low == "when" || toks[1].low == "whom" && len(toks) > 2 && toks[2].w.in.has(sAuxiliaries)):
		return true // ", for how long", ", by whom was it"
	case w.wh != "":
		return joined || len(toks) > 1 && !toks[1].w.in.has(sSubjects) && !(toks[1].w.det != "" && w.wh != "which" && w.wh != "what")
	case joined && w.in.has(sBegins):
		return true
	case joined && w.in.has(sPrepositions) && len(toks) > 1:
		return toks[1].w.wh != "" && toks[1].w.wh != "if" // "and for how many"
	case l.code == "en" && len(toks) > 1 && (toks[0].low == "have" || toks[0].low == "do") && (toks[1].low == "a" || toks[1].low == "an"):
		return false // "come and have a look"
	case l.code == "en" && !joined && len(toks) > 3 && toks[0].low == "are" && l.pluralWord(toks[1].low):
		return true // "are people getting on with it"
	case l.code == "en" && len(toks) > 3 && w.in.has(sInverts) && !toks[0].stop && toks[1].text == toks[1].low && l.pluralWord(toks[1].low) && l.verb(toks[2].low):
		return true // "and do beginners find it difficult"
	}
	return w.in.has(sAuxiliaries) && len(toks) > 1 && (toks[1].w.in.has(sSubjects) || l.code == "en" && toks[1].w.in.has(sAny) && len(toks) > 3 || len(toks) > 2 && (!joined || l.code == "en") && (toks[1].w.det != "" || l.code == "en" && capital(toks[1].text))) || l.verbFirst(toks, joined)
}

// withoutAsides leaves out what stands in brackets: "A (blue) or B (green)". The indices of
// "or" and of what asks move along.
func withoutAsides(toks []token, or, at int) ([]token, int, int) {
	closing := func(i int) int {
		for j := i; j < len(toks) && j-i < maxOption; j++ {
			if toks[j].mark == ')' {
				return j
			}
		}
		return -1
	}
	if !slices.ContainsFunc(toks, func(t token) bool { return t.mark == ')' }) {
		return toks, or, at
	}
	out := make([]token, 0, len(toks))
	newOr, newAt := or, at
	for i := 0; i < len(toks); i++ {
		if end := closing(i); i > 0 && toks[i].open && end >= 0 && (or < i || or > end) {
			if or > end {
				newOr -= end - i + 1
			}
			if at > end {
				newAt -= end - i + 1
			}
			i = end
			continue
		}
		out = append(out, toks[i])
	}
	if newOr < 1 || newOr+1 >= len(out) || len(out) == 0 {
		return toks, or, at
	}
	return out, newOr, newAt
}
