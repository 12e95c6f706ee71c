package langdetect

import (
	"embed"
	"math/bits"
	"strings"
	"sync"
	"unicode/utf8"
)

// A language's file has its common words, the most common first, an empty line, and
// sentences as people write them in mails.
//
//go:embed data/*.txt
var files embed.FS

// bit is the unit of scores: how much a word must be likelier for one language than
// for another to be worth one bit.
const bit = 32

const (
	knownCap = 7 * bit // the most that a word of the files speaks against a language
	guessCap = 5 * bit // and one that is in none of them
	alien    = 4 * bit // what a letter that it does not have speaks against it beside that
)

// model is what is known of a family's languages. Rows have a score for each.
type model struct {
	codes []string
	known map[string]*[32]int16
	tri   map[uint64]*[32]int16
	bi    map[uint64]*[32]int16
	uni   map[uint64]*[32]int16

	lacking map[rune]uint32 // the languages without a letter, a bit each
}

var models = [len(families)]func() *model{
	sync.OnceValue(func() *model { return learn(families[0].codes) }),
	sync.OnceValue(func() *model { return learn(families[1].codes) }),
	sync.OnceValue(func() *model { return learn(families[2].codes) }),
}

// counts is how often something is seen in each language.
type counts map[uint64]*[32]int32

func (c counts) add(key uint64, lang int, n int32) {
	row := c[key]
	if row == nil {
		row = new([32]int32)
		c[key] = row
	}
	row[lang] += n
}

// learn makes the model of the languages from their files. All of it is in whole
// numbers, so that every machine comes to the same scores.
func learn(codes []string) *model {
	seen := map[string]*[32]int32{}
	var totals, letters [32]int32
	uni, bi, tri := counts{}, counts{}, counts{}
	for lang, code := range codes {
		count := func(word string, n int32) {
			row := seen[word]
			if row == nil {
				row = new([32]int32)
				seen[word] = row
			}
			row[lang] += n
			totals[lang] += n
			if row[lang] > n {
				return // the letters of a word count once, however common it is
			}
			grams([]byte(word), func(g1, g2, g3 uint64) {
				uni.add(g1, lang, 1)
				bi.add(g2, lang, 1)
				tri.add(g3, lang, 1)
				letters[lang]++
			})
		}
		eachWord(code, count)
	}
	m := &model{codes: codes, known: map[string]*[32]int16{}, lacking: map[rune]uint32{}}
	for g, row := range uni {
		for lang := range codes {
			if g >= utf8.RuneSelf && row[lang] == 0 {
				m.lacking[rune(g)] |= 1 << lang
			}
		}
	}
	m.uni, m.bi, m.tri = rows(codes, uni, bi, tri, letters)
	for word, row := range seen {
		m.known[word] = m.rate(word, row, totals)
	}
	return m
}

// eachWord calls count with the words of a language's file and how much each counts.
func eachWord(code string, count func(string, int32)) {
	data, err := files.ReadFile("data/" + code + ".txt")
	if err != nil {
		panic(err) // the files are part of the program
	}
	common, text, _ := strings.Cut(string(data), "\n\n")
	rank := 0
	listed := func(w string) {
		n := int32(3)
		switch {
		case rank < 20:
			n = 12
		case rank < 60:
			n = 6
		}
		rank++
		count(w, 4*n)
		if bare := fold(w); bare != w { // as written without the marks
			count(bare, n)
		}
	}
	words(common, listed)
	words(text, func(w string) {
		count(w, 4)
		if bare := fold(w); bare != w {
			count(bare, 1)
		}
	})
}

// rate returns the scores of a word that the files have.
func (m *model) rate(word string, seen *[32]int32, totals [32]int32) *[32]int16 {
	var row [32]int16
	var byLetters [32]int32
	m.letters([]byte(word), &byLetters)
	var all [32]int32
	for i := range m.codes {
		all[i] = byLetters[i]
		if seen[i] > 0 {
			all[i] = max(all[i], log(uint64(seen[i])<<32/uint64(totals[i])))
		}
	}
	relate(all[:len(m.codes)], knownCap, row[:])
	m.alienate([]byte(word), &row)
	return &row
}

// guess sets the scores of a word that the files do not have.
func (m *model) guess(word []byte, row *[32]int16) {
	var all [32]int32
	m.letters(word, &all)
	relate(all[:len(m.codes)], guessCap, row[:])
	m.alienate(word, row)
}

