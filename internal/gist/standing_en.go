package gist

import (
	"slices"
	"strings"
)

const standingBack = 6 // sentences in which what stands to choose from is looked for

// standing are the things that stand to choose from in the sentences before sentence i, each in
// a sentence or a line of its own: "Patch it: £150. Replace it: £720.", "One option is a new
// pump. The other is a new boiler." What is something to do is said as a sentence: "please
// patch it".
func (m *mail) standing(l *lexicon, i int) []string {
	if l.code != "en" {
		return nil
	}
	from := i
	for from > 0 && i-from < standingBack && !m.sentences[from-1].asks {
		from--
	}
	list := m.sentences[from:i]
	for _, read := range []func([]sentence) []string{l.pricedHeads, l.oneAndOther, l.pricedPair, l.orSentences, l.offeredDeeds, l.ofEach} {
		if out := read(list); len(out) > 1 {
			return out
		}
	}
	return nil
}

// pricedHeads reads "Patch it: £150" and "Replace it: £720".
func (l *lexicon) pricedHeads(list []sentence) (out []string) {
	for j := range list {
		toks := list[j].tokens
		for k := 0; k+1 < len(toks); k++ {
			if toks[k].mark != ':' || !toks[k+1].figure() && !strings.ContainsAny(toks[k+1].text, "£$€") {
				continue
			}
			from := k
			for from > 0 && k-from < 14 && !(capital(toks[from].text) && toks[from].low != "i") {
				from--
			}
			if capital(toks[from].text) {
				out = add(out, l.offeredThing(toks[from:k+1]))
			}
		}
	}
	return out
}

// offeredThing says what is offered in few words: as something to do where it begins with a
// verb, else as a thing.
func (l *lexicon) offeredThing(toks []token) string {
	for i := 1; i+1 < len(toks) && i < 5; i++ {
		if t := &toks[i]; l.in(t, "offer-verbs") || l.is(strings.TrimSuffix(t.low, "s"), l.sets["offer-verbs"]) {
			toks = toks[i+1:] // "the operator offers the Hotel Sole"
			break
		}
	}
	toks = l.fewWords(toks)
	if len(toks) == 0 || slices.ContainsFunc(toks[1:], func(t token) bool { return l.in(&t, "who-acts") }) || toks[0].w.in.has(sSubjects) || toks[0].w.wh != "" {
		return ""
	}
	words := l.say(toks)
	if first, rest, _ := strings.Cut(words, " "); l.common(&toks[0]) || strings.HasSuffix(toks[0].low, "ing") {
		words = strings.TrimSpace(strings.ToLower(first) + " " + rest)
	}
	if l.verb(toks[0].low) && !toks[0].w.in.has(sAdjectives) && (!toks[0].w.in.has(sNouns) || len(toks) > 1 && (toks[1].w.det != "" || toks[1].w.in.has(sObjects) || l.in(&toks[1], "pronouns-it"))) || l.doesTo(toks) {
		return "please " + lowerFirst(words)
	}
	if toks[0].low == "a" || toks[0].low == "an" {
		return "the " + l.say(toks[1:])
	}
	return words
}

// fewWords cuts what is offered off where more is told of it.
func (l *lexicon) fewWords(toks []token) []token {
	for i := range toks {
		switch t := &toks[i]; {
		case i > 1 && l.pricedBy(toks, i), i > 0 && l.in(t, "option-joins"):
			return toks[:i]
		case i > 0 && (t.low == "which" || t.low == "that" || t.low == "where" || t.w.in.has(sAuxiliaries) && t.w.det == ""):
			return toks[:i]
		case i > 2 && (t.w.in.has(sAnd) || t.w.in.has(sPrepositions) && !t.w.in.has(sOf) && t.low != "to" && len(toks) > 5):
			return toks[:i]
		case t.stop && t.mark != ':' && t.mark != 0:
			return toks[:i+1]
		}
	}
	return toks[:min(len(toks), 8)]
}

// pricedBy reports whether what something costs begins at a token: "for £90", "at 40 a head".
func (l *lexicon) pricedBy(toks []token, i int) bool {
	return i+1 < len(toks) && (l.in(&toks[i], "price-joins") || toks[i].low == "at") && toks[i+1].figure() && !clockLike(toks[i+1].low)
}

// doesTo reports whether tokens begin with a verb that is told by what it does something to:
// "bin them".
func (l *lexicon) doesTo(toks []token) bool {
	return len(toks) > 1 && !toks[0].stop && toks[0].w.det == "" && !toks[0].w.in.has(sPrepositions) && !toks[0].w.in.has(sAdjectives) && !toks[0].w.in.has(sSubjects) && (l.in(&toks[1], "pronouns-it") || toks[1].w.in.has(sObjects))
}

