package searchindex

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

const (
	maxQuery = 2000 // bytes
	maxTerms = 50
)

// Query is a parsed search: terms that must all hold, some of them negated.
type Query struct{ terms []term }

// term is one condition.
type term struct {
	not     bool
	texts   bool // looks at texts, which cost more than flags and dates
	match   func(Doc) bool
	needles []Needle // that a mail has which meets the condition
}

// Parse reads a query: words and "quoted phrases", which are found anywhere in
// subject, text, and the names and addresses of sender and recipients, and
// these operators, whose values may be quoted:
//
//	from: to:             an address, @domain, domain, or words of a name or local part
//	subject:              text of the subject
//	has:attachment
//	is:unread is:read is:flagged
//	in:                   a folder
//	before: after:        a day (2026-01-05, UTC) or an RFC 3339 time; after: includes it
//	larger: smaller:      bytes, or 10k, 2m (1k = 1024)
//
// A minus before a word, phrase or operator excludes it. All terms must hold.
// Case never matters, nor how a letter is composed (see Fold). A word that is an address is found only as a whole.
// Errors tell the client what to write instead. An empty query matches all.
func Parse(text string) (*Query, error) {
	if len(text) > maxQuery {
		return nil, fmt.Errorf("the query is longer than %d bytes", maxQuery)
	}
	q := &Query{}
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		if len(q.terms) == maxTerms {
			return nil, fmt.Errorf("the query has more than %d terms", maxTerms)
		}
		var t term
		var err error
		if t, rest, err = parseTerm(rest); err != nil {
			return nil, err
		}
		q.terms = append(q.terms, t)
	}
	return q, nil
}

// parseTerm reads the term at the beginning of s, which is not empty.
func parseTerm(s string) (t term, rest string, err error) {
	s, not := strings.CutPrefix(s, "-")
	if s == "" || not && unicode.IsSpace(rune(s[0])) {
		return t, "", errors.New(`a lone "-" excludes nothing: put it before a word, or in quotes to search for it`)
	}
	op, after := operator(s)
	if op == "" {
		after = s
	}
	value, rest, err := parseValue(after)
	if err != nil {
		return t, "", err
	}
	if value = strings.TrimSpace(value); op == "" {
		t, err = wordTerm(value)
	} else {
		t, err = operatorTerm(strings.ToLower(op), value)
	}
	t.not = not
	return t, rest, err
}

// operator splits "name:" off s. What is no name, like the hour of 10:30, and
// the scheme of a URL are words.
func operator(s string) (name, rest string) {
	name, rest, ok := strings.Cut(s, ":")
	if !ok || name == "" || strings.HasPrefix(rest, "//") {
		return "", ""
	}
	for i := range len(name) {
		if c := lower[name[i]]; c < 'a' || c > 'z' {
			return "", ""
		}
	}
	return name, rest
}

// parseValue reads a quoted text or what goes up to the next white space.
func parseValue(s string) (value, rest string, err error) {
	if body, ok := strings.CutPrefix(s, `"`); ok {
		value, rest, ok = strings.Cut(body, `"`)
		if !ok {
			return "", "", fmt.Errorf("the quote before %q is not closed", firstWords(body))
		}
		return value, rest, nil
	}
	end := strings.IndexFunc(s, unicode.IsSpace)
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:], nil
}

func firstWords(s string) string {
	for i := range s {
		if i >= 20 {
			return s[:i] + "…"
		}
	}
	return s
}

// finder prepares a search in texts: an address is found as a whole, several
// words with any white space between them.
func finder(value string) (Needle, func(string) bool) {
	n := NewNeedle(strings.Join(strings.Fields(value), " "))
	switch {
	case isAddress(value):
		return n, n.inAsAddress
	case strings.Contains(n.folded, " "):
		return n, n.inAsPhrase
	}
	return n, n.In
}

// wordTerm finds text anywhere.
func wordTerm(value string) (term, error) {
	n, found := finder(value)
	if n.folded == "" {
		return term{}, errors.New(`"" searches for nothing`)
	}
	return term{texts: true, needles: []Needle{n}, match: func(d Doc) bool {
		return found(d.Subject()) || anyone(d.From(), found) || anyone(d.To(), found) || found(d.Text())
	}}, nil
}

// anyone tells whether a name or an address is found among people.
func anyone(people []Address, found func(string) bool) bool {
	for _, p := range people {
		if found(p.Name) || found(p.Addr) {
			return true
		}
	}
	return false
}

var operators = []string{"from", "to", "subject", "has", "is", "in", "before", "after", "larger", "smaller"}

// operatorTerm makes the term of an operator.
func operatorTerm(op, value string) (term, error) {
	if !slices.Contains(operators, op) {
		return term{}, fmt.Errorf("%s: is not an operator (%s): put %q in quotes to search for it as text",
			op, strings.Join(operators, ", "), op+":"+value)
	}
	if value == "" {
		return term{}, fmt.Errorf("%s: needs a value right after the colon", op)
	}
	switch op {
	case "from":
		return personTerm(op, value, Doc.From)
	case "to":
		return personTerm(op, value, Doc.To)
	case "subject":
		n, found := finder(value)
		return term{texts: true, needles: []Needle{n}, match: func(d Doc) bool { return found(d.Subject()) }}, nil
	case "in":
		folder := Fold(value)
		return term{match: func(d Doc) bool { return Fold(d.Folder()) == folder }}, nil
	case "has", "is":
		return flagTerm(op, value)
	case "before", "after":
		at, err := parseTime(value)
		if err != nil {
			return term{}, fmt.Errorf("%s:%s: %w", op, value, err)
		}
		before := op == "before"
		return term{match: func(d Doc) bool { return d.At().Before(at) == before }}, nil
	}
	size, err := parseSize(value)
	if err != nil {
		return term{}, fmt.Errorf("%s:%s: %w", op, value, err)
	}
	if op == "larger" {
		return term{match: func(d Doc) bool { return d.Size() > size }}, nil
	}
	return term{match: func(d Doc) bool { return d.Size() < size }}, nil
}

func flagTerm(op, value string) (term, error) {
	switch op + ":" + strings.ToLower(value) {
	case "has:attachment":
		return term{match: Doc.HasAttachment}, nil
	case "is:read":
		return term{match: Doc.Seen}, nil
	case "is:unread":
		return term{match: func(d Doc) bool { return !d.Seen() }}, nil
	case "is:flagged":
		return term{match: Doc.Flagged}, nil
	}
	if op == "has" {
		return term{}, fmt.Errorf("has:%s: want has:attachment", value)
	}
	return term{}, fmt.Errorf("is:%s: want is:unread, is:read or is:flagged", value)
}

// parseTime reads a day, which begins at midnight UTC, or an instant.
func parseTime(s string) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, strings.ToUpper(s)); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errors.New("want a day like 2026-01-05 or a time like 2026-01-05T09:00:00Z")
}

// parseSize reads bytes, with k or m for 1024 and 1024 times that.
func parseSize(s string) (int64, error) {
	digits := strings.ToLower(s)
	unit := int64(1)
	switch {
	case strings.HasSuffix(digits, "k"):
		digits, unit = digits[:len(digits)-1], 1<<10
	case strings.HasSuffix(digits, "m"):
		digits, unit = digits[:len(digits)-1], 1<<20
	}
	n, err := strconv.ParseUint(digits, 10, 40)
	if err != nil {
		return 0, errors.New("want a number of bytes, like 5000, 10k or 2m")
	}
	return int64(n) * unit, nil
}
