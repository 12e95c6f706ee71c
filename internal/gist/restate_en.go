package gist

import (
	"slices"
	"strings"
	"unicode"
)

// english says an English question or request back. A question is
//
//	[verb] [subject] [adverbs] [the rest]
//
// the subject a pronoun, a name or a noun phrase whose end is sure.
func (r *restater) english(text, verb string) Restated {
	e := &enClause{restater: r, source: text, toks: r.tokens(text)}
	if len(e.toks) < 2 || len(e.toks) > 60 {
		return Restated{}
	}
	if e.alternatives() {
		return Restated{}
	}
	from := 0
	for from < len(e.toks)-1 && (e.toks[from].w.in.has(sLeads) || r.in("dropped", e.toks[from].low) && !r.verb(e.toks[from+1].low)) {
		from++
	}
	for i := from; i < len(e.toks)-1; i++ {
		if i > from && !e.toks[i-1].stop && !e.toks[i-1].w.in.has(sAnd) {
			continue
		}
		if i > 0 && e.toks[i-1].w.in.has(sLeads) && i > from && !e.toks[i-1].w.in.has(sAnd) {
			continue
		}
		out, ok := e.at(i, verb)
		if ok && out == (Restated{}) {
			break // "would you tell me whether you need a room"
		}
		if ok {
			return out
		}
	}
	return e.within(from)
}

// alternatives reports whether one of two things is asked for. "A day or two" is one, and
// so is "have you got it, or did I lend it to Keith?"
func (e *enClause) alternatives() bool {
	for i := range e.toks {
		if e.toks[i].low != "or" {
			continue
		}
		if i < 2 || i+1 == len(e.toks) {
			return true
		}
		clause := e.toks[i-1].mark == ',' && e.clauseAt(i+1)
		about := e.in("number words", e.toks[i+1].low) && (e.toks[i-2].low == "a" || e.toks[i-2].low == "an")
		if !clause && !about && (e.toks[i+1].low != "not" || i+2 < len(e.toks)) {
			return true
		}
	}
	return false
}

// enClause is one sentence that is said back.
type enClause struct {
	*restater
	source string
	toks   []token
	tells  bool // the reader is who is to do it
}

// enSubject is who or what a clause is about.
type enSubject struct {
	said   string // "I", "the room"
	nobody string // what "anything" is in what is denied
	person string // you, i, we, it
	to     int    // behind it
}

// at reads a clause that begins at token i. It reports whether one does.
func (e *enClause) at(i int, verb string) (out Restated, ok bool) {
	w := e.toks[i].low
	if e.toks[i].w.in.has(sPolite) && !e.toks[i].w.in.has(sVerbs) {
		for i++; i < len(e.toks)-1 && (e.toks[i].w.in.has(sAlso) || e.toks[i].w.in.has(sLeads) || e.in("dropped", e.toks[i].low)); {
			i++
		}
		if e.verb(e.toks[i].low) && i < len(e.toks) {
			return Restated{Do: e.task(i)}, true
		}
		return Restated{}, false
	}
	kind, affirmed, denied := e.auxiliary(w)
	if kind == "" || e.toks[i].stop {
		if verb != "" && w == verb && i+1 < len(e.toks) && !e.toks[i].stop && (e.toks[i+1].w.det != "" || e.toks[i+1].w.in.has(sMe) || e.toks[i+1].w.in.has(sObjects)) {
			return Restated{Do: e.task(i)}, true
		}
		return Restated{}, false
	}
	if kind == "do" && (w == "don't" || w == "dont" || w == "do") && i+1 < len(e.toks) && e.verb(e.toks[i+1].low) && e.toks[i+1].low != "you" {
		return Restated{}, false // "Don't worry."
	}
	s, ok := e.subject(i+1, kind, w)
	if !ok {
		return Restated{}, false
	}
	e.tells = s.person == "you"
	return e.clause(s, kind, affirmed, denied), true
}

// auxiliary returns the kind of a verb that a question begins with, and its forms.
func (e *enClause) auxiliary(w string) (kind, affirmed, denied string) {
	parts := strings.Split(e.maps["verbs"][w], "|")
	if len(parts) != 3 {
		return "", "", ""
	}
	return strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1]), strings.TrimSpace(parts[2])
}

