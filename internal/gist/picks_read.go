package gist

import (
	"slices"
	"strings"
)

// or reads what a statement joins with "or": "I can take roses, lilies or a wreath", "either
// we go, or we stay at home".
func (p *picker) or(s *sentence) []Pick {
	if s.noChoice(p.lexicon) && !slices.ContainsFunc(s.tokens, func(t token) bool { return p.in(&t, "either-joins") || p.in(&t, "or-well") }) || slices.IndexFunc(s.tokens, func(t token) bool { return t.w.in.has(sOr) || p.in(&t, "either-joins") }) < 0 {
		return nil
	}
	return p.orIn(s, s.tokens)
}

// ofQuestion reads the two sides of a question.
func (p *picker) ofQuestion(s *sentence) []Pick {
	bare := p.withoutAsides(s)
	toks := p.lead(bare.tokens)
	for k := range toks { // "what shall it be: red or blue?"
		if i := k + len(bare.tokens) - len(toks); k+2 < len(toks) && p.colonAt(&bare, i) {
			toks = toks[k+1:]
			break
		}
	}
	if out := p.orIn(&bare, toks); len(out) > 0 {
		return out
	}
	return p.days(&bare)
}

// alike reads "I can see you as the notary as well as the lover".
func (p *picker) alike(s *sentence) []Pick {
	for i := range s.tokens {
		if !p.in(&s.tokens[i], "as-much") {
			continue
		}
		for k := i + 2; k+1 < len(s.tokens) && k < i+8; k++ {
			if p.in(&s.tokens[k], "as-more") {
				end := k + 1
				for end < len(s.tokens) && !s.tokens[end-1].stop {
					end++
				}
				from := k + 1
				if p.in(&s.tokens[from], "option-leads") && from+1 < end {
					from++ // "als auch"
				}
				a, b := p.aligned(p.reduce(s, s.tokens[i+1:k]), p.reduce(s, s.tokens[from:end]))
				return things([]string{p.told(s, a), p.told(s, b)})
			}
		}
	}
	return nil
}

func (p *picker) orIn(s *sentence, toks []token) []Pick {
	parts := p.pieces(toks, false)
	last := -1
	for k := range parts {
		if parts[k].join == 'o' {
			last = k
		}
	}
	p.behind = true
	defer func() { p.behind = false }()
	if last < 1 || p.afterCount(parts[last-1].toks, parts[last].toks) {
		return nil
	}
	right := parts[last].toks
	if p.verbAt(right) >= 0 && !p.offersThing(right) || p.subordinate(right) {
		return p.sides(s, parts[:last], right)
	}
	var list []piece
	for k := last - 1; k >= 0 && len(list) < maxPicks; k-- {
		part := parts[k]
		if cut := p.between(part.toks); len(cut) < len(part.toks) {
			list = append(list, piece{cut, 0})
			break
		}
		if part.join != 'o' && part.join != 0 && p.beside(part.toks) {
			continue
		}
		list = append(list, part)
		if p.verbAt(part.toks) >= 0 || part.join != 'o' && part.join != ',' || part.join == 'o' && (k == 0 || p.asEither(parts, k)) {
			break
		}
	}
	if len(list) == 0 || !s.asks && slices.ContainsFunc(list, func(l piece) bool { return slices.ContainsFunc(l.toks, func(t token) bool { return t.w.wh == "if" }) }) {
		return nil // "what the engineer finds out, whether it is the pump or the boiler"
	}
	slices.Reverse(list)
	prep := func(toks []token) bool { return toks[0].w.in.has(sPrepositions) }
	if len(list) > 1 && prep(list[0].toks) && !prep(list[1].toks) && !prep(right) {
		list = list[1:] // "for the cover, red, green or blue?"
	}
	next := p.reduce(s, right)
	said := []string{}
	for k, part := range list {
		r := p.reduce(s, part.toks)
		if k == 0 {
			r, next = p.aligned(r, next)
		}
		said = append(said, p.told(s, r))
	}
	return things(append(said, p.told(s, next)))
}

