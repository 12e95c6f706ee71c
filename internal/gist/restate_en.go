package gist

import (
	"slices"
	"strings"
)

// english says an English question or request back. A question is
//
//	[verb] [subject] [adverbs] [the rest]
//
// the subject a pronoun, a name or a noun phrase whose end is sure.
func (r *restater) english(text, verb string) Restated {
	text, supposed := r.supposed(text)
	e := &enClause{restater: r, source: text, toks: r.tokens(text)}
	if supposed && len(e.toks) > 2 {
		return e.declared(0)
	}
	if len(e.toks) < 2 || len(e.toks) > 60 {
		return Restated{}
	}
	if e.alternatives() {
		return Restated{}
	}
	switch next := e.toks[1].low; {
	case len(e.toks) == 2 && e.toks[0].low == "you" && e.in("left out", next) && strings.HasSuffix(text, "?"):
		return Restated{Yes: "I am " + next, No: "I am not " + next} // "you in?"
	case len(e.toks) > 3 && e.in("fine", e.toks[0].low) && next == "to" && e.verb(e.toks[2].low) && strings.HasSuffix(text, "?"):
		s := enSubject{said: "you", person: "i", to: 2}
		if e.in("joint verbs", e.toks[2].low) && e.toks[2].low != "bring" {
			s = enSubject{said: "we", person: "it", to: 2}
		}
		return e.clause(s, "modal", "can", "cannot") // "ok to borrow your van?"
	}
	if kind, _, _ := e.auxiliary(verb); kind == "" && r.verb(verb) {
		e.asked = verb
	}
	from := 0
	if at := e.chance(); at > 0 && (e.toks[at].low == "you'd" || e.toks[at+1].low == "could") { // "any chance you could take my shift?"
		if e.toks[at].low == "you" {
			at++
		}
		e.tells = true
		return e.clause(enSubject{said: "I", person: "you", to: at + 1}, "modal", "can", "cannot")
	}
	for i := 0; i+2 < len(e.toks) && i < 6; i++ {
		if e.toks[i].low == "chance" && e.toks[i+1].low == "of" && e.toks[i+2].w.det != "" {
			return Restated{} // "there is no chance of a lift"
		}
	}
	if len(e.toks) > 4 && e.in("hailing", e.toks[0].low) && capital(e.toks[1].text) && e.toks[1].w == unknown {
		from = 2 // "hi Ray did the kids enjoy it?"
	}
	for from < len(e.toks)-1 && (e.toks[from].w.in.has(sLeads) || e.called(e.toks[from:]) || from == 0 && e.addressed() || r.in("dropped", e.toks[from].low) && !r.verb(e.toks[from+1].low)) {
		from++
	}
	for i := from; i < len(e.toks)-1; i++ {
		if i > from && !e.toks[i-1].stop && !e.toks[i-1].w.in.has(sAnd) && !(verb != "" && e.toks[i].w.in.has(sAsking) && e.toks[i+1].low == "you") {
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

// supposed cuts off by what somebody says that they only suppose the rest: "I take it you are
// coming?", "you are coming, I hope?". It reports whether they do.
func (r *restater) supposed(text string) (string, bool) {
	if !strings.HasSuffix(text, "?") {
		return text, false
	}
	low, found := strings.ToLower(text), false
	for _, line := range r.lists["supposing"] {
		lead := strings.Join(line, " ") + " "
		if strings.HasPrefix(low, lead) && len(low) == len(text) {
			text, low, found = text[len(lead):], low[len(lead):], true
			break
		}
	}
	for _, line := range r.lists["or the like"] {
		tail := " " + strings.Join(line, " ") + "?"
		if strings.HasSuffix(low, tail) && len(low) == len(text) {
			text, low = strings.TrimRight(text[:len(text)-len(tail)], ", ")+"?", strings.TrimRight(low[:len(low)-len(tail)], ", ")+"?"
			break
		}
	}
	for _, line := range r.lists["supposed"] {
		tail := ", " + strings.Join(line, " ") + "?"
		if strings.HasSuffix(low, tail) && len(low) == len(text) {
			return strings.TrimSpace(text[:len(text)-len(tail)]) + "?", found
		}
	}
	return text, found
}

// addressed reports whether a sentence begins with the name of whom it is for: "Priya, so
// you're on the 8.14, right?"
func (e *enClause) addressed() bool {
	t := &e.toks[0]
	return t.mark == ',' && t.w == unknown && capital(t.text) && len(e.toks) > 3 && (e.toks[1].w.in.has(sLeads) || e.toks[1].w.in.has(sSubjects) || strings.HasPrefix(e.toks[1].low, "you'"))
}

// chance is where what somebody hopes for begins: "you could" of "is there any chance you
// could" and "do you think you could"; 0 for none.
func (e *enClause) chance() int {
	for i := 0; i+3 < len(e.toks) && i < 7; i++ {
		n := e.phraseAt("hoping", e.toks, i)
		if at := i + n; n > 0 && at+1 < len(e.toks) && (e.toks[at].low == "you" || e.toks[at].low == "you'd") {
			return at
		}
		if e.toks[i].stop && i > 1 {
			break
		}
	}
	return 0
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
		about = about || e.in("number words", e.toks[i+1].low) && e.in("number words", e.toks[i-1].low) && !e.toks[i-1].stop // "two or three times"
		if !clause && !about && (e.toks[i+1].low != "not" || i+2 < len(e.toks) && !e.toks[i+1].stop) {
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
	tells  bool   // the reader is who is to do it
	asked  string // the verb of a request, empty for a question
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
	if w == "you" && i <= 2 && i+2 < len(e.toks) && strings.HasSuffix(e.source, "?") && (strings.HasSuffix(e.toks[i+1].low, "ing") && len(e.toks[i+1].low) > 4 || e.in("left out", e.toks[i+1].low)) {
		return e.clause(enSubject{said: "I", person: "you", to: i + 1}, "be", "are", "are not"), true // "You coming tonight?"
	}
	if w == "you" && i <= 2 && i+2 < len(e.toks) && strings.HasSuffix(e.source, "?") && e.verb(e.toks[i+1].low) && !e.toks[i+1].w.in.has(sAuxiliaries) && (verb == "" || verb == w || verb == e.toks[i+1].low) {
		return e.declared(i), true // "You want the other one?"
	}
	kind, affirmed, denied := e.auxiliary(w)
	if kind == "" || e.toks[i].stop {
		if verb != "" && w == verb && i+1 < len(e.toks) && !e.toks[i].stop && (i == 0 || e.toks[i+1].w.det != "" || e.toks[i+1].w.in.has(sMe) || e.toks[i+1].w.in.has(sObjects)) {
			return Restated{Do: e.task(i)}, true
		}
		return Restated{}, false
	}
	if kind == "do" && (w == "don't" || w == "dont" || w == "do") && i+1 < len(e.toks) && e.verb(e.toks[i+1].low) && e.toks[i+1].low != "you" {
		return Restated{}, false // "Don't worry."
	}
	s, ok := e.subject(i+1, kind, w)
	if !ok && i <= 1 && i+1 < len(e.toks) {
		out := e.tooOf(i+1, affirmed)
		return out, out != (Restated{})
	}
	if !ok {
		return Restated{}, false
	}
	e.tells = s.person == "you"
	if w == "shall" && s.person == "it" {
		denied = "need not" // "shall he still come?"
	}
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
	if e.in("bare object", e.toks[i].low) && !t.w.in.has(sAuxiliaries) && !e.verb(t.low) && t.text == t.low {
		return true // "do the children like pizza"
	}
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
	safe := -1       // words up to where a clause ended
	related := false // a relative clause has begun: "guests who don't eat meat"
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
		if (low == "attached" || low == "enclosed") && i > from && e.in("determiners", e.toks[i-1].low) && !t.stop {
			continue // "fill in the attached form"
		}
		relative := (low == "who" || low == "that" && (strings.HasPrefix(prev, "any") || strings.HasPrefix(prev, "some"))) && i > from && i+1 < len(e.toks) && !e.toks[i-1].stop && e.clauseVerb(i+1)
		if !relative && !e.embedded(i, from) && (e.in("refused words", low) || e.in("not said", low)) {
			return give()
		}
		related = related || relative
		if fresh && e.in("clauses", low) && !related && i+1 < len(e.toks) && !t.stop && (low != "that" || i+1 < len(e.toks) && (e.toks[i+1].w.in.has(sSubjects) || e.toks[i+1].w.det != "")) {
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
		case (related || safe >= 0) && (low == "not" || strings.HasSuffix(low, "n't")):
		case low == "not" || strings.HasSuffix(low, "n't"):
			out.not = true
		case safe >= 0 && strings.HasPrefix(low, "any"):
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

// clauseVerb reports whether the verb of a relative clause stands at token i.
func (e *enClause) clauseVerb(i int) bool {
	kind, _, _ := e.auxiliary(e.toks[i].low)
	return kind != "" || e.verb(e.toks[i].low) || e.third(e.toks[i].low) != ""
}

// embedded reports whether the word at i begins what is to be found out or told: "check
// whether", "ask her what".
func (e *enClause) embedded(i, from int) bool {
	if e.asked == "" || i == from || e.toks[i-1].stop || e.toks[i].w.wh == "" || e.toks[i].w.wh == "if" && e.toks[i].low == "if" {
		return false
	}
	for j := i - 1; j >= from && j >= i-3; j-- {
		if e.in("finding out", e.toks[j].low) {
			return true
		}
	}
	return false
}

// complete reports whether words can end a statement.
func (e *enClause) complete(words []string) bool {
	if len(words) == 0 {
		return false
	}
	kind, _, _ := e.auxiliary(strings.ToLower(words[len(words)-1]))
	if last := words[len(words)-1]; len(words) > 1 && last == "before" && e.toks[len(e.toks)-1].low == last {
		return true // "have you worked nights before?"
	}
	if n := len(words); n > 2 && words[n-2] == "at" && (words[n-1] == "most" || words[n-1] == "least") {
		return true
	}
	return (kind != "modal" || words[len(words)-1] == "May") && !e.in("dangling", strings.ToLower(words[len(words)-1])) && !strings.HasSuffix(words[len(words)-1], ",")
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
		if e.toks[j].stop && e.toks[j].mark != ',' || e.clauseAt(j) && !(e.toks[j].low == "it" && j == i+2 && e.verb(e.toks[i+1].low)) {
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
		if i > 0 && i+2 < len(e.toks) && !e.toks[i-1].stop && (e.toks[i-1].w.in.has(sNouns) || i > 1 && e.nounLike(i-1) && (e.toks[i-2].w.det != "" || e.toks[i-2].w.in.has(sAdjectives)) || prev == "one" || prev == "else" || strings.HasPrefix(prev, "any") || strings.HasPrefix(prev, "some")) {
			if kind, _, _ := e.auxiliary(next); kind == "modal" && !e.in("joint verbs", e.toks[i+2].low) {
				return "you", true // "a fridge we can use"
			}
		}
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
		if prev == "like" && e.in("adverbs", next) {
			return "I", true // "like you always threatened"
		}
		if (prev == "as" || prev == "than") && next != "" && (e.verbForm(next) || e.participle(next)) {
			return "I", true // "as you expected"
		}
		kind, _, _ := e.auxiliary(next)
		switch {
		case kind != "" || e.in("clauses", prev) || prev == "think" || prev == "hope" || prev == "believe":
			return "I", true
		case prev == "" || e.in("carried", next) && e.verbForm(prev) || e.toks[i-1].w.in.has(sPrepositions) || e.toks[i-1].w.in.has(sTo) || e.verbForm(prev):
			if e.toks[max(0, i-1)].w.in.has(sNouns) && next != "" && e.verbForm(next) {
				return "", false
			}
			return "me", true
		}
		return "", false
	case "this", "these", "your", "our":
		return e.owned(i), true
	case "us":
		if prev == "between" {
			return "us", true // "is everything all right between us?"
		}
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

func (r *restater) pastForm(w string) bool {
	for base, past := range r.maps["past"] {
		if past == w && base != w {
			return true
		}
	}
	return false
}

// verb reports whether a word can be a verb in its plain form.
func (r *restater) verb(w string) bool { return r.lexicon.verb(w) || r.in("more verbs", w) }
