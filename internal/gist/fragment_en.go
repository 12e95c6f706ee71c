package gist

import (
	"slices"
	"strings"
)

// How English text offers things to choose among. The sentences before a decision are cut into
// pieces at their stops and joins; of each piece is told whether it proposes something to do, a
// thing, a place or manner, or only remarks on what stands before it. Options are pieces of one
// kind that a join, or the same build, puts side by side.

const (
	maxPieces  = 40 // pieces that are looked at
	maxChoices = 6
)

// fragment is a part of a sentence between two stops or joins.
type fragment struct {
	toks []token
	lead byte // what stands before it: 'o' "or", 'a' "and", 'A' "and" behind a comma, else the mark; 0 at the beginning
	lone bool // it stands alone at the beginning of a sentence: "Or at the Co-op"
}

// offer is what a piece puts to its reader.
type offer struct {
	toks   []token
	kind   OptionKind // empty for a remark
	thing  []token    // what a deed would hand over: "a voucher" of "give you a voucher"
	led    bool       // words of offering lead to it: "I can", "there is"
	named  bool       // it is the subject of a clause: "The 14-inch weighs a kilo"
	passed bool       // what would be done with it: "paid out in January"
	who    string     // who else would do it: "she"
	lead   string     // the preposition that leads to it: "as" of "comes as a liquid"
	done   bool       // something to be done with it leads to it
	many   bool       // what is done would be done with several
	stated bool       // a statement offers it, so that "a voucher" is "the voucher"
}

// fragments cuts tokens up, at "and" only where that is wanted.
func (l *lexicon) fragments(toks []token, and bool) []fragment {
	toks = withoutBrackets(toks)
	var out []fragment
	from, lead, lone := 0, byte(0), false
	put := func(to int) {
		if from < to {
			out = append(out, fragment{toks: toks[from:to], lead: lead, lone: lone})
			lone = false
		}
	}
	for i := 0; i < len(toks) && len(out) < maxPieces; i++ {
		t := &toks[i]
		join := byte(0)
		switch {
		case t.w.in.has(sOr) && i+1 < len(toks) && (l.in(&toks[i+1], "idle-alternatives") || i > 0 && l.afew(toks, i)):
		case t.w.in.has(sOr) || t.low == "alternatively":
			join = 'o'
		case i > 0 && i+2 < len(toks) && t.w.in.has(sAnd) && toks[i-1].w.in.has(sAdjectives) && toks[i+1].w.in.has(sAdjectives) && !toks[i-1].stop && (i > 1 && toks[i-2].w.det != ""): // "a black and white dog"
		case and && (t.w.in.has(sAnd) || t.low == "plus" || t.low == "but" && i+1 < len(toks) && toks[i+1].low == "also"):
			join = 'a'
		}
		if join != 0 && i+1 < len(toks) {
			put(i)
			if join == 'a' && (i == 0 || toks[i-1].stop) {
				join = 'A'
			}
			from, lead = i+1, join
			lone = join == 'o' && i > 0 && toks[i-1].stop && toks[i-1].mark != ',' && toks[i-1].mark != ';' && toks[i-1].mark != ':'
			if i+2 < len(toks) && t.stop && toks[i+1].w.in.has(sOr) {
				i++
				from = i + 1
			}
			continue
		}
		if !t.stop || i+1 < len(toks) && t.mark == ',' && l.dateGoesOn(t, &toks[i+1]) {
			continue
		}
		put(i + 1)
		from, lead = i+1, t.mark
		if lead == 'o' || lead == 'a' || lead == 'A' || lead == 0 {
			lead = ','
		}
	}
	put(len(toks))
	return out
}

// dateGoesOn reports whether a comma stands within a day: "Monday, 9 March".
func (l *lexicon) dateGoesOn(t, next *token) bool {
	return t.w.day > 0 && (next.figure() || next.w.month > 0)
}

// role is what a word does where things are offered: "modal", "having", "remark" and others.
func (l *lexicon) role(t *token) string { return l.maps["offering"][t.low] }

// unled cuts the words off that only lead a piece in: "or maybe", "either", "rather".
func (l *lexicon) unled(toks []token) []token {
	for len(toks) > 1 && (toks[0].w.in.has(sOr) || toks[0].w.in.has(sAnd) || l.role(&toks[0]) == "lead" || l.role(&toks[0]) == "softly") {
		toks = toks[1:]
	}
	if len(toks) > 3 && toks[0].low == "if" && toks[1].w.in.has(sYou) && l.maps["wish-verbs"][toks[2].low] != "" && !toks[2].stop {
		return toks[3:] // "or if you prefer your Thursday"
	}
	return toks
}

