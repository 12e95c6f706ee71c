package post

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/searchindex"
)

// TextPart is where in a mail a text is looked for.
type TextPart int

// The parts of a mail.
const (
	AllText TextPart = iota
	HeaderText
	BodyText
)

// Part returns a part of the sender's bytes.
func (m *Mail) Part(p TextPart) string {
	switch p {
	case HeaderText:
		return m.Look()[:m.headerLen()]
	case BodyText:
		return m.Look()[m.headerLen():]
	}
	return m.Look()
}

// Place returns where the mail stands in a filter of the search, nil for nowhere.
func (m *Mail) Place() *searchindex.Place { return m.place.Load() }

// SetPlace says where the mail stands in a filter; the first one to say so is right.
func (m *Mail) SetPlace(p *searchindex.Place) { m.place.CompareAndSwap(nil, p) }

// What is known of the wording of a mail.
const (
	wordingUnknown  = iota
	wordingVerbatim // which has no files
	wordingEncoded
	wordingWithoutFiles // encoded as well
	wordingWithFiles

	wordings = 0xff  // the bits of these
	inStore  = 0x100 // a bit beside them: a store has the bytes
)

func (m *Mail) wordingIs(w uint32) bool { return m.wording.Load()&wordings == w }

// setWording notes what has been found out: whoever else does finds the same, or more.
func (m *Mail) setWording(w uint32) {
	for {
		old := m.wording.Load()
		if m.wording.CompareAndSwap(old, old&^wordings|w) {
			return
		}
	}
}

// Verbatim tells whether every word of the mail's text and header, as it is read,
// stands so in its bytes. Nothing but plain text in UTF-8 without an encoding is; of
// some that could be it is not told.
func (m *Mail) Verbatim() bool {
	if m.wordingIs(wordingUnknown) {
		sum := mime.Summarize(m.Look())
		m.noteWording(&sum)
	}
	return m.wordingIs(wordingVerbatim)
}

// HasFiles tells whether the mail has attachments, but images shown in the text.
func (m *Mail) HasFiles() bool {
	if m.Verbatim() {
		return false
	}
	if m.wordingIs(wordingEncoded) {
		files := slices.ContainsFunc(m.Glance().Msg.Attachments, func(a mime.Attachment) bool { return !a.Inline })
		if files {
			m.setWording(wordingWithFiles)
		} else {
			m.setWording(wordingWithoutFiles)
		}
	}
	return m.wordingIs(wordingWithFiles)
}

func (m *Mail) noteWording(sum *mime.Summary) {
	if verbatim(m.Look(), sum) {
		m.setWording(wordingVerbatim)
	} else {
		m.setWording(wordingEncoded)
	}
}

// verbatim looks for all that sets text and bytes apart, the cheap first.
func verbatim(raw string, sum *mime.Summary) bool {
	header := raw[:min(sum.BodyStart, len(raw))]
	if !plainText(sum.ContentType) || strings.Contains(header, "=?") || encoded(header) {
		return false
	}
	if !PlainUTF8(raw) {
		return false
	}
	if !standsIn(header, sum.Subject) || !addressesStandIn(header, []mime.Address{sum.From}) {
		return false
	}
	for _, list := range [][]mime.Address{sum.To, sum.Cc, sum.Bcc, sum.Sender, sum.ReplyTo} {
		if !addressesStandIn(header, list) {
			return false
		}
	}
	return true
}

// PlainUTF8 tells whether a text is UTF-8 without an escape or NUL. It looks for all of
// them in one piece after the other: a large mail comes from memory once.
func PlainUTF8(text string) bool {
	const piece = 16 << 10
	for text != "" {
		n := len(text)
		if n > piece {
			for n = piece; n > piece-utf8.UTFMax && !utf8.RuneStart(text[n]); {
				n--
			}
		}
		part := text[:n]
		if strings.IndexByte(part, '\x1b') >= 0 || strings.IndexByte(part, 0) >= 0 || !utf8.ValidString(part) {
			return false
		}
		text = text[n:]
	}
	return true
}

// plainText tells whether a content type is that of text which is read as it stands.
func plainText(contentType string) bool {
	if contentType == "" {
		return true
	}
	media, params, _ := strings.Cut(strings.ToLower(contentType), ";")
	if strings.TrimSpace(media) != "text/plain" {
		return false
	}
	for params != "" {
		var p string
		p, params, _ = strings.Cut(params, ";")
		name, value, _ := strings.Cut(p, "=")
		switch strings.TrimSpace(name) {
		case "":
		case "charset":
			switch strings.Trim(strings.TrimSpace(value), `"`) {
			case "utf-8", "us-ascii":
			default:
				return false
			}
		default:
			return false // format=flowed, a file's name
		}
	}
	return true
}

// encoded tells whether a header has a transfer encoding or names a file.
func encoded(header string) bool {
	for line := range strings.Lines(header) {
		if len(line) < len("content-") || line[0]|0x20 != 'c' {
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "content-disposition":
			return true
		case "content-transfer-encoding":
			switch strings.ToLower(strings.TrimSpace(value)) {
			case "7bit", "8bit":
			default:
				return true
			}
		}
	}
	return false
}

func addressesStandIn(header string, list []mime.Address) bool {
	for _, a := range list {
		if !standsIn(header, a.Name) || !standsIn(header, a.Addr) {
			return false
		}
	}
	return true
}

// standsIn tells whether all words of a text stand in a header.
func standsIn(header, text string) bool {
	if strings.Contains(header, text) {
		return true
	}
	for word := range strings.FieldsSeq(text) {
		if !strings.Contains(header, word) {
			return false
		}
	}
	return true
}
