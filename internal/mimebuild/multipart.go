package mimebuild

import (
	"errors"
	"strings"
)

// Part is a header block and an encoded body, ready to be a message or a part.
type Part struct {
	Header string // whole lines with CRLF, without the empty line
	Body   string
}

// TextPart returns a part of a text type, "text/plain" or "text/html", in UTF-8.
func (s Style) TextPart(mediaType, text string) Part {
	encoding, body := EncodeText(strings.ToValidUTF8(text, "\uFFFD"))
	charset := s.Charset
	if charset == "" {
		charset = "utf-8"
	}
	return Part{
		Header: s.Params("Content-Type", mediaType, Param{"charset", charset}) +
			"Content-Transfer-Encoding: " + encoding + "\r\n",
		Body: body,
	}
}

// boundaryTries bounds the search for a boundary that no part holds.
const boundaryTries = 100

var errBoundary = errors.New("mimebuild: no boundary is free of the parts' text")

// FreeBoundary returns the first of next(0), next(1), ... that stands in none
// of the parts. It fails after 100, and on a boundary that RFC 2046 section 5.1.1 forbids.
func FreeBoundary(next func(n int) string, parts ...Part) (string, error) {
	for n := range boundaryTries {
		b := next(n)
		if !validBoundary(b) {
			return "", errors.New("mimebuild: boundary " + b + " is not allowed")
		}
		if !holds(parts, "--"+b) {
			return b, nil
		}
	}
	return "", errBoundary
}

func holds(parts []Part, delimiter string) bool {
	for _, p := range parts {
		if strings.Contains(p.Body, delimiter) || strings.Contains(p.Header, delimiter) {
			return true
		}
	}
	return false
}

func validBoundary(b string) bool {
	for i := 0; i < len(b); i++ {
		if !isAlnum(b[i]) && strings.IndexByte(`'()+_,-./:=? `, b[i]) < 0 {
			return false
		}
	}
	return b != "" && len(b) <= 70 && b[len(b)-1] != ' '
}

// Join returns the body of a multipart.
func Join(boundary string, parts ...Part) string {
	n := 0
	for _, p := range parts {
		n += len(p.Header) + len(p.Body) + len(boundary) + 8
	}
	var b strings.Builder
	b.Grow(n + len(boundary) + 6)
	for _, p := range parts {
		// The last CRLF belongs to the delimiter (RFC 2046 section 5.1.1).
		for _, s := range [...]string{"--", boundary, "\r\n", p.Header, "\r\n", p.Body, "\r\n"} {
			b.WriteString(s)
		}
	}
	for _, s := range [...]string{"--", boundary, "--\r\n"} {
		b.WriteString(s)
	}
	return b.String()
}

// Multipart returns parts as one part of type multipart/subtype with the given
// further parameters, its boundary from next as FreeBoundary takes it.
func (s Style) Multipart(subtype string, next func(n int) string, params []Param, parts ...Part) (Part, error) {
	boundary, err := FreeBoundary(next, parts...)
	if err != nil {
		return Part{}, err
	}
	params = append([]Param{{"boundary", boundary}}, params...)
	return Part{
		Header: s.Params("Content-Type", "multipart/"+subtype, params...),
		Body:   Join(boundary, parts...),
	}, nil
}
