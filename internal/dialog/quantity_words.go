package dialog

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The words by which a language tells units, limits and parts of hours. They are sections of its
// values.txt; what a language has no words for it has no section of.

// wordSections are the sections whose words are looked up as they stand.
var wordSections = []string{
	"ordinal marks", "before noon", "after noon", "noon", "hour sign", "range to", "range and", "range between",
	"either", "single", "few", "unit skips", "coins", "asked unit", "many", "of them", "themselves", "before counted",
	"unit lead", "place lead", "place article", "pronouns", "part breaks", "month lead", "date words", "elided",
	"letters", "digits", "of the reader", "takes a value", "is", "weekdays all", "weekends all", "duration end", "heads counted", "hour always", "single behind", "single units", "restates no", "value lead no", "hour lead", "range until", "also a duration",
}

// readWords reads the sections of words.
func (m *measures) readWords(t *think) {
	m.words = map[string]map[string]bool{}
	for _, section := range wordSections {
		m.words[section] = t.words(section)
	}
	for _, pair := range t.pairs("half hours") {
		words := strings.Fields(pair[0])
		if n, err := strconv.Atoi(pair[1]); err == nil && len(words) > 1 {
			m.halves = append(m.halves, halfHour{words: words[1:], before: words[0] == "before", minutes: n})
		}
	}
	m.comma = t.form["thousands"] != ","
	m.compounds = t.form["compounds"] != ""
	if m.compounds {
		m.tails = map[string]bool{}
	}
}

// halfHour is what stands before or behind an hour and moves it: "half past", "y media".
type halfHour struct {
	words   []string
	before  bool
	minutes int
}

// is reports whether a word is one of a section.
func (m *measures) is(section, w string) bool { return m.words[section][w] }

// unitAt is the unit that stands at a place of a text, with its name and how many words that
// has: "kg", "mètres carrés".
func (m *measures) unitAt(word func(int) string, at int) (u unit, name string, n int, ok bool) {
	first := word(at)
	if first == "" {
		return u, "", 0, false
	}
	if m.twoWords[first] {
		name = first + "_" + word(at+1)
		if u, ok = m.units[name]; ok {
			return u, name, 2, true
		}
	}
	u, ok = m.units[first]
	return u, first, 1, ok
}

// money reports whether a word is a unit of money.
func (m *measures) money(w string) bool { return m.units[w].dim == "money" }

// wordAt makes words readable for unitAt.
func wordAt(words []string) func(int) string {
	return func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i]
	}
}

// tokenAt makes tokens readable for unitAt. A unit does not go beyond a stop.
func tokenAt(ks []token) func(int) string {
	return func(i int) string {
		if i < 0 || i >= len(ks) || i > 0 && ks[i-1].stop {
			return ""
		}
		return ks[i].w
	}
}

// figureOfText reads a figure as the language writes it: "1,250.5" or "1.250,5".
func (m *measures) figureOfText(s string) (float64, bool) {
	if m.comma {
		if at := strings.LastIndexByte(s, '.'); at > 0 && len(s)-at == 4 && !strings.Contains(s, ",") || strings.Count(s, ".") > 1 || at > 0 && at < strings.LastIndexByte(s, ',') {
			s = strings.ReplaceAll(s, ".", "")
		}
		s = strings.Replace(s, ",", ".", 1)
	} else {
		s = strings.ReplaceAll(s, ",", "")
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// decimal writes a figure with the mark of the language between whole and parts.
func (m *measures) decimal(s string) string {
	if m.comma {
		return strings.Replace(s, ".", ",", 1)
	}
	return s
}

// groupAt reports whether three digits stand behind a blank, the next group of "1 250".
func groupAt(rs []rune, i int) bool {
	digit := func(at int) bool { return at < len(rs) && rs[at] >= '0' && rs[at] <= '9' }
	return i < len(rs) && (rs[i] == ' ' || rs[i] == '\u00a0' || rs[i] == '\u202f') && digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4)
}

// maxTail bounds how far from its end a compound is read.
const maxTail = 16

// tailOf is the thing that a compound is one of, as a stem: "frist" of "kündigungsfrist"; empty
// for a word that is no compound of a known thing.
func (m *measures) tailOf(w string) string {
	if !m.compounds || len(w) < 7 {
		return ""
	}
	for at := range w {
		tail := w[at:]
		if at < 3 || len(tail) > maxTail {
			continue
		}
		if len(tail) < 4 {
			return ""
		}
		if m.tails[tail] {
			return stem(tail)
		}
		for _, end := range []string{"en", "n", "e", "s", "es", "er"} {
			if one, ok := strings.CutSuffix(tail, end); ok && len(one) > 3 && m.tails[one] {
				return stem(tail[:len(one)])
			}
		}
	}
	return ""
}

// tailsOf are the tails of the words of a text, empty for those that have none.
func (m *measures) tailsOf(text string) []string {
	if !m.compounds {
		return nil
	}
	words := wordsOf(text)
	words = words[:min(len(words), maxStems)]
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = m.tailOf(w)
	}
	return out
}

