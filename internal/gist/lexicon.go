package gist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/lang"
)

// lexicon is what reading a language takes: its words with the sets that they are
// in, and patterns of words. It is made of [lang.Read] and never changes,
// but for the sentences that it has read last.
type lexicon struct {
	code     string
	words    map[string]*word
	prefixes map[string][]*pattern // that begin with "abc*", by the first three bytes
	classed  []*pattern            // that begin with a class of words
	patterns int
	signOffs []string // longer ones first
	options  map[string]string
	maps     map[string]map[string]string
	clitics  []string // cut off the end of a word: "-vous"
	elided   []string // cut off its beginning: "l'"
	sets     map[string]setID
	known    known

	choiceCues, exampleCues, offerCues cues

	genders bool // nouns have them: see nounPhrases
}

// word is what a lexicon knows of a word.
type word struct {
	in     bits
	starts []*pattern // that begin with the word
	det    string     // a determiner, as the reader says it
	wh     string     // what it asks for
	number int        // the number that it names, -1 for none
	month  int        // 1 to 12, 0 for none
	day    int        // of a weekday, Sunday is 1, 0 for none
	stem   *word      // the word without a final s, itself where it has none
}

// unknown is a word that a lexicon does not know.
var unknown = &word{number: -1}

// bits is a set of small numbers.
type bits [4]uint64

func (b *bits) put(i setID)      { b[i>>6] |= 1 << (i & 63) }
func (b *bits) has(i setID) bool { return b[i>>6]&(1<<(i&63)) != 0 }

const maxSets = 256

// lexicons are made at first need.
var lexicons = sync.OnceValue(func() map[string]func() *lexicon {
	out := map[string]func() *lexicon{}
	for _, code := range lang.Codes() {
		if text := lang.Read(code); text != "" {
			out[code] = sync.OnceValue(func() *lexicon {
				l, err := parseLexicon(code, text)
				if err != nil {
					panic(err) // the files are part of the program, and a test reads them all
				}
				return l
			})
		}
	}
	return out
})

// lexiconOf returns the lexicon of a language, and the English one where there is none.
func lexiconOf(code string) *lexicon {
	if l, ok := lexicons()[code]; ok {
		return l()
	}
	return lexicons()["en"]()
}

func english() *lexicon { return lexiconOf("en") }

// parseLexicon reads the text that package lang describes.
func parseLexicon(code, text string) (*lexicon, error) {
	l := &lexicon{code: code, words: map[string]*word{}, prefixes: map[string][]*pattern{}, options: map[string]string{},
		maps: map[string]map[string]string{}, sets: map[string]setID{}}
	for i, name := range setNames {
		l.sets[name] = setID(i)
	}
	sections, err := cutSections(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", code, err)
	}
	for _, kind := range []string{"words", "map", "list", "phrases"} { // patterns name sets
		for _, s := range sections {
			if s.kind == kind {
				if err := l.section(s); err != nil {
					return nil, fmt.Errorf("%s: [%s %s] %w", code, s.kind, s.name, err)
				}
			}
		}
	}
	l.settle()
	return l, nil
}

// section is a part of a lexicon's text.
type section struct {
	kind, name string
	lines      []string
}

func cutSections(text string) ([]section, error) {
	var out []section
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "# ") || line == "#" {
			continue
		}
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			kind, name, ok := strings.Cut(line[1:len(line)-1], " ")
			if !ok || !slices.Contains([]string{"words", "map", "list", "phrases"}, kind) {
				return nil, fmt.Errorf("%s: no kind of section", line)
			}
			out = append(out, section{kind: kind, name: name})
			continue
		}
		if len(out) == 0 {
			return nil, fmt.Errorf("%q stands in no section", line)
		}
		s := &out[len(out)-1]
		s.lines = append(s.lines, line)
	}
	return out, nil
}

func (l *lexicon) section(s section) error {
	switch s.kind {
	case "words":
		id, err := l.set(s.name)
		for _, w := range strings.Fields(strings.Join(s.lines, " ")) {
			l.word(w).in.put(id)
		}
		return err
	case "map":
		m := map[string]string{}
		for _, line := range s.lines {
			key, value, ok := strings.Cut(line, "=")
			if !ok {
				return fmt.Errorf("%q has no =", line)
			}
			for key := range strings.SplitSeq(key, ",") {
				m[strings.TrimSpace(key)] = strings.TrimSpace(value)
			}
		}
		l.maps[s.name] = m
		return nil
	case "list":
		return l.list(s)
	}
	group := slices.Index(groupNames[:], s.name)
	if group < 0 {
		return fmt.Errorf("no such group of phrases")
	}
	for _, line := range s.lines {
		if err := l.addPattern(groupID(group), line); err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
	}
	return nil
}

func (l *lexicon) list(s section) error {
	switch s.name {
	case "sign-offs":
		l.signOffs = s.lines
	case "elided":
		l.elided = strings.Fields(strings.Join(s.lines, " "))
	case "clitics":
		l.clitics = strings.Fields(strings.Join(s.lines, " "))
	case "months", "weekdays":
		for i, line := range s.lines {
			for _, w := range strings.Fields(line) {
				e := l.word(w)
				if s.name == "months" {
					e.month = i + 1
				} else {
					e.day = (i+1)%7 + 1 // Monday is the first of the list
				}
				if !e.in.has(sStop) { // "may"
					e.in.put(sDates)
				}
			}
		}
	default:
		return fmt.Errorf("no such list")
	}
	return nil
}

// set returns the number of a set, a new one for a set that only patterns use.
func (l *lexicon) set(name string) (setID, error) {
	id, ok := l.sets[name]
	if !ok {
		id = setID(len(l.sets))
		l.sets[name] = id
	}
	if len(l.sets) > maxSets {
		return 0, fmt.Errorf("more than %d sets of words", maxSets)
	}
	return id, nil
}

// word returns the entry of a word, a new one if need be.
func (l *lexicon) word(w string) *word {
	e := l.words[w]
	if e == nil {
		e = &word{number: -1}
		l.words[w] = e
	}
	return e
}

// settle puts what is asked for often where a token finds it.
func (l *lexicon) settle() {
	slices.SortStableFunc(l.signOffs, func(a, b string) int { return len(b) - len(a) })
	for w, flip := range l.maps["determiners"] {
		l.word(w).det = flip
	}
	for w, kind := range l.maps["wh"] {
		l.word(w).wh = kind
	}
	for w, n := range l.maps["numbers"] {
		if v, err := strconv.Atoi(n); err == nil {
			l.word(w).number = v
		}
	}
	for k, v := range l.maps["options"] {
		l.options[k] = v
	}
	l.genders = l.maps["genders"] != nil
	l.choiceCues, l.exampleCues, l.offerCues = cuesOf(l.maps["choice-cues"]), cuesOf(l.maps["example-phrases"]), cuesOf(l.maps["offer-cues"])
	for w, e := range l.words {
		e.stem = e
		if stem, cut := strings.CutSuffix(w, "s"); cut {
			e.stem = l.find(stem)
		}
	}
}

// find returns what is known of a lower-case word, never nil.
func (l *lexicon) find(w string) *word {
	if e := l.words[w]; e != nil {
		return e
	}
	return unknown
}

// stem returns what is known of a token without a final s, never nil.
func (l *lexicon) stem(t *token) *word {
	if t.w != unknown {
		return t.w.stem
	}
	return l.find(strings.TrimSuffix(t.low, "s"))
}

// is reports whether a lower-case word is in a set.
func (l *lexicon) is(w string, s setID) bool {
	e := l.words[w]
	return e != nil && e.in.has(s)
}