// alienate lowers the scores of the languages that lack a letter of the word.
func (m *model) alienate(word []byte, row *[32]int16) {
	for i := 0; i < len(word); {
		if word[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(word[i:])
		i += size
		if lacks, ok := m.lacking[r]; ok {
			for lang := range m.codes {
				if lacks&(1<<lang) != 0 {
					row[lang] -= alien
				}
			}
			return
		}
	}
}

// letters adds the likelihoods of a word's letters, each after the two before it.
func (m *model) letters(word []byte, all *[32]int32) {
	n := len(m.codes)
	grams(word, func(g1, g2, g3 uint64) {
		row := m.tri[g3]
		if row == nil {
			row = m.bi[g2]
		}
		if row == nil {
			row = m.uni[g1]
		}
		if row == nil {
			return
		}
		for i := range n {
			all[i] += int32(row[i])
		}
	})
}

// relate sets scores relative to the best one, which becomes 0, none below -limit.
func relate(all []int32, limit int32, row []int16) {
	best := all[0]
	for _, v := range all {
		best = max(best, v)
	}
	for i, v := range all {
		row[i] = int16(max(v-best, -limit))
	}
}

// grams calls f with each letter of a word and its end, alone and after one and two before it.
func grams(word []byte, f func(g1, g2, g3 uint64)) {
	const edge = ' '
	a, b := uint64(edge), uint64(edge)
	for i := 0; i <= len(word); {
		c := uint64(edge)
		if i < len(word) {
			r, size := rune(word[i]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRune(word[i:])
			}
			c, i = uint64(r), i+size
		} else {
			i++
		}
		f(c, b<<21|c, a<<42|b<<21|c)
		a, b = b, c
	}
}

// rows turns counts into likelihoods: of a letter after two, which leans on that
// after one where little was seen, and that on the letter alone.
func rows(codes []string, uni, bi, tri counts, letters [32]int32) (u, b, t map[uint64]*[32]int16) {
	after1, after2 := counts{}, counts{} // how often what a letter follows was seen
	for g, row := range bi {
		after1.addAll(g>>21, row)
	}
	for g, row := range tri {
		after2.addAll(g>>21, row)
	}
	none := new([32]int32)
	get := func(c counts, key uint64) *[32]int32 {
		if row := c[key]; row != nil {
			return row
		}
		return none
	}
	const rare = 1 << 32 / 1000 // the likelihood of a letter that was never seen
	likely := func(g1, g2, g3 uint64, order int) *[32]int16 {
		one, two, of2, three, of3 := get(uni, g1), none, none, none, none
		if order > 1 {
			two, of2 = get(bi, g2), get(after1, g2>>21)
		}
		if order > 2 {
			three, of3 = get(tri, g3), get(after2, g3>>21)
		}
		var row [32]int16
		for i := range codes {
			p := lean(one[i], letters[i], 2, rare)
			p = lean(two[i], of2[i], 6, p)
			p = lean(three[i], of3[i], 4, p)
			row[i] = int16(log(p))
		}
		return &row
	}
	u, b, t = map[uint64]*[32]int16{}, map[uint64]*[32]int16{}, map[uint64]*[32]int16{}
	const letter = 1<<21 - 1
	for g := range uni {
		u[g] = likely(g, 0, 0, 1)
	}
	for g := range bi {
		b[g] = likely(g&letter, g, 0, 2)
	}
	for g := range tri {
		t[g] = likely(g&letter, g&(1<<42-1), g, 3)
	}
	return u, b, t
}

// lean returns n of all in parts of 2^32, as if there were weight more of which p were so.
func lean(n, all int32, weight, p uint64) uint64 {
	return (uint64(n)<<32 + weight*p) / (uint64(all) + weight)
}

func (c counts) addAll(key uint64, row *[32]int32) {
	have := c[key]
	if have == nil {
		have = new([32]int32)
		c[key] = have
	}
	for i, n := range row {
		have[i] += n
	}
}

// log returns the logarithm to base 2 of x in 2^32 in units of bit, rounded down.
func log(x uint64) int32 {
	if x == 0 {
		x = 1
	}
	n := bits.Len64(x) - 1
	m := x << (63 - n) >> 32 // in [2^31, 2^32)
	f := int32(0)
	for range 5 { // bit is 2^5
		m = m * m >> 31
		f <<= 1
		if m >= 1<<32 {
			m >>= 1
			f |= 1
		}
	}
	return int32(n-32)*bit + f
}

var folding = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "à", "a", "á", "a", "â", "a", "ã", "a", "å", "a", "ą", "a", "ă", "a",
	"æ", "ae", "ç", "c", "ć", "c", "č", "c", "ď", "d", "đ", "d", "è", "e", "é", "e", "ê", "e", "ë", "e", "ę", "e", "ě", "e", "ğ", "g", "ì", "i",
	"í", "i", "î", "i", "ï", "i", "ı", "i", "ł", "l", "ľ", "l", "ĺ", "l", "ñ", "n", "ń", "n", "ň", "n", "ò", "o", "ó", "o", "ô", "o", "õ", "o",
	"ø", "o", "ő", "o", "œ", "oe", "ŕ", "r", "ř", "r", "ś", "s", "š", "s", "ş", "s", "ș", "s", "ť", "t", "ţ", "t", "ț", "t", "ù", "u", "ú", "u",
	"û", "u", "ů", "u", "ű", "u", "ý", "y", "ź", "z", "ž", "z", "ż", "z", "ё", "е")

// fold returns a word without the marks on its letters.
func fold(word string) string { return folding.Replace(word) }
