package gist

import (
	"slices"
	"strings"
)

// maxBetween is how many words stand between "merci de nous indiquer" and the first thing.
const maxBetween = 8

// romanceList parts a French or Spanish sentence that wants to be told several things at
// once, "pouvez-vous nous indiquer l'âge de l'enfant, si vous voulez un lit et à quelle heure
// vous arrivez ?": each stands alone, without what leads to it. It is nil for others.
func (l *lexicon) romanceList(s *sentence) (out []sentence) {
	if !l.romance() || s.item || s.plain && !strings.Contains(s.text, "me dire ") && !strings.Contains(s.text, "decirme ") {
		return nil
	}
	from := l.toldFrom(s)
	if from < 0 {
		return nil
	}
	if _, papers := l.wantsPapers(s); papers {
		return nil // they are sent together
	}
	toks := s.tokens
	add := func(to int) {
		if at := l.pastTelling(toks, from); at < to-1 {
			from = at
		}
		if toks[from].w.in.has(sLinks) && toks[from+1].w.det != "" {
			from++ // "besoin de votre adresse, de la date"
		}
		part := s.part(l, from, to, false)
		part.told = true
		out = append(out, part)
	}
	joined := false
	for i := from + 2; i < len(toks)-1 && len(out) < MaxItems-1; i++ {
		next := l.afterAnd(toks, i)
		if next == i && (!toks[i-1].stop || toks[i-1].mark != ',' && toks[i-1].mark != ';') || next >= len(toks)-1 {
			continue
		}
		if !l.beginsTold(toks, next, from, next > i) {
			continue
		}
		add(i)
		joined = joined || next > i
		from = next
		i = next
	}
	if len(out) == 0 {
		if s.plain && !toks[from].w.in.has(sPrepositions) || !s.asks && toks[from].w.det != "" && l.askedThing(toks[from:]) != "" && l.askedThing(toks[from:]) != AskOpinion {
			add(len(toks))
		}
		return out
	}
	if rest := toks[from:]; !joined && len(out) == 1 && rest[0].w.wh == "" && !l.asksBehind(toks, from) && l.askedThing(rest) == "" {
		return out // "besoin de tes dates, la direction s'impatiente"
	}
	add(len(toks))
	return out
}

// toldFrom is the token at which the first thing stands that a sentence wants to be told; -1
// where it wants none.
func (l *lexicon) toldFrom(s *sentence) int {
	for _, h := range s.hits {
		if h.group != pTell {
			continue
		}
		from := h.to
		if s.asks && s.tokens[from-1].stop {
			return -1 // "Dis, tu l'aimes toujours ?"
		}
		if s.tokens[from-1].w.det != "" && h.to-h.from > 1 {
			from-- // "besoin de votre"
		}
		for i := from; i < len(s.tokens)-2 && i < h.to+maxBetween; i++ {
			t := &s.tokens[i]
			if t.w.wh != "" || l.asksBehind(s.tokens, i) || t.w.det != "" && !s.tokens[i+1].w.in.has(sDates) && s.tokens[i+1].w.day == 0 && !s.tokens[i+1].figure() {
				return i
			}
		}
		return -1
	}
	return -1
}

// afterAnd is the token behind an "et" or an "ainsi que" at token i, i itself for none.
func (l *lexicon) afterAnd(toks []token, i int) int {
	switch {
	case toks[i].w.in.has(sAnd):
		return i + 1
	case toks[i].low == "ainsi" && (toks[i+1].low == "que" || toks[i+1].low == "qu'") || toks[i].low == "así" && toks[i+1].low == "como":
		return i + 2
	}
	return i
}

// pastTelling is the token behind what leads to one more thing, "de m'indiquer" of "et de
// m'indiquer si"; i itself where nothing does.
func (l *lexicon) pastTelling(toks []token, i int) int {
	told := false
	for j := i; j < len(toks)-1 && j < i+5 && !toks[j].stop; j++ {
		t := &toks[j]
		if t.w.in.has(sTelling) {
			told = true
		} else if !t.w.in.has(sLinks) && !t.w.in.has(sMe) && !(t.w.in.has(sObjects) && t.w.det == "") {
			if told {
				return j
			}
			break
		}
	}
	return i
}

