package gist

import "strings"

// What one piece proposes to its reader: something to do, or a thing that is there.

// proposed reads "I can fix it", "we could do Whin Fell", "it can be paid out", "shall I wait",
// "can lift you out".
func (l *lexicon) proposed(toks []token) (offer, bool) {
	kind, v := OptionDeed, -1
	for k := 0; k < len(toks)-1 && k < 14 && v < 0; k++ {
		t, next := &toks[k], &toks[k+1]
		who := func(t *token) OptionKind {
			if t.w.in.has(sYou) || strings.HasPrefix(t.low, "you'") {
				return OptionMine
			}
			return OptionDeed
		}
		switch {
		case k > 0 && t.w.wh != "" && !t.w.in.has(sSuppose):
			return offer{}, false
		case k > 0 && l.maps["ready-to"][t.low] != "" && next.w.in.has(sTo) && k+2 < len(toks): // "I'm happy to keep it"
			kind, v = who(&toks[k-1]), k+2
		case l.role(t) == "will" && !next.w.in.has(sNegations): // "I'll", "you'd"
			kind, v = who(t), k+1
		case l.role(t) != "modal" || t.stop || t.text != t.low && k > 0: // "May week"
			if t.stop {
				k = len(toks)
			}
		case k == 0 && next.w.in.has(sSubjects) && len(toks) > 2: // "shall I wait"
			v = k + 2
			switch {
			case next.w.in.has(sYou):
				kind = OptionMine
			case next.low == "we":
				kind = OptionJoint
			}
		case next.w.in.has(sNegations) || next.low == "not":
			return offer{}, false
		case k == 0 || toks[k-1].w.in.has(sSubjects) || l.role(&toks[k-1]) == "lead":
			v = k + 1
			if k > 0 {
				if kind = who(&toks[k-1]); toks[k-1].low == "we" && t.low == "could" {
					kind = OptionJoint
				}
			}
		default: // "the landlord will pay", "it can be restitched", "guests may have"
			v = k + 1
		}
	}
	for v > 0 && v < len(toks)-1 && (l.role(&toks[v]) == "lead" || toks[v].low == "all" && toks[v+1].w.verb() || l.in(&toks[v], "softening") || l.role(&toks[v]) == "softly") {
		v++
	}
	if v < 0 || v >= len(toks) {
		return offer{}, false
	}
	if v+1 < len(toks) && l.maps["opining"][toks[v].low] != "" && (toks[v+1].w.in.has(sSubjects) || strings.Contains(toks[v+1].low, "'") || toks[v+1].low == "that" || kind == OptionMine) {
		return offer{}, false // "I'd say it's a toss-up", "you would need a permit"
	}
	if l.maps["wish-verbs"][toks[v].low] != "" {
		if v+2 >= len(toks) || !toks[v+1].w.in.has(sTo) {
			return offer{}, false
		}
		v += 2 // "would you like to sign"
	}
	o := offer{toks: toks[v:], kind: kind, led: true, stated: true}
	if v > 1 && kind == OptionDeed && toks[v].low == "go" && l.in(&toks[v-2], "pronouns-it") {
		o.who = "it" // "it could go to the choir"
	}
	if s := &toks[max(0, v-2)]; kind == OptionDeed && v == 2 && l.role(&toks[1]) == "modal" && (s.low == "he" || s.low == "she" || s.w == unknown && capital(s.text) && !l.pluralWord(s.low)) {
		o.kind, o.who = OptionTheirs, s.text // "she could ride Pepper"
		if s.low == "he" || s.low == "she" {
			o.who = s.low
		}
	}
	if v > 1 {
		o.many = toks[v-2].low == "they" || l.pluralWord(toks[v-2].low)
	}
	return l.handed(o), true
}

// askedOf reads the first side of a question: "do you want me to fix it", "would you rather have
// the blue one", "whether you wish to collect it".
func (l *lexicon) askedOf(toks []token) (offer, bool) {
	n, k := len(toks), 0
	if n > 3 && (toks[0].low == "whether" || toks[0].low == "if") {
		k = 1
	}
	kind := OptionDeed
	switch {
	case k == 0 && n > 3 && toks[0].w.in.has(sInverts) && toks[1].w.in.has(sSubjects):
		if toks[1].w.in.has(sYou) {
			kind = OptionMine
		} else if toks[1].low == "we" {
			kind = OptionJoint
		}
		if l.in(&toks[0], "being-forms") && toks[0].low != "have" {
			return offer{}, false
		}
		k = 2
	case n > k+3 && toks[k].w.in.has(sYou):
		kind = OptionMine
		if k++; toks[k].low == "would" {
			k++
		}
	case n > k+2 && toks[k].low == "you'd":
		kind, k = OptionMine, k+1
	default:
		return offer{}, false
	}
	wish := l.maps["wish-verbs"][toks[k].low] != ""
	if !wish {
		return offer{}, false
	}
	for k < n-2 && l.maps["wish-verbs"][toks[k].low] != "" {
		k++
	}
	if n > k+2 && (toks[k].w.in.has(sFirst) || toks[k].low == "us" || toks[k].low == "me") && toks[k+1].w.in.has(sTo) {
		return offer{toks: toks[k+2:], kind: OptionDeed, led: true}, true
	}
	if toks[k].w.in.has(sTo) && n > k+1 {
		return l.handed(offer{toks: toks[k+1:], kind: kind, led: true}), true
	}
	rest := toks[k:]
	switch {
	case rest[0].low == "have" && len(rest) > 1 && l.thingFirst(rest[1:]):
		return offer{toks: rest[1:], kind: OptionThing, led: true}, true
	case l.deedFirst(rest) && kind == OptionMine:
		return offer{toks: rest, kind: kind, led: true}, true
	case l.thingFirst(rest):
		return offer{toks: rest, kind: OptionThing, led: true}, true
	}
	return offer{}, false
}

