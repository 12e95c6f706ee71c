package mime

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxCharsetName bounds the charset of an encoded word; a longer one is text.
const maxCharsetName = 60

// DecodeWords decodes the text of a header field: encoded words (RFC 2047), also
// inside quotes, glued to text, with spaces in them, split inside a character,
// cut off, in an unknown charset; and raw 8-bit text, read as UTF-8 when it is
// that, else as windows-1252. The result is valid UTF-8 on one line, without
// control characters.
func DecodeWords(s string) string {
	if plainASCII(s) {
		return s
	}
	var d wordDecoder
	f := wordFinder{s: s, end: -1}
	last := 0
	for w, ok := f.next(0); ok; w, ok = f.next(last) {
		// White space between encoded words is not part of the text (section 6.2).
		if gap := s[last:w.start]; last == 0 || trimSpace(gap) != "" {
			d.addText(gap)
		}
		d.addWord(w)
		last = w.end
	}
	d.addText(s[last:])
	return cleanLine(d.out.String())
}

// plainASCII reports whether s is printable ASCII without an encoded word.
func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7f || s[i] == '?' && i > 0 && s[i-1] == '=' {
			return false
		}
	}
	return true
}

// word is an encoded word: s[start:end] of the text it was found in.
type word struct {
	start, end int
	charset    string
	encoding   byte // 'b' or 'q'
	text       string
}

// wordFinder finds encoded words from left to right in linear time.
type wordFinder struct {
	s   string
	end int // the first "?=" that is not passed yet, len(s) when there is none
}

// next returns the first encoded word at or after from.
func (f *wordFinder) next(from int) (word, bool) {
	for {
		i := strings.Index(f.s[from:], "=?")
		if i < 0 {
			return word{}, false
		}
		from += i
		if w, ok := f.at(from); ok {
			return w, true
		}
		from++
	}
}

// at returns the encoded word that opens at start. One that is cut off ends
// where another opens, or with the text.
func (f *wordFinder) at(start int) (word, bool) {
	charset, encoding, n := opening(f.s[start:])
	if n == 0 {
		return word{}, false
	}
	from := start + n
	if f.end < from {
		f.end = len(f.s)
		if i := strings.Index(f.s[from:], "?="); i >= 0 {
			f.end = from + i
		}
	}
	w := word{start: start, end: min(f.end+2, len(f.s)), charset: charset, encoding: encoding}
	w.text = f.s[from:f.end]
	cutOff := f.end == len(f.s)
	for at := 0; ; at++ {
		i := strings.Index(w.text[at:], "=?")
		if i < 0 {
			break
		}
		at += i
		if _, _, n := opening(f.s[from+at:]); n > 0 {
			w.text, w.end, cutOff = trimSpace(w.text[:at]), from+at, true
			break
		}
	}
	if cutOff {
		w.text = strings.TrimSuffix(w.text, "?")
	}
	return w, true
}

// opening reads "=?charset?q?" at the start of s and returns its length, 0 when
// s does not start with one.
func opening(s string) (charset string, encoding byte, n int) {
	if !strings.HasPrefix(s, "=?") {
		return "", 0, 0
	}
	s = s[2:min(len(s), 2+maxCharsetName+3)]
	i := strings.IndexByte(s, '?')
	if i < 0 || i+2 >= len(s) || s[i+2] != '?' {
		return "", 0, 0
	}
	if encoding = s[i+1] | 0x20; encoding != 'b' && encoding != 'q' {
		return "", 0, 0
	}
	return s[:i], encoding, 2 + i + 3
}

// wordDecoder gathers decoded text. The bytes of adjacent words in one charset
// wait until the last of them, because some mailers split characters.
type wordDecoder struct {
	out     strings.Builder
	charset string
	bytes   []byte
}

func (d *wordDecoder) addWord(w word) {
	if !equalFold(w.charset, d.charset) {
		d.flush()
		d.charset = w.charset
	}
	if w.encoding == 'b' {
		d.bytes, _ = appendBase64(d.bytes, w.text)
	} else {
		d.bytes = appendQ(d.bytes, w.text)
	}
}

func (d *wordDecoder) addText(s string) {
	d.flush()
	if !utf8.ValidString(s) {
		s = windows1252(s)
	}
	d.out.WriteString(s)
}

func (d *wordDecoder) flush() {
	if len(d.bytes) > 0 {
		text, _ := toUTF8(string(d.bytes), d.charset)
		d.out.WriteString(text)
		d.bytes = d.bytes[:0]
	}
}

// appendQ decodes the Q encoding (RFC 2047 section 4.2); what is no escape stays.
func appendQ(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '_' {
			c = ' '
		} else if c == '=' {
			if v, ok := hexPair(s[i+1:]); ok {
				c = v
				i += 2
			}
		}
		dst = append(dst, c)
	}
	return dst
}

// cleanLine makes text fit for one line: line ends and tabs become spaces, other
// control characters go. s is valid UTF-8.
func cleanLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
}
