package mime

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxParams is how many parameters of one field are kept.
	maxParams = 200
)

// Param is a parameter of a Content-Type or Content-Disposition field as it is
// written (RFC 2231 continuations and charsets undone by [Params.Get]), without
// quotes. Name is in lower case.
type Param struct{ Name, Value string }

// Params are the parameters of one field in their order.
type Params []Param

// Get returns the decoded value of a parameter and "" when it is absent. It
// joins continuations and decodes charsets (RFC 2231), and encoded words where
// mailers put them instead. Of duplicates the first counts.
func (p Params) Get(name string) string {
	if v, ok := p.extended(name); ok {
		return v
	}
	for _, q := range p {
		if q.Name == name {
			return DecodeWords(q.Value)
		}
	}
	return ""
}

// raw returns the value as written.
func (p Params) raw(name string) string {
	for _, q := range p {
		if q.Name == name {
			return q.Value
		}
	}
	return ""
}

// section is one piece of a parameter: name*number*=value.
type section struct {
	number  int
	escaped bool
	value   string
}

// extended reads name*, name*0, name*0* and so on.
func (p Params) extended(name string) (string, bool) {
	var sections []section
	for _, q := range p {
		if s, ok := readSection(q, name); ok {
			sections = append(sections, s)
		}
	}
	if sections == nil {
		return "", false
	}
	slices.SortStableFunc(sections, func(a, b section) int { return cmp.Compare(a.number, b.number) })
	var charset string
	var raw, plain []byte
	for i, s := range sections {
		if i > 0 && s.number == sections[i-1].number {
			continue
		}
		value := s.value
		if s.escaped {
			if i == 0 {
				charset, value = cutCharset(value)
			}
			raw = appendPercent(raw, value)
		} else {
			raw = append(raw, value...)
			plain = append(plain, value...)
		}
	}
	if len(plain) == len(raw) { // no section was escaped: encoded words, maybe
		return DecodeWords(string(raw)), true
	}
	text, _ := toUTF8(string(raw), charset)
	return DecodeWords(text), true
}

func readSection(q Param, name string) (section, bool) {
	rest, ok := strings.CutPrefix(q.Name, name)
	if !ok || !strings.HasPrefix(rest, "*") {
		return section{}, false
	}
	s := section{value: q.Value}
	rest, s.escaped = strings.CutSuffix(rest, "*")
	if rest == "" {
		return s, true
	}
	n, err := strconv.Atoi(rest[1:])
	s.number = n
	return s, err == nil && n >= 0
}

// cutCharset splits charset'language'value. A value without quotes has no charset.
func cutCharset(s string) (charset, value string) {
	charset, rest, ok := strings.Cut(s, "'")
	if !ok {
		return "", s
	}
	if _, value, ok = strings.Cut(rest, "'"); !ok {
		return "", s
	}
	return charset, value
}

func appendPercent(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' {
			if v, ok := hexPair(s[i+1:]); ok {
				c = v
				i += 2
			}
		}
		dst = append(dst, c)
	}
	return dst
}

// parseParams splits `value; name=value; name="value"`. It lets pass a missing
// semicolon after the value, unquoted values with spaces, unescaped backslashes
// and a quote that is never closed.
func parseParams(s string) (value string, params Params) {
	s = trimSpace(s)
	end := strings.IndexAny(s, "; \t")
	if end < 0 {
		return strings.Trim(s, `"'`), nil
	}
	value, s = strings.Trim(s[:end], `"'`), s[end:]
	for len(params) < maxParams {
		s = strings.TrimLeft(s, "; \t\r\n")
		if s == "" {
			break
		}
		var name string
		i := strings.IndexAny(s, "=;")
		if i < 0 {
			break
		}
		name, s, i = trimSpace(s[:i]), s[i+1:], int(s[i])
		if i == ';' { // a word without a value
			continue
		}
		if sp := strings.LastIndexAny(name, " \t)"); sp >= 0 { // after a comment
			name = name[sp+1:]
		}
		var text string
		text, s = paramValue(s)
		if name != "" {
			params = append(params, Param{strings.ToLower(name), text})
		}
	}
	return value, params
}

// paramValue reads one value and returns what follows its semicolon.
func paramValue(s string) (value, rest string) {
	s = strings.TrimLeft(s, " \t\r\n")
	if strings.HasPrefix(s, `"`) {
		if value, rest, ok := quoted(s[1:]); ok {
			if i := strings.IndexByte(rest, ';'); i >= 0 && trimSpace(rest[:i]) == "" {
				rest = rest[i+1:]
			}
			return value, rest
		}
		s = s[1:]
	}
	value, rest, _ = strings.Cut(s, ";")
	return trimSpace(value), rest
}

// quoted reads a quoted string up to its closing quote. A backslash escapes only
// a quote or a backslash: elsewhere it is part of a Windows path.
func quoted(s string) (value, rest string, ok bool) {
	escaped := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			escaped = true
			i++
		case s[i] == '"':
			if value = s[:i]; escaped {
				value = unescape(value)
			}
			return value, s[i+1:], true
		}
	}
	return "", s, false
}

func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\') {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