// oneAndOther reads "One option is a new pump. The other is a new boiler."
func (l *lexicon) oneAndOther(list []sentence) []string {
	find := func(heads string) (string, int) {
		for j := range list {
			toks := list[j].tokens
			for k := 0; k < len(toks) && k < 20; k++ {
				if !l.in(&toks[k], heads) || k > 0 && !toks[k-1].stop && !toks[k-1].w.in.has(sAnd) && toks[k-1].w.det == "" {
					continue
				}
				for at := k + 1; at < len(toks)-1 && at < k+4; at++ {
					if toks[at].w.in.has(sBeing) || toks[at].low == "be" && l.in(&toks[at-1], "wishing") {
						rest := toks[at+1:]
						if rest[0].low == "to" && len(rest) > 2 {
							return l.offeredThing(rest[1:]), j
						}
						if rest[0].w.det == "" && !capital(rest[0].text) && rest[0].w.number < 0 && !strings.HasSuffix(rest[0].low, "ing") {
							break // "the first is busier"
						}
						return l.offeredThing(rest), j
					}
				}
			}
		}
		return "", -1
	}
	one, at := find("one-of")
	other, behind := find("other-of")
	if at < 0 || behind < at || one == "" || other == "" || one == other {
		return nil
	}
	return []string{one, other}
}

// pricedPair reads one sentence that names two things with what they cost: "Oak is 640, plain
// pine 210", "£180 for the deep ones, or £120 for the others", "with 5 each it is £870, with 7
// £1,140".
func (l *lexicon) pricedPair(list []sentence) []string {
	for j := len(list) - 1; j >= 0; j-- {
		toks := list[j].tokens
		var out []string
		from := 0
		for k := range toks {
			last := k == len(toks)-1
			if !toks[k].stop && !last && !toks[k+1].w.in.has(sOr) && !toks[k+1].w.in.has(sAnd) {
				continue
			}
			part := toks[from : k+1]
			from = k + 1
			for len(part) > 1 && (part[0].w.in.has(sOr) || part[0].w.in.has(sAnd) || part[0].w.in.has(sEither)) {
				part = part[1:]
			}
			if said := l.costs(part); said != "" {
				out = add(out, said)
			}
		}
		if len(out) > 1 && len(out) < 5 {
			return alikePrices(out)
		}
	}
	return nil
}

// costs is the thing of which a clause tells the price.
func (l *lexicon) costs(part []token) string {
	price := func(t *token) bool {
		return t.figure() && (len(t.low) > 1 || strings.ContainsAny(t.text, "£$€")) && t.w.day == 0
	}
	n := len(part)
	switch {
	case n > 2 && price(&part[0]) && part[1].w.in.has(sPrepositions):
		return l.withTail(part[2:], part[1].low)
	case n < 2 || !price(&part[n-1]) || n > 12:
		return ""
	}
	for i := 1; i < n; i++ {
		if t := &part[i]; t.w.in.has(sBeing) || l.in(t, "cost-verbs") || t.low == "it's" || t.w.in.has(sSubjects) {
			if i < n-4 {
				return ""
			}
			return l.withTail(part[:i], "")
		}
	}
	if n > 6 {
		return ""
	}
	if part[n-2].w.in.has(sPrepositions) {
		n-- // "a double at £90"
	}
	return l.withTail(part[:max(1, n-1)], "")
}

// withTail says a thing by what tells it apart, "the one with wooden posts".
func (l *lexicon) withTail(part []token, before string) string {
	for i := range part {
		if part[i].low == "with" && i+1 < len(part) && (i == 0 || i > 1) {
			return "the one " + l.say(part[i:])
		}
	}
	if before == "with" {
		return "the one with " + l.say(part)
	}
	if part[0].w.in.has(sSubjects) || part[0].w.in.has(sPrepositions) && before == "" || part[0].figure() || len(part) > 6 {
		return ""
	}
	if part[0].low == "a" || part[0].low == "an" {
		return "the " + l.say(part[1:])
	}
	return lowered(l, part)
}

// lowered says tokens without the capital that begins their sentence.
func lowered(l *lexicon, part []token) string {
	said := l.say(part)
	if l.common(&part[0]) || len(part) > 1 && part[0].from == 0 && !capital(part[1].text) && part[0].w.month == 0 {
		return lowerFirst(said)
	}
	return said
}

