package gist

import (
	"slices"
	"strings"
)

// Where the options of a decision are looked for.

const maxRead = 150 // words in which options are looked for

// choices are what a decision of sentence i is among: what stands behind the word that asks,
// in lists beside it, in the sentences before it, or else behind it.
func (m *mail) choices(l *lexicon, i int, d decision, from int) []Option {
	s := &m.sentences[i]
	if d == ownDecision {
		list := l.orOffers(s.tokens)
		if len(list) == 2 && list[0].kind == OptionMine && list[1].kind == OptionDeed && list[1].led {
			return l.fit(list, d)
		}
		if len(list) > 1 && list[0].kind == OptionThing && l.maps["offered-by"][s.tokens[2].low] == "have" {
			return l.fit(list, d) // "you can have half my canes, or a sack of leaf mould"
		}
		return nil
	}
	if d == rightDecision {
		if out := m.differing(l, i); len(out) > 1 {
			return out
		}
		if from == len(s.tokens) {
			return nil // "please confirm the date" leaves nothing else to choose
		}
		d = whichDecision
	}
	if d == cueDecision && !l.examples(s.tokens) {
		if list := l.fit(l.orOffers(s.tokens), d); len(list) > 1 {
			return list
		}
	}
	if from > 2 && from < len(s.tokens) && s.tokens[from-1].stop { // "10 or 4, which is better?"
		if list := l.readOffers(s.tokens[:from], d, true); list != nil {
			return list
		}
	}
	if out := m.itemOptions(l, i); len(out) > 1 && !(d == cueDecision && strings.HasSuffix(s.text, ":")) {
		return out
	}
	apart, last, announced := m.toldBefore(l, i, d)
	if announced {
		return apart
	}
	if list, at := m.offeredAbove(l, i, d); list != nil && (apart == nil || at >= last || l.shareWord(list, apart)) {
		return list
	}
	if apart != nil {
		return apart
	}
	if out := l.readOffers(behindStop(s.tokens, from), d, false); out != nil && d != cueDecision && d != rightDecision && s.asks {
		return out
	}
	if d == whichDecision && i > 0 {
		for j := i - 1; j >= max(0, i-3) && !m.sentences[j].asks; j-- {
			if len(m.sentences[j].tokens) < 60 {
				if list := l.fit(l.orContrary(m.sentences[j].tokens), d); list != nil {
					return list
				}
			}
		}
		if one := l.onlyOffer(m.sentences[i-1].tokens); one.Name != "" {
			return []Option{one}
		}
	}
	if d == cueDecision || d == rightDecision || !s.asks || from > 1 {
		return nil
	}
	for j := i + 1; j < len(m.sentences) && j-i < 3; j++ {
		if behind := &m.sentences[j]; !behind.asks && len(behind.tokens) < 60 {
			if list := l.plainOffers(behind.tokens, d, true); list != nil {
				return list
			}
			if o := l.offerOf(behind.tokens); d == openDecision && j == i+1 && o.led && (o.kind == OptionDeed || o.kind == OptionThing) && l.speaker(&behind.tokens[0]) && len(behind.tokens) > 3 && l.role(&behind.tokens[1]) == "modal" {
				if o.thing != nil {
					o.toks, o.kind = o.thing, OptionThing
				}
				if one := l.optionOf(o); one.Name != "" {
					return []Option{one} // "What do you want me to do? I could do the chain only."
				}
			}
		}
	}
	return nil
}

// onlyOffer is what a sentence would do for its reader where that alone is offered: "we could
// drop the windows and stay at £80".
func (l *lexicon) onlyOffer(toks []token) Option {
	for k := 0; k+3 < len(toks) && k < 12; k++ {
		if (toks[k].low == "we" || toks[k].low == "i") && toks[k+1].low == "could" {
			o, _ := l.proposed(toks[k:])
			if o.led && (o.kind == OptionDeed || o.kind == OptionJoint) && o.thing == nil {
				return l.optionOf(o)
			}
		}
	}
	return Option{}
}

// behindStop are the tokens behind the first stop from one on: "A or B" of "what shall I do, A
// or B".
func behindStop(toks []token, from int) []token {
	for i := from; i < len(toks); i++ {
		if toks[i].stop {
			return toks[i+1:]
		}
	}
	return nil
}

