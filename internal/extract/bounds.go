package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	currencies = "$€£¥₹₽₴₺₩₫฿₪₦₱₸₡¢﷼"
	badBefore  = "+/\\@&^~•…§©®™×∙●" + currencies
	badAfter   = "/\\@=%°™×‰" + currencies
)

// bounded looks at the characters around a candidate: many things end a code, but a path, a sum or a mask does not.
func (c *candidate) bounded(s string) bool {
	before, n := utf8.DecodeLastRuneInString(s[:c.start])
	after, m := utf8.DecodeRuneInString(s[c.end:])
	if c.start > 0 && (strings.ContainsRune(badBefore, before) || unicode.IsLetter(before) && !unspaced(before)) {
		return false
	}
	if c.end < len(s) && (strings.ContainsRune(badAfter, after) || unicode.IsLetter(after) && !unspaced(after)) {
		return false
	}
	outer := strings.TrimRight(s[:c.start], " ")
	if last, _ := utf8.DecodeLastRuneInString(outer); outer != "" && strings.ContainsRune(currencies, last) || strings.HasSuffix(outer, "••") {
		return false
	}
	if next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[c.end:min(len(s), c.end+8)], " ")); strings.ContainsRune(currencies+"%‰", next) && next != utf8.RuneError {
		return false
	}
	c.hash = before == '#'
	return c.joined(s, before, after, n, m)
}

// joined refuses what a single mark ties to a neighbour: decimals, times, domains, masks, telephone area codes.
func (c *candidate) joined(s string, before, after rune, n, m int) bool {
	outer, beyond := byteAt(s, c.start-n-1), byteAt(s, c.end+m)
	switch {
	case (before == ',' || before == ':') && isDigit(outer), (before == '.' || before == '-') && isAlnum(outer):
		return false
	case before == '*' && after != '*', before == '_' && after != '_': // a masked number or part of a name, not **bold**
		return false
	case before == '(' && after == ')' && c.shape == digits && (beyond == ' ' || beyond == '-') && isDigit(byteAt(s, c.end+m+1)):
		return false
	}
	switch after {
	case '_':
		return before == '_' && !isAlnum(beyond)
	case ',':
		return !isDigit(beyond) && !isLower(beyond) || c.shape == digits && startsWithTime(s[c.end+m:])
	case '.':
		return !isDigit(beyond) && !isLower(beyond)
	case ':':
		return !isDigit(beyond)
	case '-':
		return !isAlnum(beyond) || caseEnding(s, c.end)
	}
	return true
}

// byteAt is s[i], or 0 outside.
func byteAt(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

// quantityWord tells a number with a unit or ending written to it, and a word with a short number: 1080p, 21st, iPhone15.
func quantityWord(v string) bool {
	i := 0
	for i < len(v) && isDigit(v[i]) {
		i++
	}
	rest := strings.ToLower(v[i:])
	if i > 0 && (quantityEndings.has(rest) || i > 1 && len(rest) == 1 && isLower(v[i])) {
		return true
	}
	return false
}

var quantityEndings = setOf("st", "nd", "rd", "th", "min", "mins", "hrs", "hr", "days", "day", "px", "pt", "kg", "km", "cm", "mm", "gb", "mb", "tb",
	"kb", "am", "pm", "mah", "ghz", "mhz",
	"kwh", "usd", "eur", "gbp", "chf", "sek", "nok", "dkk", "pln", "kr", "hz", "fps", "mbps", "rpm", "kcal", "ml", "er", "jahre", "ans", "anos", "ft",
	"lbs", "sqft", "sqm", "mi", "pts", "xp", "bit", "years", "pcs", "tl", "rub")

// caseEnding tells a hyphen and the lower-case ending that some languages write to a number: `493805-ös`.
func caseEnding(s string, hyphen int) bool {
	end := groupEnd(s, hyphen+1)
	if end == hyphen+1 || end-hyphen > 5 {
		return false
	}
	for i := hyphen + 1; i < end; i++ {
		if !isLower(s[i]) {
			return false
		}
	}
	return isDigit(s[hyphen-1]) && (end == len(s) || s[end] != '-')
}
