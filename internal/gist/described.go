package gist

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// titleOptions are the two that the subject names: "Express or standard".
func (m *mail) titleOptions(l *lexicon) []string {
	if m.title != nil && slices.ContainsFunc(m.title.tokens, func(t token) bool { return t.w.in.has(sOr) }) {
		if out := l.offered(m.title, sOr); len(out) > 1 && l.choiceKind(out) == AskChoice {
			return out
		}
	}
	return nil
}

var (
	aside  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s*\([^()]{0,120}\)`) })
	quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`["“„«]([^"“”„«»]{2,40})["”“»]`) })
)

// bareOptions reads "the valley, which is flat, or the coast, which has wind, or the hills"
// and "a matt (slightly warmer) or a gloss" without what is said beside.
func (l *lexicon) bareOptions(s *sentence) []string {
	if len(s.text) > 600 || !slices.ContainsFunc(s.tokens, func(t token) bool { return t.w.in.has(sOr) }) {
		return nil
	}
	text := s.text
	if strings.Contains(text, "(") {
		text = aside().ReplaceAllString(text, "")
	}
	text = l.withoutRelatives(text)
	if len(strings.Fields(text)) == len(strings.Fields(s.text)) {
		return nil
	}
	bare := l.sentence(strings.TrimRight(text, "?!. "))
	return l.offered(&bare, sOr)
}

// withoutRelatives cuts relative clauses between commas, and brings "A or B, or C" into
// the form of a list.
func (l *lexicon) withoutRelatives(text string) string {
	toks := l.tokens(text)
	last := -1
	for i := range toks {
		if toks[i].w.in.has(sOr) {
			last = i
		}
	}
	var b strings.Builder
	skip := false
	for i := range toks {
		t := &toks[i]
		switch {
		case i > 0 && (toks[i-1].mark == ',' || last >= 0 && i > last) && t.w.wh != "" && t.w.wh != "if":
			skip = true
		case t.w.in.has(sOr):
			skip = false
			if i < last {
				if !strings.HasSuffix(b.String(), ",") {
					b.WriteByte(',')
				}
				continue
			}
		}
		if !skip {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(t.text)
			if t.mark != 0 && t.mark != '(' && t.mark != ')' {
				b.WriteByte(t.mark)
			}
		} else if t.stop {
			skip = false
		}
	}
	return b.String()
}

var label = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s,;:(])\(?([a-hA-H1-9])\)\s*([^,;:.?!()]{2,60})`)
})

// labelled reads "(a) a travel card, (b) the gym or (c) vouchers" in one of the sentences
// near one.
func (m *mail) labelled(i int) []string {
	for j := min(i, len(m.sentences)-1); j >= 0 && i-j <= optionsBack; j-- {
		s := &m.sentences[j]
		if len(s.text) > 1000 {
			return nil
		}
		if strings.Count(s.text, ")") < 2 {
			continue
		}
		var out []string
		for _, found := range label().FindAllStringSubmatch(s.text, MaxItems) {
			next := len(out)
			if c := found[1][0] | 0x20; c != byte('a'+next) && found[1][0] != byte('1'+next) {
				break
			}
			words := strings.Fields(found[2])
			if n := len(words); n > 1 && (strings.EqualFold(words[n-1], "or") || strings.EqualFold(words[n-1], "and")) {
				words = words[:n-1]
			}
			out = append(out, strings.Join(words[:min(len(words), maxOption)], " "))
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// quotationMarks are those that may stand before a name.
var quotationMarks = []string{`"`, "“", "„", "«"}

