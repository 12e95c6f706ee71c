package gist

import (
	"slices"
	"strings"
)

// What a German, French or Spanish mail offers to choose among often stands in the sentences
// before the one that hands the choice over: "I can mend it, or you get a new one. What shall
// I do?" Each thing offered is said in few words: a thing, a place, something to do.

// Pick is one of several things offered, as its reader names it.
type Pick struct {
	Said   string
	Clause bool // it is a sentence of its own: "I take it along"
	Right  bool // it is one of two figures of which only one is right
}

const (
	picksBack    = 6  // sentences in which what is offered is looked for
	maxPick      = 10 // words of one
	maxPicks     = 5
	maxPickWords = 90 // words of a sentence that is looked at
)

// picker finds what a mail offers.
type picker struct {
	*lexicon
	m      *mail
	manner Manner

	strong bool // only what is clearly offered counts
	dative bool // articles stand in the dative
	behind bool // what stands behind a verb such as "is" is offered
	costs  bool // what stands before it, which costs something
}

// decisions binds each question or statement that hands a choice over to what the mail offers.
func (m *mail) decisions(l *lexicon, g *Gist) {
	if l.code == "en" || l.code != g.Language {
		return
	}
	p := &picker{lexicon: l, m: m, manner: g.Manner}
	bound := -1 // the last sentence that what was bound may stand in
	for i := range m.sentences {
		s := &m.sentences[i]
		if s.item && !s.asks || len(s.tokens) == 0 || len(s.tokens) > maxPickWords {
			continue
		}
		if p.ownAt(g, i) {
			bound = i
			continue
		}
		at := slices.IndexFunc(g.Questions, func(q Question) bool { return q.Place/MaxItems == i && !(q.valued() && !s.has(pAskRight)) })
		asked := slices.ContainsFunc(g.Questions, func(q Question) bool { return q.Place/MaxItems == i })
		if !s.has(pAskRight) && !s.has(pAskPick) || at < 0 && asked {
			continue
		}
		picks := p.before(i, bound)
		if len(picks) < 2 {
			continue
		}
		bound = i
		p.bind(g, i, at, picks)
	}
	if bound < 0 {
		p.loosely(g)
	}
}

// loosely binds a question or a wish for an answer, by whatever words, to what is clearly
// offered right before it.
func (p *picker) loosely(g *Gist) {
	for i := len(p.m.sentences) - 1; i > 0; i-- {
		s := &p.m.sentences[i]
		if s.item || len(s.tokens) == 0 || len(s.tokens) > maxPickWords/3 {
			continue
		}
		at := slices.IndexFunc(g.Questions, func(q Question) bool { return q.Place/MaxItems == i })
		switch {
		case at >= 0:
			q := &g.Questions[at]
			open := q.Ask == AskWhat || q.Ask == AskChoice || q.Ask == AskOpinion || q.Ask == AskHow || q.Kind == "when" && (q.Ask == AskDate || q.Ask == AskMeet)
			if !open || len(q.Options) > 1 || q.Kind == "" && q.Ask != AskOpinion && q.Ask != AskChoice || len(strings.Fields(q.Text)) > 9 {
				continue
			}
		case s.asks || len(g.Questions) > 0 || !slices.ContainsFunc(s.tokens, func(t token) bool { return p.in(&t, "answer-words") }):
			continue
		}
		p.strong = true
		picks := p.before(i, -1)
		p.strong = false
		if len(picks) > 1 && (at < 0 || g.Questions[at].Kind != "when" || p.dayish(picks)) {
			p.bind(g, i, at, picks)
			return
		}
	}
}

// ownAt gives the questions of sentence i that name their sides those. It reports whether there
// are such.
func (p *picker) ownAt(g *Gist, i int) (found bool) {
	for k := range g.Questions {
		q := &g.Questions[k]
		if q.Place/MaxItems != i || q.Ask != AskChoice && !q.YesNo && len(q.Options) < 2 {
			continue
		}
		s := p.sentence(q.Text)
		if len(s.tokens) < 2 || !slices.ContainsFunc(s.tokens[1:], func(t token) bool { return t.w.in.has(sOr) }) || s.noChoice(p.lexicon) && len(q.Options) < 2 {
			continue
		}
		p.own(q, &s)
		found = true
	}
	return found
}

