package dialog

import (
	"slices"
	"strings"
)

// Fields of life, of a language's open.txt: "[field water]" and the words that belong to it.
// An answer that names things of a field fits a question only where its mail is about that
// field, too: nobody says of a floor that it drips.

// field files the words of the newest field.
func (out *shapes) field(words string) {
	for _, w := range wordsOf(words) {
		out.fields[w] |= out.newest
	}
}

// fieldsOf are the fields of a word, as bits; none where it belongs to any.
func (out *shapes) fieldsOf(word string) uint64 {
	if own := out.fields[word]; own != 0 {
		return own
	}
	return out.fields[strings.TrimSuffix(word, "s")]
}

// mailFields are the fields of the newest mail, with what it asks.
func (p *planner) mailFields(set *shapes) uint64 {
	if p.fieldsKnown {
		return p.ofFields
	}
	p.fieldsKnown = true
	for _, s := range p.sceneTexts() {
		for _, w := range wordsOf(s) {
			p.ofFields |= set.fieldsOf(w)
		}
	}
	return p.ofFields
}

// inField reports whether most of what a ready sentence names belongs to the fields of the
// mail; what belongs to no field tells nothing.
func (p *planner) inField(set *shapes, line string) bool {
	mail, told := p.mailFields(set), p.scene()
	strange, known := 0, 0
	for _, w := range wordsOf(line) {
		switch own := set.fieldsOf(w); {
		case own == 0:
		case own&mail != 0 || told[stem(w)]:
			known++
		default:
			strange++
		}
	}
	return strange == 0 || known >= strange
}

// inFields keeps the lines that fit the fields of the mail.
func (p *planner) inFields(set *shapes, lines []string) []string {
	strange := func(s string) bool { return !p.inField(set, s) }
	if len(set.fields) == 0 || !slices.ContainsFunc(lines, strange) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), strange)
}
