package gist

import (
	"strings"
	"unicode"
)

// signingLines is how many lines from the end of a mail may sign it.
const signingLines = 5

// relative is what a relative signs a mail with, "Mum" of "Love, Mum xx", "Auntie Pat"; empty
// for none.
func (l *lexicon) relative(text string) string {
	if _, ok := l.sets["signing relatives"]; !ok {
		return ""
	}
	for range signingLines {
		text = strings.TrimSpace(text)
		at := strings.LastIndexByte(text, '\n')
		if at < 0 {
			return "" // a mail that is one line
		}
		if name := l.signedBy(text[at+1:]); name != "" {
			return name
		}
		text = text[:at]
	}
	return ""
}

// signedBy is the relative of a line that signs: nothing but what leads to it stands before.
func (l *lexicon) signedBy(line string) string {
	words := strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' })
	for len(words) > 0 && strings.Trim(strings.ToLower(words[len(words)-1]), "xo") == "" {
		words = words[:len(words)-1] // kisses
	}
	if len(words) > 8 {
		return ""
	}
	for i, w := range words {
		low := strings.ToLower(w)
		if l.is(low, l.sets["signing relatives"]) && capital(w) {
			rest := words[i:]
			if len(rest) == 1 || len(rest) == 2 && capital(rest[1]) || len(rest) == 3 && l.is(strings.ToLower(rest[2]), l.sets["signing relatives"]) {
				return strings.Join(rest, " ")
			}
			return ""
		}
		if !l.is(low, l.sets["before signing"]) {
			return ""
		}
	}
	return ""
}
