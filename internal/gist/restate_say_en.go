package gist

import (
	"slices"
	"strings"
)

// enStatement is a question with what its statement is made of.
type enStatement struct {
	*enClause
	s                          enSubject
	kind, yes, no              string
	still, already, ever, also bool
	adverbs                    []string
	willing                    bool // to be done or not, as the reader likes
}

// say makes the statements; the predicate begins at token i.
func (st *enStatement) say(i int) Restated {
	low, you := st.toks[i].low, st.s.person == "you"
	next := ""
	if i+1 < len(st.toks) {
		next = st.toks[i+1].low
	}
	switch {
	case (st.s.said == "it" || st.s.said == "that") && st.allOK(i):
		return st.allowed(i)
	case st.kind == "modal" && (st.in("predicates", low) || st.toks[i].w.det != "") && !st.verb(low) && low != "be" && low != "like",
		st.s.person == "we" && !st.ours(i),
		st.kind == "modal" && st.yes == "should" && you, st.kind == "modal" && st.yes == "may" && you,
		(low == "know" || low == "remember" || low == "recall" || low == "mind" || low == "care") && (st.in("no clause behind", next) || next == "me" || next == "my"):
		if low == "mind" && next == "if" {
			return st.leave(i + 1)
		}
		return Restated{}
	case you && low == "give" && (next == "me" || next == "us") && !st.nounWithin("given", i):
		return Restated{} // what is given is a name or a number
	case st.s.person == "i" && st.in("sender's words", low) && !((low == "take" || low == "put") && next != "it" && next != "that") && st.no != "should not" && st.no != "shall not":
		return Restated{} // "may I ask you something"
	case low == "have" && st.yes == "would" && st.nounWithin("trouble", i):
		return Restated{}
	case low == "mind" && you:
		if do := st.gerund(i + 1); do != "" {
			return Restated{Yes: "I am happy to " + do, No: "I would rather not " + do, Do: do}
		}
		if rest, ok := st.rest(i); ok && st.kind == "do" && next != "if" && len(rest.words) > 1 {
			return Restated{No: st.put(rest, i).No} // "you don't mind mornings, do you?"
		}
		return Restated{}
	case low == "able" && next == "to" && you && i+2 < len(st.toks), low == "be" && next == "able" && you && i+3 < len(st.toks) && st.toks[i+2].low == "to":
		if low == "be" {
			i++
		}
		if st.kind == "be" && st.yes == "were" {
			return Restated{}
		}
		st.kind, st.yes, st.no = "modal", "can", "cannot"
		return st.say(i + 2)
	case (low == "possible" || low == "be" && next == "possible") && st.s.said == "it":
		if out, ok := st.forWhom(i); ok {
			return out
		}
		for j := i; j+2 < len(st.toks) && j < i+3 && !st.toks[j].stop; j++ {
			if st.toks[j].low == "to" && st.verb(st.toks[j+1].low) && !st.in("telling", st.toks[j+1].low) && st.toks[j+1].low != "be" && st.toks[j+1].low != "have" {
				return st.clause(enSubject{said: "you", person: "i", to: j + 1}, "modal", "can", "cannot") // "would it be possible to borrow one?"
			}
		}
	case you && (low == "be" && st.kind == "modal") && st.in("grateful", next):
		return st.kind2(i + 1)
	case you && st.kind == "modal" && st.yes == "would" && low == "like":
		return st.liked(i)
	case st.kind == "have" && st.toks[i].low == "got" && st.yes != "had":
		st.kind, st.yes, st.no = "do", map[string]string{"have": "do", "has": "does"}[st.yes], map[string]string{"have": "do not", "has": "does not"}[st.yes]
		return st.have(i + 1)
	case st.kind == "have" && !st.participle(low):
		if st.toks[i].w.det != "" && st.yes == "have" {
			st.kind, st.yes, st.no = "do", "do", "do not"
			return st.have(i)
		}
		return Restated{}
	case low == "consider" && you && st.yes == "would" && st.gerund(i+1) != "" && !st.in("telling", next):
		do := st.gerund(i + 1)
		return Restated{Yes: "I would be glad to " + do, No: "I cannot " + do, Do: do} // "would you consider coming?"
	case low == "say" && you && st.kind == "modal" && next == "a":
		if rest, ok := st.rest(i); ok {
			do := strings.Join(rest.words, " ")
			return Restated{Yes: "I would be glad to " + do, No: "I would rather not " + do, Do: do} // "would you say a few words?"
		}
		return Restated{}
	case (st.kind == "modal" || st.kind == "do") && st.in("telling", low) && you && !(st.kind == "modal" && st.tellsOthers(i)) && (st.kind == "modal" || st.in("no clause behind", next) || low == "rather"):
		if (low == "rather" || low == "prefer") && st.yes == "would" && st.kind == "modal" {
			return st.rather(i+1, low)
		}
		return Restated{}
	case st.kind == "do" && (!st.verb(low) && st.maps["past"][low] == "" || st.modalVerb(low)):
		return Restated{} // "did you ring them or should I?"
	case st.kind == "modal" && !st.verb(low) && low != "be" && low != "have" && low != "do":
		return Restated{}
	}
	rest, ok := st.rest(i)
	if !ok || you && len(rest.words) == 2 && rest.words[1] == "you" && st.in("giving", low) {
		return Restated{} // "Can you send me", of a list
	}
	out := st.put(rest, i)
	if low == "prefer" && you {
		out.No = ""
	}
	if you && st.yes == "would" && st.in("kind deeds", low) && out.Do != "" && len(st.adverbs) == 0 && !st.still {
		out.Yes = "I would be glad to " + strings.Join(rest.words, " ")
	}
	return out
}

