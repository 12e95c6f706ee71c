package extract

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldLimit bounds the table of folded runes: Latin, Greek, Cyrillic, Hebrew, Arabic and the Indic scripts lie below.
const foldLimit = 0x2000

// folds maps a rune below foldLimit to the letter without its accent, so that "codigo" and "código" are one word.
var folds = sync.OnceValue(func() *[foldLimit]rune {
	var t [foldLimit]rune
	for r := range t {
		t[r] = rune(r)
		if r < 0xC0 || !unicode.IsLetter(rune(r)) {
			continue
		}
		t[r], _ = utf8.DecodeRuneInString(norm.NFD.String(string(rune(r))))
	}
	for from, to := range map[rune]rune{
		'ø': 'o', 'Ø': 'O', 'đ': 'd', 'Đ': 'D', 'ł': 'l', 'Ł': 'L', 'ı': 'i', 'İ': 'I', 'ς': 'σ', // one letter, two shapes
		'ى': 'ي', 'ی': 'ي', 'ک': 'ك', 'ة': 'ه', // Persian and final forms of Arabic letters
	} {
		t[from] = to
	}
	return &t
})

// replacements are runes that become other text. Sentence marks of all scripts become ASCII with a space after, so that
// nothing later needs to know them.
var replacements = map[rune]string{
	'ß': "ss", 'æ': "ae", 'Æ': "AE", 'œ': "oe", 'Œ': "OE",
	'。': ". ", '｡': ". ", '।': ". ", '۔': ". ", '．': ".", '！': "! ", '？': "? ", '؟': "? ", '、': ", ", '，': ", ", '،': ", ", '؛': "; ",
	'；': "; ", '：': ": ",
	'‐': "-", '‑': "-", '‒': "-", '–': "-", '−': "-", '—': " - ", '―': " - ", '﹣': "-",
	'‘': "'", '’': "'", '‚': "'", '“': `"`, '”': `"`, '„': `"`, '«': `"`, '»': `"`, '「': `"`, '」': `"`, '『': `"`, '』': `"`,
	'【': "[", '】': "]", '〔': "[", '〕': "]", '《': `"`, '》': `"`, '\r': "\n", '\v': "\n", '\f': "\n", '\u2028': "\n", '\u2029': "\n", '\u0085': "\n",
}

// normalise prepares text for matching: ASCII digits, spaces and punctuation, letters without accents, nothing invisible.
// Case stays, for codes are taken from this text.
func normalise(s string) string {
	if isPlainASCII(s) {
		return s
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r >= 0xFF61 && r <= 0xFFDC }) {
		s = norm.NFKC.String(s) // half-width kana and Hangul
	}
	var b strings.Builder
	b.Grow(len(s))
	table := folds()
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf && r != '\r' && r != '\v' && r != '\f':
			b.WriteByte(byte(r))
		case invisible(r):
		case replacements[r] != "":
			b.WriteString(replacements[r])
		case r >= 0xFF01 && r <= 0xFF5E:
			b.WriteByte(byte(r - 0xFEE0))
		case unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		case unicode.Is(unicode.Nd, r):
			b.WriteByte('0' + digitValue(r))
		case r < foldLimit:
			b.WriteRune(table[r])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == '\r' || s[i] == '\v' || s[i] == '\f' {
			return false
		}
	}
	return true
}

// invisible tells the runes a reader does not see: controls, zero-width and direction marks, soft hyphens, and the marks
// that accents, vowel points and emoji key caps are made of.
func invisible(r rune) bool {
	switch {
	case r == utf8.RuneError, r == 0x20E3, r == 0x0640, r == 0x093C, r == 0x3164:
		return true
	case r >= 0x0300 && r <= 0x036F, r >= 0x0591 && r <= 0x05C7 && r != 0x05BE, r >= 0x064B && r <= 0x0652, r == 0x0670, r >= 0xFE00 && r <= 0xFE0F:
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// digitValue of a rune of category Nd, whose ranges all start at a zero.
func digitValue(r rune) byte {
	for _, t := range unicode.Nd.R16 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return byte(r-rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return byte(r-rune(t.Lo)) % 10
		}
	}
	return 0
}

// lower gives s in lower case with every byte in its place: a rune whose lower case has another length stays.
func lower(s string) string {
	b := []byte(s)
	for i := 0; i < len(b); {
		c := b[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				b[i] = c + 'a' - 'A'
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if l := unicode.ToLower(r); l != r && utf8.RuneLen(l) == n {
			utf8.EncodeRune(b[i:], l)
		}
		i += n
	}
	return string(b)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isAlnum(c byte) bool { return isDigit(c) || isUpper(c) || isLower(c) }

// unspaced tells letters of scripts that put no space between a number and the word beside it.
func unspaced(r rune) bool {
	return r >= 0x0590 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar, unicode.Hebrew, unicode.Arabic) || r == 'ー'
}
