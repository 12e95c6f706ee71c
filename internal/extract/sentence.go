package extract

import (
	"slices"
	"strings"
	"unicode"
)

// mergeGap is the most bytes between a noun and the word that narrows it: "code de la commande".
const mergeGap = 12

// markWords finds the words about codes in every line and what they say about the mail as a whole.
func (p *page) markWords() {
	x := codeLexicon()
	for i := range p.lines {
		l := &p.lines[i]
		l.marks = x.find(l.low)
		for _, m := range l.marks {
			p.signals.see(m.class)
		}
	}
	for i := range p.lines {
		l := &p.lines[i]
		for k := range l.marks {
			l.marks[k].class = p.signals.settle(l.marks[k].class)
			p.signals.see(l.marks[k].class)
		}
		l.marks = mergeMarks(l.low, l.marks)
		l.promo = strings.IndexByte(l.low, '%') >= 0 || hasClass(l.marks, promo)
		l.place = hasClass(l.marks, place)
	}
}

func hasClass(marks []mark, c class) bool {
	return slices.ContainsFunc(marks, func(m mark) bool { return m.class == c })
}

// signals is what the mail as a whole speaks of.
type signals struct{ strong, travel, network bool }

// settle gives the class of a word that depends on what the mail is about.
func (s *signals) settle(c class) class {
	switch {
	case c == confirmation && !s.travel, c == voucher && s.network:
		return strong
	case c == confirmation, c == voucher:
		return trap
	}
	return c
}

func (s *signals) see(c class) {
	switch c {
	case strong:
		s.strong = true
	case travel:
		s.travel = true
	case network:
		s.network = true
	}
}

