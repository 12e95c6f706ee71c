package extract

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Bounds of what is said of a code that no longer works, in words.
const (
	maxOld   = 6 // from "previous" to its number
	maxGone  = 8 // from the number to "no longer works"
	maxDead  = 4 // from "instead of" to the number
	maxTaken = 2 // from the number to a noun that takes it up: "118210 was your previous code"
)

// maskOthers overwrites what has the form of a code and is said to be something else: a code that expired, was used or was
// replaced, or a telephone number to call. The rest of the mail is then read as if it were not there.
func (p *page) maskOthers() {
	others := map[string]bool{}
	p.heirs, p.news = map[string]bool{}, map[string]bool{}
	doubted := map[string]bool{} // may be dead
	typing := sync.OnceValue(p.speaksOfTyping)
	for _, value := range p.barred {
		others[value] = true
	}
	for i := range p.lines {
		found := candidates(p.lines[i].text)
		if len(found) == 0 {
			continue
		}
		alone := len(found) == 1 && p.lines[i].alone(found[0].span)
		dead, phones := deadLexicon().find(p.lines[i].low), phoneLexicon().find(p.lines[i].low)
		var trades []mark
		if len(found) > 1 {
			trades = tradeLexicon().find(p.lines[i].low)
		}
		var phone *candidate // the one before, if it is a telephone number
		for k := range found {
			c := &found[k]
			isPhone := p.isPhone(i, c, phones, phone, alone)
			if phone = nil; isPhone {
				phone = c
			}
			if k+1 < len(found) && p.lines[i].handsOver(c, &found[k+1], trades, typing) {
				others[c.value], p.heirs[found[k+1].value] = true, true
				continue
			}
			switch {
			case isPhone:
				others[c.value] = true
			case !p.heirs[c.value] && p.isDead(i, c, dead, alone):
				others[c.value], p.turned = true, true
			case p.lines[i].isNew(c.start, dead), p.lines[i].tagged(c.end, dead):
				p.news[c.value] = true
			case p.lines[i].deadAfter(c.end, dead, true):
				doubted[c.value] = true
			}
		}
	}
	for value := range doubted {
		if len(p.news) > 0 && !p.news[value] && !p.heirs[value] {
			others[value] = true // "blocked after three tries. Your new code"
		}
	}
	if len(others) == 0 {
		return
	}
	for i := range p.lines {
		p.lines[i].mask(slices.DeleteFunc(candidates(p.lines[i].text), func(c candidate) bool { return !others[c.value] }))
	}
}

func (l *line) mask(found []candidate) {
	if len(found) == 0 {
		return
	}
	text, low := []byte(l.text), []byte(l.low)
	for _, c := range found {
		for i := c.start; i < c.end; i++ {
			text[i], low[i] = ' ', ' '
		}
	}
	l.text, l.low = string(text), string(low)
}

// isDead tells that candidate c of line i is said not to work, given the words of that line about it.
func (p *page) isDead(i int, c *candidate, marks []mark, alone bool) bool {
	l := &p.lines[i]
	if l.deadBefore(c.start, marks) && !l.onlyIf(c.end, marks) || l.isShunned(c, marks) || l.deadAfter(c.end, marks, false) {
		return true
	}
	return p.underOldHead(i, c) || alone && !l.inTable() && (p.underOldLabel(i) || p.overGone(i))
}

// underOldLabel tells a number alone on line i with "Old code:" on the line above.
func (p *page) underOldLabel(i int) bool {
	if i == 0 || p.lines[i-1].part != p.lines[i].part {
		return false
	}
	above := &p.lines[i-1]
	if strings.HasSuffix(above.low, ":") || len(above.low) <= maxLabel && !strings.ContainsAny(above.low, ".!?") {
		return above.deadBefore(len(above.low), deadLexicon().find(above.low))
	}
	return false
}

// overGone tells a number alone on line i with nothing but "(expired)" or "This code no longer works." on the line below.
func (p *page) overGone(i int) bool {
	if i+1 >= len(p.lines) || p.lines[i+1].part != p.lines[i].part {
		return false
	}
	below := &p.lines[i+1]
	return len(below.low) <= maxLabel && strings.IndexByte(below.low, '?') < 0 && below.deadAfter(0, deadLexicon().find(below.low), false)
}

