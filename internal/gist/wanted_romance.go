package gist

import "strings"

// Wanted is what a French or Spanish sender offers to do as the reader asks for it: "que le
// enviemos otro" is "que me envíen otro", "que nous commencions" is "que vous
// commenciez". It is empty where the words are no such offer, or that cannot be told.
func Wanted(language, words string, manner Manner) string {
	r := restaterOf(language)
	if r != nil && language == "de" {
		return r.wantedGerman(words, manner)
	}
	if r == nil || language != "fr" && language != "es" {
		return ""
	}
	return r.wanted(words, manner)
}

func (r *restater) wanted(words string, manner Manner) string {
	language := r.code
	c, _ := r.romance(cut(strings.ToValidUTF8(words, ""), MaxQuote))
	if c == nil || c.toks[0].low != "que" && c.toks[0].low != "qu'" || len(c.toks) < 3 {
		return ""
	}
	c.formal = map[string]string{"fr": "vous", "es": "usted"}[language]
	if manner == Familiar {
		c.formal = map[string]string{"fr": "tu", "es": "tú"}[language]
	}
	if language == "fr" {
		return c.wantedFrench()
	}
	if manner == Familiar {
		return "" // "que quedemos" may be of both
	}
	list, j := c.cliticsAt(1)
	if j >= len(c.toks) {
		return ""
	}
	verb := c.wishes()[c.toks[j].low]
	rest, sure := c.phrase(j+1, len(c.toks))
	if verb == "" || !sure {
		return ""
	}
	out := []string{"que"}
	for _, w := range list {
		switch w {
		case "le", "les":
			w = "me"
		}
		out = append(out, w)
	}
	return strings.Join(append(append(out, verb), rest...), " ")
}

func (c *romClause) wantedFrench() string {
	toks := c.toks
	words, j := c.cliticsAt(2)
	if j >= len(toks) {
		return ""
	}
	turned, sure := c.turned(words)
	rest, known := c.phrase(j+1, len(toks))
	stem, many := strings.CutSuffix(toks[j].low, "ions")
	if !sure || !known || toks[1].low != "nous" || !many {
		return ""
	}
	return c.elided(append(append(append([]string{"que", "vous"}, turned...), stem+"iez"), rest...))
}

// wish makes what "nosotros" would do into what is wished of "ustedes": "enviemos" is
// "envíen".
func (r *restater) wish() map[string]string {
	out := map[string]string{}
	put := func(stem, strong, end string) {
		if end == "ar" {
			for _, spelt := range [][2]string{{"c", "qu"}, {"g", "gu"}, {"z", "c"}} {
				if head, ok := strings.CutSuffix(stem, spelt[0]); ok {
					stem, strong = head+spelt[1], strings.TrimSuffix(strong, spelt[0])+spelt[1]
					break
				}
			}
			out[stem+"emos"] = strong + "en"
			return
		}
		out[strings.TrimSuffix(firstOf(stem, end), "o")+"amos"] = strings.TrimSuffix(firstOf(strong, end), "o") + "an"
	}
	for _, kind := range [][3]string{{"regular", "", ""}, {"verbs í", "i", "í"}, {"verbs ú", "u", "ú"}, {"verbs ie", "e", "ie"}, {"verbs ue", "o", "ue"}, {"verbs i", "e", "i"}} {
		for _, line := range r.lists[kind[0]] {
			for _, inf := range line {
				if len(inf) < 4 {
					continue
				}
				stem := inf[:len(inf)-2]
				strong := stem
				if at := strings.LastIndex(stem, kind[1]); kind[1] != "" && at >= 0 {
					strong = stem[:at] + kind[2] + stem[at+len(kind[1]):]
				}
				put(stem, strong, inf[len(inf)-2:])
			}
		}
	}
	for inf, forms := range r.maps["irregular"] {
		if f := strings.Fields(forms); len(f) == 7 && strings.HasSuffix(f[0], "go") && len(inf) > 2 {
			stem := strings.TrimSuffix(f[0], "o")
			out[stem+"amos"] = stem + "an" // "hagamos"
		}
	}
	return out
}

// ownNeed reports whether a sender only says what they have to do: "necesito enviarlo a
// dirección".
func (l *lexicon) ownNeed(toks []token) bool {
	return len(toks) > 1 && toks[0].w.in.has(sNeeding) && infinitiveLike(toks[1].low) && toks[1].low != "saber" && !toks[1].w.in.has(sTelling)
}

// infinitiveLike reports whether a word has the form of a Spanish infinitive, with or
// without pronouns.
func infinitiveLike(w string) bool {
	for _, end := range []string{"lo", "la", "los", "las", "se", "le", "les"} {
		if stem, ok := strings.CutSuffix(w, end); ok && len(stem) > 3 {
			w = stem
			break
		}
	}
	return len(w) > 4 && (strings.HasSuffix(w, "ar") || strings.HasSuffix(w, "er") || strings.HasSuffix(w, "ir"))
}