// asEither reports whether a piece stands behind the "either" of what is offered.
func (p *picker) asEither(parts []piece, k int) bool {
	return k == 0 || parts[k-1].join != 'o' && p.verbAt(parts[k-1].toks) >= 0
}

// afterCount reports whether "or" only leaves a count open: "two or three".
func (p *picker) afterCount(left, right []token) bool {
	n := right[0].w.number
	return n > 1 && slices.ContainsFunc(left[max(0, len(left)-3):], func(t token) bool { return t.w.number == n-1 })
}

// offersThing reports whether the verb of what stands behind "or" is no clause of its own.
func (p *picker) offersThing(toks []token) bool { return p.code == "de" && p.verbAt(toks) > 3 }

// sides reads two clauses joined with "or".
func (p *picker) sides(s *sentence, parts []piece, right []token) []Pick {
	for k := len(parts) - 1; k >= 0; k-- {
		part := p.between(parts[k].toks)
		if p.verbAt(part) < 0 && !p.subordinate(part) || k > 0 && !p.subordinate(part) && parts[k].join != 'o' && p.beside(part) {
			continue
		}
		a, b := p.reduce(s, part), p.reduce(s, right)
		if out := p.picked(s, a, s, b); out != nil || !s.asks {
			return out
		}
		for _, r := range []reduced{a, b} { // the one that can be told
			if r.whole != "" {
				return []Pick{{Said: r.whole, Clause: !r.wish}}
			}
		}
		return nil
	}
	return nil
}

// between are the tokens behind a word such as "between".
func (p *picker) between(toks []token) []token {
	if at := slices.IndexFunc(toks, func(t token) bool { return p.in(&t, "choosing-between") }); at >= 0 && at+1 < len(toks) && !(at+2 < len(toks) && toks[at+2].w.number > 1) {
		return toks[at+1:]
	}
	return toks
}

// picked says two things that are offered in clauses of their own.
func (p *picker) picked(s *sentence, a reduced, t *sentence, b reduced) []Pick {
	a, b = p.asDeeds(a, b)
	out := things([]string{p.told(s, a), p.told(t, b)})
	if len(out) == 2 {
		out[0].Clause, out[1].Clause = a.whole != "" && !a.wish, b.whole != "" && !b.wish
	}
	return out
}

// asDeeds lets both of two things be something to do where one is.
func (p *picker) asDeeds(a, b reduced) (reduced, reduced) {
	deed := func(r reduced) bool { return r.inf != "" || r.wish }
	for _, r := range []*reduced{&a, &b} {
		if deed(a) == deed(b) || deed(*r) || r.could == "" || r.whole != "" {
			continue
		}
		if p.code == "fr" {
			r.whole, r.wish = r.could, true
		} else {
			r.inf = r.could
		}
	}
	return a, b
}

// orSentence reads a sentence that begins with "or" together with the one before it.
func (p *picker) orSentence(window []sentence) []Pick {
	for j := len(window) - 1; j > 0; j-- {
		toks := window[j].tokens
		if !toks[0].w.in.has(sOr) && !p.in(&toks[0], "alternatively") || len(toks) < 2 {
			continue
		}
		for k := j - 1; k >= 0 && k > j-3; k-- {
			if out := p.picked(&window[k], p.mainOffer(&window[k]), &window[j], p.mainOffer(&window[j])); out != nil {
				return out
			}
		}
	}
	return nil
}

// mainOffer is what the first clause of a sentence that can be said offers.
func (p *picker) mainOffer(s *sentence) reduced {
	parts := p.pieces(s.tokens, false)
	for k := range parts {
		if parts[k].toks[len(parts[k].toks)-1].mark == ':' && k+1 < len(parts) {
			if len(p.pieces(parts[k].toks, true)) == 1 && p.verbAt(parts[k].toks) < 0 {
				return p.reduce(s, parts[k].toks) // "A tiled niche: yes, that costs more"
			}
			continue
		}
		if k > 0 && p.beside(parts[k].toks) {
			continue
		}
		if r := p.reduce(s, parts[k].toks); p.told(s, r) != "" {
			return r
		}
	}
	return reduced{}
}