// offerOf tells what a piece puts to its reader.
func (l *lexicon) offerOf(toks []token) offer {
	toks = l.unled(toks)
	first := &toks[0]
	if l.remarks(first) && !first.w.in.has(sSubjects) && !first.w.in.has(sSuppose) && first.w.det == "" {
		return offer{}
	}
	for k := 1; k+2 < len(toks) && !toks[k-1].stop; k++ { // "she wants to know is it Macdonald"
		if l.in(&toks[k], "being-forms") && toks[k+1].low == "it" && l.thingFirst(toks[k+2:]) && (toks[k-1].w.in.has(sVerbs) || toks[k-1].w.verb()) {
			return offer{toks: toks[k+2:], kind: OptionThing, led: true}
		}
	}
	if o, ok := l.mulled(toks); ok {
		return o
	}
	if o, ok := l.askedOf(toks); ok {
		return o
	}
	if o, ok := l.proposed(toks); ok {
		return o
	}
	if o, ok := l.had(toks); ok {
		return o
	}
	switch role := l.role(first); {
	case len(toks) > 2 && strings.HasPrefix(first.low, "wh") && strings.HasSuffix(first.low, "ever") && (toks[1].w.in.has(sSubjects) || toks[1].low == "is"):
		return offer{toks: toks, kind: OptionThing} // "wherever it is most needed"
	case first.low == "those" && len(toks) > 1 && toks[1].w.in.has(sPrepositions):
		return offer{toks: toks, kind: OptionThing}
	case (first.low == "that" || first.low == "this") && len(toks) > 1 && !first.stop && (toks[1].w == unknown || toks[1].w.in.has(sNouns) || len(toks) > 2 && toks[2].w.in.has(sPrepositions) && !toks[1].w.in.has(sStop)) && !l.thirdPerson(&toks[1]) && !strings.HasSuffix(toks[1].low, "ed"):
		return offer{toks: toks, kind: OptionThing} // "that memoir about bees"
	case role == "remark" && first.low != "she" && first.low != "he" || first.w.wh != "" || first.w.in.has(sSuppose):
		return offer{}
	case strings.ContainsAny(first.text, "£$€"):
		return offer{}
	case l.deedFirst(toks):
		return offer{toks: toks, kind: OptionDeed}
	case l.done1(first):
		return offer{toks: toks, kind: OptionHow, passed: true}
	case first.w.in.has(sSubjects) && len(toks) > 2 && (l.doesNow(toks[1:]) || l.role(&toks[1]) == "tells"):
		if first.w.in.has(sFirst) {
			return offer{toks: toks[1:], kind: OptionDeed, led: true}
		}
		if first.w.in.has(sYou) {
			return offer{toks: toks[1:], kind: OptionMine, led: true}
		}
		return offer{toks: toks, kind: OptionState, led: true}
	case first.low != "with" && first.w.in.has(sPrepositions) && slices.ContainsFunc(toks, func(t token) bool { return strings.ContainsAny(t.text, "£$€") }):
		return offer{} // "in the sum of £540"
	case first.w.in.has(sSubjects) && first.w.det == "" || strings.Contains(first.low, "'") && first.w.det == "" && first.w != unknown:
		return offer{}
	case l.in(first, "place-adverbs"), l.maps["place-words"][first.low] != "" && len(toks) > 1, first.w.in.has(sPrepositions) && first.w.det == "" && len(toks) > 1:
		return offer{toks: toks, kind: OptionHow}
	case l.subjectEnd(toks) > 0:
		return offer{toks: toks[:l.subjectEnd(toks)], kind: OptionThing, named: true, stated: true}
	case l.thingFirst(toks):
		return offer{toks: toks, kind: OptionThing}
	}
	return offer{}
}

// mulled reads "I thought of a thriller", "I've been looking at a flat in Hythe".
func (l *lexicon) mulled(toks []token) (offer, bool) {
	for k := 1; k+2 < min(len(toks), 7) && !toks[k-1].stop; k++ {
		if !l.in(&toks[k], "mulling") {
			continue
		}
		rest := toks[k+1:]
		if low := rest[0].low; (low == "of" || low == "about" || low == "at" || low == "between") && len(rest) > 1 {
			rest = rest[1:]
		}
		if rest[0].w.det != "" && !rest[0].w.in.has(sPossessive) || capital(rest[0].text) {
			return offer{toks: rest, kind: OptionThing, led: true, stated: true}, true
		}
		break
	}
	return offer{}, false
}

// doesNow reports whether tokens behind a subject begin with its verb in the present: a known
// one, or any word with a thing right behind it, "I build a new one".
func (l *lexicon) doesNow(toks []token) bool {
	t := &toks[0]
	if t.w.in.has(sAuxiliaries) || t.stop {
		return false
	}
	if t.w.verb() {
		return true
	}
	next := &toks[1]
	reaches := next.w.det != "" || next.w.in.has(sObjects) || l.in(next, "pronouns-it")
	return reaches && t.text == t.low && l.role(t) == "" && t.w.det == "" && !t.w.in.has(sNegations) && !t.w.in.has(sPrepositions) && !t.w.in.has(sAdjectives) && !strings.HasSuffix(t.low, "ed") && !strings.HasSuffix(t.low, "s") && !strings.HasSuffix(t.low, "ly") && !strings.HasSuffix(t.low, "ing")
}