// subject reads the subject at token i of a question with a verb of that kind.
func (e *enClause) subject(i int, kind, verb string) (enSubject, bool) {
	if i < len(e.toks) && e.toks[i].low == "not" {
		i++
	}
	if i+1 >= len(e.toks) || e.toks[i].stop || quotedAt(e.source, &e.toks[i]) || strange(&e.toks[i]) {
		return enSubject{}, false
	}
	t, next := &e.toks[i], e.toks[i+1].low
	switch t.low {
	case "you":
		if e.in("both", next) && !e.allRight(i+1) {
			return enSubject{}, false
		}
		return enSubject{said: "I", person: "you", to: i + 1}, true
	case "i":
		return enSubject{said: "you", person: "i", to: i + 1}, true
	case "we":
		return enSubject{said: "we", person: "we", to: i + 1}, true
	}
	if said := e.maps["subjects"][t.low]; said != "" && !(t.w.det != "" && !e.alone(i+1, kind)) {
		if next == "of" || next == "and" || next == "or" || next == "else" || next == "one" || next == "all" && !e.allRight(i+1) || next == "both" || strings.HasSuffix(next, "'s") {
			return enSubject{}, false
		}
		s := enSubject{said: said, person: "it", to: i + 1, nobody: e.maps["nothing"][t.low]}
		if strings.HasPrefix(t.low, "any") {
			s.said = ""
		}
		return s, true
	}
	return e.nounPhrase(i, kind)
}

// allRight reports whether "all right" stands at token i.
func (e *enClause) allRight(i int) bool {
	return i+1 < len(e.toks) && e.toks[i].low == "all" && e.toks[i+1].low == "right"
}

// alone reports whether "this" or "that" before token i has no noun behind it.
func (e *enClause) alone(i int, kind string) bool {
	t := &e.toks[i]
	if i == len(e.toks)-1 {
		return kind == "be" || e.verb(t.low)
	}
	if kind == "modal" || kind == "do" {
		return e.verb(t.low) && e.behindVerbAt(i) || e.in("adverbs", t.low)
	}
	return e.in("predicates", t.low) || e.allRight(i) || t.w.in.has(sAdjectives) && !e.nounLike(i+1) || t.w.det != "" || t.w.in.has(sPrepositions) || strings.HasSuffix(t.low, "ing") && !t.w.in.has(sNouns) && !e.nounLike(i+1) || e.participle(t.low)
}

// nounPhrase reads a name or noun phrase up to where the predicate surely begins.
func (e *enClause) nounPhrase(i int, kind string) (enSubject, bool) {
	var said []string
	j := i
	if t := &e.toks[j]; e.in("determiners", t.low) {
		said = append(said, e.owned(j))
		j++
	}
	first, prep := j, -1
	for ; j < len(e.toks) && j-i <= maxSubject; j++ {
		t := &e.toks[j]
		if strange(t) || quotedAt(e.source, t) || bracketAt(e.source, t) {
			return enSubject{}, false
		}
		if j > first && (kind == "be" || kind == "have") && e.begins(j, kind) {
			break
		}
		if j > first && (kind == "modal" || kind == "do") && e.verb(t.low) && e.behindVerbAt(j) {
			break
		}
		switch {
		case t.w.in.has(sPrepositions) && !t.w.in.has(sAnd) && t.low != "but" && t.low != "or" && t.low != "so" && t.low != "as":
			if j == first || j+1 >= len(e.toks) {
				return enSubject{}, false
			}
			if prep < 0 && t.low != "of" {
				prep = j
			}
		case e.in("determiners", t.low):
			if j == first || !e.toks[j-1].w.in.has(sPrepositions) {
				return enSubject{}, false
			}
		case t.w.in.has(sSubjects) || t.w.in.has(sAuxiliaries) || t.w.in.has(sMe) || t.w.wh != "" || t.w.in.has(sAnd) || t.w.in.has(sTo) ||
			e.in("refused words", t.low) || e.in("not said", t.low) || e.in("clauses", t.low) || e.in("ends", t.low) || e.in("adverbs", t.low) || e.in("both", t.low) && !e.allRight(j) || e.maps["persons"][t.low] != "" && t.low != "your" && t.low != "my":
			return enSubject{}, false
		}
		said = append(said, e.owned(j))
		if t.stop && !(e.in("names before", t.low) && t.mark == '.') {
			j++
			break
		}
	}
	end := j
	if j >= len(e.toks) || e.toks[j-1].stop {
		if prep < 0 || kind != "be" || e.toks[j-1].w.in.has(sPrepositions) {
			return enSubject{}, false // "the marks for the essay out"
		}
		end = prep
		said = said[:len(said)-(j-prep)]
	} else if j-i > maxSubject {
		return enSubject{}, false
	}
	if end <= first || e.toks[end-1].w.in.has(sPrepositions) || e.in("dangling", e.toks[end-1].low) {
		return enSubject{}, false
	}
	return enSubject{said: strings.Join(said, " "), person: "it", to: end}, true
}

