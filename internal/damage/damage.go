// Package damage spoils mail as bad relays, gateways and disks do. Each function
// returns another mail; what it hits is drawn by the caller's generator, so that
// the same draw spoils the same mail in the same way.
//
// It is a leaf: it knows bytes and the tree of parts, nothing of deliveries.
// All work is linear in the length of the mail.
package damage

import (
	"strings"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/rng"
)

// maxFlips bounds how many bytes Corrupt flips: one in 2,000, at most 20.
const maxFlips = 20

// Corrupt flips a bit in some bytes of the body. Line ends stay, and none is
// made. A mail without a body stays as it is.
func Corrupt(raw string, r *rng.Rand) string {
	start := bodyStart(raw)
	if start == len(raw) {
		return raw
	}
	b := []byte(raw)
	for range min(1+(len(b)-start)/2000, maxFlips) {
		for at, tries := start+r.IntN(len(b)-start), 0; tries < 100; at, tries = start+(at+1-start)%(len(b)-start), tries+1 {
			if c := b[at] ^ 1<<r.IntN(7); b[at] > ' ' && c > ' ' && c != 0x7f {
				b[at] = c
				break
			}
		}
	}
	return string(b)
}

// Truncate cuts the body somewhere after its first fifth and before its last.
func Truncate(raw string, r *rng.Rand) string {
	start := bodyStart(raw)
	size := len(raw) - start
	return raw[:start+size/5+r.IntN(max(size*3/5, 1))]
}

// LoseHeaders removes fields of the header, whatever their case.
func LoseHeaders(raw string, names ...string) string {
	start := bodyStart(raw)
	var out strings.Builder
	out.Grow(len(raw))
	drop := false
	for line := range strings.SplitAfterSeq(raw[:start], "\n") {
		if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			drop = false
			name, _, _ := strings.Cut(line, ":")
			for _, n := range names {
				drop = drop || strings.EqualFold(strings.TrimSpace(name), n)
			}
		}
		if !drop {
			out.WriteString(line)
		}
	}
	out.WriteString(raw[start:])
	return out.String()
}

// rewrapAt is the column at which Rewrap breaks.
const rewrapAt = 60

// Rewrap breaks the lines of plain and HTML texts at 60 columns: at a space
// where there is one, else through the word, as a link is.
func Rewrap(raw string) string {
	return edit(raw, func(p *mime.Part, body string) string {
		if strings.EqualFold(p.Encoding, "base64") {
			return body
		}
		var out strings.Builder
		out.Grow(len(body) + len(body)/rewrapAt*2)
		for line := range strings.SplitAfterSeq(body, "\n") {
			for len(line) > rewrapAt+2 {
				at := strings.LastIndexByte(line[:rewrapAt], ' ') + 1
				if at < rewrapAt/3 {
					at = unbroken(line, rewrapAt)
				}
				out.WriteString(line[:at] + "\r\n")
				line = line[at:]
			}
			out.WriteString(line)
		}
		return out.String()
	})
}

// unbroken moves a cut out of a character or an =XX of quoted-printable.
func unbroken(line string, at int) int {
	for n := at; n > at-4 && n > 1; n-- {
		if line[n]&0xC0 != 0x80 && line[n-1] != '=' && line[n-2] != '=' {
			return n
		}
	}
	return at
}

func bodyStart(raw string) int {
	h := mime.ScanHeader(raw)
	return h.BodyStart()
}

// edit replaces the raw bodies of the text parts of a mail.
func edit(raw string, body func(p *mime.Part, body string) string) string {
	var out strings.Builder
	out.Grow(len(raw))
	done := 0
	for _, p := range texts(mime.Parse(raw).Root) {
		if p.BodyStart >= done {
			out.WriteString(raw[done:p.BodyStart] + body(p, raw[p.BodyStart:p.BodyEnd]))
			done = p.BodyEnd
		}
	}
	return out.String() + raw[done:]
}

// texts lists the text parts in the order of the mail; embedded mails are left
// alone.
func texts(p *mime.Part) (out []*mime.Part) {
	switch {
	case p == nil:
	case len(p.Children) > 0:
		for _, c := range p.Children {
			out = append(out, texts(c)...)
		}
	case strings.HasPrefix(p.Type, "text/"):
		out = append(out, p)
	}
	return out
}
