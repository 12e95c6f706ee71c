package dialog

import (
	"slices"
	"strings"
)

// How a text is held against the sections of words.

// reading is a text with what it is compared by. The planner keeps the readings of what the
// mail has, for most of that is held against many sections. Nobody changes what is in one.
type reading struct {
	text   string
	words  []string // see wordsOf
	marks  uint64   // of the words
	spaced string   // the words with a space on each side

	roots  []string // see rootsOf; like the fields below it is made when it is first asked for
	rooted string   // the roots with a space on each side

	plain, as []string // see asWords
	apart     bool     // these are made

	stems   []string // see think.stems
	stemmed bool
}

// reading returns the reading of a text.
func (p *planner) reading(text string) *reading {
	if p.latest != nil && p.latest.text == text {
		return p.latest
	}
	r := p.readings[text]
	if r == nil {
		words := wordsOf(text)
		r = &reading{text: text, words: slices.Clip(words), spaced: " " + strings.Join(words, " ") + " "}
		for _, w := range words {
			r.marks |= mark(w)
		}
		if p.readings == nil {
			p.readings = map[string]*reading{}
		}
		p.readings[text] = r
	}
	p.latest = r
	return r
}

// words are the words of a text in small letters.
func (p *planner) words(text string) []string { return p.reading(text).words }

// roots are the words of a text as stems.
func (p *planner) roots(text string) []string {
	r := p.reading(text)
	if r.roots == nil && len(r.words) > 0 {
		r.roots = slices.Clip(rooted(r.words))
	}
	return r.roots
}

// stems are the words of a text that tell something, see think.stems.
func (p *planner) stems(text string) []string {
	r := p.reading(text)
	if !r.stemmed {
		r.stems, r.stemmed = slices.Clip(p.think.telling(r.words)), true
	}
	return r.stems
}

// apart are the words of a text with its contractions written out, in small letters and as they
// stand.
func (p *planner) apart(text string) (words, as []string) {
	r := p.reading(text)
	if !r.apart {
		words, as = asWords(text)
		r.plain, r.as, r.apart = slices.Clip(words), slices.Clip(as), true
	}
	return r.plain, r.as
}

// spaced are the words of a text with a space on each side.
func (p *planner) spaced(text string) string { return p.reading(text).spaced }

// rooted are the stems of a text with a space on each side.
func (p *planner) rooted(text string) string {
	roots, r := p.roots(text), p.reading(text)
	if r.rooted == "" {
		r.rooted = " " + strings.Join(roots, " ") + " "
	}
	return r.rooted
}

// begins reports whether a text begins with a line of a section.
func (p *planner) begins(section, text string) bool {
	r, list := p.reading(text), p.think.lists[section]
	text = strings.TrimPrefix(r.spaced[1:], "und ")
	for i, line := range list.lines {
		if list.marks[i]&^r.marks == 0 && len(text) > len(line) && text[len(line)] == ' ' && strings.HasPrefix(text, line) {
			return true
		}
	}
	return false
}

// holdsLine reports whether a text has a line of a section in it.
func (p *planner) holdsLine(section, text string) bool {
	r, list := p.reading(text), p.think.lists[section]
	for i, line := range list.lines {
		if list.marks[i]&^r.marks == 0 && stands(line, r.spaced) {
			return true
		}
	}
	return false
}

// stands reports whether words stand among others, both with a space in between, and these with
// one on each side.
func stands(line, spaced string) bool {
	for at := 0; ; {
		i := strings.Index(spaced[at:], line)
		if i < 0 {
			return false
		}
		i += at
		if end := i + len(line); i > 0 && spaced[i-1] == ' ' && end < len(spaced) && spaced[end] == ' ' {
			return true
		}
		at = i + 1
	}
}
