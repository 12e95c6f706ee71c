package gist

import (
	"slices"
	"strings"
)

// echo returns how the reader says a short yes and no to a question: "Did you get it?"
// is "I did" and "I did not". The table of the lexicon is by the verb and its subject.
func (l *lexicon) echo(toks []token, at int) (yes, no string) {
	if at >= 0 {
		toks = toks[at+1:] // "whether it is": as a statement orders it
		if len(toks) < 2 {
			return "", ""
		}
		return l.echoOrdered(toks)
	}
	if len(toks) < 2 || !toks[0].w.in.has(sAuxiliaries) {
		return "", ""
	}
	return l.echoOf(toks[0].low, l.subject(toks, 1), toks)
}

// echoOrdered echoes "whether the lift is working".
func (l *lexicon) echoOrdered(toks []token) (yes, no string) {
	for i := 1; i < len(toks) && i < 6; i++ {
		if toks[i].w.in.has(sAuxiliaries) && toks[i].w.det == "" {
			return l.echoOf(toks[i].low, l.subject(toks[:i], 0), toks)
		}
	}
	return "", ""
}

// echoOf looks a verb and its subject up: that of the pronoun, else of "one" or "many".
func (l *lexicon) echoOf(verb, subject string, toks []token) (yes, no string) {
	if subject == "one" && l.is(verb, sPluralVerbs) {
		subject = "many"
	}
	table := l.maps["echo"]
	line, ok := table[verb+" "+subject]
	if !ok {
		line = table[verb]
	}
	if line == "" || subject == "" {
		return "", ""
	}
	who := l.maps["echo-subjects"][subject]
	if who == "" {
		return "", ""
	}
	yes, no, _ = strings.Cut(strings.ReplaceAll(line, "{s}", who), "|")
	return strings.TrimSpace(yes), strings.TrimSpace(no)
}

// subject returns the pronoun that is the subject at token i, or "one" or "many" for a
// noun phrase, or nothing.
func (l *lexicon) subject(toks []token, i int) string {
	if i >= len(toks) {
		return ""
	}
	t := &toks[i]
	if l.maps["echo-subjects"][t.low] != "" && !(t.w.det != "" && i+1 < len(toks) && l.content(toks, i+1, true)) {
		return t.low
	}
	if t.w.in.has(sSubjects) || t.w.in.has(sAny) || t.w.in.has(sNegations) {
		return ""
	}
	if t.w.det == "" && !t.w.in.has(sNouns) && !l.pluralWord(t.low) && !t.w.in.has(sDetermined) {
		return ""
	}
	end := i + 1
	for end < len(toks) && end-i < maxChunkWords+1 && !toks[end-1].stop && l.content(toks, end, end == i+1 && t.w.det != "") {
		end++
	}
	for end > i+1 && toks[end-1].weakEnd() {
		end--
	}
	if l.code == "en" && slices.ContainsFunc(toks[i:end], func(t token) bool { return l.in(&t, "some-people") || capital(t.text) && t.w == unknown }) {
		return "" // "would your eldest help", of whom no "it" is said
	}
	if t.w.in.has(sPluralDets) || l.pluralWord(toks[end-1].low) || end < len(toks) && toks[end].w.in.has(sAnd) {
		return "many"
	}
	return "one"
}

// Plural reports whether a phrase names several things: "the keys", not "the address".
func Plural(phrase string) bool {
	l := english()
	toks := l.tokens(cut(strings.ToValidUTF8(phrase, ""), MaxQuote))
	head := -1
	for i := range toks {
		if i > 0 && (toks[i].w.in.has(sLinks) || toks[i].w.in.has(sPrepositions)) {
			break
		}
		if toks[i].w.in.has(sAnd) && i > 0 && i+1 < len(toks) {
			return true
		}
		head = i
	}
	if head < 0 {
		return false
	}
	return toks[0].w.in.has(sPluralDets) || l.pluralWord(toks[head].low)
}

// pluralWord reports whether a noun stands for several.
func (l *lexicon) pluralWord(w string) bool {
	switch {
	case l.is(w, sPlurals):
		return true
	case l.is(w, sSingulars) || len(w) < 4 || !strings.HasSuffix(w, "s"):
		return false
	}
	return !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is") && !strings.HasSuffix(w, "'s")
}
