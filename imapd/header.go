package imapd

import (
	"iter"
	"net/url"
	"strconv"
	"strings"
)

// field is one header field with its raw lines.
type field struct {
	name string // as written; empty for a line that is no field
	raw  string // all lines with their ends
}

// value is the field's body, unfolded and trimmed.
func (f field) value() string {
	_, v, _ := strings.Cut(f.raw, ":")
	return unfold(v)
}

func (f field) is(name string) bool { return strings.EqualFold(f.name, name) }

// unfold joins the lines of a field (RFC 5322 section 2.2.3).
func unfold(v string) string {
	if strings.ContainsAny(v, "\r\n") {
		v = lineEnds.Replace(v)
	}
	return strings.Trim(v, " \t")
}

var lineEnds = strings.NewReplacer("\r\n\t", " ", "\n\t", " ", "\r", "", "\n", "")

// fields yields the fields of a header up to its blank line.
func fields(header string) iter.Seq[field] {
	return func(yield func(field) bool) {
		for header != "" {
			n := fieldLen(header)
			f := field{raw: header[:n]}
			if blank(f.raw) {
				return
			}
			if i := strings.IndexByte(f.raw, ':'); i > 0 {
				f.name = strings.TrimRight(f.raw[:i], " \t")
			}
			if !yield(f) {
				return
			}
			header = header[n:]
		}
	}
}

func blank(line string) bool { return line == "\n" || line == "\r\n" }

// fieldLen is the length of the first line and its continuations.
func fieldLen(s string) int {
	for n := 0; ; {
		i := strings.IndexByte(s[n:], '\n')
		if i < 0 {
			return len(s)
		}
		n += i + 1
		if blank(s[:n]) || n == len(s) || (s[n] != ' ' && s[n] != '\t') {
			return n
		}
	}
}

// headerOf returns the header of a message in its two pieces.
func headerOf(m message) text { return text{m.Trace(), ownHeader(m)} }

// ownHeader is the header without what delivery put before it.
func ownHeader(m message) string { return m.Body()[:m.HeaderLen()] }

// lookup returns the value of the first field of that name.
func lookup(header, name string) string {
	for f := range fields(header) {
		if f.is(name) {
			return f.value()
		}
	}
	return ""
}

// param is a parameter of a structured field, in the order written.
type param struct{ name, value string }

// parseParams splits `value; name=value; name="value"` (RFC 2045 section
// 5.1), taking whatever can be understood.
func parseParams(s string) (value string, params []param) {
	value, s = cutToken(s, ";")
	for s != "" {
		var name, v string
		s = skipBlanks(s)
		i := strings.IndexAny(s, "=;")
		if i < 0 {
			break
		}
		if s[i] == ';' {
			s = s[i+1:]
			continue
		}
		name, s = strings.TrimSpace(s[:i]), skipBlanks(s[i+1:])
		v, s = cutToken(s, ";")
		if name != "" {
			params = append(params, param{name, v})
		}
	}
	return value, joinParams(params)
}

// maxParam bounds a value put together from pieces.
const maxParam = 8 << 10

// joinParams puts parameters together that were sent in pieces, name*0 and on
// (RFC 2231 section 3). The name keeps a "*" if a piece is in the extended form.
func joinParams(params []param) []param {
	out := params[:0]
	at := map[string]int{} // where a name that goes on is in out
	for _, p := range params {
		base, number, ok := strings.Cut(p.name, "*")
		number, extended := strings.CutSuffix(number, "*")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 0 {
			out = append(out, p)
			continue
		}
		key := strings.ToLower(base)
		i, known := at[key]
		switch {
		case n == 0:
			at[key] = len(out)
			if extended {
				base += "*"
			}
			out = append(out, param{base, p.value})
		case !known:
			out = append(out, p)
		case len(out[i].value) > maxParam:
		case strings.HasSuffix(out[i].name, "*") && !extended:
			out[i].value += url.PathEscape(p.value)
		default:
			out[i].value += p.value
		}
	}
	return out
}

// cutToken reads up to one of stops, outside quotes and comments, and returns
// the text without quotes, comments and blanks around it.
func cutToken(s, stops string) (token, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch ch := s[i]; {
		case ch == '"':
			q, n := unquote(s[i:])
			b.WriteString(q)
			i += n
			// What follows the closing quote up to the stop is junk.
			if j := strings.IndexAny(s[i:], stops); j >= 0 {
				return b.String(), s[i+j+1:]
			}
			return b.String(), ""
		case ch == '(':
			i += commentLen(s[i:])
		case strings.IndexByte(stops, ch) >= 0:
			return strings.TrimSpace(b.String()), s[i+1:]
		default:
			b.WriteByte(ch)
			i++
		}
	}
	return strings.TrimSpace(b.String()), ""
}

// unquote reads the quoted string that s begins with and its length.
func unquote(s string) (string, int) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), i + 1
		case '\\':
			if i+1 < len(s) {
				i++
			}
		}
		b.WriteByte(s[i])
	}
	return b.String(), len(s)
}

// commentLen is the length of the comment that s begins with, nested ones included.
func commentLen(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// skipBlanks skips white space and comments.
func skipBlanks(s string) string {
	for s != "" {
		switch s[0] {
		case ' ', '\t', '\r', '\n':
			s = s[1:]
		case '(':
			s = s[commentLen(s):]
		default:
			return s
		}
	}
	return s
}

// astring writes a field name as it was given: bare if it can be.
func astring(s string) string {
	if s == "" {
		return `""`
	}
	for i := 0; i < len(s); i++ {
		if !isAtomChar(s[i]) {
			return quote(s)
		}
	}
	return s
}
