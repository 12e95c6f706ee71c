package gist

import "strings"

// Options that are named without a verb of their own: heads of sentences that have none, things
// beside their prices, and things that share the verb of the first.

// verblessHead is the first piece of the sentence before an "Or" that begins a sentence, where
// that names something without a verb: "Ferry with the car, nine hours. Or fly."
func (l *lexicon) verblessHead(pcs []fragment) offer {
	from := len(pcs) - 1
	for from > 0 && pcs[from].lead != '.' && pcs[from].lead != '!' && pcs[from].lead != ':' {
		from--
	}
	if from < 0 || from == len(pcs)-1 {
		return offer{}
	}
	return l.headOffer(pcs[from].toks)
}

// headOffer is what a piece names that stands as a sentence without a verb.
func (l *lexicon) headOffer(toks []token) offer {
	toks = l.unled(toks)
	if len(toks) > maxName || l.role(&toks[0]) == "remark" || toks[0].w.wh != "" || l.subjectEnd(toks) > 0 {
		return offer{}
	}
	for i := range toks {
		if t := &toks[i]; l.role(t) == "modal" && t.text == t.low || l.role(t) == "will" || t.w.in.has(sBeing) || t.w.in.has(sSubjects) && t.w.det == "" || strings.Contains(t.low, "'") && t.w != unknown && t.w.det == "" {
			return offer{}
		}
	}
	o := l.offerOf(toks)
	if o.led || o.named || o.kind == OptionState {
		return offer{}
	}
	return o
}

// heads reads sentences that each name one thing first and tell of it without a verb: "Peg 7
// under the trees, snaggy. Peg 19, easy walk.", "Minimum: a new valve, £60. Better: a new pump, £140."
func (l *lexicon) heads(toks []token) []offer {
	pcs := l.fragments(toks, false)
	var out []offer
	for i := 0; i < len(pcs); i++ {
		if i > 0 && pcs[i].lead != '.' && pcs[i].lead != '!' && pcs[i].lead != ';' {
			continue
		}
		p := &pcs[i]
		if i+1 < len(pcs) && pcs[i+1].lead == ':' && !l.price(pcs[i+1].toks, 0) {
			p = &pcs[i+1]
		}
		if p.lead == 'o' || l.role(&p.toks[0]) == "lead" {
			continue
		}
		o := l.headOffer(p.toks)
		if k := l.letterAt(p.toks); k >= 0 {
			o = offer{toks: p.toks[k : k+1], kind: OptionThing, named: true}
		}
		if o.kind == "" || o.kind == OptionThing && len(p.toks) > 1 && l.price(p.toks, 0) {
			if len(out) > 1 {
				break // what is told behind them
			}
			out = nil
			continue
		}
		if len(out) > 0 && (o.kind != out[0].kind || !l.alikeHeads(&out[0].toks[0], &o.toks[0])) {
			if len(out) > 1 {
				break
			}
			out = nil
		}
		o.stated = true
		out = append(out, o)
	}
	if len(out) < 2 || len(out) > maxChoices {
		return nil
	}
	return l.evenedItems(out)
}

// letterAt is where the letter stands that a sentence begins with: 1 for "In B you keep the
// hall", "Plan B has a porch", -1 for none.
func (l *lexicon) letterAt(toks []token) int {
	for k := 0; k < min(2, len(toks)-1); k++ {
		if t := &toks[k]; len(t.text) == 1 && t.text[0] >= 'A' && t.text[0] <= 'H' && !t.stop && (k == 0 && l.subjectEnd(toks) == 1 || k == 1 && (toks[0].w.in.has(sPrepositions) || l.maps["chosen-of"][toks[0].low] != "")) {
			return k
		}
	}
	return -1
}

// beside reads things that stand beside their prices: "33 seater £410, 49 seater £495", "The
// small one, fitted: £90. The big one, fitted: £120, and you need a drain."
func (l *lexicon) beside(toks []token) []offer {
	var out []offer
	pcs := l.fragments(toks, true)
	for i := 0; i < len(pcs); i++ {
		named := l.unled(pcs[i].toks)
		if !l.thingFirst(named) || l.price(named, 0) || l.subjectEnd(named) > 0 || l.role(&named[0]) == "remark" || named[0].w.in.has(sPossessive) {
			continue
		}
		at := 0
		for k := 1; k < len(named) && at == 0; k++ {
			if l.price(named, k) {
				at = k
			}
		}
		if at == 0 {
			next := i + 1
			for next < min(i+3, len(pcs)) && !l.price(pcs[next].toks, 0) && (pcs[next].lead == ',' || pcs[next].lead == ':') && len(pcs[next].toks) < 5 {
				next++
			}
			if next >= min(i+3, len(pcs)) || pcs[next].lead == '.' || pcs[next].lead == 'o' || pcs[next].lead == 'a' || !l.price(pcs[next].toks, 0) {
				continue
			}
			if pcs[next-1].lead == ':' && next-1 > i {
				named = l.unled(pcs[next-1].toks)
			}
			i, at = next, len(named)
		}
		if o := (offer{toks: named[:at], kind: OptionThing, stated: true}); at > 0 && l.headOffer(o.toks).kind == OptionThing && l.maps["counted-off"][o.toks[min(1, at-1)].low] == "" && len(out) < maxChoices {
			out = append(out, o)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// sharedVerb puts a deed before the things behind "or" and gives those its verb: "attend mornings
// only, five days or three days", "scan them all, or only the first", "put it in as a stout or a
// porter".
func (l *lexicon) sharedVerb(o offer, things []offer) ([]offer, bool) {
	if o.thing != nil || o.passed || o.kind != OptionDeed && o.kind != OptionMine && o.kind != OptionJoint && o.kind != OptionTheirs {
		return nil, false
	}
	for i := range things {
		if t := &things[i]; t.kind != OptionThing || t.led || t.named || l.mayBeDone(*t) {
			return nil, false
		}
	}
	head := &things[len(things)-1].toks[0]
	if head.figure() {
		return nil, false // "pick up at 2.45 or 3.15"
	}
	at, seen := 0, 0
	for k := 1; k < len(o.toks) && !o.toks[k-1].stop && !(k > 1 && l.price(o.toks, k)); k++ {
		t := &o.toks[k]
		if t.w.in.has(sPrepositions) && t.w.det == "" || l.maps["particles"][t.low] != "" || k > 1 && !o.toks[k-1].w.in.has(sPrepositions) {
			continue
		}
		if seen++; seen == 1 || l.sortedAlike(t, head) {
			at = k
		}
	}
	if at == 0 || seen > 1 && !l.sortedAlike(&o.toks[at], head) && !l.in(&o.toks[at], "pronouns-it") {
		return nil, false
	}
	if o.who == "it" {
		return append([]offer{{toks: o.toks[at:], kind: OptionThing, led: true}}, things...), true
	}
	out := make([]offer, len(things), len(things)+1)
	for i, t := range things {
		out[i] = offer{toks: append(append([]token(nil), o.toks[:at]...), t.toks...), kind: o.kind, led: true, stated: true, who: o.who}
	}
	return append([]offer{o}, out...), true
}

// sortedAlike reports whether two words begin things of one build: both with an article, both
// with a number, both bare.
func (l *lexicon) sortedAlike(a, b *token) bool {
	number := func(t *token) bool { return t.figure() || l.numberOf(t) > 1 }
	return number(a) == number(b) && (a.w.det != "") == (b.w.det != "") && !l.in(a, "pronouns-it")
}
