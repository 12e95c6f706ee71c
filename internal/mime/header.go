package mime

import (
	"strings"
	"unicode/utf8"
)

const (
	// maxFields is how many fields of one header are kept.
	maxFields = 1000
	// maxHeader is how many bytes of one header are looked at for fields. The
	// end of a longer header is found all the same.
	maxHeader = 256 << 10
	// maxLead is how many lines before the first field may be something else.
	maxLead = 8
)

// Field is one header field. Name is as written, Value is raw: still folded,
// with its leading space and without its final line end.
type Field struct{ Name, Value string }

// Header is a header scanned once. The zero value is an empty header.
type Header struct {
	fields  []Field
	body    int
	odd     []string // lines that are no field, for the defects
	charset string   // of bytes that are not UTF-8, as [headerCharset] says
}

// ScanHeader scans the header at the start of raw. It is tolerant: an mbox
// "From " line, blank lines or one broken line before the first field are
// skipped, so are lines without a colon between fields; where the first line is
// no field and no field follows, everything is body. At most 1,000 fields within
// the first 256 KiB are kept; the offset of the body is right all the same.
func ScanHeader(raw string) Header {
	s := newScanner(raw)
	h := scanAll(&s, make([]Field, 0, 24))
	if !utf8.ValidString(raw[:h.body]) {
		h.charset = headerCharset(h.Get("Content-Type"))
	}
	return h
}

// scanAll drains a scanner into a header that uses buf.
func scanAll(s *scanner, buf []Field) Header {
	h := Header{fields: buf}
	for f, ok := s.next(); ok; f, ok = s.next() {
		h.fields = append(h.fields, f)
	}
	h.body, h.odd = s.pos, s.odd
	return h
}

// inUTF8 decodes a raw value by the charset of the header, if that reads it.
func inUTF8(value, charset string) string {
	if charset == "" || utf8.ValidString(value) {
		return value
	}
	if text, ok := toUTF8(value, charset); ok {
		return text
	}
	return value
}

// Fields returns the fields in order. The slice is the header's own.
func (h *Header) Fields() []Field { return h.fields }

// BodyStart returns the offset of the body in the raw mail.
func (h *Header) BodyStart() int { return h.body }

// Decoded returns the value of one of the header's fields in one line, its encoded
// words decoded.
func (h *Header) Decoded(f Field) string { return DecodeWords(unfold(inUTF8(f.Value, h.charset))) }

// Has reports whether a field of that name is there, without regard to case.
func (h *Header) Has(name string) bool {
	_, ok := h.raw(name)
	return ok
}

// Get returns the first value of that name, unfolded and trimmed but without its
// encoded words decoded, and "" when there is none. It may hold invalid UTF-8:
// [Header.Text] never does.
func (h *Header) Get(name string) string {
	v, _ := h.raw(name)
	return unfold(inUTF8(v, h.charset))
}

// Text returns the first value of that name, decoded as [DecodeWords] does.
func (h *Header) Text(name string) string { return DecodeWords(h.Get(name)) }

// Values returns all values of that name, as Get does, in order.
func (h *Header) Values(name string) []string {
	var out []string
	for _, f := range h.fields {
		if equalFold(f.Name, name) {
			out = append(out, unfold(inUTF8(f.Value, h.charset)))
		}
	}
	return out
}

func (h *Header) raw(name string) (string, bool) {
	for _, f := range h.fields {
		if equalFold(f.Name, name) {
			return f.Value, true
		}
	}
	return "", false
}

// equalFold compares without regard to the case of ASCII letters.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if x != y && (x|0x20 != y|0x20 || x|0x20 < 'a' || x|0x20 > 'z') {
			return false
		}
	}
	return true
}

// unfold undoes folding (RFC 5322 section 2.2.3): a line end goes, the white
// space after it stays; where none follows, a space takes its place.
func unfold(v string) string {
	v = trimSpace(v)
	if strings.IndexByte(v, '\n') < 0 && strings.IndexByte(v, '\r') < 0 {
		return v
	}
	var b strings.Builder
	b.Grow(len(v))
	for i := 0; i < len(v); i++ {
		c := v[i]
		if c != '\r' && c != '\n' {
			b.WriteByte(c)
			continue
		}
		for i+1 < len(v) && (v[i+1] == '\r' || v[i+1] == '\n') {
			i++
		}
		if !isBlank(v[i+1]) { // v is trimmed: a line end is never its last byte
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// trimSpace trims blanks and line ends, the white space of headers.
func trimSpace(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}
