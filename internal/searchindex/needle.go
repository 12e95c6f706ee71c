package searchindex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold removes the differences of case from s: two texts are equal without
// case exactly if their folds are equal. Where each capital has one small
// letter this is strings.ToLower; beyond it final sigma is sigma, long s is s,
// the Kelvin sign is k, and the Turkish letters i are all one.
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
		for s = s[n:]; len(s) > 0 && s[0] >= utf8.RuneSelf; s = s[n:] {
			var r rune
			r, n = utf8.DecodeRuneInString(s)
			b = utf8.AppendRune(b, foldRune(r))
		}
	}
	return b
}

// foldRune maps a rune to the one that stands for all that differ from it by case.
func foldRune(r rune) rune {
	if r >= 0x2E80 && r < 0xA000 {
		return r // East Asian scripts have no case
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

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

// Needle is text to look for without regard to case, prepared once.
type Needle struct {
	raw    string // as asked for
	folded string
	ascii  bool
	exotic bool // has i, s or k, which letters beyond ASCII fold to too
	pivot  int  // index of the byte of an ASCII needle that is rarest in text
}

// NewNeedle prepares s. An empty needle is in every text.
func NewNeedle(s string) Needle {
	n := Needle{raw: s, folded: Fold(s), ascii: true}
	n.exotic = strings.ContainsAny(n.folded, "isk")
	best := -1
	for i := range len(n.folded) {
		c := n.folded[i]
		if c >= utf8.RuneSelf {
			n.ascii = false
			break
		}
		if r := rarity(c); r > best {
			best, n.pivot = r, i
		}
	}
	return n
}

// frequent lists the bytes of ordinary text, most frequent first.
const frequent = " etaoinsrhldcumfpgwybvk,.\n\r-x01j2q3z"

func rarity(c byte) int {
	if i := strings.IndexByte(frequent, c); i >= 0 {
		return i
	}
	return len(frequent)
}

// In tells whether text contains the needle: the same as
// strings.Contains(Fold(text), Fold(needle)), mostly without a copy.
func (n Needle) In(text string) bool {
	if n.folded == "" {
		return true
	}
	if !n.ascii {
		return strings.Contains(text, n.folded) || n.raw != n.folded && utf8.ValidString(n.raw) && strings.Contains(text, n.raw) ||
			strings.Contains(Fold(text), n.folded)
	}
	found, sure := n.inASCII(text)
	if found || sure && !(n.exotic && foldsIntoASCII(text)) {
		return found
	}
	return strings.Contains(Fold(text), n.folded)
}

// foldsIntoASCII tells whether text has a letter beyond ASCII whose fold is
// within. Four searches are faster than one pass.
func foldsIntoASCII(text string) bool {
	return strings.Contains(text, "\u0130") || strings.Contains(text, "\u0131") ||
		strings.Contains(text, "\u017F") || strings.Contains(text, "\u212A")
}

// inASCII looks for an ASCII needle among the ASCII letters of text. It is not
// sure when text was made to be slow to search and it gave up.
func (n Needle) inASCII(text string) (found, sure bool) {
	before, after := n.pivot, len(n.folded)-n.pivot
	if len(text) < len(n.folded) {
		return false, true
	}
	small := n.folded[n.pivot]
	large := small
	if 'a' <= small && small <= 'z' {
		large -= 'a' - 'A'
	}
	end := len(text) - after + 1 // of the places where the pivot may stand
	nextSmall, nextLarge := index(text, small, before, end), end
	if large != small {
		nextLarge = index(text, large, before, end)
	}
	for budget := 4*len(text) + 4096; budget > 0; {
		at := min(nextSmall, nextLarge)
		if at >= end {
			return false, true
		}
		same := equalFolded(text[at-before:at+after], n.folded)
		if same == len(n.folded) {
			return true, true
		}
		budget -= same
		if at == nextSmall {
			nextSmall = index(text, small, at+1, end)
		} else {
			nextLarge = index(text, large, at+1, end)
		}
	}
	return false, false
}

// index returns the first place of c in s[from:end], or end.
func index(s string, c byte, from, end int) int {
	if i := strings.IndexByte(s[from:end], c); i >= 0 {
		return from + i
	}
	return end
}

// equalFolded returns how many leading bytes of s are those of folded, which is as long.
func equalFolded(s, folded string) int {
	for i := range len(folded) {
		if lower[s[i]] != folded[i] {
			return i
		}
	}
	return len(folded)
}

// inAsAddress is In for a mail address: where it stands as a whole, not as the
// end or the beginning of a longer one.
func (n Needle) inAsAddress(text string) bool {
	if !n.In(text) {
		return false
	}
	text = Fold(text)
	for from := 0; ; {
		i := strings.Index(text[from:], n.folded)
		if i < 0 {
			return false
		}
		from += i
		last, _ := utf8.DecodeLastRuneInString(text[:from])
		if !ofLocal(last) && !continues(text[from+len(n.folded):]) {
			return true
		}
		from++
	}
}

// ofLocal tells whether a folded rune may stand in the local part of an
// address, unquoted (RFC 5322 section 3.2.3).
func ofLocal(r rune) bool {
	return ofDomain(r) || strings.ContainsRune(".+_%=!#$&*/?^`{|}~'", r)
}

// ofDomain tells whether a folded rune may stand in a label. Scripts that are
// written without spaces do not count: there an address begins amid the text.
func ofDomain(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r >= utf8.RuneSelf && r < 0x0E00 && unicode.IsLetter(r)
}

// continues tells whether a domain goes on in rest. A full stop ends it unless
// a label follows.
func continues(rest string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(rest, "."))
	return ofDomain(next)
}

// inAsPhrase is In for words with any white space between them, as where a
// line was wrapped.
func (n Needle) inAsPhrase(text string) bool {
	return n.In(text) || strings.Contains(strings.Join(strings.Fields(Fold(text)), " "), n.folded)
}
