package dialog

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// value answers a question for a quantity from what the mail says of it and from what is usual
// for such a thing, and reports whether both leave no doubt of its kind and its size. Each part
// of "how many miles will you drive, and for how many years have you held a bonus" is answered.
func (p *planner) value(it *item) bool {
	if it.language != "" && it.language != p.out.Language || it.not {
		return false
	}
	if !asksValue(it) && (it.ask != gist.AskOpinion || !p.holdsLine("opinion of a price", it.text)) {
		return false
	}
	if it.wanted && !p.holdsLine("tells a value", it.text) {
		return false
	}
	parts := p.valueParts(it)
	if len(parts) < 2 {
		return p.valueOf(it)
	}
	done := 0
	for i := range parts {
		if p.valueOf(&parts[i]) {
			done++
		}
	}
	return done > 0
}

// partingMarks are what parts the values of a question beside commas.
var partingMarks = strings.NewReplacer(" (", ", (", "; ", ", ")

// valueParts are the parts of a question that ask for one value each, where it has several.
func (p *planner) valueParts(it *item) []item {
	text := partingMarks.Replace(it.text)
	and := " " + p.think.form["and"] + " "
	if !strings.Contains(text, ", ") && !strings.Contains(text, and) {
		return nil
	}
	if q, ok := p.quantityOf(it); ok && q.dim == "span" && slices.ContainsFunc(wordsOf(text), func(w string) bool { return p.measures().is("range between", w) }) {
		return nil // "entre quelle heure et quelle heure"
	}
	var pieces []string
	for piece := range strings.SplitSeq(text, ", ") {
		for _, half := range strings.Split(piece, and) {
			if q, ok := p.quantityOf(&item{text: half, before: it.before}); ok && q.dim != "none" || len(pieces) == 0 {
				pieces = append(pieces, half)
			} else {
				pieces[len(pieces)-1] += and + half
			}
		}
	}
	if len(pieces) > 1 {
		if _, ok := p.quantityOf(&item{text: pieces[0], before: it.before}); !ok {
			pieces = pieces[1:] // "for our records"
		}
	}
	if len(pieces) < 2 || len(pieces) > 4 {
		return nil
	}
	parts := make([]item, len(pieces))
	for i, piece := range pieces {
		part := *it
		part.text, part.clause, part.topic, part.unit = strings.TrimSpace(piece), "", "", ""
		part.words, part.stems = rootsOf(piece), p.think.stems(piece)
		parts[i] = part
	}
	return parts
}

// valueOf answers a question for one value.
func (p *planner) valueOf(it *item) bool {
	q, ok := p.quantityOf(it)
	if !ok {
		return false
	}
	r := p.Seed.Draw("answer/2:"+q.dim, p.Me.Address, p.You.Address, rng.N(len(p.out.Claims)+len(p.Claims)))
	switch q.dim {
	case "time", "until", "from":
		return len(it.options) < 2 && p.clockValue(it, q, r)
	case "span":
		return p.spanValue(it, r)
	case "year":
		return p.yearValue(it, q, r)
	case "days":
		return p.daysValue(it, r)
	case "expiry", "since":
		return p.monthValue(it, q, r)
	case "day":
		return p.dayValue(it, "", r)
	case "deadline":
		return p.dayValue(it, "say by", r)
	case "rating":
		return p.ratingValue(it, r)
	case "count":
		if p.oneOfTwo(it, p.draw(it.ask)) != "" || p.partOf(it) > 0 || p.outOf(it) > 0 {
			return false
		}
	case "size":
		return p.sizeValue(it, q, r)
	case "reading":
		return p.readingValue(it, q, r)
	case "frequency":
		return p.oftenValue(it, r)
	case "code":
		return p.codeValue(it, r)
	}
	if q.dim == "distance" && p.holdsLine("of a meter", it.text) && p.readingValue(it, q, r) {
		return true
	}
	u := p.usualOf(it, q)
	l := p.leewayOf(it, q, p.figuresFor(it, q))
	if u == nil || len(u.ways) == 0 {
		q.way = "" // a waist is not high
	}
	drawable := it.ask == gist.AskNumber || q.dim == "money" && it.ask == gist.AskMoney
	if u != nil && u.classed && drawable && len(l.near)+len(l.pick) == 0 && !l.spanned && l.low == 0 && math.IsInf(l.high, 1) {
		return false
	}
	if q.dim == "money" && l.before {
		u = nil // what it cost last time tells more than what such a thing costs
	}
	if q.dim == "money" && len(l.near) > 0 && u != nil {
		if _, own := p.bestUsual(q.dim, it, q, true); own == 0 {
			u = nil // the price that the mail has is nearer than that of what it is about
		}
	}
	if q.dim == "money" && p.asked("share", it) != nil || q.noun == "" && q.dim == "count" && (u == nil || u.classed || p.holdsLine("how many", it.text)) {
		return false
	}
	so := p.holdsLine("so far", it.text)
	if u != nil && so && q.dim == "duration" && p.measures().units[u.unit].size < 0.5 {
		return false // "how long have you been playing with her?"
	}
	top, bottom := p.holdsLine("asks the most", it.text), q.dim == "money" && p.holdsLine("asks the least", it.text)
	for i, n := range l.near {
		switch {
		case bottom:
			l.near[i] = n * 0.7 // of what it would fetch
		case top && q.dim == "money" && p.out.Language != "en":
			l.near[i] = n * 0.95 // of what it is said to be worth
		case top:
			l.near[i] = n * 1.3
		}
	}
	low, high, step, said, ok := p.scope(q, u, l)
	if !ok {
		return false
	}
	if top && !math.IsInf(l.high, 1) && l.spanned {
		low += math.Round((high-low)/2/step) * step
	}
	n := drawn(r, low, high, step)
	if len(l.pick) > 0 {
		n = rng.Pick(r, l.pick)
		if said.size > 0 {
			n /= said.size
		}
	}
	text := p.saidValue(q, n, step, said, l)
	p.tellValue(it, q, text, n, r)
	return true
}

