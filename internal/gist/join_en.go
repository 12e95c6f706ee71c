package gist

import (
	"slices"
	"strings"
)

// Offers that a join puts side by side, or that several clauses make one after the other.

// orOffers reads what the last "or" of a text puts side by side: "I can patch it, or replace
// the whole run", "row C at the side, row M in the centre, or a full refund".
func (l *lexicon) orOffers(toks []token) []offer {
	pcs := l.fragments(toks, false)
	last := -1
	for i := range pcs {
		if pcs[i].lead == 'o' && i > 0 {
			last = i
		}
	}
	if last < 0 {
		return nil
	}
	right := l.offerOf(pcs[last].toks)
	if t := pcs[last].toks; right.kind == "" && len(t) > 1 && t[0].low == "with" && last > 0 && slices.ContainsFunc(pcs[last-1].toks, func(t token) bool { return t.low == "with" }) {
		right = offer{toks: t, kind: OptionHow} // "with a low excess, or with a high one"
	}
	if right.kind == "" {
		return nil
	}
	out := []offer{right}
	if pcs[last].lone {
		if head := l.verblessHead(pcs[:last]); head.kind != "" && !right.led {
			if head.kind == OptionThing && right.kind == OptionDeed {
				right.kind = OptionJoint // "Or fly."
			}
			return l.evened([]offer{head, right})
		}
	}
	for i := last - 1; i >= 0 && last-i < 12 && len(out) < maxChoices; i-- {
		p := &pcs[i]
		o := l.offerOf(p.toks)
		if o.kind == OptionThing && right.kind == OptionThing && !o.led && !o.named && p.lead == ',' && right.toks[0].w.det != "" && o.toks[0].w.det == "" && !capital(o.toks[0].text) {
			continue // "a repair in lead, fifteen years guarantee, or a valley"
		}
		if o.led && pcs[i+1].lead == ':' {
			break // "we can offer three sites: the pond, the hill or the shelter"
		}
		if o.led && o.thing == nil && (o.kind == OptionDeed || o.kind == OptionMine || o.kind == OptionJoint || o.kind == OptionTheirs) && l.mayBeDone(right) {
			right.kind = OptionDeed // "we could go to hers or postpone"
			out[len(out)-1] = right
		}
		if r := l.unled(right.toks); o.led && len(o.toks) > 2 && !right.led && l.maps["offered-by"][o.toks[0].low] == "have" && l.in(&o.toks[1], "pronouns-it") && l.participle(&o.toks[2]) && l.participle(&r[0]) {
			right.toks, right.kind, right.led, right.stated = append(slices.Clone(o.toks[:2]), r...), o.kind, true, true
			out[len(out)-1] = right // "have it rendered, or just painted"
		}
		if o.led && (right.kind == OptionThing || len(out) > 1) && len(o.toks) > 1 {
			if more, ok := l.sharedVerb(o, out); ok {
				out = more
				break
			}
		}
		if o.passed && !right.led && l.participle(&right.toks[0]) {
			right.kind, right.passed = OptionHow, true
			out[len(out)-1] = right
		}
		if o.named && right.kind == OptionThing && !right.named && !right.led {
			if said, ok := l.predicate(p.toks, o); ok {
				o = said
			}
		}
		if !l.besides(o, right) {
			if o = l.parallelOffer(p.toks, right, i == 0 || p.lead == '.' || p.lead == ':'); o.kind == "" {
				if p.lead == '.' && pcs[i+1].lead != 'o' {
					break
				}
				continue // a remark
			}
		}
		out = append([]offer{o}, out...)
		if o.led || p.lead == '.' || p.lead == ':' || p.lead == '!' || p.lead == '?' {
			if p.lead != 'o' {
				break
			}
		}
	}
	if len(out) < 2 {
		return nil
	}
	return l.evened(out)
}

// mayBeDone reports whether what looks like a thing may be something to do: a bare word, alone
// or with what may follow a verb.
func (l *lexicon) mayBeDone(o offer) bool {
	t := &o.toks[0]
	if o.kind != OptionThing || o.led || o.named || t.w.det != "" || t.w.wh != "" || strings.HasSuffix(t.low, "ever") || t.figure() || capital(t.text) || t.w.in.has(sAdjectives) || t.w.in.has(sPrepositions) || strings.HasSuffix(t.low, "ing") {
		return false
	}
	if len(o.toks) == 1 {
		return !t.w.in.has(sNouns) || t.w.verb()
	}
	next := &o.toks[1]
	return next.w.det != "" || next.w.in.has(sPrepositions) && !next.w.in.has(sOf) || next.w.in.has(sTo) || next.w.in.has(sObjects) || l.in(next, "pronouns-it") || l.maps["particles"][next.low] != "" || l.in(next, "by-when") || next.w.in.has(sDates) && !t.w.in.has(sNouns)
}

