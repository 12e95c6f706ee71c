package provider

import (
	"encoding/json"
	"html"
	"strconv"
	"strings"
)

// fill replaces {{name}} by what the data has under the name, escaped where it goes into
// HTML, and {{{name}}} as it is; a name may lead into objects by dots, and one that the data
// does not have is nothing. Anything else of a template's language stays as written.
func fill(text string, data map[string]any, escape bool) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		open, closing := "{{", "}}"
		if strings.HasPrefix(rest, "{") {
			open, closing, rest = "{{{", "}}}", rest[1:]
		}
		inner, after, ok := strings.Cut(rest, closing)
		name := strings.TrimSpace(inner)
		if !ok || !isName(name) {
			b.WriteString(open)
			text = rest
			continue
		}
		value := lookup(data, name)
		if escape && open == "{{" {
			value = html.EscapeString(value)
		}
		b.WriteString(value)
		text = after
	}
}

// isName tells a plain name from the rest of a template's language.
func isName(s string) bool {
	if s == "" || len(s) > 200 || s[0] == '.' || s[len(s)-1] == '.' {
		return false
	}
	for _, r := range s {
		if r != '_' && r != '-' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return s != "else"
}

// lookup is the text of a value, by its path.
func lookup(data map[string]any, name string) string {
	var v any = data
	for part := range strings.SplitSeq(name, ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return ""
		}
		v = m[part]
	}
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}