// underOldHead looks at the head of the candidate's column.
func (p *page) underOldHead(i int, c *candidate) bool {
	head, ok := p.columnHead(i, c)
	if !ok || head.end-head.start > maxLabel {
		return false
	}
	marks := deadLexicon().find(p.lines[i-1].low[head.start:head.end])
	return hasClass(marks, old) && !hasClass(marks, fresh)
}

// deadBefore tells that the words before a number say that it no longer works: "your previous code", "instead of".
func (l *line) deadBefore(at int, marks []mark) bool {
	for k := markBefore(marks, at) - 1; k >= 0 && at-marks[k].end <= reachLeft; k-- {
		m := marks[k]
		s := look(l.low[m.end:at], true)
		if s.breaks > 0 || s.number || m.class == fresh || m.class == replaced || l.ends(m) || l.tags(m, at, s) || l.says(m.end, at, enter, use) {
			return false
		}
		switch m.class {
		case old:
			if l.isOld(m, at, s) {
				return !(s.joint && k > 0 && marks[k-1].class == swap && m.start-marks[k-1].end <= maxLabel) // "it replaces the old one: 222914"
			}
			return false
		case gone:
			noun, ok := l.noun(m.end, at)
			return s.words == 0 && !s.joint && !s.comma || s.words <= maxDead && l.apposed(m, at) || ok && s.words <= maxDead && !s.comma && look(l.low[m.end:noun.start], true).near() && strings.TrimFunc(l.low[m.end:noun.start], isLetterOrSpace) == ""
		case swap, instead:
			return !(m.class == swap && l.conditioned(k, marks)) && s.words <= maxDead && !s.comma && !s.joint && !s.means && !l.says(m.end, at, trap, thing, purpose, password, person)
		case nay:
			if s.words == 0 && !s.joint {
				return true
			}
		}
	}
	return false
}

// isShunned tells "do not use 118210 any more". What is to be used nowhere else, or not in some case, still works.
func (l *line) isShunned(c *candidate, marks []mark) bool {
	k := markBefore(marks, c.start) - 1
	if k < 0 || marks[k].class != shun || c.start-marks[k].end > maxLabel {
		return false
	}
	s := look(l.low[marks[k].end:c.start], true)
	if s.words > maxTaken || s.breaks > 0 || s.number || s.comma || s.joint {
		return false
	}
	if l.conditioned(k, marks) {
		return false
	}
	rest := strings.TrimLeft(l.low[c.end:], ` )"'*`)
	if rest == "" || strings.IndexByte(".,;:!?", rest[0]) >= 0 {
		return true
	}
	k = markBefore(marks, c.end)
	return k < len(marks) && marks[k].class == lasting && strings.TrimLeft(l.low[c.end:marks[k].start], ` )"'*`) == ""
}

// conditioned tells a condition before marks[k] in its sentence: "if you did not ask for it, ignore 482913".
func (l *line) conditioned(k int, marks []mark) bool {
	at := marks[k].start
	for k--; k >= 0 && at-marks[k].end <= reachLeft && look(l.low[marks[k].end:at], true).breaks == 0; k-- {
		if marks[k].class == later {
			return true
		}
	}
	return false
}

// ends tells that a sentence ends with m: "118210 has expired. 482913 is new".
func (l *line) ends(m mark) bool {
	return strings.IndexByte(".,)", l.low[m.end-1]) >= 0 || strings.HasPrefix(l.low[m.end:], ". ") && !strings.HasPrefix(l.low[m.end:], ". :")
}

// tags tells that m is said of a number before it alone: "118210 (old), 482913".
func (l *line) tags(m mark, at int, s sight) bool {
	before := strings.TrimRight(l.low[max(0, m.start-mergeGap):m.start], " (:-[*")
	if before == "" || !isAlnum(before[len(before)-1]) || len(candidates(l.text[max(0, m.start-mergeGap-maxKey):m.start])) == 0 || !endsInNumber(before) {
		return false
	}
	gap := l.low[m.end:at]
	return strings.ContainsAny(gap, ")]") || s.comma && !s.joint || s.comma && strings.IndexByte(gap, ',') < strings.IndexByte(gap, ':')
}