// mergeMarks makes one mark of a noun and the word that narrows it: "order" and "code" are one trap, "device" and "code"
// one code.
func mergeMarks(low string, marks []mark) []mark {
	out := marks[:0]
	for _, m := range marks {
		if n := len(out); n > 0 && narrows(low[out[n-1].end:m.start], out[n-1].class == figure) {
			if c, ok := merged(out[n-1].class, m.class); ok {
				out[n-1].end, out[n-1].class = m.end, c
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

// merged is the class of two neighbours taken together.
func merged(a, b class) (class, bool) {
	pair := func(x, y class) bool { return a == x && b == y || a == y && b == x }
	switch {
	case pair(code, trap), pair(code, other), pair(number, trap), pair(number, other):
		return trap, true
	case pair(code, thing):
		return code, b == code
	case pair(strong, trap), pair(strong, thing), pair(strong, other), pair(strong, number), pair(strong, code):
		return strong, a == strong && b == code || b == strong
	case pair(brief, figure), pair(brief, number), pair(brief, code), pair(brief, password), pair(purpose, figure):
		return strong, true
	case pair(number, code), pair(figure, code):
		return code, true
	case pair(figure, trap), pair(figure, thing), pair(figure, other):
		return trap, true
	case pair(purpose, number):
		return strong, true // "sign-in number", "numéro de validation"
	case pair(number, thing):
		return thing, true
	case pair(thing, trap):
		return trap, b == trap
	}
	return 0, false
}

// narrows tells a gap that ties two words: nothing, a hyphen, or a preposition. A figure may be for something as well.
func narrows(gap string, isFigure bool) bool {
	if len(gap) > mergeGap {
		return false
	}
	words := 0
	for w := range strings.FieldsFuncSeq(gap, func(r rune) bool { return r == ' ' || r == '-' || r == '\'' || r == '/' }) {
		if words++; words > 2 || !prepositions.has(w) && !(isFigure && aims.has(w)) && !(words == 1 && wordEnd(gap, w)) {
			return false
		}
	}
	return !strings.ContainsAny(gap, "\t")
}

// wordEnd tells that w only ends the word before the gap, as "s" does after "code".
func wordEnd(gap, w string) bool {
	return strings.HasPrefix(gap, w) && len(w) <= 6 && strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

var prepositions = setOf("of", "de", "del", "della", "dell", "di", "do", "da", "dos", "das", "des", "du", "d", "la", "le", "el", "l", "van", "der",
	"your", "under", "su", "tu", "votre", "της", "του", "των")

// aims are the prepositions of what something is for.
var aims = setOf("for", "to", "zum", "zur", "fur", "pour", "para", "per", "pro", "pre", "na", "k", "do", "til", "om", "te", "a", "pentru", "за",
	"для", "на", "για", "untuk")

// sight is what lies between a candidate and a word beside it.
type sight struct {
	words    int  // words between
	breaks   int  // sentence ends between
	number   bool // another number between
	joint    bool // a colon or a cell border between
	means    bool // the word next to the number is "with"
	copula   bool // the word next to the number is a verb such as "is"
	leads    bool // the gap ends with a colon
	article  bool // it ends with an article, which is not counted
	presents bool // the words after the number begin with "this is"
	spaced   bool // the words between are Latin, Greek or Cyrillic
	comma    bool
}

// look reads the gap between a word and a candidate, in either order. fromWord tells that the gap begins with the word's
// end: its tail is no word of its own there, and its dot ends no sentence.
func look(gap string, fromWord bool) sight {
	var s sight
	ideographs, inWord := 0, fromWord
	for i, r := range gap {
		wasWord := inWord
		inWord = false
		switch {
		case r >= '0' && r <= '9':
		case unspacedWord(r):
			if ideographs++; ideographs%3 == 0 {
				s.words++
			}
		case unicode.IsLetter(r) || unicode.IsMark(r):
			if inWord = true; !wasWord {
				s.words++
			}
			s.spaced = s.spaced || r < 0x530
		case r == ':' || r == '\t' || r == '=':
			s.joint = true
		case r == ',' || r == ';':
			s.comma = true
		case r == '.' && i > 0 && gap[i-1] == '.':
			s.joint, s.breaks = true, 0 // dots that lead from a word to its number
		case r == '.' || r == '!' || r == '?':
			if strings.HasPrefix(gap[i+1:], " ") && (i > 0 || !fromWord) {
				s.breaks++
			}
		}
	}
	s.number = holdsNumber(gap)
	if fromWord {
		last := lastWord(gap)
		s.copula, s.means = copulas.has(last), instruments.has(last)
		s.leads = strings.HasSuffix(strings.TrimRight(gap, " \"'(["), ":")
		if s.article = articles.has(last); s.article {
			s.words--
		}
	} else {
		s.copula = copulas.has(firstWord(gap))
		s.presents = presenters.has(firstWord(strings.TrimLeft(gap, " :.")))
	}
	return s
}

// holdsNumber tells a run of digits as long as a code, years aside.
func holdsNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			continue
		}
		end := i
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		if end-i >= minCode && !yearLike(s[i:end]) {
			return true
		}
		i = end
	}
	return false
}

func lastWord(s string) string {
	s = strings.TrimRight(s, " :\"'([*_`"+linkRune)
	return s[strings.LastIndexAny(s, " ,'")+1:]
}

func firstWord(s string) string {
	s = strings.TrimLeft(s, " \"')]*,"+linkRune)
	if end := strings.IndexAny(s, " ,:"); end >= 0 {
		return s[:end]
	}
	return s
}

// instruments come before what something is done with, in languages that have a word for it before the number.
var instruments = setOf("with", "using", "mit", "met", "med", "avec", "con", "com", "cu", "с", "со", "з", "із", "με", "dengan", "bang")

// articles stand between a verb and its number and part the two no more than nothing does.
var articles = setOf("the", "die", "den", "das", "le", "la", "el", "il", "lo", "o", "os", "de", "het", "det", "to", "ten", "τον", "το", "ה", "את")

// dativeArticles stand between "with" and what it goes with.
var dativeArticles = setOf("der", "dem", "den", "this", "these", "dieser", "diesem", "diesen", "cette", "ce", "ces", "este", "esta", "questo",
	"questa", "deze", "dit", "denna", "dette", "tym", "timto", "tymto", "этим", "цим", "los", "las", "les", "i", "gli", "as")

// pronouns name the reader between a number and what it is for.
var pronouns = setOf("you", "we", "sie", "du", "ihr", "vous", "tu", "te", "ti", "se", "si", "usted", "ustedes", "lei", "voce", "je", "u", "jij", "ni",
	"dig", "deg", "dem", "sa", "вы", "ви", "ты", "ти", "can", "konnen", "kannst", "pouvez", "peux", "puede", "puedes", "puo", "puoi", "pode", "kun",
	"kunt", "kan", "mozesz", "muzete", "mozete", "можете", "zich", "sich", "dich")

// presenters begin what is said of a number that stands first: "9041: this is your code".
var presenters = setOf("this", "that", "it", "that's", "it's", "das", "dies", "so", "c'est", "voici", "voila", "este", "ese", "es", "esto", "esta",
	"e", "ecco", "questo", "isto", "esse", "dit", "dat", "det", "detta", "dette", "tama", "se", "to", "oto", "toto", "tohle", "ez", "acesta",
	"aceasta", "това", "это", "вот", "це", "ось", "αυτος", "αυτο", "bu", "iste", "هذا", "זה", "זהו", "این", "यह", "นี่คือ", "day", "ini", "これが",
	"이것은", "这是", "這是")

// copulas link a noun to its number.
var copulas = setOf("is", "are", "was", "be", "ist", "lautet", "lauten", "est", "es", "son", "sera", "e", "sono", "sao", "ar", "er", "on", "to",
	"jest", "brzmi", "je", "zni", "znie", "este", "е", "είναι", "ειναι", "это", "це", "هو", "هي", "הוא", "היא", "la", "adalah", "ialah", "az", "a",
	"s", "son", "was", "sind", "sera", "soit", "-")