// own gives a question the sides that it names itself; its options are those where what was
// read as options cannot stand.
func (p *picker) own(q *Question, s *sentence) {
	q.Picks = p.ofQuestion(s)
	if len(q.Picks) < 2 || q.Ask != AskChoice || len(q.Options) < 2 {
		return
	}
	for _, o := range q.Options {
		if toks := p.tokens(o); len(toks) == 0 || len(toks) == 1 && !strings.Contains(s.text, o) || !p.canStand(toks, p.infinitiveWord(&toks[0]) || p.infinitiveWord(&toks[len(toks)-1])) {
			q.Options = nil
			return
		}
	}
	if len(q.Picks) < len(q.Options) && len(q.Picks) > 1 && q.Options[len(q.Options)-1] == q.Picks[len(q.Picks)-1].Said {
		q.Options = nil // "for the cover, red or green?"
		return
	}
	if o, said := q.Options[len(q.Options)-1], q.Picks[len(q.Picks)-1].Said; p.romance() && !strings.Contains(s.text, o) && strings.Contains(s.text, said) && p.tokens(said)[0].w.in.has(sPrepositions) {
		q.Options = nil // "le café" of "au café"
		return
	}
	for k, o := range q.Options {
		if k < len(q.Picks) && len(q.Picks) == len(q.Options) && p.shortened(o, q.Picks[k].Said) {
			q.Options = nil
			return
		}
	}
}

// shortened reports whether an option lacks the verb or the pronoun that belongs to it: "die
// Maschine unrepariert" of "die Maschine unrepariert zurückschicken".
func (p *picker) shortened(option, said string) bool {
	toks := p.tokens(said)
	if len(toks) < 2 {
		return false
	}
	if p.code == "de" {
		last := &toks[len(toks)-1]
		return strings.HasPrefix(said, option+" ") && said[len(option)+1:] == last.text && p.infinitiveWord(last) && len(last.low) > 9
	}
	return p.in(&toks[0], "option-datives") && strings.HasSuffix(said, option) && toks[1].from == len(said)-len(option)
}

// valued reports whether a question wants a value that no mail offers to choose among.
func (q *Question) valued() bool {
	switch q.Ask {
	case AskDuration, AskWhy, AskPhone, AskAddress, AskRating, AskSum, AskFeeling:
		return true
	case AskNumber, AskMoney, AskIdentifier:
		return q.Kind != "which" && q.Kind != "what"
	}
	return false
}

