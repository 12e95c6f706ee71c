package dialog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/gist"
)

// Values that a question asks for: which dimension they have, and what is usual for the thing
// asked about. What the mail itself says of such values is in bounds.go.

// quantity is what a question wants to be told.
type quantity struct {
	dim  string // "mass", "money", "count": a name of section "asks quantity"
	unit string // the unit in which it is wanted, "kilos"; empty for none
	noun string // what is counted, "jars"
	way  string // in which way something is measured, "deep"
}

// unit is a unit of measure.
type unit struct {
	dim   string  // what it measures
	size  float64 // in the smallest of its kind that the text has as 1
	one   string  // how it is said: "kg", "week"
	many  string
	glued bool // it stands with the number: "12%"

	counts bool // its one is said with its number: "eine Woche"
}

// usual is the span of a value for some things.
type usual struct {
	heads pool
	words []string // of heads
	low   float64
	high  float64
	step  float64
	unit  string

	ways    []string // of a length: which; any where it has none
	classed bool     // it is of a class of think.txt, whose own way of answering will do
}

// usuals are the spans of a dimension.
type usuals struct {
	list   []usual
	byWord map[string][]int // those of a word, by their place in the list
	others []int            // those that other things tell than one word
}

// add files a span.
func (us *usuals) add(u usual) {
	at := len(us.list)
	for w := range u.heads.words {
		u.words = append(u.words, w)
		us.byWord[w] = append(us.byWord[w], at)
	}
	slices.Sort(u.words)
	if len(u.words) == 0 || len(u.heads.phrases) > 0 {
		us.others = append(us.others, at)
	}
	us.list = append(us.list, u)
}