// nounLike reports whether the token at i may go on a noun phrase.
func (e *enClause) nounLike(i int) bool {
	if i >= len(e.toks) || e.toks[i-1].stop {
		return false
	}
	t := &e.toks[i]
	return !e.participle(t.low) && !t.w.in.has(sPrepositions) && !t.w.in.has(sAnd) && !t.w.in.has(sSubjects) && !t.w.in.has(sAuxiliaries) && t.w.det == "" && !t.w.in.has(sTo) && !t.w.in.has(sDates) &&
		t.w.wh == "" && !e.in("clauses", t.low) && !e.in("ends", t.low) && !e.in("adverbs", t.low) && !strings.HasSuffix(t.low, "ly") && !e.in("behind a verb", t.low) && t.low != "than"
}

// begins reports whether the predicate of "is" or "has" begins at token j.
func (e *enClause) begins(j int, kind string) bool {
	t, before := &e.toks[j], &e.toks[j-1]
	low := t.low
	if before.w.in.has(sPrepositions) || e.in("determiners", before.low) {
		return false
	}
	if e.participle(low) && !e.nounLike(j+1) {
		return true
	}
	if e.in("adverbs", low) && j < len(e.toks)-1 || e.allRight(j) {
		return true
	}
	if kind == "have" {
		return false
	}
	if strings.HasSuffix(low, "ing") && len(low) > 4 && !t.w.in.has(sNouns) && (low == "going" || !e.nounLike(j+1)) {
		return true
	}
	if t.w.in.has(sPrepositions) {
		return false
	}
	if e.in("determiners", low) && low != "that" {
		return true
	}
	if t.w.in.has(sAdjectives) || e.in("predicates", low) {
		return e.in("degrees", low) || !e.nounLike(j+1)
	}
	return t.figure() && !t.w.in.has(sDates) && unicode.IsDigit(rune(low[0])) && !e.toks[j-1].w.in.has(sDates)
}

// participle reports whether a word is "received", "sent" or the like.
func (r *restater) participle(w string) bool {
	return r.in("participles", w) || len(w) > 4 && strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") && !r.is(w, sNouns)
}

// behindVerbAt reports whether what follows the word at i can follow a verb and no noun
// before one.
func (e *enClause) behindVerbAt(i int) bool {
	if i == len(e.toks)-1 || e.toks[i].stop || e.toks[i].low == "be" {
		return true
	}
	t := &e.toks[i+1]
	if e.in("linking verbs", e.toks[i].low) && (e.in("predicates", t.low) || t.w.in.has(sAdjectives)) {
		return true
	}
	return t.w.det != "" || t.w.in.has(sPrepositions) || t.w.in.has(sTo) || t.w.in.has(sObjects) || t.w.in.has(sDates) || e.in("behind a verb", t.low) || strings.HasSuffix(t.low, "ly") ||
		t.figure() || e.in("determiners", t.low) || t.low == "being" || e.participle(t.low)
}

