package gist

import "strings"

// private reports whether a mail is of private life: it has more words of family, home and
// free time than of offices and trade.
func (m *mail) private(l *lexicon, title *sentence) bool {
	private, ok := l.sets["private"]
	business, both := l.sets["business"]
	if !ok || !both {
		return false
	}
	balance, found := 0, false
	count := func(s *sentence) {
		for i := range s.tokens {
			switch w := s.tokens[i].w; {
			case w.in.has(private):
				balance, found = balance+1, true
			case w.in.has(business):
				balance--
			}
		}
	}
	count(title)
	for i := range m.sentences {
		count(&m.sentences[i])
	}
	for w := range strings.FieldsSeq(strings.ToLower(m.greeting)) {
		if l.is(w, private) {
			balance, found = balance+2, true // "Hi Mum,"
		}
	}
	return found && balance > 0
}
