package gist

import (
	"slices"
	"strings"
)

// What only tells of a question: of the reader's own, "you asked me when the shop opens", and
// of somebody else's, "the driver did wonder whether anyone was in".

// reported reports whether an English statement tells what somebody asked or wanted to know:
// the reader did, who is answered here, or somebody else did, and not of the reader.
func (l *lexicon) reported(toks []token) bool {
	if l.code != "en" || len(toks) < 4 {
		return false
	}
	for i := 0; i < len(toks) && i < 10; i++ {
		t := &toks[i]
		if t.w.wh != "" || t.stop && i > 0 {
			return false
		}
		if !t.w.in.has(sYou) && (t.w.in.has(sFirst) || !l.subjectEnds(toks, i)) {
			continue
		}
		if i+2 >= len(toks) || !l.asked(toks[i+1:], t.w.in.has(sYou)) {
			return false
		}
		return t.w.in.has(sYou) || !l.ofReader(toks[i+1:])
	}
	return false
}

// subjectEnds reports whether a subject that is neither the sender nor the reader ends with
// token i: "the driver", "somebody", "Tom".
func (l *lexicon) subjectEnds(toks []token, i int) bool {
	t := &toks[i]
	if t.w.in.has(sSubjects) {
		return i == 0 && t.low != "it" && t.low != "there"
	}
	return i == 0 && capital(t.text) && t.w == unknown || i > 0 && i < 4 && toks[0].w.det != "" && !t.w.in.has(sVerbs) && !t.w.in.has(sAuxiliaries)
}

// asked reports whether words behind a subject say that it asked: "asked me", "wanted to know",
// "were wondering", "did wonder", "could not tell us". What the reader still has to tell is none.
func (l *lexicon) asked(toks []token, reader bool) bool {
	past := false
	for i := 0; i+1 < len(toks) && i < 5; i++ {
		t := &toks[i]
		switch {
		case l.in(t, "asked"):
			return true
		case t.low == "did" || t.low == "had" || t.low == "was" || t.low == "were" || t.low == "wanted" || t.low == "could" && !reader || t.low == "hoped":
			past = true
		case past && (t.w.in.has(sTelling) || t.w.in.has(sKnowing) || t.low == "asking"):
			return true
		case t.w.in.has(sNegations), t.w.in.has(sTo), t.low == "just", t.low == "also", t.low == "only", t.low == "both", t.w.in.has(sObjects):
		default:
			return false
		}
	}
	return false
}

// ofReader reports whether words name the reader or something of theirs.
func (l *lexicon) ofReader(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sYou) || t.w.in.has(sYours) })
}

// ownNeeds reports whether a statement says that the sender needs to do something, or time for
// it: "I need to give him a total", "I need a week to unpack".
func (l *lexicon) ownNeeds(toks []token) bool {
	for i := 1; i+3 < len(toks) && i < 8; i++ {
		if next := &toks[i+1]; toks[i].w.in.has(sNeeding) && l.needs(toks[:i]) && !toks[i].stop {
			return l.ownTime(toks[i+1:]) || next.w.in.has(sTo) && (toks[i+2].w.in.has(sHanding) || toks[i+2].w.verb()) && !l.receives(&toks[i+2])
		}
	}
	return false
}

// saysThat reports whether a statement only leads to what it tells: "I'm pleased to say that all
// is well", "when I rang to say your coat was ready", "you'd like to know that we won".
func (l *lexicon) saysThat(toks []token) bool {
	for i := 1; i+1 < len(toks) && i < 14; i++ {
		if t := &toks[i]; (t.w.in.has(sTelling) || t.w.in.has(sKnowing)) && toks[i-1].w.in.has(sTo) && (toks[i+1].low == "that" || t.low == "say" && toks[i+1].w.wh == "" && !toks[i+1].w.in.has(sMe)) {
			return true
		}
	}
	return false
}

// notTold is the word that asks behind what a statement says was not told, or is not known, by
// the reader or of them: "you never said how much it was", "the form does not say when you come",
// "we do not know which train you will be on"; -1 for none.
func (l *lexicon) notTold(toks []token) int {
	if l.code != "en" || len(toks) < 5 {
		return -1
	}
	not := slices.IndexFunc(toks[:min(len(toks), 6)], func(t token) bool { return t.w.in.has(sNegations) })
	if not < 0 {
		return -1
	}
	for i := not + 1; i+2 < len(toks) && i < not+6 && !toks[i-1].stop; i++ {
		wh := toks[i].w.wh
		if wh == "" {
			continue
		}
		if wh == "how" {
			if wh = l.maps["how"][toks[i+1].low]; wh == "how" {
				wh = ""
			}
		}
		precise := wh != "" && wh != "why" && (wh != "what" || !toks[i+1].w.in.has(sSubjects) && toks[i+1].w.det == "")
		said := slices.ContainsFunc(toks[not:i], func(t token) bool { return l.in(&t, "told-by-then") })
		ours := slices.ContainsFunc(toks[:not+1], func(t token) bool { return t.w.in.has(sFirst) }) || not == 0
		switch {
		case !precise || toks[i-1].w.in.has(sSubjects):
			return -1
		case said && !ours, (said || toks[i-1].low == "idea") && slices.ContainsFunc(toks[i+1:min(len(toks), i+4)], func(t token) bool { return l.readers(&t) }):
			return i
		}
		return -1
	}
	return -1
}

// readers reports whether a word is the reader or theirs, also "you'll".
func (l *lexicon) readers(t *token) bool {
	return t.w.in.has(sYou) || t.w.in.has(sYours) || strings.HasPrefix(t.low, "you'") || strings.HasPrefix(t.low, "you’")
}

// takesFor is where what the sender supposes of the reader begins, which is to be affirmed: "I
// take it | you got the tickets"; 0 for none.
func (l *lexicon) takesFor(toks []token) int {
	if l.code != "en" || len(toks) < 5 || !toks[0].w.in.has(sFirst) {
		return 0
	}
	at := 0
	switch low := toks[1].low; {
	case low == "take" && toks[2].low == "it":
		at = 3
	case low == "assume" || low == "presume":
		at = 2
	default:
		return 0
	}
	if toks[at].low == "that" {
		at++
	}
	if at+2 >= len(toks) || !l.readers(&toks[at]) || toks[at].w.in.has(sYours) {
		return 0
	}
	return at
}

// ofOthers reports whether the subject of a statement is neither the sender nor the reader.
func (l *lexicon) ofOthers(toks []token) bool {
	for i := 0; i < len(toks) && i < 4; i++ {
		if !toks[i].w.in.has(sFirst) && !toks[i].w.in.has(sYou) && l.subjectEnds(toks, i) {
			return true
		}
	}
	return false
}
