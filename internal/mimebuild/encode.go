package mimebuild

import (
	"encoding/base64"
	"mime/quotedprintable"
	"strings"
)

// Transfer encodings (RFC 2045 section 6).
const (
	SevenBit  = "7bit"
	EightBit  = "8bit"
	Quoted    = "quoted-printable"
	Base64Enc = "base64"
)

// maxBody is the longest line that may be sent as it is (RFC 5322 section 2.1.1).
const maxBody = 998

// CRLF returns s with every line break (CRLF, CR or LF) as CRLF.
func CRLF(s string) string {
	bare := bareBreaks(s)
	if bare == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + bare)
	for {
		i := strings.IndexAny(s, "\r\n")
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		b.WriteString("\r\n")
		if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			i++
		}
		s = s[i+1:]
	}
}

// bareBreaks counts the CR and LF of s that stand outside a CRLF.
func bareBreaks(s string) int {
	n := strings.Count(s, "\n")
	if returns := strings.Count(s, "\r"); returns > 0 {
		return n + returns - 2*strings.Count(s, "\r\n")
	}
	return n
}

// QuotedPrintable returns text in quoted-printable, lines of at most 76
// characters, its line breaks as CRLF.
func QuotedPrintable(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // a strings.Builder does not fail
	_ = w.Close()
	return b.String()
}

// Base64 returns data in base64, lines of 76 characters, each with CRLF.
func Base64(data []byte) string {
	const line = 57 // bytes in 76 characters
	b := make([]byte, 0, base64.StdEncoding.EncodedLen(len(data))+len(data)/line*2+2)
	for len(data) > 0 {
		n := min(line, len(data))
		b = base64.StdEncoding.AppendEncode(b, data[:n])
		b = append(b, '\r', '\n')
		data = data[n:]
	}
	return string(b)
}

// EncodeText returns text as a body with CRLF at its end, and its transfer encoding.
func EncodeText(text string) (encoding, body string) {
	if text != "" && !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\r") {
		text += "\n"
	}
	text = CRLF(text)
	encoding = Encoding(text)
	return encoding, Encode(encoding, text)
}

// Encoding returns the transfer encoding for a body: 7bit for ASCII in lines of
// at most 998, else quoted-printable, or base64 where more than half of the bytes
// would be coded.
func Encoding(body string) string {
	c := survey(body)
	switch {
	case c.coded == 0 && c.longest <= maxBody:
		return SevenBit
	case 2*c.coded <= len(body):
		return Quoted
	}
	return Base64Enc
}

// Encode returns body in a transfer encoding, itself for 7bit and 8bit.
func Encode(encoding, body string) string {
	switch encoding {
	case Quoted:
		return QuotedPrintable(body)
	case Base64Enc:
		return Base64([]byte(body))
	}
	return body
}

// bodyFacts is what decides how a body can be sent.
type bodyFacts struct {
	longest int  // bytes of the longest line
	coded   int  // bytes that quoted-printable would encode
	high    bool // has bytes above ASCII
	control bool // has controls other than tab and line breaks
}

func survey(s string) bodyFacts {
	var f bodyFacts
	line := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\r' || c == '\n' {
			line = 0
			continue
		}
		line++
		f.longest = max(f.longest, line)
		if c >= ' ' && c < 0x7f || c == '\t' {
			continue
		}
		f.coded++
		f.high = f.high || c >= 0x80
		f.control = f.control || c < 0x80
	}
	return f
}
