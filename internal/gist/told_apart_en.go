package gist

import (
	"slices"
	"strings"
)

// Things to choose among of which the sentences before a question each tell something: "I found
// two sofas. The grey one is softer. The green one has a chest below." What is told of one is
// also why somebody would take it.

const (
	tellingsBack = 12 // sentences in which things are looked for of which something is told
	maxTellings  = 24
)

// telling is a thing with what clauses tell of it.
type telling struct {
	subj  []token
	sort  byte // 'o' "the other", 'l' "option 2", 'n' a name, 'd' "the grey one", 'b' "oak", 'p' "by the gate"
	at    int  // its sentence
	preds [][]token
	costs float64
}

// tellings are the things of which the sentences [from, to) tell something, in their order.
func (m *mail) tellings(l *lexicon, from, to int) (out []telling) {
	for j := from; j < to && len(out) < maxTellings; j++ {
		s := &m.sentences[j]
		if s.asks || len(s.tokens) > 60 {
			continue
		}
		fresh := len(out)
		for _, piece := range l.toldPieces(s.tokens) {
			t, about := l.tellingOf(piece, len(out) > fresh)
			switch {
			case t.sort != 0:
				t.at = j
				if k := slices.IndexFunc(out, func(had telling) bool { return l.sameThing(had.subj, t.subj) }); k >= 0 {
					out[k].preds = append(out[k].preds, t.preds...)
					out = append(slices.Delete(out, k, k+1), out[k])
					continue
				}
				out = append(out, t)
			case about && len(out) > 0 && (len(out) > fresh || j-out[len(out)-1].at < 2+len(out[len(out)-1].preds)):
				last := &out[len(out)-1]
				last.preds = append(last.preds, t.preds...)
			}
		}
	}
	for i := range out {
		for _, p := range out[i].preds {
			for k := range p {
				if out[i].costs == 0 && strings.ContainsAny(p[k].text, "£$€") && (k+1 == len(p) || !strings.HasSuffix(p[k+1].low, "er") && p[k+1].low != "less" && p[k+1].low != "more") {
					out[i].costs = priceOf(p[k].low)
				}
			}
		}
	}
	return out
}

// priceOf is the number that a price names, 0 for none.
func priceOf(s string) (n float64) {
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9' && n < 1e9:
			n = 10*n + float64(c-'0')
		case c == '.':
			return n
		}
	}
	return n
}

// sameThing reports whether two subjects are said with the same words.
func (l *lexicon) sameThing(a, b []token) bool {
	return slices.EqualFunc(a, b, func(x, y token) bool { return x.low == y.low })
}

// toldPieces cuts a sentence into clauses: at its stops and before "and", "but", "while".
func (l *lexicon) toldPieces(toks []token) (out [][]token) {
	from := 0
	for i := range toks {
		last := i == len(toks)-1
		if !last && !toks[i].stop && !(toks[i+1].w.in.has(sAnd) && toks[i+1].text != "&") && !l.in(&toks[i+1], "contrasting") {
			continue
		}
		if from <= i {
			out = append(out, toks[from:i+1])
		}
		from = i + 1
	}
	return out
}

