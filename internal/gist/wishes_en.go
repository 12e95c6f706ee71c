package gist

import "slices"

// Options that stand in conditions, "if you want to keep it, …", and those that somebody else
// has suggested.

// conditional reads what several conditions of a mail suppose that its reader would like to do:
// "If you want to stay, nothing needs to be done. If you would like to leave, a line is enough."
func (l *lexicon) conditional(toks []token) []offer {
	if out := l.wishesIf(toks); len(out) > 1 {
		return out
	}
	return nil
}

// orContrary reads a condition that stands alone, which has its contrary beside it: "if you
// would like to give it up, we have eleven people waiting".
func (l *lexicon) orContrary(toks []token) []offer {
	out := l.wishesIf(toks)
	if len(out) != 1 {
		return nil
	}
	contrary := l.maps["contraries"][out[0].toks[0].low]
	if contrary == "" {
		return nil
	}
	return append(out, offer{toks: l.tokens(contrary), kind: OptionMine, led: true})
}

// wishesIf are what the conditions in tokens suppose that the reader would like to do.
func (l *lexicon) wishesIf(toks []token) (out []offer) {
	for _, p := range l.fragments(toks, false) {
		at := 0
		for at < len(p.toks) && at < 8 && p.toks[at].low != "if" {
			at++
		}
		if at > 1 || at == len(p.toks) {
			continue
		}
		for at++; at < len(p.toks) && at < 8 && !p.toks[at].w.in.has(sYou); at++ {
			if p.toks[at].w.in.has(sSubjects) {
				break
			}
		}
		toks := p.toks[min(at, len(p.toks)):]
		if len(toks) < 3 || !(toks[0].w.in.has(sYou) || toks[0].low == "you'd") {
			continue
		}
		k, wish := 1, toks[0].low == "you'd"
		for k < len(toks)-1 && (toks[k].low == "would" || l.maps["wish-verbs"][toks[k].low] != "" || l.maps["conditional-wish"][toks[k].low] != "") {
			wish = true
			k++
		}
		if toks[k].w.in.has(sTo) && k+1 < len(toks) {
			k++
		} else if toks[k-1].low != "rather" {
			continue
		}
		if slices.ContainsFunc(toks[k:], func(t token) bool { return t.low == "please" }) {
			return nil // "if you'd like to carry on please return the form"
		}
		if wish && toks[k].w.det == "" && !toks[k].w.in.has(sPrepositions) && len(out) < maxChoices {
			out = append(out, offer{toks: toks[k:], kind: OptionMine, led: true})
		}
	}
	return out
}

// suggested reads what several people have suggested: "Tom suggested boots, somebody else a
// voucher".
func (l *lexicon) suggested(toks []token) (out []offer) {
	for _, p := range l.fragments(toks, true) {
		at := -1
		for k := 1; k+1 < len(p.toks) && k < 6 && at < 0; k++ {
			switch t := &p.toks[k]; l.maps["suggests"][t.low] {
			case "yes":
				at = k + 1
				if t.low == "thought" && p.toks[k+1].low != "of" {
					at = len(p.toks)
				}
			case "who":
				if len(out) > 0 && p.toks[k+1].w.det != "" {
					at = k + 1 // "somebody else a voucher"
				}
			}
		}
		if at > 0 && at+1 < len(p.toks) && p.toks[at].low == "of" {
			at++
		}
		if at < 1 || at >= len(p.toks) || !l.thingFirst(p.toks[at:]) || p.toks[at].w.in.has(sSubjects) || p.toks[at].low == "that" || len(out) == maxChoices {
			continue
		}
		out = append(out, offer{toks: p.toks[at:], kind: OptionThing, led: true, stated: true})
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
