package dialog

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/lang"
)

// think is what drawing values in a language takes, of its think.txt. A section is
//
//	[place: room meeting]
//
// with a value a line: those are for questions that name one of its words; a section
// without words is for all others.
type think struct {
	pools            map[string][]pool
	lists            map[string]list   // what a section has for all questions
	form             map[string]string // key = value, of section form
	weekdays, months []string          // Sunday and January first
	lowMonths        []string          // the months in lower case
	shortDays        []string
	small            map[string]bool            // words that tell nothing
	general          map[string]bool            // words that alone do not tell what is meant
	sets             map[string]map[string]bool // the words of sections for all questions, as stems
	due, echoes      [][2]string
	shifts           [][2]string // what moves an appointment, a blank on either side, and by how much
	facts            []hiddenFact
	nicknames        [][]string
	kindred          map[string][]string  // by a stem, the marks of the groups of words that mean one matter
	everybody        map[string]bool      // greetings that are nobody's name
	past, clause     map[string]bool      // words about what has been, and with which sentences begin
	apart            map[string]bool      // small words that part a verb from what follows
	ranges           map[string][2]string // of a noun in the plural: how many there are in private life, and at work
}

// hiddenFact is a fact that people hold about their own matter, with the words that ask
// for it.
type hiddenFact struct {
	name  string
	words map[string]bool
}

// pool is a section.
type pool struct {
	words   map[string]bool // as stems
	exact   map[string]bool // the same words as they stand
	phrases []string        // "per_slice" in the file: the stems of words that must follow each other, with blanks around
	lines   []string
}

// list is what a section has for all questions, with the marks of each line's words.
type list struct {
	lines []string
	marks []uint64
}

var thinks = sync.OnceValue(func() map[string]*think {
	all := map[string]*think{}
	for _, code := range lang.Codes() {
		if text := lang.Think(code); text != "" {
			all[code] = parseThink(text + "\n" + lang.Values(code))
		}
	}
	return all
})

// thinkOf returns the values of a language, English ones for a language without.
func thinkOf(code string) *think {
	if t := thinks()[code]; t != nil {
		return t
	}
	return thinks()["en"]
}

