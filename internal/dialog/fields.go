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
		for _, w := range p.words(s) {
			p.ofFields |= set.fieldsOf(w)
		}
	}
	return p.ofFields
}

// nearFields are the fields of a question with what stands beside it and above the mail.
func (p *planner) nearFields(set *shapes, it *item) (own uint64) {
	for _, s := range []string{it.text, it.before, p.mail.Subject} {
		for _, w := range p.words(s) {
			own |= set.fieldsOf(w)
		}
	}
	return own
}

// How well a ready sentence fits the fields of a mail.
const (
	strangeLine = iota // most of what it names is of other fields
	neutralLine        // it names nothing, or what the mail is about beside the question
	mixedLine          // it names what the question is about, and something strange
	nearLine           // it names what the question is about
)

// inField tells how well a ready sentence fits the fields of the mail; near are those of the
// question.
func (p *planner) inField(set *shapes, line string, near uint64) int {
	mail, told := p.mailFields(set), p.scene()
	strange, known, close := 0, 0, false
	for _, w := range wordsOf(line) {
		switch own := set.fieldsOf(w); {
		case own == 0:
		case own&near != 0:
			known, close = known+1, true
		case own&mail != 0 || told[stem(w)]:
			known++
		default:
			strange++
		}
	}
	switch {
	case strange > known:
		return strangeLine
	case !close:
		return neutralLine
	case strange > 0:
		return mixedLine
	}
	return nearLine
}

// inFields keeps the lines that fit the fields of the mail best: the ones that name what the
// question is about go before those that name nothing.
func (p *planner) inFields(set *shapes, near uint64, lines []string) (out []string) {
	if len(set.fields) == 0 {
		return lines
	}
	best := neutralLine
	for _, line := range lines {
		fit := p.inField(set, line, near)
		if fit > best {
			best, out = fit, nil
		}
		if fit == best {
			out = append(out, line)
		}
	}
	return out
}

// notStrange drops the ready sentences that name what the mail is not about.
func (p *planner) notStrange(lines []string) []string {
	load := shapeSets()[p.out.Language]
	if load == nil || len(load().fields) == 0 {
		return lines
	}
	strange := func(s string) bool { return p.inField(load(), s, 0) == strangeLine }
	if !slices.ContainsFunc(lines, strange) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), strange)
}

// isUnwanted reports whether a ready sentence names what the mail does not want: "I don't want
// three potato salads again".
func (p *planner) isUnwanted(line string) bool {
	load := shapeSets()[p.out.Language]
	if load == nil || len(load().fields) == 0 {
		return false
	}
	if p.unwanted == nil {
		p.unwanted = map[string]bool{}
		for _, s := range p.mail.Told {
			if words, _ := p.apart(s); !slices.ContainsFunc(load().open["unwanted"], func(line string) bool { return strings.Contains(" "+strings.Join(words, " ")+" ", " "+line+" ") }) {
				continue
			}
			for _, w := range p.words(s) {
				if load().fieldsOf(w) != 0 {
					p.unwanted[strings.TrimSuffix(w, "s")] = true
				}
			}
		}
	}
	return len(p.unwanted) > 0 && slices.ContainsFunc(wordsOf(line), func(w string) bool { return p.unwanted[strings.TrimSuffix(w, "s")] })
}
