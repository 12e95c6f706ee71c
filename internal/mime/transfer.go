package mime

import "strings"

// transfer is a content transfer encoding (RFC 2045 section 6).
type transfer int

const (
	identity transfer = iota
	base64Encoding
	quotedPrintable
	uuencode
)

// transferEncoding reads the name of an encoding, also as mailers misspell it:
// "8 bit", "quoted_printable", "base-64", in quotes or with a comment.
func transferEncoding(s string) (e transfer, known bool) {
	if i := strings.IndexAny(s, "(;,"); i >= 0 {
		s = s[:i]
	}
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, s)
	switch name {
	case "", "7bit", "8bit", "7bits", "8bits", "binary", "7", "8", "none", "7bitascii", "8bitmime", "utf8", "ascii", "raw", "plain":
		return identity, true
	case "base64", "b64", "b", "base64mime", "xbase64":
		return base64Encoding, true
	case "quotedprintable", "quotedprintible", "qp", "q", "quoteprintable", "quotedprint":
		return quotedPrintable, true
	case "uuencode", "xuuencode", "uue", "xuue", "uuencoded", "xuu":
		return uuencode, true
	}
	return identity, false
}

// decode undoes the encoding as far as it goes; flaw says what did not fit, ""
// when all did.
func (e transfer) decode(s string) (out []byte, flaw string) {
	switch e {
	case base64Encoding:
		return appendBase64(make([]byte, 0, len(s)/4*3+3), s)
	case quotedPrintable:
		return decodeQP(s)
	case uuencode:
		return decodeUU(s)
	}
	return []byte(s), ""
}

// base64Value maps a byte to its value; 64 is no base64, 65 padding, 66 white space.
var base64Value = func() (t [256]byte) {
	for i := range t {
		t[i] = 64
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		t[c] = byte(i)
	}
	t['='] = 65
	t[' '], t['\t'], t['\r'], t['\n'] = 66, 66, 66, 66
	return t
}()

// appendBase64 decodes base64 without giving up: what is no base64 is skipped,
// missing padding is no matter, and after padding it goes on only where another
// block of base64 follows, so that a footer appended to it is no data.
func appendBase64(dst []byte, s string) (out []byte, flaw string) {
	var bits uint32
	have := 0 // characters in bits
	skipped := false
	for i := 0; i < len(s); {
		if have == 0 && i+4 <= len(s) {
			a, b, c, d := base64Value[s[i]], base64Value[s[i+1]], base64Value[s[i+2]], base64Value[s[i+3]]
			if a|b|c|d < 64 {
				dst = append(dst, a<<2|b>>4, b<<4|c>>2, c<<6|d)
				i += 4
				continue
			}
		}
		v := base64Value[s[i]]
		i++
		switch {
		case v < 64:
			bits = bits<<6 | uint32(v)
			if have++; have == 4 {
				dst = append(dst, byte(bits>>16), byte(bits>>8), byte(bits))
				bits, have = 0, 0
			}
		case v == 65:
			dst = appendRest(dst, bits, have)
			bits, have = 0, 0
			rest := strings.TrimLeft(s[i:], "= \t\r\n")
			if rest != "" && !base64Line(rest) {
				return dst, "text after the end of base64 data"
			}
			i = len(s) - len(rest)
		case v == 64:
			skipped = true
		}
	}
	dst = appendRest(dst, bits, have)
	if skipped {
		flaw = "characters that are no base64"
	}
	return dst, flaw
}

// appendRest appends the bytes of an unfinished group of four.
func appendRest(dst []byte, bits uint32, have int) []byte {
	switch have {
	case 2:
		return append(dst, byte(bits>>4))
	case 3:
		return append(dst, byte(bits>>10), byte(bits>>2))
	}
	return dst
}

// base64Line reports whether the first line of s looks like groups of base64. It
// looks at no more than a usual line, so that many padded blocks cost no more.
func base64Line(s string) bool {
	whole := len(s) <= 80
	s = s[:min(len(s), 80)]
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s, whole = s[:i], true
	}
	s = trimSpace(s)
	for i := 0; i < len(s); i++ {
		if base64Value[s[i]] > 65 || base64Value[s[i]] == 64 {
			return false
		}
	}
	return !whole || len(s)%4 == 0
}

