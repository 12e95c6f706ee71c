package mimebuild

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Param is one parameter of a structured field, its value as decoded text.
type Param struct{ Name, Value string }

// Params returns a field such as Content-Type with its parameters, folded
// between them. A value that is not ASCII, or too long for a line, is written
// as RFC 2231 says, in sections that never split a character; a boundary is
// never cut, because few parsers would put it together.
func (s Style) Params(name, value string, params ...Param) string {
	if !validName(name) {
		return ""
	}
	var room [fieldRoom]byte
	f := folder{style: s, fold: s.fold(), b: room[:0]}
	f.start(name)
	tokens := make([]string, 1, 1+len(params))
	tokens[0] = cut(Clean(value), maxToken)
	for _, p := range params {
		tokens = s.appendParam(tokens, p)
	}
	for i, t := range tokens {
		if i < len(tokens)-1 {
			t += ";"
		}
		if s.SplitParams && i > 0 {
			f.newLine()
			f.put(t)
		} else {
			f.token(t)
		}
	}
	return f.end()
}

// section is the room for the value of one RFC 2231 section.
const section = 50

func (s Style) appendParam(tokens []string, p Param) []string {
	value := Clean(p.Value)
	if isPrintable(value) && (len(p.Name)+len(value) < 70 || p.Name == "boundary") {
		if s.BareParams && isToken(value) {
			return append(tokens, p.Name+"="+value)
		}
		return append(tokens, p.Name+"="+quote(value))
	}
	parts := percent(value)
	if len(parts) == 1 {
		return append(tokens, p.Name+"*="+parts[0])
	}
	for i, part := range parts {
		tokens = append(tokens, p.Name+"*"+strconv.Itoa(i)+"*="+part)
	}
	return tokens
}

// percent returns value percent-encoded in parts, the first with the charset.
func percent(value string) []string {
	var parts []string
	part := []byte("utf-8''")
	for _, r := range value {
		var b [utf8.UTFMax]byte
		n := utf8.EncodeRune(b[:], r)
		if len(part)+3*n > section {
			parts = append(parts, string(part))
			part = part[:0]
		}
		for _, c := range b[:n] {
			if isAlnum(c) || c == '-' || c == '.' || c == '_' {
				part = append(part, c)
			} else {
				part = append(part, '%', upperHex[c>>4], upperHex[c&15])
			}
		}
	}
	return append(parts, string(part))
}

// isToken holds for a token (RFC 2045 section 5.1).
func isToken(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`()<>@,;:\"/[]?=`, c) >= 0 {
			return false
		}
	}
	return s != ""
}