// bind makes what sentence i asks a choice among what was offered.
func (p *picker) bind(g *Gist, i, at int, picks []Pick) {
	options := make([]string, len(picks))
	for k := range picks {
		options[k] = picks[k].Said
	}
	s := &p.m.sentences[i]
	if at < 0 {
		if len(g.Questions) == MaxItems {
			return
		}
		g.Requests = slices.DeleteFunc(g.Requests, func(r Request) bool { return r.Place/MaxItems == i })
		at = slices.IndexFunc(g.Questions, func(q Question) bool { return q.Place/MaxItems > i })
		if at < 0 {
			at = len(g.Questions)
		}
		g.Questions = slices.Insert(g.Questions, at, Question{Text: cut(s.text, MaxQuote), Place: i * MaxItems, Of: OfReader, Offers: true})
	}
	q := &g.Questions[at]
	q.Ask, q.Kind, q.Topic, q.YesNo, q.Options, q.Picks, q.If, q.Unit = AskChoice, "which", "", false, options, picks, 0, ""
	g.Questions = slices.DeleteFunc(g.Questions, func(o Question) bool { // what is offered asks nothing
		j := o.Place / MaxItems
		if j >= i || i-j >= picksBack || o.Ask != AskWhat && o.Ask != AskChoice || len(o.Picks) > 0 {
			return false
		}
		b := &p.m.sentences[j]
		return !b.asks && !b.item && !b.has(pTell) && !b.has(pAskPick)
	})
	if at = slices.IndexFunc(g.Questions, func(o Question) bool { return o.Place/MaxItems == i && o.Kind == "which" && len(o.Picks) > 0 }); at < 0 {
		return
	}
	for k := range g.Questions { // "which do you want, and what size are you?"
		if o := &g.Questions[k]; k != at && slices.ContainsFunc(o.Options, func(w string) bool {
			return slices.ContainsFunc(options, func(said string) bool { return strings.Contains(said, w) })
		}) {
			o.Options = nil
		}
	}
	q = &g.Questions[at]
	if picks[0].Right { // "we need your reading: your card says 318, the caretaker 381"
		text := q.Text
		g.Questions = slices.DeleteFunc(g.Questions, func(o Question) bool {
			return o.Text != text && (o.Ask == AskNumber || o.Ask == AskStatus || o.Ask == AskIdentifier) && o.Place/MaxItems < i && i-o.Place/MaxItems < picksBack
		})
		return
	}
	if kind := p.choiceKind(options); kind != AskChoice {
		if q.Ask, q.Dates = kind, options; s.has(pAskMeet) || s.has(pSuits) {
			q.Ask = AskMeet
		}
	}
	for k := at + 1; k < len(g.Questions) && g.Questions[k].Place/MaxItems == i; {
		if o := &g.Questions[k]; o.Ask != AskWhat && len(strings.Fields(o.Text)) > 4 {
			k++
			continue
		}
		g.Questions = slices.Delete(g.Questions, k, k+1) // "may I, and if so, which?"
	}
}

// before finds what is offered in the sentences before sentence i, back to the last question
// or to what another one has taken.
func (p *picker) before(i, bound int) []Pick {
	if out := p.listed(i); len(out) > 1 {
		return out
	}
	from := i
	for from > 0 && i-from < picksBack && !p.m.sentences[from-1].asks && from-1 > bound && !p.m.sentences[from-1].item {
		from--
	}
	if s := p.m.sentences[i]; s.asks && slices.ContainsFunc(s.tokens, func(t token) bool { return t.w.in.has(sOr) }) {
		return p.ofQuestion(&s) // "Friday at one, or Saturday. what suits?"
	}
	var window, whole []sentence
	for j := from; j < i; j++ {
		if s := &p.m.sentences[j]; len(s.tokens) <= maxPickWords {
			window, whole = append(window, p.withoutAsides(s)), append(whole, *s)
		}
	}
	if p.m.sentences[i].has(pAskRight) {
		if out := p.figures(window); len(out) == 2 {
			out[0].Right, out[1].Right = true, true
			return out
		}
		if out := p.counts(window); len(out) == 2 {
			return out
		}
		if !p.m.sentences[i].has(pAskPick) || slices.ContainsFunc(window, func(s sentence) bool { return len(p.dates(&s)) > 1 }) {
			return nil
		}
	}
	own := p.withoutAsides(&p.m.sentences[i])
	offers := !own.asks && len(own.tokens) > 3 && p.offersItself(&own)
	if offers {
		window = append(window, own)
	}
	for _, read := range []func(*sentence) []Pick{p.days, p.colon, p.or, p.alike, p.among} {
		for j := len(window) - 1; j >= 0; j-- {
			if out := read(&window[j]); len(out) > 1 {
				return out
			}
		}
	}
	if offers {
		window = window[:len(window)-1]
	}
	for _, read := range []func([]sentence) []Pick{p.orSentence, p.conditions, p.lettered} {
		if out := read(window); len(out) > 1 {
			return out
		}
	}
	if out := p.costed(whole); len(out) > 1 {
		return out
	}
	if p.strong {
		return nil
	}
	if out := p.offers(window); len(out) > 1 {
		return out
	}
	for j := len(window) - 1; j >= 0; j-- {
		if out := p.and(&window[j]); len(out) > 1 {
			return out
		}
	}
	return nil
}