// alikePrices says several things that are told apart by what they come with in the same way.
func alikePrices(out []string) []string {
	with := 0
	for _, o := range out {
		if strings.HasPrefix(o, "the one with ") {
			with++
		}
	}
	if with > 0 && with < len(out) {
		return nil
	}
	if !slices.ContainsFunc(out[1:], capital) {
		out[0] = lowerFirst(out[0]) // "Oak is 640, plain pine 210"
	}
	return out
}

// orSentences reads a sentence that begins with "or" together with the one before it: "A house
// near the sea, one week. Or a cabin in the woods."
func (l *lexicon) orSentences(list []sentence) []string {
	for j := len(list) - 1; j > 0; j-- {
		toks := list[j].tokens
		if len(toks) < 3 || !toks[0].w.in.has(sOr) && !l.in(&toks[0], "alternatively") {
			continue
		}
		before := j - 1
		if len(list[before].tokens) < 4 && before > 0 {
			before-- // "Sand in everything."
		}
		a := list[before].tokens
		for k := len(a) - 2; k >= 0; k-- {
			if a[k].mark == ':' {
				a = a[k+1:]
				break
			}
		}
		one, other := l.proposal(a), l.proposal(toks[1:])
		if one != "" && other != "" && one != other {
			return []string{one, other}
		}
	}
	return nil
}

// proposal says what a sentence proposes: "I can send it" as "please send it", "you could see
// my colleague" as "I will see your colleague".
func (l *lexicon) proposal(toks []token) string {
	if len(toks) > 2 && l.speaker(&toks[0]) && l.maps["offered-as"][toks[1].low] != "" {
		rest := toks[2:]
		if !rest[0].w.in.has(sVerbs) && !l.verb(rest[0].low) {
			return ""
		}
		if rest = rest[:min(len(rest), maxOption)]; toks[0].w.in.has(sFirst) {
			return cut("please "+l.say(l.upToStop(rest)), MaxPhrase)
		}
		return cut("I would rather "+l.say(l.upToStop(rest)), MaxPhrase)
	}
	if len(toks) > 2 && toks[0].w.in.has(sYou) && l.verb(toks[1].low) {
		return cut("I will "+l.say(l.upToStop(toks[1:min(len(toks), maxOption)])), MaxPhrase)
	}
	if len(toks) > 2 && (toks[0].low == "there" || toks[0].low == "there's") {
		return l.offeredThing(toks[2:])
	}
	if toks[0].w.in.has(sSubjects) || toks[0].w.in.has(sAuxiliaries) || l.in(&toks[0], "option-joins") {
		return ""
	}
	if len(toks) > 1 && strings.HasSuffix(toks[0].low, "ing") {
		return l.offeredThing(toks)
	}
	if toks[0].w.det == "a" || toks[0].low == "a" || toks[0].low == "an" || toks[0].low == "the" {
		return l.offeredThing(toks)
	}
	return ""
}

// upToStop cuts a deed off at its comma or its price.
func (l *lexicon) upToStop(toks []token) []token {
	for i := range toks {
		if i > 0 && l.pricedBy(toks, i) && strings.ContainsAny(toks[i+1].text, "£$€") {
			return toks[:i]
		}
		if toks[i].stop && i > 0 {
			return toks[:i+1]
		}
	}
	return toks
}

// offeredDeeds reads what one sentence offers to do: "I can send the rest later, swap it for
// another, or refund you the £18", "you can rent one for £24 a month, or there is a used one".
func (l *lexicon) offeredDeeds(list []sentence) []string {
	for j := len(list) - 1; j >= 0; j-- {
		toks := list[j].tokens
		start := -1
		for k := 0; k+2 < len(toks) && start < 0; k++ {
			if l.speaker(&toks[k]) && l.maps["offered-as"][toks[k+1].low] != "" && (k == 0 || toks[k-1].stop || toks[k-1].w.in.has(sLeads) || toks[k-1].w.in.has(sAnd)) {
				start = k
			}
		}
		or := -1
		for k := range toks {
			if k > start+3 && toks[k].w.in.has(sOr) && k+2 < len(toks) {
				or = k
			}
		}
		if start < 0 || or < 0 {
			continue
		}
		if l.in(&toks[start+2], "offer-verbs") {
			continue // "I can offer you a lighter shade"
		}
		form := "I would rather "
		if toks[start].w.in.has(sFirst) {
			form = "please "
		}
		from := start + 2
		for from < or && (l.in(&toks[from], "softening")) {
			from++
		}
		var out []string
		part := func(p []token, first bool) string {
			for len(p) > 1 && p[0].w.in.has(sOr) {
				p = p[1:]
			}
			if !first && len(p) > 2 && (l.speaker(&p[0]) || p[0].low == "there" || p[0].low == "there's") {
				return l.proposal(p)
			}
			p = l.upToStop(p)
			if len(p) < 2 || !l.verb(p[0].low) && !l.doesTo(p) || p[0].w.det != "" || p[0].w.in.has(sNouns) && !first && p[1].w.det == "" && !p[1].w.in.has(sObjects) && !l.in(&p[1], "pronouns-it") {
				return ""
			}
			if len(p) > maxOption {
				for i := maxOption; i > 2; i-- {
					if p[i].w.in.has(sPrepositions) || p[i].w.in.has(sAnd) {
						p = p[:i]
						break
					}
				}
			}
			if len(p) > maxOption+1 {
				return ""
			}
			return cut(form+l.say(p), MaxPhrase)
		}
		begin := from
		for k := from; k < or; k++ {
			if k == or-1 || toks[k].stop && toks[k].mark == ',' {
				said := part(toks[begin:k+1], begin == from)
				if said == "" {
					break
				}
				out = append(out, said)
				begin = k + 1
			}
		}
		if begin != or || len(out) == 0 {
			continue
		}
		if last := part(l.upToStop(toks[or+1:]), false); last != "" {
			return append(out, last)
		}
	}
	return nil
}

