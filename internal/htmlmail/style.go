package htmlmail

import (
	"slices"
	"strings"
	"sync"
)

// properties are the CSS properties that a safe mail keeps: none of them
// places an element outside of its own box or fetches anything.
var properties = sync.OnceValue(func() map[string]bool {
	return set(`background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width
	border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius
	border-right border-right-color border-right-style border-right-width border-spacing border-style border-top
	border-top-color border-top-style border-top-width border-width caption-side clear color direction display
	empty-cells float font font-family font-size font-style font-variant font-weight height letter-spacing
	line-height list-style list-style-position list-style-type margin margin-bottom margin-left margin-right
	margin-top max-height max-width min-height min-width opacity overflow overflow-wrap padding padding-bottom
	padding-left padding-right padding-top table-layout text-align text-decoration text-indent text-transform
	unicode-bidi vertical-align visibility white-space width word-break word-spacing word-wrap`)
})

// units are those of CSS lengths and percentages; "" is that of a bare number.
var units = sync.OnceValue(func() map[string]bool { return set("% px em rem ex ch pt pc in cm mm vw") })

func roleOf(property string) role {
	switch {
	case property == "color":
		return roleText
	case property == "background-color":
		return roleBackground
	case strings.HasPrefix(property, "border") && property != "border-collapse" && property != "border-spacing":
		return roleBorder
	}
	return roleNone
}

// styleList collects the harmless declarations of one element in canonical
// form, and the images that the others would have fetched.
type styleList struct {
	dark   bool
	list   []Declaration
	images []string
}

// add takes declarations in order of weight: a later one replaces an earlier
// one of the same property.
func (l *styleList) add(declarations []Declaration) {
	for _, d := range declarations {
		if urls := cssURLs(d.Value); len(urls) > 0 && fetchesImage(d.Property) {
			l.images = append(l.images, urls...)
		}
		if d.Property == "background" {
			d = backgroundColor(d)
		}
		if !properties()[d.Property] {
			continue
		}
		if v, ok := safeValue(d.Value, roleOf(d.Property), l.dark); ok {
			l.set(d.Property, v)
		}
	}
}

func (l *styleList) set(property, value string) {
	l.list = slices.DeleteFunc(l.list, func(d Declaration) bool { return d.Property == property })
	l.list = append(l.list, Declaration{Property: property, Value: value})
}

func (l *styleList) has(property string) bool {
	return slices.ContainsFunc(l.list, func(d Declaration) bool { return d.Property == property })
}

func (l *styleList) String() string {
	var b strings.Builder
	for _, d := range l.list {
		b.WriteString(d.Property)
		b.WriteByte(':')
		b.WriteString(d.Value)
		b.WriteByte(';')
	}
	return b.String()
}

// fetchesImage reports whether a browser loads the url() of a property.
func fetchesImage(property string) bool {
	property = strings.TrimPrefix(property, "-webkit-")
	for _, p := range [...]string{"background", "border-image", "content", "cursor", "list-style", "mask"} {
		if strings.HasPrefix(property, p) {
			return true
		}
	}
	return false
}

// backgroundColor reduces the shorthand to its colour.
func backgroundColor(d Declaration) Declaration {
	depth, start := 0, 0
	for i := 0; i <= len(d.Value); i++ {
		switch {
		case i == len(d.Value) || depth == 0 && d.Value[i] == ' ':
			if c, ok := ParseColor(d.Value[start:i]); ok {
				return Declaration{Property: "background-color", Value: c.String()}
			}
			start = i + 1
		case d.Value[i] == '(':
			depth++
		case d.Value[i] == ')':
			depth--
		}
	}
	return Declaration{}
}

// safeValue writes a value anew from words, numbers with a unit, colours and
// plain quoted names. Anything else makes the whole value unsafe: functions,
// negative or huge numbers, stray characters.
func safeValue(value string, r role, dark bool) (string, bool) {
	var b strings.Builder
	s := strings.ToLower(value)
	for s != "" {
		var token string
		n := 1
		switch c := s[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			n = len(s) - len(strings.TrimLeft(s, " \t\n\r\f"))
			token = " "
		case c == ',' || c == '/':
			token = s[:1]
		case c == '#' || c >= 'a' && c <= 'z' || c == '-':
			n = wordEnd(s)
			token = safeWord(s[:n], r, dark)
		case c >= '0' && c <= '9' || c == '.':
			n = numberEnd(s)
			token = safeNumber(s[:n])
		case c == '"' || c == '\'':
			n = 2 + strings.IndexByte(s[1:], c)
			token = safeName(s[1:max(1, n-1)])
		}
		if token == "" || n < 1 {
			return "", false
		}
		b.WriteString(token)
		s = s[n:]
	}
	return strings.TrimSpace(b.String()), b.Len() > 0
}

// wordEnd returns the end of a word, a hexadecimal colour, or a word with its
// arguments.
func wordEnd(s string) int {
	n := 1
	for n < len(s) && (s[n] == '-' || isNameByte(s[n]) && s[n] < 0x80) {
		n++
	}
	if n < len(s) && s[n] == '(' {
		if end := strings.IndexByte(s, ')'); end > 0 {
			return end + 1
		}
		return len(s)
	}
	return n
}

// safeWord returns the word as it may stand in a style, "" when it may not.
func safeWord(word string, r role, dark bool) string {
	if c, ok := ParseColor(word); ok {
		if r == roleNone && word[0] != '#' && !strings.Contains(word, "(") {
			return word // no colour here: the name of a font
		}
		if dark {
			c = c.dark(r)
		}
		return c.String()
	}
	if strings.ContainsAny(word, "#(") || len(word) > 40 || len(word) > 1 && word[0] == '-' && !isLetter(word[1]) || word == "-" {
		return ""
	}
	return word
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

func numberEnd(s string) int {
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' || isLetter(s[n]) || s[n] == '%') {
		n++
	}
	return n
}

// safeNumber takes numbers below 10,000 with at most four decimals.
func safeNumber(s string) string {
	n := strings.LastIndexAny(s, "0123456789.") + 1
	whole, fraction, _ := strings.Cut(s[:n], ".")
	if len(whole) > 4 || len(fraction) > 4 || len(whole)+len(fraction) == 0 ||
		strings.Trim(whole+fraction, "0123456789") != "" || n < len(s) && !units()[s[n:]] {
		return ""
	}
	return s
}

// safeName returns a quoted name, as fonts have, of plain characters.
func safeName(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && (c < '0' || c > '9') && c != ' ' && c != '-' && c != '_' {
			return ""
		}
	}
	if s == "" || len(s) > 60 {
		return ""
	}
	return "'" + s + "'"
}
