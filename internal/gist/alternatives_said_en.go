package gist

import (
	"slices"
	"strings"
)

// How the alternatives of a question are said as statements, and which of them leave no choice.

// full says one of them as a statement; of what they do, "I drink tea", it is stiff.
func (a *alternatives) full(start int, part []token) string { return a.fullWith(start, "", part) }

// fullWith is full with a preposition that the part shares with another one.
func (a *alternatives) fullWith(start int, lead string, part []token) string {
	if first := &a.toks[a.q]; start > a.v && (first.low == "do" || first.w.wh == "if") && a.toks[a.q+1].w.in.has(sYou) {
		return ""
	}
	for i := 1; i < len(part); i++ {
		if part[i].low == "you" && part[i-1].low == "of" {
			return "" // "four of you" is more than the reader
		}
	}
	said := strings.TrimRight(a.text[part[0].from:part[len(part)-1].to], " ,")
	if is := &a.toks[a.q]; start > a.q+2 && a.toks[start-1].figure() && a.toks[a.q+1].w.det != "" && !capital(a.toks[a.q+2].text) { // "are the figures on page 4 net"
		switch is.low {
		case "are", "were":
			return "they " + is.low + " " + lead + said
		case "is", "was":
			return "it " + is.low + " " + lead + said
		}
	}
	yes := RestateTo("en", a.text[a.toks[a.q].from:a.toks[start].from]+lead+said+"?", "", "").Yes
	if last := &part[len(part)-1]; yes != "" && a.flip(last.low, last.text) == last.text && !strings.Contains(strings.ToLower(yes), last.low) {
		return "" // "I would rather have the report" says nothing of how
	}
	if is, who := &a.toks[a.q], &a.toks[a.q+1]; yes == "" && start == a.v && a.in(is, "being-forms") && (who.low == "it" || who.low == "that" || who.low == "they") && len(part) < 7 {
		yes = who.low + " " + is.low + " " + lead + a.say(part) // "is it from you?"
	}
	if yes == "" && start == a.v+1 && a.maps["holds-any"][a.toks[a.v].low] != "" {
		switch a.toks[a.q].low {
		case "does":
			yes = "it " + a.toks[a.v].low + "s " + lead + a.say(part)
		case "do":
			yes = "they " + a.toks[a.v].low + " " + lead + a.say(part)
		}
	}
	return yes
}

// maxToldDeed is how many words a deed has at most behind which more is said.
const maxToldDeed = 8

// both reads a request that two ways meet alike, of which a helpful reader takes both: "can you
// check your camera or the bay?".
func (a *alternatives) both(right []token) []Alternative {
	if a.v >= a.or || !a.toks[a.q+1].w.in.has(sYou) || !a.in(&a.toks[a.q], "asks-deed") || a.maps["looks-into"][a.toks[a.v].low] == "" || a.in(&right[0], "limiting") || a.verb(right[0].low) && !right[0].w.in.has(sNouns) {
		return nil
	}
	text := a.text[a.toks[a.q].from:a.toks[a.or].from] + "and " + a.text[right[0].from:right[len(right)-1].to]
	do := RestateTo("en", strings.TrimRight(text, " ,?.!")+"?", "", "").Do
	if do == "" {
		return nil
	}
	said := "I will " + do
	if len(strings.Fields(do)) <= maxToldDeed {
		said += " and let you know"
	}
	return []Alternative{{Said: said, Deed: true}}
}

// around reads two times or places about one thing: "before or after the discount".
func (a *alternatives) around(right []token, wish bool) []Alternative {
	beside := func(t *token) bool { return t.w.in.has(sPrepositions) && !t.w.in.has(sOf) || a.in(t, "time-clauses") }
	left := &a.toks[a.or-1]
	if a.or-1 <= a.v || len(right) < 2 || !beside(left) || !beside(&right[0]) || left.stop || left.low == right[0].low {
		return nil
	}
	first := append([]token{*left}, right[1:]...)
	said := strings.TrimRight(a.text[right[1].from:right[len(right)-1].to], " ,")
	lead := a.text[a.toks[a.q].from:left.from]
	full := func(t *token) string { return RestateTo("en", lead+t.low+" "+said+"?", "", "").Yes }
	return []Alternative{{Said: a.say(first), Wish: wish, Full: full(left)}, {Said: a.say(right), Wish: wish, Full: full(&right[0])}}
}

// holdsAny reports whether what stands around "or" is asked of together, so that no answers
// both: "do they contain nuts or traces of nuts?".
func (l *lexicon) holdsAny(toks []token, or int) bool {
	if l.code != "en" || len(toks) < 4 || !toks[0].w.in.has(sDropped) || l.in(&toks[or+1], "limiting") || toks[or+1].w.in.has(sAuxiliaries) || toks[1].w.in.has(sFirst) || toks[1].w.in.has(sYou) {
		return false
	}
	return slices.ContainsFunc(toks[1:or], func(t token) bool { return l.maps["holds-any"][t.low] != "" && t.w.det == "" })
}

// people reads two people of whom one is asked or asks: "is that me or Ines?", "will it be you or
// me this time?".
func (a *alternatives) people(right []token) []Alternative {
	left := &a.toks[a.or-1]
	person := func(t *token) bool {
		return t.low == "you" || t.low == "me" || t.low == "i" || t.low == "us" || capital(t.text) && !t.w.in.has(sStop) && t.w.det == "" && t.w.day == 0 && t.w.month == 0
	}
	named := func(t *token) bool { return capital(t.text) && t.low != "i" }
	at := a.or - 1
	if at > a.q+2 && a.toks[at-1].low == "be" {
		at--
	}
	if a.q < 0 || at > a.q+2 || !person(left) || !person(&right[0]) || named(left) && named(&right[0]) || len(right) > 5 {
		return nil
	}
	said := func(t *token) Alternative {
		switch t.low {
		case "you":
			return Alternative{Said: a.maps["flips-object"]["you"], Wish: false}
		case "me", "i", "us":
			return Alternative{Said: "you"}
		}
		return Alternative{Said: t.text}
	}
	return []Alternative{said(left), said(&right[0])}
}
