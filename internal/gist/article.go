package gist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Languages with genders have noun phrases of their own: the reader says them with the
// article that the noun's ending tells ([map genders]), not as the sender declined them.

const noArticle = "?" // of a determiner that does not tell the gender

// nounPhrases appends the noun phrases among tokens of a language with genders to an empty list.
func (l *lexicon) nounPhrases(toks []token, out []chunk) []chunk {
	for i := 0; i < len(toks) && len(out) < 4*MaxItems; i++ {
		det, near := l.determinerBefore(toks, i)
		article, known := l.gender(toks[i].low)
		if !l.nounAt(toks, i, near, known) {
			continue
		}
		article = l.article(det, article)
		if article == "" || !near && !known {
			continue
		}
		c := chunk{from: i, to: l.phraseEnd(toks, i), det: article, score: 2}
		if known {
			c.score += 4
		}
		if near {
			c.score += 2
		}
		if toks[i].w.in.has(sVague) {
			c.score -= 6
		}
		if c.to > i+1 {
			c.score++
		}
		out = append(out, c)
		i = c.to - 1
	}
	return out
}

// nounAt reports whether the token at i is a noun: by its capital in German, else by a
// known ending or a determiner before it.
func (l *lexicon) nounAt(toks []token, i int, near, known bool) bool {
	t := &toks[i]
	if t.w.det != "" || t.w.wh != "" || t.w.in.has(sDates) || len(t.low) < 3 || len(t.low) > 40 || strings.ContainsAny(t.low, ":@&<>=|\\{}%€$£'.") ||
		strings.IndexFunc(t.low, unicode.IsDigit) >= 0 {
		return false
	}
	if l.options["nouns"] == "capitals" {
		return capital(t.text) && (near || i > 0 || known) && !t.w.in.has(sSubjects) && (i > 0 || !t.w.in.has(sInverts) && !t.w.in.has(sAuxiliaries) && !t.w.in.has(sVerbs))
	}
	return !t.w.in.has(sStop) && !t.w.in.has(sAdjectives) && (known || near && !t.w.in.has(sVerbs))
}

// determinerBefore returns the determiner of a noun at i, over adjectives, and whether
// there is one.
func (l *lexicon) determinerBefore(toks []token, i int) (string, bool) {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		t := &toks[j]
		if t.stop {
			break
		}
		if t.w.det != "" {
			return t.w.det, true
		}
		if !t.w.in.has(sAdjectives) && !(l.options["nouns"] == "capitals" && !capital(t.text) && declined(t.low)) {
			break
		}
	}
	return "", false
}