// scope is between which values one is drawn, in the unit in which it is said, and by which
// step. It is not known where neither the mail nor what is usual tells it.
func (p *planner) scope(q quantity, u *usual, l leeway) (low, high, step float64, said unit, ok bool) {
	m := p.measures()
	name := q.unit
	if name == "" {
		name = l.unit
	}
	if own := m.units[name]; u != nil && (name == "" || q.unit == "" && m.units[u.unit].size > 0 && u.low*m.units[u.unit].size < 2*own.size) {
		name = u.unit // "ten days" rather than "1.4 weeks"
	}
	said = m.units[name]
	if said.size == 0 {
		said = unit{size: 1}
	}
	low, high = 0, math.Inf(1)
	if u != nil {
		own := m.units[u.unit]
		if own.size == 0 {
			own.size = 1
			if q.unit != "" && u.unit == "" {
				own.size = said.size
			}
		}
		low, high, step = u.low*own.size, u.high*own.size, u.step*own.size
		if own.size != said.size {
			step = 0
		}
	}
	if !math.IsInf(l.high, 1) && l.low == 0 && u != nil && high < l.high/5 {
		low, high, u = 0, math.Inf(1), nil // "anything up to 600"
	}
	usualLow, usualHigh := low, high
	switch {
	case len(l.pick) > 0:
		return 1, 1, 1, said, true
	case l.spanned || l.low > 0 && !math.IsInf(l.high, 1):
		low, high = max(low, l.low), min(high, l.high)
		if low > high {
			low, high = l.low, l.high
		}
	case !math.IsInf(l.high, 1) && len(l.near) > 0 && slices.Min(l.near) < l.high:
		low = slices.Min(l.near) // "thirty is standard, 365 the most"
		high = min(l.high, max(slices.Max(l.near), low*2))
	case !math.IsInf(l.high, 1):
		if high = min(high, l.high); u == nil {
			low = high * 0.5
		}
		low = min(low, high*0.7)
	case l.low > 0:
		if low = max(low, l.low); u == nil || high < low*1.1 || q.dim == "money" {
			high = low * 1.5
		}
	case len(l.near) > 0:
		a, b := slices.Min(l.near), slices.Max(l.near)
		if a == b {
			a, b = a*0.85, b*1.15
		}
		switch {
		case u == nil || u.classed || q.dim == "count":
			low, high = a, b
		case a <= usualHigh*1.5 && b >= usualLow/1.5:
			low, high = a, b
		}
	}
	if math.IsInf(high, 1) || high <= 0 {
		return 0, 0, 0, said, false
	}
	low, high, step = low/said.size, high/said.size, step/said.size
	if step == 0 || step > high-low {
		step = niceStep(low, high)
	}
	if p.base(q.dim) == "duration" || q.dim == "count" || q.dim == "temperature" && step < 0.4 {
		step = max(1, math.Round(step))
	}
	return low, high, step, said, true
}