// allOK reports whether the predicate at token i only asks whether something is all right:
// "is that OK?", "would it be all right if I came later?"
func (st *enStatement) allOK(i int) bool {
	if st.toks[i].low == "be" && i+1 < len(st.toks) {
		i++
	}
	for i < len(st.toks)-1 && st.in("adverbs", st.toks[i].low) {
		i++
	}
	if i+1 < len(st.toks) && st.toks[i].low == "all" && st.toks[i+1].low == "right" {
		i++
	} else if !st.in("fine", st.toks[i].low) {
		return false
	}
	next := ""
	if i+1 < len(st.toks) {
		next = st.toks[i+1].low
	}
	return st.toks[i].stop || next == "" || next == "if" || next == "to" || next == "and" || next == "with" || next == "for" && i+2 < len(st.toks) && st.toks[i+2].low == "you"
}

// allowed says what is all right as what the sender can do: "you can take Friday off" of "is
// it OK if I took Friday off?" Nothing else is said back of it: "That is fine, that is OK."
func (st *enStatement) allowed(i int) Restated {
	for ; i+2 < len(st.toks) && st.toks[i].low != "if"; i++ {
		if st.toks[i].stop {
			return Restated{}
		}
		if st.toks[i].low == "to" && st.verb(st.toks[i+1].low) { // "is it OK to put her in the kitchen?"
			return st.clause(enSubject{said: "you", person: "i", to: i + 1}, "modal", "can", "cannot")
		}
	}
	if i+2 >= len(st.toks) {
		return Restated{}
	}
	s := enSubject{said: "you", person: "i", to: i + 2}
	base := st.baseOf(st.toks[i+2].low)
	switch t := &st.toks[i+1]; {
	case t.low == "i" || t.low == "we":
	case capital(t.text) && t.w == unknown && !t.stop:
		s.said, s.person = t.text, "it" // "if Ben comes along"
		if third := st.third(st.toks[i+2].low); third != "" {
			base = third
		}
	case st.in("determiners", t.low) && i+3 < len(st.toks): // "if my sister stays"
		s.said, s.person = "", "it"
		for i++; i+2 < len(st.toks) && len(strings.Fields(s.said)) < 3; i++ {
			if st.toks[i].stop {
				return Restated{}
			}
			s.said = strings.TrimSpace(s.said + " " + st.owned(i))
			low := st.toks[i+1].low
			if base = st.third(low); base == "" && st.toks[i].w.in.has(sNouns) && (st.verb(low) || st.pastForm(low)) && !st.toks[i+1].w.in.has(sNouns) {
				base = st.baseOf(low)
			}
			if base != "" && len(strings.Fields(s.said)) > 1 {
				break
			}
		}
		i--
		s.to = i + 2
	default:
		return Restated{}
	}
	if base == "" || i+2 >= len(st.toks) {
		return Restated{}
	}
	f := *st.enClause
	f.toks = slices.Clone(st.toks)
	f.toks[i+2].low, f.toks[i+2].text = base, base
	return f.clause(s, "modal", "can", "cannot")
}

