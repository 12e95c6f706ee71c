package imapd

import (
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"

	"github.com/mailsim/mailsim/internal/mime"
)

// section is the part of a message that a BODY[...] names, taken from the
// bytes as they are stored. What does not exist is empty.
func section(m message, s *imap.FetchItemBodySection) text {
	if len(s.Part) == 0 {
		switch s.Specifier {
		case imap.PartSpecifierHeader:
			return filterHeader(s, headerOf(m))
		case imap.PartSpecifierText:
			return text{b: m.Body()[m.HeaderLen():]}
		}
		return text{m.Trace(), m.Body()}
	}
	p := findPart(m.Structure().Root, s.Part)
	switch {
	case p == nil:
		return text{}
	case s.Specifier == imap.PartSpecifierNone:
		return text{b: p.Body()}
	case s.Specifier == imap.PartSpecifierMIME:
		return text{b: p.HeaderText()}
	case p.Embedded == nil:
		return text{}
	case s.Specifier == imap.PartSpecifierHeader:
		return filterHeader(s, text{b: p.Embedded.HeaderText()})
	}
	return text{b: p.Embedded.Body()}
}

// filterHeader applies HEADER.FIELDS and HEADER.FIELDS.NOT. The subset ends
// with a blank line whether the header does or not.
func filterHeader(s *imap.FetchItemBodySection, header text) text {
	if s.HeaderFields == nil && s.HeaderFieldsNot == nil {
		return header
	}
	names, keep := s.HeaderFields, true
	if names == nil {
		names, keep = s.HeaderFieldsNot, false
	}
	var b strings.Builder
	for _, part := range []string{header.a, header.b} {
		for f := range fields(part) {
			if slices.ContainsFunc(names, f.is) != keep {
				continue
			}
			b.WriteString(f.raw)
			if !strings.HasSuffix(f.raw, "\n") {
				b.WriteString("\r\n")
			}
		}
	}
	b.WriteString("\r\n")
	return text{b: b.String()}
}

func partial(t text, p *imap.SectionPartial) text {
	if p == nil {
		return t
	}
	// Offset and Size have 63 bits each: their sum must not overflow.
	n := int64(t.len())
	lo := min(p.Offset, n)
	return t.slice(lo, lo+min(p.Size, n-lo))
}

func (t text) hasNUL() bool {
	return strings.IndexByte(t.a, 0) >= 0 || strings.IndexByte(t.b, 0) >= 0
}

// findPart finds a part by its number, such as [2 1] for 2.1 (RFC 9051
// section 6.4.5.1); nil if there is none. The content of a message that is no
// multipart is its part 1.
func findPart(p *mime.Part, path []int) *mime.Part {
	whole := true // p stands for a message, not for a part of one
	for _, n := range path {
		if !whole && p.Embedded != nil {
			p, whole = p.Embedded, true
		}
		switch children := childrenOf(p); {
		case len(children) > 0 && n <= len(children):
			p = children[n-1]
		case whole && len(children) == 0 && n == 1:
		default:
			return nil
		}
		whole = false
	}
	return p
}

// decodedSection is a part without its transfer encoding; it is false when
// the encoding is unknown.
func decodedSection(m message, path []int) (text, bool) {
	if len(path) == 0 {
		return text{m.Trace(), m.Body()}, true
	}
	p := findPart(m.Structure().Root, path)
	if p == nil {
		return text{}, true
	}
	switch encoding, _ := cutToken(p.Encoding, ";"); strings.ToLower(encoding) {
	case "", "7bit", "8bit", "binary":
		return text{b: p.Body()}, true
	case "base64", "quoted-printable":
		return text{b: unsafeString(p.Decode())}, true
	}
	return text{}, false
}

// maxSectionDepth is how many numbers a section may have.
const maxSectionDepth = 100