// endsInNumber tells the end of a number, which words are not.
func endsInNumber(s string) bool {
	word := s[strings.LastIndexByte(s, ' ')+1:]
	return strings.ContainsAny(word, "0123456789")
}

// tagEnds tells a word that stands for itself after a colon or a dash: "118210: old, 482913: new".
func (l *line) tagEnds(gap string, end int) bool {
	mark := strings.TrimSpace(gap)
	return (mark == ":" || mark == "-" || mark == "=") && (end == len(l.low) || strings.IndexByte(",;.|\t", l.low[end]) >= 0)
}

// apposed tells a number between commas after a noun that m speaks of: "the wrong code, 118210."
func (l *line) apposed(m mark, at int) bool {
	if !strings.HasSuffix(strings.TrimRight(l.low[m.end:at], " "), ",") {
		return false
	}
	rest := strings.TrimLeft(l.low[groupEnd(l.low, at):], " )")
	if rest != "" && strings.IndexByte(".,;!?", rest[0]) < 0 {
		return false
	}
	if noun, ok := l.noun(m.end, at); ok {
		return look(l.low[noun.end:at], true).words <= 1 && look(l.low[m.end:noun.start], true).near()
	}
	noun, ok := l.noun(max(0, m.start-reachLeft), m.start)
	return ok && look(l.low[noun.end:m.start], true).words == 0 && look(l.low[m.end:at], true).words == 0
}

// isOld tells that m, a word such as "previous", is said of a code and of the one before at.
func (l *line) isOld(m mark, at int, s sight) bool {
	if s.words > maxOld || s.comma && s.words > 3 || l.says(m.end, at, trap) {
		return false
	}
	if noun, ok := l.noun(m.end, at); ok && look(l.low[m.end:noun.start], true).near() && !strings.ContainsAny(l.low[m.end:noun.start], ":\t,") {
		return true
	}
	if s.words > 1 {
		return false
	}
	noun, ok := l.noun(max(0, m.start-reachLeft), m.start)
	if !ok {
		return s.words == 0 && m.start <= 2 // "Old: 118210"
	}
	between := look(l.low[noun.end:m.start], true)
	return between.words == 0 || s.words == 0 && !s.joint && between.breaks == 0 && !between.joint && !between.comma
}

