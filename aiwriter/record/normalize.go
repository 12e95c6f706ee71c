package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"
	"unicode"

	"github.com/mailsim/mailsim"
)

const months = `(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)`

// volatile are the forms that differ from run to run, and what replaces them.
var volatile = []struct {
	form *regexp.Regexp
	mark string
}{
	{regexp.MustCompile(`<[^<>@\s]*\d[^<>@\s]*@[^<>@\s]+>`), "<id>"}, // a Message-ID has a digit on its left
	{regexp.MustCompile(`\b[pjsuk]_[a-z0-9]+\b`), "<id>"},
	{regexp.MustCompile(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "<id>"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?`), "<date>"},
	{regexp.MustCompile(`(?i)\b(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? )?\d{1,2}(?:st|nd|rd|th)?\.? ` + months + `\b(?:,? \d{4})?(?:,? \d\d:\d\d(?::\d\d)?(?: [+-]\d{4})?)?`), "<date>"},
	{regexp.MustCompile(`(?i)\b(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? )?` + months + ` \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4})?`), "<date>"},
	{regexp.MustCompile(`\b\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d)\b`), "<date>"},
	{regexp.MustCompile(`\d{4,}`), "#"},
}

var (
	urls  = regexp.MustCompile(`(?i)\bhttps?://[^\s<>"']+`)
	query = regexp.MustCompile(`([?&#][^=&#]*=)[^&#]*`)
)

// Normalize replaces the parts of a text that differ from one run to the next:
// ids, dates, sequences of four or more digits, and tokens in URLs.
func Normalize(s string) string {
	s = urls.ReplaceAllStringFunc(s, normalURL)
	for _, v := range volatile {
		s = v.form.ReplaceAllString(s, v.mark)
	}
	return s
}

// normalURL replaces the values of a query and the parts of a path that look
// like tokens.
func normalURL(url string) string {
	url = query.ReplaceAllString(url, "${1}*")
	path, rest := url, ""
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		path, rest = url[:i], url[i:]
	}
	parts := strings.Split(path, "/")
	for i := 3; i < len(parts); i++ { // behind scheme and host
		if isToken(parts[i]) {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/") + rest
}

// isToken tells whether a part of a path is one: eight and more characters with
// a digit among letters, or very long.
func isToken(s string) bool {
	return len(s) >= 8 && strings.ContainsFunc(s, unicode.IsDigit) && strings.ContainsFunc(s, unicode.IsLetter) || len(s) >= 24
}

// canonical is JSON with sorted keys and one value a line, its texts normalized.
func canonical(b []byte, normalize func(string) string) json.RawMessage {
	if len(b) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	if normalize != nil {
		v = walk(v, normalize)
	}
	out, err := encode(v)
	if err != nil {
		return nil
	}
	return bytes.TrimSpace(out)
}

func walk(v any, f func(string) string) any {
	switch v := v.(type) {
	case string:
		return f(v)
	case []any:
		for i := range v {
			v[i] = walk(v[i], f)
		}
	case map[string]any:
		for k := range v {
			v[k] = walk(v[k], f)
		}
	}
	return v
}

// encode writes JSON for people: indented, < and > as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

func marshal(v any) []byte {
	b, _ := encode(v) // a brief always is JSON, but for a time after the year 9999
	return b
}

func keyOf(kind string, text []byte) string {
	sum := sha256.Sum256(append([]byte(kind+"\n"), text...))
	return hex.EncodeToString(sum[:])
}

// fileName is what a recording's file begins with: for people alone.
func fileName(kind string, p mailsim.Persona) string {
	slug := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == ' ':
			return '-'
		}
		return -1
	}, p.Name)
	if slug == "" {
		return kind
	}
	return kind + "-" + slug[:min(len(slug), 40)]
}