// participle reports whether a word tells what is done with something: "sold", "gilded".
func (l *lexicon) participle(t *token) bool {
	return l.done1(t) || strings.HasSuffix(t.low, "ed") && len(t.low) > 4 && t.w.det == "" && !t.w.in.has(sNouns) && !t.w.in.has(sStop)
}

// predicate is what a clause offers of its subject: "beer" of "Drinks are beer", "the matt
// white" of "The shop has the matt white".
func (l *lexicon) predicate(toks []token, o offer) (offer, bool) {
	toks = l.unled(toks)
	at := len(o.toks)
	if at+1 >= len(toks) || !(toks[at].w.in.has(sBeing) || l.role(&toks[at]) == "having" || l.maps["offered-by"][toks[at].low] != "" || l.maps["offered-by"][strings.TrimSuffix(toks[at].low, "s")] != "") {
		return o, false
	}
	rest := toks[at+1:]
	for len(rest) > 1 && (l.role(&rest[0]) == "lead" || l.role(&rest[0]) == "softly") {
		rest = rest[1:]
	}
	if !l.thingFirst(rest) || l.price(rest, 0) {
		return o, false
	}
	return offer{toks: rest, kind: OptionThing, led: true, stated: true}, true
}

// besides reports whether two offers may stand side by side.
func (l *lexicon) besides(a, b offer) bool {
	if a.kind == "" {
		return false
	}
	deed := func(o offer) bool {
		return o.kind == OptionDeed || o.kind == OptionMine || o.kind == OptionJoint || o.kind == OptionTheirs || o.kind == OptionState
	}
	switch {
	case deed(a) && deed(b):
		return a.led || l.deedFirst(a.toks)
	case deed(b):
		return a.led || a.named
	case deed(a):
		return a.thing != nil && b.kind == OptionThing || a.led && b.led
	case a.passed != b.passed:
		return false
	case a.kind == OptionThing && b.kind == OptionHow && !a.led && !a.named && a.toks[0].w.det != "":
		return true // "the duck pond, or beside the bus shelter"
	case a.kind == OptionHow && b.kind == OptionThing, a.kind == OptionThing && b.kind == OptionHow && !b.led:
		return false
	}
	return true
}

// parallelOffer finds in a piece what is built like the offer beside it: "on board two" of "I
// can play you on board two" beside "on board three".
func (l *lexicon) parallelOffer(toks []token, right offer, first bool) offer {
	head := &right.toks[0]
	o := offer{kind: right.kind, led: true, stated: right.stated}
	begins := func(is func(i int) bool) bool {
		for i := 1; i < len(toks); i++ {
			if is(i) {
				o.toks = toks[i:]
				return true
			}
		}
		return false
	}
	switch {
	case right.kind == OptionHow && head.w.in.has(sPrepositions):
		if begins(func(i int) bool { return toks[i].low == head.low }) {
			return o
		}
		for i := len(toks) - 2; i > 0; i-- {
			if t := &toks[i]; t.w.in.has(sPrepositions) && !t.w.in.has(sOf) && t.low != "for" && !strings.ContainsAny(toks[i+1].text, "£$€") {
				o.toks = toks[i:]
				return o
			}
		}
	case right.kind == OptionThing && first:
		if l.numberOf(head) >= 0 || head.figure() {
			for i := len(toks) - 1; i > 0; i-- {
				if toks[i].figure() && !strings.ContainsAny(toks[i].text, "£$€") || l.numberOf(&toks[i]) >= 0 && toks[i].w.det == "" {
					o.toks = toks[i:]
					return o
				}
			}
		}
		if head.w.det != "" && begins(func(i int) bool { return toks[i].w.det != "" && l.tellsOf(&toks[i-1], i-1) }) {
			return o
		}
		if begins(func(i int) bool { return l.in(&toks[i-1], "being-forms") && i > 1 && l.thingFirst(toks[i:]) }) {
			return o // "Gaps are Monday sorting"
		}
		if speaks := toks[0].w.in.has(sFirst) || strings.Contains(toks[0].low, "'"); head.w.det != "" && speaks && begins(func(i int) bool {
			return i > 1 && i < 8 && toks[i].w.det != "" && !toks[i].w.in.has(sPossessive) && toks[i-1].w.in.has(sPrepositions) && !toks[i-1].stop
		}) {
			return o // "I thought of a thriller"
		}
	}
	return offer{}
}

