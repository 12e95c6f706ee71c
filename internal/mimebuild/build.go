// Package mimebuild makes the bytes of a mail: header fields folded and encoded
// (RFC 5322, 2047, 2231, 6532), bodies in a transfer encoding that fits them,
// parts in multiparts (RFC 2045, 2046). It draws nothing: dates, identifiers and
// boundaries are the caller's, so equal input gives equal bytes.
//
// It is a leaf: it knows nothing of people, clients or reports.
package mimebuild

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"mime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Mail is what Build writes.
type Mail struct {
	From       Address
	To, Cc     []Address
	Subject    string
	Date       time.Time // in the zone to show; zero leaves the field out
	MessageID  string    // angle brackets are added where missing; "" leaves the field out
	InReplyTo  string
	References []string
	Header     []Field // further fields in order, none of those that Build writes itself
	Text, HTML string  // either, both or none; line breaks of any kind

	Attachments []Attachment

	// Boundary returns the n-th candidate of a boundary; it must be
	// deterministic. Nil makes boundaries from the Message-ID.
	Boundary func(n int) string
}

// Attachment is a file of a mail. Inline with a ContentID it is part of the HTML.
type Attachment struct {
	Filename    string
	ContentType string // "" is application/octet-stream
	Data        []byte
	Inline      bool
	ContentID   string // with or without angle brackets
}

// Build returns the mail with CRLF line ends. Text alone is text/plain, both
// texts are multipart/alternative, inline attachments make it multipart/related,
// others multipart/mixed. Header lines have at most 78 characters where the
// content can be folded and never more than 998. UTF-8 addresses stay as they
// are and then need SMTPUTF8.
//
// It fails on a line break or NUL in any header value, on addresses and identifiers that
// are none, on content types that are none, and on further fields that
// repeat one of its own.
func Build(m Mail) (string, error) {
	if err := m.check(); err != nil {
		return "", err
	}
	body, err := m.body()
	if err != nil {
		return "", err
	}
	var s Style
	var b strings.Builder
	b.Grow(len(body.Body) + 1024)
	if !m.Date.IsZero() {
		b.WriteString("Date: " + FormatDate(m.Date) + "\r\n")
	}
	b.WriteString(s.Addresses("From", []Address{m.From}))
	b.WriteString(s.Addresses("To", m.To))
	b.WriteString(s.Addresses("Cc", m.Cc))
	b.WriteString(s.Text("Subject", m.Subject))
	b.WriteString(s.IDs("Message-ID", m.MessageID))
	b.WriteString(s.IDs("In-Reply-To", m.InReplyTo))
	b.WriteString(s.IDs("References", m.References...))
	for _, f := range m.Header {
		b.WriteString(s.Text(f.Name, f.Value))
	}
	b.WriteString("MIME-Version: 1.0\r\n" + body.Header + "\r\n" + body.Body)
	return b.String(), nil
}

// own are the fields that Build writes, and Bcc, which no mail may show.
var own = map[string]bool{"date": true, "from": true, "to": true, "cc": true, "bcc": true, "subject": true,
	"message-id": true, "in-reply-to": true, "references": true, "mime-version": true,
	"content-type": true, "content-transfer-encoding": true}

func (m *Mail) check() error {
	for _, list := range [][]Address{{m.From}, m.To, m.Cc} {
		for _, a := range list {
			if err := CheckAddr(a.Addr); err != nil {
				return err
			}
			if breaks(a.Name) {
				return fmt.Errorf("name %q %w", clip(a.Name), errBreak)
			}
		}
	}
	if breaks(m.Subject) {
		return fmt.Errorf("subject %q %w", clip(m.Subject), errBreak)
	}
	for _, id := range append([]string{m.MessageID, m.InReplyTo}, m.References...) {
		if _, ok := bracketed(id); !ok && id != "" {
			return fmt.Errorf("message id %q is not valid", clip(id))
		}
	}
	for _, f := range m.Header {
		switch {
		case !validName(f.Name):
			return fmt.Errorf("header field name %q is not valid", clip(f.Name))
		case own[strings.ToLower(f.Name)]:
			return fmt.Errorf("header field %s has a place of its own", f.Name)
		case breaks(f.Value):
			return fmt.Errorf("header field %s %w", f.Name, errBreak)
		}
	}
	for _, a := range m.Attachments {
		if err := a.check(); err != nil {
			return err
		}
	}
	return nil
}

