package httpapi

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

// markup writes a page. html/template would do, but a program with it keeps all exported
// methods of all types, which a template might name: 3 MB.
type markup struct{ bytes.Buffer }

// safe is text that is HTML already.
type safe string

// writef writes HTML with text in it, in elements or in quoted attributes that are no URL, style
// or script. The verbs are %s and %v; arguments are escaped, but those of type safe.
func (m *markup) writef(format string, args ...any) {
	for i, arg := range args {
		if _, is := arg.(safe); !is {
			args[i] = safe(escape(fmt.Sprint(arg)))
		}
	}
	fmt.Fprintf(m, format, args...)
}

// escape makes HTML of a text.
func escape(text string) string {
	return html.EscapeString(strings.ReplaceAll(text, "\x00", "\uFFFD"))
}

// prose is a text of the table as HTML: what stands in backticks is code.
func prose(text string) safe {
	parts := strings.Split(text, "`")
	for i, p := range parts {
		parts[i] = escape(p)
		if i%2 == 1 {
			parts[i] = "<code>" + parts[i] + "</code>"
		}
	}
	return safe(strings.Join(parts, ""))
}