// owned is the word at i as the reader says it.
func (e *enClause) owned(i int) string {
	t := &e.toks[i]
	next := ""
	for j := i + 1; j < len(e.toks) && j < i+4 && !e.toks[j-1].stop; j++ {
		if e.in("joint nouns", e.toks[j].low) && t.low == "our" {
			return "our"
		}
		if next == "" && e.in("firm nouns", e.toks[j].low) && j < i+3 {
			next = "our"
		}
	}
	switch {
	case t.low == "your" && next != "":
		return next
	case t.low == "this" && !e.time(i+1):
		return "that"
	case t.low == "these" && !e.time(i+1):
		return "those"
	}
	if said := e.maps["persons"][t.low]; said != "" {
		return said
	}
	return inside(t, i)
}

// inside is a word as it stands, without the capital of a sentence's beginning.
func inside(t *token, i int) string {
	if i == 0 && t.text != strings.ToUpper(t.text) {
		return lowerFirst(t.text)
	}
	return t.text
}

// time reports whether a word of times follows: "this week", "this coming Friday".
func (e *enClause) time(i int) bool {
	for j := i; j < len(e.toks) && j < i+2; j++ {
		if e.toks[j].w.in.has(sDates) || e.toks[j].w.in.has(sSpans) {
			return true
		}
	}
	return i < len(e.toks) && slices.Contains([]string{"time", "summer", "winter", "spring", "autumn", "christmas", "easter", "season"}, e.toks[i].low)
}

// enRest is a predicate as the reader says it.
type enRest struct {
	words  []string
	any    bool // "any" and its kin are in it: they are only denied
	not    bool // it is negative by itself
	yet    bool
	only   bool // "just" or "only" is in it: what is denied is something else
	joined bool // a second verb follows "and"
}

// rest turns what stands from token i on. It ends where a clause surely ends, and is
// empty where that cannot be told.
func (e *enClause) rest(i int) (out enRest, ok bool) {
	safe := -1 // words up to where a clause ended
	give := func() (enRest, bool) {
		if safe > 2 {
			out.words = out.words[:safe]
			return out, e.complete(out.words)
		}
		return enRest{}, false
	}
	from := i
	for ; i < len(e.toks); i++ {
		t := &e.toks[i]
		low := t.low
		fresh := len(out.words) > 0
		if n := e.phraseAt("dropped phrases", e.toks, i); n > 0 {
			i += n - 1
			if e.toks[i].stop {
				break
			}
			continue
		}
		if bracketAt(e.source, t) && fresh {
			break
		}
		if strange(t) || quotedAt(e.source, t) {
			return give()
		}
		prev := ""
		if i > from {
			prev = e.toks[i-1].low
		}
		if low == "or" && fresh && e.toks[i-1].mark == ',' && e.clauseAt(i+1) {
			break // "have you got it, or did I lend it to Keith?"
		}
		if fresh && (e.in("ends", low) || low == "as" && !e.asPhrase(i) || low == "or" && i+1 < len(e.toks) && e.toks[i+1].low == "not") {
			break
		}
		if fresh && t.w.in.has(sAnd) {
			if e.clauseAt(i + 1) {
				break
			}
			if i+1 < len(e.toks) && e.toks[i+1].w.in.has(sVerbs) && !e.toks[i+1].w.in.has(sNouns) {
				if e.tells && e.in("telling", e.toks[i+1].low) {
					break
				}
				out.joined = true
			}
		}
		if low == "or" && i+1 < len(e.toks) && !e.toks[max(0, i-1)].stop && e.in("number words", e.toks[i+1].low) {
			out.words = append(out.words, low)
			continue // "a day or two"
		}
		if e.in("refused words", low) || e.in("not said", low) {
			return give()
		}
		if fresh && e.in("clauses", low) && i+1 < len(e.toks) && !t.stop && (low != "that" || i+1 < len(e.toks) && (e.toks[i+1].w.in.has(sSubjects) || e.toks[i+1].w.det != "")) {
			if safe < 0 {
				safe = len(out.words)
			}
		}
		if len(out.words) >= maxRestatedWords {
			return give()
		}
		word, sure := e.person(i, prev)
		if !sure {
			return give()
		}
		switch {
		case word == "":
		case low == "not" || strings.HasSuffix(low, "n't"):
			out.not = true
		case low == "any" || low == "anything" || low == "anyone" || low == "anybody" || low == "anywhere" || low == "anymore" || low == "ever":
			out.any = true
		case low == "yet":
			out.yet = true
		case low == "just" || low == "only":
			out.only = true
		}
		if word != "" {
			out.words = append(out.words, strings.Fields(word)...)
		}
		if t.stop && i < len(e.toks)-1 {
			if t.mark == ',' && e.list(i) {
				out.words[len(out.words)-1] += ","
				continue
			}
			if t.mark == '.' && (e.in("names before", low) || t.w.in.has(sAbbreviations)) {
				if e.in("names before", low) {
					out.words[len(out.words)-1] += "."
					continue
				}
				return give()
			}
			break
		}
	}
	if !e.complete(out.words) {
		return give()
	}
	return out, true
}

