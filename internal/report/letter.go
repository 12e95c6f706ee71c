package report

import (
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// letter collects a header in order.
type letter struct {
	style mimebuild.Style
	b     strings.Builder
}

// raw adds a field of our own words.
func (l *letter) raw(name, value string) { l.b.WriteString(name + ": " + value + "\r\n") }

func (l *letter) text(name, value string) { l.b.WriteString(l.style.Text(name, value)) }

func (l *letter) to(name string, list ...mimebuild.Address) {
	l.b.WriteString(l.style.Addresses(name, list))
}

func (l *letter) ids(name string, ids ...string) { l.b.WriteString(l.style.IDs(name, ids...)) }

// answers adds the fields that thread the mail under another.
func (l *letter) answers(id string, references ...string) {
	l.ids("In-Reply-To", id)
	l.ids("References", append(references[:len(references):len(references)], id)...)
}

func (l *letter) fields(list []mimebuild.Field) {
	for _, f := range list {
		l.text(f.Name, f.Value)
	}
}

// seal returns the whole mail.
func (l *letter) seal(body mimebuild.Part) string {
	return l.b.String() + body.Header + "\r\n" + body.Body
}

// block is a body of fields in groups (RFC 3464 section 2.1): no MIME encoding, so
// values are cleaned, bounded and written on one line each.
type block struct{ strings.Builder }

func (b *block) field(name, value string) {
	const longest = 900
	value = strings.TrimSpace(mimebuild.Clean(value))
	if value == "" {
		return
	}
	if len(value) > longest {
		value = strings.ToValidUTF8(value[:longest], "")
	}
	b.WriteString(name + ": " + value + "\r\n")
}

// part returns a part of lines that are sent as they are.
func part(mediaType, body string, params ...mimebuild.Param) mimebuild.Part {
	header := mimebuild.Style{}.Params("Content-Type", mediaType, params...)
	if !isASCII(body) {
		header += eightBit
	}
	return mimebuild.Part{Header: header, Body: body}
}

// MaxOriginal is the most of a returned mail that goes along in bytes; of a
// longer one only the header does.
const MaxOriginal = 50_000

// original returns the third part of a report: the mail or its header with CRLF
// line ends. global is for mails whose header is UTF-8 (RFC 6533).
func original(raw string, full, global bool) mimebuild.Part {
	types := [2]string{"text/rfc822-headers", "message/rfc822"}
	if global {
		types = [2]string{"message/global-headers", "message/global"}
	}
	if full {
		return part(types[1], mimebuild.CRLF(raw))
	}
	return part(types[0], mimebuild.CRLF(header(raw)))
}

// header returns the header of a mail, cut at a line if it is too long.
func header(raw string) string {
	raw = raw[:min(len(raw), MaxOriginal)]
	for at := 0; at < len(raw); {
		n := strings.IndexByte(raw[at:], '\n') + 1
		if n == 0 {
			return raw[:at]
		}
		if line := raw[at : at+n]; line == "\n" || line == "\r\n" {
			return raw[:at]
		}
		at += n
	}
	return raw
}

// report returns parts as multipart/report (RFC 6522). Its type stands unquoted, as
// mail servers write it: readers of bounces look for that text.
func report(reportType string, next func(n int) string, parts ...mimebuild.Part) mimebuild.Part {
	boundary, err := mimebuild.FreeBoundary(next, parts...)
	if err != nil { // a hostile original that holds every boundary we draw
		return parts[0]
	}
	p := mimebuild.Part{
		Header: "Content-Type: multipart/report; report-type=" + reportType + ";\r\n\tboundary=\"" + boundary + "\"\r\n",
		Body:   mimebuild.Join(boundary, parts...),
	}
	if !isASCII(p.Body) { // of a part, said of the whole too (RFC 2045 section 6.4)
		p.Header += eightBit
	}
	return p
}

const eightBit = "Content-Transfer-Encoding: 8bit\r\n"

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// hexBoundary draws boundaries of Gmail's form.
func hexBoundary(r *rng.Rand) func(int) string {
	return func(int) string { return "000000000000" + r.Text(rng.Hex, 16) }
}

// address returns a header address without a name.
func address(addr string) mimebuild.Address { return mimebuild.Address{Addr: addr} }
