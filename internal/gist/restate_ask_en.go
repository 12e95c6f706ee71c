package gist

// Questions: who or what a clause is about, and where its predicate begins.

import (
	"slices"
	"strings"
	"unicode"
)

// enSubject is who or what a clause is about.
type enSubject struct {
	said   string // "I", "the room"
	nobody string // what "anything" is in what is denied
	person string // you, i, we, it
	to     int    // behind it
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
		if to := e.youAnd(i, kind); to > 0 {
			return enSubject{said: "we", person: "it", to: to}, true
		}
		if (next == "both" || next == "two") && !e.toks[i+1].stop && i+2 < len(e.toks) && e.toks[i+2].low != "of" && !e.toks[i+2].w.in.has(sAnd) {
			return enSubject{said: "we", person: "it", to: i + 2}, true
		}
		if e.in("both", next) && !e.allRight(i+1) {
			return enSubject{}, false
		}
		return enSubject{said: "I", person: "you", to: i + 1}, true
	case "i":
		return enSubject{said: "you", person: "i", to: i + 1}, true
	case "we":
		return enSubject{said: "we", person: "we", to: i + 1}, true
	}
	if t.low == "one" && next == "of" && i+3 < len(e.toks) && e.toks[i+2].low == "you" {
		return enSubject{said: "I", person: "you", to: i + 3}, true // "could one of you come?"
	}
	if said := e.maps["subjects"][t.low]; said != "" && !(t.w.det != "" && !e.alone(i+1, kind)) {
		if s, ok := e.anyoneOf(i, kind); ok {
			return s, true
		}
		if next == "all" && t.low == "they" && !e.allRight(i+1) && i+2 < len(e.toks) {
			return enSubject{said: "they all", person: "it", to: i + 2}, true
		}
		if next == "of" || next == "from" || next == "in" && e.maps["nothing"][t.low] != "" || next == "and" || next == "or" || next == "else" || next == "one" || next == "all" && !e.allRight(i+1) || next == "both" || strings.HasSuffix(next, "'s") {
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

// tooOf says back what is asked of somebody else beside what was asked before: "would your
// brother?"
func (e *enClause) tooOf(i int, affirmed string) Restated {
	n := len(e.toks) - i
	if e.toks[i].low != "your" || n < 2 || n > 3 || !strings.HasSuffix(e.source, "?") || e.toks[i].stop || n == 3 && (e.toks[i+1].stop || e.verb(e.toks[i+2].low) || e.in("predicates", e.toks[i+2].low)) {
		return Restated{}
	}
	who := e.owned(i)
	for j := i + 1; j < len(e.toks); j++ {
		who += " " + e.toks[j].text
	}
	return Restated{Yes: who + " " + affirmed + " too"}
}

// youAnd is behind "you and Mike" or "you and the kids" at token i, 0 for other subjects.
func (e *enClause) youAnd(i int, kind string) int {
	if i+3 >= len(e.toks) || !e.toks[i+1].w.in.has(sAnd) {
		return 0
	}
	to := i + 3
	if e.in("determiners", e.toks[i+2].low) {
		to++
	} else if !capital(e.toks[i+2].text) {
		return 0
	}
	if to >= len(e.toks) || slices.ContainsFunc(e.toks[i:to], func(t token) bool { return t.stop }) || (kind == "modal" || kind == "do") && !e.verb(e.toks[to].low) {
		return 0
	}
	return to
}

// anyoneOf reads "anyone in your party" at token i of a question with "do".
func (e *enClause) anyoneOf(i int, kind string) (enSubject, bool) {
	nobody := e.maps["nothing"][e.toks[i].low]
	if kind != "do" && kind != "be" && kind != "have" || nobody == "" || i+3 >= len(e.toks) || !e.in("among", e.toks[i+1].low) {
		return enSubject{}, false
	}
	if first := &e.toks[i+2]; kind == "be" && first.w.det == "" && !capital(first.text) {
		return enSubject{}, false // "is anybody at home in the morning?"
	}
	said := []string{nobody, e.toks[i+1].low}
	for j := i + 2; j < len(e.toks) && j < i+7 && !e.toks[j-1].stop; j++ {
		does := e.verb(e.toks[j].low) && !e.toks[j].w.in.has(sNouns)
		switch low := e.toks[j].low; kind {
		case "be": // "is anyone on your team vegetarian"
			does = e.in("predicates", low) && !e.is(low, sPrepositions) || e.is(low, sAdjectives) && !e.is(low, sPrepositions) || strings.HasSuffix(low, "ing") && len(low) > 4 || e.participle(low) || e.toks[j].w.det != "" && j > i+3
		case "have":
			does = e.participle(low)
		}
		if j > i+2 && does {
			return enSubject{nobody: strings.Join(said, " "), person: "it", to: j}, true
		}
		word, sure := e.person(j, e.toks[j-1].low)
		if !sure || word == "" {
			break
		}
		said = append(said, word)
	}
	return enSubject{}, false
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

// nounBeforeVerb reports whether a word that could be the verb is the last noun of the subject,
// because the verb follows: "did the boiler repair come to".
func (e *enClause) nounBeforeVerb(j int) bool {
	if j+1 >= len(e.toks) || e.toks[j].stop || !e.toks[j].w.in.has(sNouns) {
		return false
	}
	next := &e.toks[j+1]
	return e.verb(next.low) && !next.w.in.has(sNouns) && !next.w.in.has(sPrepositions) && !e.in("adverbs", next.low)
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
		if strings.HasSuffix(t.low, "'s") && j+1 < len(e.toks) && strings.HasSuffix(e.toks[j+1].low, "ing") && !e.toks[j+1].w.in.has(sNouns) {
			return enSubject{}, false // "is the bike Anna's selling any good"
		}
		if j > first && (kind == "be" || kind == "have") && e.begins(j, kind) {
			break
		}
		if j > first && (kind == "modal" || kind == "do") && !e.nounBeforeVerb(j) && (e.verb(t.low) && (e.behindVerbAt(j) || j == first+1 && e.nameAt(first) && t.text == t.low) || e.adverbsBefore(j)) {
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
		case kind == "be" && prep == j-1 && j == len(e.toks)-1 && (t.w.in.has(sObjects) || t.low == "it" || t.low == "them"):
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

// nameAt reports whether a name of somebody stands at token i: "does Sam eat fish".
func (e *enClause) nameAt(i int) bool {
	return i > 0 && capital(e.toks[i].text) && e.toks[i].w == unknown && !e.toks[i].stop
}

// adverbsBefore reports whether a verb follows adverbs that begin at token j: "still not eat".
func (e *enClause) adverbsBefore(j int) bool {
	k := j
	for k < len(e.toks)-1 && k < j+3 && !e.toks[k].stop && (e.toks[k].low == "not" || e.in("adverbs", e.toks[k].low)) {
		k++
	}
	return k > j && e.verb(e.toks[k].low)
}

// nounLike reports whether the token at i may go on a noun phrase.
func (e *enClause) nounLike(i int) bool {
	if i >= len(e.toks) || e.toks[i-1].stop {
		return false
	}
	t := &e.toks[i]
	return !e.participle(t.low) && !t.w.in.has(sPrepositions) && !t.w.in.has(sAnd) && !t.w.in.has(sSubjects) && !t.w.in.has(sAuxiliaries) && t.w.det == "" && !t.w.in.has(sTo) && !t.w.in.has(sDates) &&
		t.w.wh == "" && !e.in("clauses", t.low) && !e.in("ends", t.low) && !e.in("adverbs", t.low) && !strings.HasSuffix(t.low, "ly") && !e.in("behind a verb", t.low) && t.low != "than" && !t.w.in.has(sAlso)
}

// begins reports whether the predicate of "is" or "has" begins at token j.
func (e *enClause) begins(j int, kind string) bool {
	t, before := &e.toks[j], &e.toks[j-1]
	low := t.low
	if before.w.in.has(sPrepositions) || e.in("determiners", before.low) {
		return false
	}
	if e.participle(low) && !e.nounLike(j+1) || low == "got" && kind == "have" {
		return true
	}
	if e.in("adverbs", low) && j < len(e.toks)-1 || e.allRight(j) {
		return true
	}
	if kind == "have" {
		return false
	}
	if strings.HasSuffix(low, "ly") && j+1 < len(e.toks) && !t.stop && (e.participle(e.toks[j+1].low) || e.in("predicates", e.toks[j+1].low)) {
		return true // "is the report nearly done"
	}
	if strings.HasSuffix(low, "ing") && len(low) > 4 && low != "thing" && low != "evening" && low != "morning" && !t.w.in.has(sNouns) && (low == "going" || !e.nounLike(j+1)) {
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
	return t.figure() && !t.w.in.has(sDates) && unicode.IsDigit(rune(low[0])) && !e.toks[j-1].w.in.has(sDates) &&
		!slices.ContainsFunc(e.toks[j+1:min(len(e.toks), j+5)], func(t token) bool { return t.low == "still" || e.in("predicates", t.low) && !e.in("adverbs", t.low) }) // "is the address 4 Hill Street still right"
}

// clause says a question back that has been taken apart.
func (e *enClause) clause(s enSubject, kind, affirmed, denied string) Restated {
	i := s.to
	unlike := s.nobody != "" && kind == "do" // "does anyone not eat pork"
	if i < len(e.toks) && e.toks[i].low == "not" && !unlike {
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
	not := (i > s.to || unlike) && i+1 < len(e.toks) && e.toks[i].low == "not" && kind == "do"
	if not {
		i++ // "do they still not like fish"
	}
	if kind == "be" && i+1 < len(e.toks) && e.toks[i].low == "only" && e.toks[i+1].w.in.has(sPrepositions) {
		adverbs = append(adverbs, "only") // "is it only in the bedroom?"
		i++
	}
	if i >= len(e.toks) || e.toks[i].low == "just" || e.toks[i].low == "only" || e.toks[i].low == "even" {
		return Restated{}
	}
	if len(adverbs) > 2 {
		return Restated{}
	}
	st := enStatement{enClause: e, s: s, kind: kind, yes: affirmed, no: denied, still: still, already: already, ever: ever, also: also, adverbs: adverbs}
	if out := st.say(i); !not {
		return out
	}
	if still && s.nobody == "" {
		st.still = false
		if out := st.say(i); out.No != "" {
			return Restated{Yes: strings.Replace(out.No, s.said+" ", s.said+" still ", 1)}
		}
	}
	return Restated{}
}

// tagged reads "you are coming, aren't you?" and "it is at ten, right?".
func (e *enClause) tagged(from int) Restated {
	n := len(e.toks)
	last := &e.toks[n-1]
	if first := e.toks[from].low; from+3 < n && strings.HasPrefix(first, "you'") && strings.HasSuffix(e.source, "?") && !last.w.in.has(sSubjects) && e.maps["tags"][last.low] == "" {
		return e.declared(from) // "you'll have a car?"
	}
	if from+3 < n && e.toks[from].w.in.has(sSubjects) && !e.toks[from].stop && strings.HasSuffix(e.source, "?") {
		if kind, _, _ := e.auxiliary(e.toks[from+1].low); kind != "" && kind != "do" && !last.w.in.has(sSubjects) && e.maps["tags"][last.low] == "" {
			return e.declared(from) // "she must be at school by now?"
		}
	}
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
	if i+2 == len(e.toks) && e.toks[i].low == "you" && e.in("habits", e.toks[i+1].low) {
		return Restated{Yes: "I " + e.toks[i+1].low, No: "I do not " + e.toks[i+1].low} // "whether you smoke"
	}
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
	case "we":
		s.said, s.person = "we", "we"
	case "anyone", "anybody":
		if said, to := e.anyoneIn(i); to > 0 {
			kind, affirmed, denied := e.auxiliary(e.toks[to].low)
			return e.clause(enSubject{nobody: said, person: "it", to: to + 1}, kind, affirmed, denied)
		}
		return Restated{}
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
	case "somebody", "someone", "everybody", "everyone", "something", "everything":
		s.said, s.person, s.nobody = t.low, "it", e.maps["nothing"][t.low]
	case "you'd":
		return e.clause(enSubject{said: "I", person: "you", to: i + 1}, "modal", "would", "would not")
	case "you'll":
		return e.clause(enSubject{said: "I", person: "you", to: i + 1}, "modal", "will", "will not")
	case "you've":
		return e.clause(enSubject{said: "I", person: "you", to: i + 1}, "have", "have", "have not")
	default:
		if out, ok := e.declaredOf(i); ok {
			return out
		}
		for j := i + 1; j < len(e.toks)-1 && j < i+6; j++ {
			if kind, affirmed, denied := e.auxiliary(e.toks[j].low); kind == "be" && affirmed != "am" && (e.in("determiners", t.low) || j == i+1 && capital(t.text) && i > 0) {
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
	if e.toks[j].low == "had" && s.person == "it" && j+1 < len(e.toks) && !e.participle(e.toks[j+1].low) && !e.toks[j].stop {
		f := *e
		f.toks = slices.Clone(e.toks)
		f.toks[j].low, f.toks[j].text = "have", "have"
		s.to = j
		return f.clause(s, "do", "did", "did not") // "whether it had a basket"
	}
	if e.toks[j].low == "had" && j+1 < len(e.toks) && e.participle(e.toks[j+1].low) && !e.toks[j].stop && s.person != "i" {
		s.to = j + 1
		if s.person == "it" && t.low != "they" {
			return e.clause(s, "have", "has", "has not")
		}
		return e.clause(s, "have", "have", "have not") // "whether you had received it"
	}
	kind, affirmed, denied := e.auxiliary(e.toks[j].low)
	switch {
	case kind == "do" && strings.HasSuffix(e.toks[j].low, "n't") && e.verb(e.toks[j+1].low) && (s.person == "you" || s.person == "i"):
		s.to = j + 1
		out := e.clause(s, kind, affirmed, denied)
		return Restated{No: out.No} // "you don't mind mornings, do you?"
	case kind == "do" && affirmed == "did" && e.verb(e.toks[j+1].low):
		s.to = j + 1
		return e.clause(s, kind, affirmed, denied) // "you did say so, didn't you?"
	case kind == "do":
		return Restated{}
	case kind == "have" && e.in("adverbs", e.toks[j+1].low) && j+2 < len(e.toks) && e.participle(e.toks[j+2].low):
		s.to = j + 1
		return e.clause(s, kind, affirmed, denied) // "whether it has ever been cleaned"
	case kind == "have" && !e.participle(e.toks[j+1].low):
		if s.person == "you" && affirmed == "have" {
			s.to = j
			return e.clause(s, "do", "do", "do not")
		}
		if affirmed == "has" && s.person == "it" {
			return e.plainly(s, j, "have")
		}
		return Restated{}
	case kind != "":
		s.to = j + 1
		return e.clause(s, kind, affirmed, denied)
	case e.pastAt(j) != "":
		f := *e
		f.toks = slices.Clone(e.toks)
		base := e.pastAt(j)
		f.toks[j].low, f.toks[j].text = base, base
		s.to = j
		return f.clause(s, "do", "did", "did not") // "whether you took any photos"
	case e.verb(e.toks[j].low) && (s.person == "you" || s.person == "i" || t.low == "they") && (!strings.HasSuffix(e.toks[j].low, "ed") || e.toks[j].low == "need"):
		if past := e.pastForm(e.toks[j].low); past {
			return Restated{}
		}
		s.to = j
		return e.clause(s, "do", "do", "do not")
	case t.low == "he" || t.low == "she" || t.low == "it":
		if base := e.third(e.toks[j].low); base != "" {
			return e.plainly(s, j, base)
		}
	}
	return Restated{}
}

// pastAt is the plain form of a verb in the past at token j, whose subject stands before it;
// empty for other words.
func (e *enClause) pastAt(j int) string {
	w := &e.toks[j]
	if w.stop || w.w.in.has(sPrepositions) || w.w.in.has(sAdjectives) || e.in("predicates", w.low) || !e.pastForm(w.low) && !strings.HasSuffix(w.low, "ed") || w.low == "need" {
		return ""
	}
	base := e.baseOf(w.low)
	if base == w.low {
		return ""
	}
	return base
}

// anyoneIn reads "anyone in your group" at token i of a statement, and where its verb stands,
// 0 for other subjects.
func (e *enClause) anyoneIn(i int) (said string, verb int) {
	words := []string{e.maps["nothing"][e.toks[i].low]}
	for j := i + 1; j < len(e.toks)-1 && j < i+7 && !e.toks[j-1].stop; j++ {
		if kind, _, _ := e.auxiliary(e.toks[j].low); kind == "be" || kind == "modal" {
			if j < i+3 {
				break
			}
			return strings.Join(words, " "), j
		}
		word, sure := e.person(j, e.toks[j-1].low)
		if !sure || word == "" || j == i+1 && word != "in" && word != "of" && word != "from" {
			break
		}
		words = append(words, word)
	}
	return "", 0
}

// third returns the plain form of a verb of the third person, "want" of "wants".
func (e *enClause) third(w string) string {
	for _, end := range []string{"es", "s"} {
		if stem, ok := strings.CutSuffix(w, end); ok && e.verb(stem) && third(stem) == w {
			return stem
		}
	}
	return ""
}

// plainly says back a statement whose verb, token j, has the plain form base: "he wants".
func (e *enClause) plainly(s enSubject, j int, base string) Restated {
	f := *e
	f.toks = slices.Clone(e.toks)
	f.toks[j].low, f.toks[j].text = base, base
	s.to = j
	if f.toks[j-1].low == "still" {
		s.to = j - 1
	}
	return f.clause(s, "do", "does", "does not")
}

// declaredOf reads a statement of somebody or something named: "Jack may go", "your bank
// account has changed". It reports whether one begins at token i.
func (e *enClause) declaredOf(i int) (Restated, bool) {
	t := &e.toks[i]
	if !e.in("determiners", t.low) && t.low != "both" && !(i > 0 && capital(t.text) && !t.w.in.has(sSubjects)) {
		return Restated{}, false
	}
	var said []string
	for j := i; j < len(e.toks)-1 && j <= i+maxSubject; j++ {
		t := &e.toks[j]
		if kind, affirmed, denied := e.auxiliary(t.low); j > i && kind != "" && kind != "do" && (kind != "have" || e.participle(e.toks[j+1].low)) {
			if e.toks[j-1].w.in.has(sPrepositions) {
				return Restated{}, false
			}
			return e.clause(enSubject{said: strings.Join(said, " "), person: "it", to: j + 1}, kind, affirmed, denied), true
		}
		if j == i+1 && capital(e.toks[i].text) && i > 0 && e.toks[i].w == unknown { // "Jack eats fish"
			base := e.third(t.low)
			if t.low == "has" {
				base = "have"
			}
			if base != "" && e.behindVerbAt(j) {
				return e.plainly(enSubject{said: said[0], person: "it"}, j, base), true
			}
		}
		one := e.in("determiners", e.toks[i].low) && (j == i+1 && j+1 < len(e.toks) && e.toks[j+1].low == "one" || j == i+2 && t.low == "one") // "the left one"
		if t.stop || strange(t) || quotedAt(e.source, t) || j > i && !one && !e.nounLike(j) && !t.w.in.has(sPrepositions) && t.low != "and" && !(t.w.det != "" && e.toks[j-1].w.in.has(sPrepositions)) {
			return Restated{}, false
		}
		said = append(said, e.owned(j))
	}
	return Restated{}, false
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
