package gist

import (
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/lang"
)

// Restated is a question or a request as its reader says it back, without an ending mark.
// Whatever cannot be told with certainty is empty.
type Restated struct {
	Yes  string // "I can look in on Biscuit once a day"
	No   string // "I cannot look in on Biscuit once a day"
	Do   string // what is wanted, behind "I will": "look in on Biscuit once a day"
	Free string // Do without the day by which it is wanted, empty where it says when in another way
}

// Bounds of what is said back.
const (
	maxRestated      = 160 // bytes
	maxRestatedWords = 14  // behind the verb
	maxSubject       = 9   // words of a subject
)

// Restate returns how its reader says back what a sentence of a mail in a language asks.
// The verb is that of a request, empty for a question.
func Restate(language, text, verb string) Restated { return RestateTo(language, text, verb, "") }

// RestateTo is [Restate] for a sender who addresses the reader in a manner.
func RestateTo(language, text, verb string, manner Manner) Restated {
	r := restaterOf(language)
	if r == nil {
		return Restated{}
	}
	text = cut(strings.ToValidUTF8(text, ""), MaxQuote)
	if strings.ToUpper(text) == text {
		return Restated{} // shouted: no word tells whether it is a name
	}
	var out Restated
	switch language {
	case "de":
		out = r.germanTo(text, strings.ToLower(verb), manner)
	case "es":
		out = r.spanishIn(text, manner)
	default:
		out = r.engine(r, text, strings.ToLower(verb))
	}
	if out == (Restated{}) && (language == "fr" || language == "es") {
		out.No = r.nothing(text, manner)
	}
	if rest, ok := strings.CutPrefix(out.No, "c'n'"); ok {
		out.No = "ce n'" + rest
	}
	for _, s := range []*string{&out.Yes, &out.No, &out.Do} {
		if len(*s) > maxRestated {
			*s = ""
		}
	}
	out.Free = r.untimed(out.Do)
	return out
}

// restater is what saying back in a language takes, of its restate.txt: sections of
// words, and of lines "a, b = c".
type restater struct {
	*lexicon
	sets   map[string]map[string]bool
	maps   map[string]map[string]string
	lists  map[string][][]string // the lines of a section as words
	engine func(r *restater, text, verb string) Restated
	forms  func() map[string]conjugated // of Spanish verbs
	wishes func() map[string]string     // of Spanish verbs, "enviemos" to "envíen"
}

// engines are the languages that there are rules for.
var engines = map[string]func(*restater, string, string) Restated{"en": (*restater).english, "de": (*restater).german, "fr": (*restater).french, "es": (*restater).spanish}

var restaters = sync.OnceValue(func() map[string]func() *restater {
	all := map[string]func() *restater{}
	for code, engine := range engines {
		if text := lang.Restate(code); text != "" {
			all[code] = sync.OnceValue(func() *restater {
				r := parseRestater(text)
				r.lexicon, r.engine = lexiconOf(code), engine
				return r
			})
		}
	}
	return all
})

func restaterOf(code string) *restater {
	if make, ok := restaters()[code]; ok {
		return make()
	}
	return nil
}

func parseRestater(text string) *restater {
	r := &restater{sets: map[string]map[string]bool{}, maps: map[string]map[string]string{}, lists: map[string][][]string{}}
	r.forms, r.wishes = sync.OnceValue(r.conjugate), sync.OnceValue(r.wish)
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
			continue
		case line[0] == '[' && line[len(line)-1] == ']':
			name = strings.Trim(line, "[]")
			r.sets[name], r.maps[name] = map[string]bool{}, map[string]string{}
			continue
		}
		r.lists[name] = append(r.lists[name], strings.Fields(line))
		keys, value, paired := strings.Cut(line, "=")
		if !paired {
			for _, w := range strings.Fields(line) {
				r.sets[name][w] = true
			}
			continue
		}
		for key := range strings.SplitSeq(keys, ",") {
			r.maps[name][strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return r
}

// untimed cuts off the day or hour at the end of a task: "send you the form by Friday".
func (r *restater) untimed(task string) string {
	if task == "" {
		return ""
	}
	toks := r.tokens(task)
	dated := func(t token) bool {
		return t.w.in.has(sDates) || t.figure() && !strings.ContainsAny(t.low, "€$£%")
	}
	end, when := len(toks), false
	for i := len(toks) - 1; i > 0; i-- {
		t := toks[i]
		if t.low == "now" && r.in("before a day", toks[i-1].low) {
			break // "log in now"
		}
		if !dated(t) && !r.in("timed", t.low) && !(i < len(toks)-1 && r.in("before a day", t.low)) {
			break
		}
		if when = when || !t.figure(); when && (i == 0 || !r.in("before a day", toks[i-1].low)) {
			end = i
		}
	}
	toks = toks[:end]
	if len(toks) < 1 || slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sDates) || r.in("timed", t.low) || r.in("untold", t.low) }) {
		return ""
	}
	if r.in("dangling", toks[len(toks)-1].low) {
		return "" // "the figures for January"
	}
	return strings.TrimRight(task[:toks[len(toks)-1].to], " ,")
}

func (r *restater) in(set, w string) bool { return r.sets[set][w] }

// phraseAt returns how many words a line of a section takes at token i, 0 for none.
func (r *restater) phraseAt(section string, toks []token, i int) int {
	for _, line := range r.lists[section] {
		if len(line) > len(toks)-i {
			continue
		}
		if !slices.ContainsFunc(toks[i:i+len(line)-1], func(t token) bool { return t.stop }) && sameWords(line, toks[i:i+len(line)]) {
			return len(line)
		}
	}
	return 0
}

func sameWords(words []string, toks []token) bool {
	for i, w := range words {
		if toks[i].low != w {
			return false
		}
	}
	return true
}

// quotedAt reports whether a word stands at a quotation mark.
func quotedAt(text string, t *token) bool {
	const marks = `"“”„«»‹›`
	before, after := "", ""
	if t.from > 0 {
		before = text[max(0, t.from-3):t.from]
		if at := strings.LastIndexByte(before, ' '); at >= 0 {
			before = before[at+1:]
		}
	}
	if t.to < len(text) {
		after = text[t.to:min(len(text), t.to+6)]
		if at := strings.IndexByte(after, ' '); at >= 0 {
			after = after[:at]
		}
	}
	return strings.ContainsAny(before, marks+"'‘’") || strings.ContainsAny(after, marks)
}

// bracketAt reports whether a bracket opens before a word.
func bracketAt(text string, t *token) bool {
	return t.from > 0 && strings.IndexByte("([{<", text[t.from-1]) >= 0
}

// strange reports whether a token is no plain word: a link, an address, a path.
func strange(t *token) bool {
	return strings.ContainsAny(t.text, "/\\@_<>{}[]|=*#~^`\"()") || len(t.text) > 40
}