// tellingOf reads a clause: its subject and what it tells; about reports whether it goes on to
// tell of the thing before.
func (l *lexicon) tellingOf(toks []token, goesOn bool) (t telling, about bool) {
	joined := false
	for len(toks) > 2 && (toks[0].w.in.has(sAnd) || l.in(&toks[0], "contrasting") || l.role(&toks[0]) == "lead" && toks[0].w.det == "") {
		joined = true
		toks = toks[1:]
	}
	first := &toks[0]
	switch low, rest := first.low, toks[1:]; {
	case len(rest) == 0:
		return t, false
	case low == "one" && l.told1(&rest[0]):
		return telling{subj: toks[:1], sort: 'o', preds: [][]token{rest}}, false
	case low == "it" || low == "they" || low == "that" && rest[0].low == "one" || low == "this" && rest[0].low == "one":
		if rest[0].low == "one" {
			rest = rest[1:]
		}
		return telling{preds: [][]token{rest}}, len(rest) > 0
	case low == "it's" || low == "they're":
		return telling{preds: [][]token{toks}}, true
	case first.w.wh != "" && (low == "which" || low == "that"):
		return telling{preds: [][]token{rest}}, goesOn
	case l.told1(first) && (goesOn || joined):
		return telling{preds: [][]token{toks}}, goesOn
	case first.w.in.has(sPrepositions) && first.w.det == "":
		return l.toldBehind(toks), false
	case first.w.wh != "" || first.w.in.has(sPossessive) || first.w.in.has(sSubjects) && first.w.det == "" && low != "one" || first.w.in.has(sDemonstratives) && first.w.det == "" && low != "the", l.in(first, "pronouns-it"), l.role(first) == "remark" && first.w.det == "", first.w.in.has(sSuppose), strings.Contains(low, "'") && !capital(first.text):
		return t, false
	case low == "this" || low == "that" || low == "these" || low == "those" || low == "there" || first.w.day > 0:
		return t, false
	}
	end := l.toldEnd(toks)
	if end == 0 && joined || end == 0 && goesOn {
		end = l.gapped(toks)
	}
	if end == 0 || end > 7 || end >= len(toks) || l.maps["matters"][toks[end-1].low] != "" {
		return t, false
	}
	t = telling{subj: toks[:end], preds: [][]token{toks[end:]}}
	t.sort = l.toldSort(t.subj)
	return t, false
}

// gapped is where a thing ends of which something is told without a verb: 3 for "the small one all
// day", 0 for none.
func (l *lexicon) gapped(toks []token) int {
	for i := 1; i+1 < min(len(toks), 5) && toks[0].low == "the" && !toks[i-1].stop; i++ {
		if (toks[i].low == "one" || toks[i].low == "ones") && !toks[i].stop {
			return i + 1
		}
	}
	return 0
}

// told1 reports whether a word is a verb that goes on to tell of what stands before: "has", "costs".
func (l *lexicon) told1(t *token) bool {
	return t.w.det == "" && (t.w.in.has(sInverts) || l.role(t) == "tells" || l.role(t) == "modal" || l.thirdPerson(t))
}

// toldBehind reads "by the gate it's £25", "with the yearly plan you get two months free".
func (l *lexicon) toldBehind(toks []token) (t telling) {
	for k := 2; k+1 < min(len(toks), 7); k++ {
		switch low := toks[k].low; {
		case toks[k-1].stop:
			return t
		case low == "it" || low == "it's" || low == "you" || low == "there's":
			if toks[k-1].w.in.has(sPrepositions) {
				return t
			}
			rest := toks[k:]
			if low == "it" {
				rest = toks[k+1:]
			}
			if toks[0].low == "with" && toks[1].w.det != "" {
				return telling{subj: toks[1:k], sort: 'd', preds: [][]token{rest}}
			}
			if toks[1].w.det != "" && toks[0].low != "for" && toks[0].low != "of" && toks[0].low != "after" && toks[0].low != "before" && low != "you" {
				return telling{subj: toks[:k], sort: 'p', preds: [][]token{rest}}
			}
			return t
		case toks[k].w.in.has(sInverts):
			return t
		}
	}
	return t
}

// toldEnd is where the verb of a clause stands behind its subject, 0 for none.
func (l *lexicon) toldEnd(toks []token) int {
	end := l.subjectEnd(toks)
	if end > 2 && l.role(&toks[end-1]) == "softly" {
		end--
	}
	for i := 1; i+1 < len(toks) && i < 8 && (end == 0 || i < end); i++ {
		t, before := &toks[i], &toks[i-1]
		many := l.pluralWord(before.low) || capital(before.text) && i > 1
		if many && before.w.det == "" && !before.stop && t.text == t.low && t.w.verb() && t.w.det == "" && !t.w.in.has(sPrepositions) && !strings.HasSuffix(t.low, "ed") && !strings.HasSuffix(t.low, "ing") && !toks[i+1].w.in.has(sInverts) {
			return i
		}
	}
	return end
}

