package extract

import "strings"

// Bounds in bytes.
const (
	maxLabel = 60  // of a line that only names what stands below it
	maxRow   = 400 // of the rows of a table that are read with their heads
)

// lookAround reads the lines near a candidate that its own line says little about.
func (p *page) lookAround(i int, c *candidate, v *verdict) {
	l := &p.lines[i]
	if l.part == inSubject {
		if p.signals.strong && !c.weak && len(l.marks) == 0 {
			v.add(4, "in the subject of a mail about a code")
		}
		return
	}
	handicap := 0
	if !v.alone {
		if len(l.text) > maxLabel || l.inTable() {
			p.underHeader(i, c, v)
			return
		}
		handicap = 2
	}
	if found, refused := p.lookUp(i, handicap, v); refused || p.lookDown(i, handicap, found, v) {
		v.weight = never
	}
}

// lookUp reads up to three lines above line i, to the first that announces a code or holds a number. It tells the weight
// found, or that the line right above names something else.
func (p *page) lookUp(i, handicap int, v *verdict) (found int, refused bool) {
	for d := 1; d <= 3 && i-d >= 0 && p.lines[i-d].part == p.lines[i].part; d++ {
		above := &p.lines[i-d]
		w, m, isTrap := above.lead()
		if isTrap && d == 1 && v.alone && !above.holdsNumber() {
			return 0, true
		}
		w -= d - 1 + handicap
		if w > 0 {
			v.add(w, "under %q", above.text[m.start:m.end])
		}
		if w > 0 || above.holdsNumber() {
			return max(w, 0), false
		}
	}
	return 0, false
}

// lookDown reads up to two lines below line i for more weight than was found above, to the first that holds a number. It
// tells that the line right below names something else.
func (p *page) lookDown(i, handicap, found int, v *verdict) (refused bool) {
	for d := 1; d <= 2 && i+d < len(p.lines) && p.lines[i+d].part == p.lines[i].part; d++ {
		below := &p.lines[i+d]
		w, m, isTrap := below.lead()
		if below.holdsNumber() {
			return false
		}
		if isTrap && d == 1 && found == 0 && v.alone && len(below.text) <= 40 && !strings.HasSuffix(below.text, ".") {
			return true
		}
		if w -= d - 1 + handicap; w > found {
			v.add(w, "over %q", below.text[m.start:m.end])
			return false
		}
	}
	return false
}

func (l *line) inTable() bool { return strings.IndexByte(l.text, '\t') >= 0 }

func (l *line) holdsNumber() bool { return len(candidates(l.text)) > 0 }

// lead is what a line says about the number on the line below or above it: how strongly it announces a code, by which
// word, or that it names something else.
func (l *line) lead() (weight int, by mark, isTrap bool) {
	sawTrap, sawThing, named, told := false, false, false, false
	for _, m := range l.marks {
		w := 0
		switch m.class {
		case strong:
			w, named = 4, true
		case code:
			w, named = 3, true
		case enter:
			w, told = 3, true
		case use:
			w, told = 2, true
		case purpose:
			w = 2
		case thing:
			sawThing = true
		case trap, figure:
			sawTrap = true
		}
		if w > weight {
			weight, by = w, m
		}
	}
	if named && told {
		weight++
	}
	if sawTrap && !named && !told {
		weight = 0
	}
	return weight, by, (sawTrap || sawThing) && weight == 0 && len(l.text) <= maxLabel
}

// underHeader looks at the head of the candidate's column.
func (p *page) underHeader(i int, c *candidate, v *verdict) {
	head, ok := p.columnHead(i, c)
	if !ok {
		return
	}
	for _, m := range p.lines[i-1].marks {
		if m.start >= head.start && m.end <= head.end && (m.class == strong || m.class == code) {
			v.add(4, "in the column %q", p.lines[i-1].text[m.start:m.end])
			return
		}
	}
}

// columnHead finds the cell of the line above that stands over the candidate.
func (p *page) columnHead(i int, c *candidate) (span, bool) {
	l := &p.lines[i]
	if i == 0 || len(l.text) > maxRow || !l.inTable() || strings.Count(p.lines[i-1].text, "\t") != strings.Count(l.text, "\t") {
		return span{}, false
	}
	column := strings.Count(l.text[:c.start], "\t")
	cells := strings.Split(p.lines[i-1].low, "\t")
	start := 0
	for _, cell := range cells[:column] {
		start += len(cell) + 1
	}
	return span{start, start + len(cells[column])}, true
}

// isPromotion tells a code that lowers a price: a word or a short number near talk of discounts.
func (p *page) isPromotion(i int, c *candidate) bool {
	if c.shape == digits && len(c.value) != 4 {
		return false
	}
	return p.lines[i].promo || i > 0 && p.lines[i-1].promo || i+1 < len(p.lines) && p.lines[i+1].promo
}
