package dialog

import (
	"slices"
	"strings"
)

// How a text is held against the sections of words.

// begins reports whether a text begins with a line of a section.
func (p *planner) begins(section, text string) bool {
	text = strings.TrimPrefix(p.spaced(text)[1:], "und ")
	return slices.ContainsFunc(p.think.lines(section), func(line string) bool {
		return len(text) > len(line) && text[len(line)] == ' ' && strings.HasPrefix(text, line)
	})
}

// holdsLine reports whether a text has a line of a section in it.
func (p *planner) holdsLine(section, text string) bool {
	text = p.spaced(text)
	return slices.ContainsFunc(p.think.lines(section), func(line string) bool {
		for at := 0; ; {
			i := strings.Index(text[at:], line)
			if i < 0 {
				return false
			}
			i += at
			if end := i + len(line); i > 0 && text[i-1] == ' ' && end < len(text) && text[end] == ' ' {
				return true
			}
			at = i + 1
		}
	})
}

// spaced are the words of a text with a space on each side. They are kept, for most texts
// are held against many sections.
func (p *planner) spaced(text string) string {
	s, ok := p.texts[text]
	if !ok {
		s = " " + strings.Join(wordsOf(text), " ") + " "
		if p.texts == nil {
			p.texts = map[string]string{}
		}
		p.texts[text] = s
	}
	return s
}

// rooted are the stems of a text with a space on each side, kept like those of spaced.
func (p *planner) rooted(text string) string {
	s, ok := p.stemmed[text]
	if !ok {
		s = " " + strings.Join(rootsOf(text), " ") + " "
		if p.stemmed == nil {
			p.stemmed = map[string]string{}
		}
		p.stemmed[text] = s
	}
	return s
}
