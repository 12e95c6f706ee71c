package dialog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
)

// A ready sentence suits an open question only in its tense: nobody tells of a plan how it was,
// of something that is over what they wait for, and of how a thing is done that it is taken on.

// tense is what an English open question is after.
type tense int

const (
	anyTense   tense = iota
	planTense        // "how are you getting there?", "how will we do it?"
	wayTense         // "how do we do the keys?", "what do I need to do?"
	pastReason       // "why was it late?"
	pastState        // "what was it like?"
	nowState         // "what is she like?"
)

// tenseOf reads what a question is after from the words behind the one that asks.
func tenseOf(words []string) tense {
	at := slices.IndexFunc(words, func(w string) bool { return w == "how" || w == "why" || w == "what" || w == "where" || w == "who" })
	if at < 0 || at+2 >= len(words) {
		return anyTense
	}
	asks, verb, rest := words[at], words[at+1], words[at+2:]
	switch {
	case asks == "why":
		if gone[verb] {
			return pastReason
		}
	case slices.ContainsFunc(rest[:min(len(rest), 4)], func(w string) bool { return planning[w] }):
		return planTense
	case asks == "what" && slices.Contains(rest[1:], "like") && len(rest) < 10 && verb != "would" && verb != "do" && verb != "does" && verb != "did":
		if gone[verb] {
			return pastState
		}
		return nowState
	case verb == "will" || verb == "shall":
		return planTense
	case asks == "how" && (verb == "do" || verb == "should" || verb == "can" || verb == "could" || verb == "would") && (rest[0] == "we" || rest[0] == "i" || rest[0] == "you"):
		if len(rest) > 1 && inwardly[rest[1]] {
			return anyTense
		}
		return wayTense
	case asks == "what" && len(rest) > 2 && (rest[0] == "i" || rest[0] == "we") && (rest[1] == "need" || rest[1] == "have"):
		return wayTense
	}
	return anyTense
}

var (
	gone     = map[string]bool{"was": true, "were": true, "did": true, "had": true}
	planning = map[string]bool{"planning": true, "intending": true, "hoping": true, "thinking": true, "getting": true, "travelling": true, "traveling": true, "coming": true}
	inwardly = map[string]bool{"feel": true, "like": true, "think": true, "see": true, "know": true, "find": true}
)

// suits reports whether a ready sentence answers a question of that tense.
func (t tense) suits(line string) bool {
	if t == anyTense {
		return true
	}
	head, _ := asWords(firstClause(line))
	if len(head) == 0 {
		return false
	}
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(head, func(w string) bool { return set[w] })
	}
	over := has(gone) || has(goneBy)
	switch t {
	case planTense, wayTense:
		return !(over && !has(ahead)) && !takesOn(head)
	case pastReason:
		return over || !has(going)
	case pastState:
		return over || !has(going)
	}
	whole, _ := asWords(line)
	return !slices.ContainsFunc(whole, func(w string) bool { return gone[w] || w == "got" })
}

var (
	goneBy = map[string]bool{"liked": true, "went": true, "found": true, "turned": true, "worked": true, "came": true, "left": true, "took": true, "loved": true, "wanted": true, "needed": true, "enjoyed": true, "felt": true, "got": true, "thought": true, "planned": true, "meant": true}
	ahead  = map[string]bool{"planned": true, "thought": true, "meant": true, "will": true, "would": true, "can": true, "could": true, "should": true, "is": true, "are": true, "last": true}
	going  = map[string]bool{"am": true, "are": true, "will": true, "want": true, "wants": true, "need": true, "needs": true, "waiting": true}
)

// takesOn reports whether a sentence only takes on what is asked for, "consider it done".
func takesOn(head []string) bool {
	text := strings.Join(head, " ") + " "
	return slices.ContainsFunc([]string{"consider it done ", "will do ", "done ", "of course ", "certainly ", "gladly ", "with pleasure "}, func(s string) bool { return strings.HasPrefix(text, s) })
}

