// Package mua writes mails as the mail programs of real people write them: header
// fields and their order, Message-ID and boundary forms, structure, charsets, HTML
// shape, attribution, quoting, signatures and forwards.
//
// It is a leaf: it knows what a program does with a text, not what the text says
// or why it is sent. Every draw comes from the generator it is given.
package mua

import (
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// Client names a mail program.
type Client string

// The mail programs.
const (
	Gmail   Client = "gmail"   // Gmail in a browser
	Outlook Client = "outlook" // Outlook on Microsoft 365
	Apple   Client = "apple"   // Apple Mail on macOS
	IPhone  Client = "iphone"  // Apple Mail on iOS
	Android Client = "android" // the Gmail app
	Plain   Client = "plain"   // a terminal program such as mutt
)

// Clients lists the mail programs in the order of the specification.
func Clients() []Client { return []Client{Gmail, Outlook, Apple, IPhone, Android, Plain} }

// Draft is a mail as its writer knows it.
type Draft struct {
	Rand      *rng.Rand // source of ids and boundaries; required
	From      mimebuild.Address
	To, Cc    []mimebuild.Address
	Subject   string    // without prefix in a reply or forward; "" is the parent's
	Date      time.Time // in the writer's zone, which attributions use too
	MessageID string    // "" draws one with MessageID
	Text      string    // the new text; line breaks of any kind
	Signature string    // "" is what the program adds by itself, if anything
	Parent    *Parent   // the mail replied to or forwarded; nil for a new one
	Forward   bool

	// Attachments go along as files. One marked Inline is shown under the text, where
	// the program sends HTML; its ContentID is drawn.
	Attachments []mimebuild.Attachment
	Header      []mimebuild.Field // further fields, in order
}

// Parent is the mail that a reply or forward is about.
type Parent struct {
	From        mimebuild.Address
	Date        time.Time
	Subject     string
	To, Cc      []mimebuild.Address
	MessageID   string
	References  []string
	Text        string // visible text; 10,000 characters are quoted
	Rich        bool   // it had an HTML part: Apple's programs then answer in HTML
	ThreadIndex string
}

// Write returns the mail with CRLF line ends. The draft is taken as it is, but
// nothing in it can add a header field: line breaks there become spaces.
//
// Reply parsers recover the new text if none of its lines looks like one of
// theirs: see Unmistakable.
func Write(c Client, d Draft) string {
	w := newWriter(c, d)
	body := w.body()
	var room [2048]byte
	head := append(w.appendHeader(room[:0], body.Header), "\r\n"...)
	var b strings.Builder
	b.Grow(len(head) + len(body.Body))
	b.Write(head)
	b.WriteString(body.Body)
	return b.String()
}

// writer holds what the parts of one mail share.
type writer struct {
	*program
	Draft
	lines     []string // of the new text
	signature []string // lines of the signature, none for none
	quote     []string // lines of the quoted text, without marks
	inline    []mimebuild.Attachment
	files     []mimebuild.Attachment
	text      string // the text part
}

func newWriter(c Client, d Draft) *writer {
	w := &writer{program: programOf(c), Draft: d, lines: lines(d.Text)}
	if w.MessageID == "" {
		w.MessageID = MessageID(c, d.Rand, d.From.Addr, d.Date)
	}
	if d.Signature == "" {
		d.Signature = w.defaultSignature
	}
	if d.Signature != "" {
		w.signature = lines(d.Signature)
	}
	if d.Parent != nil {
		w.quote = lines(clip(d.Parent.Text))
	}
	for i, a := range d.Attachments {
		if a.Inline && w.rich() {
			a.ContentID = w.contentID(d.Rand, i, d.Date)
			w.inline = append(w.inline, a)
		} else {
			a.Inline = false
			w.files = append(w.files, a)
		}
	}
	return w
}

// rich says whether the mail has an HTML part.
func (w *writer) rich() bool {
	switch w.format {
	case never:
		return false
	case styled: // a quote of HTML or a picture makes it so
		if w.Parent != nil && w.Parent.Rich {
			return true
		}
		for _, a := range w.Attachments {
			if a.Inline {
				return true
			}
		}
		return false
	}
	return true
}

// body returns the MIME tree as one part.
func (w *writer) body() mimebuild.Part {
	w.text = strings.Join(append(w.textBody(w), ""), "\r\n")
	if !w.rich() {
		return w.withFiles(w.textPart("text/plain", w.text, w.charset(w.text)))
	}
	markup := mimebuild.CRLF(w.htmlBody(w) + "\n")
	charset := w.charset(w.text, markup) // they share it
	plain, rich := w.textPart("text/plain", w.text, charset), w.textPart("text/html", markup, charset)
	pictures := make([]mimebuild.Part, len(w.inline))
	for i, a := range w.inline {
		pictures[i] = w.filePart(a)
	}
	if w.relatedInside {
		return w.withFiles(w.multi("alternative", nil, plain, w.related(rich, "text/html", pictures)))
	}
	return w.withFiles(w.related(w.multi("alternative", nil, plain, rich), "multipart/alternative", pictures))
}

func (w *writer) related(root mimebuild.Part, kind string, pictures []mimebuild.Part) mimebuild.Part {
	if len(pictures) == 0 {
		return root
	}
	return w.multi("related", []mimebuild.Param{{Name: "type", Value: kind}}, append([]mimebuild.Part{root}, pictures...)...)
}

func (w *writer) withFiles(p mimebuild.Part) mimebuild.Part {
	if len(w.files) == 0 {
		return p
	}
	parts := []mimebuild.Part{p}
	for _, a := range w.files {
		parts = append(parts, w.filePart(a))
	}
	return w.multi("mixed", nil, parts...)
}

// multi joins parts. Were no boundary free of their text, the first part stands alone.
func (w *writer) multi(subtype string, params []mimebuild.Param, parts ...mimebuild.Part) mimebuild.Part {
	next := func(n int) string { return w.boundary(w, subtype, n) }
	p, err := w.style.Multipart(subtype, next, params, parts...)
	if err != nil {
		return parts[0]
	}
	return p
}

// maxQuote bounds the characters of the parent's text that are quoted.
const maxQuote = 10_000

// clip returns the first maxQuote characters of s.
func clip(s string) string {
	if len(s) <= maxQuote {
		return s
	}
	n := 0
	for i := range s {
		if n == maxQuote {
			return s[:i]
		}
		n++
	}
	return s
}

// lines returns the lines of a text without control characters and without
// empty lines at the end; at least one.
func lines(s string) []string {
	s = strings.ToValidUTF8(mimebuild.CRLF(s), "\uFFFD")
	list := strings.Split(strings.TrimRight(s, "\r\n"), "\r\n")
	for i, l := range list {
		list[i] = strings.Map(dropControl, l)
	}
	return list
}

func dropControl(r rune) rune {
	if r < ' ' && r != '\t' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}