// measure returns how many bytes decode gives, and its flaw. Well-formed base64,
// the usual attachment, is counted and not decoded.
func (e transfer) measure(s string) (size int, flaw string) {
	if e == identity {
		return len(s), ""
	}
	if e == base64Encoding {
		n, i := 0, 0
		for i < len(s) && base64Value[s[i]] != 65 && base64Value[s[i]] != 64 {
			if base64Value[s[i]] < 64 {
				n++
			}
			i++
		}
		if strings.Trim(s[i:], "= \t\r\n") == "" {
			return n/4*3 + max(n%4-1, 0), ""
		}
	}
	out, flaw := e.decode(s)
	return len(out), flaw
}

// hexPair reads two hexadecimal digits at the start of s.
func hexPair(s string) (byte, bool) {
	if len(s) < 2 {
		return 0, false
	}
	hi, lo := hexDigit(s[0]), hexDigit(s[1])
	return hi<<4 | lo&15, hi < 16 && lo < 16
}

func hexDigit(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	}
	return 255
}

// decodeQP decodes quoted-printable (RFC 2045 section 6.7). Blanks before a line
// end go, as the RFC has it; an "=" that is no escape stays.
func decodeQP(s string) (out []byte, flaw string) {
	out = make([]byte, 0, len(s))
	for s != "" {
		text, end := s, ""
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			text, end = s[:i], "\n"
		}
		s = s[len(text)+len(end):]
		if strings.HasSuffix(text, "\r") {
			text, end = text[:len(text)-1], "\r"+end
		}
		text = strings.TrimRight(text, " \t")
		for {
			i := strings.IndexByte(text, '=')
			if i < 0 {
				out = append(out, text...)
				break
			}
			out = append(out, text[:i]...)
			text = text[i+1:]
			if c, ok := hexPair(text); ok {
				out = append(out, c)
				text = text[2:]
				continue
			}
			if text == "" { // a soft break
				end = ""
				break
			}
			if text[0] != '\r' { // soft breaks of a text with bare CR
				out = append(out, '=')
				flaw = "bad escapes in quoted-printable"
			} else {
				text = text[1:]
			}
		}
		out = append(out, end...)
	}
	return out, flaw
}

// decodeUU decodes uuencoded data between its "begin" and "end" lines.
func decodeUU(s string) (out []byte, flaw string) {
	begun := false
	for l := range strings.Lines(s) {
		l = strings.TrimRight(l, "\r\n")
		switch {
		case !begun:
			begun = strings.HasPrefix(l, "begin ")
		case l == "end":
			return out, flaw
		case l != "":
			var ok bool
			if out, ok = appendUULine(out, l); !ok {
				flaw = "damaged lines in uuencoded data"
			}
		}
	}
	if !begun {
		return []byte(s), "uuencoded data without a begin line"
	}
	return out, "uuencoded data without an end line"
}

// appendUULine decodes one line: its first character tells how many bytes follow.
func appendUULine(dst []byte, l string) ([]byte, bool) {
	value := func(i int) byte {
		if i >= len(l) {
			return 0
		}
		return (l[i] - ' ') & 63
	}
	n := int(value(0))
	for i := 1; n > 0; i += 4 {
		a, b, c, d := value(i), value(i+1), value(i+2), value(i+3)
		group := [3]byte{a<<2 | b>>4, b<<4 | c>>2, c<<6 | d}
		dst = append(dst, group[:min(n, 3)]...)
		n -= 3
	}
	return dst, l[0] >= ' ' && l[0] <= '`' && len(l) >= 1+(int(value(0))*4+2)/3
}

// cleanText turns every line end into LF and drops NUL and the other control
// characters that are no white space. s is valid UTF-8.
func cleanText(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = s[i] >= ' ' && s[i] != 0x7f || s[i] == '\n' || s[i] == '\t'
	}
	if clean {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	returns := 0 // CRs that wait for what follows them
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\r' {
			returns++
			continue
		}
		for ; returns > 0; returns-- {
			if c == '\n' { // "\r\n", also "\r\r\n"
				returns = 0
				break
			}
			b.WriteByte('\n')
		}
		switch {
		case c >= ' ' && c != 0x7f || c == '\n' || c == '\t':
			b.WriteByte(c)
		case c == '\f':
			b.WriteByte('\n')
		}
	}
	for range returns {
		b.WriteByte('\n')
	}
	return b.String()
}