// complete reports whether words can end a statement.
func (e *enClause) complete(words []string) bool {
	if len(words) == 0 {
		return false
	}
	kind, _, _ := e.auxiliary(strings.ToLower(words[len(words)-1]))
	return kind != "modal" && !e.in("dangling", strings.ToLower(words[len(words)-1])) && !strings.HasSuffix(words[len(words)-1], ",")
}

// asPhrase reports whether "as" at i compares and begins no reason.
func (e *enClause) asPhrase(i int) bool {
	return i+1 < len(e.toks) && (e.in("after as", e.toks[i+1].low) || i > 1 && e.toks[i-2].low == "as" || strings.EqualFold(e.toks[i+1].low, "possible"))
}

// clauseAt reports whether a clause of its own begins at token i: "and is it", "and I".
func (e *enClause) clauseAt(i int) bool {
	if i >= len(e.toks) {
		return true
	}
	t := &e.toks[i]
	if kind, _, _ := e.auxiliary(t.low); kind != "" {
		return true
	}
	if t.low == "you" || t.low == "me" || t.low == "us" || t.low == "them" || t.low == "him" {
		return t.low == "you"
	}
	return t.w.in.has(sSubjects) || t.w.wh != "" || e.in("ends", t.low) || e.in("no clause behind", t.low) || e.maps["persons"][t.low] != "" && strings.Contains(t.low, "'") ||
		t.low == "please" || e.in("clauses", t.low) || t.low == "also" || t.low == "then" && e.toks[max(0, i-2)].low != "now" || t.low == "possibly" || strings.HasSuffix(t.low, "'s") && t.w.in.has(sStop)
}

// list reports whether a comma behind token i stands in a list that an "and" ends, or
// between adjectives.
func (e *enClause) list(i int) bool {
	if i+1 >= len(e.toks) || e.clauseAt(i+1) || e.toks[i+1].w.in.has(sAnd) || e.toks[i+1].w.in.has(sPrepositions) {
		return false
	}
	if e.toks[i].w.in.has(sAdjectives) && e.toks[i+1].w.in.has(sAdjectives) {
		return true
	}
	for j := i + 1; j < len(e.toks)-1 && j < i+6; j++ {
		if e.toks[j].w.in.has(sAnd) {
			return !e.clauseAt(j+1) && !e.in("telling", e.toks[j+1].low)
		}
		if e.toks[j].stop && e.toks[j].mark != ',' || e.clauseAt(j) {
			return false
		}
	}
	return false
}