// asksBehind reports whether a word that asks stands behind prepositions at token i: "à
// partir de quand", "en qué tren".
func (l *lexicon) asksBehind(toks []token, i int) bool {
	for j := i; j+1 < len(toks) && j < i+3 && !toks[j].stop && (toks[j].w.in.has(sPrepositions) || toks[j].w.in.has(sLinks) || j > i && toks[j].low == "partir"); j++ {
		if w := toks[j+1].w; w.wh != "" && w.wh != "if" {
			return true
		}
	}
	return false
}

// beginsTold reports whether one more thing to be told begins at token i, behind one that
// begins at token from.
func (l *lexicon) beginsTold(toks []token, i, from int, joined bool) bool {
	i = l.pastTelling(toks, i)
	t := &toks[i]
	ce := t.low == "ce" && (toks[i+1].low == "que" || toks[i+1].low == "qu'" || toks[i+1].low == "qui") || t.low == "lo" && toks[i+1].low == "que"
	switch {
	case t.w.wh == "if" && !joined && l.idleIf(toks[i:]):
		return false
	case t.w.wh != "" && t.low != "que" && t.low != "qu'" && (joined || t.w.wh == "if" || t.w.wh != "which" || t.low != "dont"), l.asksBehind(toks, i), ce && joined:
		return true
	case (t.w.in.has(sLinks) && toks[i+1].w.det != ""):
		i++
		t = &toks[i]
	}
	if t.w.det == "" {
		return false
	}
	first := &toks[from]
	if first.w.in.has(sLinks) {
		first = &toks[from+1]
	}
	clause := i + 1
	for clause < len(toks) && clause < i+6 && toks[clause].low != "que" && toks[clause].low != "qu'" && !toks[clause-1].stop {
		clause++
	}
	listed := first.w.det != "" && first.w.wh == ""
	return l.askedThing(toks[i:]) != "" || listed && t.w.in.has(sYours) ||
		listed && !slices.ContainsFunc(toks[i+1:clause], func(t token) bool { return t.w.in.has(sAuxiliaries) || t.w.in.has(sSubjects) })
}

// idleIf reports whether a condition is one of mere courtesy: "si possible", "si ce n'est pas
// indiscret".
func (l *lexicon) idleIf(toks []token) bool {
	return len(toks) > 1 && l.in(&toks[1], "idle if") || len(toks) > 3 && (toks[1].low == "ce" || toks[1].low == "c'" || toks[1].low == "no") && (toks[2].low == "n'" || toks[2].low == "est" || toks[2].low == "es")
}

// saysOnly reports whether a sentence is told to its reader and asks nothing: "un petit mot pour
// vous dire que", "solo quería decirte que", "ich wollte dir sagen, dass".
func (l *lexicon) saysOnly(s *sentence) bool {
	if l.code == "en" || s.asks {
		return false
	}
	for i := 1; i+1 < len(s.tokens); i++ {
		t, before, next := &s.tokens[i], &s.tokens[i-1], &s.tokens[i+1]
		that := next.low == "que" || next.low == "qu'" || next.low == "dass" || next.low == "combien" || next.low == "cuánto" || next.low == "wie"
		if !that || !t.w.in.has(sTelling) && !strings.HasPrefix(t.low, "decirt") && !strings.HasPrefix(t.low, "decirl") && !strings.HasPrefix(t.low, "decíros") && !strings.HasPrefix(t.low, "contart") {
			continue
		}
		if before.low == "vous" || before.low == "te" || before.low == "t'" || before.low == "dir" || before.low == "ihnen" || before.low == "euch" || strings.HasPrefix(t.low, "decirt") || strings.HasPrefix(t.low, "decirl") || strings.HasPrefix(t.low, "contart") {
			return true
		}
	}
	return false
}
