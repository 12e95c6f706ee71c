package damage

import (
	"strings"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/rng"
)

// Way is a way to spoil the characters of a mail.
type Way string

// The ways of Mangle.
const (
	Label  Way = "label"  // the charset is labelled wrongly
	Marks  Way = "marks"  // 8-bit characters have become question marks
	Twice  Way = "twice"  // UTF-8 has been encoded as UTF-8 once more
	Base64 Way = "base64" // a base64 text lacks characters
)

// Mangle spoils the characters of the texts of a mail in one of the ways that
// show in it, and tells which.
func Mangle(raw string, r *rng.Rand) (string, Way) {
	var ways []Way
	spoilt := map[Way]string{}
	for _, w := range []struct {
		way  Way
		make func() string
	}{
		{Label, func() string { return mislabel(raw) }},
		{Marks, func() string { return edit(raw, questionMarks) }},
		{Twice, func() string { return edit(raw, encodeTwice) }},
		{Base64, func() string { return edit(raw, breakBase64) }},
	} {
		if s := w.make(); s != raw {
			ways, spoilt[w.way] = append(ways, w.way), s
		}
	}
	way := rng.Pick(r, ways)
	if way == "" {
		return raw, ""
	}
	return spoilt[way], way
}

// mislabel gives the first text another charset: a one-byte one to what has
// 8-bit characters, UTF-16 to plain ASCII, as nothing else would show.
func mislabel(raw string) string {
	list := texts(mime.Parse(raw).Root)
	if len(list) == 0 {
		return raw
	}
	p, charset := list[0], "windows-1251"
	if ascii(string(p.Decode())) {
		charset = "utf-16le"
	}
	header := raw[p.HeaderStart:p.BodyStart]
	at, end := param(header, "charset=")
	switch {
	case at >= 0:
		return raw[:p.HeaderStart+at] + charset + raw[p.HeaderStart+end:]
	case hasField(header, "content-type"):
		typ := fieldEnd(header, "content-type")
		return raw[:p.HeaderStart+typ] + ";\r\n charset=" + charset + raw[p.HeaderStart+typ:]
	}
	return raw[:p.HeaderStart] + "Content-Type: text/plain; charset=" + charset + "\r\n" + raw[p.HeaderStart:]
}

// param finds the value of a parameter in a header.
func param(header, name string) (from, to int) {
	typ, end := field(header, "content-type")
	if typ < 0 {
		return -1, -1
	}
	for from = typ; !strings.EqualFold(header[from:min(from+len(name), end)], name); from++ {
		if from == end {
			return -1, -1
		}
	}
	from += len(name)
	for to = from; to < end && !strings.ContainsRune("; \t\r\n", rune(header[to])); to++ {
	}
	return from, to
}

// field finds a header field: its first byte and the end of its last line.
func field(header, name string) (from, to int) {
	at, from := 0, -1
	for line := range strings.SplitAfterSeq(header, "\n") {
		folded := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")
		if from >= 0 && !folded {
			break
		}
		if n, _, ok := strings.Cut(line, ":"); from < 0 && ok && strings.EqualFold(n, name) {
			from = at
		}
		at += len(line)
		if from >= 0 {
			to = at - (len(line) - len(strings.TrimRight(line, "\r\n")))
		}
	}
	return from, to
}

func hasField(header, name string) bool { at, _ := field(header, name); return at >= 0 }

func fieldEnd(header, name string) int { _, end := field(header, name); return end }

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// questionMarks replaces each 8-bit character by a question mark.
func questionMarks(p *mime.Part, body string) string {
	switch strings.ToLower(p.Encoding) {
	case "base64":
		return body
	case "quoted-printable":
		return eachRun(body, func(run []byte) string { return strings.Repeat("?", utf8.RuneCount(run)) })
	}
	var out strings.Builder
	for _, c := range body {
		if c >= utf8.RuneSelf {
			c = '?'
		}
		out.WriteRune(c)
	}
	return out.String()
}

// encodeTwice reads UTF-8 as Latin-1 and encodes it again.
func encodeTwice(p *mime.Part, body string) string {
	switch strings.ToLower(p.Encoding) {
	case "base64":
		return body
	case "quoted-printable":
		return eachRun(body, func(run []byte) string {
			var out strings.Builder
			for _, c := range run {
				for _, b := range []byte(string(rune(c))) {
					out.WriteString("=" + hexByte(b))
				}
			}
			return out.String()
		})
	}
	var out strings.Builder
	for i := range len(body) {
		out.WriteRune(rune(body[i]))
	}
	return out.String()
}

const hexDigits = "0123456789ABCDEF"

func hexByte(b byte) string { return string([]byte{hexDigits[b>>4], hexDigits[b&15]}) }

// eachRun replaces each run of =XX with an 8-bit value in quoted-printable.
func eachRun(body string, f func(run []byte) string) string {
	var out strings.Builder
	var run []byte
	for i := 0; i < len(body); {
		if b, ok := escaped(body[i:]); ok {
			run = append(run, b)
			i += 3
			continue
		}
		if len(run) > 0 {
			out.WriteString(f(run))
			run = run[:0]
		}
		out.WriteByte(body[i])
		i++
	}
	if len(run) > 0 {
		out.WriteString(f(run))
	}
	return out.String()
}

// escaped reads =XX with a value above 127.
func escaped(s string) (b byte, ok bool) {
	if len(s) < 3 || s[0] != '=' {
		return 0, false
	}
	hi, lo := strings.IndexByte(hexDigits, upper(s[1])), strings.IndexByte(hexDigits, upper(s[2]))
	if hi < 8 || lo < 0 {
		return 0, false
	}
	return byte(hi<<4 | lo), true
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'f' {
		b -= 'a' - 'A'
	}
	return b
}

// breakBase64 takes two characters out of each fourth line.
func breakBase64(p *mime.Part, body string) string {
	if !strings.EqualFold(p.Encoding, "base64") {
		return body
	}
	var out strings.Builder
	n := 0
	for line := range strings.SplitAfterSeq(body, "\n") {
		if n%4 == 0 && len(line) > 8 {
			line = line[:3] + line[5:]
		}
		out.WriteString(line)
		n++
	}
	return out.String()
}
