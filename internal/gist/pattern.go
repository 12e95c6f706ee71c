package gist

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pattern is a line of a [phrases] section: a run of words as package lang describes it.
type pattern struct {
	id       int
	group    groupID
	elements []element
	veto     bool // where it is found, the group is not
	anchored bool // only at the start of a sentence
}

// element is one place of a pattern.
type element struct {
	kind     elementKind
	optional bool
	words    []string // any of them
	heads    []string // or what begins so
	sets     bits     // or a word in any of them
	classes  []string
	width    int // of a gap
}

type elementKind uint8

const (
	oneWord elementKind = iota
	notWord             // the next word is none of them
	gap                 // up to width words, not beyond punctuation
	atEnd               // the sentence ends
	atStop              // punctuation stands before
)

// groupID is a group of patterns.
type groupID uint8

// hit is where a pattern was found: tokens [from, to).
type hit struct {
	group    groupID
	pattern  int
	from, to int
	negated  bool // "not", "nobody" or the like stands before it or in it
	supposed bool // "if" or the like stands before it
}

const (
	maxElements = 12
	maxGap      = 8
	maxHits     = 64 // of a sentence
)

func (l *lexicon) addPattern(group groupID, line string) error {
	p := &pattern{id: l.patterns, group: group}
	line, p.veto = strings.CutPrefix(line, "- ")
	line, p.anchored = strings.CutPrefix(line, "^ ")
	for _, f := range strings.Fields(line) {
		e, err := l.element(f)
		if err != nil {
			return err
		}
		p.elements = append(p.elements, e)
	}
	if len(p.elements) == 0 || len(p.elements) > maxElements {
		return fmt.Errorf("a pattern has 1 to %d places", maxElements)
	}
	l.patterns++
	for i, e := range p.elements { // a pattern can begin behind its optional places
		if err := l.begin(p, e); err != nil {
			return err
		}
		if !e.optional {
			return nil
		}
		if i == len(p.elements)-1 {
			return fmt.Errorf("every place is optional")
		}
	}
	return nil
}

// element reads one place.
func (l *lexicon) element(f string) (element, error) {
	switch {
	case f == "$":
		return element{kind: atEnd}, nil
	case f == ",":
		return element{kind: atStop}, nil
	case strings.HasPrefix(f, ".."):
		e := element{kind: gap, width: 3}
		if n := f[2:]; n != "" {
			width, err := strconv.Atoi(n)
			if err != nil || width < 1 || width > maxGap {
				return e, fmt.Errorf("a gap is 1 to %d words wide", maxGap)
			}
			e.width = width
		}
		return e, nil
	}
	var e element
	f, e.optional = strings.CutPrefix(f, "?")
	if rest, not := strings.CutPrefix(f, "!"); not {
		f, e.kind = rest, notWord
	}
	for alt := range strings.SplitSeq(f, "|") {
		switch {
		case alt == "":
			return e, fmt.Errorf("an empty word")
		case alt[0] == '@':
			id, ok := l.sets[alt[1:]]
			if !ok {
				return e, fmt.Errorf("no set %s", alt)
			}
			e.sets.put(id)
		case alt[0] == '#':
			if _, ok := classes[alt]; !ok {
				return e, fmt.Errorf("no class %s", alt)
			}
			e.classes = append(e.classes, alt)
		default:
			if head, open := strings.CutSuffix(alt, "*"); open {
				e.heads = append(e.heads, head)
			} else {
				e.words = append(e.words, alt)
			}
		}
	}
	return e, nil
}

// begin enters a pattern under the words that its place e can be.
func (l *lexicon) begin(p *pattern, e element) error {
	if e.kind != oneWord {
		return fmt.Errorf("a pattern begins with a word")
	}
	for _, head := range e.heads {
		if len(head) < 3 {
			return fmt.Errorf("%s* is too short to begin with", head)
		}
		l.prefixes[head[:3]] = append(l.prefixes[head[:3]], p)
	}
	for _, w := range e.words {
		at := l.word(w)
		at.starts = append(at.starts, p)
	}
	if e.sets != (bits{}) {
		for _, w := range l.words {
			if w.in.meets(e.sets) {
				w.starts = append(w.starts, p)
			}
		}
	}
	if len(e.classes) > 0 {
		l.classed = append(l.classed, p)
	}
	return nil
}

// meets reports whether b and c share a number.
func (b bits) meets(c bits) bool { return b[0]&c[0]|b[1]&c[1]|b[2]&c[2]|b[3]&c[3] != 0 }

