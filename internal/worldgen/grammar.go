package worldgen

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/rng"
)

// rules are the patterns of one grammar. In a pattern {name} stands for a
// variable, else for one of the patterns of that name. What a name says may
// depend on the mail: "name first" and "name again" add what only a new or a
// returning sender says, "name wish" replaces the list where someone wants to do
// something, "name seen" where the sender wrote about the topic before.
type rules map[string][]string

// writer expands patterns for one mail.
type writer struct {
	r      *rng.Rand
	order  Order
	topic  topic
	billed time.Time // the date of a bill
	vars   map[string]string
	rules  []rules        // looked through in order
	turns  map[string]int // how often each name was expanded
	said   map[string]bool

	table  *table
	area   string          // what the mail is about, of those of its kind
	matter int             // which of the sender's matters it is about
	facts  map[string]bool // names that tell what the sender knows
	inFact bool            // what is drawn is to be the same in all mails about the matter
}

// maxDepth bounds how deep patterns nest.
const maxDepth = 12

// rule expands one of the patterns of a name.
func (w *writer) rule(name string) string { return w.expandRule(name, 0) }

func (w *writer) expandRule(name string, depth int) string {
	list := w.patterns(name)
	if fit := w.fitting(list); len(fit) > 0 {
		list = fit
	}
	if len(list) == 0 {
		return "{" + name + "}"
	}
	pattern := rng.Pick(w.r, list)
	if w.turns[name]++; w.turns[name] == 1 && !w.inFact { // a sender goes through all before one comes again
		pattern = list[w.own(name).Perm(len(list))[w.order.Nth%len(list)]]
	} else if w.said[pattern] && !w.inFact { // nobody says one thing twice in a mail
		pattern = list[(slices.Index(list, pattern)+1)%len(list)]
	}
	w.said[pattern] = true
	return w.expand(pattern, depth+1)
}

// patterns are those of a name that this mail may use.
func (w *writer) patterns(name string) []string {
	variants := make([]string, 0, 3)
	if w.topic.seen && w.topic.wish != "" {
		variants = append(variants, name+" seen wish")
	}
	if w.topic.seen {
		variants = append(variants, name+" seen")
	}
	if w.topic.wish != "" {
		variants = append(variants, name+" wish")
	}
	for _, v := range variants {
		for _, g := range w.rules {
			if list, ok := g[v]; ok {
				return list
			}
		}
	}
	more := name + " first"
	if w.order.Nth > 0 {
		more = name + " again"
	}
	for _, g := range w.rules {
		list, ok := g[name]
		if added, also := g[more]; also {
			list = slices.Concat(list, added)
		}
		if ok || len(list) > 0 {
			return list
		}
	}
	return nil
}

// fitting are the patterns that read well with this topic and sender: {thing}
// wants a topic that can be ordered, shown or paid for, {org} and words of the
// office someone of a firm.
func (w *writer) fitting(list []string) []string {
	if strings.HasSuffix(w.topic.text, "?") {
		list = slices.DeleteFunc(slices.Clone(list), goesOn)
	}
	if w.topic.thing && w.order.From.Org != "" {
		return list
	}
	out := make([]string, 0, len(list))
	for _, p := range list {
		noThing := w.topic.thing || !strings.Contains(p, "hing}")
		noOrg := w.order.From.Org != "" || !slices.ContainsFunc(office, func(word string) bool { return strings.Contains(p, word) })
		if noThing && noOrg {
			out = append(out, p)
		}
	}
	return out
}

// goesOn tells whether a pattern goes on behind the matter: not behind a question, "Where is
// my parcel?, again".
func goesOn(pattern string) bool {
	return slices.ContainsFunc([]string{"{Short}", "{Topic}"}, func(name string) bool {
		_, more, there := strings.Cut(pattern, name)
		return there && more != "" && more[0] != '\\'
	})
}

// office are words of someone who writes for a firm.
var office = []string{"{org}", "{role}", "{people}", "team", "olleague", "manager", "accountant", "month-end", "{quarter}", "ix of us", "reception", "customers waiting", "My customer", "presentation", "seats", "contact persons", "second location", "quarter", "training", "permissions"}

// expand fills a pattern: {x} with what the name says, <a|b> with one of both.
// Variables are taken as they are: nothing in a brief or a name is a pattern.
func (w *writer) expand(pattern string, depth int) string {
	var b strings.Builder
	for depth <= maxDepth {
		open := strings.IndexAny(pattern, "{<")
		if open < 0 {
			break
		}
		end := strings.IndexByte(pattern[open:], pattern[open]+2) // } and > follow their openers but one
		if end < 0 {
			break
		}
		b.WriteString(pattern[:open])
		if inner := pattern[open+1 : open+end]; pattern[open] == '{' {
			b.WriteString(w.value(inner, depth))
		} else {
			b.WriteString(w.expand(rng.Pick(w.r, strings.Split(inner, "|")), depth+1))
		}
		pattern = pattern[open+end+1:]
	}
	b.WriteString(pattern)
	return b.String()
}

func (w *writer) value(name string, depth int) string {
	if v, ok := w.vars[name]; ok {
		return v
	}
	if lower := strings.ToLower(name); lower != name {
		return capital(w.value(lower, depth))
	}
	if name == "digit" {
		return strconv.Itoa(w.r.IntN(10))
	}
	v := ""
	switch make, made := numbers()[name]; {
	case w.facts[name] && !w.inFact:
		v = w.fact(name, depth)
	case made && len(w.patterns(name)) == 0:
		v = make(w)
	default:
		v = w.expandRule(name, depth)
		if !w.facts[name] {
			return v
		}
	}
	w.vars[name] = v // it is the same wherever the mail names it
	return v
}

// capital returns s with a capital letter first.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
