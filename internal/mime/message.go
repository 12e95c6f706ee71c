package mime

import (
	"strings"
	"unicode/utf8"
)

// Limits bound the work on one mail. The zero value of a field is its default.
type Limits struct {
	Depth   int // levels of nesting; 50
	Parts   int // parts in all; 1,000
	Decoded int // bytes of decoded text and HTML in all; 64 MiB
}

func (l Limits) withDefaults() Limits {
	if l.Depth <= 0 {
		l.Depth = 50
	}
	if l.Parts <= 0 {
		l.Parts = 1000
	}
	if l.Decoded <= 0 {
		l.Decoded = 64 << 20
	}
	return l
}

// Message is a parsed mail.
type Message struct {
	Header Header
	Root   *Part

	// Text joins the plain text parts, HTML the HTML parts: decoded, with LF as
	// line end, valid UTF-8. Text with format=flowed has its paragraphs joined.
	Text, HTML string
	// Beside is the plain text that is shown with the HTML: all but the other
	// rendering of it within a multipart/alternative. Without HTML it is Text.
	Beside string
	// Format is what the sender's client produced: "text", "html" or "both".
	Format string
	// Attachments are all other parts, and text parts that have a file name, in
	// the order of the mail.
	Attachments []Attachment
	// Defects say in short texts what was broken or left out; nil for most mail.
	Defects []string
}

// Attachment is a file in a mail.
type Attachment struct {
	Filename    string // safe, see CleanFilename; made up when the mail names none
	ContentType string // media type, lower case
	Charset     string // as declared, "" when not
	Size        int    // of the decoded bytes
	ContentID   string // without angle brackets, as in a "cid:" link
	Inline      bool   // an image shown in the text, or another file that the sender wants shown there

	part     *Part
	from, to int // the place inside a TNEF container; to is 0 for the whole part
}

// Bytes decodes the attachment; it does so anew at each call.
func (a *Attachment) Bytes() []byte {
	out := a.part.Decode()
	if a.to > 0 {
		return out[a.from:a.to]
	}
	return out
}

// Part returns the part that holds the attachment.
func (a *Attachment) Part() *Part { return a.part }

// Parse reads a whole mail with the default limits. It never returns nil and
// never fails: see [Message.Defects].
func Parse(raw string) *Message { return ParseLimited(raw, Limits{}) }

// ParseLimited is Parse with other limits.
func ParseLimited(raw string, limits Limits) *Message {
	m := &Message{Header: ScanHeader(raw)}
	p := parser{raw: raw, limits: limits.withDefaults()}
	p.cr = bareCR(raw) || bareCR(raw[m.Header.body:])
	m.Root = p.read(&m.Header, 0, false)
	c := collector{m: m, p: &p, budget: p.limits.Decoded}
	c.walk(m.Root, "", true)
	m.Text, m.HTML, m.Beside = strings.Join(c.text, "\n"), strings.Join(c.html, "\n"), strings.Join(c.beside, "\n")
	if c.html == nil {
		m.Beside = m.Text
	}
	m.Format = c.format()
	markInline(m)
	m.Defects = p.defects
	return m
}

// collector gathers texts and attachments from the tree.
type collector struct {
	m          *Message
	p          *parser
	text, html []string
	beside     []string // of text, what is in no multipart/alternative
	budget     int
}

func (c *collector) format() string {
	switch {
	case c.html == nil:
		return "text"
	case c.text == nil:
		return "html"
	}
	return "both"
}

// walk visits a part below a multipart of the given type. alone says that nothing
// stands beside it, as for the root.
func (c *collector) walk(p *Part, parent string, alone bool) {
	if len(p.Children) > 0 {
		for _, child := range p.Children {
			c.walk(child, p.Type, alone && len(p.Children) == 1)
		}
		return
	}
	switch {
	case p.isMultipart() && !p.text && !p.opaque:
		return // an empty multipart
	case c.isBody(p, parent, alone):
		c.addText(p, parent)
	case parent == "multipart/alternative" && p.otherText() && p.Disposition != "attachment":
		// Another rendering of the same, as text/x-amp-html.
	default:
		c.addAttachment(p, parent)
	}
}

// isBody reports whether a part is read, not saved.
func (c *collector) isBody(p *Part, parent string, alone bool) bool {
	if p.Disposition == "attachment" {
		return false
	}
	if p.text {
		return true
	}
	switch p.Type {
	case "text/plain", "text/html":
		return alone || p.Filename() == ""
	}
	return alone && p.otherText()
}