// niceStep is the step between values that people would name between two ends.
func niceStep(low, high float64) float64 {
	width := high - low
	if width <= 0 {
		return 1
	}
	step := math.Pow(10, math.Floor(math.Log10(width/4)))
	for _, by := range []float64{5, 2} {
		if step*by <= width/4 {
			step *= by
			break
		}
	}
	if high >= 8 {
		return max(step, 1)
	}
	return max(step, 0.05)
}

// drawn is one of the multiples of a step between two ends.
func drawn(r *rng.Rand, low, high, step float64) float64 {
	first, last := math.Ceil(low/step-1e-9), math.Floor(high/step+1e-9)
	if last < first {
		return math.Round((low+high)/2/step) * step
	}
	n := int(min(last-first, 10_000))
	return (first + float64(r.IntN(n+1))) * step
}

// saidValue says a figure with its unit: "£140", "60 kg", "12%", "an hour and a half".
func (p *planner) saidValue(q quantity, n, step float64, u unit, l leeway) string {
	if q.dim == "money" {
		whole, cents := int(n), int(math.Round((n-math.Floor(n))*100))
		pr := price{whole: whole, cents: cents, before: l.sign}
		if l.sign == "€" || len(l.sign) > 3 || p.measures().comma && l.sign != "" {
			pr.before, pr.after = "", " "+l.sign
		}
		return p.amount(pr)
	}
	digits := 0
	if n = math.Round(n*100) / 100; n != math.Trunc(n) {
		digits = 1
		if math.Abs(n*10-math.Round(n*10)) > 0.01 {
			digits = 2
		}
	}
	s := p.measures().decimal(strconv.FormatFloat(n, 'f', digits, 64))
	if n >= 1000 && n == math.Trunc(n) {
		s = p.thousands(int(n))
	}
	switch {
	case u.one == "":
		return s
	case u.glued:
		return s + u.one
	case u.dim == "duration" && u.size > 0.0005 && u.size < 0.001 && n == 60:
		return p.one(p.unitOfSize(0.0416667))
	case u.dim == "duration" && n == 1:
		return p.one(u)
	case n == 1:
		return s + " " + u.one
	case u.dim == "duration" && n == math.Trunc(n) && n <= 10:
		return p.measures().inWords(int(n)) + " " + u.many
	}
	return s + " " + u.many
}

// tellValue words the answer: what one would like with "please", what one guesses with "about",
// a limit as one.
func (p *planner) tellValue(it *item, q quantity, text string, n float64, r *rng.Rand) {
	section := "value fact"
	if q.dim == "count" && p.out.Language != "en" {
		it.ask = gist.AskNumber
		p.tell(it, "answer.number", text, "unit", cmp.Or(it.unit, p.headsOf(it)))
		return
	}
	if q.dim == "count" && !p.wishes(it) && !p.holdsLine("asks the most", it.text) {
		unit := p.countUnit(it, q, n)
		before, said := p.isSo(it, q, strings.TrimSpace(text+" "+unit))
		if before != "" {
			p.tell(it, "answer.number", text, "unit", unit)
			return
		}
		if said != "" {
			p.say(Move{Slot: "answer.ready", Label: it.label, Values: values("value", said), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), text)})
			return
		}
		m := Move{Slot: "answer.number", Label: it.label, Values: values("value", strings.TrimSpace(text+" "+unit)), Core: true}
		m.Claim = p.claim(it.ask, p.claimTopic(it), text)
		p.say(m)
		return
	}
	switch {
	case q.dim == "duration" && p.holdsLine("so far", it.text):
		section = "value so far"
	case p.holdsLine("asks the most", it.text):
		section = "value most"
	case q.dim == "money" && p.holdsLine("asks the least", it.text):
		section = "value least"
	case p.wishes(it) && !p.holdsLine("asks advice", it.text):
		section = "value wish"
	case q.dim == "money" && p.past(it.text) || n < 3 && q.dim != "length":
	case slices.Contains(p.think.lines("guessed"), q.dim) || p.holdsLine("asks roughly", it.text):
		section = "value guess"
	}
	if q.dim == "length" && q.way != "" && section == "value fact" && p.out.Language == "en" && (it.wanted || len(p.items) > 1) {
		if text += " " + q.way; q.way == "high" && p.holdsLine("of somebody", it.text) {
			text = strings.TrimSuffix(text, q.way) + "tall"
		}
	}
	line := rng.Pick(r, p.think.lines(section))
	if p.out.Language != "en" {
		if p.restatesValue(it, q, section, text) {
			return
		}
		if q.dim == "money" && section == "value fact" && !it.wanted && !it.lacking {
			it.ask = gist.AskMoney
			p.say(Move{Slot: "answer.money", Label: it.label, Values: values("value", text, "topic", it.topic), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), text)})
			return
		}
	}
	value := strings.ReplaceAll(line, "{v}", text)
	if section != "value wish" && section != "value most" && section != "value least" {
		if before, after := p.isSo(it, q, strings.TrimSuffix(text, " "+q.way)); after != "" {
			value = before + after
		}
	}
	if it.ask == gist.AskYesNo || it.ask == "" {
		it.ask = valueAsk(q.dim)
	}
	p.whole(it, upperStart(value))
}