// person turns the word at token i; sure is false where that cannot be told.
func (e *enClause) person(i int, prev string) (word string, sure bool) {
	t := &e.toks[i]
	low, next := t.low, ""
	if i+1 < len(e.toks) && !t.stop {
		next = e.toks[i+1].low
	}
	switch low {
	case "please", "kindly", "possibly", "perhaps":
		return "", true
	case "i":
		return "you", true
	case "we":
		return "", false
	case "am":
		if prev == "i" {
			return "are", true
		}
		return t.text, true
	case "was":
		if prev == "i" {
			return "were", true
		}
		return t.text, true
	case "are":
		if prev == "you" {
			return "am", true
		}
		return t.text, true
	case "were":
		if prev == "you" {
			return "was", true
		}
		return t.text, true
	case "let":
		return t.text, next != "us"
	case "you":
		if next != "" && (e.in("both", next) && next != "and" && next != "or") {
			return "", false
		}
		kind, _, _ := e.auxiliary(next)
		switch {
		case kind != "" || e.in("clauses", prev) || prev == "think" || prev == "hope" || prev == "believe":
			return "I", true
		case prev == "" || e.toks[i-1].w.in.has(sPrepositions) || e.toks[i-1].w.in.has(sTo) || e.verbForm(prev):
			if e.toks[max(0, i-1)].w.in.has(sNouns) && next != "" && e.verbForm(next) {
				return "", false
			}
			return "me", true
		}
		return "", false
	case "this", "these", "your", "our":
		return e.owned(i), true
	case "us":
		return "you", prev != "let" && prev != "of" && prev != "both"
	}
	if said := e.maps["persons"][low]; said != "" {
		if strings.Contains(said, " ") && (strings.HasPrefix(low, "we") || strings.HasSuffix(low, "'d")) {
			return "", false
		}
		return said, true
	}
	return inside(t, i), true
}

// verbForm reports whether a word is a form of a verb that can have an object.
func (r *restater) verbForm(w string) bool {
	if r.verb(w) || r.participle(w) {
		return true
	}
	for _, end := range []string{"s", "es", "d", "ed", "ing"} {
		if stem, ok := strings.CutSuffix(w, end); ok && (r.verb(stem) || end == "ing" && r.verb(stem+"e")) {
			return true
		}
	}
	for _, past := range r.maps["past"] {
		if past == w {
			return true
		}
	}
	return false
}

// clause says a question back that has been taken apart.
func (e *enClause) clause(s enSubject, kind, affirmed, denied string) Restated {
	i := s.to
	if i < len(e.toks) && e.toks[i].low == "not" {
		i++
	}
	still, already, ever, also := false, false, false, false
	var adverbs []string
	for ; i < len(e.toks)-1 && !e.toks[i].stop; i++ {
		low := e.toks[i].low
		if n := e.phraseAt("dropped phrases", e.toks, i); n > 0 {
			if kind == "modal" && low == "happen" {
				return Restated{}
			}
			i += n - 1
			continue
		}
		switch {
		case e.in("dropped", low):
		case low == "still":
			still = true
		case low == "already":
			already = true
		case low == "ever":
			ever = true
		case low == "also":
			also = true
		case e.in("adverbs", low) || strings.HasSuffix(low, "ly") && len(low) > 4 && !e.verb(low) && !e.toks[i].w.in.has(sAdjectives) && kind != "be":
			adverbs = append(adverbs, low)
		default:
			goto predicate
		}
	}
predicate:
	if i >= len(e.toks) || e.toks[i].low == "just" || e.toks[i].low == "only" || e.toks[i].low == "even" {
		return Restated{}
	}
	if len(adverbs) > 2 {
		return Restated{}
	}
	st := enStatement{enClause: e, s: s, kind: kind, yes: affirmed, no: denied, still: still, already: already, ever: ever, also: also, adverbs: adverbs}
	return st.say(i)
}

// within reads what is asked inside a sentence: "I would be grateful if you could send …",
// "let me know whether you need a room", "you are coming, aren't you?".
func (e *enClause) within(from int) Restated {
	for i := from; i+2 < len(e.toks); i++ {
		t := &e.toks[i]
		switch {
		case t.low == "if" && e.toks[i+1].low == "you" && i+3 < len(e.toks) && e.polite(i):
			if kind, _, _ := e.auxiliary(e.toks[i+2].low); kind == "modal" {
				j := i + 3
				for j < len(e.toks)-1 && (e.in("dropped", e.toks[j].low) || e.toks[j].w.in.has(sAlso)) {
					j++
				}
				return Restated{Do: e.task(j)}
			}
		case t.low == "you" && e.toks[i+1].low == "to" && i > 1 && e.in("wishing", e.toks[i-1].low) && (e.toks[i-2].w.in.has(sFirst) || e.toks[i-2].low == "i'd" || e.toks[i-2].low == "we'd" || e.toks[i-2].low == "i" || e.toks[i-2].low == "would"):
			return Restated{Do: e.task(i + 2)}
		case t.low == "whether" && i == from, (t.low == "whether" || t.low == "if") && i > 0 && e.in("know before if", e.toks[i-1].low):
			out := e.declared(i + 1)
			if out.Yes == "" {
				return Restated{} // "let me know if there is anything"
			}
			return out
		}
	}
	return e.tagged(from)
}

