package searchindex

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// Needle is text to look for without regard to case, prepared once.
type Needle struct {
	raw    string // as asked for
	folded string
	ascii  bool
	pivot  int       // index of the byte of an ASCII needle that is rarest in text
	has    [2]uint64 // a bit for each byte of an ASCII needle
}

// NewNeedle prepares s. An empty needle is in every text.
func NewNeedle(s string) Needle {
	n := Needle{raw: s, folded: Fold(s), ascii: true}
	best := -1
	for i := range len(n.folded) {
		c := n.folded[i]
		if c >= utf8.RuneSelf {
			n.ascii = false
			break
		}
		n.has[c/64] |= 1 << (c % 64)
		if r := rarity(c); r > best {
			best, n.pivot = r, i
		}
	}
	return n
}

// Words are the words of the needle, needles themselves.
func (n Needle) Words() (words []Needle) {
	for _, word := range strings.Fields(n.folded) {
		words = append(words, NewNeedle(word))
	}
	return words
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
		return utf8.ValidString(n.raw) && strings.Contains(text, n.raw) || strings.Contains(Fold(text), n.folded)
	}
	switch found, sure := n.inASCII(text); {
	case found:
		return true
	case sure:
		return n.inFolded(text)
	}
	return strings.Contains(Fold(text), n.folded)
}

// inFolded looks for an ASCII needle with a part that is the fold of a letter beyond
// ASCII. Only the surroundings of such letters are folded: as far as a match reaches,
// of each byte of which there were at most utf8.UTFMax.
func (n Needle) inFolded(text string) bool {
	reach := utf8.UTFMax * (len(n.folded) + 1)
	for at := n.nextPart(text, 0); at < len(text); {
		from, to := max(0, at-reach), at
		for at < len(text) && at-to <= reach {
			to = at
			at = n.nextPart(text, at+1)
		}
		if strings.Contains(Fold(text[from:min(to+reach, len(text))]), n.folded) {
			return true
		}
	}
	return false
}

// nextPart returns the first place in text[from:] of a letter beyond ASCII of whose
// fold an ASCII needle may have a part, or len(text).
func (n Needle) nextPart(text string, from int) int {
	at := nonASCII(text, from)
	if at == len(text) {
		return at
	}
	t := folds()
	var b [32]byte
	for ; at < len(text); at = nonASCII(text, at) {
		for at < len(text) && text[at] >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[at:])
			if (r >= foldTableSize || t.latin[r]) && n.mayHavePart(t.appendRune(b[:0], r)) {
				return at
			}
			at += size
		}
	}
	return len(text)
}

func (n Needle) mayHavePart(fold []byte) bool {
	last := len(n.folded) - 1
	for i, c := range fold {
		switch marked := i+1 < len(fold) && fold[i+1] >= utf8.RuneSelf; {
		case c >= utf8.RuneSelf:
		case marked && c == n.folded[last], !marked && n.has[c/64]>>(c%64)&1 != 0: // nothing goes on after a mark
			return true
		}
	}
	return false
}

// nonASCII returns the first place of a byte beyond ASCII in s[from:], or len(s).
func nonASCII(s string, from int) int {
	const high = 0x8080808080808080
	b, le := unsafe.Slice(unsafe.StringData(s), len(s)), binary.LittleEndian
	for ; from+16 <= len(b); from += 16 {
		if w := b[from : from+16 : from+16]; (le.Uint64(w)|le.Uint64(w[8:]))&high != 0 {
			break
		}
	}
	for from < len(s) && s[from] < utf8.RuneSelf {
		from++
	}
	return from
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
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r >= utf8.RuneSelf && r < 0x0E00 && (unicode.IsLetter(r) || unicode.IsMark(r))
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