// baseOf is the plain form of a verb that stands in it or in the past, empty for other words.
func (e *enClause) baseOf(w string) string {
	if stem, ok := strings.CutSuffix(w, "ed"); ok && !strings.HasSuffix(stem, "e") && (e.verb(stem) || e.verb(stem+"e")) {
		if e.verb(stem) {
			return stem
		}
		return stem + "e" // "used"
	}
	if e.verb(w) && !e.pastForm(w) {
		return w
	}
	found := ""
	for base, past := range e.maps["past"] {
		if past == w && base != w && e.verb(base) && (found == "" || base < found) {
			found = base
		}
	}
	if found != "" {
		return found
	}
	for _, end := range []string{"ed", "d"} {
		if stem, ok := strings.CutSuffix(w, end); ok && e.verb(stem) {
			return stem
		}
	}
	if e.verb(w) {
		return w
	}
	return ""
}

// rather says "would you rather wait" back; a no would not tell what is wanted.
func (st *enStatement) rather(i int, how string) Restated {
	if i >= len(st.toks) || st.toks[i-1].stop {
		return Restated{}
	}
	rest, ok := st.rest(i)
	if !ok || rest.any || rest.not {
		return Restated{}
	}
	return Restated{Yes: "I would " + how + " " + strings.Join(rest.words, " ")}
}

// kind2 reads "would you be so kind as to send".
func (st *enStatement) kind2(i int) Restated {
	for j := i; j+1 < len(st.toks) && j < i+4; j++ {
		if st.toks[j].low == "to" {
			return Restated{Do: st.task(j + 1)}
		}
	}
	return Restated{}
}

// ours reports whether "we" can be said back, and turns it: what sender and reader do
// together stays "we", what only the sender can do is "you".
func (st *enStatement) ours(i int) bool {
	low := st.toks[i].low
	switch {
	case st.kind == "modal" && st.yes != "will" && st.objectYou(i), low == "have" && st.yes == "should" && i+1 < len(st.toks) && st.participle(st.toks[i+1].low):
		st.s.said, st.s.person = "you", "i" // "shall we move you to the yearly plan?"
		return true
	case low == "bring" && i+1 < len(st.toks) && (st.toks[i+1].low == "anything" || st.toks[i+1].low == "something") && st.kind == "modal",
		(st.yes == "should" || st.yes == "shall") && st.verb(low) && !st.in("joint verbs", low) && low != "have" && low != "be":
		st.s.said, st.s.person = "you", "i"
		if st.yes == "can" || st.yes == "could" {
			st.yes = "should"
		}
		return true
	case st.yes == "may" || st.kind == "modal" && low == "have" && !st.nounWithin("joint nouns", i) && st.yes != "should" && st.yes != "shall":
		st.s.said, st.s.person = "you", "i"
		return true
	case st.kind == "modal" && (st.in("joint verbs", low) || low == "have"):
		st.s.said = "we"
		if st.yes == "could" || st.yes == "shall" || st.yes == "may" {
			st.yes, st.no = "can", "cannot"
		}
		return st.yes == "can" || st.yes == "should" || st.yes == "will"
	case st.kind == "modal" && (st.yes == "can" || st.yes == "could" || st.yes == "may") && st.in("sender's verbs", low),
		st.kind == "do" && st.in("sender's needs", low) && st.yes == "do" && low != "have",
		st.kind == "do" && low == "have" && i+1 < len(st.toks) && st.toks[i+1].low == "to":
		st.s.said, st.s.person = "you", "i"
		return true
	case st.kind == "be" && st.yes == "are" && (st.still || strings.HasSuffix(low, "ing") && !st.in("sender's words", strings.TrimSuffix(low, "ing"))):
		return true
	}
	return false
}

