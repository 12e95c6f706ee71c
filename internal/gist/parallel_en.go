package gist

import "strings"

// parallel reads a question whose sides go on alike behind what they share, "are you driving or
// taking the train?", "would you rather mend it or give me a new one?", and says each in full. It
// is nil for questions of another form.
func (a *alternatives) parallel(right []token) []Alternative {
	if a.q < 0 || a.v <= a.q || a.v >= a.or {
		return nil
	}
	gerund := func(t *token) bool {
		return strings.HasSuffix(t.low, "ing") && len(t.low) > 4 && !t.w.in.has(sPrepositions) && t.w.det == ""
	}
	r := restaterOf("en")
	deed := func(t *token) bool { return r.verb(t.low) && t.w.det == "" && !t.w.in.has(sPrepositions) }
	split, first := a.v, &a.toks[a.v]
	switch next := &a.toks[min(a.v+1, a.or)]; {
	case gerund(first) && gerund(&right[0]):
	case gerund(first) && a.v+2 == a.or && a.kindOf(&right[0]) == altPreposition && !a.is(next.low, sNouns):
		split++ // "are you coming alone or with Alex?"
	case first.low == "rather" && next.w.det == "" && deed(&right[0]):
		split++
	case first.low == "prefer" && next.low == "to" && a.v+2 < a.or && deed(&a.toks[a.v+2]) && deed(&right[0]):
		split += 2
	default:
		return nil
	}
	if split >= a.or {
		return nil
	}
	shared := a.text[a.toks[a.q].from:a.toks[split-1].to]
	var out []Alternative
	for _, side := range [][]token{a.toks[split:a.or], right} {
		said := Restate("en", shared+" "+a.text[side[0].from:side[len(side)-1].to]+"?", "").Yes
		if said == "" {
			return nil
		}
		out = append(out, Alternative{Said: said, Full: said})
	}
	return out
}
