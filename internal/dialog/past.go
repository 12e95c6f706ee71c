package dialog

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// past reports whether a question is about what has been.
func (p *planner) past(text string) bool {
	if p.holdsLine("not past", text) {
		return false // "when did you want to come?"
	}
	n := 0
	for _, w := range p.words(text) {
		if p.out.Language == "en" && (w == "last" || w == "since") && p.wishful(text) {
			continue
		}
		if n++; n > maxStems {
			break
		}
		if p.think.past[w] {
			return true
		}
	}
	return p.hasBeen(text)
}

// wishful reports whether a question is after what somebody wants or will do, so that "last"
// in it tells no past: "which day do you want to start, so that I do the last one?"
func (p *planner) wishful(text string) bool {
	words := p.words(text)
	return slices.ContainsFunc(words[:min(len(words), 7)], func(w string) bool {
		return w == "want" || w == "will" || w == "would" || w == "can" || w == "could" || w == "shall" || w == "should" || w == "going"
	})
}

// dateOfRE finds the verb of what is dated: "the date you read it", "the date on which you
// moved in".
var dateOfRE = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:date|day|when|month|year)(?: on which| that| when)? (?:you|he|she|it|they|we|i|(?:the|your|my|his|her|our) \w+) (\w+)\b`)
})

// hasBeen reports whether a question is about the date of what has been done.
func (p *planner) hasBeen(text string) bool {
	if p.out.Language != "en" {
		return false
	}
	if m := dateOfRE().FindStringSubmatch(text[:min(len(text), 400)]); m != nil {
		verb := strings.ToLower(m[1])
		if strings.HasSuffix(verb, "ed") && !strings.HasSuffix(verb, "eed") {
			return true
		}
		for _, pl := range p.think.pools["past verbs"] {
			if pl.exact[verb] {
				return true
			}
		}
	}
	roots := p.rooted(text)
	for _, pl := range p.think.pools["dated past"] {
		if slices.ContainsFunc(pl.phrases, func(phrase string) bool { return strings.Contains(roots, phrase) }) {
			return true
		}
	}
	return false
}