// polite reports whether the "if" at i follows "I would be grateful" or the like.
func (e *enClause) polite(i int) bool {
	for j := max(0, i-4); j < i; j++ {
		if e.in("grateful", e.toks[j].low) {
			return true
		}
	}
	return false
}

// tagged reads "you are coming, aren't you?" and "it is at ten, right?".
func (e *enClause) tagged(from int) Restated {
	n := len(e.toks)
	last := &e.toks[n-1]
	if n-from < 4 || !strings.HasSuffix(strings.TrimRight(e.source, " "), "?") {
		return Restated{}
	}
	end := n - 1
	if last.w.in.has(sSubjects) {
		if kind, _, _ := e.auxiliary(e.toks[n-2].low); kind == "" {
			return Restated{}
		}
		end = n - 2
	} else if e.maps["tags"][last.low] == "" {
		return Restated{}
	}
	if !e.toks[end-1].stop {
		return Restated{}
	}
	return e.declared(from)
}

// declared reads a statement: "you need a room", "it is at ten".
func (e *enClause) declared(i int) Restated {
	if i+2 > len(e.toks)-1 {
		return Restated{}
	}
	t := &e.toks[i]
	s := enSubject{to: i + 1}
	switch t.low {
	case "you":
		s.said, s.person = "I", "you"
	case "i":
		s.said, s.person = "you", "i"
	case "it", "that", "there", "they", "he", "she", "this":
		s.said, s.person = e.maps["subjects"][t.low], "it"
	case "you're":
		return e.clause(enSubject{said: "I", person: "you", to: i + 1}, "be", "are", "are not")
	case "it's", "that's", "there's":
		if e.participle(e.toks[i+1].low) {
			return Restated{}
		}
		said, _, _ := strings.Cut(t.low, "'")
		return e.clause(enSubject{said: said, person: "it", to: i + 1}, "be", "is", "is not")
	default:
		for j := i + 1; j < len(e.toks)-1 && j < i+6; j++ {
			if kind, affirmed, denied := e.auxiliary(e.toks[j].low); kind == "be" && affirmed != "am" && e.in("determiners", t.low) {
				var said []string
				for k := i; k < j; k++ {
					if k > i && (e.toks[k-1].stop || !e.nounLike(k) && !e.toks[k].w.in.has(sPrepositions)) || strange(&e.toks[k]) || quotedAt(e.source, &e.toks[k]) {
						return Restated{}
					}
					said = append(said, e.owned(k))
				}
				return e.clause(enSubject{said: strings.Join(said, " "), person: "it", to: j + 1}, kind, affirmed, denied)
			}
			if base, yes := e.present(i, j); base != "" {
				var said []string
				for k := i; k < j; k++ {
					if e.toks[k].stop || strange(&e.toks[k]) || quotedAt(e.source, &e.toks[k]) {
						return Restated{}
					}
					if !e.in("adverbs", e.toks[k].low) && e.toks[k].low != "still" {
						said = append(said, e.owned(k))
					}
				}
				still := e.toks[j-1].low == "still"
				toks := slices.Clone(e.toks)
				toks[j].low, toks[j].text = base, base
				f := *e
				f.toks = toks
				to := j
				if still {
					to = j - 1
				}
				return f.clause(enSubject{said: strings.Join(said, " "), person: "it", to: to}, "do", yes, yes+" not")
			}
		}
		return Restated{}
	}
	j := i + 1
	if e.toks[j].low == "also" || e.toks[j].low == "still" || e.toks[j].low == "really" {
		j++
	}
	kind, affirmed, denied := e.auxiliary(e.toks[j].low)
	switch {
	case kind == "do":
		return Restated{}
	case kind == "have" && !e.participle(e.toks[j+1].low):
		if s.person == "you" && affirmed == "have" {
			s.to = j
			return e.clause(s, "do", "do", "do not")
		}
		return Restated{}
	case kind != "":
		s.to = j + 1
		return e.clause(s, kind, affirmed, denied)
	case e.verb(e.toks[j].low) && (s.person == "you" || s.person == "i" || t.low == "they") && (!strings.HasSuffix(e.toks[j].low, "ed") || e.toks[j].low == "need"):
		if past := e.pastForm(e.toks[j].low); past {
			return Restated{}
		}
		s.to = j
		return e.clause(s, "do", "do", "do not")
	}
	return Restated{}
}

