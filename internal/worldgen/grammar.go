package worldgen

import (
	"slices"
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
}

// maxDepth bounds how deep patterns nest.
const maxDepth = 12

// rule expands one of the patterns of a name.
func (w *writer) rule(name string) string { return w.expandRule(name, 0) }

func (w *writer) expandRule(name string, depth int) string {
	list := w.fitting(w.patterns(name))
	if len(list) == 0 {
		return "{" + name + "}"
	}
	pattern := rng.Pick(w.r, list)
	if w.turns[name]++; w.turns[name] == 1 { // a sender goes through all before one comes again
		pattern = list[w.own(name).Perm(len(list))[w.order.Nth%len(list)]]
	}
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

// office are words of someone who writes for a firm.
var office = []string{"{org}", "{role}", "{people}", "team", "olleague", "manager", "accountant", "month-end", "{quarter}", "ix of us", "reception", "customers waiting", "My customer", "presentation", "seats", "contact persons", "second location", "quarter", "training", "permissions"}

// expand fills a pattern. Variables are taken as they are: nothing in a brief
// or a name is a pattern.
func (w *writer) expand(pattern string, depth int) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(pattern, '{')
		if open < 0 || depth > maxDepth {
			b.WriteString(pattern)
			return b.String()
		}
		end := strings.IndexByte(pattern[open:], '}')
		if end < 0 {
			b.WriteString(pattern)
			return b.String()
		}
		name := pattern[open+1 : open+end]
		b.WriteString(pattern[:open])
		b.WriteString(w.value(name, depth))
		pattern = pattern[open+end+1:]
	}
}

func (w *writer) value(name string, depth int) string {
	if v, ok := w.vars[name]; ok {
		return v
	}
	if lower := strings.ToLower(name); lower != name {
		return capital(w.value(lower, depth))
	}
	make, ok := numbers[name]
	if !ok {
		return w.expandRule(name, depth)
	}
	v := make(w)
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
