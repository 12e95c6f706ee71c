package gist

import (
	"regexp"
	"strings"
)

var (
	amountRE = regexp.MustCompile(`(?i)(?:(?:[$€£¥]|\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN))\s?\d[\d.,]*\d?(?:\s?(?:k|million|m)\b)?)|(?:\b\d[\d.,]*\s?(?:k\s)?(?:[€£%]|(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|euros?|dollars?|pounds?|percent)\b))`)
	labelRE  = regexp.MustCompile(`(?i)\b(order|invoice|ticket|case|reference|ref|booking|reservation|customer|contract|quote|quotation|po|purchase order|shipment|tracking|account|policy|claim|project|article|item|part|serial|member|request)(?:\s+(?:no\.?|nr\.?|number|id|code))?\s*(?:is\s|:|#)?\s*#?([A-Z]{0,6}[-/]?\d[A-Z0-9]*(?:[-/.][A-Z0-9]+){0,4})`)
	codeRE   = regexp.MustCompile(`(?:^|[\s(])(?:#(\d{2,12})|([A-Z]{2,6}-\d{2,12}(?:-\d{1,12})?))\b`)
)

// amounts returns the sums of money and percentages in s.
func amounts(s string) []string {
	var out []string
	for _, a := range amountRE.FindAllString(s, 4*MaxItems) {
		out = add(out, cut(strings.TrimRight(strings.Join(strings.Fields(a), " "), ".,"), MaxPhrase))
	}
	return out
}

// numbers returns the order numbers, references and codes in s.
func numbers(s string) []Number {
	var out []Number
	seen := map[string]bool{}
	keep := func(label, value string) {
		value = strings.TrimRight(value, "./-")
		if len(out) < MaxItems && len(value) <= 32 && !seen[value] {
			seen[value] = true
			out = append(out, Number{label, value})
		}
	}
	for _, m := range labelRE.FindAllStringSubmatch(s, 4*MaxItems) {
		label := strings.ToLower(m[1])
		switch label {
		case "ref":
			label = "reference"
		case "po":
			label = "PO"
		}
		keep(label, m[2])
	}
	for _, m := range codeRE.FindAllStringSubmatch(s, 4*MaxItems) {
		if m[1] != "" {
			keep("", "#"+m[1])
		} else {
			keep("", m[2])
		}
	}
	return out
}

// dates returns the days and times named in s.
func (l *lexicon) dates(s string) []string {
	var out []string
	for _, d := range l.dateRE.FindAllString(s, 4*MaxItems) {
		out = add(out, cut(strings.TrimRight(strings.Join(strings.Fields(d), " "), ".,"), MaxPhrase))
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
	d := l.dueRE.FindString(s)
	return cut(strings.TrimRight(strings.Join(strings.Fields(d), " "), ".,"), MaxPhrase)
}
