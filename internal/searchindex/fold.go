package searchindex

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/casemap"
)

// Fold is i;unicode-casemap (RFC 5051), which removes the differences of case and of
// how letters are composed, with small letters of ASCII for its capitals: two texts
// are equal, or one contains the other, exactly if it is so of their folds.
func Fold(s string) string {
	if !needsFold(s) {
		return s
	}
	return string(appendFold(make([]byte, 0, len(s)+utf8.UTFMax), s))
}

func needsFold(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

// appendFold appends the fold of s. Bytes that are no UTF-8 become U+FFFD.
func appendFold(b []byte, s string) []byte {
	var t *foldTable
	for len(s) > 0 {
		n := 0
		for n < len(s) && s[n] < utf8.RuneSelf {
			n++
		}
		from := len(b)
		b = append(b, s[:n]...)
		for i, c := range b[from:] {
			b[from+i] = lower[c]
		}
		if s = s[n:]; len(s) > 0 && t == nil {
			t = folds()
		}
		for ; len(s) > 0 && s[0] >= utf8.RuneSelf; s = s[n:] {
			var r rune
			r, n = utf8.DecodeRuneInString(s)
			b = t.appendRune(b, r)
		}
	}
	return b
}

// foldRune appends the fold of a rune beyond ASCII.
func foldRune(b []byte, r rune) []byte {
	if r >= 0x3400 && r < 0xA000 {
		return utf8.AppendRune(b, r) // Chinese characters are mapped to themselves
	}
	from := len(b)
	b = casemap.AppendRune(b, r)
	for i, c := range b[from:] {
		b[from+i] = swapped[c]
	}
	return b
}

// foldTableSize is above the runes of the scripts that are written with letters.
const foldTableSize = 0x3400

// foldTable has the folds of the runes below foldTableSize one after another; those
// of ASCII are left out.
type foldTable struct {
	at    [foldTableSize + 1]uint32
	text  []byte
	latin [foldTableSize]bool // the fold has a byte of ASCII
}

// appendRune appends the fold of a rune beyond ASCII.
func (t *foldTable) appendRune(b []byte, r rune) []byte {
	if r < foldTableSize {
		return append(b, t.text[t.at[r]:t.at[r+1]]...)
	}
	return foldRune(b, r)
}

var folds = sync.OnceValue(func() *foldTable {
	t := &foldTable{}
	for r := range rune(foldTableSize) {
		if r >= utf8.RuneSelf {
			t.text = foldRune(t.text, r)
		}
		t.at[r+1] = uint32(len(t.text))
		t.latin[r] = slices.ContainsFunc(t.text[t.at[r]:], func(c byte) bool { return c < utf8.RuneSelf })
	}
	return t
})

// lower maps ASCII capitals to small letters and all other bytes to themselves.
var lower = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			t[i] += 'a' - 'A'
		}
	}
	return t
}()

// swapped maps ASCII letters to those of the other case and all other bytes to themselves.
var swapped = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if small := i | 0x20; 'a' <= small && small <= 'z' {
			t[i] ^= 0x20
		}
	}
	return t
}()