// objectYou reports whether what the verb at i does is done to the reader.
func (st *enStatement) objectYou(i int) bool {
	return i+1 < len(st.toks) && !st.toks[i].stop && st.toks[i+1].low == "you" && st.verb(st.toks[i].low) && !st.in("joint nouns", st.toks[i].low)
}

// modalVerb reports whether a word is "should" or the like.
func (st *enStatement) modalVerb(w string) bool {
	kind, _, _ := st.auxiliary(w)
	return kind == "modal"
}

// have says "have you got a ladder" back; what is had stands from token i on.
func (st *enStatement) have(i int) Restated {
	if i >= len(st.toks) || st.toks[i].w.in.has(sTo) {
		return Restated{}
	}
	rest, ok := st.rest(i)
	if !ok {
		return Restated{}
	}
	rest.words = append([]string{"have"}, rest.words...)
	return st.put(rest, -1)
}

// liked says "would you like" back.
func (st *enStatement) liked(i int) Restated {
	rest, ok := st.rest(i)
	if !ok || len(rest.words) < 2 {
		return Restated{}
	}
	yes := "I would " + strings.Join(append(slices.Clone(st.adverbs), rest.words...), " ")
	switch behind := rest.words[1:]; {
	case rest.any || rest.not:
		return Restated{No: denyAny(st.restater, "I do not need "+strings.Join(behind, " "), rest)}
	case behind[0] == "to" && len(behind) > 1:
		return Restated{Yes: yes, No: "I would rather not " + strings.Join(behind[1:], " "), Do: ""}
	case (behind[0] == "you") && len(behind) > 2 && behind[1] == "to":
		return Restated{Yes: yes, No: "you do not need to " + strings.Join(behind[2:], " ")}
	default:
		return Restated{Yes: yes, No: st.denial("I do not need "+strings.Join(behind, " "), rest)}
	}
}

func denyAny(r *restater, s string, rest enRest) string {
	if rest.not || strings.Contains(s, "need to") {
		return ""
	}
	return s
}

// leave says "do you mind if I bring my dog" back; the "if" is token i.
func (st *enStatement) leave(i int) Restated {
	rest, ok := st.rest(i + 1)
	if !ok || rest.not || rest.any || len(rest.words) < 3 || st.toks[i+1].low != "i" && st.toks[i+1].low != "my" && st.toks[i+1].low != "our" && !capital(st.toks[i+1].text) {
		return Restated{}
	}
	if st.yes == "would" {
		return Restated{Yes: "it would be fine if " + strings.Join(rest.words, " ")}
	}
	return Restated{Yes: "it is fine if " + strings.Join(rest.words, " ")}
}

// gerund is what "would you mind having a word" wants: "have a word".
func (st *enStatement) gerund(i int) string {
	if i >= len(st.toks) || st.toks[i].stop && i < len(st.toks)-1 {
		return ""
	}
	stem, ok := strings.CutSuffix(st.toks[i].low, "ing")
	if !ok {
		return ""
	}
	verb := ""
	for _, v := range []string{stem, stem + "e", undoubled(stem)} {
		if st.verb(v) && len(v) > 1 {
			verb = v
			break
		}
	}
	if verb == "" || st.in("telling", verb) {
		return ""
	}
	if i == len(st.toks)-1 {
		return verb
	}
	rest, ok := st.rest(i + 1)
	if !ok || rest.any || rest.not {
		return ""
	}
	return verb + " " + strings.Join(rest.words, " ")
}