// declined reports whether a word ends like a German adjective before a noun.
func declined(w string) bool {
	for _, end := range []string{"e", "en", "er", "es", "em"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// gender returns the article that a noun's ending tells.
func (l *lexicon) gender(w string) (string, bool) {
	genders := l.maps["genders"]
	for i := 0; i < len(w)-1; {
		if article, ok := genders[w[i:]]; ok {
			return article, true
		}
		_, n := utf8.DecodeRuneInString(w[i:])
		i += n
	}
	if single := strings.TrimRight(w, "sx"); single != w && len(single) > 2 {
		if article, ok := l.gender(single); ok {
			if many := l.maps["plurals"][article]; many != "" {
				return many, true
			}
		}
	}
	return "", false
}

// article returns what a noun phrase is said with, nothing when it cannot be told.
func (l *lexicon) article(det, gender string) string {
	switch {
	case gender == "" && det == noArticle:
		return ""
	case gender == "" || det != "" && det != noArticle && l.maps["plurals"][gender] == det:
		return det
	case l.options["nouns"] == "capitals" && det == "der" && gender != "der":
		return "" // "den Preisen": a dative of many
	}
	return gender
}

// phraseEnd returns the end of the noun phrase with its noun at i: a number behind it,
// and "de livraison" where the language goes on so.
func (l *lexicon) phraseEnd(toks []token, i int) int {
	end := i + 1
	if end < len(toks) && !toks[i].stop && toks[end].figure() && !toks[end].w.in.has(sDates) && l.options["nouns"] == "capitals" && len(toks[end].low) > 2 {
		return end + 1
	}
	if l.options["nouns"] == "capitals" {
		return end
	}
	for range 2 {
		j := end
		if toks[j-1].stop || j+1 >= len(toks) || !toks[j].w.in.has(sLinks) {
			break
		}
		j++
		if toks[j].w.det != "" && j+1 < len(toks) {
			j++
		}
		t := &toks[j]
		if _, known := l.gender(t.low); !known || t.w.in.has(sStop) || t.w.in.has(sDates) || t.w.in.has(sVerbs) || t.figure() || t.w.det != "" {
			break
		}
		end = j + 1
	}
	return end
}

// said returns a noun phrase as the reader says it: "l'offre", "die Lieferung".
func (l *lexicon) said(toks []token, c chunk) string {
	det, elided := c.det, l.options["elision"] == "yes" && (c.det == "le" || c.det == "la") && vowel(toks[c.from].low)
	if elided {
		det = "l'"
	}
	size := len(det)
	for i := c.from; i < c.to; i++ {
		size += 1 + len(toks[i].text)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(det)
	for i := c.from; i < c.to; i++ {
		w := toks[i].text
		if i == c.from && !elided || i > c.from && !strings.HasSuffix(toks[i-1].text, "'") && !strings.HasSuffix(toks[i-1].text, "’") {
			b.WriteByte(' ')
		}
		if l.options["nouns"] != "capitals" && !l.proper(w) {
			w = lowerFirst(w)
		}
		b.WriteString(w)
	}
	if b.Len() > MaxPhrase {
		return ""
	}
	return b.String()
}

func vowel(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return strings.ContainsRune("aeiouhéèêâîôû", r)
}

// titled returns the names behind words such as "Herr": where nouns have capitals, a
// capital alone is no name.
func (m *mail) titled(lex *lexicon) []string {
	var out []string
	if m.signed != "" {
		out = add(out, m.signed)
	}
	for i := range m.sentences {
		toks := m.sentences[i].tokens
		for j := 0; j+1 < len(toks); j++ {
			if toks[j].w.in.has(sGreetings) && capital(toks[j].text) && lex.nameLike(&toks[j+1]) {
				out = add(out, toks[j+1].text)
			}
		}
	}
	return out
}

// ordinal reports whether a full stop makes a number an ordinal: "am 12. oder am 19. März".
func (l *lexicon) ordinal(number, rest string) bool {
	if l.options["ordinals"] != "dot" || len(number) == 0 || len(number) > 2 || strings.Trim(number, "0123456789") != "" {
		return false
	}
	rest = strings.TrimLeft(rest, " ")
	r, _ := utf8.DecodeRuneInString(rest)
	if unicode.IsLower(r) {
		return true
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(rest)
	}
	return l.find(strings.ToLower(rest[:end])).month > 0
}

// dayOrHour reports whether a word after "le" names a day or an hour, which is said without: "26",
// "lundi", but not "matin" or "train".
func (l *lexicon) dayOrHour(t *token) bool {
	return t.figure() || t.w.in.has(sDates) && !t.w.in.has(sDayParts)
}

// joined puts words together; what is elided stands close to the next.
func (l *lexicon) joined(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && !l.isElided(words[i-1]) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

func (l *lexicon) isElided(w string) bool {
	return len(l.elided) > 0 && slices.Contains(l.elided, strings.ReplaceAll(strings.ToLower(w), "’", "'"))
}

// sayOptions puts options as the reader says them: "den Ecktisch" as "der Ecktisch".
func (l *lexicon) sayOptions(options []string) []string {
	if !l.genders {
		return options
	}
	for i, o := range options {
		toks := l.tokens(o)
		for len(toks) > 1 && toks[0].w.in.has(sExactAt) && (toks[0].w.det == "" || l.dayOrHour(&toks[1])) {
			toks = toks[1:]
		}
		if len(toks) == 0 {
			continue
		}
		options[i] = o[toks[0].from:]
		if len(toks) == 1 && l.ordinal(toks[0].low, "x") {
			options[i] += "."
		}
		if toks[0].w.det == "" {
			if len(toks) == 1 && toks[0].w.in.has(sDayParts) && l.options["elision"] == "yes" { // "matin ou après-midi"
				if det, known := l.gender(toks[0].low); known {
					options[i] = l.said(toks, chunk{to: 1, det: det})
				}
			}
			continue
		}
		if l.options["nouns"] == "capitals" && strings.HasPrefix(toks[0].low, "ein") && len(toks) > 2 {
			continue // "ein kaltes Buffet"
		}
		if l.code == "de" && toks[0].w.in.has(sPrepositions) || l.code == "de" && len(toks) > 1 && toks[0].w.det == "?" && (toks[0].low == "im" || toks[0].low == "am" || toks[0].low == "beim" || toks[0].low == "zum" || toks[0].low == "vom") {
			continue // "im Ratskeller"
		}
		if said := l.describedGerman(toks); said != "" {
			options[i] = said
			continue
		}
		if list := l.nounPhrases(toks, nil); len(list) == 1 && list[0].to == len(toks) {
			options[i] = l.said(toks, list[0])
		}
	}
	return options
}
