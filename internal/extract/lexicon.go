package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// words holds the words of one class in one language, separated by `|`. A word stands for itself; a star at its start or
// end lets it be the end or the start of a longer one. Scripts without spaces need no stars, accents may be left out, and
// every text is searched for the words of all languages: mail seldom says which it is in.
type words struct{ lang, list string }

// class of a word: codeClass* in words_code.go and words_trap.go, linkClass* in words_link.go.
type class uint8

// mark is a word of a lexicon found in a line.
type mark struct {
	start, end int
	class      class
}

type entry struct {
	word               string
	openStart, openEnd bool // may go on to the left, to the right
	class              class
}

const (
	lexiconBits = 12
	prefixable  = 8 // bytes of a Hebrew or Arabic word that no other word ends in by chance
)

// lexicon finds its words in lower-cased normalised text. Entries lie in buckets by a hash of their first three bytes,
// longest first, so a text costs a probe or two per byte and the first hit is the longest. Those that may begin inside a
// word lie in buckets of their own too: inside a word, which most positions are, there is little else to look for.
type lexicon struct{ starts, inner table }

type table [1 << lexiconBits][]entry

func newLexicon(classes map[class][]words) *lexicon {
	x := &lexicon{}
	for c, sets := range classes {
		for _, set := range sets {
			for w := range strings.SplitSeq(set.list, "|") {
				x.add(strings.TrimSpace(w), c)
			}
		}
	}
	for _, b := range slices.Concat(x.starts[:], x.inner[:]) {
		slices.SortFunc(b, func(a, b entry) int { // longest first; ties in an order free of the map's
			if len(a.word) != len(b.word) {
				return len(b.word) - len(a.word)
			}
			if a.word != b.word {
				return strings.Compare(a.word, b.word)
			}
			return int(a.class) - int(b.class)
		})
	}
	return x
}

func (x *lexicon) add(w string, c class) {
	e := entry{class: c}
	w, e.openStart = strings.CutPrefix(w, "*")
	w, e.openEnd = strings.CutSuffix(w, "*")
	e.word = lower(normalise(w))
	if len(e.word) < 2 {
		panic("extract: word too short for the lexicon: " + w)
	}
	switch first, _ := utf8.DecodeRuneInString(e.word); {
	case unspacedWord(first):
		e.openStart, e.openEnd = true, true
	case unspaced(first) && len(e.word) >= prefixable:
		e.openStart = true // articles and prepositions are written to the word in Hebrew and Arabic
	}
	h := bucket(e.word[0], e.word[1], 0)
	if len(e.word) > 2 {
		h = bucket(e.word[0], e.word[1], e.word[2])
	}
	x.starts[h] = append(x.starts[h], e)
	if e.openStart {
		x.inner[h] = append(x.inner[h], e)
	}
}

// unspacedWord is unspaced without the scripts that do separate words.
func unspacedWord(r rune) bool { return unspaced(r) && !unicode.In(r, unicode.Hebrew, unicode.Arabic) }

func bucket(a, b, c byte) uint32 {
	return (uint32(a)<<16 | uint32(b)<<8 | uint32(c)) * 2654435761 >> (32 - lexiconBits)
}

// find gives the words in low, leftmost and longest first, none overlapping.
func (x *lexicon) find(low string) []mark {
	var marks []mark
	for i := 0; i+1 < len(low); i++ {
		if low[i] <= ' ' {
			continue
		}
		t := &x.starts
		if i > 0 && isLower(low[i-1]) {
			t = &x.inner
		}
		if e := t.at(low, i); e != nil {
			marks = append(marks, mark{i, i + len(e.word), e.class})
			i += len(e.word) - 1
		}
	}
	return marks
}

// at gives the longest word that starts at i. Words of two bytes lie in buckets of their own.
func (t *table) at(low string, i int) *entry {
	if i+2 < len(low) {
		if e := longest(t[bucket(low[i], low[i+1], low[i+2])], low, i); e != nil {
			return e
		}
	}
	return longest(t[bucket(low[i], low[i+1], 0)], low, i)
}

func longest(b []entry, low string, i int) *entry {
	for k := range b {
		e := &b[k]
		if strings.HasPrefix(low[i:], e.word) && (e.openStart || !letterBefore(low, i)) && (e.openEnd || !letterAfter(low, i+len(e.word))) {
			return e
		}
	}
	return nil
}

func letterBefore(s string, i int) bool {
	if i == 0 {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsLetter(r) && !unspacedWord(r)
}

func letterAfter(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(r) && !unspacedWord(r)
}