// conditions reads "if I mend it whole it is 240; if I leave the chimes out, 95".
func (p *picker) conditions(window []sentence) []Pick {
	var all []reduced
	var said []string
	for j := range window {
		s := &window[j]
		for _, part := range p.pieces(s.tokens, false) {
			at := 0
			for at < 2 && at < len(part.toks)-1 && p.in(&part.toks[at], "option-leads") {
				at++
			}
			if toks := part.toks[at:]; len(toks) > 2 && p.in(&toks[0], "supposing") && !toks[1].w.in.has(sNegations) {
				all = append(all, p.condition(s, toks[1:]))
				said = append(said, p.told(s, all[len(all)-1]))
				if len(all) == 2 {
					was := all[0]
					if all[0], all[1] = p.asDeeds(all[0], all[1]); all[0].whole != was.whole {
						said[0] = all[0].whole
					}
					said[1] = p.told(s, all[1])
				}
			}
		}
	}
	return things(said)
}

// condition is what a condition without its "if" does.
func (p *picker) condition(s *sentence, toks []token) reduced {
	if p.code == "de" { // the verb stands last
		n := len(toks) - 1
		if toks[0].w.in.has(sSubjects) && n > 1 {
			verb := toks[n]
			verb.stop, verb.mark = false, 0
			return p.reduce(s, slices.Concat(toks[:1], []token{verb}, toks[1:n]))
		}
		return reduced{}
	}
	for i := 2; i < len(toks); i++ { // "lo arreglo entero son 240 euros"
		if p.in(&toks[i], "offer-being") {
			toks = toks[:i]
			break
		}
	}
	return p.reduce(s, toks)
}

// costed reads things of which the mail says what each costs.
func (p *picker) costed(window []sentence) []Pick {
	p.costs = true
	defer func() { p.costs = false }()
	var out []Pick
	for j := range window {
		s := &window[j]
		var head *reduced
		lead := false // what is told stands before a colon
		for _, part := range p.pieces(s.tokens, true) {
			last := &part.toks[len(part.toks)-1]
			colon := last.stop && last.to < len(s.text) && strings.HasPrefix(strings.TrimLeft(s.text[last.to:], ` )"»`), ":")
			cost := p.sumAt(part.toks)
			if lead && head != nil && !(cost >= 0 && cost < 2) && !p.beside(part.toks) && len(part.toks) > 1 && p.verbAt(part.toks) < 0 {
				head = nil // "After my visit: only the broken tiles, 480"
			}
			if cost >= 0 && head != nil && head.adverb && part.join == ',' && p.told(s, p.reduce(s, part.toks)) != "" {
				head = nil // "For the stay, a single payment is 320"
			}
			lead = false
			if head == nil && (part.join == 0 || part.join == 'o' || part.join == 'a' || cost >= 0 || part.join != ',' || !p.beside(part.toks)) {
				r := p.reduce(s, part.toks)
				if said := p.told(s, r); said != "" {
					r.adverb = cost < 0 && part.toks[0].w.in.has(sPrepositions)
					head, lead = &r, colon
				}
			}
			if cost < 0 {
				continue
			}
			if head != nil && len(out) < maxPicks {
				out = append(out, Pick{Said: p.told(s, *head), Clause: head.whole != ""})
			}
			head = nil
		}
	}
	if len(out) < 2 || len(out) > maxPicks {
		return nil
	}
	for k := 1; k < len(out); k++ {
		if strings.EqualFold(out[k].Said, out[k-1].Said) {
			return nil
		}
	}
	return out
}