// offersItself reports whether a sentence that hands a choice over also names what there is to
// choose: "tell us: your size, your time and a contact" lists what is to be told.
func (p *picker) offersItself(s *sentence) bool {
	return s.has(pAskChoose) || slices.ContainsFunc(s.tokens, func(t token) bool { return t.w.in.has(sOr) })
}

// withoutAsides is a sentence without what stands in brackets.
func (p *picker) withoutAsides(s *sentence) sentence {
	if !strings.Contains(s.text, "(") {
		return *s
	}
	out := p.sentence(strings.ReplaceAll(aside().ReplaceAllString(s.text, ""), " ,", ","))
	if len(out.tokens) == 0 {
		return *s
	}
	return out
}

// listed are the heads of the items of the list beside sentence i.
func (p *picker) listed(i int) []Pick {
	list := func(from, step int) []Pick {
		var out []string
		for j := from; j >= 0 && j < len(p.m.sentences) && p.m.sentences[j].item; j += step {
			s := &p.m.sentences[j]
			if s.asks {
				return nil
			}
			if step > 0 && j > 0 && p.m.sentences[j-1].item && p.m.sentences[j-1].block == s.block || step < 0 && j > 0 && p.m.sentences[j-1].item && p.m.sentences[j-1].block == s.block {
				continue // what is told of it
			}
			bare := p.withoutAsides(s)
			said := p.itemHead(&bare)
			if said == "" {
				return nil
			}
			out = append(out, said)
		}
		if step < 0 {
			slices.Reverse(out)
		}
		return things(out)
	}
	if p.m.sentences[i].item {
		return nil
	}
	for back := 1; back <= 3 && back <= i; back++ {
		if out := list(i-back, -1); len(out) > 1 {
			return out
		}
	}
	return list(i+1, 1)
}

// itemHead names an item of a list: "the small one" of "the small one: 30 euros a month".
func (p *picker) itemHead(s *sentence) string {
	if days := p.dates(s); len(days) > 0 && days[0].from <= 1 {
		to := days[0].to
		if len(days) > 1 && days[1].clock && days[1].from <= to+1 {
			to = days[1].to
		}
		return s.words(days[0].from, to)
	}
	end := len(s.tokens)
	for k := range s.tokens {
		if t := &s.tokens[k]; t.stop && (t.mark == ':' || t.mark == ',' || t.mark == '-' || t.mark == ';' || t.mark == '.') {
			end = k + 1
			break
		}
	}
	return p.core(s, s.tokens[:end])
}