// capital reports whether a word stands in a text with a capital.
func capital(text, w string) bool {
	at := strings.Index(strings.ToLower(text), w)
	if at < 0 || at >= len(text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return unicode.IsUpper(r)
}

// begun reports whether a word begins with one of a section: "letters" with "letter".
func (m *measures) begun(section, w string) bool {
	for name := range m.words[section] {
		if strings.HasPrefix(w, name) {
			return true
		}
	}
	return false
}

// said puts values into the sentence of a section, or into its value alone where the language
// has none.
func (p *planner) said(section string, pairs ...string) string {
	lines := p.think.lines(section)
	if len(lines) == 0 {
		return pairs[1]
	}
	return strings.NewReplacer(pairs...).Replace(lines[0])
}

// isMonth reports whether a month stands at a token, by more than two letters.
func (p *planner) isMonth(w string) bool { return len(w) > 2 && p.think.month(w) > 0 }

// monthBehind is the month behind a day of it, "5 March" or "5 de marzo", and the index behind
// that; 0 for none.
func (p *planner) monthBehind(ks []token, i int) (month, end int) {
	m := p.measures()
	for i < len(ks) && m.is("date words", ks[i].w) {
		i++
	}
	if i < len(ks) && p.isMonth(ks[i].w) {
		return p.think.month(ks[i].w), i + 1
	}
	return 0, i
}

// one is one of a unit, "one week", "eine Woche".
func (p *planner) one(u unit) string {
	if u.counts {
		return u.one
	}
	return p.measures().inWords(1) + " " + u.one
}

// unitOfSize is the unit of time of a size in days.
func (p *planner) unitOfSize(size float64) unit {
	for _, u := range p.measures().units {
		if u.dim == "duration" && u.size == size {
			return u // all its names have the same words
		}
	}
	return unit{}
}

// headsOf is what people are counted as who take part, empty where a question counts other
// things.
func (p *planner) headsOf(it *item) string {
	if p.holdsLine("heads", it.text) {
		return p.think.form["heads"]
	}
	return ""
}

// restatesValue says a value in the words of its question, and reports whether that has words for
// it. How long something has been so is said by itself.
func (p *planner) restatesValue(it *item, q quantity, section, text string) bool {
	if section == "value so far" || section == "value most" || section == "value least" || it.wanted || it.lacking || q.way == "spacing" {
		return false
	}
	ask := it.ask
	it.ask = valueAsk(q.dim)
	m := Move{Slot: "answer." + string(it.ask), Label: it.label, Values: values("value", text, "topic", it.topic), Core: true}
	p.tellIn(&m, it)
	before, after := wordsOf(m.Values["before"]), wordsOf(m.Values["after"])
	if !p.leadsToValue(before) || len(after) > 8 || strings.Contains(m.Values["after"], "-t-") || len(after) > 0 && after[0] == "t" {
		it.ask = ask
		return false
	}
	if base := p.base(q.dim); len(after) > 0 && p.measures().ways[after[0]] != "" && base != "length" && base != "duration" {
		delete(m.Values, "after") // a price is not high by so many euros
	}
	m.Claim = p.claim(it.ask, p.claimTopic(it), text)
	p.say(m)
	return true
}

// leadsToValue reports whether a value can stand behind words: behind "la señal fue de", but not
// behind "la señal" or "dejé de".
func (p *planner) leadsToValue(before []string) bool {
	m, n := p.measures(), len(before)
	if n == 0 || n > 12 || n < 3 && m.is("place article", before[0]) || m.is("restates no", before[0]) {
		return false
	}
	return !m.is("value lead no", before[n-1]) || n > 1 && m.is("is", before[n-2])
}

// findPhrase returns where a phrase stands among words, -1 and -1 for nowhere.
func findPhrase(words []string, phrase [][]string) (from, to int) {
	for i := range words {
		if end := phraseAt(words, phrase, i); end >= 0 {
			return i, end
		}
	}
	return -1, -1
}

func phraseAt(words []string, phrase [][]string, at int) int {
	for n, any := range phrase {
		if any == nil {
			for skip := 0; skip <= 4 && at+skip < len(words); skip++ {
				if end := phraseAt(words, phrase[n+1:], at+skip); end >= 0 {
					return end
				}
			}
			return -1
		}
		if at >= len(words) || !oneOfThese(any, words[at]) {
			return -1
		}
		at++
	}
	return at
}

// oneOfThese reports whether a word is one of several, or ends like one that begins with "-".
func oneOfThese(any []string, w string) bool {
	return slices.ContainsFunc(any, func(a string) bool { return a == w || a[0] == '-' && strings.HasSuffix(w, a[1:]) })
}
