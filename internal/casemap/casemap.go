// Package casemap is the collation i;unicode-casemap (RFC 5051): texts are equal,
// contain one another and stand in order as the octets of what it makes of them.
// It is a leaf.
package casemap

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Hangul syllables stand in the order of their letters.
const (
	hangul         = 0xAC00 // the first
	vowels, finals = 21, 28
)

// String maps s.
func String(s string) string {
	b := make([]byte, 0, len(s)+len(s)/2)
	for _, r := range s {
		b = AppendRune(b, r)
	}
	return string(b)
}

// AppendRune appends what a rune is mapped to: its titlecase, decomposed as far as
// it goes.
func AppendRune(b []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return append(b, byte(r))
	}
	if s := r - hangul; 0 <= s && s < 19*vowels*finals { // Unicode section 3.12.2
		b = utf8.AppendRune(b, 0x1100+s/(vowels*finals))
		b = utf8.AppendRune(b, 0x1161+s/finals%vowels)
		if s %= finals; s > 0 {
			b = utf8.AppendRune(b, 0x11A7+s)
		}
		return b
	}
	from := len(b)
	b = utf8.AppendRune(b, unicode.ToTitle(r))
	if d := norm.NFKD.Properties(b[from:]).Decomposition(); d != nil {
		b = append(b[:from], d...)
	}
	return b
}
