package dialog

import (
	"slices"
	"strings"
)

// What a word of a class counts for, by where it stands: what is counted tells most,
// then the topic, a phrase of the question, any word of it. The mail's other phrases
// decide between equals, and for a question that names nothing.
const (
	hitUnit   = 16
	hitTopic  = 12
	hitPhrase = 10
	hitText   = 4
	hitMail   = 1
)

// pool returns the values of a section for what is asked: those of the class that fits
// best, else those for all questions; nil where there are none.
func (p *planner) pool(section string, it *item) []string {
	if lines := p.class(section, it); lines != nil {
		return lines
	}
	return p.usual(section)
}

// usual are the values of a section for all questions, those of private life in private mail.
func (p *planner) usual(section string) []string {
	if p.mail.Private {
		if lines := p.think.lines(section + " private"); lines != nil {
			return lines
		}
	}
	return p.think.lines(section)
}

// class returns the values of the class of a section that fits a question best, nil
// where none does. Where the question names nothing the mail's phrases do.
func (p *planner) class(section string, it *item) []string {
	return p.fitting(section, it, len(it.stems) == 0)
}

// asked is class by the words of the question alone.
func (p *planner) asked(section string, it *item) []string { return p.fitting(section, it, false) }

func (p *planner) fitting(section string, it *item, byMail bool) []string {
	sections := [2][]pool{1: p.think.pools[section]}
	if p.mail.Private {
		sections[0] = p.think.pools[section+" private"]
	}
	if len(sections[0])+len(sections[1]) == 0 {
		return nil
	}
	asked := p.rooted(it.text) + p.rooted(it.topic)
	unit := p.think.stems(it.unit)
	var mail []string
	mailRead := false
	idle := p.think.sets["tells no class"]
	text, topic := distinct(it.words, idle), distinct(it.stems, idle)
	var best []string
	top, first := 0, ""
	said := p.stems(it.text)
	if len(said) > 0 {
		first = said[0]
	}
	for _, pools := range sections {
		for i := range pools {
			pl := &pools[i]
			score := 0
			if len(pl.words) > 0 {
				score = hitUnit*hits(pl.words, unit) + hitTopic*hits(pl.words, topic) + hitText*hits(pl.words, text)
			}
			for _, phrase := range pl.phrases {
				if strings.Contains(asked, phrase) {
					score += hitPhrase
				}
			}
			if score > 0 && pl.words[first] {
				score++ // "what salary would make you move"
			}
			if score > 0 || byMail {
				if !mailRead {
					mail, mailRead = distinct(p.aboutMail(it), nil), true
				}
				score += hitMail * hits(pl.words, mail)
			}
			if score > top {
				best, top = pl.lines, score
			}
		}
	}
	if loose[section] && top < hitPhrase && len(p.telling(said)) > 2 {
		return nil // a word somewhere in a question that says more
	}
	return best
}

// loose are the sections of which one word in a question tells too little.
var loose = map[string]bool{"what": true, "how": true}

// aboutMail are the telling words of the mail's phrases and of what it states, and of what was said in the
// thread where the mail has none.
func (p *planner) aboutMail(it *item) []string {
	out := p.mailWords()
	for _, s := range p.mail.Stated[:min(len(p.mail.Stated), 4)] {
		out = append(out, p.think.stems(s.Topic)...)
	}
	if len(out) > 0 || len(it.stems) > 0 {
		return out
	}
	for _, h := range p.held[:min(len(p.held), 4)] {
		if h.thread {
			out = append(out, h.stems...)
		}
	}
	return out
}

// distinct are the words that are not idle, each once.
func distinct(words []string, idle map[string]bool) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		if !idle[w] && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// hits counts the words that are in a set.
func hits(set map[string]bool, words []string) int {
	n := 0
	for _, w := range words {
		if set[w] {
			n++
		}
	}
	return n
}
