package gist

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNoted is how many words a statement has that its reader says back.
const maxNoted = 20

// Note returns how the reader of a statement says it back behind "that": "your office will
// be closed on Monday" for "just to let you know that our office will be closed on Monday".
// It is empty where that cannot be told with certainty, and in a language without rules.
func Note(language, text string) string {
	if language != "en" {
		return ""
	}
	r := restaterOf(language)
	text = cut(strings.ToValidUTF8(text, ""), MaxQuote)
	if r == nil || strings.ToUpper(text) == text {
		return ""
	}
	e := &enClause{restater: r, source: text, toks: r.tokens(text)}
	out := e.note(e.afterLead())
	if len(out) > maxRestated {
		return ""
	}
	return out
}

// afterLead is the token behind "just to let you know that" and the like.
func (e *enClause) afterLead() int {
	for i := 0; i < len(e.toks) && i < 12; {
		n := e.phraseAt("note leads", e.toks, i)
		if n == 0 {
			return i
		}
		i += n
	}
	return 0
}

// note turns the statement that begins at token i.
func (e *enClause) note(i int) string {
	if i >= len(e.toks) || !e.statesAt(i) {
		return ""
	}
	var words []string
	verb := false
	for from := i; i < len(e.toks); i++ {
		t := &e.toks[i]
		low, prev := t.low, ""
		if i > from {
			prev = e.toks[i-1].low
		}
		if strange(t) || quotedAt(e.source, t) || bracketAt(e.source, t) || t.w.wh != "" && t.w.wh != "if" && low != "when" {
			if verb && len(words) > 3 {
				break
			}
			return ""
		}
		if i > from && (e.in("note ends", low) || t.w.in.has(sAnd) && e.clauseAt(i+1)) {
			break
		}
		if len(words) >= maxNoted {
			return ""
		}
		word, sure := e.person(i, prev)
		if low == "we" {
			word, sure = "you", true
		}
		if low == "you" && i == from {
			word, sure = "I", true
		}
		if !sure {
			return ""
		}
		if kind, _, _ := e.auxiliary(low); kind != "" || e.pastForm(low) || strings.HasSuffix(low, "ed") || e.thirdPerson(low) && i > from || strings.ContainsAny(low, "'’") && e.maps["persons"][low] != "" {
			verb = true
		}
		if word != "" {
			if i == from {
				word = e.small(t, word)
			}
			words = append(words, word)
		}
		if t.stop && i < len(e.toks)-1 {
			if t.mark == ',' && e.list(i) {
				words[len(words)-1] += ","
				continue
			}
			if t.mark == '.' && e.in("names before", low) {
				continue
			}
			if t.mark == ',' && e.toks[i+1].w.in.has(sDates) {
				continue
			}
			break
		}
	}
	if !verb || len(words) < 4 || !e.complete(words) {
		return ""
	}
	return strings.Join(words, " ")
}

// thirdPerson reports whether a word is a verb as "he" has it: "closes".
func (e *enClause) thirdPerson(low string) bool {
	base, ok := strings.CutSuffix(low, "s")
	if w := e.lexicon.words[low]; w != nil && w.in.has(sNouns) {
		return false
	}
	return ok && (e.verb(base) || e.verb(strings.TrimSuffix(base, "e")))
}

// statesAt reports whether a statement begins at token i: with who or what it is of, or
// with the day from which it holds.
func (e *enClause) statesAt(i int) bool {
	t := &e.toks[i]
	first, _ := utf8.DecodeRuneInString(t.text)
	switch {
	case t.low == "this" || t.low == "that" || t.low == "it" || t.low == "there" || t.low == "here":
		return false
	case t.w.in.has(sSubjects), t.w.det != "", e.maps["persons"][t.low] != "" && strings.ContainsAny(t.low, "'’"):
		return true
	case t.low == "from" || t.low == "on" || t.low == "as":
		return i+1 < len(e.toks) && (e.toks[i+1].w.in.has(sDates) || e.toks[i+1].figure())
	}
	return i > 0 && unicode.IsUpper(first) && !e.verb(t.low)
}

// small writes the first word of a statement as it stands within a sentence.
func (e *enClause) small(t *token, word string) string {
	if word == "I" || strings.HasPrefix(word, "I ") || t.w.month > 0 || t.w.day > 0 {
		return word
	}
	if t.w.in.has(sSubjects) || t.w.det != "" || t.w.in.has(sPrepositions) || e.maps["persons"][t.low] != "" {
		return lowerFirstWord(word)
	}
	return word
}

func lowerFirstWord(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}
