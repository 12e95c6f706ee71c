package gist

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// phraseOf are tokens as written.
func (s *sentence) phraseOf(toks []token) string {
	if len(toks) == 0 {
		return ""
	}
	from, to := toks[0].from, toks[len(toks)-1].to
	if from < 0 || to > len(s.text) || from >= to {
		return ""
	}
	return tidy(s.text[from:to])
}

func capitalized(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(r)) + s[n:]
}

// told says what is offered as the reader names it; it is empty where that cannot be told.
func (p *picker) told(s *sentence, r reduced) string {
	if r.whole != "" {
		return r.whole
	}
	toks := r.toks
	if p.dative && len(toks) > 1 && toks[0].w.det != "" && strings.ContainsAny(toks[0].low[len(toks[0].low)-1:], "mrn") {
		toks = toks[1:] // "zwischen einem Puzzle und …"
	}
	if n := len(toks); n == 0 && r.inf == "" || n > maxPick {
		return ""
	}
	if len(toks) > 0 && !p.canStand(toks, r.inf != "") {
		return ""
	}
	var b strings.Builder
	if p.code == "es" && r.inf != "" {
		b.WriteString(r.inf)
	}
	for i := range toks {
		word, ok := p.turned(toks, i)
		if !ok {
			return ""
		}
		if i > 0 {
			between := s.text[toks[i-1].to:max(toks[i-1].to, toks[i].from)]
			switch {
			case between == "-" || between == "" && p.isElided(toks[i-1].low):
				b.WriteString(between)
			case strings.HasPrefix(between, ",") || strings.HasPrefix(between, ".") && toks[i-1].figure():
				b.WriteString(between[:1] + " ")
			default:
				b.WriteByte(' ')
			}
		} else if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if i == 0 {
			word = p.firstWord(toks, word)
		}
		if i == 1 && p.code == "de" && toks[0].low == "ein" && strings.HasSuffix(word, "er") && toks[1].text == toks[1].low {
			word = word[:len(word)-1] + "n" // "ein neuer aus Holz"
		}
		if i < 2 && p.romance() {
			word = p.oneOf(toks, i, word)
		}
		b.WriteString(word)
	}
	if p.code != "es" && r.inf != "" {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(r.inf)
	}
	return cut(strings.Replace(b.String(), "la de el ", "la del ", 1), MaxPhrase)
}

// oneOf says "one in the stalls" as "the one in the stalls".
func (p *picker) oneOf(toks []token, i int, word string) string {
	if len(toks) < 3 || !toks[1].w.in.has(sPrepositions) || toks[1].w.in.has(sOr) || toks[1].w.in.has(sAnd) {
		return word
	}
	one := p.maps["the-one"][toks[0].low]
	switch {
	case one == "":
		return word
	case i == 0:
		return one
	case word == "en" && p.code == "es":
		return "de"
	}
	return word
}

// firstWord is the first word of what is offered, with a small letter where it is no name, and in
// German as what is taken: "den Roman".
func (p *picker) firstWord(toks []token, word string) string {
	t := &toks[0]
	if p.code == "de" {
		if t.w.det != "" || p.find(t.low).in.has(sStop) && t.text != "Sie" {
			word = strings.ToLower(word)
		}
		if len(toks) > 1 {
			switch article, known := p.gender(toks[len(toks)-1].low); {
			case word == "der":
				return "den"
			case word == "ein" && (strings.HasSuffix(toks[1].low, "er") && toks[1].text == toks[1].low || known && article == "der" && len(toks) == 2):
				return "einen"
			}
		}
		if !isLetterCapital(t.text) || t.from > 0 || !p.common(t) {
			return word
		}
		return word
	}
	if t.from == 0 && (p.common(t) || p.infinitiveWord(t) || t.w.det != "") && utf8.RuneCountInString(t.text) > 1 {
		return strings.ToLower(word)
	}
	return word
}

// canStand reports whether words can be an answer: no clause, no pronoun alone.
func (p *picker) canStand(toks []token, verb bool) bool {
	first := &toks[0]
	if first.w.wh != "" || p.in(first, "tells-more") || !verb && p.subject(first) {
		return false
	}
	if at := p.verbAt(toks); at >= 0 && !(p.code == "de" && at == 0 && len(toks) == 1) {
		return false
	}
	if slices.ContainsFunc(toks, func(t token) bool { return p.in(&t, "regretting") }) {
		return false
	}
	meant := func(t token) bool {
		return !t.w.in.has(sStop) || t.w.number > 0 || t.w.day > 0 || p.in(&t, "places-there")
	}
	return verb || slices.ContainsFunc(toks, meant)
}

// turned is a word of the sender's as the reader says it.
func (p *picker) turned(toks []token, i int) (string, bool) {
	t := &toks[i]
	if p.code == "de" && t.text != t.low && (t.from > 0 || i > 0) {
		if w := p.maps["turned capitals"][t.text]; w != "" {
			return w, true
		}
	}
	low := t.low
	if p.code == "de" && t.text != low {
		return t.text, true
	}
	if w := p.maps["turned"][low]; w != "" {
		if p.code == "fr" && low == "votre" && i+1 < len(toks) {
			article, known := p.gender(toks[i+1].low)
			if known && article == "la" && !strings.ContainsAny(toks[i+1].low[:1], "aeiouhé") {
				return "ma", true
			}
			return w, known || strings.ContainsAny(toks[i+1].low[:1], "aeiou")
		}
		return w, true
	}
	section := "turned polite"
	if p.manner == Familiar {
		section = "turned familiar"
	}
	if w := p.maps[section][low]; w != "" {
		return w, p.manner != ""
	}
	if p.code == "es" {
		if head, tail := p.enclitics(low); tail != "" && p.infinitiveWord(t) {
			switch tail {
			case "te", "le":
				return head + "me", true
			case "os":
				return head + "nos", true
			}
		}
	}
	return t.text, true
}
