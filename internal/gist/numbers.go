package gist

import (
	"slices"
	"strings"
)

const currencies = "$€£¥%"

// readFigures notes the sums of money, percentages, order numbers, references
// and codes of a sentence.
func (g *Gist) readFigures(l *lexicon, s *sentence) {
	if !s.figures {
		return
	}
	for _, a := range l.amounts(s) {
		g.Amounts = add(g.Amounts, s.words(a.from, a.to))
	}
	for i := range s.tokens {
		if len(g.Numbers) == MaxItems {
			return
		}
		if label, value, ok := l.labelled(s.tokens, i); ok {
			g.addNumber(label, value)
		} else if code := bareCode(s.tokens[i].text); code != "" {
			g.addNumber("", code)
		}
	}
}

// amounts finds the sums of money and percentages of a sentence.
func (l *lexicon) amounts(s *sentence) []span {
	if !s.figures {
		return nil
	}
	var out []span
	for i := 0; i < len(s.tokens) && len(out) < MaxItems; i++ {
		if to := l.amountAt(s.tokens, i); to > 0 {
			out = append(out, span{from: i, to: to})
			i = to - 1
		}
	}
	return out
}

// amountAt returns the index behind the sum of money or percentage at token i, or -1.
func (l *lexicon) amountAt(toks []token, i int) int {
	t := &toks[i]
	to := -1
	next := func(n int) *token {
		if i+n < len(toks) && !toks[i+n-1].stop {
			return &toks[i+n]
		}
		return nil
	}
	switch bare := strings.Trim(t.low, currencies); {
	case bare == "" || t.w.in.has(sCurrencies) && !t.figure():
		if n := next(1); n != nil && sum(n.low) && (bare == "" || t.w.in.has(sCurrencyCodes)) {
			to = i + 2
		}
	case bare != t.low && sum(bare):
		to = i + 1
	case sum(t.low):
		if n := next(1); n != nil && len(t.low) < 4 && len(n.low) == 3 && sum(n.low) && (len(l.elided) > 0 || l.options["you"] == "none") {
			if unit := next(2); unit != nil && (strings.Trim(unit.low, currencies) == "" || unit.w.in.has(sCurrencies)) {
				return i + 3 // "1 240 €"
			}
		}
		if n := next(1); n != nil && (strings.Trim(n.low, currencies) == "" || n.w.in.has(sCurrencies)) {
			return i + 2
		}
		if n := next(2); n != nil && toks[i+1].w.in.has(sMagnitudes) && n.w.in.has(sCurrencies) {
			return i + 3
		}
	}
	if to > 0 && to < len(toks) && !toks[to-1].stop && toks[to].w.in.has(sMagnitudes) {
		to++
	}
	return to
}

// sum reports whether s is a number as sums of money are written: "1,200.50", "12k".
func sum(s string) bool {
	return plainNumber(strings.TrimSuffix(strings.TrimRight(s, "-–"), "k"))
}

// labelled returns the number behind a word such as "order" or "ticket" at token i.
func (l *lexicon) labelled(toks []token, i int) (label, value string, ok bool) {
	label, ok = l.maps["labels"][toks[i].low]
	if !ok {
		return "", "", false
	}
	for j := i + 1; j < len(toks) && j < i+4; j++ {
		if v := codeValue(toks[j].text); v != "" {
			if j > i+1 && toks[j-1].stop && toks[j-1].mark != ':' && toks[j-1].mark != '.' {
				return "", "", false
			}
			return label, v, true
		}
		if !toks[j].w.in.has(sNumbering) || toks[j-1].stop && toks[j-1].mark != ':' && toks[j-1].mark != '.' {
			return "", "", false
		}
	}
	return "", "", false
}

// codeValue returns s when it looks like a number of an order or the like:
// "10427", "INV-2026-014", "55-12", with its mark # cut off.
func codeValue(s string) string {
	s = strings.TrimPrefix(s, "#")
	letters := 0
	for letters < len(s) && s[letters] >= 'A' && s[letters] <= 'Z' {
		letters++
	}
	rest := strings.TrimLeft(s[letters:], "-/")
	if letters > 6 || rest == "" || !digit(rest[0]) && letters == 0 || strings.ContainsAny(s, ":%$€£,") || len(s) > 32 {
		return ""
	}
	digits := false
	for _, r := range rest {
		switch {
		case r >= '0' && r <= '9':
			digits = true
		case r >= 'A' && r <= 'Z', r == '-', r == '/', r == '.':
		default:
			return ""
		}
	}
	if !digits {
		return ""
	}
	return s
}

// bareCode returns s when it is a code without a label: "#4711", "INV-2026-014".
func bareCode(s string) string {
	if rest, ok := strings.CutPrefix(s, "#"); ok {
		if len(rest) >= 2 && len(rest) <= 12 && strings.Trim(rest, "0123456789") == "" {
			return s
		}
		return ""
	}
	letters := 0
	for letters < len(s) && s[letters] >= 'A' && s[letters] <= 'Z' {
		letters++
	}
	if letters < 2 || letters > 6 || letters == len(s) || s[letters] != '-' {
		return ""
	}
	parts := strings.Split(s[letters+1:], "-")
	if len(parts) > 2 || len(parts[0]) < 2 {
		return ""
	}
	for _, p := range parts {
		if p == "" || len(p) > 12 || strings.Trim(p, "0123456789") != "" {
			return ""
		}
	}
	return s
}

// addNumber notes a number that is not there yet.
func (g *Gist) addNumber(label, value string) {
	value = strings.TrimRight(value, "./-")
	known := func(n Number) bool { return strings.TrimPrefix(n.Value, "#") == strings.TrimPrefix(value, "#") }
	if len(g.Numbers) < MaxItems && len(value) <= 32 && !slices.ContainsFunc(g.Numbers, known) {
		g.Numbers = append(g.Numbers, Number{label, value})
	}
}

// tidy makes a match a phrase: single spaces, no full stop, bounded.
func tidy(s string) string {
	return cut(strings.TrimRight(strings.Join(strings.Fields(s), " "), ".,"), MaxPhrase)
}
