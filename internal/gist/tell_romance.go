package gist

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// inverted finds a verb with "il" behind it: "reste-t-il".
var inverted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(reste|manque|existe)-(?:t-)?il\b`) })

// tellRomance is Tell for French and Spanish: "combien de chaises te faut-il ?" is "il me
// faut".
func (r *restater) tellRomance(text string, ask Ask, manner Manner) (before, after string) {
	if r.code == "fr" {
		text = inverted().ReplaceAllString(text, "il $1")
	}
	c, _ := r.romance(text)
	if c == nil || len(c.toks) > 40 {
		return "", ""
	}
	c.manner = manner
	if colon := colonAt(c.toks); colon >= 0 && colon+2 < len(c.toks) {
		c.toks = c.toks[colon+1:] // "On cherche un cadeau commun : tu mets combien ?"
	}
	c.cutPhrases()
	wh := c.asking()
	if wh < 0 || wh > 8 {
		return "", ""
	}
	lead := "" // the preposition before what asks, as the value has it
	if wh > 0 && !c.toks[wh-1].stop {
		switch low := c.toks[wh-1].low; {
		case c.in("untold before", low):
			return "", ""
		case c.toks[wh-1].w.in.has(sPrepositions) && (ask == AskNumber || ask == AskMoney || ask == AskDuration):
			lead = low
		}
	}
	if slices.ContainsFunc(c.toks, func(t token) bool {
		return t.w.in.has(sOr) || c.in("untold", t.low) && t.w.wh == "" && t.low != "toujours" && t.low != "siempre"
	}) {
		return "", ""
	}
	if before, after = c.tellOf(wh, ask); before == "" || len(before)+len(after) > maxRestated {
		return "", ""
	}
	if lead != "" && lead != "y" && lead != "et" && lead != "mais" && lead != "pero" {
		before += " " + lead
	}
	return before, after
}

// cutPhrases drops what a question says beside, "más o menos".
func (c *romClause) cutPhrases() {
	for i := 0; i < len(c.toks); i++ {
		n := c.phraseAt("dropped phrases", c.toks, i)
		if n == 0 {
			continue
		}
		if i > 0 && c.toks[i+n-1].stop {
			c.toks[i-1].stop, c.toks[i-1].mark = true, c.toks[i+n-1].mark
		}
		c.toks = slices.Delete(c.toks, i, i+n)
		i--
	}
}

// asking is the index of the word that asks for a value, or -1.
func (c *romClause) asking() int {
	for i := range c.toks {
		t := &c.toks[i]
		if t.w.wh == "" || t.w.wh == "if" || t.w.wh == "who" || t.w.wh == "why" || t.low == "que" || t.low == "qu'" || t.low == "cómo" || t.low == "comment" || t.low == "cuando" || t.low == "donde" {
			continue
		}
		return i
	}
	return -1
}

// tellOf says back a question whose asking word is token wh.
func (c *romClause) tellOf(wh int, ask Ask) (before, after string) {
	toks := c.toks
	if wh+1 >= len(toks) || toks[wh].stop {
		return c.tellInPlace(wh, wh+1)
	}
	if c.code == "fr" && wh > 0 && !toks[wh-1].stop {
		if before, after = c.tellInPlace(wh, c.askedEnd(wh)); before != "" {
			return before, after
		}
	}
	if c.in("is", toks[wh+1].low) && toks[wh].w.wh != "how many" && !(wh+2 < len(toks) && toks[wh+2].low == "ce") {
		return c.tellIs(wh+1, ask)
	}
	several := ask == AskNumber && c.maps["several"][toks[wh+1].low] != ""
	if v, known := c.conjugatedAt(wh + 1); known && c.code == "es" && v.address == "ustedes" && toks[wh].w.wh == "how many" {
		c.formal = "usted"
		return c.told(romSaid{verb: c.going(v.said), from: wh + 2}, ask) // "cuántos serán"
	}
	from := wh + 1
	if c.code == "es" && toks[wh].w.wh == "how many" && !several {
		if v, known := c.conjugatedAt(wh + 1); !known || v.address == "tú" || v.address == "usted" {
			from++ // "cuántas compras"
		}
	}
	for j := from; j < len(toks) && j < wh+7 && (j == wh+1 || !toks[j-1].stop); j++ {
		if c.code == "es" && j > wh+1 && toks[j-1].low == "nos" {
			break // "¿dónde nos vemos?" is no "vemos"
		}
		if c.code == "fr" && toks[j].low == "est" && j+2 < len(toks) && toks[j+1].low == "ce" && (toks[j+2].low == "que" || toks[j+2].low == "qu'") {
			j += 2
			continue
		}
		if c.code == "fr" {
			if us := c.maps["several"][toks[j].low]; us != "" && ask == AskNumber && j+1 < len(toks) && toks[j+1].low == "vous" {
				return c.told(romSaid{subject: []string{"nous"}, verb: us, from: j + 2}, ask)
			}
			if s, ok := c.frenchClause(j); ok && (s.self || s.from > j+1) {
				return c.told(s, ask)
			}
		} else if before, after = c.tellCounted(wh, j, ask); before != "" {
			return before, after
		} else if s, ok := c.spanishTold(j); ok {
			return c.told(s, ask)
		}
		if c.in("of things", toks[j].low) || c.code == "es" {
			if before, after = c.tellThing(j, ask); before != "" {
				return before, after
			}
		}
		if toks[j].w.in.has(sSubjects) {
			break
		}
	}
	return "", ""
}

// tellCounted reads what something has or holds where that is counted, "cuánto azúcar lleva la masa":
// what is counted is the object, so that what stands behind the verb is its subject. What is left
// or fits somewhere has none: "cuánto queda en la caja".
func (c *romClause) tellCounted(wh, j int, ask Ask) (before, after string) {
	if ask != AskNumber && ask != AskMoney && ask != AskDuration || c.toks[wh].w.wh != "how many" && c.toks[wh].w.wh != "how much" {
		return "", ""
	}
	if many := c.maps["impersonal"][c.toks[j].low]; many != "" && (j+1 == len(c.toks) || c.toks[j].stop || c.toks[j+1].w.in.has(sPrepositions)) {
		tail, ok := c.phrase(j+1, len(c.toks))
		if !ok {
			return "", ""
		}
		return many, c.joined(tail)
	}
	if v, known := c.conjugatedAt(j); !known || v.address != "usted" && v.address != "ustedes" || j+2 >= len(c.toks) || c.toks[j].stop || c.toks[j+1].w.det == "" {
		return "", ""
	}
	return c.tellThing(j, ask)
}

// spanishTold reads the clause behind what asks.
func (c *romClause) spanishTold(j int) (romSaid, bool) {
	s, ok := c.spanishClause(j)
	if !ok || !s.self && len(s.clitics) == 0 && s.inf == "" {
		return s, false
	}
	return s, true
}

// askedEnd is the token behind "quelle heure", "combien de temps".
func (c *romClause) askedEnd(wh int) int {
	end := wh + 1
	switch {
	case end+1 < len(c.toks) && (c.toks[end].low == "de" || c.toks[end].low == "d'") && c.toks[end+1].w.det != "":
	case end < len(c.toks) && (c.toks[end].low == "de" || c.toks[end].low == "d'"):
		end += 2
	case c.toks[wh].w.wh == "which":
		end++
	}
	return min(end, len(c.toks))
}

// tellInPlace reads "tu finis à quelle heure ce soir", where what asks stands behind the
// verb.
func (c *romClause) tellInPlace(wh, end int) (before, after string) {
	if wh == 0 || slices.ContainsFunc(c.toks[:wh], func(t token) bool { return t.w.in.has(sKnowing) || t.low == "savez" || t.low == "sabes" }) {
		return "", "" // "tu sais dans quelle salle"
	}
	from := 0
	for from < wh-1 && (c.in("leads", c.toks[from].low) || c.toks[from].stop) {
		from++
	}
	if c.code != "fr" || slices.ContainsFunc(c.toks[min(end, len(c.toks)):], func(t token) bool {
		return t.low == "tu" || t.low == "vous" || t.low == "il" || t.low == "elle" || t.low == "on"
	}) {
		return "", "" // it leads to a clause of its own
	}
	s, ok := c.frenchClause(from)
	if c.code != "fr" || !ok || s.from > wh || s.from == from+1 && !s.self {
		return "", ""
	}
	stop := wh
	if stop > s.from && c.toks[stop-1].w.in.has(sPrepositions) {
		stop--
	}
	words := append(append(slices.Clone(s.subject), s.clitics...), s.verb)
	middle, ok := c.phrase(s.from, stop)
	tail, sure := c.phrase(end, len(c.toks))
	if !ok || !sure {
		return "", ""
	}
	return c.elided(append(words, middle...)), c.joined(tail)
}

// phrase is tokens [from, to) as the reader says them.
func (c *romClause) phrase(from, to int) (words []string, sure bool) {
	for i := from; i < to; i++ {
		if c.in("dropped", c.toks[i].low) {
			continue
		}
		if n := c.phraseAt("dropped phrases", c.toks, i); n > 0 {
			i += n - 1
			continue
		}
		word, ok := c.person(i, words)
		if !ok || strange(&c.toks[i]) || c.toks[i].w.wh != "" || len(words) > maxRestatedWords {
			return nil, false
		}
		words = append(words, word)
		if c.toks[i].stop && i+1 < to {
			break
		}
	}
	return words, true
}

// tellIs reads "quel est votre budget", "cuándo es la fiesta".
func (c *romClause) tellIs(i int, ask Ask) (before, after string) {
	c.address()
	toks := c.toks
	if i+2 >= len(toks) || toks[i+1].w.det == "" || ask == AskIdentifier || ask == AskPhone || ask == AskAddress || ask == AskVersion {
		return "", ""
	}
	end := i + 1
	for end < len(toks) && end < i+1+maxSubject && (end == i+1 || !toks[end-1].stop) {
		end++
	}
	if c.code == "es" && c.formal == "" {
		c.formal = "tú"
		if slices.ContainsFunc(toks, func(t token) bool { return t.low == "su" || t.low == "sus" || t.low == "usted" }) {
			c.formal = "usted"
		}
	}
	words, ok := c.phrase(i+1, end)
	if !ok || len(words) < 2 || c.in("dangling", words[len(words)-1]) {
		return "", ""
	}
	before = c.joined(words) + " " + toks[i].low
	if ask == AskMoney || ask == AskNumber || ask == AskDuration {
		before += " de"
	}
	return before, ""
}

// tellThing reads "combien coûte l'entrée", "a qué hora empieza la reunión".
func (c *romClause) tellThing(j int, ask Ask) (before, after string) {
	toks := c.toks
	words, k := c.cliticsAt(j)
	if k+2 >= len(toks) || toks[k].stop {
		return "", ""
	}
	if c.code == "es" {
		v, known := c.conjugatedAt(k)
		if !known || v.address != "usted" && v.address != "ustedes" {
			return "", ""
		}
		if det := toks[k+1].low; v.address == "ustedes" && (det == "el" || det == "la" || det == "su" || det == "tu") {
			if c.formal == "" {
				c.formal = "usted"
			}
			if turned, ok := c.turned(words); ok && len(words) > 0 {
				return c.told(romSaid{clitics: turned, verb: toks[k].low, from: k + 1}, ask) // "te dan el alta"
			}
			return "", ""
		}
	}
	verb, at := toks[k].low, k+1
	if toks[at].low == "lieu" {
		verb, at = verb+" lieu", at+1
	}
	if at+1 >= len(toks) || toks[at].w.det == "" || toks[at+1].w.in.has(sDates) && ask != AskDate && ask != AskTime || toks[at+1].w.day > 0 {
		return "", ""
	}
	end := at + 1
	for end < len(toks) && !toks[end-1].stop && (end == at+1 || !toks[end].w.in.has(sPrepositions) || toks[end].w.in.has(sOf) || toks[end].low == "d'" || toks[end].low == "del" || toks[end].low == "du") && !toks[end].w.in.has(sDates) && end < at+maxSubject {
		end++
	}
	if c.formal == "" {
		c.formal = "usted"
		if c.code == "fr" {
			c.address()
		}
	}
	subject, ok := c.phrase(at, end)
	tail, sure := c.phrase(end, len(toks))
	turned, known := c.turned(words)
	if !ok || !sure || !known || len(subject) < 2 {
		return "", ""
	}
	front := append(append(subject, turned...), verb)
	if adverbial(ask) {
		return c.elided(append(front, tail...)), ""
	}
	return c.elided(front), c.joined(tail)
}

// told says a clause with its value: behind the verb where that is its object, else at
// its end.
func (c *romClause) told(s romSaid, ask Ask) (before, after string) {
	words, ok := []string(nil), true
	if s.from < len(c.toks) && !c.toks[s.from-1].stop {
		words, ok = c.rest(s.from)
	}
	if !ok {
		return "", ""
	}
	if c.code == "es" && len(words) > 0 {
		words[0] = c.going(words[0])
	}
	if ask == AskNumber && c.code == "fr" && (s.verb == "suis" || s.verb == "serai") && len(words) == 0 {
		return map[string]string{"suis": "nous sommes", "serai": "nous serons"}[s.verb], "" // several people are asked
	}
	if (ask == AskNumber || ask == AskMoney) && (s.verb == "suis" || s.verb == "serai" || s.verb == "soy" || s.verb == "estoy") {
		return "", "" // several people are asked
	}
	if s.verb == "veux" {
		s.verb = "voudrais" // who names a price asks for it
	}
	front := append(append(slices.Clone(s.subject), s.clitics...), s.verb)
	if adverbial(ask) && ask != AskDuration {
		return c.elided(append(front, words...)), ""
	}
	if c.code == "fr" && c.in("has", s.verb) {
		for i, w := range words[:min(len(words), 2)] {
			if plain := c.unagreed(w); plain != "" {
				words[i] = plain // "combien de chaises avez-vous sorties"
			}
		}
	}
	n := 0
	for n < len(words) && (c.infinitive1(words[n]) || c.participle1(words[n]) || n == 0 && words[n] == "besoin" || n+1 < len(words) && c.in("chain", words[n]) && c.infinitive1(words[n+1]) && s.verb != "serons" && s.verb != "sommes") {
		n++
	}
	return c.elided(append(front, words[:n]...)), c.joined(words[n:])
}

// unagreed is a French participle as it stands before its object: "sorti" of "sorties".
func (c *romClause) unagreed(w string) string {
	for _, end := range []string{"es", "e", "s"} {
		if plain, ok := strings.CutSuffix(w, end); ok && len(plain) > 3 && c.frenchParticiple(plain) && (end != "s" || !strings.HasSuffix(plain, "i") || strings.HasSuffix(plain, "ti")) {
			return plain
		}
	}
	return ""
}

func (c *romClause) infinitive1(w string) bool {
	if c.code == "es" {
		return c.infinitiveWord(w) || w == "ir"
	}
	return len(w) > 3 && (strings.HasSuffix(w, "er") || strings.HasSuffix(w, "ir") || strings.HasSuffix(w, "re")) && w != "votre" && w != "notre" && w != "hier" && w != "autre"
}

func (c *romClause) participle1(w string) bool {
	if c.code == "es" {
		return spanishParticiple(w)
	}
	return c.frenchParticiple(w) && w != "marché" && w != "côté"
}
