package gist

import (
	"slices"
	"strings"
)

// Values that a mail gives for one thing, and things told apart by their prices.

// differing are two values that the sentences before i give for one thing: "The form says 11;
// the warehouse has 13", "You ticked navy, yet the list has bottle green".
func (m *mail) differing(l *lexicon, i int) []Option {
	var toks []token
	for j := i - 1; j >= max(0, i-3); j-- {
		s := &m.sentences[j]
		if s.asks || len(s.tokens) > 60 {
			break
		}
		toks = append(slices.Clone(s.tokens), toks...)
		ended(s.tokens, toks)
		if out := l.values(toks, false); len(out) == 2 {
			return out
		}
	}
	return nil
}

// values are what clauses side by side say of one thing; only figures where they must be exact.
func (l *lexicon) values(toks []token, exact bool) []Option {
	var found [][]token
	for i := 0; i+1 < len(toks) && len(found) < 3; i++ {
		if toks[i].stop || l.maps["value-says"][toks[i].low] == "" || exact && l.in(&toks[i], "being-forms") {
			continue
		}
		from := i + 1
		for k := from; k < min(from+7, len(toks)); k++ { // "gives the registration as KV19", "has it down as navy"
			if toks[k].low == "as" && !toks[k].stop {
				from = k + 1
				break
			}
			if toks[k].stop {
				break
			}
		}
		to := from
		for to < len(toks) && to-from < 5 {
			t := &toks[to]
			if to > from && (t.w.in.has(sPrepositions) && !t.w.in.has(sOf) || t.w.in.has(sAnd) || t.w.in.has(sSubjects) || l.role(t) == "remark" || t.w.in.has(sInverts)) {
				break
			}
			to++
			if t.stop {
				break
			}
		}
		if from >= to || toks[from].w.in.has(sSubjects) || l.in(&toks[from], "pronouns-it") || toks[from].w.in.has(sDemonstratives) || toks[from].w.wh != "" {
			continue
		}
		if v := l.trimmedEnd(toks[from:to]); len(v) > 0 {
			found = append(found, v)
		}
		i = to - 1
	}
	figures := slices.ContainsFunc(found, func(v []token) bool { return slices.ContainsFunc(v, func(t token) bool { return t.figure() }) })
	if figures {
		found = slices.DeleteFunc(found, func(v []token) bool { return !slices.ContainsFunc(v, func(t token) bool { return t.figure() }) })
	}
	if len(found) != 2 && !exact {
		found, figures = l.contrasted(toks), true
	}
	contrast := slices.ContainsFunc(toks, func(t token) bool { return t.low == "but" || t.low == "while" || t.low == "yet" || t.low == "whereas" })
	if len(found) != 2 || exact && !figures && !contrast {
		return nil
	}
	a, b := l.sayOption(found[0]), l.sayOption(found[1])
	if strings.EqualFold(a, b) || a == "" || b == "" {
		return nil
	}
	return []Option{{Name: a, Kind: OptionThing}, {Name: b, Kind: OptionThing}}
}

// contrasted are the figures that two clauses name on both sides of a "but" or a stop.
func (l *lexicon) contrasted(toks []token) (out [][]token) {
	from := 0
	for i := range toks {
		if i+1 < len(toks) && !toks[i+1].w.in.has(sAnd) && !l.in(&toks[i+1], "option-joins") && toks[i].mark != ';' && toks[i].mark != '.' {
			continue
		}
		clause := toks[from : i+1]
		from = i + 1
		for k := len(clause) - 1; k >= 0; k-- {
			if !clause[k].figure() || clause[k].w.in.has(sPrepositions) {
				continue
			}
			end := k + 1
			for k > 0 && (clause[k-1].figure() || clause[k-1].low == "x") && !clause[k-1].stop {
				k--
			}
			for end < len(clause) && !clause[end-1].stop && (l.in(&clause[end], "measures") || clause[end].w.month > 0) {
				end++
			}
			if k > 0 && clause[k-1].w.month > 0 {
				k--
			}
			out = append(out, clause[k:end])
			break
		}
	}
	if len(out) != 2 {
		return nil
	}
	return out
}

// pricedOnes reads "Patch it: £150. Replace it: £720."
func (l *lexicon) pricedOnes(toks []token) (out []offer) {
	pcs := l.fragments(toks, false)
	for i := 0; i+1 < len(pcs); i++ {
		if next := &pcs[i+1]; next.lead == ':' && l.price(next.toks, 0) {
			if o := l.itemOffer(pcs[i].toks); len(out) < maxChoices {
				o.stated = true
				out = append(out, o)
			}
		}
	}
	return l.evenedItems(out)
}

// pricedNames are things told apart by what they come with, each with its price: "£980 with steel
// posts, or £700 with wooden posts".
func (l *lexicon) pricedNames(toks []token) (out []Option) {
	for _, name := range l.pricedPair([]sentence{{tokens: toks}}) {
		out = append(out, Option{Name: name, Kind: OptionThing})
	}
	if !l.sayable(out) {
		return nil
	}
	return out
}
