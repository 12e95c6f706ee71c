package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/rng"
)

// Values of the brief stand between these marks until the text is done, so
// that neither slips nor contractions touch them.
const (
	guardOn  = '\ue000'
	guardOff = '\ue001'
)

func guarded(s string) string {
	if s == "" {
		return ""
	}
	return string(guardOn) + s + string(guardOff)
}

// expansion is one attempt to fill a variant. The grammar:
//
//	(a|b|)      one of these; an option whose values are not known is no option
//	[for {x}]   only where all values in it are known
//	{x}         a value, or a line of section "word.x"
//	{is x}      the word, or its plural by section "agree" where x is many
//	{on x}      the value after what section "prep.on" puts before it
//	{?x} {!x}   nothing; the variant is for where x is known, or is not
//	{?x=a|b}    nothing; the variant is for these values of x, "#" for one that begins with a digit
//	" ~ "       the writer's favourite joint between two clauses
//	"!"         an exclamation mark, for those who use them
type expansion struct {
	w       *writer
	r       *rng.Rand
	missing bool   // a value is not known
	due     string // the promise's phrase, if it was used
	topic   bool   // the topic was named
	depth   int
}

// fill expands a variant; missing is set when a value is not known.
func (e *expansion) fill(text string) string {
	if e.depth > 6 {
		return ""
	}
	if !strings.ContainsAny(text, "({[") {
		return text
	}
	var out strings.Builder
	out.Grow(2 * len(text))
	for len(text) > 0 {
		i := strings.IndexAny(text, "({[")
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		text = text[i:]
		end := closing(text)
		if end < 0 {
			break
		}
		inner := text[1:end]
		switch text[0] {
		case '{':
			out.WriteString(e.slot(inner))
		case '[':
			s, _ := e.attempt(inner)
			out.WriteString(s)
		default:
			var buf [8]string
			out.WriteString(e.choice(alternatives(buf[:0], inner)))
		}
		text = text[end+1:]
	}
	out.WriteString(text)
	return out.String()
}

// attempt fills a text, or leaves everything as it was when a value is not known.
func (e *expansion) attempt(text string) (string, bool) {
	before := *e
	e.missing = false
	e.depth++
	s := e.fill(text)
	if e.missing {
		*e = before
		return "", false
	}
	e.missing, e.depth = before.missing, before.depth
	return s, true
}

// choice takes one of some options. One alone is a text in brackets.
func (e *expansion) choice(options []string) string {
	if len(options) == 1 {
		return "(" + e.fill(options[0]) + ")"
	}
	at := e.r.IntN(len(options))
	for i := range options {
		if s, ok := e.attempt(options[(at+i)%len(options)]); ok {
			return s
		}
	}
	e.missing = true
	return ""
}

// slot returns what stands for a name in braces.
func (e *expansion) slot(name string) string {
	if strings.HasPrefix(name, "?") || strings.HasPrefix(name, "!") {
		x, list, named := strings.Cut(name[1:], "=")
		v, _ := e.w.value(x)
		fits := v != ""
		if named {
			fits = slices.ContainsFunc(strings.Split(list, "|"), func(want string) bool {
				return strings.EqualFold(v, want) || want == "#" && v != "" && v[0] >= '0' && v[0] <= '9'
			})
		}
		if fits == (name[0] == '!') {
			e.missing = true
		}
		return ""
	}
	if form, x, ok := strings.Cut(name, " "); ok {
		return e.form(form, x)
	}
	if v, ok := e.w.value(name); ok {
		return e.take(name, v)
	}
	line := e.w.word(e.r, name)
	e.depth++
	defer func() { e.depth-- }()
	return e.fill(line)
}

// take returns a value and notes what was used.
func (e *expansion) take(name, v string) string {
	switch {
	case v == "":
		e.missing = true
	case name == "due":
		e.due = v
	case name == "topic" || name == "key" || name == "stated" || name == "doing" || name == "before":
		e.topic = true
	}
	return guarded(v)
}

// form returns a word that agrees with a value, or the value with what its kind
// has before it: "on Monday", "tomorrow".
func (e *expansion) form(form, x string) string {
	v, _ := e.w.value(x)
	if many, ok := e.w.lang.agree[form]; ok {
		if v == "" {
			e.missing = true
		}
		if e.w.lang.number.many(v) {
			return many
		}
		return form
	}
	s := e.take(x, v)
	if lead := e.w.lang.before(form, v); lead != "" {
		return lead + " " + s
	}
	return s
}

// before returns what stands before a value, by the lines "words = lead" of section
// "prep.form": a line has first words of values, "0:00" for any time of the day, "0"
// for a number, or "*" for what is left.
func (t table) before(form, v string) string {
	first, _, _ := strings.Cut(strings.ToLower(v), " ")
	kinds := []string{first, "*"}
	switch {
	case isClock(first):
		kinds = []string{first, "0:00", "0", "*"}
	case first != "" && first[0] >= '0' && first[0] <= '9':
		kinds = []string{first, "0", "*"}
	}
	lines := t.lines("prep."+form, "", "")
	for _, kind := range kinds {
		for _, line := range lines {
			words, lead, _ := strings.Cut(line, "=")
			if slices.Contains(strings.Fields(words), kind) {
				return strings.TrimSpace(lead)
			}
		}
	}
	return ""
}

// isClock reports whether a word is a time of the day: "16:30", "4pm".
func isClock(s string) bool {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return false
	}
	rest := strings.TrimLeft(s, "0123456789")
	return strings.HasPrefix(rest, ":") || rest == "am" || rest == "pm" || rest == "h" || strings.HasPrefix(rest, "h") && strings.Trim(rest[1:], "0123456789") == ""
}

