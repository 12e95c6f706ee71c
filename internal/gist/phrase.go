package gist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// chunk is a noun phrase candidate: tokens [from, to) behind a determiner.
type chunk struct {
	from, to int
	det      string
	score    int
}

const maxChunkWords = 5

// phrases are the noun phrase candidates of a sentence, found once.
func (l *lexicon) phrases(s *sentence) []chunk {
	if !s.chunked {
		var room [2 * MaxItems]chunk
		s.phrases, s.chunked = slices.Clone(l.chunks(s.tokens, room[:0])), true
	}
	return s.phrases
}

// chunks appends the noun phrase candidates among tokens to an empty list: runs of words
// that are neither function words nor verbs nor dates.
func (l *lexicon) chunks(toks []token, out []chunk) []chunk {
	if l.genders {
		return l.nounPhrases(toks, out)
	}
	for i := 0; i < len(toks) && len(out) < 4*MaxItems; {
		c := chunk{from: i, to: i}
		if flip := toks[i].w.det; flip != "" && !toks[i].stop && !l.pronoun(toks, i) {
			c.det, c.from, c.to = flip, i+1, i+1
		}
		for c.to < len(toks) && c.to-c.from < maxChunkWords && l.content(toks, c.to, c.det != "" && c.to == c.from) {
			c.to++
			if c.to < len(toks) && toks[c.to].w.number > 1 {
				break // "the post of gardener three weeks ago"
			}
			if toks[c.to-1].stop || (c.to < len(toks) && toks[c.to].open) {
				break
			}
		}
		next := max(c.to, i+1)
		if c.to-c.from > 1 && toks[c.to-1].w.in.has(sVerbs) && l.mainVerb(toks, c) {
			c.to-- // "does the train leave"
		}
		for c.to > c.from && toks[c.to-1].weakEnd() {
			c.to--
		}
		if c.det == "" && c.to == c.from+1 && c.from > 0 && toks[c.from-1].w.in.has(sFillers) {
			c.to = c.from // "does it still stand"
		}
		if c.to > c.from {
			c.score = l.score(toks, c)
			out = append(out, c)
		}
		i = next
	}
	return l.link(toks, out)
}

// mainVerb reports whether the last word of a chunk is the verb that "does" or "will"
// before it waits for.
func (l *lexicon) mainVerb(toks []token, c chunk) bool {
	for i := c.to - 2; i >= 0 && c.to-i < 10; i-- {
		switch {
		case toks[i].stop:
			return false
		case toks[i].w.in.has(sDoVerbs):
			return !toks[i].w.in.has(sTo)
		case i < c.from && toks[i].w.in.has(sVerbs) && !toks[i].w.in.has(sNouns):
			return false
		}
	}
	return false
}

// pronoun reports whether "this" or "that" at i stands alone: "would that cost extra".
func (l *lexicon) pronoun(toks []token, i int) bool {
	if toks[i].w.in.has(sDemonstratives) && i+1 < len(toks) && strings.HasSuffix(toks[i+1].low, "s") && l.stem(&toks[i+1]).in.has(sVerbs) && !strings.HasSuffix(toks[i].low, "se") {
		return true // "that works"
	}
	return toks[i].w.in.has(sDemonstratives) && i > 0 && i+1 < len(toks) && (toks[i-1].w.in.has(sAuxiliaries) || toks[i-1].w.wh != "") && toks[i+1].w.in.has(sVerbs)
}

