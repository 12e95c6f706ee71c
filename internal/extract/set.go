package extract

import "sync"

// set is a set of words. Its map is made when it is first asked for a word,
// because most programs start without reading a mail.
type set struct {
	words []string
	once  sync.Once
	index map[string]bool
}

// setOf is inlined, so a set costs nothing when the program starts.
func setOf(words ...string) *set { return &set{words: words} }

func (s *set) has(word string) bool {
	s.once.Do(s.fill)
	return s.index[word]
}

func (s *set) fill() {
	s.index = make(map[string]bool, len(s.words))
	for _, w := range s.words {
		s.index[w] = true
	}
}
