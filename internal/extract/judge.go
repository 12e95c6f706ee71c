package extract

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

// Weights. A candidate is a code when what speaks for it reaches enough.
const (
	enough = 5
	never  = -100

	reachLeft  = 200 // bytes before a candidate in which words count
	reachRight = 140 // bytes after it
	maxMarks   = 12  // words on either side that count
)

// verdict is the weight of a candidate and the best reason for it.
type verdict struct {
	weight int
	best   int // weight of the reason in why
	why    string
	label  span // the word to its left that names it
	sure   int  // how closely that word names it
	alone  bool // nothing shares its line
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
}

// codes judges all candidates of the page.
func (p *page) codes() []Code {
	codes := []Code{}
	seen := map[string]bool{}
	add := func(c claim) {
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
	if len(codes) == 0 {
		if c, ok := p.lastResort(open); ok {
			add(c)
		}
	}
	return codes
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
		claims[k] = claim{c, p.judge(i, c, alone)}
		v := &claims[k].verdict
		listed := best >= 0 && best == k-1 && l.continues(c, &found[best])
		switch {
		case v.weight > never && v.weight < enough && (listed || alone && above != nil && sameForm(c, above)):
			v.weight, v.why = enough, "in a list of codes"
			best = k
		case v.weight < enough:
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
	return len(gap) <= 8 && connectives[strings.Trim(gap, " ,;|/\t")]
}

// connectives stand between the members of a list.
var connectives = setOf("", "and", "und", "et", "y", "e", "en", "och", "og", "ja", "i", "a", "es", "si", "и", "і", "ve", "و", "ו", "と", "和", "và", "dan", "or", "oder", "ou", "o", "και", "और")

// lastResort takes the only candidate of a mail that speaks of a code in words nobody foresaw. It must look like most
// codes do, and the mail must have two kinds of words about codes, or one when the number is six digits on their own line
// or the word can mean nothing else.
func (p *page) lastResort(open []claim) (claim, bool) {
	var only claim
	for _, c := range open {
		if c.shape != digits || len(c.value) > 8 || c.weak || c.hash || strings.HasSuffix(c.value, "000") || len(c.value) == minCode && !c.alone {
			continue
		}
		if only.candidate != nil && only.value != c.value {
			return claim{}, false
		}
		only = c
	}
	if only.candidate == nil {
		return claim{}, false
	}
	kinds := map[class]bool{}
	for i := range p.lines {
		for _, m := range p.lines[i].marks {
			switch m.class {
			case strong, code, enter, use, valid, purpose:
				kinds[m.class] = true
			}
		}
	}
	usual := len(only.value) == 6
	switch {
	case only.alone && len(kinds) >= 2, only.alone && usual && len(kinds) == 1:
	case only.weight > 0 && len(kinds) >= 2, usual && kinds[strong]:
	default:
		return claim{}, false
	}
	only.why = "the only number in a mail about typing a code"
	return only, true
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
	k := sort.Search(len(l.loud), func(k int) bool { return l.loud[k].end >= s.end })
	return k < len(l.loud) && l.loud[k].start <= s.start
}

// judge weighs one candidate of line i.
func (p *page) judge(i int, c *candidate, alone bool) verdict {
	l := &p.lines[i]
	v := verdict{alone: alone}
	left, right := l.left(c), l.right(c)
	if strings.HasPrefix(l.low[left.word.start:left.word.end], "pin") && len(c.value) >= 5 && (l.place || i > 0 && p.lines[i-1].place) {
		left.refused = true // an Indian PIN code is a post code
	}
	named := left.class == strong || right.class == strong
	if left.refused || right.refused || right.trapped && left.weight == 0 || !named && p.isPromotion(i, c) {
		v.weight = never
		return v
	}
	left.tell(&v, "after", l)
	right.tell(&v, "before", l)
	v.label, v.sure = left.word, left.sure
	if v.weight < 4 {
		p.lookAround(i, c, &v)
	}
	if v.weight == never {
		return v
	}
	p.form(i, c, left, &v)
	return v
}

// form adds what the candidate's own looks say.
func (p *page) form(i int, c *candidate, left evidence, v *verdict) {
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
	case c.shape == digits && len(c.groups) == 1 && yearLike(c.value) && !left.near:
		v.weight -= 3
	}
	if c.weak {
		v.weight -= c.doubt(left.near && left.class != use && left.class != 0, v.alone)
	}
	if c.hash {
		v.weight -= 4
	}
}

// doubt is what a form that other numbers have as well takes off.
func (c *candidate) doubt(near, alone bool) int {
	switch {
	case near && c.sep == ' ':
		return 0
	case near, alone && c.sep != '.':
		return 1
	}
	return 3
}

// evidence is what the words on one side of a candidate say.
type evidence struct {
	weight  int
	class   class
	word    span
	near    bool // with at most one word between
	sure    int  // how closely the word names the candidate
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
	nouns := 0        // words such as "number" on the way
	last := markBefore(l.marks, c.start) - 1
	for k := last; k >= 0 && k > last-maxMarks; k-- {
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
		case money, month:
			if s.words == 0 && !s.number && s.breaks == 0 && !s.joint && c.start-m.end <= 3 && (m.class == money || yearLike(c.value)) {
				return evidence{refused: true}
			}
		case number:
			if s.words == 0 && !s.number && s.breaks == 0 {
				nouns = 1
			}
		case strong, code, enter, use, password:
			w := weightLeft(m.class, s)
			if passed != nil && s.breaks > 0 {
				w = 0
			}
			if w > e.weight {
				if e.weight > 0 && e.class.tells() != m.class.tells() {
					w++
				}
				e.weight, e.class, e.word, e.near = w, m.class, span{m.start, m.end}, s.words <= 1
				e.sure = s.sureness()
			} else if w > 0 && m.class.tells() && !e.class.tells() {
				e.weight++
			}
		}
	}
	if passed != nil && e.weight < 3 {
		return evidence{refused: true}
	}
	if e.class.tells() {
		e.weight += nouns
	}
	return e
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
		if s.spaced && s.words > 0 && !s.joint && !s.copula {
			w = steps(s.words, 1, 3, 4, 1) // "code in module 20481"
		}
	case enter:
		w = steps(s.words, 0, 5, 1, 4, 5, 3, 8, 2)
	case use:
		w = steps(s.words, 1, 3, 5, 2)
	case password:
		if s.joint {
			w = steps(s.words, 3, 5, 9, 4)
		} else if s.copula || s.words == 0 {
			w = 4
		}
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
		if s.number || s.breaks > 0 && m.class != valid || s.breaks > 1 {
			break
		}
		switch m.class {
		case money, unit, month:
			if s.words == 0 && !s.joint && !s.comma && m.start-c.end <= 2 && (m.class != month || yearLike(c.value)) {
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
		if s.spaced && s.words > 0 && !s.copula {
			return steps(s.words, 5, 2)
		}
		return steps(s.words, 3, 5, 5, 4, 9, 3)
	case enter:
		return steps(s.words, 1, 4, 3, 2)
	case use:
		return steps(s.words, 1, 2)
	}
	return 0
}

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
		if handicap = 2; len(l.text) > 60 || l.inTable() {
			p.underHeader(i, c, v)
			return
		}
	}
	found := 0
	for d := 1; d <= 3 && i-d >= 0 && p.lines[i-d].part == l.part; d++ {
		w, m, isTrap := p.lines[i-d].lead()
		if isTrap && d == 1 && v.alone {
			v.weight = never
			return
		}
		if w -= d - 1 + handicap; w > found {
			found = w
			v.add(w, "under %q", p.lines[i-d].text[m.start:m.end])
		}
		if w > 0 || p.lines[i-d].holdsNumber() {
			break
		}
	}
	for d := 1; d <= 2 && i+d < len(p.lines) && p.lines[i+d].part == l.part; d++ {
		w, m, isTrap := p.lines[i+d].lead()
		if isTrap && d == 1 && found == 0 && v.alone && len(p.lines[i+d].text) <= 40 {
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
	sawTrap, named, told := false, false, false
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
		case trap, thing:
			sawTrap = true
		}
		if w > weight {
			weight, by = w, m
		}
	}
	if named && told {
		weight++
	}
	return weight, by, sawTrap && weight == 0 && len(l.text) <= 60
}

// maxRow bounds in bytes the rows of a table that are read with their heads.
const maxRow = 400

// underHeader looks at the head of the candidate's column.
func (p *page) underHeader(i int, c *candidate, v *verdict) {
	l := &p.lines[i]
	if i == 0 || len(l.text) > maxRow || !l.inTable() || strings.Count(p.lines[i-1].text, "\t") != strings.Count(l.text, "\t") {
		return
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
			return
		}
	}
}

// isPromotion tells a code that lowers a price: a word or a short number near talk of discounts.
func (p *page) isPromotion(i int, c *candidate) bool {
	if c.shape == digits && len(c.value) != 4 {
		return false
	}
	return p.lines[i].promo || i > 0 && p.lines[i-1].promo || i+1 < len(p.lines) && p.lines[i+1].promo
}