func parseThink(text string) *think {
	t := &think{pools: map[string][]pool{}, lists: map[string]list{}, form: map[string]string{}}
	name, cur := "", pool{}
	flush := func() {
		if name != "" {
			t.pools[name] = append(t.pools[name], cur)
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line == "#" || strings.HasPrefix(line, "# "):
		case line[0] == '[' && line[len(line)-1] == ']':
			flush()
			kind, words, _ := strings.Cut(line[1:len(line)-1], ":")
			name, cur = strings.TrimSpace(kind), newPool(words)
		default:
			cur.lines = append(cur.lines, line)
		}
	}
	flush()
	for section, pools := range t.pools {
		t.lists[section] = forAll(pools)
	}
	for _, line := range t.lines("form") {
		key, value, _ := strings.Cut(line, "=")
		t.form[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	if t.form["thousands"] == "_" {
		t.form["thousands"] = " "
	}
	t.weekdays, t.months = strings.Fields(t.form["weekdays"]), strings.Fields(t.form["months"])
	t.lowMonths = strings.Fields(strings.ToLower(t.form["months"]))
	t.shortDays = strings.Fields(strings.ToLower(t.form["weekdays.short"]))
	t.small, t.everybody = t.words("small"), t.words("greets all")
	t.past, t.clause, t.apart = t.words("past"), t.words("clause"), t.words("apart")
	t.sets = map[string]map[string]bool{}
	for section := range t.pools {
		t.sets[section] = stemSet(strings.Join(t.lines(section), " "))
	}
	t.general, t.due, t.echoes = t.sets["general"], t.pairs("due"), t.pairs("echo")
	for _, pair := range t.pairs("shifts") {
		t.shifts = append(t.shifts, [2]string{" " + pair[0] + " ", pair[1]})
	}
	for _, pair := range t.pairs("hidden") {
		t.facts = append(t.facts, hiddenFact{pair[0], stemSet(pair[0] + " " + pair[1])})
	}
	t.kindred = map[string][]string{}
	for i, line := range t.lines("kindred") {
		for w := range stemSet(line) {
			t.kindred[w] = append(t.kindred[w], "="+strconv.Itoa(i))
		}
	}
	t.ranges = map[string][2]string{}
	for _, pl := range t.pools["ranges"] {
		for _, line := range pl.lines {
			nouns, spans, _ := strings.Cut(line, "=")
			home, work, _ := strings.Cut(spans, ";")
			for noun := range strings.FieldsSeq(nouns) {
				t.ranges[noun] = [2]string{strings.TrimSpace(home), strings.TrimSpace(work)}
			}
		}
	}
	for _, line := range t.lines("nicknames") {
		t.nicknames = append(t.nicknames, strings.Fields(line))
	}
	return t
}

// newPool makes a pool of the words and phrases that it is for.
func newPool(head string) pool {
	var pl pool
	var single []string
	for _, w := range strings.Fields(head) {
		if strings.Contains(w, "_") {
			pl.phrases = append(pl.phrases, " "+strings.Join(rootsOf(strings.ReplaceAll(w, "_", " ")), " ")+" ")
		} else {
			single = append(single, w)
		}
	}
	pl.words, pl.exact = stemSet(strings.Join(single, " ")), map[string]bool{}
	for _, w := range single {
		pl.exact[w] = true
	}
	return pl
}

// words returns the words of a section as they stand.
func (t *think) words(section string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(strings.ToLower(strings.Join(t.lines(section), " "))) {
		m[w] = true
	}
	return m
}

// lines returns the values of a section that is for all questions.
func (t *think) lines(section string) []string { return t.lists[section].lines }

// forAll returns what a section has for all questions.
func forAll(pools []pool) (out list) {
	for _, p := range pools {
		if len(p.words) == 0 && len(p.phrases) == 0 {
			out.lines, out.marks = p.lines, make([]uint64, len(p.lines))
			break
		}
	}
	for i, line := range out.lines {
		for w := range strings.FieldsSeq(line) {
			out.marks[i] |= mark(w)
		}
	}
	return out
}

// pairs returns the lines "a b = c" of a section as its two sides.
func (t *think) pairs(section string) [][2]string {
	var out [][2]string
	for _, line := range t.lines(section) {
		a, b, _ := strings.Cut(line, "=")
		out = append(out, [2]string{strings.TrimSpace(a), strings.TrimSpace(b)})
	}
	return out
}

// pool returns the values of a section for what is asked: those of the words of the
// topic before those of the whole question, else those for all.
func (t *think) pool(section string, topic, text []string) []string {
	if lines := t.special(section, topic, text); lines != nil {
		return lines
	}
	return t.lines(section)
}

// special returns the values that are for these words alone, if there are any.
func (t *think) special(section string, topic, text []string) []string {
	var best []string
	top := 0
	for _, p := range t.pools[section] {
		score := 0
		for _, w := range topic {
			if p.words[w] {
				score += 3
			}
		}
		for _, w := range text {
			if p.words[w] {
				score++
			}
		}
		if score > top {
			best, top = p.lines, score
		}
	}
	return best
}

// names reports whether one of the stems is a word of the section.
func (t *think) names(section string, stems []string) bool {
	set := t.sets[section]
	return slices.ContainsFunc(stems, func(w string) bool { return set[w] })
}

const (
	maxStems = 60
	maxStem  = 6 // runes
)

// stems returns the words of s that tell something, in a form that kin share: lower
// case, without endings of the plural and the like, at most six letters.
func (t *think) stems(s string) []string {
	if s == "" {
		return nil
	}
	return t.telling(wordsOf(s))
}

// telling is stems of words.
func (t *think) telling(words []string) []string {
	var out []string
	for i, word := range words {
		if len(out) == maxStems {
			break
		}
		if t.small[word] {
			continue
		}
		if w := stem(word); !slices.Contains(out, w) {
			if out == nil {
				out = make([]string, 0, min(len(words)-i, maxStems))
			}
			out = append(out, w)
		}
	}
	return out
}

// wordsOf are the words of s in small letters. It is called for nearly all that is looked for
// in a text.
func wordsOf(s string) []string {
	s = strings.ToLower(s)
	out := make([]string, 0, len(s)/5+1)
	from := -1
	for i, r := range s {
		word := r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
		if !word && r >= utf8.RuneSelf {
			word = unicode.IsLetter(r) || unicode.IsDigit(r)
		}
		switch {
		case word && from < 0:
			from = i
		case !word && from >= 0:
			out, from = append(out, s[from:i]), -1
		}
	}
	if from >= 0 {
		out = append(out, s[from:])
	}
	return out
}

// rootsOf returns all words of s as stems.
func rootsOf(s string) []string { return rooted(wordsOf(s)) }

// rooted returns words as stems, as many as are compared.
func rooted(words []string) []string { return stemsOf(words[:min(len(words), maxStems)]) }

// stemsOf returns words as stems.
func stemsOf(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = stem(w)
	}
	return out
}

// stem cuts the endings that English, German and the Romance languages give to words.
func stem(word string) string {
	for _, end := range []string{"ies", "ing", "es", "ed", "en", "s", "y", "e"} {
		if len(word) > len(end)+3 && strings.HasSuffix(word, end) && !strings.HasSuffix(word, "ss") {
			word = word[:len(word)-len(end)]
			break
		}
	}
	return firstRunes(word, maxStem)
}

// firstRunes is the beginning of a text, at most that many runes.
func firstRunes(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i]
		}
		n++
	}
	return s
}

func stemSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range wordsOf(words) {
		m[stem(w)] = true
	}
	return m
}

// within reports whether every word of a is one of b.
func within(a, b []string) bool {
	return !slices.ContainsFunc(a, func(w string) bool { return !slices.Contains(b, w) })
}

// likeness is the share of the words of both that they have in common, 0 to 1.
func likeness(a, b []string) float64 {
	common := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			common++
		}
	}
	if all := len(a) + len(b) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}

const (
	maxValue      = 120 // bytes of a value
	maxValueWords = 14
)

// tidy brings a text of others into the form of a value: one line, bounded, no ending mark.
func tidy(s string) string { return tidied(s, maxValue, maxValueWords) }

// tidied is tidy with other bounds.
func tidied(s string, maxValue, maxValueWords int) string {
	if isTidy(s, maxValue, maxValueWords) {
		return strings.Trim(s, " .,;:!?-")
	}
	s = strings.ToValidUTF8(s, "")
	if len(s) > 4*maxValue {
		s = strings.ToValidUTF8(s[:4*maxValue], "")
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029' })
	s = strings.Join(words[:min(len(words), maxValueWords)], " ")
	if len(s) > maxValue {
		s = strings.ToValidUTF8(s[:maxValue], "")
	}
	return strings.Trim(s, " .,;:!?-")
}

// isValue reports whether a text is within the bounds of a value: a longer one would lose its end.
func isValue(s string) bool {
	return len(s) <= maxValue && len(strings.Fields(s)) <= maxValueWords
}

// isTidy reports whether a text surely is one line within bounds, as most are.
func isTidy(s string, maxValue, maxValueWords int) bool {
	blanks := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ':
			if i == 0 || s[i-1] == ' ' || i == len(s)-1 {
				return false
			}
			blanks++
		case c < ' ' || c > '~':
			return false
		}
	}
	return len(s) <= maxValue && blanks < maxValueWords
}

// SayDay returns a day as it is said in a language.
func SayDay(language string, day time.Time) string { return thinkOf(language).date(day) }

// nearDays is for how many days to come the weekday alone tells which one is meant.
const nearDays = 6

// SayNear says the days of the next week in what a person says by their weekday alone:
// "Thursday" for "Thursday 26 November".
func SayNear(language, s string, now time.Time) string {
	t := thinkOf(language)
	if t.form["weekday"] == "" || !strings.ContainsAny(s, "0123456789") {
		return s
	}
	for i := 1; i <= nearDays; i++ {
		if day := midnight(now).AddDate(0, 0, i); strings.Contains(s, t.weekdays[day.Weekday()]) {
			s = strings.ReplaceAll(s, t.date(day), t.dateIn("weekday", day))
		}
	}
	return s
}

// SayDue returns the phrase of a promise, planned in English, as it is said in a language.
func SayDue(language, english string) string {
	for _, pair := range thinkOf(language).due {
		if pair[0] == english {
			return pair[1]
		}
	}
	return english
}