// sumAt is where a price or a bare sum stands, -1 for nowhere.
func (p *picker) sumAt(toks []token) int {
	if at := p.priceAt(toks); at >= 0 {
		return at
	}
	for i := range toks {
		t := &toks[i]
		if n := strings.Trim(t.text, "0123456789.,"); n != "" || len(t.text) < 2 || dayNumber(t) && len(t.text) < 3 && !(i > 0 && p.in(&toks[i-1], "price-only")) || i == 0 || t.w.month > 0 {
			continue
		}
		if before := &toks[i-1]; (p.in(before, "price-joins") || p.in(before, "price-only") || p.in(before, "offer-being") || i == len(toks)-1) && (t.stop || i+1 == len(toks) || toks[i+1].w.in.has(sStop) || p.in(&toks[i+1], "each")) || p.costs && i+1 < len(toks) && toks[i+1].w.in.has(sPrepositions) && !toks[i+1].w.in.has(sOf) && len(t.text) > 2 && !year(t.low) {
			return i
		}
	}
	return -1
}

// offers reads clauses of which each offers something: "I could mend it. One could also plant
// a hedge."
func (p *picker) offers(window []sentence) []Pick {
	var out []Pick
	for j := range window {
		s := &window[j]
		for _, part := range p.pieces(s.tokens, true) {
			v := p.verbAt(part.toks)
			if part.join != 0 && part.join != 'a' && part.join != 'o' && (p.beside(part.toks) || p.in(&part.toks[0], "so-then")) || p.perfect(part.toks, v) {
				continue
			}
			if v < 0 || !p.in(&part.toks[v], "offer-modals") && !p.in(&part.toks[v], "offer-having") && !(p.in(&part.toks[v], "offer-would") && v > 0) || p.refused(part.toks) {
				continue
			}
			r := p.reduce(s, part.toks)
			if said := p.told(s, r); said != "" {
				out = append(out, Pick{Said: said, Clause: r.whole != ""})
			}
		}
	}
	if len(out) < 2 || len(out) > 3 || strings.EqualFold(out[0].Said, out[1].Said) {
		return nil
	}
	return out
}

// perfect reports whether a clause tells what somebody has done: "ich hab Holz angeschaut".
func (p *picker) perfect(toks []token, v int) bool {
	if p.code != "de" || v < 0 || !strings.HasPrefix(toks[v].low, "hab") {
		return false
	}
	last := toks[len(toks)-1].low
	return strings.HasSuffix(last, "t") && strings.Contains(last, "ge") || strings.HasSuffix(last, "en") && strings.Contains(last, "ge")
}

// refused reports whether a clause says that something is not to be had.
func (p *picker) refused(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sNegations) || p.in(&t, "regretting") })
}

// among reads "you have the choice between one payment and four".
func (p *picker) among(s *sentence) []Pick {
	if len(p.between(s.tokens)) == len(s.tokens) || slices.ContainsFunc(s.tokens, func(t token) bool { return p.in(&t, "clock-words") }) {
		return nil
	}
	p.dative = p.code == "de"
	defer func() { p.dative = false }()
	return p.and(s)
}

