package dialog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// codeValue tells a number or code that stands on a thing, in the form in which such codes are
// written or that the mail describes, and reports whether it is one that is told by mail.
func (p *planner) codeValue(it *item, r *rng.Rand) bool {
	if p.think.names("secret", p.stems(it.text)) || p.holdsLine("secret phrases", it.text) {
		return false
	}
	if it.ask == gist.AskIdentifier && p.asked("identifier", it) != nil && !it.wanted {
		return false
	}
	texts := []string{p.spaced(it.text)}
	if p.holdsLine("asks it", it.text) {
		texts = append(texts, p.spaced(it.before))
	}
	for _, pair := range p.think.pairs("codes") {
		names := strings.Split(pair[0], " / ")
		if !slices.ContainsFunc(names, func(name string) bool {
			name = strings.TrimSpace(name)
			if end, ok := strings.CutPrefix(name, "-"); ok {
				return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, end+" ") }) // "kundennummer"
			}
			return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, " "+name+" ") })
		}) {
			continue
		}
		if slices.Contains(p.codes, pair[0]) {
			return true // "we lack your number. What is it?"
		}
		p.codes = append(p.codes, pair[0])
		form := rng.Pick(r, strings.Split(pair[1], " / "))
		if told := p.formTold(it); told != "" {
			form = told
		}
		p.whole(it, pattern(r, strings.TrimSpace(form)))
		return true
	}
	return false
}

// formTold is the form of a code that the mail describes: "two letters and five digits", "four
// figures usually"; empty for none.
func (p *planner) formTold(it *item) string {
	for _, s := range append([]string{it.text}, p.around(it)...) {
		ks := p.marksOf(s)
		form := ""
		for i := 0; i+1 < len(ks); i++ {
			n := int(ks[i].n)
			if !ks[i].num || n < 1 || n > 12 || float64(n) != ks[i].n {
				continue
			}
			switch m, next := p.measures(), ks[i+1].w; {
			case m.begun("letters", next):
				form += strings.Repeat("@", n)
			case m.begun("digits", next):
				form += strings.Repeat("#", n)
			}
		}
		if strings.Contains(form, "#") {
			return form
		}
	}
	return ""
}

// oftenValue tells how often: in the period that the question or the mail counts in, not less
// often than the mail wants it.
func (p *planner) oftenValue(it *item, r *rng.Rand) bool {
	period, low, usual := "", 1, 1
	for _, s := range append([]string{it.text}, p.around(it)...) {
		for _, f := range p.think.pairs("periods") {
			if p.holdsWords(s, f[0]) {
				period = strings.TrimRight(f[1], " 0123456789")
				usual, _ = strconv.Atoi(f[1][len(f[1])-1:])
				break
			}
		}
		if period == "" {
			continue
		}
		for i, n := range p.think.lines("times") {
			if p.holdsWords(s, n) && s != it.text {
				low = i + 1 // "the minimum is twice a year"
			}
		}
		break
	}
	if period == "" || len(p.fitting("often", it, false)) > 0 && !p.holdsLine("times asked", it.text) {
		return false
	}
	times := p.think.lines("times")
	n := r.Between(low, min(low+2, len(times)))
	if low == 1 {
		n = max(n, usual)
	}
	p.whole(it, upperStart(times[n-1])+" "+period)
	return true
}

// holdsWords reports whether words follow each other in a text.
func (p *planner) holdsWords(text, words string) bool {
	return strings.Contains(p.spaced(text), " "+words+" ")
}