// handed tells what a proposal would hand over, and turns one that is nothing but that into a
// thing: "we can offer you row C".
func (l *lexicon) handed(o offer) offer {
	verb, rest := &o.toks[0], o.toks[1:]
	role := l.maps["offered-by"][verb.low]
	if verb.low == "go" && len(rest) > 1 && rest[0].low == "for" {
		role, rest = "have", rest[1:]
	}
	if role == "" && verb.low == "be" && len(rest) > 0 {
		switch {
		case l.done1(&rest[0]) || strings.HasSuffix(rest[0].low, "ed"):
			o.toks, o.kind, o.passed = rest, OptionHow, true
		case rest[0].w.det != "" || capital(rest[0].text):
			o.toks, o.kind = rest, OptionThing
		default:
			o.kind, o.led = "", false
		}
		return o
	}
	if role == "" || len(rest) == 0 {
		return o
	}
	if len(rest) > 3 && (role == "give" || role == "only") && rest[0].w.in.has(sPossessive) && l.in(&rest[1], "some-people") && rest[2].w.det != "" && !rest[1].stop {
		rest = rest[2:] // "offer your dad a visit"
	} else if len(rest) > 1 && (rest[0].w.in.has(sYou) || role == "do" && rest[0].low == "us") {
		rest = rest[1:]
	} else if role == "give" {
		return o
	}
	if len(rest) > 1 && (rest[0].low == "between" || rest[0].low == "from") {
		rest = rest[1:]
	}
	switch {
	case strings.ContainsAny(rest[0].text, "£$€"):
		return o
	case role == "have" && len(rest) > 1 && rest[0].low == "it":
		return o
	case rest[0].w.in.has(sPrepositions) && rest[0].w.det == "":
		o.toks, o.kind = rest, OptionHow
	case role == "only" || role == "give" || role == "do" || role == "have":
		if rest[0].w.in.has(sSubjects) || l.in(&rest[0], "pronouns-it") || l.maps["stands-for"][rest[0].low] != "" || !l.thingFirst(rest) {
			return o
		}
		if role != "only" {
			o.thing = rest
			return o
		}
		o.toks, o.kind = rest, OptionThing
	}
	return o
}

// had reads "there's the leather", "I've got Avons", "we still have the garden room", "it's
// either a bracket".
func (l *lexicon) had(toks []token) (offer, bool) {
	for k := 0; k < len(toks)-1 && k < 16; k++ {
		t := &toks[k]
		at := -1
		switch role := l.role(t); {
		case t.stop, k > 1 && toks[0].w.det != "" && strings.Contains(t.low, "'") && role == "having":
			return offer{}, false // "a bucket of the manure I've got coming"
		case role == "there", k == 0 && role == "having":
			at = k + 1
		case t.low == "there" && l.in(&toks[k+1], "being-forms"):
			at = k + 2
		case role == "having" && (strings.Contains(t.low, "'") || k > 0 && (toks[k-1].w.in.has(sSubjects) || l.role(&toks[k-1]) == "lead" || l.role(&toks[k-1]) == "softly" || l.in(&toks[k-1], "softening"))):
			at = k + 1
		}
		if at < 0 || l.maps["choosing"][t.low] == "short" && at < len(toks) && toks[at].w.det == "" && !toks[at].w.in.has(sEither) {
			continue // "if she's fussy"
		}
		if k == 0 && at < len(toks)-1 && (toks[at].w.in.has(sYou) || toks[at].low == "us") || k > 0 && at < len(toks)-1 && toks[at].w.in.has(sYou) {
			at++ // "got you a table by the door"
		}
		for at < len(toks)-1 && (l.role(&toks[at]) == "lead" || l.role(&toks[at]) == "having" || l.in(&toks[at], "softening") || l.role(&toks[at]) == "softly") {
			at++
		}
		if at >= len(toks) {
			return offer{}, false
		}
		if rest, is := l.someoneFor(toks[at:]); is {
			return offer{toks: rest, kind: OptionThing, led: true, stated: true}, true
		}
		if t := &toks[at]; at+1 < len(toks) && t.w.det == "" && l.participle(t) && (l.in(&toks[at+1], "pronouns-it") || l.maps["particles"][toks[at+1].low] != "") {
			return offer{}, false // "I've narrowed it down to these"
		}
		if !l.thingFirst(toks[at:]) || l.done1(&toks[at]) || toks[at].w.in.has(sAny) && toks[at].w.det != "" {
			return offer{}, false
		}
		rest := toks[at:]
		return offer{toks: rest, kind: OptionThing, led: true, stated: true}, true
	}
	return offer{}, false
}

// someoneFor cuts "someone for" off.
func (l *lexicon) someoneFor(toks []token) ([]token, bool) {
	if len(toks) > 2 && (toks[0].low == "someone" || toks[0].low == "somebody") && toks[1].low == "for" {
		return toks[2:], true
	}
	return toks, false
}

// clauseOffer is what a piece offers, or the part of it behind "and".
func (l *lexicon) clauseOffer(toks []token) offer {
	toks = l.unled(toks)
	if l.role(&toks[0]) == "remark" {
		return offer{}
	}
	if o, ok := l.proposed(toks); ok {
		return o
	}
	if o, ok := l.had(toks); ok {
		return o
	}
	if end := l.subjectEnd(toks); end > 0 && end < 6 && !toks[0].w.in.has(sSubjects) {
		return offer{toks: toks[:end], kind: OptionThing, named: true, stated: true}
	}
	return offer{}
}
