package mua

import (
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// program is what sets one mail program apart.
type program struct {
	style         mimebuild.Style
	fields        []string // header fields in order, as it spells them
	fixed         map[string]string
	format        format
	relatedInside bool // pictures stand in the alternative, not around it
	utc           bool // the server dates the mail, in UTC
	nameBare      bool // an address without a name is its own name
	implied7bit   bool // 7bit is not written
	disposition   bool // text parts are marked inline

	replyPrefix, forwardPrefix string
	defaultSignature           string

	charset   func(texts ...string) string // label for texts together
	encoding  func(charset, text string) string
	messageID func(r *rng.Rand, host string, date time.Time) string
	boundary  func(w *writer, subtype string, n int) string
	contentID func(r *rng.Rand, n int, date time.Time) string
	fileField func(w *writer, a mimebuild.Attachment) string // what it adds to a file's header

	textBody func(w *writer) []string // lines of the text part
	htmlBody func(w *writer) string   // nil where format is never
}

// format says when a program adds an HTML part.
type format int

const (
	always format = iota
	styled        // when there is something to style
	never
)

var programs = map[Client]*program{
	Gmail: gmail(), Android: android(), Outlook: outlook(), Apple: apple(), IPhone: iphone(), Plain: plain(),
}

// programOf returns the program of a client, Plain's for an unknown one.
func programOf(c Client) *program {
	if p := programs[c]; p != nil {
		return p
	}
	return programs[Plain]
}

// textPart returns a part of a text type; the text has CRLF line ends.
func (w *writer) textPart(mediaType, text, charset string) mimebuild.Part {
	body := encodeCharset(charset, text)
	encoding := w.encoding(charset, body)
	header := w.style.Params("Content-Type", mediaType, mimebuild.Param{Name: "charset", Value: charset})
	if w.disposition {
		header += "Content-Disposition: inline\r\n"
	}
	if encoding != mimebuild.SevenBit || !w.implied7bit {
		header += "Content-Transfer-Encoding: " + encoding + "\r\n"
	}
	return mimebuild.Part{Header: header, Body: mimebuild.Encode(encoding, body)}
}

// filePart returns an attachment as the program writes it.
func (w *writer) filePart(a mimebuild.Attachment) mimebuild.Part {
	p := a.Part(w.style)
	if w.fileField != nil {
		p.Header += w.fileField(w, a)
	}
	return p
}

// Charsets.
const (
	ascii   = "us-ascii"
	latin1  = "iso-8859-1"
	windows = "Windows-1252"
	utf8    = "utf-8"
)

// asciiOr returns us-ascii for ASCII, else utf-8.
func asciiOr(texts ...string) string {
	for _, text := range texts {
		if !isASCII(text) {
			return utf8
		}
	}
	return ascii
}

// narrowest returns the smallest charset that holds the texts, as Outlook does.
func narrowest(texts ...string) string {
	label := ascii
	for _, text := range texts {
		for _, r := range text {
			switch {
			case r < 0x80:
			case r >= 0xa0 && r <= 0xff:
				if label == ascii {
					label = latin1
				}
			default:
				if _, ok := charmap.Windows1252.EncodeRune(r); !ok {
					return utf8
				}
				label = windows
			}
		}
	}
	return label
}

// encodeCharset returns text, which fits, in a charset.
func encodeCharset(label, text string) string {
	if label != latin1 && label != windows {
		return text
	}
	b := make([]byte, 0, len(text))
	for _, r := range text {
		c, _ := charmap.Windows1252.EncodeRune(r) // ISO 8859-1 without its controls is a part of it
		b = append(b, c)
	}
	return string(b)
}

// byContent lets the text decide.
func byContent(_, body string) string { return mimebuild.Encoding(body) }

// quoted returns 7bit where possible, else quoted-printable.
func quoted(_, body string) string {
	if mimebuild.Encoding(body) == mimebuild.SevenBit {
		return mimebuild.SevenBit
	}
	return mimebuild.Quoted
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func fits998(body string) bool {
	for line := range strings.SplitSeq(body, "\r\n") {
		if len(line) > 998 {
			return false
		}
	}
	return true
}
