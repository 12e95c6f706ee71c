package gist

import (
	"strconv"
	"strings"
)

// figure is a plain number of a mail, in hundredths.
type figure struct {
	value int64
	money string // the sign or code of a currency, or empty
	each  bool   // a price of one
}

const maxFigure = 100_000_000_00 // in hundredths; larger numbers are no quantities

// reckon answers a question for a sum that the mail itself holds the figures for: the
// remainder, the total, the price of several. It leaves what is not plain alone.
func (m *mail) reckon(l *lexicon, q *Question, at int) {
	s := &m.sentences[at]
	switch q.Kind {
	case "how many", "how much", "what":
	default:
		return
	}
	left, total, diff := s.has(pSumLeft), s.has(pSumTotal), s.has(pSumDiff)
	if !left && !total && !diff {
		if q.Ask == AskSum {
			q.Ask = AskNumber
		}
		return
	}
	var list, all []figure
	defer func() {
		if q.Ask == AskSum && q.Result == "" {
			q.Ask = AskNumber
		}
	}()
	if own := l.figuresOf(s); len(own) > 1 {
		list = own
	}
	for i := max(0, at-2); i <= at; i++ {
		if i == at || !m.sentences[i].asks {
			all = append(all, l.figuresOf(&m.sentences[i])...)
		}
	}
	if len(list) < 2 {
		list = all
	}
	if q.Kind == "how much" {
		sameMoney(list)
	}
	result, ok := int64(0), false
	switch {
	case len(list) < 2 || len(list) > MaxItems || q.Ask == AskChoice || q.Ask == AskYesNo:
	case total:
		result, ok = totalOf(list)
	case left || diff && len(list) == 2:
		result, ok = remainder(list)
	}
	if !ok {
		return
	}
	q.Ask, q.Result = AskSum, written(result, list)
}

// sameMoney makes bare figures money where the others are: "120 of the 300 euros".
func sameMoney(list []figure) {
	for _, f := range list {
		if f.money == "" || f.each {
			continue
		}
		for i := range list {
			if list[i].money == "" {
				list[i].money = f.money
			}
		}
		return
	}
}

// totalOf adds what counts the same, or multiplies a quantity with the price of one.
func totalOf(list []figure) (int64, bool) {
	var quantity, price *figure
	for i := range list {
		if f := &list[i]; f.money != "" || f.each {
			if price != nil {
				price = nil
				break
			}
			price = f
		} else if quantity == nil {
			quantity = f
		}
	}
	if price != nil && quantity != nil && len(list) == 2 {
		if quantity.value%100 != 0 || quantity.value/100 > 1e6 {
			return 0, false
		}
		return quantity.value / 100 * price.value, true
	}
	var sum int64
	for _, f := range list {
		if f.money != list[0].money || f.each {
			return 0, false
		}
		sum += f.value
	}
	return sum, true
}

// remainder takes the smaller figures from the first, largest one.
func remainder(list []figure) (int64, bool) {
	top := 0
	for i, f := range list {
		if f.money != list[0].money || f.each {
			return 0, false
		}
		if f.value > list[top].value {
			top = i
		}
	}
	rest := list[top].value
	for i, f := range list {
		if i != top {
			rest -= f.value
		}
	}
	return rest, rest >= 0
}

// figuresOf returns the plain numbers of a sentence: no days, hours, years or codes.
func (l *lexicon) figuresOf(s *sentence) []figure {
	var out []figure
	skip := make(map[int]bool)
	for _, d := range l.dates(s) {
		for i := d.from; i < d.to; i++ {
			skip[i] = true
		}
	}
	money := map[int]span{}
	for _, a := range l.amounts(s) {
		money[a.from] = a
	}
	for i := 0; i < len(s.tokens) && len(out) <= MaxItems; i++ {
		if skip[i] {
			continue
		}
		if _, _, ok := l.labelled(s.tokens, i); ok {
			skip[i+1], skip[i+2] = true, true
			continue
		}
		if a, ok := money[i]; ok {
			for j := a.from; j < a.to; j++ {
				t := &s.tokens[j]
				if v, ok := hundredths(strings.Trim(t.low, currencies)); ok {
					f := figure{value: v, money: currencyOf(s.tokens[a.from:a.to]), each: l.each(s.tokens, a.to)}
					if f.money != "%" {
						out = append(out, f)
					}
					break
				}
			}
			i = a.to - 1
			continue
		}
		if a, b := l.severalOf(s.tokens, i); a > 0 {
			out = append(out, figure{value: a * b})
			i += 3
			continue
		}
		t := &s.tokens[i]
		v, ok := hundredths(t.low)
		if !ok && t.w.number >= 2 && t.w.number < 100 {
			v, ok = int64(t.w.number)*100, true
		}
		if !ok || year(t.low) || i+1 < len(s.tokens) && (s.tokens[i+1].w.in.has(sUnits) || s.tokens[i+1].w.in.has(sClock)) {
			continue
		}
		out = append(out, figure{value: v, each: l.each(s.tokens, i+1) || i > 1 && l.each(s.tokens[:i], max(0, i-3))})
	}
	return out
}

// severalOf reads "3 boxes of 24" as 3 and 2400 hundredths.
func (l *lexicon) severalOf(toks []token, i int) (int64, int64) {
	if i+3 >= len(toks) || toks[i].stop || !toks[i+2].w.in.has(sOf) {
		return 0, 0
	}
	n := l.numberOf(&toks[i])
	v, ok := hundredths(toks[i+3].low)
	if n < 1 || n > 1000 || !ok {
		return 0, 0
	}
	return int64(n), v
}

// each reports whether "each", "apiece" or "per" stands behind a price.
func (l *lexicon) each(toks []token, i int) bool {
	for j := i; j < len(toks) && j < i+3; j++ {
		if toks[j].w.in.has(sEach) {
			return true
		}
	}
	return false
}

// currencyOf returns the sign or code in an amount.
func currencyOf(toks []token) string {
	for _, t := range toks {
		if i := strings.IndexAny(t.text, currencies); i >= 0 {
			for _, r := range t.text[i:] {
				return string(r)
			}
		}
	}
	for _, t := range toks {
		if !t.figure() && len(t.text) > 1 {
			return t.text
		}
	}
	return ""
}

// hundredths reads "1,200.50" and "1.200,50" as 120050.
func hundredths(s string) (int64, bool) {
	if !plainNumber(s) {
		return 0, false
	}
	cents := ""
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && len(s)-i-1 <= 2 {
		s, cents = s[:i], s[i+1:]
	}
	s = strings.NewReplacer(".", "", ",", "").Replace(s)
	v, err := strconv.ParseInt(s+(cents + "00")[:2], 10, 64)
	return v, err == nil && v <= maxFigure
}

// written writes a sum in the way of its figures: "19", "EUR 150", "$12.50".
func written(v int64, list []figure) string {
	text := strconv.FormatInt(v/100, 10)
	if v%100 != 0 {
		text += "." + strconv.FormatInt(100+v%100, 10)[1:]
	}
	for _, f := range list {
		switch {
		case f.money == "":
		case strings.ContainsAny(f.money, "$£"):
			return f.money + text
		default:
			return text + " " + f.money
		}
	}
	return text
}