// content reports whether the token at i may be part of a noun phrase.
func (l *lexicon) content(toks []token, i int, afterDet bool) bool {
	w, is := toks[i].low, toks[i].w
	if is.det != "" || is.in.has(sStop) || is.in.has(sDates) || strings.ContainsAny(w, ":@&<>=|\\{}%$'") || strings.Contains(w, "€") || strings.Contains(w, "£") {
		return false
	}
	if len(w) > 30 || strings.Contains(w, "//") || strings.HasPrefix(w, "www.") {
		return false
	}
	stem := l.stem(&toks[i])
	if strings.HasSuffix(w, "s") && !is.in.has(sNouns) && stem.in.has(sVerbs) && !stem.in.has(sNouns) {
		return false // "the florist closes"
	}
	if !afterDet && len(w) > 4 && strings.HasSuffix(w, "ed") && !is.in.has(sNouns) && (i+1 >= len(toks) || !toks[i+1].w.in.has(sNouns) && !l.stem(&toks[i+1]).in.has(sNouns)) {
		return false // "my father passed"
	}
	if !digit(w[len(w)-1]) && dayNumber(&toks[i]) {
		return false // "the 9th"
	}
	if i > 0 && !afterDet && (toks[i-1].w.in.has(sSubjects) && !(i > 1 && toks[i-2].w.verb()) && !(i == 1 && toks[0].w.in.has(sObjects)) || i > 1 && toks[i-1].w.in.has(sFillers) && toks[i-2].w.in.has(sSubjects) || l.pronoun(toks, i-1)) && !toks[i-1].stop {
		return false // what they do: "do you also teach maths"
	}
	if i > 2 && !afterDet && toks[i-1].w.in.has(sStop) && toks[i-2].w.in.has(sSubjects) && toks[i-3].w.in.has(sDoVerbs) && !toks[i-1].w.in.has(sTo) && !toks[i-1].w.in.has(sPrepositions) && !toks[i-1].w.in.has(sVerbs) {
		return false // "when did you first notice it"
	}
	if i > 0 && !afterDet && is.in.has(sVerbs) && (strings.HasSuffix(toks[i-1].low, "'ll") || toks[i-1].w.in.has(sTo) || toks[i-1].w.in.has(sPolite)) {
		return false // "I'll call you"
	}
	if is.in.has(sVerbs) && strings.HasSuffix(w, "s") && !afterDet && i+1 < len(toks) && (toks[i+1].w.det != "" || toks[i+1].w.in.has(sObjects) || toks[i+1].figure()) {
		return false // "the projector costs us 90"
	}
	if is.in.has(sNouns) || stem.in.has(sNouns) {
		// A noun that is a verb too counts as one unless it opens a bare clause.
		return afterDet || !is.in.has(sVerbs) || i > 0 && !toks[i-1].w.in.has(sSubjects) ||
			i+1 < len(toks) && strings.IndexFunc(toks[i+1].low, unicode.IsDigit) >= 0
	}
	if afterDet && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing")) {
		return true // "the signed contract", "the seating plan"
	}
	if is.in.has(sVerbs) || strings.HasSuffix(w, "ly") || strings.HasSuffix(w, "ing") && len(w) > 5 {
		return false
	}
	return true
}

// weakEnd reports whether a phrase should not end with a token.
func (t *token) weakEnd() bool {
	return !t.w.in.has(sNouns) && (strings.HasSuffix(t.low, "ed") || strings.HasSuffix(t.low, "ing") && len(t.low) > 5 || t.w.in.has(sAdjectives))
}

// score rates how well a chunk names what a mail is about.
func (l *lexicon) score(toks []token, c chunk) int {
	last := &toks[c.to-1]
	head := last.low
	score := 0
	if last.w.in.has(sNouns) || l.stem(last).in.has(sNouns) {
		score += 5
	}
	if c.det != "" {
		score += 2
	}
	if n := c.to - c.from; n >= 2 && n <= 4 {
		score++
	}
	for _, t := range toks[c.from:c.to] {
		if strings.IndexFunc(t.low, unicode.IsDigit) >= 0 {
			score += 2
			break
		}
	}
	if last.w.in.has(sVague) {
		score -= 6
	}
	if utf8.RuneCountInString(head) < 3 {
		score -= 3
	}
	if strings.IndexFunc(head, unicode.IsLetter) < 0 && c.to-c.from == 1 {
		score -= 9
	}
	return score
}

