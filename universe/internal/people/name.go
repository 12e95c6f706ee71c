package people

// What somebody is called: better than by the local part of their address.

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/addr"
)

// Names tells whether a name is one, and not the address or its local part again.
func Names(name, address string) bool {
	if strings.TrimSpace(name) == "" || strings.Contains(name, "@") {
		return false
	}
	return name != strings.ToLower(name) || letters(name) != localLetters(address)
}

// letters are those of a text, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// localLetters are those of the local part of an address, without its tag.
func localLetters(address string) string {
	local, _ := addr.Split(address)
	local, _, _ = strings.Cut(local, "+")
	return letters(local)
}

// GreetedAs is the name of somebody at an address whom a mail greets by a given name, ""
// where the address tells as much: anna.weber@… is Anna Weber, b.keller@… whom a mail
// calls Bea is Bea Keller, and x17@… whom it calls Bea is Bea.
func GreetedAs(greeting, address string) string {
	words := strings.Fields(greeting)
	if len(words) == 0 || len(words) > 3 || slices.ContainsFunc(words, func(w string) bool { return !capital(w) }) || notNames()[strings.ToLower(words[0])] {
		return ""
	}
	local := strings.Fields(nameOf(address))
	switch {
	case len(words) > 1:
		return strings.Join(words, " ")
	case len(local) == 2 && utf8.RuneCountInString(local[0]) == 1 && strings.HasPrefix(words[0], local[0]):
		return words[0] + " " + local[1]
	case len(local) > 1 && !strings.ContainsAny(local[0]+local[1], "0123456789"):
		return ""
	}
	return words[0]
}

// capital tells whether a word is written as names are.
func capital(w string) bool {
	r, size := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r) && size < len(w) && w != strings.ToUpper(w)
}

// notNames are words of greetings that are no names, with the titles that stand before
// a family name alone.
var notNames = sync.OnceValue(func() map[string]bool {
	return wordSet(`all both colleague colleagues customer customers dr dr. everybody everyone folks friend friends frau guys herr ladies m. madam
	mme monsieur madame mr mr. mrs mrs. ms ms. people prof prof. señor señora señores sir sirs sr sr. sra sra. subscriber support team there user
	valued hallo hola bonjour sehr damen liebe lieber cher chère estimado estimada`)
})