// named are the places of the spans of which one of the words tells, or other things may, in
// order.
func (us *usuals) named(lists ...[]string) []int {
	out := slices.Clone(us.others)
	for _, words := range lists {
		for _, w := range words {
			out = append(out, us.byWord[w]...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// measures is what a language knows of quantities.
type measures struct {
	asks    []asksFor
	units   map[string]unit
	numbers map[string]float64
	typical map[string]*usuals
	spelt   map[string][]string
	ways    map[string]string // "tall" and "height" are "high"

	words     map[string]map[string]bool // of wordSections
	halves    []halfHour
	twoWords  map[string]bool // with which the name of a unit of two words begins
	comma     bool            // decimals stand behind a comma
	compounds bool            // what something is stands last in a word
	tails     map[string]bool // what a compound can be one of
	asksOne   map[gist.Ask]string
}

// asksFor are the phrases that ask for a dimension. A "*" in one is up to four words.
type asksFor struct {
	dims    []string
	phrases []askPhrase
}

// askPhrase is one of them. Most are told to be elsewhere by the marks of their words alone.
type askPhrase struct {
	words [][]string // each one of several; nil for the "*"; "-preis" is the end of a word
	needs uint64     // marks of the words that have no alternative
}

func newAskPhrase(text string) (out askPhrase) {
	for w := range strings.FieldsSeq(text) {
		var any []string
		if w != "*" {
			any = strings.Split(w, "|")
		}
		if out.words = append(out.words, any); len(any) == 1 && w[0] != '-' {
			out.needs |= mark(w)
		}
	}
	return out
}

var measuresOf = sync.OnceValue(func() map[*think]*measures {
	all := map[*think]*measures{}
	for _, t := range thinks() {
		all[t] = t.readMeasures()
	}
	return all
})

// readMeasures reads the sections "asks quantity", "units", "numerals" and "typical".
func (t *think) readMeasures() *measures {
	m := &measures{units: map[string]unit{}, numbers: map[string]float64{}, typical: map[string]*usuals{}, spelt: map[string][]string{}, ways: map[string]string{}, twoWords: map[string]bool{}, asksOne: map[gist.Ask]string{}}
	m.readWords(t)
	for _, pair := range t.pairs("asks quantity") {
		a := asksFor{dims: strings.Fields(pair[0])}
		for phrase := range strings.SplitSeq(pair[1], " / ") {
			a.phrases = append(a.phrases, newAskPhrase(phrase))
		}
		m.asks = append(m.asks, a)
	}
	for _, pair := range t.pairs("units") {
		f := strings.Fields(pair[1])
		if len(f) < 3 {
			continue
		}
		size, _ := strconv.ParseFloat(f[1], 64)
		u := unit{dim: f[0], size: size, one: strings.ReplaceAll(f[2], "_", " "), many: f[2]}
		if len(f) > 3 {
			u.many = strings.ReplaceAll(f[3], "_", " ")
		}
		u.counts = strings.Contains(f[2], "_") && len(f) > 3
		u.glued = f[2] == "%"
		for name := range strings.FieldsSeq(pair[0]) {
			m.units[name] = u
			if first, _, ok := strings.Cut(name, "_"); ok {
				m.twoWords[first] = true
			}
		}
	}
	for _, pair := range t.pairs("numerals") {
		m.numbers[pair[0]], _ = strconv.ParseFloat(pair[1], 64)
	}
	for _, pair := range t.pairs("ways") {
		m.ways[pair[0]] = pair[0]
		for w := range strings.FieldsSeq(pair[1]) {
			m.ways[w] = pair[0]
		}
	}
	for _, pair := range t.pairs("asked otherwise") {
		m.asksOne[gist.Ask(pair[0])] = pair[1]
	}
	for _, pair := range t.pairs("spelt") {
		m.spelt[pair[0]] = strings.Fields(pair[1])
	}
	kinds := map[string]string{}
	for _, pair := range t.pairs("kinds") {
		kinds["%"+pair[0]] = pair[1]
	}
	for _, pl := range t.pools["typical"] {
		for _, line := range pl.lines {
			dim, rest, _ := strings.Cut(line, ":")
			heads, span, ok := strings.Cut(rest, "=")
			if !ok {
				continue
			}
			u := usual{}
			var things []string
			for w := range strings.FieldsSeq(heads) {
				if way := m.ways[w]; dim == "length" && way == w {
					u.ways = append(u.ways, way)
					continue
				}
				things = append(things, cmp.Or(kinds[w], w))
			}
			u.heads = newPool(strings.Join(things, " "))
			if m.compounds {
				for w := range u.heads.exact {
					m.tails[w] = m.tails[w] || len(w) > 3
				}
			}
			u.low, u.high, u.step, u.unit = spanOf(span)
			if m.typical[dim] == nil {
				m.typical[dim] = &usuals{byWord: map[string][]int{}}
			}
			m.typical[dim].add(u)
		}
	}
	return m
}

// spanOf reads "2.1-2.9 by 0.05 m".
func spanOf(s string) (low, high, step float64, unit string) {
	f := strings.Fields(s)
	if len(f) == 0 {
		return 0, 0, 0, ""
	}
	from, to, _ := strings.Cut(f[0], "-")
	low, _ = strconv.ParseFloat(from, 64)
	high, _ = strconv.ParseFloat(to, 64)
	if f = f[1:]; len(f) > 1 && f[0] == "by" {
		step, _ = strconv.ParseFloat(f[1], 64)
		f = f[2:]
	}
	return low, max(low, high), step, strings.ToLower(strings.Join(f, " "))
}

// inWords is a small number in words, "three".
func (m *measures) inWords(n int) string {
	best := ""
	for w, v := range m.numbers {
		if int(v) == n && float64(n) == v && (best == "" || w < best) && !m.is("coins", w) {
			best = w
		}
	}
	return cmp.Or(best, strconv.Itoa(n))
}

func (p *planner) measures() *measures { return measuresOf()[p.think] }

// quantityOf reads what value a question asks for.
func (p *planner) quantityOf(it *item) (quantity, bool) {
	m := p.measures()
	if m == nil || len(m.asks) == 0 {
		return quantity{}, false
	}
	words := p.spelt(it.text)
	if len(words) == 0 {
		return quantity{}, false
	}
	q, ok := p.byAsking(m, it, words)
	if !ok && it.before != "" && p.holdsLine("asks it", it.text) { // "my number is missing. What is it?"
		q, ok = p.byAsking(m, it, slices.Concat(p.spelt(it.before), words))
	}
	if !ok {
		if q.dim = m.asksOne[it.ask]; q.dim == "" || it.ask == gist.AskNumber && it.unit == "" {
			return quantity{}, false
		}
		if q.dim == "count" {
			q.noun = lastWord(it.unit)
		}
	}
	return q, q.dim != "none"
}

// byAsking reads the value that words ask for by the phrases of the language.
func (p *planner) byAsking(m *measures, it *item, words []string) (quantity, bool) {
	for i := 1; i < len(words); i++ {
		if u := m.units[words[i]]; m.is("asked unit", words[i-1]) && (u.dim == "mass" || u.dim == "volume" || u.dim == "power") {
			return quantity{dim: u.dim, unit: words[i]}, true // "what oz do you spar in"
		}
	}
	var marks uint64
	for _, w := range words {
		marks |= mark(w)
	}
	for _, a := range m.asks {
		for _, phrase := range a.phrases {
			if phrase.needs&^marks != 0 {
				continue
			}
			_, end := findPhrase(words, phrase.words)
			if end < 0 {
				continue
			}
			q := quantity{dim: a.dims[0]}
			for _, w := range words {
				if way := m.ways[w]; way != "" && q.way == "" {
					q.way = way
				}
			}
			p.readUnit(m, &q, words, end, it.text)
			if m.is("duration end", words[len(words)-1]) && slices.Contains(a.dims, "duration") {
				q.dim = "duration" // "how long would you like the hall for"
			} else if len(a.dims) > 1 {
				q.dim = p.likelier(a.dims, it, q)
			}
			return q, true
		}
	}
	return quantity{}, false
}

// lastWord is the last word of a text in small letters.
func lastWord(s string) string {
	words := wordsOf(s)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// likelier is the dimension of several that a question is after: that for which the thing asked
// about is usual, by the question's own words before those of the rest of the mail. Of two that
// are alike it is the later: a caravan is measured, though it is also hired for days.
func (p *planner) likelier(dims []string, it *item, q quantity) string {
	for _, strict := range []bool{true, false} {
		best, top := "", 0
		for _, dim := range dims {
			if _, score := p.bestUsual(dim, it, q, strict); score > 0 && score >= top {
				best, top = dim, score
			}
		}
		if best != "" {
			return best
		}
	}
	return dims[0]
}

// spelt are the words of a question, those of hasty writers as they are spelt: "hw many".
func (p *planner) spelt(text string) []string {
	if p.out.Language != "en" {
		words := p.words(text)
		return words[:min(len(words), maxShaped)]
	}
	words, _ := p.apart(text)
	out := make([]string, 0, len(words)+2)
	known := p.measures().spelt
	for _, w := range words {
		if plain := known[w]; plain != nil {
			out = append(out, plain...)
			continue
		}
		if bare, ok := strings.CutSuffix(w, "'s"); ok && len(out) > 0 && (out[len(out)-1] == "how" || out[len(out)-1] == "what" || out[len(out)-1] == "which") {
			out = append(out, bare, "is") // "how wide's your stall"
			continue
		}
		out = append(out, w)
	}
	return out
}

// readUnit reads what is counted behind "how many", and the unit that a question names.
func (p *planner) readUnit(m *measures, q *quantity, words []string, end int, text string) {
	at := wordAt(words)
	if q.dim == "count" {
		capitals, plural := p.think.form["capitals"] != "", p.think.form["sides"] == ""
		for i := end; i < min(end+4, len(words)); i++ {
			w := words[i]
			u, name, _, measured := m.unitAt(at, i)
			switch {
			case measured && u.dim != "money":
				q.dim, q.unit = u.dim, name
				return
			case m.is("of them", w) && q.noun == "" && m.is("themselves", at(i+1)):
				q.noun = p.think.form["heads"]
				return
			case m.is("before counted", w), capitals && !capital(text, w) && !p.think.small[w]:
				continue
			case p.think.small[w] || p.think.past[w]:
				return
			}
			if q.noun = w; capitals || !plural || strings.HasSuffix(w, "s") || m.is("heads counted", w) {
				return
			}
		}
		return
	}
	for _, i := range []int{end - 1, end} {
		if !m.is("many", at(i-1)) {
			continue
		}
		if u, name, _, ok := m.unitAt(at, i); ok && u.dim == p.base(q.dim) {
			q.unit = name // "how many months"
			return
		}
	}
	for i := 1; i < len(words); i++ {
		if u, name, _, ok := m.unitAt(at, i); ok && (m.is("unit lead", words[i-1]) || m.is("unit lead", at(i-2)) && m.is("unit skips", words[i-1])) && u.dim == p.base(q.dim) {
			q.unit = name
		}
	}
}

// base is the dimension of the units in which a dimension is told.
func (p *planner) base(dim string) string {
	switch dim {
	case "distance":
		return "length"
	case "age":
		return "duration"
	}
	return dim
}

// What a word of a line counts for by where it stands, beside what is nearer to the head of the
// question: "how high is the ceiling in the hall" is about the ceiling.
const (
	ownNoun   = 16 // what is counted
	ownPhrase = 14
	ownWord   = 8
	ownNear   = 5 // at most, more for the first of several
	sideWord  = 5 // in the sentence before the question, and in the subject
	farWord   = 2
)

// typicalOf is the span that is usual for what a question asks about; nil where the text has
// none for it. It is strict where only the question's own words tell.
func (p *planner) typicalOf(dim string, it *item, q quantity, strict bool) *usual {
	u, _ := p.bestUsual(dim, it, q, strict)
	return u
}

// bestUsual is typicalOf, with how well the line fits.
func (p *planner) bestUsual(dim string, it *item, q quantity, strict bool) (*usual, int) {
	m := p.measures()
	asked, words, tails := p.rooted(it.text), p.roots(it.text), m.tailsOf(it.text)
	list := m.typical[dim]
	if list == nil {
		return nil, 0
	}
	scene := p.scene()
	noun := []string{stem(q.noun), m.tailOf(q.noun)}
	near := [][]string{words, noun, tails}
	var beside []string
	if !strict {
		beside = stemsOf(slices.Concat(p.words(it.before), p.words(p.mail.Subject)))
		near = append(near, beside, p.sceneWords)
	}
	byScene := !strict && p.byScene(dim, it) && (dim != "count" || q.noun == "") // how many towels says nothing of rooms
	var best *usual
	top := 0
	asks := m.units[q.unit].size
	for _, i := range list.named(near...) {
		u := &list.list[i]
		if size := m.units[u.unit].size; asks > 0 && size > 0 && (size > 8*asks || asks > 8*size) && dim != "mass" && dim != "length" {
			continue // nobody tells in years for how many weeks something is needed
		}
		if asks > 0 && dim == "mass" && m.units[u.unit].size*u.low > 5000*asks {
			continue // nor in grams what weighs as much as a person
		}
		if len(u.ways) > 0 && q.way != "" && !slices.Contains(u.ways, q.way) {
			continue
		}
		score, side, own := 0, 0, false
		for _, w := range u.words {
			at, tail := slices.Index(words, w), 0
			if at < 0 && tails != nil {
				if at = slices.Index(tails, w); at >= 0 {
					tail = 1 // "frist" of "kündigungsfrist" tells less than that itself
				}
			}
			switch {
			case q.noun != "" && (noun[0] == w || noun[1] == w):
				score, own = score+ownNoun-tail, true
			case at > 1 && p.placing(words[at-1], words[at-2]):
				score, own = score+sideWord, true // "in the hall"
			case at >= 0:
				score, own = score+ownWord+max(0, ownNear-at/2)-tail, true
			case strict:
			case slices.Contains(beside, w):
				side += sideWord
			case scene[w]:
				side += farWord
			}
		}
		for _, phrase := range u.heads.phrases {
			if strings.Contains(asked, phrase) {
				score, own = score+ownPhrase, true
			} else if !strict && p.sceneHolds(phrase) {
				side += sideWord + 1
			}
		}
		if own {
			side = min(side, sideWord+1)
		}
		score += side
		switch {
		case len(u.words)+len(u.heads.phrases) == 0 && !strict:
			score = 1
		case !own && !byScene:
			continue
		}
		if score > top {
			best, top = u, score
		}
	}
	return best, top
}

// placing reports whether the words before a noun tell where something is: "in the hall".
func (p *planner) placing(last, before string) bool {
	m := p.measures()
	return m.is("place lead", last) || m.is("place lead", before) && m.is("place article", last)
}

// sceneHolds reports whether the mail has words that follow each other.
func (p *planner) sceneHolds(phrase string) bool {
	if p.sceneRoots == "" {
		var all strings.Builder
		for _, s := range p.sceneTexts() {
			all.WriteString(p.rooted(s))
		}
		p.sceneRoots = all.String()
	}
	return strings.Contains(p.sceneRoots, phrase)
}

// byScene reports whether what the rest of the mail is about tells what is usual: where a
// question names nothing but by a pronoun, and of what depends on the occasion anyway.
func (p *planner) byScene(dim string, it *item) bool {
	switch dim {
	case "money", "count", "duration", "span", "frequency":
		return true
	}
	words, pronouns := p.spelt(it.text), p.measures().words["pronouns"]
	telling := 0
	for _, w := range words {
		if pronouns[w] { // they stand for what the mail names before
			return true
		}
		if !p.think.small[w] {
			telling++
		}
	}
	return telling < 4
}

// wishes reports whether a question is after what its reader would like rather than what is so.
func (p *planner) wishes(it *item) bool {
	return !p.past(it.text) && p.holdsLine("asks a wish", it.text)
}

// usualOf is the span that is usual for what is asked for. Of prices and of what is counted the
// classes of think.txt go before lines that fit by one word alone.
func (p *planner) usualOf(it *item, q quantity) *usual {
	u, score := p.bestUsual(q.dim, it, q, false)
	strong := ownNoun
	switch {
	case p.out.Language != "en":
		strong = ownWord // the classes of other languages are wide
	case q.dim == "money":
		strong = ownPhrase
	}
	if u != nil && score >= strong || q.dim != "money" && q.dim != "count" {
		return u
	}
	var lines []string
	if q.dim == "money" {
		lines = p.asked("money", it)
	} else if usual, ok := p.ranged(it); ok {
		lines = []string{usual}
	} else if lines = p.byPhrase("number", it); lines == nil && u == nil {
		lines = p.asked("number", it)
	}
	if len(lines) == 0 {
		return u
	}
	low, high, step, unit := span(lines[0])
	classed := &usual{low: float64(low), high: float64(high), step: float64(step), classed: true}
	if unit == "cents" {
		classed.low, classed.high, classed.step = classed.low/100, classed.high/100, classed.step/100
	}
	return classed
}

// asksValue reports whether a kind of question can be after a quantity.
func asksValue(it *item) bool {
	switch it.ask {
	case gist.AskOpinion, gist.AskWhy, gist.AskFeeling, gist.AskSum, gist.AskPhone, gist.AskAddress, gist.AskVersion:
		return false
	}
	return len(it.options) < 2 || it.ask == gist.AskTime
}
