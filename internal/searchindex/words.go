package searchindex

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// The trigrams of a frequent word are in every piece, so for such a word the
// rows leave all mail to look at. For the most frequent words a block knows
// which documents hold them: there, a search reads no text. Which words those
// are is learned from a sample of the block before.
const (
	maxVocabulary = 256 // words
	maxWord       = 32  // bytes of a word that is learned
	sampleEvery   = 8   // documents
	minSample     = 16  // documents, for a vocabulary to be made of them
	minShare      = 16  // one of so many documents holds a frequent word
	maxTally      = 1 << 14
	wordBytes     = 64 // of a block for each word: its mask, and a share of the vocabulary's text
)

// vocabulary is a list of frequent words, folded. It never changes.
type vocabulary struct {
	at     map[string]int // of each word its number
	joined string         // "\nword\nword\n"
	starts []int          // of the words in joined
}

func newVocabulary(words []string) *vocabulary {
	v := &vocabulary{at: make(map[string]int, len(words))}
	var b strings.Builder
	for i, w := range words {
		b.WriteByte('\n')
		v.at[w] = i
		v.starts = append(v.starts, b.Len())
		b.WriteString(w)
	}
	v.joined = b.String()
	return v
}

func (v *vocabulary) len() int {
	if v == nil {
		return 0
	}
	return len(v.starts)
}

// number returns the number of a word.
func (v *vocabulary) number(word string) (int, bool) {
	if v == nil {
		return 0, false
	}
	i, ok := v.at[word]
	return i, ok
}

// holding returns the words that contain a folded text.
func (v *vocabulary) holding(folded string) []int {
	var found []int
	if v == nil || folded == "" {
		return nil
	}
	for from := 0; ; {
		i := strings.Index(v.joined[from:], folded)
		if i < 0 {
			return found
		}
		word := sort.SearchInts(v.starts, from+i+1) - 1
		if word < 0 { // the line end before the first
			return found
		}
		found = append(found, word)
		if word+1 == len(v.starts) {
			return found
		}
		from = v.starts[word+1]
	}
}

// eachWord calls f with the words of a folded text: runs of letters and digits.
// Bytes beyond ASCII are taken for letters. Longer runs than maxWord are passed over.
func eachWord(text []byte, f func([]byte)) {
	for i := 0; i < len(text); {
		if !ofWord[text[i]] {
			i++
			continue
		}
		from := i
		for i < len(text) && ofWord[text[i]] {
			i++
		}
		if i-from >= trigram && i-from <= maxWord {
			f(text[from:i])
		}
	}
}

// ofWord tells the bytes of words.
var ofWord = func() (t [256]bool) {
	for c := range t {
		t[c] = 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c >= utf8.RuneSelf
	}
	return t
}()

// census counts in how many documents of a sample words are.
type census struct {
	seen, docs int
	tallies    map[string]*tally
}

type tally struct{ docs, last int }

// begin counts a document and tells whether it belongs to the sample.
func (c *census) begin() bool {
	c.seen++
	if c.seen%sampleEvery != 1 {
		return false
	}
	c.docs++
	return true
}

// count notes a word of the document that began last.
func (c *census) count(word []byte) {
	t := c.tallies[string(word)]
	switch {
	case t == nil && len(c.tallies) < maxTally:
		if c.tallies == nil {
			c.tallies = map[string]*tally{}
		}
		c.tallies[string(word)] = &tally{docs: 1, last: c.docs}
	case t != nil && t.last != c.docs:
		t.docs, t.last = t.docs+1, c.docs
	}
}

// take makes a vocabulary of what was counted and begins anew. It returns old
// if the sample says too little.
func (c *census) take(old *vocabulary) *vocabulary {
	if c.docs < minSample {
		return old
	}
	words := slices.Collect(maps.Keys(c.tallies))
	words = slices.DeleteFunc(words, func(w string) bool { return c.tallies[w].docs*minShare < c.docs })
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(c.tallies[b].docs-c.tallies[a].docs, strings.Compare(a, b))
	})
	*c = census{}
	return newVocabulary(words[:min(len(words), maxVocabulary)])
}
