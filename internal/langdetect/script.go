package langdetect

import "unicode"

// script is a way of writing.
type script int

const (
	latin script = iota
	cyrillic
	arabic
	greek
	hebrew
	devanagari
	thai
	kana
	hangul
	han
	georgian
	armenian
	bengali
	tamil
	none
	scripts = int(none)
)

// soleLanguage is the language of a script that one language has for its own.
var soleLanguage = [scripts]string{greek: "el", hebrew: "he", devanagari: "hi", thai: "th", kana: "ja", hangul: "ko",
	georgian: "ka", armenian: "hy", bengali: "bn", tamil: "ta"}

// letterWeight is how many letters of an alphabet a sign stands for.
var letterWeight = [scripts]int32{1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 1, 1, 1, 1}

// family is the languages that share a script.
type family struct {
	codes []string
}

var families = [...]family{
	{[]string{"en", "de", "fr", "es", "it", "pt", "nl", "da", "no", "sv", "fi", "pl", "cs", "sk", "hu", "ro", "tr", "id", "vi", "ca", "hr", "sl", "et", "lt", "lv"}},
	{[]string{"ru", "uk", "bg", "sr"}},
	{[]string{"ar", "fa"}},
}

// familyOf is a script's index into families, or -1.
var familyOf = func() [scripts]int {
	var of [scripts]int
	for s := range of {
		of[s] = -1
	}
	of[latin], of[cyrillic], of[arabic] = 0, 1, 2
	return of
}()

var tables = []struct {
	script script
	table  *unicode.RangeTable
}{
	{cyrillic, unicode.Cyrillic}, {han, unicode.Han}, {kana, unicode.Hiragana}, {kana, unicode.Katakana}, {hangul, unicode.Hangul},
	{arabic, unicode.Arabic}, {greek, unicode.Greek}, {hebrew, unicode.Hebrew}, {devanagari, unicode.Devanagari}, {thai, unicode.Thai},
	{georgian, unicode.Georgian}, {armenian, unicode.Armenian}, {bengali, unicode.Bengali}, {tamil, unicode.Tamil},
}

// scriptOf returns a letter's script, none for what is no letter.
func scriptOf(r rune) script {
	if r < 0x250 || r >= 0x1e00 && r < 0x1f00 {
		if unicode.IsLetter(r) {
			return latin
		}
		return none
	}
	if r >= 0x400 && r < 0x530 {
		return cyrillic
	}
	if !unicode.IsLetter(r) {
		return none
	}
	for _, t := range tables {
		if unicode.Is(t.table, r) {
			return t.script
		}
	}
	return none
}