func (a *Attachment) check() error {
	if breaks(a.Filename) {
		return fmt.Errorf("file name %q %w", clip(a.Filename), errBreak)
	}
	if _, ok := bracketed(a.ContentID); !ok && a.ContentID != "" {
		return fmt.Errorf("content id %q is not valid", clip(a.ContentID))
	}
	if a.ContentType == "" {
		return nil
	}
	if breaks(a.ContentType) {
		return fmt.Errorf("content type %q %w", clip(a.ContentType), errBreak)
	}
	mediaType, params, err := mime.ParseMediaType(a.ContentType)
	if err != nil || !strings.Contains(mediaType, "/") || len(a.ContentType) > maxToken {
		return fmt.Errorf("content type %q is not valid", clip(a.ContentType))
	}
	for _, v := range params {
		if breaks(v) {
			return fmt.Errorf("content type %q %w", clip(a.ContentType), errBreak)
		}
	}
	return nil
}

func breaks(s string) bool { return strings.ContainsAny(s, "\r\n\x00") }

// body returns the mail's MIME tree as one part.
func (m *Mail) body() (Part, error) {
	var s Style
	var related, mixed []Part
	for _, a := range m.Attachments {
		if a.Inline && a.ContentID != "" && m.HTML != "" {
			related = append(related, a.Part(s))
		} else {
			mixed = append(mixed, a.Part(s))
		}
	}
	next := m.boundaries()
	part, err := m.texts(s, next)
	if err == nil && related != nil {
		root, _, _ := strings.Cut(strings.TrimPrefix(part.Header, "Content-Type: "), ";")
		part, err = s.Multipart("related", next, []Param{{"type", root}}, append([]Part{part}, related...)...)
	}
	if err == nil && mixed != nil {
		if m.Text != "" || m.HTML != "" {
			mixed = append([]Part{part}, mixed...)
		}
		part, err = s.Multipart("mixed", next, nil, mixed...)
	}
	return part, err
}

func (m *Mail) texts(s Style, next func(int) string) (Part, error) {
	switch {
	case m.HTML == "":
		return s.TextPart("text/plain", m.Text), nil
	case m.Text == "":
		return s.TextPart("text/html", m.HTML), nil
	}
	return s.Multipart("alternative", next, nil, s.TextPart("text/plain", m.Text), s.TextPart("text/html", m.HTML))
}

// boundaries returns a source that never repeats a candidate within the mail.
func (m *Mail) boundaries() func(int) string {
	source := m.Boundary
	if source == nil {
		source = func(n int) string { return defaultBoundary(m.MessageID, n) }
	}
	used := 0
	return func(int) string {
		used++
		return source(used - 1)
	}
}

// defaultBoundary holds "=_", which quoted-printable cannot (RFC 2045 section 6.7).
func defaultBoundary(id string, n int) string {
	sum := sha256.Sum256([]byte(id))
	return "=_" + hex.EncodeToString(sum[:12]) + "_" + strconv.Itoa(n)
}

// Part returns the attachment as a part: base64, but for a whole message that
// can stand as it is.
func (a Attachment) Part(s Style) Part {
	mediaType, params := a.mediaType()
	encoding, body := Base64Enc, ""
	if strings.HasPrefix(mediaType, "message/") {
		if encoding = rawEncoding(string(a.Data)); encoding != "" {
			body = string(a.Data)
		} else {
			// A message may not be base64 (RFC 2046 section 5.2.1): a file may.
			mediaType, params, encoding = "application/octet-stream", nil, Base64Enc
		}
	}
	if encoding == Base64Enc {
		body = Base64(a.Data)
	}
	disposition := "attachment"
	if a.Inline {
		disposition = "inline"
	}
	var name []Param
	if a.Filename != "" {
		params = append(params, Param{"name", a.Filename})
		name = []Param{{"filename", a.Filename}}
	}
	header := s.Params("Content-Type", mediaType, params...) +
		s.Params("Content-Disposition", disposition, name...) +
		"Content-Transfer-Encoding: " + encoding + "\r\n"
	if a.ContentID != "" {
		header += s.IDs("Content-ID", a.ContentID)
	}
	return Part{Header: header, Body: body}
}

// mediaType returns the type and its parameters in a fixed order. What cannot be
// a single encoded part is application/octet-stream.
func (a Attachment) mediaType() (string, []Param) {
	mediaType, values, err := mime.ParseMediaType(a.ContentType)
	if err != nil || !strings.Contains(mediaType, "/") || strings.HasPrefix(mediaType, "multipart/") {
		return "application/octet-stream", nil
	}
	delete(values, "name")
	var params []Param
	for _, k := range slices.Sorted(maps.Keys(values)) {
		params = append(params, Param{k, values[k]})
	}
	return mediaType, params
}

// rawEncoding returns 7bit or 8bit for bytes that can stand as they are, else "".
func rawEncoding(s string) string {
	c := survey(s)
	switch {
	case bareBreaks(s) > 0 || c.control || c.longest > maxBody:
		return ""
	case c.high:
		return EightBit
	}
	return SevenBit
}
