package gist

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	amountRE = regexp.MustCompile(`(?i)(?:(?:[$€£¥]|\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN))\s?\d[\d.,]*\d?(?:\s?(?:k|million|m)\b)?)|(?:\b\d[\d.,]*\s?(?:k\s)?(?:[€£%]|(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|euros?|dollars?|pounds?|percent)\b))`)
	labelRE  = regexp.MustCompile(`(?i)\b(order|invoice|ticket|case|reference|ref|booking|reservation|customer|contract|quote|quotation|po|purchase order|shipment|tracking|account|policy|claim|project|article|item|part|serial|member|request)(?:\s+(?:no\.?|nr\.?|number|id|code))?\s*(?:is\s|:|#)?\s*#?([A-Z]{0,6}[-/]?\d[A-Z0-9]*(?:[-/.][A-Z0-9]+){0,4})`)
	codeRE   = regexp.MustCompile(`(?:^|[\s(])(?:#(\d{2,12})|([A-Z]{2,6}-\d{2,12}(?:-\d{1,12})?))\b`)
)

// readFigures notes the sums of money, percentages, order numbers, references
// and codes of a sentence. The patterns are slow, so they see digits only.
func (g *Gist) readFigures(lex *lexicon, s string) {
	if strings.IndexFunc(s, unicode.IsDigit) < 0 {
		return
	}
	if len(g.Amounts) < MaxItems && (strings.ContainsAny(s, "$€£¥%") || hits(strings.ToLower(s), lex.cues["money"]) > 0) {
		for _, a := range amountRE.FindAllString(s, MaxItems) {
			g.Amounts = add(g.Amounts, tidy(a))
		}
	}
	if len(g.Numbers) == MaxItems {
		return
	}
	for _, m := range labelRE.FindAllStringSubmatch(s, MaxItems) {
		label := strings.ToLower(m[1])
		switch label {
		case "ref":
			label = "reference"
		case "po":
			label = "PO"
		}
		g.addNumber(label, m[2])
	}
	for _, m := range codeRE.FindAllStringSubmatch(s, MaxItems) {
		if m[1] != "" {
			g.addNumber("", "#"+m[1])
		} else {
			g.addNumber("", m[2])
		}
	}
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

// mayDate reports whether a sentence could name a day or time: the pattern for
// them is too slow to try on every sentence.
func (l *lexicon) mayDate(toks []token) bool {
	for _, t := range toks {
		if l.dateWords[t.low] || strings.IndexFunc(t.low, unicode.IsDigit) >= 0 || t.low == "end" {
			return true
		}
	}
	return false
}

// dates returns the days and times named in s.
func (l *lexicon) dates(s string) []string {
	var out []string
	for _, d := range l.dateRE.FindAllString(s, MaxItems) {
		out = add(out, tidy(d))
	}
	return out
}

// isDate reports whether s is a day or time and nothing else.
func (l *lexicon) isDate(s string) bool {
	at := l.dateRE.FindStringIndex(s)
	return at != nil && at[0] == 0 && at[1] == len(s)
}

// due returns the phrase that says by when, or nothing. A day with its
// preposition reads on as written: "by Friday".
func (l *lexicon) due(s string) string {
	return tidy(l.dueRE.FindString(s))
}
