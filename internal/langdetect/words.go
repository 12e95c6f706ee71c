package langdetect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxWord   = 24 // runes of a word that are read
	enough    = 48 // words after which a clear lead ends the reading
	clearLead = 48 * bit
	plenty    = 240 // words after which nothing more is read
)

// read adds what the words of a text speak for.
func (t *tally) read(text string) {
	text = cut(text, MaxText)
	shouted := isShouted(text)
	fresh := true // the next word starts a sentence
	for text != "" {
		var field string
		field, text = nextField(text)
		if field == "" {
			break
		}
		if isCode(field) {
			fresh = false
			continue
		}
		t.readField(field, fresh, shouted)
		fresh = endsSentence(field)
		if t.words >= plenty {
			return
		}
		if t.words >= enough && t.words%16 == 0 {
			if _, lead := t.best(nil); lead >= clearLead {
				return
			}
		}
	}
}

// nextField cuts the next run of anything but white space off the text.
func nextField(text string) (field, rest string) {
	i := 0
	for i < len(text) && text[i] <= ' ' {
		i++
	}
	j := i
	for j < len(text) && text[j] > ' ' {
		j++
	}
	return text[i:j], text[j:]
}

func endsSentence(field string) bool {
	switch field[len(field)-1] {
	case '.', '!', '?', ':', ',', ';', '-', '*':
		return true // after a comma too: "Hello Anna, We …", "1. Who"
	}
	return false
}

// isCode reports whether a field is no word of a language: a number, an address, a
// path, a name of a program.
func isCode(field string) bool {
	lower := false
	for i := 0; i < len(field); i++ {
		switch c := field[i]; {
		case c >= '0' && c <= '9', c == '@', c == '/' && i > 0 && i < len(field)-1 && field[i-1] == ':', c == '_', c == '\\', c == '=', c == '{', c == '<', c == '$':
			return true
		case c == '.' && i > 0 && i < len(field)-2 && isLetter(field[i-1]) && isLetter(field[i+1]):
			return true // a domain, a file, an abbreviation
		case c >= 'A' && c <= 'Z' && lower:
			return true // camelCase
		case c >= 'a' && c <= 'z':
			lower = true
		case c == '-' || c == '\'' || c >= utf8.RuneSelf:
			lower = false
		}
	}
	return false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf }

// isShouted reports whether most letters of the text are capitals.
func isShouted(text string) bool {
	up, low := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z':
			low++
		case c >= 'A' && c <= 'Z':
			up++
		}
	}
	return up > 2*low && up > 8
}

// A word is a run of letters of one field, small, with how it was written.
type word struct {
	buf      [maxWord * utf8.UTFMax]byte
	n        int // bytes
	runes    int
	capitals int
	script   script
}

func (w *word) reset() { w.n, w.runes, w.capitals = 0, 0, 0 }

func (w *word) add(r rune, s script) {
	if w.runes < maxWord {
		w.n += utf8.EncodeRune(w.buf[w.n:], r)
	}
	w.runes++
	w.script = s
}

// readField scores the words of a field: letters between hyphens, apostrophes and other marks.
func (t *tally) readField(field string, fresh, shouted bool) {
	var w word
	for i := 0; i < len(field); {
		c := field[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c >= 'a' && c <= 'z':
				w.add(rune(c), latin)
			case c >= 'A' && c <= 'Z':
				w.capitals++
				w.add(rune(c)+'a'-'A', latin)
			default:
				t.score(&w, c == '.', fresh, shouted)
				w.reset()
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(field[i:])
		i += size
		s := scriptOf(r)
		if s == none {
			if r == '¿' || r == '¡' {
				t.spanish()
			}
			if !unicode.Is(unicode.Mn, r) && r != '\u200c' && r != 'ー' {
				t.score(&w, false, fresh, shouted)
				w.reset()
			}
			continue
		}
		if low := unicode.ToLower(r); low != r {
			w.capitals++
			r = low
		}
		if familyOf[s] < 0 {
			t.letters[s] += letterWeight[s]
			continue
		}
		w.add(r, s)
	}
	t.score(&w, false, fresh, shouted)
}

// spanish notes a mark that Spanish alone has.
func (t *tally) spanish() {
	for i, code := range families[0].codes {
		if code != "es" {
			t.scores[0][i] -= knownCap
		}
	}
}

// score adds what a word speaks for. Names speak little: words with a capital within a
// sentence, acronyms and initials.
func (t *tally) score(w *word, dot, fresh, shouted bool) {
	if w.n == 0 {
		return
	}
	if w.capitals > 0 && !fresh && !shouted {
		t.letters[w.script] += int32(w.runes+3) / 4
	} else {
		t.letters[w.script] += int32(w.runes)
	}
	initial := w.runes == 1 && w.capitals == 1 && (dot || w.buf[0] != 'i')
	if !shouted && (initial || w.runes > 1 && w.capitals > 1) || w.runes > maxWord || everywhere[string(w.buf[:w.n])] {
		return
	}
	f := familyOf[w.script]
	m := models[f]()
	var guess [32]int16
	row := m.known[string(w.buf[:w.n])]
	known := row != nil
	if !known {
		if w.runes < 3 {
			return
		}
		m.guess(w.buf[:w.n], &guess)
		row = &guess
	}
	weight := w.weight(known, fresh, shouted)
	if weight > 1 {
		t.words++
	}
	for i := range m.codes {
		t.scores[f][i] += int32(row[i]) * weight / fullWeight
	}
}

// everywhere has words that tell nothing, because all languages use them.
var everywhere = map[string]bool{"ok": true, "okay": true, "super": true, "info": true, "mail": true, "email": true, "app": true, "web": true,
	"online": true, "team": true, "test": true, "status": true, "hotel": true, "taxi": true, "link": true, "update": true}

const fullWeight = 8

// weight is how much of its score a word counts for, in parts of fullWeight.
func (w *word) weight(known, fresh, shouted bool) int32 {
	name := w.capitals > 0 && !shouted
	switch {
	case !known && name && !fresh:
		return 1
	case !known && name, known && name && !fresh && w.runes > 1:
		return 3
	case !known:
		return 6
	}
	return fullWeight
}

// words calls f with each word of a text, small.
func words(text string, f func(string)) {
	for _, s := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) }) {
		f(s)
	}
}