func undoubled(s string) string {
	if n := len(s); n > 2 && s[n-1] == s[n-2] {
		return s[:n-1]
	}
	return s
}

// forWhom says "would it be possible for you to come" back. It reports whether somebody
// is named.
func (st *enStatement) forWhom(i int) (Restated, bool) {
	for j := i; j+3 < len(st.toks) && j < i+3; j++ {
		if st.toks[j].low != "for" || st.toks[j+2].low != "to" {
			continue
		}
		switch st.toks[j+1].low {
		case "you":
			st.s = enSubject{said: "I", person: "you"}
		case "me":
			st.s = enSubject{said: "you", person: "i"}
		default:
			return Restated{}, true
		}
		st.kind, st.yes, st.no = "modal", "can", "cannot"
		return st.say(j + 3), true
	}
	return Restated{}, false
}

// put makes the statements of a predicate. Token i is its first word; -1 for "have".
func (st *enStatement) put(rest enRest, i int) Restated {
	var out Restated
	if st.kind == "modal" && st.s.person == "you" && i >= 0 && (st.yes == "can" || st.yes == "could" || st.yes == "will" || st.yes == "would") {
		if !rest.not && !rest.yet {
			out.Do = st.task(i)
			if st.willing = out.Do != ""; st.yes == "would" {
				out.Do, _, _ = strings.Cut(out.Do, " if ") // "would you take one if it came to that"
			}
			if out.Do != "" && len(st.adverbs) > 0 {
				out.Do = strings.Join(st.adverbs, " ") + " " + out.Do
			}
		}
	}
	yes, no := rest, rest
	yes.words, no.words = slices.Clone(rest.words), slices.Clone(rest.words)
	if rest.yet {
		yes.words = slices.DeleteFunc(yes.words, func(w string) bool { return w == "yet" })
	}
	if at := slices.Index(yes.words, "and"); rest.joined && st.kind == "do" && at > 0 && at+1 < len(yes.words) && st.verb(yes.words[at+1]) {
		yes.words[at+1] = st.form(yes.words[at+1]) // "it comes and goes"
	}
	if len(yes.words) > 0 && !rest.any && !rest.not && st.s.said != "" {
		out.Yes = st.affirm(yes.words)
	}
	if rest.any && !rest.not && st.s.said != "" && !rest.yet {
		if words := st.some(yes.words); words != nil {
			out.Yes = st.affirm(words)
		}
	}
	if !rest.not && !rest.only && len(no.words) > 0 {
		out.No = st.deny(no)
	}
	return out
}

// some is what there is where any of it is asked for, "some room in my garage"; nil where
// nothing would be told by that.
func (st *enStatement) some(words []string) []string {
	at := slices.Index(words, "any")
	if at < 0 || at+1 >= len(words) || slices.ContainsFunc(words, func(w string) bool { return w == "ever" || w == "anymore" || len(w) > 3 && strings.HasPrefix(w, "any") }) {
		return nil
	}
	for i := at + 1; i < len(words) && i < at+4; i++ {
		if st.in("no some", words[i]) {
			return nil
		}
		if st.in("some of it", words[i]) || i > at+1 && strings.HasSuffix(words[i], "s") && st.pluralWord(words[i]) && words[i-1] == "spare" {
			words = slices.Clone(words)
			words[at] = "some"
			return words
		}
		if st.is(words[i], sPrepositions) {
			break
		}
	}
	return nil
}