// and reads things that a statement offers with "and": "the blue room is left, and the attic".
func (p *picker) and(s *sentence) []Pick {
	parts := p.pieces(s.tokens, true)
	last := -1
	for k := range parts {
		if parts[k].join == 'a' {
			last = k
		}
	}
	if last < 1 || p.refused(parts[last].toks) || p.refused(parts[last-1].toks) {
		return nil
	}
	p.behind = true
	defer func() { p.behind = false }()
	next := p.reduce(s, parts[last].toks)
	sort := p.startOf(next)
	var list []reduced
	for k := last - 1; k >= 0 && len(list) < maxPicks; k-- {
		if parts[k].join != 'a' && p.beside(parts[k].toks) {
			continue
		}
		if cut := p.between(parts[k].toks); len(cut) < len(parts[k].toks) {
			list = append(list, p.reduce(s, cut))
			break
		}
		r := p.reduce(s, parts[k].toks)
		verb := p.verbAt(parts[k].toks) >= 0
		if start := p.startOf(r); start != sort && (sort == wordDet || start == wordPreposition) && !verb && parts[k].join == ',' {
			continue // "with a balcony"
		}
		list = append(list, r)
		if verb || parts[k].join != ',' && parts[k].join != 'a' {
			break
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.Reverse(list)
	if t := list[0].toks; len(list) > 1 && len(t) > 0 && t[0].w.number == len(list) {
		list = list[1:] // "two chapters, the introduction and the discussion"
	}
	list[0], next = p.aligned(list[0], next)
	said := []string{}
	for _, r := range append(list, next) {
		if r.whole != "" {
			return nil
		}
		said = append(said, p.told(s, r))
	}
	return things(said)
}

// startOf is the sort of word by which what is offered begins.
func (p *picker) startOf(r reduced) int {
	if len(r.toks) == 0 {
		return plainWord
	}
	return p.sortOf(&r.toks[0])
}

// aligned lets the first of several things begin as the last of them does, whose lead it holds.
func (p *picker) aligned(first, last reduced) (reduced, reduced) {
	if len(first.toks) == 0 || len(last.toks) == 0 {
		return first, last
	}
	if first.wish && last.whole == "" && !p.infinitiveWord(&last.toks[0]) {
		first.whole, first.wish = "", false // "On se retrouve chez toi ou au café ?"
	}
	if p.code == "de" {
		n, m := len(first.toks), len(last.toks)
		a, b := p.infinitiveWord(&first.toks[n-1]), p.infinitiveWord(&last.toks[m-1])
		switch {
		case a && !b && n > 1:
			first.toks = first.toks[:n-1]
		case b && !a && m > 1 && first.inf == "" && first.could == "":
			last.toks = last.toks[:m-1]
		}
	} else if at := slices.IndexFunc(first.toks, func(t token) bool { return p.infinitiveWord(&t) }); at > 0 && p.infinitiveWord(&last.toks[0]) {
		for at > 0 && p.in(&first.toks[at-1], "option-datives") {
			at--
		}
		first.toks = first.toks[at:]
		return first, last
	}
	det := func(toks []token) int {
		at := slices.IndexFunc(toks, func(t token) bool { return t.w.det != "" })
		if at > 0 && (toks[at-1].w.in.has(sPrepositions) || p.infinitiveWord(&toks[at-1])) {
			return -1
		}
		return at
	}
	if a, b := det(first.toks), det(last.toks); a >= 0 && b > 0 && p.code != "de" && !p.infinitiveWord(&last.toks[0]) {
		first.toks, last.toks = first.toks[a:], last.toks[b:] // "plays the first well, and almost as well the second"
	}
	for len(first.toks) > 1 && len(last.toks) > 1 && p.in(&last.toks[0], "dropped-preps") {
		at := slices.IndexFunc(first.toks, func(t token) bool { return t.low == last.toks[0].low })
		if at < 0 || at+1 >= len(first.toks) {
			break
		}
		first.toks, last.toks = first.toks[at+1:], last.toks[1:] // "replace it by roses, or by lilies"
	}
	sort := p.sortOf(&last.toks[0])
	if p.startOf(first) == sort || sort == plainWord {
		return first, last
	}
	best := -1
	for i := range first.toks {
		t := &first.toks[i]
		if t.low == last.toks[0].low {
			best = i
		}
		if best < 0 && i > 0 && p.sortOf(t) == sort && (sort != wordDet || !first.toks[i-1].w.in.has(sPrepositions)) {
			best = i
		}
	}
	if best > 0 {
		first.toks = first.toks[best:]
	} else if best < 0 && sort == wordDet && p.infinitiveWord(&first.toks[0]) {
		return first, last
	}
	return first, last
}
