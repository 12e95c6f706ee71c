package compose

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/lang"
)

// table is one language, of the files that package lang holds for it. A section
// starts with its slot and the tags that it is for,
//
//	[request busy casual]
//
// and every line below it is a variant, written in the grammar of [expansion]. A
// variant whose values are not known is passed over.
type table map[string][]section

// section is a list of variants for a temperament and a formality; an empty
// tag fits all.
type section struct {
	temperament, formality string
	variants               []variant
}

type variant struct {
	text string
	key  string // stable name of the variant, for SaidBefore
}

// language is a table with what is made of it once.
type language struct {
	table
	contract, repair, join rewriter
	agree                  map[string]string // "is" to "are"
	number                 numberRules
	sets                   map[string]map[string]bool // words of the sections of wordSections
	houses                 []string                   // the endings of "office-ends"
	marks                  string                     // the marks of "spaced-marks", which keep the space before them: "Pourquoi ?"
}

// wordSections are lists of words.
var wordSections = []string{"offices", "titles", "determiners", "given.f", "given.m", "small-first", "told.lead", "feedback"}

// languages holds those there are; each is read when it is first written in.
var languages = sync.OnceValue(func() map[string]func() *language {
	all := map[string]func() *language{}
	for _, code := range lang.Codes() {
		all[code] = sync.OnceValue(func() *language { return readLanguage(lang.Say(code)) })
	}
	return all
})

// languageOf returns the language of a code, English where there are no sentences.
func languageOf(code string) *language {
	if read := languages()[code]; read != nil {
		if l := read(); len(l.table) > 0 {
			return l
		}
	}
	return languages()["en"]()
}

func readLanguage(texts []string) *language {
	l := &language{table: table{}, agree: map[string]string{}}
	for _, text := range texts {
		l.parse(text)
	}
	l.contract, l.repair, l.join = l.words("contractions"), l.words("repairs"), l.joins()
	for _, line := range l.lines("agree", "", "") {
		one, many, _ := strings.Cut(line, " = ")
		l.agree[one] = many
	}
	l.sets = map[string]map[string]bool{}
	for _, name := range wordSections {
		l.sets[name] = wordSet(strings.Join(l.lines(name, "", ""), " "))
	}
	l.number = readNumberRules(l.lines("plural", "", ""))
	l.houses, l.marks = l.lines("office-ends", "", ""), l.first("spaced-marks")
	return l
}

// parse adds the sections of a file.
func (t table) parse(text string) {
	var slot string
	var cur section
	flush := func() {
		if slot != "" {
			t[slot] = append(t[slot], cur)
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[' && line[len(line)-1] == ']':
			flush()
			tags := strings.Fields(line[1 : len(line)-1])
			slot, cur = tags[0], section{}
			for _, tag := range tags[1:] {
				if slices.Contains(formalities, tag) {
					cur.formality = tag
				} else {
					cur.temperament = tag
				}
			}
		default:
			cur.variants = append(cur.variants, variant{line, hashKey(line)})
		}
	}
	flush()
}

// hashKey is a short stable name of a text: its FNV-1a hash.
func hashKey(s string) string {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	var buf [8]byte
	return string(strconv.AppendUint(append(buf[:0], '#'), uint64(h), 36))
}

// tiers returns the variants of a slot that fit, those written for the
// temperament first, those for all after.
func (t table) tiers(slot, temperament, formality string) [2][]variant {
	var out [2][]variant
	for _, s := range t[slot] {
		if s.formality != "" && s.formality != formality {
			continue
		}
		switch s.temperament {
		case temperament:
			out[0] = joined(out[0], s.variants)
		case "":
			out[1] = joined(out[1], s.variants)
		}
	}
	if temperament == "" {
		out[0], out[1] = nil, out[0]
	}
	return out
}

// joined appends without a copy of what is most often all.
func joined(list, more []variant) []variant {
	if list == nil {
		return slices.Clip(more)
	}
	return append(list, more...)
}

// lines returns all variants of a slot that fit, as text.
func (t table) lines(slot, temperament, formality string) []string {
	tiers := t.tiers(slot, temperament, formality)
	out := make([]string, 0, len(tiers[0])+len(tiers[1]))
	for _, tier := range tiers {
		for _, v := range tier {
			out = append(out, v.text)
		}
	}
	return out
}

// rewriter rewrites what follows a space. Most texts have nothing of it, which their words tell.
type rewriter struct {
	replacer *strings.Replacer
	heads    map[string]bool // what begins with one of these, up to the next space, may be rewritten
}

// newRewriter makes a rewriter of pairs of old and new, both with a space before them. What is
// old ends with a space or has one within.
func newRewriter(pairs []string) rewriter {
	heads := map[string]bool{}
	for i := 0; i < len(pairs); i += 2 {
		head, _, _ := strings.Cut(pairs[i][1:], " ")
		heads[head] = true
	}
	return rewriter{strings.NewReplacer(pairs...), heads}
}

// rewrite rewrites a text as if it had a space before it.
func (r rewriter) rewrite(s string) string {
	for word := range strings.SplitSeq(s, " ") {
		if r.heads[word] {
			return r.replacer.Replace(" " + s)[1:]
		}
	}
	return s
}

// words rewrites whole words by the pairs "old = new" of a slot.
func (t table) words(slot string) rewriter {
	var pairs []string
	for _, line := range t.lines(slot, "", "") {
		from, to, _ := strings.Cut(line, " = ")
		pairs = append(pairs, " "+from+" ", " "+to+" ", " "+upperFirst(from)+" ", " "+upperFirst(to)+" ")
	}
	return newRewriter(pairs)
}

// joins rewrites what a word and the beginning of a value after it become together,
// by lines as "de + le_ = du_ +": "_" is a space, "+" the border of the value. What
// stands first wins.
func (t table) joins() rewriter {
	mark := strings.NewReplacer(" ", "", "_", " ", "+", string(guardOn))
	var pairs []string
	for _, line := range t.lines("joins", "", "") {
		from, to, _ := strings.Cut(line, " = ")
		from, to = mark.Replace(strings.Replace(from, " +", "_+", 1)), mark.Replace(to)
		pairs = append(pairs, " "+from, " "+to, " "+upperFirst(from), " "+upperFirst(to))
	}
	return newRewriter(pairs)
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// numberRules tell whether a noun phrase is one thing or many.
type numberRules struct {
	articles, words, endings, not, stops []string
}

func readNumberRules(lines []string) numberRules {
	var n numberRules
	for _, line := range lines {
		name, list, _ := strings.Cut(line, ":")
		words := strings.Fields(list)
		switch name {
		case "article": // a phrase that begins so is many
			n.articles = words
		case "word": // whole words that are many
			n.words = words
		case "ending":
			n.endings = words
		case "not": // endings and words that look like many and are one
			n.not = words
		case "stop": // words before which the noun has come
			n.stops = words
		}
	}
	return n
}

// many reports whether a noun phrase is plural, as far as its head shows it.
func (n numberRules) many(phrase string) bool {
	words := strings.Fields(strings.ToLower(phrase))
	if len(words) == 0 {
		return false
	}
	if slices.Contains(n.articles, words[0]) {
		return true
	}
	head := words[len(words)-1]
	for i, word := range words {
		if i > 0 && slices.Contains(n.stops, word) {
			head = words[i-1]
			break
		}
	}
	has := func(ends []string) bool {
		return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(head, end) })
	}
	return slices.Contains(n.words, head) || has(n.endings) && !has(n.not)
}
