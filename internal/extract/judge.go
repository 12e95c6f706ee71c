package extract

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
)

// Weights. A candidate is a code when what speaks for it reaches enough.
const (
	enough  = 5
	withAim = 4 // of "with" before a number and what it does after it
	subject = 4 // of a number that does something: "934107 approves your payment"
	never   = -100
)

// verdict is the weight of a candidate and the best reason for it.
type verdict struct {
	weight int
	best   int // weight of the reason in why
	why    string
	label  span // the word to its left that names it
	after  span // the word to its right that does
	sure   int  // how closely that word names it
	typed  bool // that word tells to type it
	aimed  bool // the words to its right tell what it is for
	alone  bool // nothing shares its line
	// introduced tells a colon before it, on its line or at the end of the line above.
	introduced bool
}

func (v *verdict) add(n int, format string, args ...any) {
	v.weight += n
	if n > v.best {
		v.best, v.why = n, fmt.Sprintf(format, args...)
	}
}

// claim is a candidate with its verdict.
type claim struct {
	*candidate
	verdict
	line *line
}

// codes judges all candidates of the page.
func (p *page) codes() []Code {
	codes := []Code{}
	seen := map[string]bool{}
	digitsOnly := sync.OnceValue(p.asksForDigits)
	add := func(c claim) {
		if rest, ok := c.afterPrefix(); ok && digitsOnly() {
			c.value = rest
		}
		if !seen[c.value] {
			seen[c.value] = true
			codes = append(codes, Code{c.value, c.why})
		}
	}
	var above *candidate // the code on the line before, if that line holds nothing else
	var open []claim     // candidates that nothing speaks against
	for i := range p.lines {
		claims := p.claims(i, above)
		above = nil
		for _, c := range claims {
			if c.weight >= enough {
				add(c)
				if c.alone {
					above = c.candidate
				}
			} else if c.weight > never {
				open = append(open, c)
			}
		}
	}
	p.newFirst(codes)
	if len(codes) == 0 {
		if c, ok := p.lastResort(open); ok {
			add(c)
		}
	}
	return codes
}

// asksForDigits tells a mail that says to type what stands after the hyphen of its code.
func (p *page) asksForDigits() bool {
	return slices.ContainsFunc(p.lines, func(l line) bool { return containsAny(l.low, afterHyphen) })
}

// afterPrefix is the code without the letters that a service prints before its digits: QD-58203.
func (c claim) afterPrefix() (digits string, ok bool) {
	letters, rest, ok := strings.Cut(c.value, "-")
	return rest, ok && len(rest) >= minCode && allDigits(rest) && !strings.ContainsAny(letters, "0123456789")
}

// claims judges the candidates of line i. Of several under one label the best stays, unless they are a list.
func (p *page) claims(i int, above *candidate) []claim {
	l := &p.lines[i]
	found := candidates(l.text)
	claims := make([]claim, len(found))
	alone := len(found) == 1 && l.alone(found[0].span)
	best := -1 // the claim that holds the label of the current one
	for k := range found {
		c := &found[k]
		claims[k] = claim{c, p.judge(i, c, alone), l}
		v := &claims[k].verdict
		listed := best >= 0 && best == k-1 && l.continues(c, &found[best])
		switch {
		case v.weight > never && v.weight < enough && (listed || alone && above != nil && sameForm(c, above)):
			v.weight, v.why = enough, "in a list of codes"
			best = k
		case v.weight < enough:
		case best >= 0 && !listed && v.label == claims[best].after && v.label != span{}:
			v.weight = never // "661209 is your code for card 4471"
		case best >= 0 && !listed && v.label == claims[best].label && v.label != span{}:
			if v.sure > claims[best].sure {
				claims[best].weight, best = never, k
			} else {
				v.weight = never
			}
		default:
			best = k
		}
	}
	return claims
}

// continues tells a candidate that goes on a list: printed like the code before it, with nothing between the two.
func (l *line) continues(c, before *candidate) bool {
	if !sameForm(c, before) {
		return false
	}
	gap := l.low[before.end:c.start]
	return len(gap) <= 8 && connectives.has(strings.Trim(gap, " ,;|/\t"))
}

// connectives stand between the members of a list.
var connectives = setOf("", "and", "und", "et", "y", "e", "en", "och", "og", "ja", "i", "a", "es", "si", "и", "і", "ve", "و", "ו", "と", "和", "và",
	"dan", "or", "oder", "ou", "o", "και", "और")

func sameForm(a, b *candidate) bool {
	return a.shape == b.shape && len(a.value) == len(b.value) && len(a.groups) == len(b.groups)
}

// alone tells that nothing but punctuation and the number of a list shares the line with s.
func (l *line) alone(s span) bool {
	return !hasLetterOrDigit(afterBullet(l.text[:s.start])) && !hasLetterOrDigit(l.text[s.end:])
}

// afterBullet cuts the number off that an item of a list begins with: `3.`, `12)`.
func afterBullet(s string) string {
	rest := strings.TrimLeft(s, "0123456789")
	if n := len(s) - len(rest); n == 0 || n > 2 || rest == "" || strings.IndexByte(".):\t", rest[0]) < 0 {
		return s
	}
	return rest[1:]
}

