// Package langdetect tells the language of a text: by its script where one language
// has it for its own, else by common words and the letters of the others.
//
// It is made for mail: right on lines of four words, and not misled by names, firms,
// addresses, numbers or code, which it reads little of. Of a line that is shorter the
// caller may tell more by hints. It reads a bounded prefix, in time linear in it.
package langdetect

import (
	"strings"
	"unicode/utf8"
)

// MaxText is how many bytes of a text are read.
const MaxText = 4 << 10

// Hint is what a caller knows beside the text. Hints matter only where the text
// alone leaves doubt.
type Hint struct {
	kind hintKind
	text string
}

type hintKind int

const (
	subject hintKind = iota
	earlier
	domain
	prior
)

// Subject hints at the line above the text, which is read as a part of it.
func Subject(line string) Hint { return Hint{subject, line} }

// Earlier hints at a mail of the same people, such as the one quoted.
func Earlier(text string) Hint { return Hint{earlier, text} }

// Domain hints at the writer's domain, of which the last label may tell a country.
func Domain(name string) Hint { return Hint{domain, name} }

// Prior hints at the language to take when nothing tells.
func Prior(code string) Hint { return Hint{prior, code} }

// What a hint is worth against the words, in units of a word's score.
const (
	earlierWorth = 9 * bit
	domainWorth  = 5 * bit
	priorWorth   = 2 * bit
	sureLead     = 8 * bit // by which a text of few words leaves no doubt
	plainLead    = 4 * bit // and one of four words or more
	fewWords     = 4
)

// Detect returns the code of the text's language (ISO 639-1), and whether there is
// hardly a doubt. It returns "" and false when neither the text nor a hint tells.
func Detect(text string, hints ...Hint) (code string, sure bool) {
	var t tally
	t.read(text)
	code, lead := t.best(nil)
	if t.sure(lead) {
		return code, true
	}
	for _, h := range hints {
		if h.kind == subject {
			t.read(h.text)
		}
	}
	if code, lead = t.best(nil); t.sure(lead) {
		return code, true
	}
	code, lead = t.best(worths(hints))
	return code, t.sure(lead)
}

// Codes lists the languages that Detect tells apart by their words; beside them it
// knows those that have a script of their own.
func Codes() []string {
	var out []string
	for _, f := range families {
		out = append(out, f.codes...)
	}
	return out
}

// worth is what the hints speak for a language.
type worth struct {
	code  string
	value int32
}

func worths(hints []Hint) []worth {
	var out []worth
	for _, h := range hints {
		switch h.kind {
		case earlier:
			var t tally
			t.read(h.text)
			if code, lead := t.best(nil); t.sure(lead) {
				out = append(out, worth{code, earlierWorth})
			}
		case domain:
			for _, code := range strings.Fields(countries[topLabel(h.text)]) {
				out = append(out, worth{code, domainWorth})
			}
		case prior:
			out = append(out, worth{h.text, priorWorth})
		}
	}
	return out
}

func topLabel(name string) string {
	name = strings.TrimRight(name, ".>) ")
	return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
}

// countries has the languages of the top-level domains that tell one.
var countries = map[string]string{
	"de": "de", "at": "de", "ch": "de fr it", "li": "de", "lu": "fr de", "fr": "fr", "be": "nl fr", "nl": "nl", "es": "es", "mx": "es",
	"ar": "es", "cl": "es", "pe": "es", "uy": "es", "it": "it", "pt": "pt", "br": "pt", "dk": "da", "se": "sv", "no": "no", "fi": "fi",
	"pl": "pl", "cz": "cs", "sk": "sk", "si": "sl", "hr": "hr", "hu": "hu", "ro": "ro", "bg": "bg", "ru": "ru", "ua": "uk", "rs": "sr",
	"gr": "el", "tr": "tr", "il": "he", "in": "en hi", "th": "th", "vn": "vi", "id": "id", "jp": "ja", "kr": "ko", "cn": "zh", "tw": "zh",
	"uk": "en", "us": "en", "ie": "en", "au": "en", "nz": "en", "ee": "et", "lt": "lt", "lv": "lv", "ir": "fa", "cat": "ca",
}

// tally is what the words of a text speak for.
type tally struct {
	letters [scripts]int32           // weighed, by script
	scores  [len(families)][32]int32 // of the families, by language; 0 is the best, less is worse
	words   int                      // that were scored
}

// sure reports whether a lead leaves no doubt.
func (t *tally) sure(lead int32) bool {
	return lead >= sureLead || lead >= plainLead && t.words >= fewWords
}

// best returns the language that the words and hints speak for, and its lead over the next.
func (t *tally) best(hints []worth) (string, int32) {
	s, most := t.script()
	if most == 0 { // no letters at all
		var code string
		var value int32
		for _, h := range hints {
			if h.value > value {
				code, value = h.code, h.value
			}
		}
		return code, 0
	}
	if code := soleLanguage[s]; code != "" {
		return code, sureLead
	}
	if s == han {
		return "zh", sureLead
	}
	f := familyOf[s]
	first, second, code := int32(-1<<30), int32(-1<<30), ""
	for i, c := range families[f].codes {
		score := t.scores[f][i]
		for _, h := range hints {
			if h.code == c {
				score += h.value
			}
		}
		if score > first {
			first, second, code = score, first, c
		} else if score > second {
			second = score
		}
	}
	if t.words < 2 && first-second < plainLead { // hardly a word: the other side's script speaks too
		for _, h := range hints {
			if h.value >= earlierWorth && !isIn(families[f].codes, h.code) {
				return h.code, 0
			}
		}
	}
	if t.words == 0 && first == second && len(hints) == 0 {
		return "", 0
	}
	return code, first - second
}

func isIn(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// script returns the script that most of the text is in.
func (t *tally) script() (script, int32) {
	most := latin
	for s := range t.letters {
		if t.letters[s] > t.letters[most] {
			most = script(s)
		}
	}
	// Kana among Chinese characters are Japanese, Hangul among them Korean.
	if most == han && 6*t.letters[kana] >= t.letters[han] {
		most = kana
	}
	return most, t.letters[most]
}

// cut shortens s to n bytes at a rune's edge.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
