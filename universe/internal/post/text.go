package post

import (
	"iter"
	"strings"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/searchindex"
)

// HasHeader reports whether the decoded value of a field of that name, without
// regard to case, contains a text. The empty one is in every field.
func (s *Stored) HasHeader(name string, n searchindex.Needle) bool {
	if strings.EqualFold(name, "Subject") {
		if p := s.Mail.Parsed.Load(); p != nil && p.Sum.Subject != "" && n.In(p.Sum.Subject) {
			return true // the common question, at hand
		}
	}
	if hasField(s.Mail.header(), name, n) {
		return true
	}
	if !s.Traced || !inTrace(name) {
		return false
	}
	h := mime.ScanHeader(s.Trace())
	return hasField(&h, name, n)
}

// inTrace tells whether the trace headers may have a field of that name.
func inTrace(name string) bool {
	for _, field := range []string{"Return-Path", "Received", "Message-ID", "Date"} {
		if strings.EqualFold(name, field) {
			return true
		}
	}
	return false
}

func hasField(h *mime.Header, name string, n searchindex.Needle) bool {
	for _, f := range h.Fields() {
		if len(f.Name) != len(name) || !strings.EqualFold(f.Name, name) {
			continue
		}
		if n.In(mime.DecodeWords(unfolded(f.Value))) || n.In(plainAddresses(f)) {
			return true
		}
	}
	return false
}

// plainAddresses is an address field as if it had no comments within its
// addresses: such as the field does not show are looked for too.
func plainAddresses(f mime.Field) string {
	if strings.IndexByte(f.Value, '(') < 0 || !isAddressField(f.Name) {
		return ""
	}
	var b strings.Builder
	for _, a := range mime.ParseAddressList(f.Value) {
		b.WriteString(a.Name + " <" + a.Addr + ">, ")
	}
	return b.String()
}

func isAddressField(name string) bool {
	for _, field := range []string{"From", "To", "Cc", "Bcc", "Sender", "Reply-To"} {
		if strings.EqualFold(name, field) {
			return true
		}
	}
	return false
}

// unfolded is the value of a field in one line (RFC 5322 section 2.2.3).
func unfolded(v string) string {
	if strings.Contains(v, "\n") {
		v = strings.NewReplacer("\r\n", "", "\n", "").Replace(v)
	}
	return strings.Trim(v, " \t\r")
}

// header is the header of the sender's bytes; of a mail that is not at hand
// parsed, it alone is read.
func (m *Mail) header() *mime.Header {
	if p := m.Parsed.Load(); p != nil {
		return &p.Msg.Header
	}
	h := mime.ScanHeader(m.Look())
	return &h
}

// ContainsText reports whether the decoded text parts contain a text, those of
// attached files and messages too, or, if asked, the headers do: the trace, the
// message's own and those of its parts.
func (s *Stored) ContainsText(n searchindex.Needle, headers bool) bool {
	msg := s.Mail.Parse().Msg
	if n.In(msg.Text) || n.In(msg.HTML) {
		return true
	}
	for text := range AttachedTexts(msg) {
		if n.In(text) {
			return true
		}
	}
	if !headers {
		return false
	}
	for line := range HeaderLines(msg) {
		if n.In(line) {
			return true
		}
	}
	return n.In(s.Trace())
}

// maxAttachedText bounds the bytes of attached text that a search looks in.
const maxAttachedText = 1 << 20

// AttachedTexts yields the texts of attached files, reports and messages.
func AttachedTexts(msg *mime.Message) iter.Seq[string] {
	return func(yield func(string) bool) {
		left := maxAttachedText
		for i := range msg.Attachments {
			if !partTexts(msg.Attachments[i].Part(), &left, yield) {
				return
			}
		}
	}
}

func partTexts(p *mime.Part, left *int, yield func(string) bool) bool {
	switch {
	case p.Embedded != nil:
		return partTexts(p.Embedded, left, yield)
	case strings.HasPrefix(p.Type, "text/"), strings.HasPrefix(p.Type, "message/"): // such as a report of delivery
		text := p.Text(*left)
		*left -= len(text)
		return yield(text)
	}
	for _, c := range p.Children {
		if !partTexts(c, left, yield) {
			return false
		}
	}
	return true
}

// HeaderLines yields all fields of a message and of its parts, as they read.
func HeaderLines(msg *mime.Message) iter.Seq[string] {
	return func(yield func(string) bool) {
		if yieldLines(&msg.Header, yield) {
			partLines(msg.Root, yield)
		}
	}
}

func yieldLines(h *mime.Header, yield func(string) bool) bool {
	for _, f := range h.Fields() {
		if !yield(f.Name + ": " + mime.DecodeWords(unfolded(f.Value))) {
			return false
		}
		if plain := plainAddresses(f); plain != "" && !yield(plain) {
			return false
		}
	}
	return true
}

// partLines yields the fields of what is within a part.
func partLines(p *mime.Part, yield func(string) bool) bool {
	within := p.Children
	if p.Embedded != nil {
		within = []*mime.Part{p.Embedded}
	}
	for _, c := range within {
		h := mime.ScanHeader(c.HeaderText())
		if !yieldLines(&h, yield) || !partLines(c, yield) {
			return false
		}
	}
	return true
}