// affirm says yes.
func (st *enStatement) affirm(words []string) string {
	said := []string{st.s.said}
	adverbs := slices.Clone(st.adverbs)
	if st.still {
		adverbs = append([]string{"still"}, adverbs...)
	}
	if st.already {
		adverbs = append([]string{"already"}, adverbs...)
	}
	if st.also {
		adverbs = append([]string{"also"}, adverbs...)
	}
	if words[len(words)-1] == "already" && len(words) > 1 && st.already {
		words = words[:len(words)-1]
	}
	switch st.kind {
	case "modal":
		form := st.yes
		switch {
		case st.s.person == "you" && form == "could" && !st.in("perceiving", words[0]):
			form = "can"
		case form == "must" && st.s.person == "it" && words[0] == "be" && len(words) > 1:
			form, words = st.being(), words[1:] // "she must be at school by now?"
		case st.s.person == "i" && (form == "could" || form == "may" || form == "might"):
			form = "can"
		case st.s.person == "i" && (form == "should" || form == "shall") && words[0] != "be" && words[0] != "have":
			return "please " + strings.Join(append(adverbs, words...), " ")
		case form == "shall" && st.s.person == "you":
			form = "will" // "shall you attend?"
		case form == "shall":
			form = "should"
		}
		said = append(append(append(said, form), adverbs...), words...)
	case "be":
		said = append(append(append(said, st.agreeing(st.yes)), adverbs...), words...)
	case "have":
		said = append(append(append(said, st.agreeing(st.yes)), adverbs...), words...)
	default:
		said = append(append(append(said, adverbs...), st.form(words[0])), words[1:]...)
	}
	return strings.Join(said, " ")
}

// being is "is" or "are", as the subject has it.
func (st *enStatement) being() string {
	if last := st.s.said[strings.LastIndexByte(st.s.said, ' ')+1:]; last == "they" || last == "we" || st.pluralWord(last) {
		return "are"
	}
	return "is"
}

// agreeing is "are" as the reader says it: "I am", "you are".
func (st *enStatement) agreeing(form string) string {
	switch {
	case st.s.said == "I" && form == "are":
		return "am"
	case st.s.said == "I" && form == "were":
		return "was"
	case st.s.person == "i" && form == "am":
		return "are"
	case st.s.person == "i" && form == "was":
		return "were"
	}
	return form
}

// form is a verb as the statement has it: "comes", "came".
func (st *enStatement) form(verb string) string {
	switch st.yes {
	case "does":
		return third(verb)
	case "did":
		if past := st.maps["past"][verb]; past != "" {
			return past
		}
		return regularPast(verb)
	}
	return verb
}

func third(verb string) string {
	n := len(verb)
	switch {
	case verb == "have":
		return "has"
	case strings.HasSuffix(verb, "s") || strings.HasSuffix(verb, "sh") || strings.HasSuffix(verb, "ch") || strings.HasSuffix(verb, "x") || strings.HasSuffix(verb, "z") || strings.HasSuffix(verb, "o"):
		return verb + "es"
	case n > 1 && verb[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(verb[n-2])):
		return verb[:n-1] + "ies"
	}
	return verb + "s"
}

func regularPast(verb string) string {
	n := len(verb)
	switch {
	case strings.HasSuffix(verb, "e"):
		return verb + "d"
	case n > 1 && verb[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(verb[n-2])):
		return verb[:n-1] + "ied"
	case n == 3 && strings.ContainsRune("aeiou", rune(verb[1])) && !strings.ContainsRune("aeiouwxy", rune(verb[2])) && !strings.ContainsRune("aeiou", rune(verb[0])):
		return verb + verb[n-1:] + "ed"
	}
	return verb + "ed"
}

