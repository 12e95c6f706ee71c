package gist

import (
	"strings"
	"unicode"
)

// commonWords are frequent short words by which a language shows. Words that
// several of these languages share are left out.
var commonWords = []struct{ code, words string }{
	{"en", "the and is are you your we our have has with this that for will please can be of to it from would what when not i my"},
	{"de", "der die das und ist nicht ich wir sie mit für auf ein eine haben bitte können ihre ihr wann zu von dem den auch noch"},
	{"fr", "le la les et est vous nous pour dans une avec votre que qui pas je ne merci sur notre pouvez être du au"},
	{"es", "el los las es usted para con una por que su gracias no está cuándo puede favor del hola nuestro como pero lo"},
	{"it", "il gli che di per con una è sono grazie non della può suo quando del buongiorno questo nostro anche ma vi"},
	{"nl", "de het een en van ik wij niet met voor u uw graag kunt wanneer zijn dat op bij onze dit naar ook"},
	{"pt", "o os as não você para com uma por que obrigado está quando pode do da em seu nosso mas isso ao"},
	{"sv", "och är att det som på för inte jag vi ni med en ett kan har när tack om vill era"},
	{"da", "og er at det som på for ikke jeg vi med en et kan har hvornår tak om vil jeres af"},
	{"pl", "nie jest na się do że i w z proszę kiedy dziękuję jak czy dla oraz są to państwa o"},
}

var languageOf = func() map[string]uint32 {
	of := map[string]uint32{}
	for i, l := range commonWords {
		for _, w := range strings.Fields(l.words) {
			of[w] |= 1 << i
		}
	}
	return of
}()

// scripts are tried in order: kana before the Chinese characters Japanese shares.
var scripts = []struct {
	code  string
	table *unicode.RangeTable
}{
	{"ru", unicode.Cyrillic}, {"el", unicode.Greek}, {"ar", unicode.Arabic}, {"he", unicode.Hebrew},
	{"ja", unicode.Hiragana}, {"ja", unicode.Katakana}, {"ko", unicode.Hangul}, {"zh", unicode.Han},
	{"hi", unicode.Devanagari}, {"th", unicode.Thai},
}

// language returns the code of the text's language, "en" in doubt.
func language(text string) string {
	if code := script(text); code != "" {
		return code
	}
	var score [16]int
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	for _, w := range words[:min(len(words), 2000)] {
		set := languageOf[w]
		for i := range commonWords {
			if set&(1<<i) != 0 {
				score[i]++
			}
		}
	}
	best := 0
	for i := range commonWords {
		if score[i] > score[best] {
			best = i
		}
	}
	if score[best] < 2 || score[best] < score[0]+2 {
		best = 0
	}
	return commonWords[best].code
}

// script returns the language of a text mostly in letters of its own.
func script(text string) string {
	letters := 0
	var seen [16]int
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if r < 0x370 {
			continue
		}
		for i, s := range scripts {
			if unicode.Is(s.table, r) {
				seen[i]++
				break
			}
		}
	}
	foreign := 0
	for _, n := range seen {
		foreign += n
	}
	if letters == 0 || 2*foreign < letters {
		return ""
	}
	for i, s := range scripts { // a sixth in kana is Japanese though most is Han
		if 6*seen[i] >= foreign {
			return s.code
		}
	}
	return ""
}