// word returns the writer's word for something: mostly the favourite.
func (w *writer) word(r *rng.Rand, name string) string {
	slot := "word." + name
	tiers := w.lang.tiers(slot, w.Voice.Temperament, w.Voice.Formality)
	list := tiers[0]
	if len(list) == 0 {
		list = tiers[1]
	}
	if len(list) == 0 {
		return ""
	}
	if r.Chance(0.3) {
		r = w.Seed.Draw("voice/2:"+slot, w.Voice.Address)
	}
	return list[r.IntN(len(list))].text
}

// closing returns the index of the bracket that closes the one at 0, or -1.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// alternatives appends the parts of s, which bars outside inner brackets part.
func alternatives(out []string, s string) []string {
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case '|':
			if depth == 0 {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	return append(out, s[from:])
}

// shape gives a filled sentence the writer's habits.
func (w *writer) shape(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = strings.ReplaceAll(s, " ~ ", w.habits.joint)
	s = outside(s, w.lang.repair.rewrite)
	s = w.lang.join.rewrite(s)
	for _, p := range []string{",", ".", "?", "!", ";", ":"} {
		if !strings.Contains(w.lang.marks, p) {
			s = strings.ReplaceAll(s, " "+p, p)
		}
	}
	if !w.habits.exclaims || w.grave {
		s = outside(s, func(t string) string { return strings.ReplaceAll(strings.ReplaceAll(t, "¡", ""), "!", ".") })
	}
	if w.habits.contracts {
		s = outside(s, w.contract)
	}
	return w.capitals(s)
}

// capitals starts each sentence with a capital, or with none for those who
// write so. Words of the brief keep theirs, save at the very start.
func (w *writer) capitals(s string) string {
	out := make([]rune, 0, len(s))
	start, inside := true, false
	for i, r := range s {
		switch {
		case r == guardOn:
			inside = true
		case r == guardOff:
			inside = false
		case start && unicode.IsLetter(r):
			start = false
			if inside && isMark(s[i:]) {
				break
			}
			if !w.habits.lower || w.grave {
				r = unicode.ToUpper(r)
			} else if !inside && !ownCapital(s[i:]) {
				r = unicode.ToLower(r)
			}
		case start && unicode.IsDigit(r):
			start = false
		case !inside && (r == '.' || r == '!' || r == '?') && i+1 < len(s) && s[i+1] == ' ':
			start = !strings.HasPrefix(s[i+1:], " ..") && (i == 0 || s[i-1] != '.')
		}
		out = append(out, r)
	}
	return string(out)
}

// isMark reports whether a value begins with a word that is written one way: an
// address, a link, "iPhone".
func isMark(s string) bool {
	end := strings.IndexFunc(s, func(r rune) bool { return r == ' ' || r == guardOff })
	if end < 0 {
		end = len(s)
	}
	word := s[:end]
	return strings.ContainsAny(word, "@/_0123456789") || strings.IndexFunc(word, unicode.IsUpper) > 0
}

// ownCapital reports whether a word is one that is always written with a
// capital: "I", and acronyms.
func ownCapital(s string) bool {
	_, n := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[n:])
	return !unicode.IsLetter(next) || unicode.IsUpper(next)
}

// outside applies f to the parts of s that are the writer's own words.
func outside(s string, f func(string) string) string {
	if !strings.ContainsRune(s, guardOn) {
		return f(s)
	}
	var out strings.Builder
	for s != "" {
		i := strings.IndexRune(s, guardOn)
		if i < 0 {
			out.WriteString(f(s))
			break
		}
		out.WriteString(f(s[:i]))
		j := strings.IndexRune(s, guardOff)
		if j < i {
			j = len(s)
		} else {
			j += utf8.RuneLen(guardOff)
		}
		out.WriteString(s[i:j])
		s = s[j:]
	}
	return out.String()
}

// contract writes the short forms of the table: "I will" as "I'll". The long
// form must be followed by a word: "yes, I am" stays.
func (w *writer) contract(s string) string {
	return w.lang.contract.rewrite(s)
}

// unguard takes the borders of values out of a text.
func unguard(s string) string {
	if !strings.Contains(s, guards) {
		return s
	}
	return unguarder.Replace(s)
}

// guards is what both borders begin with.
var guards = string(guardOn)[:2]

var unguarder = strings.NewReplacer(string(guardOn), "", string(guardOff), "")

// clean makes a text of the brief fit for a line: one line, no control or
// private characters, no quote marks, at most n words and 6n letters.
func clean(s string, n int) string {
	if isClean(s, n) {
		return s
	}
	if len(s) > 40*n+80 {
		s = s[:40*n+80]
	}
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
	words := strings.Fields(s)
	if len(words) > n {
		words = words[:n]
	}
	s = strings.Join(words, " ")
	if r := []rune(s); len(r) > 12*n+20 {
		s = string(r[:12*n+20])
	}
	return strings.TrimSpace(strings.TrimRight(s, ".,;: "))
}

// isClean reports whether clean would surely change nothing, as for most texts.
func isClean(s string, n int) bool {
	blanks := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ':
			if i == 0 || s[i-1] == ' ' {
				return false
			}
			blanks++
		case c < ' ' || c > '~':
			return false
		}
	}
	return s == "" || blanks < n && len(s) <= 12*n+20 && strings.IndexByte(".,;: ", s[len(s)-1]) < 0
}
