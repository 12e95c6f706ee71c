package dialog

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// number draws how many, how often or how far.
func (p *planner) number(it *item) {
	r := p.draw(gist.AskNumber)
	section := map[string]string{"how often": "often", "how far": "far"}[it.kind]
	if section != "" && it.unit == "" {
		p.tell(it, "answer.number", rng.Pick(r, p.pool(section, it)))
		return
	}
	if lines := p.asked("portion", it); it.kind == "how much" && lines != nil && p.holdsLine("how much of", it.text) {
		p.tell(it, "answer.number", rng.Pick(r, lines))
		return
	}
	if it.unit == "" && it.kind != "how many" && !p.holdsLine("of age", it.text) || p.holdsLine("what size", it.text) {
		sizes := p.asked("size", it)
		if sizes == nil && p.holdsLine("what size", it.text) {
			sizes = p.fitting("size", it, true) // of what the mail is about
		}
		if sizes != nil {
			p.tell(it, "answer.number", rng.Pick(r, sizes))
			return
		}
	}
	if value := p.oneOfTwo(it, r); value != "" {
		p.tell(it, "answer.number", value, "unit", it.unit)
		return
	}
	lines, measured := p.pool("number", it), false
	counted := p.out.Language == "de" && it.unit != "" && p.think.special("number", p.think.stems(it.unit), nil) != nil // "wie viel Grad sind es in der Wohnung?"
	if crowd := p.think.special("crowd", nil, p.mailWords()); crowd != nil && it.kind == "what" && p.holdsLine("heads", it.text) {
		lines = crowd
	}
	if crowd := p.crowd(it); crowd != nil {
		it.unit, lines, measured = p.think.form["heads"], crowd, true
	} else if p.holdsLine("heads", it.text) && it.kind == "how many" && p.out.Language == "en" {
		if it.unit == "" && !p.holdsLine("own party", it.text) {
			it.unit = p.think.form["heads"] // "4 people"
		}
	} else if p.holdsLine("heads", it.text) && it.kind == "how many" {
		if one := p.think.form["heads"]; it.unit == "" || one != "" && strings.HasPrefix(it.unit, one+" ") {
			it.unit = one
		} else if crowd := p.think.special("crowd", nil, p.mailWords()); crowd != nil {
			lines = crowd // guests of a wedding
		}
	}
	for _, section := range []string{"extent", "measure"} { // "how wide is the wall?", "how high is the desk?"
		measure := p.asked(section, it)
		if measure == nil && section == "extent" && p.holdsLine("how large it is", it.text) {
			if measure = p.fitting(section, it, true); measure == nil && p.out.Language == "en" { // of what the mail is about
				measure = p.think.special(section, nil, p.think.stems(strings.Join(p.mail.Told, " ")))
			}
		}
		if measure != nil && !p.unitFits(it, measure) {
			measure = nil
		}
		if measure == nil && p.holdsLine("its size", it.text) {
			if measure = p.fitting(section, it, true); !p.unitFits(it, measure) { // of what the mail is about
				measure = nil
			}
		}
		if counted {
			break
		}
		if measure != nil && (it.unit == "" || it.kind == "how much") && it.kind != "how many" {
			lines, measured = measure, true
			break
		}
	}
	if some := p.think.lines("amount"); it.kind == "how much" && it.unit != "" && !measured && !counted && some != nil {
		p.tell(it, "answer.number", rng.Pick(r, some)) // "how much sand is left?"
		return
	}
	if usual, ok := p.ranged(it); !measured && p.byPhrase("number", it) != nil {
		lines = p.byPhrase("number", it)
	} else if ok && !measured {
		lines = []string{usual}
	}
	low, high, step, unit := span(rng.Pick(r, lines))
	if most := p.outOf(it); most > 1 {
		low, high, step, unit = (most+1)/2, most, 1, ""
	} else if near := p.counted(it); near > 0 {
		low, high, step, unit = near-near/6, near+near/6, 1, ""
	}
	if from, to := bounds(it.text); to > 0 {
		low, high, step = from, to, max(1, min(step, (to-from)/2))
	}
	if most := p.atMost(it); most > 0 && most < high {
		low, high, step = min(low, (most+1)/2), most, 1
	}
	if whole := p.partOf(it); whole > 0 {
		low, high, step, unit = min(1, whole-1), max(min(1, whole-1), whole/2), 1, "" // "how many of those are children?"
	}
	n := low + r.IntN((high-low)/step+1)*step
	value := strconv.Itoa(n)
	if n == 1 && p.out.Language == "en" && it.unit != "" && unit == "" {
		it.unit = p.oneOf(it.unit)
	}
	if n >= 10_000 && p.think.form["sides"] != "" {
		value = p.thousands(n)
	}
	if unit != "" && it.kind == "how much" && p.out.Language == "de" {
		p.tell(it, "answer.number", value+" "+unit, "unit", it.unit) // "20 kg Honig"
		return
	}
	if unit != "" {
		p.tell(it, "answer.number", value+" "+unit)
		return
	}
	p.tell(it, "answer.number", value, "unit", it.unit)
}

