package extract

import (
	"slices"
	"sort"
	"strings"
	"unicode"
)

const (
	reachLeft  = 200 // bytes before a candidate in which words count
	reachRight = 140 // bytes after it
	maxMarks   = 12  // words on either side that count
)

// evidence is what the words on one side of a candidate say.
type evidence struct {
	weight  int
	class   class
	word    span
	near    bool // with at most one word between, or "is"
	sure    int  // how closely the word names the candidate
	typed   bool // a verb tells to type it
	aimed   bool // the words after it tell what it is for
	means   span // the "with" before it
	yours   bool // the words right after it tell what the reader does
	refused bool // names something else
	trapped bool // seems to name something else
}

// tell adds the evidence from one side to a verdict.
func (e evidence) tell(v *verdict, side string, l *line) {
	if e.word == (span{}) {
		v.weight += e.weight
	} else {
		v.add(e.weight, "%s %q", side, l.text[e.word.start:e.word.end])
	}
}

// left reads the words before a candidate, nearest first.
func (l *line) left(c *candidate) evidence {
	r := leftReader{line: l, c: c}
	last := markBefore(l.marks, c.start) - 1
	for k := last; k >= 0 && k > last-maxMarks && c.start-l.marks[k].end <= reachLeft; k-- {
		m := l.marks[k]
		s := look(l.low[m.end:c.start], true)
		if s.breaks > 1 {
			break
		}
		s.number = s.number && !r.spent
		if m.class == figure && l.typedNumber(k) {
			m.class = number
		}
		if r.take(m, s); r.refused {
			return r.evidence
		}
	}
	r.trapped = r.passed && r.weight < 3
	r.means = l.withBefore(c)
	if r.class.tells() {
		r.weight += r.nouns
		if r.toWhom || l.toldToWhom(c) {
			r.weight += 2
		}
	}
	return r.evidence
}

// withBefore finds the "with" before a candidate, a word for a number and an article at most between: "Mit der Zahl 3804".
func (l *line) withBefore(c *candidate) span {
	end := c.start
	for range 3 {
		before := l.low[max(0, c.start-reachLeft):end]
		last := lastWord(before)
		at := end - len(before) + strings.LastIndex(before, last)
		if instruments.has(last) {
			return span{at, at + len(last)}
		}
		k := markBefore(l.marks, end) - 1
		named := k >= 0 && l.marks[k].start == at && (l.marks[k].class == number || l.marks[k].class == figure)
		if last == "" || !named && !articles.has(last) && !dativeArticles.has(last) {
			break
		}
		end = at
	}
	return span{}
}

// toldToWhom tells a candidate that the same sentence says whom to tell: "say 3107 to the driver".
func (l *line) toldToWhom(c *candidate) bool {
	first := markBefore(l.marks, c.end)
	for _, m := range l.marks[first:min(first+maxMarks, len(l.marks))] {
		if m.start > c.end+reachRight {
			break
		}
		if m.class == person && m.start >= c.end {
			s := look(l.low[c.end:m.start], false)
			return s.words <= 3 && s.breaks == 0 && !s.number && !s.comma
		}
	}
	return false
}

// typedNumber tells a word such as "Nummer" that the verb right before it tells to type: "Geben Sie die Nummer 331907 ein".
func (l *line) typedNumber(k int) bool {
	if k == 0 || l.marks[k-1].class != enter {
		return false
	}
	s := look(l.low[l.marks[k-1].end:l.marks[k].start], true)
	return s.words <= 3 && s.breaks == 0 && !s.number && !s.comma
}

// leftReader gathers what the words before a candidate say.
type leftReader struct {
	*line
	c *candidate
	evidence
	passed bool // a trap lies between, which a colon or a verb parts from the candidate: its head may be a code
	spent  bool // the number between belongs to a trap
	nouns  int  // words such as "number" right before the candidate
	toWhom bool // somebody is to be told: "tell the driver"
}

func (r *leftReader) take(m mark, s sight) {
	direct := s.breaks == 0 && !s.number
	switch m.class {
	case trap, thing, figure:
		r.spent = r.spent || s.number && startsWithNumber(r.low[m.end:r.c.start])
		direct = direct && s.words <= 2 && !s.comma && !s.means && !s.article && r.weight == 0
		r.refused = direct && !s.joint && s.words == 0
		r.passed = r.passed || direct
	case money:
		r.refused = direct && s.words == 0 && !s.joint && !s.comma && r.c.start-m.end <= 3
	case month:
		r.refused = direct && s.words == 0 && !s.joint && r.c.start-m.end <= 3 && yearLike(r.c.value)
	case number:
		if direct && (s.words == 0 || s.joint) {
			r.nouns = 1
		} else if direct && s.words <= 3 && r.weight == 0 && prepositions.has(firstWord(r.low[m.end:r.c.start])) {
			r.refused = true // "numero de historia 551902"
		}
	case person:
		r.toWhom = r.toWhom || direct
	case strong, code, enter, use, password, purpose:
		if !r.passed || s.breaks == 0 {
			r.speak(m, s)
		}
	}
}

// speak weighs a word for the candidate. A noun and a verb together weigh one more than the heavier of them.
func (r *leftReader) speak(m mark, s sight) {
	w := weightLeft(m.class, s)
	switch {
	case w > r.weight:
		if r.weight > 0 && r.class.tells() != m.class.tells() {
			w++
		}
		r.evidence = evidence{weight: w, class: m.class, word: span{m.start, m.end}, near: s.words <= 1, sure: s.sureness(), typed: m.class == enter && s.words <= 2}
	case w > 0 && m.class.tells() && !r.class.tells():
		r.weight++
	}
}

