package gist

import "strings"

// Manner is how a mail addresses its reader, in languages that have two ways.
type Manner string

// The manners. Empty means that the mail does not show it, or that its language has one.
const (
	Familiar Manner = "familiar" // "du"
	Polite   Manner = "polite"   // "Sie"
)

// mannerOf tells how a mail addresses its reader by the words that differ; text is the
// mail with its greeting.
func (m *mail) mannerOf(l *lexicon, text string) Manner {
	familiar, polite := 0, 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		for _, t := range l.tokens(cut(line, 80)) {
			if l.in(&t, "polite-greetings") {
				polite++
			}
		}
		break
	}
	for i := range m.sentences {
		toks := m.sentences[i].tokens
		for j := range toks {
			t := &toks[j]
			switch capital := isCapital(t.text); {
			case l.in(t, "familiar") && (j == 0 || !capital || l.options["nouns"] != "capitals"):
				familiar++
			case l.in(t, "polite-address") && (l.options["nouns"] != "capitals" || capital && j > 0):
				polite++
			}
		}
	}
	switch {
	case familiar > polite:
		return Familiar
	case polite > familiar:
		return Polite
	}
	return ""
}