// things are picks that are said as they stand; none where one is said twice or is nothing.
func things(said []string) []Pick {
	var out []Pick
	for _, w := range said {
		if w == "" || len(out) == maxPicks || slices.ContainsFunc(out, func(o Pick) bool { return strings.EqualFold(o.Said, w) }) {
			return nil
		}
		out = append(out, Pick{Said: w})
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// piece is a part of a sentence between its marks.
type piece struct {
	toks []token
	join byte // what stands before it: 'o' for "or", 'a' for "and", else a mark, 0 for the start
}

// pieces parts tokens at their marks and at "or"; at "and" too where both is set.
func (p *picker) pieces(toks []token, both bool) (out []piece) {
	from, join := 0, byte(0)
	put := func(to int) {
		if to > from {
			out = append(out, piece{toks[from:to], join})
			join = ','
		}
	}
	for i := range toks {
		t := &toks[i]
		switch {
		case t.w.in.has(sOr) || p.in(t, "either-joins"):
			put(i)
			from, join = i+1, 'o'
		case both && t.w.in.has(sAnd):
			put(i)
			from, join = i+1, 'a'
		}
		if t.stop && !p.within(toks, i) && (both || !p.listComma(toks, i)) {
			put(i + 1)
			from = i + 1
			if join == ',' {
				join = max(t.mark, 1)
			}
		}
	}
	put(len(toks))
	return out
}

// listComma reports whether the comma behind a token stands within one thing that is offered:
// "ich mache Kette, Kassette und Blätter zusammen".
func (p *picker) listComma(toks []token, i int) bool {
	if toks[i].mark != ',' || i < 2 || p.verbAt(toks[:i+1]) < 0 {
		return false
	}
	for k := i + 1; k < len(toks) && k < i+4; k++ {
		if toks[k].w.in.has(sAnd) {
			return k > i+1 && k+1 < len(toks) && !p.subject(&toks[k+1]) && p.verbAt(toks[k+1:]) < 0
		}
		if toks[k].stop || p.subject(&toks[k]) {
			return false
		}
	}
	return false
}

// within reports whether the mark behind a token belongs to a day: "Donnerstag, den 22.01., um
// 8:15 Uhr".
func (p *picker) within(toks []token, i int) bool {
	if i+1 >= len(toks) || toks[i].mark != ',' && toks[i].mark != '.' {
		return false
	}
	t, next := &toks[i], &toks[i+1]
	switch {
	case t.mark == '.':
		return t.figure() && !capital(next.text) || t.figure() && next.w.month > 0
	case t.w.day > 0:
		return next.low == "den" || next.low == "der" || dayNumber(next) || next.low == "le" || next.low == "el"
	}
	return t.figure() && strings.Contains(t.text, ".") && (next.w.in.has(sAt) || next.low == "um")
}

// colon reads a list behind a colon: "there are two: the small one, or the large one".
func (p *picker) colon(s *sentence) []Pick {
	at := -1
	for i := range s.tokens {
		if i+2 < len(s.tokens) && p.colonAt(s, i) {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	var said []string
	var starts []*token
	for _, part := range p.pieces(s.tokens[at+1:], true) {
		if p.beside(part.toks) {
			continue
		}
		said = append(said, p.core(s, part.toks))
		starts = append(starts, &part.toks[0])
	}
	if len(said) > 2 && len(starts) > 0 && starts[0].w.det != "" { // "the Hoces, nearly flat, and the Peak"
		for k := len(said) - 1; k > 0; k-- {
			if starts[k].w.in.has(sPrepositions) || starts[k].figure() {
				said = slices.Delete(said, k, k+1)
			}
		}
	}
	return things(said)
}

// colonAt reports whether a colon stands behind a token: in French behind a blank.
func (p *picker) colonAt(s *sentence, i int) bool {
	t := &s.tokens[i]
	if i+1 == len(s.tokens) || !t.stop {
		return false
	}
	next := &s.tokens[i+1]
	return t.to <= next.from && next.from <= len(s.text) && strings.Contains(s.text[t.to:next.from], ":")
}

// beside reports whether a part of a sentence only tells more of what stands before it.
func (p *picker) beside(toks []token) bool {
	first := &toks[0]
	if first.w.wh != "" || p.in(first, "tells-more") {
		return true
	}
	if last := &toks[len(toks)-1]; p.code == "de" && len(toks) > 2 && first.w.det != "" && last.text == last.low && strings.HasSuffix(last.low, "t") && !last.w.in.has(sAdjectives) && p.verbAt(toks) < 0 {
		return true // "die ruhiger liegt"
	}
	if p.code == "de" {
		switch first.low {
		case "der", "die", "das", "dem", "den", "deren", "dessen":
			return len(toks) > 1 && !first.stop && !isLetterCapital(toks[1].text) && !declined(toks[1].low) && toks[1].w.number < 0 && !toks[1].figure() && toks[1].low != "mit" && toks[1].low != "ohne" && toks[1].low != "für" && toks[1].low != "in" && toks[1].low != "aus"
		}
	}
	return p.verbAt(toks) == 0 && !p.offersOf(toks)
}

// offersOf reports whether a clause without its subject offers something.
func (p *picker) offersOf(toks []token) bool {
	return p.code == "es" && (p.in(&toks[0], "offer-modals") || p.in(&toks[0], "offer-having") || p.firstPerson(&toks[0]))
}