// firstClause is a text up to its first comma or stop.
func firstClause(s string) string {
	if at := strings.IndexAny(s, ",.;:"); at > 0 {
		return s[:at]
	}
	return s
}

// suited keeps the ready sentences that suit what is asked.
func (p *planner) suited(text string, lines []string) []string {
	if p.out.Language != "en" || len(lines) == 0 {
		return lines
	}
	words, _ := asWords(text)
	t := tenseOf(words)
	if t == anyTense || !slices.ContainsFunc(lines, func(s string) bool { return !t.suits(s) }) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), func(s string) bool { return !t.suits(s) })
}

// ofState reports whether a question is after what something is or was like, for which nothing
// is chosen.
func (p *planner) ofState(it *item) bool {
	if it.language != "en" || len(it.options) > 1 {
		return false
	}
	words, _ := asWords(it.text)
	t := tenseOf(words)
	return t == pastState || t == nowState
}

// narrowed reports whether the question behind an open one asks the same of two things, and so
// is the one to be answered: "how do we pay, do I send it or do we pay at the door?"
func (p *planner) narrowed(it *item) bool {
	if it.language != "en" || it.kind == "" || it.wanted || it.label != "" || len(it.options) > 1 || dateLike(it.ask) {
		return false
	}
	at := slices.IndexFunc(p.items, func(o item) bool { return o.text == it.text })
	if at < 0 || at+1 >= len(p.items) {
		return false
	}
	words, _ := asWords(it.text)
	if len(words) > 1 && words[0] == "and" {
		words = words[1:]
	}
	if len(words) < 3 || !narrowable[words[0]] || gone[words[1]] {
		return false
	}
	next := &p.items[at+1]
	if next.and {
		return false // "how many are coming, and do you want tea or coffee?"
	}
	then, _ := asWords(next.text)
	named := len(then) > 3 && slices.Contains(then[1:3], "or") // "red or white, or do you want beer?"
	if next.kind != "" || !strings.Contains(next.text, " or ") || next.ask != gist.AskChoice && !(named && next.ask == gist.AskYesNo) {
		return false
	}
	own, _ := utf8.DecodeRuneInString(it.text)
	first, _ := utf8.DecodeRuneInString(next.text)
	if !unicode.IsUpper(own) {
		return false
	}
	return unicode.IsLower(first) && next.place/maxItems == it.place/maxItems || unicode.IsUpper(first) && len(then) > 0 && !turning[then[0]] && !asksOpenly[then[0]] && !goesOnTo[then[0]]
}

var (
	narrowable = map[string]bool{"how": true, "who": true, "where": true, "what": true}
	goesOnTo   = map[string]bool{"and": true, "also": true, "oh": true, "then": true, "or": true, "by": true, "if": true, "please": true, "let": true, "am": true}
)

// byOwnHeart reports whether a question is after what the person knows without looking: what
// they did, do or think, and why and how.
func (p *planner) byOwnHeart(it *item) bool {
	if it.language != "en" || p.out.Language != "en" || it.kind == "" {
		return false
	}
	switch it.ask {
	case gist.AskWhat, gist.AskHow, gist.AskWhy, gist.AskPlace, gist.AskChoice:
	default:
		return false
	}
	words, _ := asWords(it.text)
	for i := 1; i < len(words) && i < 6; i++ {
		if asksOpenly[words[i-1]] && turning[words[i]] {
			return i+1 < len(words) && words[i+1] == "you"
		}
	}
	return false
}

// tellsLater says of what the person knows by heart that they will tell it by word of mouth, and
// reports whether they do: nobody looks such a thing up, and finds nothing.
func (p *planner) tellsLater(it *item) bool {
	load := shapeSets()[p.out.Language]
	if load == nil || !p.byOwnHeart(it) {
		return false
	}
	lines := slices.DeleteFunc(slices.Clone(load().open["by heart"]), p.saidNow)
	if len(lines) == 0 {
		return false
	}
	p.whole(it, lines[p.draw(it.ask).IntN(len(lines))])
	return true
}