// sureness ranks the candidates after one word: a colon or a verb before the number ties it closer than a name.
func (s sight) sureness() int {
	if s.joint || s.copula || s.words == 0 {
		return 1
	}
	return 0
}

// markBefore is the number of marks that end at or before at.
func markBefore(marks []mark, at int) int {
	return sort.Search(len(marks), func(k int) bool { return marks[k].end > at })
}

// names tells the classes of nouns for a code.
func (c class) names() bool { return c == strong || c == code }

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
		switch {
		case s.leads:
			w = steps(s.words, 12, 5, 16, 4) // "here is the code you asked for at the desk on the left: 5820"
		case s.joint || s.copula:
			w = steps(s.words, 5, 5, 9, 4, 12, 3)
		case s.spaced && s.words > 0:
			w = steps(s.words, 1, 3, 4, 1) // "code in module 20481"
		default:
			w = steps(s.words, 3, 5, 7, 4, 12, 3)
		}
	case enter:
		if w = steps(s.words, 0, 5, 1, 4, 5, 3, 8, 2); s.joint {
			w = steps(s.words, 0, 5, 5, 4, 14, 3)
		}
	case use:
		if w = steps(s.words, 1, 3, 5, 2); s.means {
			w = steps(s.words, 5, 5, 8, 4) // "answer the question on screen with 55290"
		}
	case password:
		if s.joint {
			w = steps(s.words, 3, 5, 9, 4)
		} else if s.copula || s.words == 0 {
			w = 4
		}
	case purpose:
		switch w = steps(s.words, 1, 4, 2, 3); {
		case s.means:
			w = steps(s.words, 8, 4) // "activate the card with 849 107"
		case s.leads:
			w = steps(s.words, 3, 4) // "confirm it's you: 7730"
		case s.joint:
			w = 0 // "new login: Pune 411001"
		}
	}
	if s.number {
		w -= 4
	}
	if s.breaks > 0 && s.words > 4 {
		w-- // deep in the sentence after
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
	first := markBefore(l.marks, c.end)
	for k := first; k < len(l.marks) && k < first+maxMarks; k++ {
		m := l.marks[k]
		if m.start < c.end {
			continue
		}
		if m.start-c.end > reachRight {
			break
		}
		s := look(l.low[c.end:m.start], false)
		goesOn := m.class == enter && s.words == 0 || s.presents // "KQ7XP2. Paste it there", "7712. That is your code"
		if s.number || s.breaks > 0 && m.class != valid && !goesOn || s.breaks > 1 {
			break
		}
		switch m.class {
		case money, unit, month:
			if m.start-c.end <= 2 && strings.TrimSpace(l.low[c.end:m.start]) == "" && (m.class != month || yearLike(c.value)) {
				return evidence{refused: true}
			}
		case trap:
			if e.weight == 0 && s.words <= 3 && !s.joint && !s.comma {
				e.trapped = true
			}
		case strong, code, enter, use, purpose:
			if w := weightRight(m.class, s); w > e.weight && !e.trapped && !(s.comma && l.announces(m)) {
				e.weight, e.class, e.word, e.near = w, m.class, span{m.start, m.end}, s.copula && m.class.names()
			}
		}
		if m.class == purpose && !s.comma && s.breaks == 0 && toReader(l.low[c.end:m.start]) {
			e.yours = true
		}
		if (m.class == purpose || m.class == valid) && s.words <= 10 {
			bonus, e.aimed = 1, e.aimed || m.class == purpose
		}
	}
	e.weight += bonus
	return e
}

// toReader tells words that name nobody but the reader: "you", "vous vous".
func toReader(gap string) bool {
	return !slices.ContainsFunc(strings.Fields(gap), func(w string) bool { return !pronouns.has(w) })
}

// announces tells a noun that a number of its own follows: "4471, your password is 90 41 18".
func (l *line) announces(m mark) bool {
	rest := strings.TrimLeftFunc(l.low[m.end:min(len(l.low), m.end+reachRight)], unicode.IsLetter) // of "one-time pass*"
	rest = strings.TrimLeft(rest, " :")
	if first := firstWord(rest); copulas.has(first) {
		rest = strings.TrimLeft(rest[strings.Index(rest, first)+len(first):], " :")
	}
	n := 0
	for n < len(rest) && (isDigit(rest[n]) || rest[n] == ' ' || rest[n] == '-') {
		n++
	}
	return holdsNumber(strings.NewReplacer(" ", "", "-", "").Replace(rest[:n]))
}

func weightRight(c class, s sight) int {
	if s.joint && !s.presents {
		return 0
	}
	switch c {
	case strong:
		return steps(s.words, 6, 5, 10, 3)
	case code:
		if s.spaced && s.words > 0 && !s.copula {
			return steps(s.words, 5, 2)
		}
		return steps(s.words, 3, 5, 5, 4, 9, 3)
	case enter:
		return steps(s.words, 0, 5, 1, 4, 4, 3, 7, 2) - 2*s.breaks
	case use:
		return steps(s.words, 1, 2)
	case purpose:
		if !s.comma {
			return steps(s.words, 0, 2) // "2291 unlocks the door"
		}
	}
	return 0
}