// evened says offers in one way: all as things where each of them hands something over, else
// all by who would do them.
func (l *lexicon) evened(list []offer) []offer {
	them := list[0].passed && list[0].many
	for i := range list {
		if o := &list[i]; o.passed {
			o.kind, o.many = OptionMine, them
		}
	}
	things := !slices.ContainsFunc(list, func(o offer) bool { return o.thing == nil && o.kind != OptionThing })
	first := list[0]
	for i := range list {
		o := &list[i]
		switch {
		case things && o.thing != nil:
			o.toks, o.kind, o.thing = o.thing, OptionThing, nil
		case i > 0 && o.kind == OptionDeed && !o.led && (first.kind == OptionMine || first.kind == OptionJoint || first.kind == OptionTheirs):
			o.kind, o.who = first.kind, first.who
		}
		if first.stated {
			o.stated = true
		}
	}
	return list
}

// andOffers reads what one sentence has to offer, joined by "and": "There's the linen one, the
// leather and the photo wrap", "two dates: 4 May and 9 May".
func (l *lexicon) andOffers(toks []token, d decision) []offer {
	pcs := l.fragments(toks, true)
	var out []offer
	remark := false
	for i := range pcs {
		p := &pcs[i]
		if len(out) == 0 {
			o := l.leading(p, pcs, i)
			if o.done && d != whichDecision && d != whoDecision {
				return nil // "I could do the spokes and chain. What do you want me to do?"
			}
			if o.kind == OptionThing || o.kind == OptionHow {
				out = append(out, o)
			}
			continue
		}
		if remark && p.lead == 'a' || p.lead == 'o' {
			continue // "which has a bath and rather a lot of stairs"
		}
		toks := l.unled(p.toks)
		if head, ok := l.someoneFor(toks); ok {
			toks = head
		}
		if lead := out[0].lead; lead != "" && toks[0].low == lead && len(toks) > 1 {
			toks = toks[1:] // "as a liquid and as tablets"
		}
		o := l.offerOf(toks)
		switch {
		case o.led && o.kind == OptionThing:
		case o.kind != out[0].kind || o.named || o.led || out[0].kind == OptionHow && o.toks[0].low != out[0].toks[0].low,
			p.lead != 'a' && p.lead != 'A' && p.lead != ',' && p.lead != ':' && p.lead != '-' && p.lead != '(' && p.lead != ')' && p.lead != ';',
			p.lead != 'a' && p.lead != 'A' && !l.alikeHeads(&out[0].toks[0], &o.toks[0]):
			remark = true
			continue
		}
		remark = false
		o.stated = true
		out = append(out, o)
	}
	if len(out) < 2 || len(out) > maxChoices {
		return nil
	}
	return out
}

// leading is what the first of several things is, behind the words that offer it.
func (l *lexicon) leading(p *fragment, pcs []fragment, i int) offer {
	toks := l.unled(p.toks)
	if i > 0 && (p.lead == ':' || p.lead == ',' && l.counts(pcs[i-1].toks)) {
		if o := l.offerOf(toks); o.kind == OptionThing && !o.named {
			o.stated = true
			return o
		}
	}
	o, ok := l.had(toks)
	if !ok {
		o, ok = l.proposed(toks)
		o.done = ok
		if ok && o.thing != nil {
			o.toks, o.kind = o.thing, OptionThing
		}
	}
	if !ok {
		for k := 0; k+1 < len(toks); k++ { // "available in navy", "choose between a rowan"
			in := toks[k+1].low
			if r := l.role(&toks[k]); k+2 < len(toks) && (r == "from" && (in == "in" || in == "between" || in == "from") || l.maps["comes-as"][toks[k].low] != "" && (in == "as" || in == "in" || in == "between" || in == "to")) {
				if in == "to" && toks[k].low != "down" {
					continue
				}
				return offer{toks: toks[k+2:], kind: OptionThing, led: true, lead: in}
			}
		}
		if end := l.subjectEnd(toks); end > 0 && end+1 < len(toks) && i+1 < len(pcs) && (toks[end].low == "are" || toks[end].low == "were") && pcs[i+1].lead == ',' && len(toks)-end < 5 && len(pcs[i+1].toks) < 5 {
			return offer{toks: toks[end+1:], kind: OptionThing, led: true} // "the ones left are 4, 17 and 22"
		}
		return offer{}
	}
	if head, is := l.someoneFor(o.toks); is {
		o.toks = head
	}
	if i+1 < len(pcs) && pcs[i+1].lead == ':' && len(o.toks) > 0 {
		return offer{} // "two appointments left: 16:40 and 18:10"
	}
	if i+1 < len(pcs) && pcs[i+1].lead == ',' && l.counts(o.toks) {
		return offer{}
	}
	for k := 2; k+1 < len(o.toks); k++ { // "ribbon in navy, moss and orange"
		if t := &o.toks[k-1]; t.low == "in" && o.toks[k].w.det == "" && i+1 < len(pcs) && pcs[i+1].lead == ',' && len(pcs[i+1].toks) < 3 {
			o.toks = o.toks[k:]
			break
		}
	}
	if n := len(o.toks); n > 2 && i+1 < len(pcs) && (pcs[i+1].lead == 'a' || pcs[i+1].lead == 'A') && len(pcs[i+1].toks) < 3 && pcs[i+1].toks[0].w.det == "" && o.toks[0].w.det != "" {
		for k := n - 1; k > 1; k-- {
			if t := &o.toks[k-1]; t.w.in.has(sPrepositions) && !t.w.in.has(sOf) && o.toks[k].w.det == "" {
				o.toks = o.toks[k:] // "the jacket in navy and olive"
				break
			}
		}
	} else if n == 3 && o.toks[1].low == "in" && o.toks[0].w.det == "" && i+1 < len(pcs) {
		o.toks = o.toks[2:]
	}
	return o
}

