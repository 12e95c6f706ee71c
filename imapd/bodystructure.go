package imapd

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/mime"
)

// bodyStructure is a message's BODYSTRUCTURE or, not extended, its BODY, made
// once per stored message.
func bodyStructure(m message, extended bool) string {
	if extended {
		return memoOf(m, memoBodyStructure, func(m message) string {
			return string(structureWriter{extended: true}.part(nil, m.Structure().Root))
		})
	}
	return memoOf(m, memoBody, func(m message) string {
		return string(structureWriter{}.part(nil, m.Structure().Root))
	})
}

// structureWriter writes a part in the form of RFC 9051 section 7.5.2. The
// texts are those of the raw header, in the order and encoding of the sender.
type structureWriter struct{ extended bool }

// partHeader is what a structure tells of a part's header.
type partHeader struct {
	contentType, id, description, encoding string
	md5, disposition, language, location   string
}

func readPartHeader(header string) (h partHeader) {
	into := map[string]*string{
		"content-type": &h.contentType, "content-id": &h.id, "content-description": &h.description,
		"content-transfer-encoding": &h.encoding, "content-md5": &h.md5,
		"content-disposition": &h.disposition, "content-language": &h.language, "content-location": &h.location,
	}
	for f := range fields(header) {
		if v := into[strings.ToLower(f.name)]; v != nil && *v == "" {
			*v = f.value()
		}
	}
	return h
}

func (w structureWriter) part(b []byte, p *mime.Part) []byte {
	h := readPartHeader(p.HeaderText())
	b = append(b, '(')
	if children := childrenOf(p); len(children) > 0 {
		b = w.multipart(b, p, children, h)
	} else {
		b = w.single(b, p, h)
	}
	return append(b, ')')
}

// childrenOf returns the parts of a multipart. One in which none was found has an
// empty one, as from Dovecot: the grammar wants a part, and the type stays.
func childrenOf(p *mime.Part) []*mime.Part {
	if len(p.Children) == 0 && strings.HasPrefix(p.Type, "multipart/") {
		return emptyPart
	}
	return p.Children
}

var emptyPart = []*mime.Part{mime.Parse("").Root}

func (w structureWriter) multipart(b []byte, p *mime.Part, children []*mime.Part, h partHeader) []byte {
	for _, child := range children {
		b = w.part(b, child)
	}
	_, subtype, _ := strings.Cut(p.Type, "/")
	_, params := parseParams(h.contentType)
	b = append(b, ' ')
	b = appendString(b, subtype)
	if w.extended {
		b = append(b, ' ')
		b = appendParams(b, params)
		b = appendExtension(b, h)
	}
	return b
}

// singleType is the type of a part that has no parts. A message that could not be read
// in place is just bytes: the grammar wants an envelope.
func singleType(p *mime.Part) (major, minor string) {
	if p.Embedded == nil && (p.Type == "message/rfc822" || p.Type == "message/global") {
		return "application", "octet-stream"
	}
	major, minor, _ = strings.Cut(p.Type, "/")
	return major, minor
}

func (w structureWriter) single(b []byte, p *mime.Part, h partHeader) []byte {
	major, minor := singleType(p)
	_, params := parseParams(h.contentType)
	if major == "text" && !slices.ContainsFunc(params, func(p param) bool { return strings.EqualFold(p.name, "charset") }) {
		params = append(params, param{"charset", "us-ascii"}) // RFC 2045 section 5.2
	}
	encoding, _ := cutToken(h.encoding, ";")
	b = appendString(b, major)
	b = append(b, ' ')
	b = appendString(b, minor)
	b = append(b, ' ')
	b = appendParams(b, params)
	b = append(b, ' ')
	b = appendNString(b, h.id)
	b = append(b, ' ')
	b = appendNString(b, h.description)
	b = append(b, ' ')
	b = appendString(b, orElse(encoding, "7bit"))
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.Size()), 10)
	embedded := major == "message" && (minor == "rfc822" || minor == "global")
	if embedded {
		b = append(b, ' ')
		b = appendEnvelope(b, p.Embedded.HeaderText())
		b = append(b, ' ')
		b = w.part(b, p.Embedded)
	}
	if embedded || major == "text" {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(strings.Count(p.Body(), "\n")), 10)
	}
	if w.extended {
		b = append(b, ' ')
		b = appendNString(b, h.md5)
		b = appendExtension(b, h)
	}
	return b
}

func appendExtension(b []byte, h partHeader) []byte {
	b = append(b, ' ')
	if value, params := parseParams(h.disposition); value != "" {
		b = append(b, '(')
		b = appendString(b, value)
		b = append(b, ' ')
		b = appendParams(b, params)
		b = append(b, ')')
	} else {
		b = append(b, "NIL"...)
	}
	b = append(b, ' ')
	b = appendLanguages(b, h.language)
	b = append(b, ' ')
	return appendNString(b, h.location)
}

func appendLanguages(b []byte, v string) []byte {
	n := 0
	for v != "" {
		var tag string
		if tag, v = cutToken(v, ","); tag == "" {
			continue
		}
		b = append(b, ' ')
		if n++; n == 1 {
			b[len(b)-1] = '('
		}
		b = appendString(b, tag)
	}
	if n == 0 {
		return append(b, "NIL"...)
	}
	return append(b, ')')
}

func appendParams(b []byte, params []param) []byte {
	if len(params) == 0 {
		return append(b, "NIL"...)
	}
	b = append(b, '(')
	for i, p := range params {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendString(b, p.name)
		b = append(b, ' ')
		b = appendString(b, p.value)
	}
	return append(b, ')')
}