// ofEach reads "We have enough of the sand colour, and of the dark grey I would have to order".
func (l *lexicon) ofEach(list []sentence) []string {
	if len(list) == 0 {
		return nil
	}
	toks := list[len(list)-1].tokens
	var out []string
	for k := 0; k+2 < len(toks); k++ {
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
			out = add(out, "the "+l.say(toks[k+2:end]))
		}
	}
	if len(out) != 2 {
		return nil
	}
	return out
}

// beforeWhich are the things that stand before "which" in the sentence that asks: "10 or 4,
// which is better?", "I am free at 11 or at 3, which one is better?".
func (m *mail) beforeWhich(l *lexicon, i int) []string {
	toks := m.sentences[i].tokens
	which := slices.IndexFunc(toks, func(t token) bool { return t.w.wh == "which" })
	if which < 3 || !toks[which-1].stop {
		return nil
	}
	before := toks[:which]
	or := -1
	for k := range before {
		if before[k].w.in.has(sOr) && k > 0 && k+1 < which {
			or = k
		}
	}
	if or < 0 {
		return nil
	}
	right := before[or+1:]
	kind := (&alternatives{lexicon: l}).kindOf(&right[0])
	from := or - 1
	for from >= 0 && kind != altPlain && (&alternatives{lexicon: l}).kindOf(&before[from]) != kind {
		from--
	}
	if kind == altPlain {
		from = max(0, or-len(right))
	}
	if from < 0 || len(right) > 5 || or-from > 5 || slices.ContainsFunc(before[from:], func(t token) bool { return t.w.in.has(sSubjects) || t.w.in.has(sInverts) }) {
		return nil
	}
	return []string{lowered(l, before[from:or]), l.say(right)}
}

// listedOptions reads "what shall I call you: author, walker, legend?", a list without its "or".
func (l *lexicon) listedOptions(s *sentence, toks []token) []string {
	colon := slices.IndexFunc(toks, func(t token) bool { return t.mark == ':' })
	if l.code != "en" || !s.asks || colon < 2 || toks[0].w.wh == "" || !slices.ContainsFunc(toks[:colon+1], func(t token) bool { return l.in(&t, "wishing") }) {
		return nil
	}
	a := alternatives{lexicon: l, toks: toks}
	parts := a.pieces(colon+1, len(toks))
	var out []string
	for _, p := range parts {
		if p[0].w.in.has(sAny) {
			continue // "anything else"
		}
		if len(p) > 4 || p[0].w.wh != "" || slices.ContainsFunc(p, func(t token) bool {
			return t.w.in.has(sInverts) || t.w.in.has(sSubjects) || t.w.in.has(sOr) || t.w.in.has(sAnd)
		}) {
			return nil
		}
		out = add(out, l.say(p))
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// eachClause reports whether a question with "when" within leaves a choice of cases: "should
// people pay when they order or when they collect?"
func (l *lexicon) eachClause(s *sentence, toks []token, at int) bool {
	if l.code != "en" || at < 1 || !s.asks || !l.in(&toks[at], "time-clauses") || !slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sOr) }) {
		return false
	}
	text := s.text
	if s.partial {
		text = s.written()
	}
	list := Alternatives("en", text)
	return len(list) > 1 && list[0].How
}