// otherText reports whether a part is text in a format that mail does not show,
// such as text/enriched, and no file.
func (p *Part) otherText() bool {
	return strings.HasPrefix(p.Type, "text/") && p.Type != "text/calendar" && p.Filename() == ""
}

// addText decodes a text part into Text or HTML.
func (c *collector) addText(p *Part, parent string) {
	body := p.Body()
	if len(body) > c.budget {
		c.p.note("text longer than the bound, cut")
		body = body[:c.budget]
	}
	raw, flaw := body, ""
	if p.transfer != identity && !p.text {
		var out []byte
		out, flaw = p.transfer.decode(body)
		raw = string(out)
	}
	if flaw != "" {
		c.p.note("%s", flaw)
	}
	html := p.Type == "text/html"
	charset := p.Params.Get("charset")
	if charset == "" && html {
		charset = metaCharset(raw)
	}
	text, ok := toUTF8(raw, charset)
	if !ok {
		c.p.note("text is not in its charset %q", excerpt(charset))
	}
	text = cut(cleanText(strings.TrimPrefix(text, "\ufeff")), c.budget)
	c.budget -= len(text)
	switch {
	case html:
		c.html = append(c.html, text)
		return
	case p.Type == "text/plain" && equalFold(p.Params.Get("format"), "flowed"):
		text = unflow(text, equalFold(p.Params.Get("delsp"), "yes"))
	}
	c.text = append(c.text, text)
	if parent != "multipart/alternative" {
		c.beside = append(c.beside, text)
	}
}

// cut shortens s to at most n bytes, at the start of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// metaCharset returns the charset that HTML names in its first KiB.
func metaCharset(html string) string {
	head := strings.ToLower(html[:min(len(html), 1024)])
	_, rest, ok := strings.Cut(head, "charset=")
	if !ok || !strings.Contains(head, "<meta") {
		return ""
	}
	rest = strings.TrimLeft(rest, ` "'`)
	if i := strings.IndexAny(rest, `"'> /;`); i >= 0 {
		return rest[:i]
	}
	return ""
}

// addAttachment lists a part, and the files in it when it is a TNEF container.
func (c *collector) addAttachment(p *Part, parent string) {
	size, flaw := p.transfer.measure(p.Body())
	if flaw != "" {
		c.p.note("%s", flaw)
	}
	a := Attachment{
		ContentType: p.Type,
		Charset:     p.Params.Get("charset"),
		Size:        size,
		ContentID:   strings.TrimSuffix(strings.TrimPrefix(p.ID, "<"), ">"),
		part:        p,
	}
	a.Filename = c.filename(p)
	switch image := strings.HasPrefix(p.Type, "image/"); {
	case p.Disposition == "inline":
		a.Inline = image || a.ContentID != ""
	case p.Disposition == "":
		a.Inline = a.ContentID != "" && (image || parent == "multipart/related")
	}
	c.m.Attachments = append(c.m.Attachments, a)
	if p.Type == "application/ms-tnef" || p.Type == "application/vnd.ms-tnef" || equalFold(a.Filename, "winmail.dat") {
		c.addTNEF(p)
	}
}

// filename returns the safe name of an attachment.
func (c *collector) filename(p *Part) string {
	name := p.Filename()
	switch {
	case name != "":
		return CleanFilename(name)
	case !p.holdsMessage():
		return unnamed(p.Type)
	case p.Embedded != nil:
		name = p.Embedded.Summary().Subject
	}
	if name = strings.NewReplacer("/", "_", `\`, "_").Replace(trimSpace(name)); name == "" {
		name = "message"
	}
	return CleanFilename(name + ".eml")
}

// markInline marks what the HTML shows by a "cid:" link, whatever its disposition.
func markInline(m *Message) {
	if len(m.Attachments) == 0 || !strings.Contains(m.HTML, "cid:") {
		return
	}
	shown := make(map[string]bool)
	for html := m.HTML; ; {
		_, rest, ok := strings.Cut(html, "cid:")
		if !ok {
			break
		}
		end := strings.IndexAny(rest, "\"'<> \t\n)&")
		if end < 0 {
			end = len(rest)
		}
		shown[string(appendPercent(nil, rest[:end]))] = true
		html = rest[end:]
	}
	for i := range m.Attachments {
		if a := &m.Attachments[i]; a.ContentID != "" && shown[a.ContentID] {
			a.Inline = true
		}
	}
}