// deadAfter tells that the words after a number say that it no longer works, or may say so: "blocked after three tries" is a rule or
// what happened.
func (l *line) deadAfter(from int, marks []mark, may bool) bool {
	for k := markBefore(marks, from); k < len(marks) && marks[k].start-from <= reachRight; k++ {
		m := marks[k]
		if m.start < from {
			continue
		}
		gap := l.low[from:m.start]
		s := look(withoutTimes(gap), false)
		if s.number || s.breaks > 1 || s.breaks == 1 && !(s.words <= maxDead && takesUp(gap)) || l.says(from, m.start, enter) {
			return false
		}
		switch m.class {
		case old:
			return s.breaks == 0 && s.words <= maxTaken && (s.copula || strings.HasSuffix(gap, "(") || l.tagEnds(gap, m.end)) && from > 0
		case gone, replaced:
			return l.isGone(from, m, gap, s) && (may || !l.onlyIf(m.end, marks) && !isAhead(l.clause(from, m.end)))
		case nay:
		case later:
			if !may {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// clause is the text from a number to a little behind what is said of it, within a sentence.
func (l *line) clause(from, to int) string {
	rest := l.low[to:min(len(l.low), to+maxLabel)]
	if end := strings.IndexAny(rest, ".;!?"); end >= 0 {
		rest = rest[:end]
	}
	return l.low[from : to+len(rest)]
}

// withoutTimes takes the colon out of times of the day.
func withoutTimes(gap string) string {
	if strings.IndexByte(gap, ':') < 0 {
		return gap
	}
	b := []byte(gap)
	for i := 1; i+1 < len(b); i++ {
		if b[i] == ':' && isDigit(b[i-1]) && isDigit(b[i+1]) {
			b[i] = '.'
		}
	}
	return string(b)
}

// near tells a word of the same clause.
func (s sight) near() bool { return s.words <= maxTaken && s.breaks == 0 }

// isGone tells that m, words such as "no longer works", are said of the code before from.
func (l *line) isGone(from int, m mark, gap string, s sight) bool {
	if s.words > maxGone || s.joint && s.words > 0 || l.says(from, m.start, password, thing, trap, other, travel, promo) {
		return false
	}
	if noun, ok := l.noun(from, m.start); ok && look(l.low[from:noun.start], false).words > maxTaken {
		return false
	}
	if noun, ok := l.noun(m.end, min(len(l.low), m.end+mergeGap)); ok && look(l.low[m.end:noun.start], true).words == 0 && l.low[m.end:noun.start] == " " {
		return false // "expired codes are refused"
	}
	if last := lastWord(gap); s.words > 0 && (yours.has(last) || articles.has(last)) && !copulas.has(last) {
		return false // "to unlock your blocked account"
	}
	gap = strings.ReplaceAll(gap, " - ", ", ")
	if clause := strings.LastIndexByte(gap, ','); clause >= 0 && strings.Count(gap, ",") == 1 {
		first := firstWord(gap[clause+1:])
		return relatives.has(first) || look(gap[clause+1:], false).words <= 1
	}
	return true
}

// relatives begin what is said of the code before them.
var relatives = setOf("which", "that", "it", "der", "die", "das", "er", "qui", "il", "que", "el cual", "che", "dat", "die", "som", "den", "joka",
	"ktory", "ktery", "ktory", "care", "который", "он", "який", "που")

// takesUp tells a gap that goes on about the same code after a full stop: "111873. This code has expired".
func takesUp(gap string) bool {
	first := firstWord(strings.TrimLeft(gap, " .):"))
	return presenters.has(first) || dativeArticles.has(first)
}

// onlyIf tells that what is said before at depends on what follows: "ignore code 482913 if you did not ask", "no longer valid
// after ten minutes".
func (l *line) onlyIf(at int, marks []mark) bool {
	if l.elsewhere(at) {
		return true
	}
	k := markBefore(marks, at)
	if k == len(marks) || marks[k].class != later || marks[k].start < at {
		return false
	}
	gap := l.low[at:marks[k].start]
	return look(gap, true).near() && !strings.HasPrefix(gap, ". ")
}

// elsewheres name what a code is not for.
var elsewheres = []string{" other", " another ", " anyone", " anything", " else", " ander", " autre", " otr", " altr", " outr", " andra ", " andre ", " inny", " jin", " друг", " інш", " αλλ",
	" baska ", " lain"}

// locatives stand before where it is not for.
var locatives = setOf("on", "at", "bei", "sur", "en", "pa", "op", "sulla", "em")

// elsewhere tells "not valid for other accounts" and "wrong on another site".
func (l *line) elsewhere(at int) bool {
	rest := l.low[at:min(len(l.low), at+maxLabel/2)]
	if end := strings.IndexAny(rest, ".,;:!?"); end >= 0 {
		rest = rest[:end]
	}
	words := strings.Fields(rest)
	return len(words) > 1 && (takers.has(words[0]) || prepositions.has(words[0]) || locatives.has(words[0])) && containsAny(rest, elsewheres)
}

// noun finds the last noun for a code in a part of the line.
func (l *line) noun(from, to int) (mark, bool) {
	for k := markBefore(l.marks, to) - 1; k >= 0 && l.marks[k].start >= from; k-- {
		if m := l.marks[k]; m.class.names() || m.class == password || m.class == number || m.class == figure || m.class == confirmation {
			return m, true
		}
	}
	return mark{}, false
}

// says tells that a part of the line holds a word of one of the classes, or the end of one.
func (l *line) says(from, to int, classes ...class) bool {
	for k := markBefore(l.marks, from); k < len(l.marks) && l.marks[k].end <= to; k++ {
		if slices.Contains(classes, l.marks[k].class) {
			return true
		}
	}
	return false
}

func isLetterOrSpace(r rune) bool { return r == ' ' || unicode.IsLetter(r) || unicode.IsMark(r) }