// adviseOn reports whether a question is which of two things to do: "do you think we should
// sell it or keep it?".
func (l *lexicon) adviseOn(s *sentence, toks []token) bool {
	if l.code != "en" || !slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sOr) }) {
		return false
	}
	text := s.text
	if s.partial {
		text = s.written()
	}
	list := Alternatives("en", text)
	return len(list) > 1 && list[0].Deed && list[0].Wish
}

// asksStanding reports whether a question leaves open what stands to choose from: "What would
// you like to do?"
func (l *lexicon) asksStanding(q *Question) bool {
	if q.Ask != AskWhat && q.Ask != AskHow && q.Ask != AskOpinion && q.Ask != AskChoice || l.code != "en" {
		return false
	}
	text := strings.ToLower(strings.Trim(q.Text, " ?!."))
	for _, lead := range []string{"so ", "and ", "just "} {
		text = strings.TrimPrefix(text, lead)
	}
	return l.maps["standing-asks"][text] != ""
}

// leftOpen adds the choice that a mail offers without asking: "I can do Wednesday at 3 or
// Friday at 11.", "There are two ways. Patch it: £150. Replace it: £720."
func (m *mail) leftOpen(l *lexicon, g *Gist) {
	if l.code != "en" || len(g.Questions) >= MaxItems {
		return
	}
	has := func(q Question) bool {
		return len(q.Options) > 1 || q.Ask == AskMeet || q.Ask == AskDate && len(q.Dates) > 0
	}
	put := func(i int, q Question) {
		q.Text, q.Kind, q.Of, q.Offers, q.Place = cut(m.sentences[i].text, MaxQuote), "which", OfReader, true, i*MaxItems
		g.Questions = append(g.Questions, q)
		slices.SortStableFunc(g.Questions, func(a, b Question) int { return a.Place - b.Place })
	}
	if !slices.ContainsFunc(g.Questions, has) {
		for i := range m.sentences {
			s := &m.sentences[i]
			if s.asks || s.item || !slices.ContainsFunc(s.tokens, func(t token) bool { return l.in(&t, "can-offer") }) || slices.ContainsFunc(s.tokens[:min(3, len(s.tokens))], func(t token) bool { return t.w.in.has(sSuppose) }) {
				continue
			}
			if days := l.dayOptions(s); len(days) > 1 && len(days) < 4 {
				put(i, Question{Ask: AskMeet, Options: days, Dates: days})
				return
			}
		}
	}
	if slices.ContainsFunc(g.Questions, func(q Question) bool { return q.Ask == AskChoice && (len(q.Options) > 1 || q.Kind == "which") }) {
		return
	}
	for i := range m.sentences {
		s := &m.sentences[i]
		text := " " + strings.ToLower(joinWords(s.tokens)) + " "
		cue := false
		for phrase := range l.maps["choice-cues"] {
			cue = cue || strings.Contains(text, " "+phrase+" ")
		}
		if out := l.youOrMe(s); !cue && out != nil {
			put(i, Question{Ask: AskChoice, Options: out})
			return
		}
		if !cue {
			continue
		}
		for _, at := range []int{i + 1, i, min(i+3, len(m.sentences))} {
			if at > len(m.sentences) {
				continue
			}
			if out := m.standing(l, at); len(out) > 1 {
				put(min(i, len(m.sentences)-1), Question{Ask: AskChoice, Options: out})
				return
			}
		}
	}
}

// youOrMe reads "you can put it through the door or I'll send you my bank details".
func (l *lexicon) youOrMe(s *sentence) []string {
	toks := s.tokens
	if len(toks) < 6 || !toks[0].w.in.has(sYou) || l.maps["offered-as"][toks[1].low] == "" || s.asks {
		return nil
	}
	for k := 4; k+3 < len(toks); k++ {
		if !toks[k].w.in.has(sOr) {
			continue
		}
		right := toks[k+1:]
		if right[0].low == "i'll" || right[0].low == "we'll" {
			right = right[1:]
		} else if right[0].w.in.has(sFirst) && l.maps["offered-as"][right[1].low] != "" {
			right = right[2:]
		} else {
			return nil
		}
		if len(right) < 2 || !l.verb(right[0].low) || !l.verb(toks[2].low) || k > maxOption+3 {
			return nil
		}
		return []string{cut("I will "+l.say(toks[2:k]), MaxPhrase), cut("please "+l.say(l.upToStop(right[:min(len(right), maxOption)])), MaxPhrase)}
	}
	return nil
}

func joinWords(toks []token) string {
	words := make([]string, len(toks))
	for i := range toks {
		words[i] = toks[i].low
	}
	return strings.Join(words, " ")
}