// offeredAbove are the options in the sentences before a decision: first those that one sentence puts
// side by side plainly, for what more is told of them often stands between; then those that
// clauses of several sentences offer.
func (m *mail) offeredAbove(l *lexicon, i int, d decision) ([]Option, int) {
	var toks []token
	for j := i - 1; j >= 0 && i-j <= decisionBack; j-- {
		s := &m.sentences[j]
		if s.asks || len(s.tokens) > 60 {
			break
		}
		toks = append(slices.Clone(s.tokens), toks...)
		ended(s.tokens, toks)
		if t := &s.tokens[0]; (t.w.in.has(sOr) || t.low == "alternatively") && j > 0 {
			continue // it goes on with the one before
		}
		if list := l.plainOffers(toks[:min(len(toks), maxRead)], d, true); list != nil {
			return list, j
		}
		if bare := l.withoutTold(toks[:min(len(toks), maxRead)]); bare != nil {
			if list := l.plainOffers(bare, d, true); list != nil {
				return list, j
			}
			if list := l.fit(l.parallelAnd(bare), d); list != nil && d == whichDecision {
				return list, j
			}
		}
		if d == whichDecision || d == timeDecision {
			days := l.dayOptions(s)
			if len(days) < 2 {
				days, _ = l.offeredDays(s)
			}
			if len(days) > 1 {
				return dayChoices(days), j
			}
		}
		toks = nil
	}
	for j := i - 1; j >= 0 && i-j <= decisionBack; j-- {
		s := &m.sentences[j]
		if s.asks || len(s.tokens)+len(toks) > maxRead {
			break
		}
		toks = append(slices.Clone(s.tokens), toks...)
		ended(s.tokens, toks)
		if list := l.loosely(toks, d, i-j < 4); list != nil {
			return list, j
		}
	}
	return nil, 0
}

// dayChoices are days as options.
func dayChoices(days []string) (out []Option) {
	for _, d := range days {
		out = append(out, Option{Name: d, Kind: OptionThing})
	}
	return out
}

// ended marks where sentences end in tokens of several.
func ended(last, toks []token) {
	if n := len(last); n > 0 && len(toks) >= n {
		if t := &toks[n-1]; !t.stop {
			t.stop, t.mark = true, '.'
		}
	}
}

// readOffers reads what tokens offer, by the join that tells most first.
func (l *lexicon) readOffers(toks []token, d decision, near bool) []Option {
	if len(toks) > maxRead || len(toks) < 2 {
		return nil
	}
	if out := l.plainOffers(toks, d, near); out != nil {
		return out
	}
	return l.loosely(toks, d, near)
}

// plainOffers reads what a join puts side by side; in a statement "a voucher" is "the voucher".
func (l *lexicon) plainOffers(toks []token, d decision, stated bool) []Option {
	if len(toks) < 3 || l.examples(toks) {
		return nil
	}
	list := l.orOffers(toks)
	for i := range list {
		list[i].stated = list[i].stated || stated
		if !list[0].led && list[0].kind == OptionDeed && list[i].kind == OptionDeed && l.bidden(list) {
			list[i].kind = OptionMine // "leave the money with me or pay him yourself"
		}
	}
	if out := l.fit(list, d); out != nil && (d != cueDecision || list[0].led) {
		return out
	}
	if out := l.fit(l.oneOther(toks), d); out != nil || d == cueDecision {
		return out
	}
	return l.fit(l.andOffers(toks, d), d)
}

// bidden reports whether deeds are those of the reader: "leave it with me", "do it yourself".
func (l *lexicon) bidden(list []offer) bool {
	return slices.ContainsFunc(list, func(o offer) bool {
		return slices.ContainsFunc(o.toks, func(t token) bool { return t.w.in.has(sMe) || strings.HasPrefix(t.low, "yoursel") })
	})
}

// loosely reads what several clauses offer or tell something of.
func (l *lexicon) loosely(toks []token, d decision, near bool) []Option {
	if len(toks) < 3 {
		return nil
	}
	if d == cueDecision {
		if out := l.fit(l.pricedOnes(toks), d); out != nil || !near {
			return out
		}
		return l.fit(l.beside(toks), d)
	}
	if out := l.fit(l.conditional(toks), d); out != nil {
		return out
	}
	for _, read := range []func([]token) []offer{l.oneOther, l.pricedOnes, l.suggested, l.beside} {
		if out := l.fit(read(toks), d); out != nil {
			return out
		}
	}
	if out := l.fit(l.proposals(toks), d); out != nil {
		return out
	}
	if d == whichDecision && near {
		if out := l.fit(l.heads(toks), d); out != nil {
			return out
		}
	}
	if d == whichDecision {
		if out := l.values(toks, true); out != nil {
			return out
		}
	}
	if near && (d == whichDecision || d == whoDecision || d == openDecision && slices.ContainsFunc(toks, func(t token) bool { return strings.ContainsAny(t.text, "£$€") })) {
		if out := l.fit(l.subjects(toks), d); out != nil {
			return out
		}
	}
	if out := l.pricedNames(toks); len(out) > 1 && d != openDecision {
		return out
	}
	if near && d == whichDecision {
		if out := l.fit(l.ofEach(toks), d); out != nil {
			return out
		}
		return l.fit(l.parallelAnd(toks), d)
	}
	return nil
}

// examples reports whether what is joined only stands for more of its kind: "a kettle, a wireless
// and so on".
func (l *lexicon) examples(toks []token) bool { return l.exampleCues.tells(toks, "") }