// countUnit is what a number counts as it is said with it: "one jar".
func (p *planner) countUnit(it *item, q quantity, n float64) string {
	unit := it.unit
	if unit == "" && !p.holdsLine("own party", it.text) {
		unit = q.noun
	}
	if n == 1 {
		return p.oneOf(unit)
	}
	return unit
}

// isSo says a value in the words of a question, parted where the value stands: "the alcove is
// 94 cm wide"; before is empty where the question asks for what does something: "eight people
// work in my department". Both are empty where that cannot be said.
func (p *planner) isSo(it *item, q quantity, text string) (before, after string) {
	if it.clause == "" || it.wanted || it.language != "en" || p.holdsLine("how long until", it.text) || len(p.words(it.clause)) > 18 {
		return "", ""
	}
	ask := gist.AskNumber
	switch q.dim {
	case "money":
		ask = gist.AskMoney
	case "duration":
		ask = gist.AskDuration
	}
	before, after = gist.Tell(it.language, strings.Replace(it.clause, " again", "", 1), ask, p.manner())
	words, behind := wordsOf(before), wordsOf(after)
	if len(words) > 10 || len(behind) > 9 || len(words)+len(behind) == 0 || before == "" && strings.HasPrefix(text, "1 ") {
		return "", ""
	}
	if before != "" {
		last := words[len(words)-1]
		if in := strings.LastIndex(before, " in "); in > 0 && len(words) > 3 && p.measures().units[words[len(words)-2]].size > 0 {
			before = before[:in] + " " + last // "my route in miles is"
		}
		if ask == gist.AskDuration && !p.holdsLine("takes a duration", last) && !slices.Contains(words, "take") && !slices.Contains(words, "took") && !slices.Contains(words, "takes") {
			before += " " + p.think.form["lasting"]
		}
		before += " "
	}
	if rest, ok := strings.CutPrefix(after, "years old"); ok {
		after = "old" + rest
	}
	if after != "" {
		after = " " + after
	}
	return before, text + after
}

// valueAsk is as what a value is remembered that was asked for by no word that asks.
func valueAsk(dim string) gist.Ask {
	switch dim {
	case "money":
		return gist.AskMoney
	case "duration":
		return gist.AskDuration
	}
	return gist.AskNumber
}

// ratingValue marks something on the scale that the question names: mostly well, but how bad
// something is not at its worst.
func (p *planner) ratingValue(it *item, r *rng.Rand) bool {
	low, high := it.low, it.high
	if low >= high {
		if low, high = bounds(it.text); low >= high {
			for _, k := range p.marksOf(it.text) { // "0 being none and 10 unbearable"
				if n := int(k.n); k.num && n >= 0 && n <= 100 {
					low, high = min(low, n), max(high, n)
				}
			}
		}
	}
	if high < 3 || high > 100 || low > 1 {
		return false
	}
	if !p.holdsLine("rates what hurts", it.text) {
		if it.low >= it.high {
			it.ask, it.low, it.high = gist.AskRating, low, high
			p.rate(it)
			return true
		}
		return false
	}
	p.whole(it, p.said("say out of", "{a}", itoa(r.Between(max(low+1, high/5), high/2)), "{b}", itoa(high)))
	return true
}

// sizeValue tells two measures of a thing: "90 by 60 cm".
func (p *planner) sizeValue(it *item, q quantity, r *rng.Rand) bool {
	u := p.typicalOf("size", it, q, false)
	if u == nil {
		return false
	}
	m := p.measures()
	own, said := m.units[u.unit], m.units[u.unit]
	if asked, ok := m.units[q.unit]; ok {
		said = asked
	}
	if said.size == 0 {
		return false
	}
	side := func() string {
		return m.decimal(strconv.FormatFloat(math.Round(drawn(r, u.low, u.high, max(u.step, 0.1))*own.size/said.size*100)/100, 'f', -1, 64))
	}
	a, b := side(), side()
	p.whole(it, p.said("say size", "{a}", a, "{b}", b, "{u}", said.many))
	return true
}

