package compose

import (
	"strings"
	"unicode"
)

// The kinds of slip a hand makes.
const (
	slipSwap = iota
	slipDrop
	slipDouble
	slipNeighbour
	slipKinds
)

// typoShare is the share of words that get a slip at Typos 1.
const typoShare = 0.08

// neighbours are the keys beside each key on a QWERTY keyboard.
var neighbours = map[rune]string{
	'q': "wa", 'w': "qes", 'e': "wrd", 'r': "etf", 't': "ryg", 'y': "tuh", 'u': "yij", 'i': "uok", 'o': "ipl", 'p': "ol",
	'a': "sqz", 's': "adwx", 'd': "sfec", 'f': "dgrv", 'g': "fhtb", 'h': "gjyn", 'j': "hkum", 'k': "jli", 'l': "ko",
	'z': "xa", 'x': "zcs", 'c': "xvd", 'v': "cbf", 'b': "vng", 'n': "bmh", 'm': "nj",
}

// slips makes typing slips in the words that are the person's own: not in
// values of the brief, names, numbers, links or addresses. All kinds are as
// likely with everyone, so that mistakes alone tell nobody from another.
//
// They are as many as a mail of so many words has: nobody mistypes the greeting and the
// sign-off, which they write under every mail.
func (w *writer) slips(text string, words int) string {
	if w.Voice.Typos == 0 {
		return text
	}
	spans := slippable(text)
	if len(spans) == 0 {
		return text
	}
	r := w.draw("typos")
	chance := min(typoShare*w.Voice.Typos*float64(words)/float64(len(spans)), 1)
	var out strings.Builder
	from := 0
	for _, at := range spans {
		if !r.Chance(chance) {
			continue
		}
		out.WriteString(text[from:at[0]])
		out.WriteString(slip([]rune(text[at[0]:at[1]]), r.IntN(slipKinds), r.IntN))
		from = at[1]
	}
	out.WriteString(text[from:])
	return out.String()
}

// slippable returns the byte spans of words a slip may hit: four letters or
// more, all lower case but for the first, letters alone.
func slippable(text string) [][2]int {
	var out [][2]int
	inside, start, plain := false, -1, true
	end := func(i int) {
		if start >= 0 && plain && !inside && i-start >= 4 {
			out = append(out, [2]int{start, i})
		}
		start, plain = -1, true
	}
	for i, r := range text {
		switch {
		case r == guardOn:
			end(i)
			inside = true
		case r == guardOff:
			inside = false
		case unicode.IsSpace(r) || strings.ContainsRune(".,;:!?", r):
			end(i)
		default:
			if start < 0 {
				start = i
			}
			if r < 'a' || r > 'z' {
				if i != start || r < 'A' || r > 'Z' {
					plain = false
				}
			}
			if inside {
				plain = false
			}
		}
	}
	end(len(text))
	return out
}

// slip changes one place of a word, not its first letter.
func slip(word []rune, kind int, draw func(int) int) string {
	at := 1 + draw(len(word)-2) // neither the first nor the last
	switch kind {
	case slipSwap:
		for i := range len(word) - 2 { // the next pair that differs
			j := 1 + (at-1+i)%(len(word)-2)
			if word[j] != word[j+1] {
				word[j], word[j+1] = word[j+1], word[j]
				return string(word)
			}
		}
		return string(append(word[:1:1], word...))
	case slipDrop:
		return string(append(word[:at:at], word[at+1:]...))
	case slipDouble:
		return string(append(word[:at+1:at+1], word[at:]...))
	}
	keys := []rune(neighbours[word[at]])
	word[at] = keys[draw(len(keys))]
	return string(word)
}