// unitFits reports whether figures have a unit that the adjective of a question takes:
// nothing is square metres old.
func (p *planner) unitFits(it *item, lines []string) bool {
	if len(lines) == 0 {
		return false
	}
	words := p.words(it.text)
	for _, pair := range p.think.pairs("units of") {
		if slices.Contains(words[:min(len(words), 12)], pair[0]) {
			_, _, _, unit := span(lines[0])
			return slices.Contains(strings.Fields(pair[1]), unit)
		}
	}
	return true
}

// oneOfTwo picks one of the two figures between which a mail asks: "you wrote 5 boxes, but
// the form says 15. How many do you need?"
func (p *planner) oneOfTwo(it *item, r *rng.Rand) string {
	if it.kind != "how many" || len(p.mail.Figures) != 2 || p.holdsLine("of those", it.text) {
		return ""
	}
	a, b := p.mail.Figures[0], p.mail.Figures[1]
	if foreign := func(f gist.Figure) bool { return f.Unit != "" && !p.sameUnit(p.think.stems(it.unit), f.Unit) }; it.unit != "" && (foreign(a) || foreign(b) || !p.think.names("confirming", p.roots(it.text))) {
		return ""
	}
	if x, y := whole(a.Value), whole(b.Value); x < 1 || y < 1 || x == y || x > 20*y || y > 20*x || a.Unit != "" && b.Unit != "" && a.Unit != b.Unit {
		return ""
	}
	return rng.Pick(r, []gist.Figure{a, b}).Value
}

// partOf is the number that was just said of things of which a question counts some: "and
// how many of those"; 0 for none.
func (p *planner) partOf(it *item) int {
	if !p.holdsLine("of those", it.text) {
		return 0
	}
	for i := len(p.out.Moves) - 1; i >= 0; i-- {
		if m := p.out.Moves[i]; m.Slot == "answer.number" {
			first, _, _ := strings.Cut(m.Values["value"], " ")
			n, _ := strconv.Atoi(first)
			return n
		}
	}
	return 0
}

// outOf is the number of things that a question counts some of: 48 of "how many of the
// 48 boxes"; 0 for none.
func (p *planner) outOf(it *item) int { return p.figureAfter("of", it.text) }

// atMost is the highest number that a question allows: 6 of "up to 6 per family".
func (p *planner) atMost(it *item) int { return p.figureAfter("at most", it.text) }

// figureAfter is the figure behind one of the lines of a section; 0 for none.
func (p *planner) figureAfter(section, text string) int {
	text = p.spaced(text)
	for _, of := range p.think.lines(section) {
		if _, rest, ok := strings.Cut(text, " "+of+" "); ok {
			first, _, _ := strings.Cut(rest, " ")
			if n, err := strconv.Atoi(first); err == nil && n < 100_000 {
				return n
			}
		}
	}
	return 0
}

// counted is the number that the mail itself names for what a question counts: "we had
// 40 guests last year"; 0 for none.
func (p *planner) counted(it *item) int {
	unit := p.telling(p.think.stems(it.unit))
	if len(unit) == 0 {
		return 0
	}
	for _, f := range p.mail.Figures {
		if p.sameUnit(unit, f.Unit) {
			if n := whole(f.Value); n > 0 && n < 100_000 {
				return n
			}
		}
	}
	for _, s := range p.mail.Stated {
		if s.Ask != gist.AskNumber || !within(unit, p.think.stems(s.Topic)) {
			continue
		}
		if n, err := strconv.Atoi(s.Value); err == nil && n > 0 && n < 100_000 {
			return n
		}
	}
	return 0
}