// toldSort tells how a subject names its thing.
func (l *lexicon) toldSort(subj []token) byte {
	head := subj
	if len(head) > 1 && head[0].w.det != "" && head[0].low == "the" {
		head = head[1:]
	}
	switch first := &head[0]; {
	case len(head) < 3 && (first.low == "one" || first.low == "other" || first.low == "another" || l.in(first, "ordinals") || first.low == "former" || first.low == "latter") && (len(head) == 1 || head[1].low == "one" || head[1].low == "option"):
		return 'o'
	case len(head) == 3 && first.low == "one" && head[1].w.in.has(sOf):
		return 'o'
	case len(head) < 3 && l.in(first, "option-words") && len(head) > 1, len(head) == 1 && l.labels(first.text) && capital(first.text):
		return 'l'
	case subj[0].w.det != "" || subj[0].figure() || l.numberOf(&subj[0]) > 0:
		return 'd'
	case first.w == unknown || len(subj) > 1 && capital(subj[1].text):
		return 'n'
	}
	return 'b'
}

// alikeTold reports whether two things may be of one choice by how they are named.
func (l *lexicon) alikeTold(a, b *telling) bool {
	switch {
	case a.sort == b.sort:
		return true
	case a.sort == 'n' && b.sort == 'b' || a.sort == 'b' && b.sort == 'n':
		return true
	case a.sort == 'n' && b.sort == 'd':
		return len(b.subj) > 1 && capital(b.subj[1].text)
	case a.sort == 'd' && b.sort == 'n':
		return len(a.subj) > 1 && capital(a.subj[1].text)
	case a.sort == 'd' && b.sort == 'o':
		return true
	}
	return false
}

// toldApart are the things that the sentences before sentence i tell apart; announced reports
// whether they say how many there are.
func (m *mail) toldApart(l *lexicon, i int) (out []Option, last int, announced bool) {
	from := max(0, i-tellingsBack)
	for j := i - 1; j >= from; j-- {
		if m.sentences[j].asks && i-j > 1 {
			from = j + 1
			break
		}
	}
	list := m.tellings(l, from, i)
	if len(list) < 2 {
		return nil, 0, false
	}
	for j := i - 1; j >= from; j-- {
		n, ok := l.announces(m.sentences[j].tokens)
		if !ok {
			continue
		}
		k := slices.IndexFunc(list, func(t telling) bool { return t.at > j })
		if k < 0 {
			continue
		}
		var group []telling
		for _, t := range list[k:] {
			if (len(group) == 0 || l.alikeTold(&group[0], &t)) && len(group) < maxChoices && (n == 0 || len(group) < n) {
				group = append(group, t)
			}
		}
		if len(group) > 1 && len(group) >= n {
			if out := m.toldOptions(l, group); out != nil {
				return out, group[len(group)-1].at, true
			}
		}
	}
	end := len(list)
	for end > 1 {
		group := list[end-1:]
		if len(group) > 1 {
			group = group[:1]
		}
		k := end - 1
		for k > 0 && l.alikeTold(&list[k-1], &group[0]) && list[k].at-list[k-1].at <= 1+len(list[k-1].preds) {
			k--
		}
		if end-k > 1 {
			run := list[k:end]
			if len(run) > 2 && !l.oneHead(run) {
				run = run[len(run)-2:]
			}
			if l.weighed(run) {
				if out := m.toldOptions(l, run); out != nil {
					return out, run[len(run)-1].at, false
				}
			}
		}
		if k > 0 && end-k == 1 && list[k-1].at == list[k].at && l.weighed(list[k-1:end]) {
			if out := m.toldOptions(l, list[k-1:end]); out != nil {
				return out, list[k].at, false // "Tallis is safe; the new piece is riskier"
			}
		}
		end--
	}
	return nil, 0, false
}

