package extract

import (
	"fmt"
	"strings"
	"unicode"
)

// Weights. A candidate is a code when what speaks for it reaches enough.
const (
	enough = 5
	never  = -100

	reachLeft  = 200 // bytes before a candidate in which words count
	reachRight = 140 // bytes after it
)

// verdict is the weight of a candidate and the best reason for it.
type verdict struct {
	weight int
	best   int
	why    string
}

func (v *verdict) add(n int, format string, args ...any) {
	v.weight += n
	if n > v.best {
		v.best, v.why = n, fmt.Sprintf(format, args...)
	}
}

// codes judges all candidates of the page.
func (p *page) codes() []Code {
	codes := []Code{}
	seen := map[string]bool{}
	var listed *candidate // the code on the line before, if that line holds nothing else
	for i := range p.lines {
		found := candidates(p.lines[i].text)
		alone := len(found) == 1 && p.lines[i].alone(found[0].span)
		var last *candidate
		for k := range found {
			c := &found[k]
			v := p.judge(i, c, found[:k])
			if v.weight < enough && v.weight > never/2 && p.continues(i, c, last, listed, alone) {
				v = verdict{weight: enough, why: "in a list of codes"}
			}
			if v.weight < enough {
				continue
			}
			last = c
			if !seen[c.value] {
				seen[c.value] = true
				codes = append(codes, Code{c.value, v.why})
			}
		}
		if listed = nil; alone {
			listed = last
		}
	}
	return codes
}

// continues tells a candidate that goes on a list: printed like the code before it, with nothing between the two.
func (p *page) continues(i int, c, before, above *candidate, alone bool) bool {
	if above != nil && alone && sameForm(c, above) {
		return true
	}
	if before == nil || !sameForm(c, before) || c.groups[0] == minCode && len(c.groups) == 1 && c.shape == digits {
		return false
	}
	gap := p.lines[i].text[before.end:c.start]
	return len(gap) <= 4 && strings.Trim(gap, " ,;|/\t") == ""
}

func sameForm(a, b *candidate) bool {
	return a.shape == b.shape && len(a.value) == len(b.value) && len(a.groups) == len(b.groups)
}

// alone tells that nothing but punctuation shares the line with s.
func (l *line) alone(s span) bool {
	return !hasLetterOrDigit(l.text[:s.start]) && !hasLetterOrDigit(l.text[s.end:])
}