// sameUnit reports whether a word is the unit that is asked for, or another name of it.
func (p *planner) sameUnit(unit []string, word string) bool {
	if word == "" {
		return false
	}
	w := stem(strings.ToLower(word))
	if slices.Contains(unit, w) {
		return true
	}
	return slices.ContainsFunc(p.think.lines("same unit"), func(line string) bool {
		names := stemSet(line)
		return names[w] && slices.ContainsFunc(unit, func(u string) bool { return names[u] })
	})
}

// whole reads a number as mails write it, "3,870", without what follows a decimal point.
func whole(s string) int {
	if len(s) > 3 && (s[len(s)-3] == '.' || s[len(s)-3] == ',') {
		s = s[:len(s)-3]
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits) > 9 {
		return 0
	}
	return n
}

// endsRE finds the ends that a question gives its number: "between 20 and 30", "5 to 8".
var endsRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(\d{1,5})\s?(?:and|to|or|und|bis|oder|et|à|ou|y|a|o|-|–)\s?(\d{1,5})\b`)
})

// bounds are the ends that a question gives its number, 0 and 0 for none.
func bounds(text string) (low, high int) {
	m := endsRE().FindStringSubmatch(strings.ToLower(text[:min(len(text), 400)]))
	if m == nil {
		return 0, 0
	}
	low, _ = strconv.Atoi(m[1])
	high, _ = strconv.Atoi(m[2])
	if low >= high {
		return 0, 0
	}
	return low, high
}

// span reads "2-40 by 2 kg": the lowest and the highest, by which step, and a unit that
// is said with the number.
func span(s string) (low, high, step int, unit string) {
	f := strings.Fields(s)
	if len(f) == 0 {
		return 1, 1, 1, ""
	}
	from, to, _ := strings.Cut(f[0], "-")
	low, _ = strconv.Atoi(from)
	high, _ = strconv.Atoi(to)
	if f = f[1:]; len(f) > 1 && f[0] == "by" {
		step, _ = strconv.Atoi(f[1])
		f = f[2:]
	}
	return low, max(low, high), max(1, step), strings.Join(f, " ")
}

// amountRE finds a price with the sign or code of its currency.
var amountRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:([€$£]|\b(?:EUR|USD|GBP|CHF)\b)\s?)?(\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,](\d{1,2})\b)?(?:\s?([€$£]|(?:EUR|USD|GBP|CHF|euros?|Euro|dollars|pounds|francs)\b))?`)
})

// price is an amount of money in the form that it was written.
type price struct {
	whole, cents  int
	before, after string // the currency's sign, with its space
}

// priceIn finds the first price of a text.
func priceIn(text string) (price, bool) {
	for _, m := range amountRE().FindAllStringSubmatch(text[:min(len(text), 2000)], 16) {
		if m[1] == "" && m[4] == "" {
			continue
		}
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, m[2])
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > 100_000_000 {
			continue
		}
		small, _ := strconv.Atoi((m[3] + "00")[:2])
		pr := price{whole: n, cents: small, before: m[1], after: m[4]}
		if len(pr.before) == 3 && pr.before >= "A" && pr.before <= "Z" {
			pr.before += " "
		}
		if pr.after != "" {
			pr.after = " " + pr.after
		}
		return pr, true
	}
	return price{}, false
}

// money draws a price of the usual scale for its class: near one that the mail names
// where that is of the scale, else in the mail's currency; a share of it where one is
// asked for.
func (p *planner) money(it *item) string {
	r := p.draw(gist.AskMoney)
	class := p.class("money", it)
	if class == nil && p.out.Language == "en" {
		class = p.fitting("money", it, true)
	}
	lines := class
	if lines == nil {
		lines = p.usual("money")
	}
	low, high, step, unit := span(rng.Pick(r, lines))
	n := low + r.IntN((high-low)/step+1)*step
	percent := r.Between(85, 110)
	scale := 100
	if unit == "cents" {
		scale = 1
	}
	drawn := price{whole: n * scale / 100, cents: n * scale % 100}
	near, ok := p.named(it)
	if !ok {
		near, ok = p.bare(class, low, high)
	}
	if !ok {
		near, ok = p.priced()
	}
	if !ok {
		return p.amount(drawn)
	}
	total := 100*near.whole + near.cents
	if shares := p.asked("share", it); shares != nil {
		percent, _ = strconv.Atoi(rng.Pick(r, shares))
	} else if _, asked := priceIn(it.text); !asked && class != nil && (total < low*scale/4 || total/4 > high*scale) {
		drawn.before, drawn.after = near.before, near.after
		return p.amount(drawn) // what the mail prices is something else
	}
	if total < 2000 && near.cents > 0 {
		total = max(10, (total*percent/100+5)/10*10)
		near.whole, near.cents = total/100, total%100
		return p.amount(near)
	}
	near.whole, near.cents = max(1, round(near.whole*percent/100)), 0
	return p.amount(near)
}