// counts reports whether tokens end with a number of things: "you mentioned two subjects".
func (l *lexicon) counts(toks []token) bool {
	for i := 0; i+1 < len(toks) && i < 20; i++ {
		if n := toks[i].w.number; n > 1 && n < 7 && (l.pluralWord(toks[i+1].low) || toks[i+1].low == "of" && !toks[i].stop) {
			return true
		}
	}
	return false
}

// alikeHeads reports whether two things of a list begin alike.
func (l *lexicon) alikeHeads(a, b *token) bool {
	if a.w.det != "" {
		return b.w.det != "" || capital(b.text) || b.figure()
	}
	if capital(a.text) || a.figure() {
		return capital(b.text) || b.figure() || b.w.det != ""
	}
	return b.w.det == ""
}

// subjects reads things of which clauses side by side tell something: "The 14-inch weighs a
// kilo; the 16-inch has a better screen", "The Persian would be £70 and the runner £45".
func (l *lexicon) subjects(toks []token) []offer {
	pcs := l.fragments(toks, true)
	var out []offer
	apart := false // they stand in sentences of their own
	for i := range pcs {
		p := &pcs[i]
		if p.lead == 'o' {
			continue
		}
		toks := l.unled(p.toks)
		if o, ok := l.had(toks); ok {
			if len(out) > 0 && p.lead != 'a' && l.alikeHeads(&out[0].toks[0], &o.toks[0]) {
				out = append(out, o)
			}
			continue
		}
		first := &toks[0]
		end := l.subjectEnd(toks)
		if end == 0 && len(toks) < 5 && i+1 < len(pcs) && pcs[i+1].lead == ',' && capital(first.text) && first.w == unknown {
			for j := i + 1; j < min(i+4, len(pcs)) && end == 0; j++ {
				if t := &pcs[j].toks[0]; t.w.in.has(sInverts) || l.thirdPerson(t) {
					end = len(toks) // "Klara, 16, from Graz, is mad about horses"
				}
			}
		}
		if end == 0 && len(out) > 0 && len(toks) > 1 && p.lead != '.' {
			end = l.shortened(toks)
		}
		if end == 0 || end > 6 || first.w.in.has(sSubjects) || l.role(first) == "remark" || first.w.in.has(sDemonstratives) || first.w.in.has(sPrepositions) || first.w.in.has(sPossessive) || l.maps["matters"][toks[end-1].low] != "" {
			continue
		}
		o := offer{toks: toks[:end], kind: OptionThing, named: true, stated: true}
		if len(out) > 0 && !l.alikeSubjects(&out[0].toks[0], first) {
			continue
		}
		if !slices.ContainsFunc(out, func(had offer) bool { return strings.EqualFold(l.say(had.toks), l.say(o.toks)) }) {
			out = append(out, o)
			apart = apart || p.lead == '.'
		}
	}
	if len(out) < 2 || len(out) > maxChoices || apart && !l.setApart(toks, out) {
		return nil
	}
	return out
}