// present returns the plain form of the verb at token j, the predicate of a noun phrase
// that begins at i: "your property has a porch", "the radiators get warm". Its second
// value is "does" or "do".
func (e *enClause) present(i, j int) (base, yes string) {
	if !e.in("determiners", e.toks[i].low) || j < i+2 || j+1 >= len(e.toks) || e.toks[j].stop {
		return "", ""
	}
	low, before := e.toks[j].low, &e.toks[j-1]
	if before.w.in.has(sPrepositions) || e.in("determiners", before.low) || !e.behindVerbAt(j) {
		return "", ""
	}
	if low == "has" && !e.participle(e.toks[j+1].low) {
		return "have", "does"
	}
	noun := e.toks[j-1].low
	if noun == "still" {
		noun = e.toks[max(i, j-2)].low
	}
	many := strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss")
	for _, end := range []string{"es", "s"} {
		stem, ok := strings.CutSuffix(low, end)
		if ok && !many && e.verb(stem) && third(stem) == low && !e.toks[j].w.in.has(sNouns) {
			return stem, "does"
		}
	}
	if many && e.verb(low) && !e.toks[j].w.in.has(sNouns) && !e.participle(low) {
		return low, "do"
	}
	return "", ""
}

func (r *restater) pastForm(w string) bool {
	for base, past := range r.maps["past"] {
		if past == w && base != w {
			return true
		}
	}
	return false
}

// task is what is wanted from token i on, whose first word is a verb: "send you the list".
func (e *enClause) task(i int) string {
	if i >= len(e.toks) {
		return ""
	}
	verb := e.toks[i].low
	if !e.verb(verb) || e.in("telling", verb) && !(verb == "let" && i+2 < len(e.toks) && e.toks[i+2].low == "have") || strings.HasSuffix(verb, "n't") || e.participle(verb) && !e.in("past", verb) && e.maps["past"][verb] == "" {
		return ""
	}
	next := ""
	if i+1 < len(e.toks) {
		next = e.toks[i+1].low
	}
	switch {
	case e.in("not wanted", verb) && !(verb == "have" && e.nounWithin("had", i)) && !(verb == "call" && next != "it" && next != "that"),
		verb == "give" && (next == "me" || next == "us" || next == "the") && !e.nounWithin("given", i), verb == "let" && !(i+2 < len(e.toks) && e.toks[i+2].low == "have"):
		return ""
	}
	if verb == "be" && i+1 < len(e.toks) && !e.toks[i+1].w.in.has(sPrepositions) && e.toks[i+1].low != "there" && e.toks[i+1].low != "ready" {
		return ""
	}
	rest, ok := e.rest(i)
	if !ok || rest.not || rest.yet {
		return ""
	}
	return strings.Join(rest.words, " ")
}

// nounWithin reports whether one of the words behind the verb at i is in a section.
func (e *enClause) nounWithin(section string, i int) bool {
	for j := i + 1; j < len(e.toks) && j < i+6; j++ {
		if e.in(section, e.toks[j].low) {
			return true
		}
		if e.toks[j].stop {
			break
		}
	}
	return false
}

// verb reports whether a word can be a verb in its plain form.
func (r *restater) verb(w string) bool { return r.lexicon.verb(w) || r.in("more verbs", w) }
