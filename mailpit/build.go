package mailpit

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// build writes the bytes of a mail, and returns its Message-ID, which may be among its
// headers. Texts stay as they are to the last byte: clients compare them.
func (in *outgoing) build(mid string, date time.Time) (raw, id string, err error) {
	fail := func(err error) (string, string, error) { return "", "", fmt.Errorf("error building message: %w", err) }
	for _, name := range slices.Sorted(maps.Keys(in.Headers)) {
		if strings.EqualFold(name, "Message-ID") {
			mid = "<" + strings.Trim(in.Headers[name], "<> ") + ">"
		}
	}
	body, err := in.body(mid)
	if err != nil {
		return "", "", err
	}
	if breaks(in.Subject) || breaks(mid) {
		return fail(errBreak)
	}
	var s mimebuild.Style
	var b strings.Builder
	b.WriteString("Date: " + mimebuild.FormatDate(date) + "\r\n")
	for _, l := range []struct {
		name string
		list []person
	}{{"From", []person{in.From}}, {"To", in.To}, {"Cc", in.Cc}, {"Reply-To", in.ReplyTo}} {
		var list []mimebuild.Address
		for _, p := range l.list {
			if breaks(p.Name) {
				return fail(errBreak)
			}
			list = append(list, mimebuild.Address{Name: p.Name, Addr: p.Email})
		}
		b.WriteString(s.Addresses(l.name, list))
	}
	b.WriteString(s.Text("Subject", in.Subject))
	b.WriteString("Message-ID: " + mid + "\r\n")
	if len(in.Tags) > 0 {
		if breaks(strings.Join(in.Tags, "")) {
			return fail(errBreak)
		}
		b.WriteString(s.Text("X-Tags", strings.Join(in.Tags, ", ")))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Headers)) {
		switch value := in.Headers[name]; {
		case strings.EqualFold(name, "Message-ID"):
		case name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == ':' }) || breaks(value):
			return fail(fmt.Errorf("header %.50q cannot be written", name))
		default:
			b.WriteString(s.Text(name, value))
		}
	}
	b.WriteString("MIME-Version: 1.0\r\n" + body.Header + "\r\n" + body.Body)
	return b.String(), mid, nil
}

var errBreak = errors.New("a line break or NUL in a header")

func breaks(s string) bool { return strings.ContainsAny(s, "\r\n\x00") }

// body is the tree of parts as one.
func (in *outgoing) body(mid string) (part mimebuild.Part, err error) {
	inline, files, err := in.files()
	if err != nil {
		return part, err
	}
	var s mimebuild.Style
	sum := sha256.Sum256([]byte(mid))
	n := 0
	next := func(int) string { n++; return "=_" + strconv.Itoa(n) + "_" + hex.EncodeToString(sum[:12]) }
	part = textPart("text/plain", in.Text)
	switch {
	case in.HTML != "" && in.Text != "":
		part, err = s.Multipart("alternative", next, nil, part, textPart("text/html", in.HTML))
	case in.HTML != "":
		part = textPart("text/html", in.HTML)
	}
	if err == nil && len(inline) > 0 {
		part, err = s.Multipart("related", next, nil, append([]mimebuild.Part{part}, inline...)...)
	}
	if err == nil && len(files) > 0 {
		part, err = s.Multipart("mixed", next, nil, append([]mimebuild.Part{part}, files...)...)
	}
	return part, err
}

// files are the attachments as parts: those with a ContentID are inline.
func (in *outgoing) files() (inline, files []mimebuild.Part, err error) {
	for _, a := range in.Attachments {
		data, err := base64.StdEncoding.DecodeString(a.Content[strings.LastIndexByte(a.Content, ',')+1:])
		if err != nil {
			return nil, nil, fmt.Errorf("error decoding base64 attachment %q: %w", a.Filename, err)
		}
		if breaks(a.Filename + a.ContentType + a.ContentID) {
			return nil, nil, fmt.Errorf("error building message: attachment %.50q: %w", a.Filename, errBreak)
		}
		kind := a.ContentType
		if kind == "" {
			kind = http.DetectContentType(data)
		}
		p := mimebuild.Attachment{Filename: a.Filename, ContentType: kind, Data: data, Inline: a.ContentID != ""}.Part(mimebuild.Style{})
		if a.ContentID == "" {
			files = append(files, p)
			continue
		}
		p.Header += "Content-ID: <" + mimebuild.Clean(strings.Trim(a.ContentID, "<>")) + ">\r\n"
		inline = append(inline, p)
	}
	return inline, files, nil
}

// maxLine bounds a line that is sent as it is, in bytes (RFC 5322 section 2.1.1 has 998).
const maxLine = 900

// textPart is a text as a part from which it comes out byte by byte: also without a line
// end behind it, and a bare LF, which no line of a mail may have, is coded.
func textPart(mediaType, text string) mimebuild.Part {
	text = strings.ToValidUTF8(text, "\ufffd")
	encoding, body := "7bit", text
	if !plain(text) {
		encoding, body = "quoted-printable", quoted(text)
	}
	return mimebuild.Part{Header: "Content-Type: " + mediaType + "; charset=utf-8\r\nContent-Transfer-Encoding: " + encoding + "\r\n", Body: body}
}

// plain tells whether a text can stand in a mail as it is.
func plain(text string) bool {
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > maxLine || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r >= 0x7f }) {
			return false
		}
	}
	return true
}

// quoted is quoted-printable in which a line ends where the text has CRLF, and each bare
// CR or LF is coded with a soft line break behind it.
func quoted(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	width := 0
	put := func(s string) {
		if width+len(s) > 75 {
			b.WriteString("=\r\n")
			width = 0
		}
		b.WriteString(s)
		width += len(s)
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
			b.WriteString("\r\n")
			width, i = 0, i+1
		case c == '\n', c == '\r':
			put(fmt.Sprintf("=%02X", c))
			b.WriteString("=\r\n")
			width = 0
		case c == ' ' || c == '\t':
			if i+1 == len(text) || text[i+1] == '\r' || text[i+1] == '\n' {
				put(fmt.Sprintf("=%02X", c))
			} else {
				put(string(c))
			}
		case c > ' ' && c < 0x7f && c != '=':
			put(string(c))
		default:
			put(fmt.Sprintf("=%02X", c))
		}
	}
	return b.String()
}