// fit keeps offers that a decision can be among.
func (l *lexicon) fit(list []offer, d decision) []Option {
	if len(list) > 2 && len(list[0].toks) > 1 && l.numberOf(&list[0].toks[0]) == len(list)-1 && !list[0].toks[0].figure() {
		list = list[1:] // "two for the panel, Ravi and Ottilie"
	}
	out := l.optionsOf(list)
	if len(out) < 2 {
		return nil
	}
	for _, o := range out {
		switch {
		case d == cueDecision && o.Kind == OptionThing && len(strings.Fields(o.Name)) > 6:
			return nil
		case d == placeDecision && o.Kind == OptionThing && !strings.HasPrefix(o.Name, "the "):
			return nil
		case d == whoDecision && o.Kind != OptionThing:
			return nil
		case d == timeDecision && l.choiceKind([]string{o.Name, o.Name}) == AskChoice && !l.timely(o.Name):
			return nil
		}
	}
	return out
}

// timely reports whether an option has a day or an hour in it.
func (l *lexicon) timely(name string) bool {
	return slices.ContainsFunc(l.tokens(name), func(t token) bool {
		return t.w.day > 0 || t.w.month > 0 || t.w.in.has(sDates) || clockLike(t.low) || plainHour(t.low)
	})
}

// itemsAt is where the list beside sentence i stands.
func (m *mail) itemsAt(i int) (from, to int) {
	from, to = i+1, i+1
	for to < len(m.sentences) && m.sentences[to].item {
		to++
	}
	if to-from < 2 {
		to = i
		for back := 0; back < 3 && to > 0 && !m.sentences[to-1].item; back++ {
			to--
		}
		from = to
		for from > 0 && (m.sentences[from-1].item || from < to && from > 1 && m.sentences[from-1].block == m.sentences[from-2].block && m.sentences[from-2].item) {
			from--
		}
	}
	if m.sentences[i].item {
		return 0, 0
	}
	return from, to
}

// itemOptions are the items of a list beside sentence i.
func (m *mail) itemOptions(l *lexicon, i int) []Option {
	from, to := m.itemsAt(i)
	if to-from < 2 {
		var list []offer
		for _, text := range m.labelled(i) {
			if toks := l.tokens(text); len(toks) > 0 {
				list = append(list, l.itemOffer(toks))
			}
		}
		return l.optionsOf(l.evenedItems(list))
	}
	var list []offer
	for j := from; j < to; j++ {
		s := &m.sentences[j]
		if t := &s.tokens[0]; s.asks || len(list) == maxChoices || t.w.wh != "" || t.w.in.has(sSuppose) {
			return nil
		}
		if !s.item {
			continue
		}
		o := l.itemOffer(s.tokens)
		if days := l.dates(s); len(days) > 0 && days[0].from <= 1 {
			o = offer{toks: s.tokens[:l.hourBehind(s, days[0].to)], kind: OptionThing}
		}
		list = append(list, o)
	}
	return l.optionsOf(l.evenedItems(list))
}

// itemOffer is what an item of a list offers: its first piece, or what it proposes.
func (l *lexicon) itemOffer(toks []token) offer {
	first := l.fragments(toks, false)[0].toks
	o := l.offerOf(first)
	if o.kind == "" {
		o = offer{toks: first, kind: OptionThing}
	}
	o.named = false
	return o
}

// evenedItems says the items of a list by who would do them.
func (l *lexicon) evenedItems(list []offer) []offer {
	if len(list) < 2 {
		return nil
	}
	return l.evened(list)
}

// oneOther reads "One option is a new pump. The other is a new boiler.", "The first (£20) covers
// an overhaul; the second is for new sashes".
func (l *lexicon) oneOther(toks []token) []offer {
	var out []offer
	pcs := l.fragments(toks, false)
	for _, p := range pcs {
		toks := l.unled(p.toks)
		want := "one-of"
		if len(out) > 0 {
			want = "other-of"
		}
		for k := 0; k+2 < len(toks) && k < 5; k++ {
			if !l.in(&toks[k], want) || k > 0 && toks[k-1].w.det == "" && toks[k-1].low != "other" {
				continue
			}
			at := k + 1
			for at < len(toks)-2 && at < k+4 && !(toks[at].w.in.has(sBeing) || l.role(&toks[at]) == "tells" || l.thirdPerson(&toks[at])) {
				at++
			}
			if rest := toks[at+1:]; toks[at].w.in.has(sBeing) || l.role(&toks[at]) == "tells" {
				if len(rest) > 2 && (rest[0].low == "for" || rest[0].w.in.has(sTo)) {
					rest = rest[1:]
				}
				if l.deedFirst(rest) {
					out = append(out, offer{toks: rest, kind: OptionDeed, led: true})
				} else if rest[0].w.det != "" || !rest[0].w.in.has(sAdjectives) || len(rest) > 1 && l.thingFirst(rest) {
					out = append(out, offer{toks: rest, kind: OptionThing, stated: true})
				}
			}
			break
		}
	}
	if len(out) != 2 {
		return nil
	}
	return out
}