// deny says no.
func (st *enStatement) deny(rest enRest) string {
	words := rest.words
	if n := len(words); n > 1 && (words[n-1] == "too" || words[n-1] == "already") {
		words = words[:n-1]
	}
	if n := len(words); n > 2 && words[n-2] == "as" && words[n-1] == "well" {
		words = words[:n-2]
	}
	subject := st.s.said
	if st.s.nobody != "" {
		return st.none(words)
	}
	if strings.HasPrefix(subject, "every") {
		if st.still || st.already || st.kind == "do" {
			return ""
		}
		return "not " + subject + " " + st.yes + " " + strings.Join(words, " ")
	}
	if subject == "they all" && !st.still && !st.already {
		if st.kind != "do" {
			return "not all of them " + st.yes + " " + strings.Join(words, " ")
		}
		return "not all of them " + strings.Join(append([]string{st.form(words[0])}, words[1:]...), " ")
	}
	lead := []string{subject}
	no := st.no
	modal := st.kind == "modal"
	switch {
	case modal && st.s.person == "you" && st.yes == "could" && !st.in("perceiving", words[0]):
		no = "cannot"
	case modal && st.s.person == "i" && (st.yes == "could" || st.yes == "may" || st.yes == "might"):
		no = "cannot"
	case modal && st.s.person == "i" && (st.yes == "should" || st.yes == "shall" || st.yes == "must"):
		no = "do not need to"
	case modal && st.s.person == "you" && st.yes == "shall":
		no = "will not"
	case modal && st.yes == "must" && st.s.person == "it" && words[0] == "be" && len(words) > 1:
		no, words = st.being()+" not", words[1:]
	case modal && st.yes == "must":
		return ""
	case modal && st.s.person == "you" && st.yes == "would" && st.willing && !rest.any:
		no = "would rather not"
	case st.kind == "be" || st.kind == "have":
		no = st.agreeing(st.yes) + " not"
	}
	switch {
	case st.still && modal:
		lead = append(lead, st.plainModal(), "no longer")
	case st.still && st.kind == "be":
		lead = append(lead, st.agreeing(st.yes), "no longer")
	case st.still && st.kind == "do":
		lead = append(lead, "no longer")
		words = append([]string{st.form(words[0])}, words[1:]...)
	case st.still:
		return ""
	case st.ever && st.kind == "have":
		lead = append(lead, st.agreeing(st.yes), "never")
	case st.ever && st.kind == "do":
		lead = append(lead, "never")
		words = append([]string{st.form(words[0])}, words[1:]...)
	case st.ever:
		return ""
	default:
		lead = append(lead, no)
	}
	words = append(append(lead, st.adverbs...), words...)
	if st.already && len(words) < 9 {
		words = append(words, "yet")
	}
	if subject == "there" && st.kind == "be" && !st.still {
		words = noneThere(words)
	}
	return st.denial(strings.Join(words, " "), rest)
}

// noneThere makes "there is no hurry" of "there is not any hurry".
func noneThere(words []string) []string {
	words = strings.Fields(strings.Join(words, " "))
	if len(words) < 4 || words[2] != "not" {
		return words
	}
	switch words[3] {
	case "a", "an", "any":
		return append([]string{words[0], words[1], "no"}, words[4:]...)
	case "anything", "something":
		return append([]string{words[0], words[1], "nothing"}, words[4:]...)
	case "anybody", "anyone", "someone", "somebody":
		return append([]string{words[0], words[1], "nobody"}, words[4:]...)
	case "another":
		return append([]string{words[0], words[1], "no", "other"}, words[4:]...)
	case "anywhere", "somewhere":
		return append([]string{words[0], words[1], "nowhere"}, words[4:]...)
	}
	return words
}

// plainModal is the affirmed form of a modal verb, of the reader's doing.
func (st *enStatement) plainModal() string {
	if st.yes == "could" && st.s.person != "it" {
		return "can"
	}
	return st.yes
}

// none denies of anything: "nothing is missing".
func (st *enStatement) none(words []string) string {
	switch {
	case st.still || st.already || st.ever:
		return ""
	case st.kind == "do":
		return st.s.nobody + " " + strings.Join(append([]string{st.form(words[0])}, words[1:]...), " ")
	}
	return st.s.nobody + " " + st.yes + " " + strings.Join(words, " ")
}

// denial puts "any" for "some".
func (st *enStatement) denial(s string, rest enRest) string {
	words := strings.Fields(s)
	for i, w := range words {
		if any := st.maps["denied"][w]; any != "" && words[max(0, i-1)] != "of" {
			words[i] = any
		}
	}
	return strings.Join(words, " ")
}