// link joins "the price" and "the annual plan" over "of" or "for".
func (l *lexicon) link(toks []token, list []chunk) []chunk {
	out := list[:0]
	for _, c := range list {
		if n := len(out); n > 0 {
			p := &out[n-1]
			start := c.from
			if c.det != "" {
				start--
			}
			if start == p.to+1 && toks[p.to].w.in.has(sLinks) && !toks[p.to-1].stop && c.to-p.from <= maxChunkWords+2 {
				p.to = c.to
				p.score += 1 + max(0, c.score/3)
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// text returns the chunk as its reader would say it.
func (l *lexicon) text(toks []token, c chunk) string {
	if l.genders {
		return l.said(toks, c)
	}
	words := make([]string, 0, maxChunkWords+3)
	if det := c.det; det != "" {
		words = append(words, det)
	} else if l.wantsArticle(toks, c) {
		words = append(words, "the")
	}
	for i := c.from; i < c.to; i++ {
		w := toks[i].text
		if flip := toks[i].w.det; flip != "" {
			w = flip
		} else if i == 0 && !l.proper(w) {
			w = lowerFirst(w)
		}
		words = append(words, w)
	}
	s := strings.Join(words, " ")
	if len(s) > MaxPhrase {
		return ""
	}
	return s
}

// wantsArticle reports whether a bare singular such as "annual budget" reads
// better with an article. Order 10427 and USB ports do not.
func (l *lexicon) wantsArticle(toks []token, c chunk) bool {
	if !toks[c.to-1].w.in.has(sNouns) {
		return false
	}
	for i := c.from; i < c.to; i++ {
		if l.proper(toks[i].text) || strings.IndexFunc(toks[i].low, unicode.IsDigit) >= 0 || i > 0 && toks[i].text != toks[i].low {
			return false
		}
	}
	return true
}

// proper reports whether a word keeps its capital: an acronym or code.
func (l *lexicon) proper(w string) bool {
	upper := 0
	for _, r := range w {
		if unicode.IsUpper(r) || unicode.IsDigit(r) {
			upper++
		}
	}
	return upper > 1
}

func lowerFirst(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// best returns the best noun phrase of a sentence, or nothing.
func (l *lexicon) best(toks []token) string {
	var room [2 * MaxItems]chunk
	return l.bestOf(toks, l.chunks(toks, room[:0]))
}

// bestIn is best of a whole sentence.
func (l *lexicon) bestIn(s *sentence) string { return l.bestOf(s.tokens, l.phrases(s)) }

func (l *lexicon) bestOf(toks []token, list []chunk) string {
	best, at := 0, -1
	for i, c := range list {
		if c.score > best {
			best, at = c.score, i
		}
	}
	if at < 0 {
		return ""
	}
	return l.text(toks, list[at])
}

// phrases returns the good noun phrases of the body, best sentences first.
func (m *mail) phrases(lex *lexicon) []string {
	var out []string
	for need := 6; need >= 3; need -= 3 { // strong ones first, then the rest
		for i := range m.sentences {
			s := &m.sentences[i]
			for _, c := range lex.phrases(s) {
				if c.score >= need {
					out = add(out, lex.text(s.tokens, c))
				}
			}
			if len(out) >= MaxItems {
				return out
			}
		}
	}
	return out
}

// names returns words with a capital inside a sentence, runs of them as one.
func (m *mail) names(lex *lexicon) []string {
	if lex.options["nouns"] == "capitals" {
		return m.titled(lex)
	}
	var out []string
	if m.signed != "" {
		out = add(out, m.signed)
	}
	for k := range m.sentences {
		s := &m.sentences[k]
		for i := 0; i < len(s.tokens); i++ {
			j := i
			for j < len(s.tokens) && j-i < 3 && lex.nameLike(&s.tokens[j]) {
				j++
				if s.tokens[j-1].stop {
					break
				}
			}
			if j > i && (i > 0 || j > 1) { // one capital may be the sentence's
				out = add(out, lex.joinTokens(s.tokens[i:j]))
				i = j
			}
		}
	}
	return out
}

// nameLike reports whether a token inside a sentence looks like a name.
func (l *lexicon) nameLike(t *token) bool {
	r, n := utf8.DecodeRuneInString(t.text)
	if !unicode.IsUpper(r) || n == len(t.text) || len(t.text) > 24 {
		return false
	}
	if t.w.in.has(sDates) || t.w.in.has(sStop) || t.w.in.has(sNouns) || t.w.in.has(sVerbs) || t.w.det != "" || t.w.wh != "" {
		return false
	}
	for _, r := range t.text[n:] {
		if !unicode.IsLower(r) && r != '-' {
			return false
		}
	}
	return true
}

func (l *lexicon) joinTokens(toks []token) string {
	words := make([]string, len(toks))
	for i, t := range toks {
		words[i] = t.text
	}
	return l.joined(words)
}