// scan finds the patterns in a sentence, in order of where they start.
func (l *lexicon) scan(toks []token) []hit {
	var out []hit
	var vetoed [4]uint64
	first := l.opening(toks)
	negatedTo, supposed := -1, false
	try := func(list []*pattern, i int, begun bool) { // begun: the first place is known to fit
		for _, p := range list {
			if p.anchored && i != first && i != 0 || len(out) == maxHits {
				continue
			}
			to := -1
			if begun && !p.elements[0].optional {
				to = p.match(toks, 1, i+1)
			} else {
				to = p.match(toks, 0, i)
			}
			if to < 0 {
				continue
			}
			if p.veto {
				vetoed[p.group>>6] |= 1 << (p.group & 63)
				continue
			}
			if n := len(out); n > 0 && out[n-1].pattern == p.id && out[n-1].from == i {
				continue
			}
			out = append(out, hit{p.group, p.id, i, to, i <= negatedTo, supposed})
		}
	}
	for i := range toks {
		t := &toks[i]
		try(t.w.starts, i, true)
		if len(t.low) >= 3 {
			if list := l.prefixes[t.low[:3]]; list != nil {
				try(list, i, false)
			}
		}
		if t.w.number >= 0 || t.w.in.has(sDates) || t.figure() {
			try(l.classed, i, false)
		}
		if t.w.in.has(sNegations) {
			negatedTo = i + 4
			for k := range out { // "he did not die": within the pattern
				if out[k].from < i && i < out[k].to {
					out[k].negated = true
				}
			}
		}
		if t.stop {
			negatedTo = -1
		}
		supposed = supposed || t.w.in.has(sSuppose)
	}
	kept := out[:0]
	for _, h := range out {
		if vetoed[h.group>>6]&(1<<(h.group&63)) == 0 {
			kept = append(kept, h)
		}
	}
	return kept
}

// opening returns the index behind the words that open a sentence without
// meaning for it: "And by the way".
func (l *lexicon) opening(toks []token) int {
	i := 0
	for i < len(toks)-1 && i < 6 && toks[i].w.in.has(sLeads) {
		i++
	}
	return i
}

// match returns the index behind the match of the elements from e on at token i, or -1.
func (p *pattern) match(toks []token, e, i int) int {
	for ; e < len(p.elements); e++ {
		el := &p.elements[e]
		switch el.kind {
		case atEnd:
			if i != len(toks) {
				return -1
			}
			continue
		case atStop:
			if i == 0 || i != len(toks) && !toks[i-1].stop {
				return -1
			}
			continue
		case notWord:
			if i < len(toks) && el.fits(&toks[i]) {
				return -1
			}
			continue
		case gap:
			for skip := 0; ; skip++ {
				if to := p.match(toks, e+1, i+skip); to >= 0 {
					return to
				}
				if skip == el.width || i+skip >= len(toks) || i+skip > 0 && toks[i+skip-1].stop && skip > 0 || toks[i+skip].stop && e+1 == len(p.elements) {
					return -1
				}
			}
		}
		if el.optional {
			if i < len(toks) && el.fits(&toks[i]) {
				if to := p.match(toks, e+1, i+1); to >= 0 {
					return to
				}
			}
			continue
		}
		if i >= len(toks) || !el.fits(&toks[i]) {
			return -1
		}
		i++
	}
	return i
}

// fits reports whether a token can stand at the place.
func (e *element) fits(t *token) bool {
	if e.sets.meets(t.w.in) {
		return true
	}
	for _, w := range e.words {
		if w == t.low {
			return true
		}
	}
	for _, head := range e.heads {
		if strings.HasPrefix(t.low, head) {
			return true
		}
	}
	for _, c := range e.classes {
		if classes[c](t) {
			return true
		}
	}
	return false
}

// classes are the kinds of words that patterns can name.
var classes = map[string]func(*token) bool{
	"#num":   func(t *token) bool { return t.w.number >= 0 || plainNumber(t.low) },
	"#fig":   (*token).figure,
	"#money": func(t *token) bool { return strings.ContainsAny(t.text, "$€£¥") && t.figure() },
	"#date": func(t *token) bool {
		return t.w.in.has(sDates) || numericDate(t.low) || !digit(t.low[len(t.low)-1]) && dayNumber(t)
	},
	"#time": func(t *token) bool { return clockLike(t.low) || t.w.in.has(sClock) },
	"#name": func(t *token) bool { return capital(t.text) && t.w == unknown },
	"#any":  func(*token) bool { return true },
}

// figure reports whether a token has a digit.
func (t *token) figure() bool {
	for i := range len(t.low) {
		if c := t.low[i]; c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// plainNumber reports whether s is digits, with marks of thousands and decimals.
func plainNumber(s string) bool {
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case (c == '.' || c == ',') && i > 0 && i < len(s)-1:
		default:
			return false
		}
	}
	return digits > 0 && digits <= 12
}

// numericDate reports whether s looks like 2026-01-09, 9.1.2026, 9.1 or 9/1/26.
func numericDate(s string) bool {
	parts, digits := 1, 0
	var sep byte
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
			if digits > 4 {
				return false
			}
		case (c == '-' || c == '.' || c == '/') && digits > 0 && (sep == 0 || sep == c):
			sep, digits = c, 0
			parts++
		default:
			return false
		}
	}
	return parts == 3 && (digits == 2 || digits == 4)
}

// clockLike reports whether s looks like 10:00, 10.30, 3pm, 15h30 or 15h.
func clockLike(s string) bool {
	i := 0
	for i < len(s) && i < 2 && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == 0 || i == len(s) {
		return false
	}
	hour, _ := strconv.Atoi(s[:i])
	if hour > 24 {
		return false
	}
	rest := s[i:]
	if (rest[0] == ':' || rest[0] == 'h' || rest[0] == '.') && len(rest) >= 3 && digit(rest[1]) && digit(rest[2]) {
		rest = rest[3:]
		return rest == "" || half(rest)
	}
	return rest == "h" || half(rest)
}

// half reports whether s names a half of the day, am or pm.
func half(s string) bool { return s == "am" || s == "pm" || s == "a.m" || s == "p.m" || s == "h" }

func digit(b byte) bool { return b >= '0' && b <= '9' }
