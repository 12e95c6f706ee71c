package compose

import (
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

// expansion is one attempt to fill a variant.
type expansion struct {
	w       *writer
	r       *rng.Rand
	missing bool   // a slot has no value
	due     string // the promise's phrase, if it was used
	np      bool   // the mail's noun phrase was used
	depth   int
}

// fill expands a variant; ok is false when a slot has no value.
func (e *expansion) fill(text string) string {
	if e.depth > 4 {
		return ""
	}
	var out strings.Builder
	for len(text) > 0 {
		i := strings.IndexAny(text, "({")
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
		if text[0] == '{' {
			out.WriteString(e.slot(inner))
		} else if options := alternatives(inner); len(options) > 1 {
			e.depth++
			out.WriteString(e.fill(options[e.r.IntN(len(options))]))
			e.depth--
		} else {
			out.WriteString(text[:end+1])
		}
		text = text[end+1:]
	}
	out.WriteString(text)
	return out.String()
}

// slot returns the value of a slot: of the brief, or the writer's word.
func (e *expansion) slot(name string) string {
	switch name {
	case "np":
		e.np = true
	case "due":
		if e.w.Promise.Phrase == "" || e.w.Kind != Reply {
			return e.w.word(e.r, "soon")
		}
		e.due = e.w.Promise.Phrase
		return guarded(e.due)
	}
	if v, ok := e.w.value(name); ok {
		if v == "" {
			e.missing = true
		}
		return guarded(v)
	}
	line := e.w.word(e.r, name)
	e.depth++
	defer func() { e.depth-- }()
	return e.fill(line)
}

// word returns the writer's word for something: mostly the favourite.
func (w *writer) word(r *rng.Rand, name string) string {
	slot := "word." + name
	tiers := w.table.tiers(slot, w.Voice.Temperament, w.Voice.Formality)
	list := tiers[0]
	if len(list) == 0 {
		list = tiers[1]
	}
	if len(list) == 0 {
		return ""
	}
	if r.Chance(0.7) {
		r = w.Seed.Draw("voice/1:"+slot, w.Voice.Address)
	}
	return list[r.IntN(len(list))].text
}

// closing returns the index of the bracket that closes the one at 0, or -1.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// alternatives splits at the bars outside inner brackets.
func alternatives(s string) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
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
	s = outside(s, func(t string) string { return w.wordings.repair.Replace(" " + t)[1:] })
	for _, p := range []string{",", ".", "?", "!", ";", ":"} {
		s = strings.ReplaceAll(s, " "+p+" ", p+" ")
	}
	if !w.habits.exclaims {
		s = outside(s, func(t string) string { return strings.ReplaceAll(t, "!", ".") })
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
			if !w.habits.lower {
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

// ownCapital reports whether a word is one that is always written with a
// capital: "I", and acronyms.
func ownCapital(s string) bool {
	_, n := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[n:])
	return !unicode.IsLetter(next) || unicode.IsUpper(next)
}

// outside applies f to the parts of s that are the writer's own words.
func outside(s string, f func(string) string) string {
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
	return w.wordings.contract.Replace(" " + s)[1:]
}

var unguard = strings.NewReplacer(string(guardOn), "", string(guardOff), "")

// clean makes a text of the brief fit for a line: one line, no control or
// private characters, no quote marks, at most n words and 6n letters.
func clean(s string, n int) string {
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