func hasLetterOrDigit(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

func (l *line) isLoud(s span) bool {
	k := sort.Search(len(l.loud), func(k int) bool { return l.loud[k].end >= s.end })
	return k < len(l.loud) && l.loud[k].start <= s.start
}

// judge weighs one candidate of line i.
func (p *page) judge(i int, c *candidate, alone bool) verdict {
	l := &p.lines[i]
	v := verdict{alone: alone, introduced: p.introduced(i, c, alone)}
	left, right := l.left(c), l.right(c)
	if strings.HasPrefix(l.low[left.word.start:left.word.end], "pin") && len(c.value) >= 5 && (l.place || i > 0 && p.lines[i-1].place) {
		left.refused = true // an Indian PIN code is a post code
	}
	if left.weight == 0 && right.weight < subject && !left.trapped {
		if word := l.deedAfter(c); word != (span{}) { // "934107 approves your payment", whatever is paid
			right.weight, right.word, right.class, right.trapped = subject, word, purpose, false
			if yours.has(firstWord(l.low[word.end:])) {
				right.weight++
			}
		}
	}
	heir := p.heirs[c.value] || p.turned && p.news[c.value] // said so whatever "bon code" means elsewhere
	if heir {
		left.refused, left.trapped, right.trapped = false, false, false
	}
	named := left.class == strong || right.class == strong
	if left.weight == 0 && p.inTitle(i, c) || left.refused || right.refused || right.trapped && left.weight == 0 || left.trapped && right.weight < 4 || !named && p.isPromotion(i, c) {
		v.weight = never
		return v
	}
	if left.means != (span{}) && right.yours && left.weight < withAim && !strings.HasSuffix(c.value, "000") {
		left.weight, left.word = withAim, left.means // "with 5520 you sign in"
	}
	left.tell(&v, "after", l)
	right.tell(&v, "before", l)
	if heir {
		v.add(enough, "in place of another code")
	}
	if right.weight > left.weight {
		v.after = right.word
	}
	v.label, v.sure, v.typed, v.aimed = left.word, left.sure, left.typed, right.aimed
	if v.weight < 4 {
		p.lookAround(i, c, &v)
	}
	if v.weight == never {
		return v
	}
	p.form(i, c, left, right, &v)
	return v
}

// inTitle tells a number amid the words of a link, as the titles of articles hold.
func (p *page) inTitle(i int, c *candidate) bool {
	k := p.linkAround(i, c.span)
	return k >= 0 && len(strings.SplitN(p.links[k].text, " ", maxSlug+2)) > maxSlug
}

// inAnchor tells a word of line i that is the text of a link.
func (p *page) inAnchor(i int, s span) bool { return p.linkAround(i, s) >= 0 }

// linkAround is the index of the link whose text holds s on line i, or -1.
func (p *page) linkAround(i int, s span) int {
	k := sort.Search(len(p.links), func(k int) bool {
		return p.links[k].line > i || p.links[k].line == i && p.links[k].start > s.start
	}) - 1
	if k < 0 || p.links[k].line != i || !p.links[k].anchor || s.end > p.links[k].end {
		return -1
	}
	return k
}

func (p *page) introduced(i int, c *candidate, alone bool) bool {
	before := p.lines[i].text[:c.start]
	if alone && i > 0 && p.lines[i-1].part == p.lines[i].part {
		before = p.lines[i-1].text
	}
	return strings.HasSuffix(strings.TrimRight(before, " \"'(["), ":")
}

// form adds what the candidate's own looks say.
func (p *page) form(i int, c *candidate, left, right evidence, v *verdict) {
	l := &p.lines[i]
	if v.weight > 0 {
		if v.alone {
			v.add(2, "alone on its line")
		}
		if l.isLoud(c.span) {
			v.add(1, "set apart")
		}
		if p.signals.strong {
			v.weight++
		}
	}
	switch {
	case c.shape == digits && len(c.value) == 6, c.shape == letters, c.shape == mixed && len(c.groups) > 1 && !c.weak:
		v.weight++
	case c.shape == digits && len(c.groups) == 1 && yearLike(c.value) && !left.near && !right.near:
		v.weight -= 3
	}
	if c.weak {
		near := left.near || left.class == strong && v.introduced
		v.weight -= c.doubt(near && left.class != use && left.class != 0, left.sure > 0, v.alone)
	}
	if c.led {
		v.weight++
	}
	if c.wordy() && left.class != strong {
		v.weight -= 2
	}
	if c.hash {
		v.weight -= 4
	}
}

// doubt is what a form that other numbers have as well takes off.
func (c *candidate) doubt(near, sure, alone bool) int {
	switch {
	case near && (c.sep == ' ' || sure && c.shape == mixed):
		return 0
	case near, alone && c.sep != '.':
		return 1
	}
	return 3
}

// wordy tells a word with a short number at its end, as promotions have: AUTUMN15.
func (c *candidate) wordy() bool {
	word := strings.TrimRight(c.value, "0123456789")
	return len(c.groups) == 1 && len(word) >= 4 && len(c.value)-len(word) <= 3 && !strings.ContainsAny(word, "0123456789")
}
