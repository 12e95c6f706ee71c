package mua

import (
	"html"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// narrow is the narrow no-break space that stands before AM and PM since 2023.
const narrow = "\u202f"

// in returns t in the writer's zone, as an attribution shows it.
func (w *writer) in(t time.Time) time.Time { return t.In(w.Date.Location()) }

// mailbox returns an address as a line of text shows it: Bob <bob@x.example>.
func mailbox(a mimebuild.Address) string {
	name := strings.Join(strings.Fields(shown(a.Name)), " ")
	if name == "" {
		return "<" + shown(a.Addr) + ">"
	}
	return name + " <" + shown(a.Addr) + ">"
}

// mailboxes returns at most 50 addresses on one line.
func mailboxes(list []mimebuild.Address, separator string) string {
	const most = 50
	var b strings.Builder
	for i, a := range list[:min(len(list), most)] {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(mailbox(a))
	}
	return b.String()
}

// shown returns at most 200 bytes of s on one line.
func shown(s string) string {
	if len(s) > 200 {
		s = s[:200]
	}
	return mimebuild.Clean(strings.ToValidUTF8(s, ""))
}

// wrap breaks a line at spaces so that none passes 78 columns where it can.
func wrap(line string) []string {
	const width = 78
	var out []string
	current, col := "", 0
	for word := range strings.SplitSeq(line, " ") {
		n := len([]rune(word))
		switch {
		case current == "":
			current, col = word, n
		case col+1+n > width:
			out = append(out, current)
			current, col = word, n
		default:
			current += " " + word
			col += 1 + n
		}
	}
	return append(out, current)
}

// mark quotes lines one level deeper; empty is the mark of an empty line.
func mark(list []string, empty string) []string {
	out := make([]string, len(list))
	for i, l := range list {
		switch {
		case l == "":
			out[i] = empty
		case l[0] == '>':
			out[i] = ">" + l
		default:
			out[i] = "> " + l
		}
	}
	return out
}

// join puts an empty line between blocks of lines, leaving out empty blocks.
func join(blocks ...[]string) []string {
	var out []string
	for _, b := range blocks {
		if len(b) == 0 {
			continue
		}
		if out != nil {
			out = append(out, "")
		}
		out = append(out, b...)
	}
	return out
}

// dashed is the signature behind the line that marks one (RFC 3676 section 4.3).
func (w *writer) dashed() []string {
	if w.signature == nil {
		return nil
	}
	return append([]string{"-- "}, w.signature...)
}

// pictures name the inline images in the text part.
func (w *writer) pictures(open, end string, label func(mimebuild.Attachment) string) []string {
	var out []string
	for _, a := range w.inline {
		out = append(out, open+shown(label(a))+end)
	}
	return out
}

// esc is a line of text as HTML; runs of spaces keep their width.
func esc(s string) string { return strings.ReplaceAll(html.EscapeString(s), "  ", " &nbsp;") }

// escLines is lines as HTML with br between them.
func escLines(list []string) string {
	escaped := make([]string, len(list))
	for i, l := range list {
		escaped[i] = esc(l)
	}
	return strings.Join(escaped, "<br>\n")
}

// divs is lines as a first bare line and a div for each other, as editors of
// browsers make them.
func divs(list []string) string {
	var b strings.Builder
	for i, l := range list {
		switch {
		case l == "" && i == 0:
			b.WriteString("<br>")
		case l == "":
			b.WriteString("<div><br></div>")
		case i == 0:
			b.WriteString(esc(l))
		default:
			b.WriteString("<div>" + esc(l) + "</div>")
		}
	}
	return b.String()
}

// images are the inline pictures.
func (w *writer) images() string {
	var b strings.Builder
	for _, a := range w.inline {
		b.WriteString(`<div><img src="cid:` + html.EscapeString(a.ContentID) + `" alt="` + esc(shown(a.Filename)) + `"></div>`)
	}
	return b.String()
}

func mailto(addr string) string {
	a := html.EscapeString(shown(addr))
	return `<a href="mailto:` + a + `">` + a + `</a>`
}
