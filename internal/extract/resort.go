package extract

import (
	"slices"
	"strings"
)

// resortEnough is what lastResort asks for.
const resortEnough = 4

// lastResort takes the one number of a mail that can be a code, where no known word stands close enough to name it. Its
// looks, its sentence and what the mail speaks of must make up for that.
func (p *page) lastResort(open []claim) (claim, bool) {
	var best claim
	top, tied := 0, false
	for _, c := range open {
		looks, ok := c.looks()
		switch {
		case !ok || best.candidate != nil && c.value == best.value:
		case best.candidate == nil || looks > top:
			best, top, tied = c, looks, false
		case looks == top:
			tied = true
		}
	}
	if best.candidate == nil || tied {
		return claim{}, false
	}
	said := best.sentence()
	if !best.alone && !best.introduced && said == 0 && len(best.groups) == 1 && len(best.value) == minCode || top+said+p.theme() < resortEnough {
		return claim{}, false
	}
	best.why = "the only number in a mail about typing a code"
	return best, true
}

// looks weighs the form of a candidate and its place on the page; ok is false for one that needs a word to name it.
func (c claim) looks() (n int, ok bool) {
	grouped := len(c.groups) > 1
	if c.hash || c.shape == digits && (c.weak || len(c.value) > 8 || strings.HasSuffix(c.value, "000")) {
		return 0, false
	}
	if !c.alone && (c.weak || !grouped && (c.shape != digits || len(c.value) == minCode && (c.weight < 2 || yearLike(c.value)))) {
		return 0, false
	}
	for _, sign := range []bool{c.alone, c.alone, c.introduced, c.led, c.line.isLoud(c.span), c.shape != digits || len(c.value) == 6, c.shape == digits && grouped} {
		if sign {
			n++
		}
	}
	return n, true
}

// sentence weighs what the sentence around the candidate tells to do, and what else it counts.
func (c claim) sentence() int {
	if c.alone {
		return 0
	}
	before, _ := lastSentence(tail(c.line.low[:c.start]))
	from, to := c.start-len(before), c.end+len(firstSentence(c.line.low[c.end:]))
	n := 0
	for _, m := range c.line.marks {
		if m.start < from || m.end > to {
			continue
		}
		switch m.class {
		case trap, thing, other, promo:
			return -2
		case strong, code, enter, purpose, brief:
			n = 2
		case use:
			n = max(n, 1)
		}
	}
	return n
}

// theme weighs what the mail as a whole speaks of, and whether it names other numbers.
func (p *page) theme() (n int) {
	kinds := map[class]bool{}
	for i := range p.lines {
		for _, m := range p.lines[i].marks {
			kinds[m.class] = true
		}
	}
	any := func(classes ...class) bool {
		return slices.ContainsFunc(classes, func(c class) bool { return kinds[c] })
	}
	for _, sign := range []bool{kinds[strong], kinds[strong], any(strong, code, enter, use, purpose, brief), kinds[valid], !any(trap, other, promo)} {
		if sign {
			n++
		}
	}
	return n
}