// amount says a price, in the language's usual form where it has no currency.
func (p *planner) amount(pr price) string {
	n := p.thousands(pr.whole)
	if pr.cents > 0 {
		point := "."
		if p.think.form["thousands"] != "," {
			point = ","
		}
		n += point + fmt.Sprintf("%02d", pr.cents)
	}
	if pr.before == "" && pr.after == "" {
		return strings.ReplaceAll(p.think.form["money"], "{n}", n)
	}
	return pr.before + n + pr.after
}

// named finds the price that a mail names: in the question, else in its amounts.
func (p *planner) named(it *item) (price, bool) {
	if pr, ok := priceIn(it.text); ok {
		return pr, true
	}
	for _, a := range p.mail.Amounts {
		if pr, ok := priceIn(a); ok {
			return pr, true
		}
	}
	return price{}, false
}

// priced is the newest price of the thread.
func (p *planner) priced() (price, bool) {
	for _, h := range p.held {
		if h.thread && h.Kind == gist.AskMoney {
			if pr, ok := priceIn(h.Value); ok {
				return pr, true
			}
		}
	}
	return price{}, false
}

// bare finds a price among the figures that a mail names without a currency: "this year you
// had 6,000". Where the class of the price is known it is of that scale.
func (p *planner) bare(class []string, low, high int) (price, bool) {
	for _, f := range p.mail.Figures {
		n := whole(f.Value)
		if n < 1 || f.Unit != "" && !p.think.names("priced", p.think.stems(f.Unit)) || class == nil && n < 20 || class != nil && (n < low/4 || n/4 > high) {
			continue
		}
		pr := price{whole: n}
		if at := len(f.Value) - 3; at > 0 && f.Value[at] == '.' {
			pr.cents, _ = strconv.Atoi(f.Value[at+1:])
		}
		return pr, true
	}
	return price{}, false
}

// round brings a price to a figure that people name.
func round(n int) int {
	step := 1
	switch {
	case n >= 10_000:
		step = 100
	case n >= 1000:
		step = 50
	case n >= 200:
		step = 10
	case n >= 40:
		step = 5
	}
	return (n + step/2) / step * step
}

// thousands writes a number with the mark between thousands.
func (p *planner) thousands(n int) string {
	s := strconv.Itoa(n)
	if n < 1000 {
		return s
	}
	mark := p.think.form["thousands"]
	return p.thousandsLead(s[:len(s)-3], mark) + mark + s[len(s)-3:]
}

func (p *planner) thousandsLead(s, mark string) string {
	if len(s) <= 3 {
		return s
	}
	return s[:len(s)-3] + mark + s[len(s)-3:]
}

// between narrows a span of the day to the times that a question names: "after 5",
// "between 9 and 12". Hours without a half of the day are those that the span has.
func (p *planner) between(text string, low, high int) (from, to int) {
	words := strings.Fields(strings.ToLower(text))
	from, to = low, high
	bound, since := "", 0
	for i, w := range words[:min(len(words), 60)] {
		bare := strings.Trim(w, ".,;!?")
		switch {
		case p.think.sets["times after"][stem(bare)]:
			bound, since = "after", i
			continue
		case p.think.sets["times before"][stem(bare)]:
			bound, since = "before", i
			if p.out.Language == "en" && i > 0 && p.think.sets["taken up"][stem(words[i-1])] {
				bound = "after" // "I work until 5"
			}
			continue
		}
		next := ""
		if i+1 < len(words) {
			next = strings.Trim(words[i+1], ".,;!?")
		}
		at := clock(bare, next)
		if n, err := strconv.Atoi(bare); at < 0 && err == nil && n > 0 && n < 24 {
			at = n * 60
			if n < 7 {
				at += 12 * 60
			}
		}
		switch {
		case at < 0 || i-since > 2:
		case bound == "after":
			from = at
		case bound == "before":
			to = at
		}
		if at >= 0 {
			bound = ""
		}
	}
	switch {
	case from == low && to == high || to <= from && from != low && to != high:
		return low, high
	case from != low && to == high:
		to = max(to, from+90)
	case to != high && from == low:
		from = min(from, to-90)
	}
	return max(from, 0), to
}