func hasLetterOrDigit(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

func (l *line) isLoud(s span) bool {
	for _, e := range l.loud {
		if e.start <= s.start && s.end <= e.end {
			return true
		}
	}
	return false
}

// judge weighs one candidate of line i; before holds those to its left.
func (p *page) judge(i int, c *candidate, before []candidate) verdict {
	l := &p.lines[i]
	var v verdict
	left := l.left(c)
	if strings.HasPrefix(l.low[left.word.start:left.word.end], "pin") && len(c.value) >= 5 && p.isPlace(i) {
		left.refused = true
	}
	right := l.right(c)
	if left.refused || right.refused {
		return verdict{weight: never}
	}
	left.tell(&v, "after", l)
	right.tell(&v, "before", l)
	alone := l.alone(c.span)
	if right.trapped && left.weight == 0 {
		return verdict{weight: never}
	}
	if v.weight < 4 {
		p.lookAround(i, c, alone, &v)
	}
	p.form(i, c, alone, left, &v)
	if p.isPromotion(i, c, left.class == strong || right.class == strong) {
		return verdict{weight: never}
	}
	return v
}

// isPlace tells that line i or the one above is part of a postal address.
func (p *page) isPlace(i int) bool {
	for k := max(0, i-1); k <= i; k++ {
		for _, m := range p.lines[k].marks {
			if m.class == place {
				return true
			}
		}
	}
	return false
}

// form adds what the candidate's own looks say.
func (p *page) form(i int, c *candidate, alone bool, left evidence, v *verdict) {
	l := &p.lines[i]
	if v.weight > 0 {
		if alone {
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
	case c.shape == digits && len(c.groups) == 1 && yearLike(c.value) && !left.near:
		v.weight -= 3
	}
	if c.weak && left.near && left.class == strong {
		v.weight--
	} else if c.weak {
		v.weight -= 3
	}
	if c.hash {
		v.weight -= 4
	}
}

// evidence is what the words on one side of a candidate say.
type evidence struct {
	weight  int
	class   class
	word    span
	near    bool // with at most one word between
	refused bool // names something else
	trapped bool // seems to name something else
}

func (e evidence) tell(v *verdict, side string, l *line) {
	if e.weight > 0 {
		if e.word.end > e.word.start {
			v.add(e.weight, "%s %q", side, l.text[e.word.start:e.word.end])
		} else {
			v.weight += e.weight
		}
	}
}

// left reads the words before a candidate, nearest first.
func (l *line) left(c *candidate) evidence {
	var e evidence
	var passed *sight // a trap that a colon or a verb parts from the candidate: its head may be a code
	spent := false    // the number between belongs to a trap
	for k := markBefore(l.marks, c.start) - 1; k >= 0; k-- {
		m := l.marks[k]
		if c.start-m.end > reachLeft {
			break
		}
		s := look(l.low[m.end:c.start], true)
		if s.breaks > 1 {
			break
		}
		s.number = s.number && !spent
		switch m.class {
		case trap, thing:
			spent = spent || s.number && startsWithNumber(l.low[m.end:c.start])
			direct := s.breaks == 0 && !s.number && s.words <= 2 && e.weight == 0
			if direct && !(s.joint || s.words > 0) {
				return evidence{refused: true}
			}
			if direct && passed == nil {
				passed = &s
			}
		case unit, month:
			if s.words == 0 && !s.number && s.breaks == 0 && !s.joint && len(l.low[m.end:c.start]) <= 3 && (m.class == unit || yearLike(c.value)) {
				return evidence{refused: true}
			}
		case strong, code, enter, use:
			w := weightLeft(m.class, s)
			if passed != nil && s.breaks > 0 {
				w = 0
			}
			if w > e.weight {
				if e.weight > 0 && e.class.tells() != m.class.tells() {
					w++
				}
				e.weight, e.class, e.word, e.near = w, m.class, span{m.start, m.end}, s.words <= 1
			} else if w > 0 && m.class.tells() && !e.class.tells() {
				e.weight++
			}
		}
	}
	if passed != nil && e.weight < 3 {
		return evidence{refused: true}
	}
	return e
}

// markBefore is the number of marks that end at or before at.
func markBefore(marks []mark, at int) int {
	lo, hi := 0, len(marks)
	for lo < hi {
		if mid := (lo + hi) / 2; marks[mid].end <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// tells tells the classes that ask to do something with a code.
func (c class) tells() bool { return c == enter || c == use }

// startsWithNumber tells a gap that goes from a word right to a number: "order no. 771204".
func startsWithNumber(gap string) bool {
	i := strings.IndexFunc(gap, unicode.IsDigit)
	return i >= 0 && i <= 8 && !strings.ContainsAny(gap[:i], ",;!?")
}

func weightLeft(c class, s sight) int {
	w := 0
	switch c {
	case strong:
		w = steps(s.words, 4, 6, 9, 5, 16, 4)
	case code:
		w = steps(s.words, 3, 5, 7, 4, 12, 3)
	case enter:
		w = steps(s.words, 0, 5, 1, 4, 5, 3, 8, 2)
	case use:
		w = steps(s.words, 1, 3, 5, 2)
	}
	if s.number {
		w -= 4
	}
	return w - 2*s.breaks
}

// steps gives the weight of the first limit that n does not pass.
func steps(n int, limitsAndWeights ...int) int {
	for i := 0; i < len(limitsAndWeights); i += 2 {
		if n <= limitsAndWeights[i] {
			return limitsAndWeights[i+1]
		}
	}
	return 0
}

// right reads the words after a candidate, nearest first, to the end of the sentence.
func (l *line) right(c *candidate) evidence {
	var e evidence
	bonus := 0
	for k := markBefore(l.marks, c.end); k < len(l.marks); k++ {
		m := l.marks[k]
		if m.start < c.end {
			continue
		}
		if m.start-c.end > reachRight {
			break
		}
		s := look(l.low[c.end:m.start], false)
		if s.number || s.breaks > 0 && m.class != valid || s.breaks > 1 {
			break
		}
		switch m.class {
		case unit, month:
			if s.words == 0 && !s.joint && !s.comma && m.start-c.end <= 2 && (m.class == unit || yearLike(c.value)) {
				return evidence{refused: true}
			}
		case trap:
			if e.weight == 0 && s.words <= 3 && !s.joint && !s.comma {
				e.trapped = true
			}
		case strong, code, enter, use:
			if w := weightRight(m.class, s); w > e.weight && !e.trapped {
				e.weight, e.class, e.word = w, m.class, span{m.start, m.end}
			}
		case purpose, valid:
			if s.words <= 10 {
				bonus = 1
			}
		}
	}
	e.weight += bonus
	return e
}

func weightRight(c class, s sight) int {
	if s.joint {
		return 0
	}
	switch c {
	case strong:
		return steps(s.words, 6, 5, 10, 3)
	case code:
		return steps(s.words, 5, 4, 9, 3)
	case enter:
		return steps(s.words, 1, 4, 3, 2)
	case use:
		return steps(s.words, 1, 2)
	}
	return 0
}

// lookAround reads the lines near a candidate that its own line says little about.
func (p *page) lookAround(i int, c *candidate, alone bool, v *verdict) {
	l := &p.lines[i]
	if l.part == inSubject {
		if p.signals.strong && !c.weak && len(l.marks) == 0 {
			v.add(4, "in the subject of a mail about a code")
		}
		return
	}
	handicap := 0
	if !alone {
		if handicap = 2; len(l.text) > 60 || l.inTable() {
			if !p.underHeader(i, c, v) {
				return
			}
			return
		}
	}
	found := 0
	for d := 1; d <= 3 && i-d >= 0 && p.lines[i-d].part == l.part; d++ {
		w, m, isTrap := p.lines[i-d].lead()
		if isTrap && d == 1 && alone {
			v.weight = never
			return
		}
		if w -= d - 1 + handicap; w > found {
			found = w
			v.add(w, "under %q", p.lines[i-d].text[m.start:m.end])
			break
		}
	}
	for d := 1; d <= 2 && i+d < len(p.lines) && p.lines[i+d].part == l.part; d++ {
		w, m, isTrap := p.lines[i+d].lead()
		if isTrap && d == 1 && found == 0 && alone && len(p.lines[i+d].text) <= 40 {
			v.weight = never
			return
		}
		if p.lines[i+d].holdsNumber() {
			break
		}
		if w -= d - 1 + handicap; w > found {
			found = w
			v.add(w, "over %q", p.lines[i+d].text[m.start:m.end])
			break
		}
	}
}

func (l *line) inTable() bool { return strings.IndexByte(l.text, '\t') >= 0 }

func (l *line) holdsNumber() bool { return len(candidates(l.text)) > 0 }

// lead is what a line says about the number on the line below or above it: how strongly it announces a code, by which
// word, or that it names something else.
func (l *line) lead() (weight int, by mark, isTrap bool) {
	sawTrap := false
	for _, m := range l.marks {
		w := 0
		switch m.class {
		case strong:
			w = 4
		case code, enter:
			w = 3
		case use:
			w = 2
		case trap, thing:
			sawTrap = true
		}
		if w > weight {
			weight, by = w, m
		}
	}
	return weight, by, sawTrap && weight == 0 && len(l.text) <= 60
}

// underHeader looks at the head of the candidate's column.
func (p *page) underHeader(i int, c *candidate, v *verdict) bool {
	l := &p.lines[i]
	if i == 0 || !l.inTable() || strings.Count(p.lines[i-1].text, "\t") != strings.Count(l.text, "\t") {
		return false
	}
	column := strings.Count(l.text[:c.start], "\t")
	cells := strings.Split(p.lines[i-1].low, "\t")
	start := 0
	for _, cell := range cells[:column] {
		start += len(cell) + 1
	}
	for _, m := range p.lines[i-1].marks {
		if m.start >= start && m.end <= start+len(cells[column]) && (m.class == strong || m.class == code) {
			v.add(4, "in the column %q", p.lines[i-1].text[m.start:m.end])
			return true
		}
	}
	return false
}

// isPromotion tells a code that lowers a price.
func (p *page) isPromotion(i int, c *candidate, named bool) bool {
	if named || c.shape == digits && len(c.value) != 4 {
		return false
	}
	for k := max(0, i-1); k <= min(len(p.lines)-1, i+1); k++ {
		if strings.IndexByte(p.lines[k].text, '%') >= 0 {
			return true
		}
		for _, m := range p.lines[k].marks {
			if m.class == promo {
				return true
			}
		}
	}
	return false
}