// readingValue reads a meter: somewhat more than what it showed last.
func (p *planner) readingValue(it *item, q quantity, r *rng.Rand) bool {
	for _, s := range p.around(it) {
		for _, k := range p.marksOf(s) {
			if k.num && k.n >= 1000 && k.n < 10_000_000 && k.money == "" && (k.n < 1900 || k.n >= 2100) {
				n := int(k.n) + int(k.n*r.Unit()*0.02) + r.Between(11, 97)
				p.whole(it, p.said("say reading", "{v}", itoa(n)))
				return true
			}
		}
	}
	return false
}

// misfits reports whether an answer has a figure of another dimension than a question asks for
// and none of that: days of a length, a percentage of a price.
func (p *planner) misfits(q quantity, value string) bool {
	m, base := p.measures(), p.base(q.dim)
	other := false
	ks := p.marksOf(value)
	if base == "money" && len(ks) == 1 && ks[0].num && ks[0].money == "" {
		return true // no price
	}
	for i, k := range ks {
		if !k.num {
			continue
		}
		u := m.units[k.money]
		if k.money != "" {
			u.dim = "money"
		} else if i+1 < len(ks) && !k.stop {
			u, _, _, _ = m.unitAt(tokenAt(ks), i+1)
		}
		if u.dim == base {
			return false
		}
		other = other || u.dim != ""
	}
	return other
}

// measured are the dimensions of which an answer of another dimension is none.
var measured = map[string]bool{"mass": true, "length": true, "distance": true, "duration": true, "age": true, "money": true, "temperature": true, "volume": true, "percent": true}

// keepKind takes an answer back whose figure is of another kind than the question asks for, and
// says honestly that it is not known.
func (p *planner) keepKind(it *item, claims, moves int) {
	if len(p.out.Moves) != moves+1 || len(it.options) > 0 || it.wanted {
		return
	}
	m := p.out.Moves[moves]
	if head, rest, _ := strings.Cut(m.Slot, "."); head != "answer" || strings.HasSuffix(rest, "again") {
		return
	}
	q, ok := p.quantityOf(it)
	if !ok || !measured[q.dim] || q.dim == "distance" || !p.misfits(q, m.Values["value"]+" "+m.Values["unit"]) {
		return
	}
	p.out.Moves, p.out.Claims = p.out.Moves[:moves], p.out.Claims[:min(claims, len(p.out.Claims))]
	lines := p.think.lines("unknown " + p.base(q.dim))
	if lines == nil {
		lines = p.think.lines("unknown value")
	}
	p.say(Move{Slot: "answer.ready", Label: it.label, Values: values("value", rng.Pick(p.habit("unknown "+q.dim), lines)), Core: true})
}

// asksBare reports whether a sentence is a question of a hasty writer that lacks its mark: "how
// many chairs u want".
func (p *planner) asksBare(s string) bool {
	words := p.spelt(s)
	if len(words) == 0 || len(words) > 20 || strings.HasSuffix(strings.TrimSpace(s), "!") || p.out.Language == "en" && !slices.Contains(words, "you") && words[0] != "make" {
		return false
	}
	text := strings.Join(words, " ") + " "
	return slices.ContainsFunc(p.think.lines("asks bare"), func(line string) bool { return strings.HasPrefix(text, line+" ") })
}

// lacking are the statements of a mail that lack a value of its reader: "to work out the premium
// we ask how many miles you drive".
func (p *planner) lacking(g gist.Gist, out []item) (more []item) {
	if g.Language != p.out.Language || len(p.measures().asks) == 0 {
		return nil
	}
	for _, s := range g.Told {
		if !p.holdsLine("needs told", s) && !p.asksBare(s) || slices.ContainsFunc(out, func(it item) bool {
			return it.before != "" && strings.Contains(it.before, s) && p.holdsLine("asks it", it.text)
		}) || slices.ContainsFunc(out, func(it item) bool { return strings.Contains(s, it.text) || strings.Contains(it.text, s) }) {
			continue
		}
		it := item{ask: gist.AskNumber, text: s, kind: "what", of: gist.OfReader, place: maxItems * maxStems, language: g.Language, lacking: true}
		it.words, it.stems = p.roots(s), p.think.stems(s)
		q, ok := p.quantityOf(&it)
		said := q.dim == "code" || q.dim == "year" || q.dim == "reading"
		personal := slices.ContainsFunc(p.words(s), func(w string) bool { return p.measures().is("of the reader", w) })
		if ok && (said || personal && (q.dim == "count" && q.noun != "" || q.dim == "money" || p.typicalOf(q.dim, &it, q, false) != nil)) {
			more = append(more, it)
		}
	}
	return more[:min(len(more), 2)]
}
