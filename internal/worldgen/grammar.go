package worldgen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/rng"
)

// rules are the patterns of one grammar. In a pattern {name} stands for a
// variable, else for one of the patterns of that name.
type rules map[string][]string

// writer expands patterns for one mail.
type writer struct {
	r     *rng.Rand
	order Order
	topic topic
	vars  map[string]string
	rules []rules // looked through in order
}

// maxDepth bounds how deep patterns nest.
const maxDepth = 12

// rule expands one of the patterns of a name.
func (w *writer) rule(name string) string { return w.expandRule(name, 0) }

func (w *writer) expandRule(name string, depth int) string {
	for _, g := range w.rules {
		if list, ok := g[name]; ok {
			return w.expand(rng.Pick(w.r, w.fitting(list)), depth+1)
		}
	}
	return "{" + name + "}"
}

// fitting are the patterns that read well with this topic and sender: {thing}
// wants a topic that can be ordered, shown or paid for, {org} someone of a firm.
func (w *writer) fitting(list []string) []string {
	if w.topic.thing && w.order.From.Org != "" {
		return list
	}
	out := make([]string, 0, len(list))
	for _, p := range list {
		noThing := w.topic.thing || !strings.Contains(p, "hing}")
		noOrg := w.order.From.Org != "" || !strings.Contains(p, "{org}") && !strings.Contains(p, "{role}")
		if noThing && noOrg {
			out = append(out, p)
		}
	}
	return out
}

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
