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
	if (!best.placed() || best.counts()) && !p.speaksOfTyping() {
		return claim{}, false // news of a sign-in: a place, a file, a device; or of many
	}
	if said == 0 && !best.alone && !best.introduced && best.short() || top+said+p.theme() < resortEnough {
		return claim{}, false
	}
	best.why = "the only number in a mail about typing a code"
	return best, true
}

// placed tells a number that is set apart, announced or spoken for, not one in the midst of a sentence.
func (c claim) placed() bool {
	return c.alone || c.introduced || c.led || c.aimed || c.best >= 2 || c.line.isLoud(c.span) || len(c.groups) > 1
}

// speaksOfTyping tells a mail that names a code or says to type something, more than news of a sign-in does.
func (p *page) speaksOfTyping() bool {
	return slices.ContainsFunc(p.lines, func(l line) bool {
		return slices.ContainsFunc(l.marks, func(m mark) bool {
			return m.class == strong || m.class == code || m.class == enter || m.class == use || m.class == brief || m.class == password || m.class == number
		})
	})
}

// looks weighs the form of a candidate and its place on the page; ok is false for one that needs a word to name it.
func (c claim) looks() (n int, ok bool) {
	grouped := len(c.groups) > 1
	if c.hash || c.shape == digits && (c.weak || len(c.value) > 8 || strings.HasSuffix(c.value, "000")) {
		return 0, false
	}
	if !c.alone && (c.weight == 0 && c.byName() || c.weak && !c.named() || !grouped && (c.shape != digits && !c.jumbled() || c.short() && !c.tied())) {
		return 0, false
	}
	for _, sign := range []bool{c.alone, c.alone, c.introduced, c.led, c.line.isLoud(c.span), c.shape != digits || len(c.value) == 6, c.shape == digits && grouped} {
		if sign {
			n++
		}
	}
	return n, true
}

// named tells groups of a reference's form that a word right beside them tells to type: BXK-4471.
func (c claim) named() bool { return c.shape == mixed && c.sure > 0 && slices.Min(c.groups) >= 3 }

// byName tells a number right behind a name in the middle of a sentence, as places, models and rooms have: Berlin 10115.
func (c claim) byName() bool {
	before := strings.TrimRight(c.line.text[:c.start], " ")
	name := before[strings.LastIndexByte(before, ' ')+1:]
	earlier := strings.TrimRight(before[:len(before)-len(name)], " ")
	return len(name) > 2 && isUpper(name[0]) && isLower(name[len(name)-1]) && earlier != "" && !endsSentence(before, len(earlier))
}

// counts tells a number that opens a sentence before an unknown plural in small letters: 61200 readers.
func (c claim) counts() bool {
	before := strings.TrimRight(c.line.text[:c.start], " ")
	if before != "" && !strings.ContainsAny(before[len(before)-1:], ".!?") || c.shape != digits || len(c.groups) > 1 {
		return false
	}
	rest, spaced := strings.CutPrefix(c.line.text[c.end:], " ")
	noun := firstWord(rest)
	if !spaced || len(noun) < 4 || !strings.HasSuffix(noun, "s") || strings.ContainsFunc(noun, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return false
	}
	return !slices.ContainsFunc(c.line.marks, func(m mark) bool { return m.start < c.end+1+len(noun) && m.end > c.end })
}

// jumbled tells capitals and digits that change places at least twice, as no word or model has: K7X2P9.
func (c claim) jumbled() bool {
	turns := 0
	for i := 1; i < len(c.value); i++ {
		if isDigit(c.value[i]) != isDigit(c.value[i-1]) {
			turns++
		}
	}
	return turns >= 2 && len(c.value) > minCode && isCapital(c.value)
}

// short tells a number in one group that could as well be a year, a time or a count.
func (c claim) short() bool {
	return c.shape == digits && len(c.groups) == 1 && len(c.value) == minCode
}

// tied tells a short number that a word beside it speaks for, and that is no year or time.
func (c claim) tied() bool {
	clock := c.value < "2400" && c.value[2:] < "60" && c.sure == 0 && !c.typed
	return c.weight >= 2 && !yearLike(c.value) && !clock
}

// sentence weighs what the sentence around the candidate tells to do, and what else it counts.
func (c claim) sentence() int {
	if c.alone {
		return 0
	}
	before := strings.TrimRight(c.line.low[:c.start], " ")
	last, _ := lastSentence(tail(before))
	from, to := len(before)-len(last), c.end+len(firstSentence(c.line.low[c.end:]))
	named, told, toWhom, counts := false, false, false, 0
	for _, m := range c.line.marks {
		if m.start < from || m.end > to {
			continue
		}
		switch m.class {
		case trap, other, promo:
			counts = 1
		case strong, enter, purpose, brief:
			named = true
		case use:
			told = true
		case person:
			toWhom = true
		}
	}
	switch {
	case named, told && toWhom:
		return 2 - counts
	case told:
		return 1 - 2*counts
	}
	return -2 * counts
}

// theme weighs what the mail as a whole speaks of, and whether it names other numbers.
func (p *page) theme() (n int) {
	kinds := map[class]bool{}
	for i := range p.lines {
		for _, m := range p.lines[i].marks {
			kinds[m.class] = true
		}
	}
	speaks := func(classes ...class) bool {
		return slices.ContainsFunc(classes, func(c class) bool { return kinds[c] })
	}
	for _, sign := range []bool{kinds[strong], kinds[strong], speaks(strong, code, enter, use, purpose, brief), kinds[valid], !speaks(trap, other, promo)} {
		if sign {
			n++
		}
	}
	return n
}