// announces reports whether a sentence says that several things come: "two routes", "a couple of
// quotes"; n is how many, 0 where that is left open.
func (l *lexicon) announces(toks []token) (n int, ok bool) {
	for i := 0; i+1 < len(toks); i++ {
		t := &toks[i]
		c := t.w.number
		vague := l.in(t, "some-of-several")
		if (c < 2 || c > 6 || t.figure()) && !vague || t.stop {
			continue
		}
		for k := i + 1; k < min(i+5, len(toks)); k++ {
			w := &toks[k]
			if w.w.in.has(sSpans) || w.w.in.has(sDates) || w.w.in.has(sCurrencies) || w.w.in.has(sAuxiliaries) || w.w.in.has(sSubjects) && w.w.det == "" || l.in(w, "measures") {
				break
			}
			if l.pluralWord(w.low) {
				if vague {
					c = 0
				}
				return c, true
			}
			if w.stop {
				break
			}
		}
	}
	return 0, false
}

// oneHead reports whether things are of one noun, or labels.
func (l *lexicon) oneHead(run []telling) bool {
	head := func(t *telling) string { return t.subj[len(t.subj)-1].low }
	for i := range run {
		if run[i].sort != run[0].sort || run[i].sort != 'l' && run[i].sort != 'o' && (head(&run[i]) != head(&run[0]) && head(&run[i]) != "one" || run[i].sort == 'n') {
			return false
		}
	}
	return true
}

// weighed reports whether what is told of things sets them against each other: they are of one
// noun, each has its price, or one is more of something.
func (l *lexicon) weighed(run []telling) bool {
	if l.oneHead(run) {
		return true
	}
	priced := true
	for i := range run {
		priced = priced && run[i].costs > 0
		for _, p := range run[i].preds {
			for k := range p {
				if t := &p[k]; l.in(t, "merits") && strings.HasSuffix(t.low, "er") || l.in(t, "drawbacks") && strings.HasSuffix(t.low, "er") || t.low == "more" || t.low == "less" || t.low == "better" || t.low == "worse" || t.low == "than" {
					return true
				}
			}
		}
	}
	return priced || run[0].at == run[len(run)-1].at && run[0].sort == run[1].sort
}

// toldOptions names things that are told apart; nil where one of them cannot be named.
func (m *mail) toldOptions(l *lexicon, group []telling) (out []Option) {
	for i := range group {
		one := l.toldName(&group[i])
		if one.Name == "" || slices.ContainsFunc(out, func(had Option) bool { return strings.EqualFold(had.Name, one.Name) }) {
			return nil
		}
		out = append(out, one)
	}
	if low := func(o Option) bool { return !strings.Contains(o.Name, " ") && !capital(o.Name) }; slices.ContainsFunc(out, low) {
		for i := range out {
			if !strings.Contains(out[i].Name, " ") && !group[i].subj[0].open && group[i].subj[0].from == 0 {
				out[i].Name = lowerFirst(out[i].Name) // "oak", "laminate"
			}
		}
	}
	if !l.sayable(out) {
		return nil
	}
	return out
}

// toldName says one of several things that are told apart.
func (l *lexicon) toldName(t *telling) Option {
	subj := t.subj
	switch t.sort {
	case 'o':
		return l.oneName(t)
	case 'l':
		if len(subj) > 1 {
			return Option{Name: lowerFirst(l.say(subj)), Kind: OptionThing}
		}
		return Option{Name: l.say(subj), Kind: OptionThing}
	case 'p':
		return l.optionOf(offer{toks: subj, kind: OptionHow})
	case 'n':
		words := make([]string, len(subj))
		for i := range subj {
			words[i] = subj[i].text
		}
		if said := strings.Join(words, " "); len(said) <= MaxPhrase && len(words) < 8 {
			if len(words) > 1 && !slices.ContainsFunc(words[1:], capital) && !subj[0].open || len(words) == 1 && (l.common(&subj[0]) || l.maps["bare-things"][subj[0].low] != "" || strings.HasSuffix(said, "ing") || l.manyTold(t)) {
				said = lowerFirst(said)
			}
			return Option{Name: said, Kind: OptionThing}
		}
		return Option{}
	}
	o := l.optionOf(offer{toks: subj, kind: OptionThing, named: true, stated: true})
	if t.sort == 'b' {
		o.Name = lowerFirst(o.Name)
	}
	return o
}