// remarks reports whether a word begins a remark on what stands before it: "which", "because".
func (l *lexicon) remarks(t *token) bool {
	return l.role(t) == "remark" && !t.w.in.has(sPrepositions) && !t.w.in.has(sTo) && !l.in(t, "pronouns-it") && t.low != "without" && t.low != "as" && t.low != "not"
}

// thingFirst reports whether tokens begin with a thing.
func (l *lexicon) thingFirst(toks []token) bool {
	t := &toks[0]
	switch {
	case t.w.det != "" || t.figure() || l.numberOf(t) >= 0:
		return true
	case t.w.in.has(sAuxiliaries) || t.w.in.has(sNegations) || strings.HasSuffix(t.low, "ly"):
		return false
	case t.w.in.has(sAdjectives):
		return len(toks) == 1 || !toks[0].stop && !toks[1].w.in.has(sPrepositions) && !toks[1].w.in.has(sAnd) && l.role(&toks[1]) != "remark" && !toks[1].w.in.has(sAuxiliaries)
	case t.w.in.has(sNouns) || t.w.day > 0 || t.w.month > 0 || capital(t.text) && t.from > 0:
		return true
	case t.w.in.has(sStop) || t.w.in.has(sVerbs):
		return false
	}
	return true
}

// deedFirst reports whether tokens begin with something to do.
func (l *lexicon) deedFirst(toks []token) bool {
	t := &toks[0]
	if t.w.det != "" || t.w.in.has(sPrepositions) || l.maps["place-words"][t.low] != "" || t.w.in.has(sSubjects) || t.w.in.has(sAuxiliaries) && t.low != "do" && t.low != "have" || t.stop && len(toks) > 1 {
		return false
	}
	verb := t.w.verb() && !strings.HasSuffix(t.low, "ed")
	if len(toks) == 1 {
		return verb && !t.w.in.has(sNouns) && !t.w.in.has(sAdjectives)
	}
	next := &toks[1]
	reaches := next.w.det != "" || next.w.in.has(sObjects) || l.in(next, "pronouns-it")
	if reaches {
		return verb || !t.w.in.has(sAdjectives) && !t.w.in.has(sNouns) && (t.text == t.low || t.from == 0) && !t.figure() && t.w.number < 0 && t.low != "half" && t.low != "such" && t.low != "quite" && !strings.HasSuffix(t.low, "ing")
	}
	if !verb || t.w.in.has(sAdjectives) && t.w.in.has(sNouns) {
		return false
	}
	if t.w.in.has(sNouns) {
		return next.w.in.has(sPrepositions) && !next.w.in.has(sOf) && next.low != "for" && next.low != "at" || l.in(next, "by-when") || l.maps["particles"][next.low] != ""
	}
	return true
}

// subjectEnd is where the verb stands of which the thing that tokens begin with is the subject,
// 0 where there is none: 2 for "The 14-inch weighs a kilo".
func (l *lexicon) subjectEnd(toks []token) int {
	if !l.thingFirst(toks) {
		return 0
	}
	for i := 1; i < len(toks) && i < 8; i++ {
		t := &toks[i]
		if t.w.det != "" || toks[i-1].w.det != "" && !(i > 1 && len(toks[i-1].text) == 1 && capital(toks[i-1].text)) || toks[i-1].w.in.has(sPrepositions) {
			continue
		}
		role := l.role(t)
		if i == 1 && role == "tells" && toks[0].figure() {
			continue // "16 seats"
		}
		if t.w.in.has(sInverts) || role == "modal" || role == "tells" || l.in(t, "cost-verbs") && i < len(toks)-1 || l.thirdPerson(t) && (i < len(toks)-1 || l.verb(strings.TrimSuffix(t.low, "s"))) {
			return i
		}
	}
	return 0
}

// thirdPerson reports whether a word is the verb of what somebody or something does: "weighs".
func (l *lexicon) thirdPerson(t *token) bool {
	if len(t.low) < 4 || !strings.HasSuffix(t.low, "s") || t.w.in.has(sNouns) || l.stem(t).in.has(sNouns) || capital(t.text) {
		return false
	}
	return t.w.in.has(sVerbs) || l.verb(strings.TrimSuffix(t.low, "s")) || l.verb(strings.TrimSuffix(t.low, "es"))
}

// withoutBrackets leaves out what stands in brackets.
func withoutBrackets(toks []token) []token {
	if !slices.ContainsFunc(toks, func(t token) bool { return t.mark == ')' }) {
		return toks
	}
	out := make([]token, 0, len(toks))
	for i := 0; i < len(toks); i++ {
		end := -1
		for j := i; toks[i].open && i > 0 && j < min(len(toks), i+2*maxOption); j++ {
			if toks[j].mark == ')' {
				end = j
				break
			}
		}
		if end < 0 {
			out = append(out, toks[i])
			continue
		}
		if n := len(out); n > 0 && !out[n-1].stop && end+1 < len(toks) && !toks[end+1].w.in.has(sOr) && !toks[end+1].w.in.has(sAnd) && !toks[end+1].w.in.has(sInverts) && !strings.HasSuffix(toks[end+1].low, "s") {
			out[n-1].stop, out[n-1].mark = true, ','
		}
		i = end
	}
	return out
}