// setApart reports whether what is told of things sets them against each other: they are of one
// noun, names, or one is more of something, or has its price.
func (l *lexicon) setApart(toks []token, list []offer) bool {
	if slices.ContainsFunc(toks, func(t token) bool {
		return (l.in(&t, "merits") || l.in(&t, "drawbacks")) && strings.HasSuffix(t.low, "er") || t.low == "more" || t.low == "less" || t.w.in.has(sBetter) || strings.ContainsAny(t.text, "£$€")
	}) {
		return true
	}
	head := func(o offer) string { return o.toks[len(o.toks)-1].low }
	return !slices.ContainsFunc(list[1:], func(o offer) bool {
		return head(o) != head(list[0]) && head(o) != "one" && !(o.toks[0].w.det == "" && o.toks[0].w == unknown) && !capital(o.toks[len(o.toks)-1].text)
	})
}

// alikeSubjects reports whether two subjects are of one build: both with an article, both names,
// or both bare.
func (l *lexicon) alikeSubjects(a, b *token) bool {
	return (a.w.det != "") == (b.w.det != "")
}

// shortened is where a thing ends of which a price, a day or a word tells something without a
// verb: 2 for "the runner £45".
func (l *lexicon) shortened(toks []token) int {
	if !l.thingFirst(toks) {
		return 0
	}
	for i := 1; i < len(toks) && i < 6; i++ {
		t := &toks[i]
		if toks[i-1].w.det != "" || toks[i-1].w.in.has(sPrepositions) {
			continue
		}
		if strings.ContainsAny(t.text, "£$€") || t.w.in.has(sAdjectives) && i > 1 || t.w.det != "" && i > 1 || t.w.in.has(sNegations) && i > 0 {
			return i
		}
	}
	return 0
}

// proposals reads several sentences or clauses that each offer something: "We could do Whin
// Fell; if it rains there's the loop."
func (l *lexicon) proposals(toks []token) []offer {
	var out []offer
	for _, p := range l.fragments(toks, false) {
		if p.lead == ',' && len(out) > 0 && !l.in(&p.toks[0], "option-joins") {
			continue
		}
		o := l.clauseOffer(p.toks)
		if o.kind != "" && o.led {
			out = append(out, o)
		} else if o.named && len(out) > 0 && p.lead == '.' && slices.ContainsFunc(p.toks, func(t token) bool { return strings.ContainsAny(t.text, "£$€") }) {
			out = append(out, o) // "It can be restitched. A new one would be £1,340."
		}
	}
	if len(out) < 2 || len(out) > 4 {
		return nil
	}
	return l.evened(out)
}

// parallelAnd reads two things of one build beside "and" of which nothing tells that they are
// offered: "fast enough for the 50 fly and the 100 back".
func (l *lexicon) parallelAnd(toks []token) []offer {
	pcs := l.fragments(toks, true)
	for i := len(pcs) - 1; i > 0; i-- {
		right := l.unled(pcs[i].toks)
		if pcs[i].lead != 'a' || right[0].w.det == "" || right[0].w.in.has(sDemonstratives) || l.subjectEnd(right) > 0 {
			continue
		}
		left := pcs[i-1].toks
		if l.subjectEnd(left) > 0 {
			continue // "the 16-inch has a number pad and a better screen"
		}
		at := func(same func(k int) bool) int {
			for k := len(left) - 2; k > 0; k-- {
				if left[k].low == right[0].low && same(k) {
					return k
				}
			}
			return -1
		}
		k := -1
		if len(right) > 1 {
			k = at(func(k int) bool { return left[k+1].low == right[1].low }) // "the one on the steps and the one in the shop"
		}
		if k < 0 {
			k = at(func(int) bool { return true })
		}
		if k > 0 {
			return []offer{{toks: left[k:], kind: OptionThing, stated: true}, {toks: right, kind: OptionThing, stated: true}}
		}
	}
	return nil
}

// ofEach reads "We have enough of the sand colour, and of the dark grey I would have to order".
func (l *lexicon) ofEach(toks []token) (out []offer) {
	for k := 0; k+2 < len(toks) && len(out) < 3; k++ {
		if toks[k].low != "of" || toks[k+1].low != "the" || toks[k].stop {
			continue
		}
		end := k + 2
		for end < len(toks) && end < k+5 && (l.optionWord(&toks[end]) || toks[end].stop && !toks[end].w.in.has(sStop) && !toks[end].w.in.has(sVerbs)) {
			end++
			if toks[end-1].stop {
				break
			}
		}
		if end > k+2 {
			out = append(out, offer{toks: toks[k+1 : end], kind: OptionThing})
		}
	}
	if len(out) != 2 {
		return nil
	}
	return out
}