// oneName names one of two by what it is: "One is a dark green", "the other has a lid".
func (l *lexicon) oneName(t *telling) Option {
	head := t.subj[0].low
	if head == "the" && len(t.subj) > 1 {
		head = t.subj[1].low
	}
	counted := ""
	if head != "one" && head != "other" && head != "another" {
		counted = "the " + head + " one"
	}
	if len(t.preds) == 0 {
		return Option{}
	}
	p := t.preds[0]
	if len(p) > 1 && (l.in(&p[0], "being-forms") && p[0].low != "has" && p[0].low != "have" || l.maps["offered-by"][p[0].low] != "") && !p[0].stop {
		rest := p[1:]
		for len(rest) > 1 && (l.role(&rest[0]) == "softly" || l.in(&rest[0], "softening")) {
			rest = rest[1:]
		}
		switch first := &rest[0]; {
		case first.w.in.has(sTo) || l.price(rest, 0):
		case first.w.det != "" && !first.w.in.has(sPossessive) && first.low != "no" || capital(first.text):
			if end := slices.IndexFunc(rest, func(t token) bool { return t.low == "called" || t.low == "named" || t.low == "made" }); end > 1 {
				rest = rest[:end]
			}
			if o := l.optionOf(offer{toks: rest, kind: OptionThing, stated: true}); o.Name != "" {
				return o
			}
		case first.w.in.has(sAdjectives) && (len(rest) == 1 || first.stop || rest[1].w.in.has(sAnd)) && counted == "":
			return Option{Name: "the " + first.low + " one", Kind: OptionThing}
		}
	}
	if len(p) > 2 && p[0].low == "has" && p[1].w.det != "" && p[1].low != "no" && counted == "" {
		if o := l.optionOf(offer{toks: p[1:], kind: OptionThing}); o.Name != "" && len(strings.Fields(o.Name)) < 6 {
			return Option{Name: "the one with " + o.Name, Kind: OptionThing}
		}
	}
	if counted == "the former one" || counted == "the latter one" {
		counted = strings.TrimSuffix(counted, " one")
	}
	return Option{Name: counted, Kind: OptionThing}
}

// toldBefore is toldApart for a decision that can be among things.
func (m *mail) toldBefore(l *lexicon, i int, d decision) ([]Option, int, bool) {
	switch d {
	case whichDecision, placeDecision, whoDecision, openDecision:
	default:
		return nil, 0, false
	}
	out, last, announced := m.toldApart(l, i)
	if list := fitting(out, d); list == nil {
		return nil, 0, false
	}
	return out, last, announced
}

// fitting are options that a decision can be among, nil where it cannot be.
func fitting(out []Option, d decision) []Option {
	for _, o := range out {
		if d == whoDecision && o.Kind != OptionThing {
			return nil
		}
	}
	return out
}

// shareWord reports whether options are called alike in two lists: "the battery one" and "the
// battery trimmer".
func (l *lexicon) shareWord(a, b []Option) bool {
	words := map[string]bool{}
	for _, o := range a {
		for _, w := range strings.Fields(strings.ToLower(o.Name)) {
			words[w] = true
		}
	}
	return !slices.ContainsFunc(b, func(o Option) bool {
		return !slices.ContainsFunc(strings.Fields(strings.ToLower(o.Name)), func(w string) bool { return len(w) > 2 && w != "the" && w != "one" && words[w] })
	})
}

// withoutTold leaves out what clauses between commas tell of each thing, "the one on the steps,
// where all laugh, and the one in the shop, which is darker"; nil where there are none.
func (l *lexicon) withoutTold(toks []token) []token {
	out := make([]token, 0, len(toks))
	skip := false
	for i := range toks {
		t := &toks[i]
		if n := len(out); n > 1 && !skip && toks[i-1].mark == ',' && toks[i-1].stop && (t.low == "which" || t.low == "where" || t.low == "who") {
			skip = true
			out[n-1].stop, out[n-1].mark = false, 0
		}
		if skip && (t.w.in.has(sOr) || t.w.in.has(sAnd)) && toks[i-1].stop {
			skip = false
		}
		if !skip {
			out = append(out, *t)
		}
	}
	if len(out) == len(toks) || len(out) == 0 {
		return nil
	}
	out[len(out)-1].stop, out[len(out)-1].mark = true, '.'
	return out
}
