package extract

import "strings"

const (
	longNumber = 7 // digits of most telephone numbers, which only few codes have
	maxCall    = 6 // words from "call us" to a long number
	maxShort   = 3 // words from "call us" to a short one
)

// isPhone tells that candidate c of line i is said to be called. before is the candidate before it on the line, and whether
// it was.
func (p *page) isPhone(i int, c *candidate, marks []mark, before *candidate, alone bool) bool {
	l := &p.lines[i]
	if c.shape != digits || c.led || l.namedAfter(c) {
		return false
	}
	if before != nil && connectives.has(strings.Trim(l.low[before.end:c.start], " ,;|/")) {
		return true // "call 5550142 or 5550143"
	}
	if l.callsBefore(c.start, len(c.value), marks) || l.calledAfter(c.end, marks) || l.dialledBefore(c, marks) && !p.opensByDialling() {
		return true
	}
	if i == 0 || !alone || p.lines[i-1].part != l.part || len(p.lines[i-1].low) > maxLabel {
		return false
	}
	above := strings.TrimRight(p.lines[i-1].low, " :")
	return !strings.ContainsAny(above, ".!?") && p.lines[i-1].callsBefore(len(above), len(c.value), phoneLexicon().find(above))
}

// namedAfter tells "482913 is your code".
func (l *line) namedAfter(c *candidate) bool {
	k := markBefore(l.marks, c.end)
	for ; k < len(l.marks) && l.marks[k].start <= c.end+maxLabel; k++ {
		if s := look(l.low[c.end:max(c.end, l.marks[k].start)], false); l.marks[k].class.names() && s.copula && s.breaks == 0 {
			return true
		}
	}
	return false
}

// callsBefore tells that the words before a number of n digits tell to call it.
func (l *line) callsBefore(at, n int, marks []mark) bool {
	for k := markBefore(marks, at) - 1; k >= 0 && at-marks[k].end <= reachLeft; k-- {
		m := marks[k]
		s := look(l.low[m.end:at], true)
		if s.breaks > 0 || s.number || s.means || l.says(m.end, at, strong, code, enter, password, brief, confirmation, trap) && !l.onlyNumbers(m.end, at) {
			return false
		}
		limit := maxCall
		if n < longNumber {
			limit = maxShort
		}
		if s.words > limit || s.comma && n < longNumber {
			continue
		}
		switch m.class {
		case call:
			return true
		case dial:
			if n >= longNumber {
				return true
			}
		case telephone:
			if !l.verifies(m.start) && s.words <= maxTaken {
				return true
			}
		}
	}
	return false
}

// dialledBefore tells that a short number is to be dialled, and that its sentence does not say for what: "for help dial 445566".
func (l *line) dialledBefore(c *candidate, marks []mark) bool {
	k := markBefore(marks, c.start) - 1
	if k < 0 || marks[k].class != dial || c.start-marks[k].end > maxLabel {
		return false
	}
	s := look(l.low[marks[k].end:c.start], true)
	if s.words > maxTaken || s.breaks > 0 || s.number || s.comma {
		return false
	}
	from, to := max(0, c.start-reachLeft), min(len(l.low), c.end+reachRight)
	if stop := strings.LastIndexAny(l.low[from:marks[k].start], ".!?"); stop >= 0 {
		from += stop
	}
	if stop := strings.IndexAny(l.low[c.end:to], ".!?"); stop >= 0 {
		to = c.end + stop
	}
	return !l.says(from, to, strong, code, password, purpose, brief)
}

// opensByDialling tells a mail that speaks of a door or its keys, or of a code and has one number only: what it says to dial may be
// that code.
func (p *page) opensByDialling() bool {
	p.padsOnce.Do(func() {
		values, speaks := map[string]bool{}, false
		for i := range p.lines {
			l := &p.lines[i]
			if hasClass(phoneLexicon().find(l.low), pad) {
				p.pads = true
				return
			}
			speaks = speaks || hasClass(l.marks, strong) || hasClass(l.marks, code) || hasClass(l.marks, password)
			for _, c := range candidates(l.text) {
				values[c.value] = true
			}
		}
		p.pads = speaks && len(values) == 1
	})
	return p.pads
}

// onlyNumbers tells that the traps in a part of the line are words about telephones.
func (l *line) onlyNumbers(from, to int) bool {
	return !l.says(from, to, strong, code, enter, password, brief, confirmation) && len(phoneLexicon().find(l.low[from:to])) > 0
}

// verifies tells that the words of the same sentence before at speak of typing a code: "verify your phone: 482913".
func (l *line) verifies(at int) bool {
	last, _ := lastSentence(tail(l.low[:at]))
	if last = strings.TrimRight(last, " "); last == "" || strings.IndexByte(".!?", last[len(last)-1]) >= 0 {
		return false
	}
	at = len(strings.TrimRight(l.low[:at], " "))
	for k := len(last); k > 0; k-- {
		if isDigit(last[k-1]) {
			last = last[k:]
			break
		}
	}
	return l.says(at-len(last), at, strong, code, enter, use, purpose, password, brief, confirmation)
}

// calledAfter tells that the words right after a number tell to call it.
func (l *line) calledAfter(from int, marks []mark) bool {
	k := markBefore(marks, from)
	if k == len(marks) || marks[k].class != called || marks[k].start < from {
		return false
	}
	s := look(l.low[from:marks[k].start], false)
	return s.near() && !s.number && !s.comma
}