// quotedOptions are names between quotation marks in one of the sentences before.
func (m *mail) quotedOptions(i int) []string {
	for j := i; j >= 0 && i-j <= optionsBack; j-- {
		s := &m.sentences[j]
		if len(s.text) > 1000 {
			return nil
		}
		if !slices.ContainsFunc(quotationMarks, func(mark string) bool { return strings.Contains(s.text, mark) }) {
			continue
		}
		var out []string
		for _, found := range quoted().FindAllStringSubmatch(s.text, MaxItems) {
			out = add(out, tidy(found[1]))
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// head is what a clause begins with that tells of one option: "the blue one costs", "draft
// A is", "14b lies". Heads of one sort are options.
type head struct{ text, sort string }

const headsBack = 6 // sentences in which the heads of options are looked for

// headOptions reads "The blue one costs 40, the grey one is lighter."
func (m *mail) headOptions(l *lexicon, i int) []string {
	var heads []head
	for j := max(0, i-headsBack); j < i; j++ {
		s := &m.sentences[j]
		if s.asks {
			continue
		}
		for from := 0; from < len(s.tokens); {
			if h, ok := l.headAt(s.tokens[from:]); ok && len(heads) < 3*MaxItems {
				heads = append(heads, h)
			}
			for from++; from < len(s.tokens) && !s.tokens[from-1].stop && !s.tokens[from].w.in.has(sAnd); from++ {
			}
		}
	}
	for i := range heads { // "the white tiles, the green ones"
		if strings.HasPrefix(heads[i].sort, "of ones") && i > 0 && strings.HasPrefix(heads[i-1].sort, "of ") {
			heads[i].sort = heads[i-1].sort
		}
	}
	for _, first := range heads {
		var out []string
		for _, h := range heads {
			if h.sort == first.sort {
				out = add(out, h.text)
			}
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// namedOptions are the people whom the sentences before tell of: "Amara is strong on numbers.
// Tobias has run two rollouts."
func (m *mail) namedOptions(l *lexicon, i int) []string {
	var out []string
	for j := max(0, i-headsBack); j < i; j++ {
		toks := m.sentences[j].tokens
		n := 0
		for n < len(toks) && n < 3 && capital(toks[n].text) && !toks[n].w.in.has(sStop) && toks[n].w.det == "" && !toks[n].w.in.has(sSubjects) {
			n++
		}
		if n > 0 && n < len(toks) && l.tellsOf(&toks[n], n) && !toks[n-1].stop {
			out = add(out, l.say(toks[:n]))
		}
	}
	return out
}

// headAt returns the head of a clause.
func (l *lexicon) headAt(toks []token) (head, bool) {
	for len(toks) > 2 && (toks[0].w.in.has(sAnd) || toks[0].w.in.has(sOr) || l.in(&toks[0], "option-joins")) {
		toks = toks[1:]
	}
	n := 0
	for n < len(toks) && n < 6 && !l.tellsOf(&toks[n], n) {
		if n++; toks[n-1].stop {
			break
		}
	}
	if n == 0 || n == 6 || n == len(toks) || toks[n-1].stop && toks[n-1].mark != ':' && toks[n-1].mark != '(' && toks[n-1].mark != '-' {
		return head{}, false
	}
	first, last := &toks[0], &toks[n-1]
	name := l.say(toks[:n])
	if first.w.det != "" {
		name = lowerFirst(name)
	}
	switch {
	case l.in(first, "one-of-two") && n <= 2 && n+1 < len(toks): // "one is lighter, the other is stronger"
		return head{l.oneOfTwo(toks[n+1:], "first"), "one"}, true
	case (l.in(first, "the-other") || n > 1 && first.w.det != "" && l.in(&toks[1], "the-other")) && n <= 3 && n+1 < len(toks):
		return head{l.oneOfTwo(toks[n+1:], "other"), "one"}, true
	case n <= 2 && l.in(first, "option-words") || n == 1 && l.labels(first.text):
		if n == 2 && !capital(last.text) {
			name = strings.ToLower(name)
		}
		return head{name, "label"}, true
	case n >= 2 && first.w.det != "" && l.in(&toks[1], "ordinals"):
		return head{name, "ordinal"}, true
	case n == 2 && first.w.det != "" && strings.ContainsAny(last.text, "0123456789"):
		return head{name, "numbered"}, true // "the 14-inch is light"
	case n >= 3 && first.w.det != "" && !last.w.in.has(sStop):
		return head{name, "of " + last.low}, true
	case n >= 3 && first.w.det != "" && l.in(last, "stands-for"):
		return head{name, "of ones"}, true
	}
	return head{}, false
}

// in reports whether a token is in a set that a language may lack.
func (l *lexicon) in(t *token, set string) bool {
	id, ok := l.sets[set]
	return ok && t.w.in.has(id)
}

// tellsOf reports whether a token is the verb behind the head of a clause.
func (l *lexicon) tellsOf(t *token, at int) bool {
	return at > 0 && (t.w.in.has(sBeing) || t.w.in.has(sInverts) || l.in(t, "tells-of"))
}

// labels reports whether a word is the label of an option: "A", "14b".
func (l *lexicon) labels(word string) bool {
	if len(word) == 1 {
		return word[0] >= 'A' && word[0] <= 'H'
	}
	digits, letters := 0, 0
	for _, r := range word {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letters++
		default:
			return false
		}
	}
	return len(word) < 6 && digits > 0 && letters == 1
}

// oneOfTwo names one of two things by what is said of it: "the lighter one".
func (l *lexicon) oneOfTwo(toks []token, else_ string) string {
	form := l.maps["one-of-two"]
	if len(toks) > 0 && toks[0].w.in.has(sAdjectives) && (len(toks) == 1 || toks[0].stop || !toks[1].w.in.has(sNouns)) && form["it"] != "" {
		return strings.ReplaceAll(form["it"], "*", toks[0].low)
	}
	return form[else_]
}

// plainChoice reports whether a sentence without a question mark begins with two short
// options: "aisle or window, hurry".
func (l *lexicon) plainChoice(s *sentence, toks []token) bool {
	or := slices.IndexFunc(toks[:min(len(toks), 5)], func(t token) bool { return t.w.in.has(sOr) })
	if or < 1 || s.noChoice(l) || toks[0].mark == ':' || or+1 == len(toks) {
		return false
	}
	to := or + 1
	for to < len(toks) && to < or+4 && !toks[to-1].stop || to == or+1 {
		to++
	}
	if to < len(toks) && !toks[to-1].stop {
		return false
	}
	for i, t := range toks[:min(to, len(toks))] {
		if i != or && (t.w.in.has(sSubjects) || t.w.in.has(sInverts) || t.w.in.has(sNegations) || t.w.number >= 0 || t.figure() || t.w.wh != "" || t.w.in.has(sPolite)) {
			return false
		}
	}
	return true
}

// twins reads options that go on with the same preposition: "Greece in May or Norway in
// August", "the leather ones at 90 or the canvas pair at 45".
func (l *lexicon) twins(toks []token, floor, or int) []string {
	right := or + 1
	for right < len(toks) && right < or+6 && !toks[right].w.in.has(sPrepositions) {
		if toks[right].stop {
			return nil
		}
		right++
	}
	if right == or+1 || right == or+6 || right+1 >= len(toks) {
		return nil
	}
	left := or - 2
	for left > floor && left > or-6 && toks[left].low != toks[right].low {
		left--
	}
	if left <= floor || toks[left].low != toks[right].low || toks[or-1].mark == ',' && left < or-4 {
		return nil
	}
	start := l.optionStart(toks, floor, left, span{from: or + 1, to: right})
	end := right + 1
	for end < len(toks) && end < right+4 && !toks[end-1].stop && !toks[end].w.in.has(sEndsOption) && !toks[end].w.in.has(sSubjects) {
		end++
	}
	if start < floor || start >= left || !l.sound(toks[start:left]) || !l.sound(toks[or+1:right]) {
		return nil
	}
	return add(nil, l.say(toks[start:or]), l.say(toks[or+1:end]))
}

// doing reports whether an option begins with something to do: "send what we have now".
func (l *lexicon) doing(t *token) bool { return l.sortOf(t) == wordVerb && t.w.in.has(sDoVerbs) }

// wholeName extends an option that begins within a name, back to where that begins: "the
// Wye Valley".
func (l *lexicon) wholeName(toks []token, bottom, i int) int {
	if l.options["nouns"] == "capitals" || !capital(toks[i].text) {
		return i
	}
	from := i
	for from > bottom+1 && capital(toks[from-1].text) && !toks[from-1].stop {
		from--
	}
	if from > bottom && toks[from-1].w.det != "" {
		from--
	}
	return from
}
