package gist

// Requests: what the reader is to do.

import (
	"slices"
	"strings"
)

// within reads what is asked inside a sentence: "I would be grateful if you could send …",
// "let me know whether you need a room", "you are coming, aren't you?".
func (e *enClause) within(from int) Restated {
	if e.asked != "" && !e.in("telling", e.asked) {
		for i := from; i+1 < len(e.toks); i++ {
			if e.toks[i].low == e.asked { // "check whether it leaks" is done, not told
				return Restated{Do: e.task(i)}
			}
		}
	}
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
		case t.low == "whether" && i == from, (t.low == "whether" || t.low == "if") && i > 0 && (e.in("know before if", e.toks[i-1].low) || e.toldBefore(i)):
			if t.low == "whether" && e.toks[i+1].low == "to" {
				if do := e.task(i + 2); do != "" {
					return Restated{Yes: "please " + do, No: "please do not " + do}
				}
			}
			out := e.declared(i + 1)
			if next := e.toks[i+1].low; strings.HasPrefix(out.No, "nobody in ") {
				return out
			} else if out.Yes == "" && (out.No == "" || t.low == "if" && (strings.HasPrefix(next, "any") || strings.HasPrefix(next, "there"))) {
				return Restated{} // "let me know if there is anything"
			}
			return out
		case t.low == "if" && i == from && !slices.ContainsFunc(e.toks[i+1:], func(t token) bool { return t.low == "whether" }):
			return e.declared(i + 1) // the case that is to be told
		case t.low == "confirm" && (e.toks[i+1].low == "that" && !e.toks[i+1].stop || strings.HasPrefix(e.toks[i+1].low, "you") && e.toks[i+1].low != "your" && e.toks[i+1].low != "yours"):
			if e.toks[i+1].low == "that" {
				i++
			}
			return e.declared(i + 1)
		}
	}
	return e.tagged(from)
}

// toldBefore reports whether the "if" at i follows what is to be told by a day: "tell me by
// Monday if".
func (e *enClause) toldBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-6 && !e.toks[j].stop; j-- {
		if (e.toks[j].w.in.has(sMe) || e.toks[j].low == "us") && j > 0 && e.in("know before if", e.toks[j-1].low) || e.toks[j].low == "know" {
			return true
		}
	}
	return false
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

// task is what is wanted from token i on, whose first word is a verb: "send you the list".
func (e *enClause) task(i int) string {
	if i >= len(e.toks) {
		return ""
	}
	verb := e.toks[i].low
	if !e.verb(verb) || e.in("telling", verb) && !e.tellsOthers(i) && !(verb == "let" && i+2 < len(e.toks) && e.toks[i+2].low == "have") || strings.HasSuffix(verb, "n't") || e.participle(verb) && !e.in("past", verb) && e.maps["past"][verb] == "" {
		return ""
	}
	next := ""
	if i+1 < len(e.toks) {
		next = e.toks[i+1].low
	}
	switch {
	case e.in("not wanted", verb) && !(verb == "have" && e.nounWithin("had", i)) && !(verb == "call" && next != "it" && next != "that"),
		verb == "give" && (next == "me" || next == "us" || next == "the") && !e.nounWithin("given", i), verb == "let" && !e.tellsOthers(i) && !(i+2 < len(e.toks) && e.toks[i+2].low == "have"):
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

// tellsOthers reports whether the verb at i, "tell", "remind" or "let", is done to somebody
// else than the sender: "tell Tim", "let the plumber in".
func (e *enClause) tellsOthers(i int) bool {
	switch e.toks[i].low {
	case "tell", "remind", "let", "inform", "ask":
	default:
		return false
	}
	if i+2 >= len(e.toks) || e.toks[i].stop {
		return false
	}
	t := &e.toks[i+1]
	return capital(t.text) && t.w == unknown || t.low == "them" || t.low == "him" || t.low == "her" || t.low == "everyone" || t.low == "everybody" || e.in("determiners", t.low) && (e.toks[i].low == "let" || e.lexicon.in(&e.toks[i+2], "told-people") || e.lexicon.tellsThat(e.toks[i+1:]))
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
