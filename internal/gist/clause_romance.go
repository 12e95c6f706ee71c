package gist

import (
	"slices"
	"strings"
)

// romSaid is a French or Spanish question turned around, up to its verb.
type romSaid struct {
	subject []string // "je", "mon enfant"; in Spanish only where one is named
	clitics []string // as the reader says them
	verb    string
	from    int    // the token behind the verb, and behind the subject that stands there
	self    bool   // the reader is asked of themself
	inf     string // the infinitive, in Spanish
}

// cliticsAt reads the pronouns that stand before a verb at token i; at most three.
func (c *romClause) cliticsAt(i int) (words []string, next int) {
	for next = i; next+1 < len(c.toks) && next < i+3 && !c.toks[next].stop && c.in("clitics", c.toks[next].low); next++ {
		words = append(words, c.toks[next].low)
	}
	return words, next
}

// turned returns the pronouns before a verb as the reader says them; sure is false where
// that cannot be told.
func (c *romClause) turned(words []string) (out []string, sure bool) {
	for _, w := range words {
		switch {
		case c.code == "fr" && w == "vous":
			if c.formal == "tu" {
				return nil, false
			}
			w = "me"
		case c.maps["mine"][w] != "":
			w = c.maps["mine"][w]
		case c.maps[c.formal][w] != "":
			w = c.maps[c.formal][w]
		case c.formal == "" && (w == "me" || w == "m'" || w == "nous" || w == "nos"):
			return nil, false
		}
		out = append(out, w)
	}
	if n := len(out); c.code == "es" && n > 1 && (out[n-2] == "le" || out[n-2] == "les") && strings.HasPrefix(out[n-1], "l") {
		out[n-2] = "se" // "se lo puedo llevar"
	}
	return out, true
}

// address is what the words of a French clause call the reader.
func (c *romClause) address() {
	for k := range c.toks {
		switch c.toks[k].low {
		case "tu", "ton", "ta", "tes", "te", "t'", "toi":
			c.formal = "tu"
			return
		case "vous", "votre", "vos":
			c.formal = "vous"
		}
	}
}

// frenchClause reads a French question that begins at token i up to its verb.
func (c *romClause) frenchClause(i int) (s romSaid, ok bool) {
	if c.formal == "" {
		c.address()
	}
	toks := c.toks
	if low := toks[i].low; low == "t'" && i+1 < len(toks) && c.frenchSelf(toks[i+1].low, true) != "" {
		c.formal = "tu" // "t'as des crampons ?"
		s.subject, s.verb, s.from, s.self = []string{"je"}, c.frenchSelf(toks[i+1].low, true), i+2, true
		return s, true
	}
	if low := toks[i].low; (low == "tu" || low == "vous") && i+1 < len(toks) {
		words, j := c.cliticsAt(i + 1)
		if verb := c.frenchSelf(toks[j].low, low == "tu"); verb != "" && !c.in("not verbs", toks[j].low) {
			c.formal = low
			if s.clitics, ok = c.turned(words); !ok {
				return s, false
			}
			s.subject, s.verb, s.from, s.self = []string{"je"}, verb, j+1, true
			return s, true
		}
	}
	words, j := c.cliticsAt(i)
	for n := j - i; n >= 0; n-- { // "la" may be no pronoun
		j := i + n
		if j+1 >= len(toks) || toks[j].stop {
			continue
		}
		next := toks[j+1].low
		switch {
		case next == "tu" || next == "vous":
			verb := c.frenchSelf(toks[j].low, next == "tu")
			if hyphen := c.source[toks[j].to] == '-'; verb == "" || !hyphen && (next == "tu" && c.maps["said of tu"][toks[j].low] == "" || j > i) {
				continue // "combien de jours tu"
			}
			c.formal = next
			if s.clitics, ok = c.turned(words[:n]); !ok {
				return s, false
			}
			s.subject, s.verb, s.from, s.self = []string{"je"}, verb, j+2, true
			return s, true
		case thirdPronoun(next) != "" && toks[j].w.det == "" && (c.in("finite", toks[j].low) || strings.HasPrefix(next, "t-") || toks[j].to+1 == toks[j+1].from && c.source[toks[j].to] == '-'):
			if s.clitics, ok = c.turned(words[:n]); !ok {
				return s, false
			}
			s.subject, s.verb, s.from = []string{thirdPronoun(next)}, toks[j].low, j+2
			return s, true
		}
	}
	return c.frenchThird(i)
}

// thirdPronoun is a pronoun of the third person, "il" of "t-il".
func thirdPronoun(low string) string {
	switch low = strings.TrimPrefix(low, "t-"); low {
	case "il", "elle", "ils", "elles", "on", "ce":
		return low
	}
	return ""
}

// frenchThird reads a clause whose subject is a thing or somebody else and stands first:
// "le contrat vous convient-il", "ça te dit", "on part à six heures".
func (c *romClause) frenchThird(i int) (s romSaid, ok bool) {
	toks := c.toks
	pronoun := thirdPronoun(toks[i].low) != "" || toks[i].low == "ça" || toks[i].low == "cela" || toks[i].low == "c'"
	named := !pronoun && toks[i].w == unknown && capital(toks[i].text) && !toks[i].stop && i+1 < len(toks) && (c.in("finite", toks[i+1].low) || i+2 < len(toks) && thirdPronoun(toks[i+2].low) != "" && !toks[i+1].stop) // "Hugo peut-il venir ?"
	if !pronoun && !named && toks[i].w.det == "" {
		return s, false
	}
	for j := i + 1; j < len(toks) && j < i+maxSubject && !toks[j-1].stop; j++ {
		words, k := []string(nil), j
		if pronoun || named || j > i+1 {
			words, k = c.cliticsAt(j)
		}
		if k >= len(toks) || j == i+1 && !pronoun && !named {
			continue
		}
		pleasing := len(words) > 0 && c.in("pleasing", toks[k].low)
		turned := k+1 < len(toks) && thirdPronoun(toks[k+1].low) != "" && !toks[k].stop
		if !pleasing && !turned && !c.in("finite", toks[k].low) && !(j == i+1 && pronoun && verbOfOn(toks[k].low)) {
			if pronoun {
				return s, false
			}
			continue
		}
		from := i
		if low := toks[j-1].low; low == "ça" || low == "cela" || low == "c'" {
			from = j - 1 // "un tennis jeudi, ça te tente"
		}
		for n := from; n < j; n++ {
			word, sure := c.person(n, s.subject)
			if !sure || strange(&toks[n]) || toks[n].w.wh != "" || quotedAt(c.source, &toks[n]) && !strings.HasSuffix(toks[n].low, "'") && (n == 0 || !strings.HasSuffix(toks[n-1].low, "'")) {
				return romSaid{}, false
			}
			s.subject = append(s.subject, word)
		}
		if !named {
			s.subject[0] = lowerFirst(s.subject[0])
		}
		if s.clitics, ok = c.turned(words); !ok {
			return s, false
		}
		s.verb, s.from = toks[k].low, k+1
		if turned {
			s.from++
		}
		return s, true
	}
	return s, false
}

// verbOfOn reports whether a word behind "on" can be its verb.
func verbOfOn(low string) bool {
	return len(low) > 2 && (strings.HasSuffix(low, "e") || strings.HasSuffix(low, "t") || strings.HasSuffix(low, "d") || strings.HasSuffix(low, "ra")) && low != "ne" && low != "est"
}

// elided puts words together as French is written: "j'ai", "n'est".
func (c *romClause) elided(words []string) string {
	for i := 0; i+1 < len(words); i++ {
		if w := words[i]; w == "ce" && i == 0 && strings.HasPrefix(words[1], "e") {
			words[i] = "c'"
		} else if (w == "je" || w == "ne") && strings.IndexAny(words[i+1], "aeiouéèêàhyAEIOUÉ") == 0 {
			words[i] = w[:1] + "'"
		}
	}
	return c.joined(words)
}

// frenchSaid says back what a clause asks.
func (c *romClause) frenchSaid(s romSaid) (out Restated) {
	words, ok := c.behindVerb(s)
	if !ok || len(words) == 0 && len(s.clitics) == 0 && !(s.self && c.in("alone", s.verb)) {
		return Restated{}
	}
	if along := c.along(s, words); along != "" {
		return Restated{Yes: "je veux bien " + along, No: "je ne peux pas " + along}
	}
	first := ""
	if len(words) > 0 {
		first = words[0]
	}
	be := s.verb == "suis" || s.verb == "serai" || s.verb == "étais"
	switch {
	case !s.self:
	case be && !c.in("adjectives", first) && !c.frenchParticiple(first):
		return Restated{}
	case be && slices.ContainsFunc(words[:min(len(words), 2)], func(w string) bool { return strings.HasSuffix(w, "és") || strings.HasSuffix(w, "ées") }):
		return Restated{} // several people are asked
	case s.verb == "ai" && !c.frenchParticiple(first) && !c.in("had", first) && first != "des" && first != "de":
		return Restated{}
	case s.verb == "ai" && first == "des" && len(words) < 2:
		return Restated{}
	case s.verb == "sais" && len(words) > 0 && !strings.HasSuffix(first, "er") && !strings.HasSuffix(first, "ir"):
		return Restated{}
	}
	front := append(slices.Clone(s.subject), s.clitics...)
	out.Yes = c.elided(append(append(front, s.verb), words...))
	ne := append(append(append(slices.Clone(s.subject), "ne"), s.clitics...), s.verb)
	pas := []string{"pas"}
	switch {
	case first == "toujours" || first == "encore":
		pas, words = []string{"plus"}, words[1:]
	case first == "déjà":
		pas, words = []string{"pas", "encore"}, words[1:]
	case first == "bien" && len(words) > 1 && c.frenchParticiple(words[1]):
		words = words[1:]
	case s.verb == "accepte" && first == "de":
		if len(words) > 1 {
			out.No = c.elided(append([]string{"je", "ne", "peux", "pas"}, words[1:]...))
		}
		return out
	}
	if len(words) > 1 && words[0] == "un" && words[1] == "peu" {
		return out // "pas de peu de sport"
	}
	if len(words) > 1 && !be && (words[0] == "un" || words[0] == "une" || words[0] == "des" || words[0] == "du") && s.verb != "est" && s.verb != "sont" && s.verb != "sera" {
		words = append([]string{"de"}, words[1:]...)
		if strings.IndexAny(words[1], "aeiouéèêhyAEIOUÉ") == 0 {
			words[0] = "d'"
		}
	}
	if (s.verb == "veux" || s.verb == "voudrais" || s.verb == "aimerais") && len(words) > 0 || slices.ContainsFunc(words, func(w string) bool { return c.in("undenied", w) }) || slices.ContainsFunc(words, func(w string) bool { return w == "un" || w == "une" || w == "des" }) && c.frenchParticiple(first) {
		return out
	}
	out.No = c.elided(append(append(ne, pas...), words...))
	return out
}

// along is what somebody is asked to join in: "venir avec nous" of "tu veux venir avec
// nous", "ça te dirait de venir avec nous".
func (c *romClause) along(s romSaid, words []string) string {
	if len(words) == 0 {
		return ""
	}
	if !s.self {
		asks := c.code == "fr" && len(s.clitics) == 1 && (words[0] == "de" || words[0] == "d'") && (s.verb == "dit" || s.verb == "dirait" || s.verb == "tente" || s.verb == "tenterait" || s.verb == "plairait") && len(words) > 1
		if !asks {
			return ""
		}
		words = words[1:]
	} else if s.verb != "veux" && s.verb != "voudrais" && s.verb != "aimerais" {
		return ""
	}
	if !c.in("along", words[0]) {
		return ""
	}
	return c.joined(words)
}

// conjugations are the forms of Spanish verbs.
func (c *romClause) conjugatedAt(i int) (conjugated, bool) {
	if i >= len(c.toks) {
		return conjugated{}, false
	}
	v, ok := c.forms()[c.toks[i].low]
	w := c.toks[i].w
	return v, ok && v.address != "yo" && w.det == "" && (!w.in.has(sPrepositions) || i > 0 && !c.toks[i-1].stop) && c.toks[i].low != "para" && w.wh == "" && c.toks[i].w.day == 0
}

// going is a verb of coming or bringing as the one says it who goes.
func (c *romClause) going(w string) string {
	if to := c.maps["going"][w]; to != "" {
		return to
	}
	return w
}

// spanishClause reads a Spanish question that begins at token i up to its verb.
func (c *romClause) spanishClause(i int) (s romSaid, ok bool) {
	toks := c.toks
	if low := toks[i].low; (low == "tú" || low == "usted" || low == "vosotros" || low == "ustedes") && i+1 < len(toks) {
		i++
	}
	words, j := c.cliticsAt(i)
	if len(words) > 0 && c.in("pleasing", toks[j].low) && c.maps["pleases"][words[len(words)-1]] != "" && (len(words) == 1 || words[0] == "se") {
		last := words[len(words)-1]
		if last == "me" || last == "nos" {
			return s, false
		}
		c.formal = map[string]string{"te": "tú", "os": "tú", "le": "usted", "les": "usted"}[last]
		s.clitics = append(words[:len(words)-1:len(words)-1], c.maps["pleases"][last])
		s.verb, s.from = toks[j].low, j+1
		return s, true
	}
	v, known := c.conjugatedAt(j)
	if !known || j+1 > len(toks) {
		return c.spanishThird(i)
	}
	behind := ""
	if j+1 < len(toks) && !toks[j].stop {
		behind = toks[j+1].low
	}
	switch v.address {
	case "usted", "ustedes":
		if behind != "usted" && behind != "ustedes" {
			if third, ok := c.spanishThird(i); ok {
				return third, true
			}
			if n := len(words); n > 0 && v.address == "ustedes" && (words[n-1] == "te" || words[n-1] == "os") {
				c.formal = "tú"
				if s.clitics, ok = c.turned(words); !ok {
					return s, false
				}
				s.verb, s.inf, s.from = toks[j].low, v.inf, j+1 // "¿te dan miedo los perros?"
				return s, true
			}
			if len(words) == 1 && words[0] == "se" && (v.address == "ustedes" || c.in("of anybody", v.inf)) {
				s.clitics, s.verb, s.inf, s.from = words, toks[j].low, v.inf, j+1 // "se puede aparcar"
				return s, true
			}
			if v.address == "usted" && (c.manner == Familiar || c.ofThing(j)) && !slices.Contains(words, "le") {
				if c.formal = "usted"; c.manner == Familiar {
					c.formal = "tú"
				}
				if s.clitics, ok = c.turned(words); !ok {
					return s, false
				}
				s.verb, s.inf, s.from = toks[j].low, v.inf, j+1
				return s, true
			}
			if third, ok := c.spanishDoes(v, j); ok {
				return third, true
			}
			if !c.ofReader(v, j, words) {
				return s, false
			}
		}
		c.formal = "usted"
	case "nosotros":
		if v.inf == "poder" && (j+1 >= len(toks) || !c.in("together", toks[j+1].low)) {
			return s, false // "¿dónde podemos aparcar?"
		}
		c.formal = ""
	default:
		c.formal = "tú"
	}
	if s.clitics, ok = c.turned(words); !ok {
		return s, false
	}
	for k, w := range s.clitics {
		if w == "se" && k == len(s.clitics)-1 {
			s.clitics[k] = "me" // "¿se queda usted?"
		}
	}
	s.verb, s.inf, s.from, s.self = c.going(v.said), v.inf, j+1, true
	if behind == "usted" || behind == "ustedes" || behind == "tú" || behind == "vosotros" {
		s.from++
	}
	return s, true
}

// spanishDoes reads what somebody named behind the verb at token j does: "¿participará su
// asociación?", "¿ha llegado el paquete?".
func (c *romClause) spanishDoes(v conjugated, j int) (s romSaid, ok bool) {
	toks, at := c.toks, j+1
	verb := toks[j].low
	if v.inf == "haber" && at < len(toks) && c.in("arrived", toks[at].low) {
		verb, at = verb+" "+toks[at].low, at+1
	} else if !c.in("intransitive", v.inf) {
		return s, false
	}
	if at+1 >= len(toks) || toks[at-1].stop || toks[at].w.det == "" || toks[at+1].w.in.has(sDates) || toks[at+1].w.day > 0 {
		return s, false
	}
	end := at + 2
	for end < len(toks) && !toks[end-1].stop && end < at+maxSubject && (toks[end].low == "de" || toks[end].low == "del" || toks[end-1].low == "de" || toks[end-1].low == "del") {
		end++
	}
	c.formal = "usted"
	if c.manner == Familiar {
		c.formal = "tú"
	}
	if s.subject, ok = c.phrase(at, end); !ok || len(s.subject) < 2 {
		return s, false
	}
	s.verb, s.from = verb, end
	return s, true
}

// ofThing reports whether what a question is about is a thing, whose verb is token j:
// "¿cuántos kilómetros tiene?", "¿hace ruido?".
func (c *romClause) ofThing(j int) bool {
	for _, line := range c.lists["said of things"] {
		for i := max(0, j-len(line)+1); i <= j && i+len(line) <= len(c.toks); i++ {
			if sameWords(line, c.toks[i:i+len(line)]) {
				return true
			}
		}
	}
	return false
}

// ofReader reports whether a verb of the third person is one of the reader, who is called
// usted: nobody else is named who could do it.
func (c *romClause) ofReader(v conjugated, j int, clitics []string) bool {
	if slices.Contains(clitics, "le") || slices.Contains(clitics, "les") || c.in("of things", v.inf) || v.inf == "" {
		return false
	}
	if v.inf == "estar" || v.inf == "ser" {
		return j+1 < len(c.toks) && c.in("personal", c.toks[j+1].low)
	}
	i := j + 1
	for i < len(c.toks) && i < j+3 && !c.toks[i-1].stop && (c.infinitiveWord(c.toks[i].low) || c.toks[i].low == "a" || c.toks[i].low == "ya") {
		i++
	}
	if i >= len(c.toks) || c.toks[i-1].stop {
		return true
	}
	named := c.toks[i].w.det != "" || c.toks[i].low == "alguien" || c.toks[i].low == "algún" || c.toks[i].low == "alguno"
	if !named {
		return true
	}
	if v.inf == "tener" && (c.toks[i].low == "algún" || c.toks[i].low == "alguna") {
		return true
	}
	dated := i+1 < len(c.toks) && (c.toks[i+1].w.day > 0 || c.toks[i+1].w.in.has(sDates))
	verb := v.inf
	if i > j+1 {
		verb, _ = c.unattached(c.toks[i-1].low)
	}
	return dated || c.in("takes things", verb)
}

func (c *romClause) infinitiveWord(low string) bool {
	verb, _ := c.unattached(low)
	return verb != ""
}

// spanishThird reads a clause of a thing or somebody else: "su hijo va a participar",
// "sigue en pie lo del parque", "habrá alguien en casa".
func (c *romClause) spanishThird(i int) (s romSaid, ok bool) {
	toks := c.toks
	if c.formal == "" {
		for k := range toks {
			switch toks[k].low {
			case "tu", "tus", "te", "ti", "contigo":
				c.formal = "tú"
			case "su", "sus", "le", "les", "usted":
				c.formal = "usted"
			}
		}
	}
	if toks[i].w.det != "" {
		if i+1 < len(toks) && (toks[i+1].w.in.has(sDates) || toks[i+1].w.day > 0) {
			return s, false // "este año ha cambiado de domicilio"
		}
		for j := i + 2; j < len(toks) && j < i+maxSubject && !toks[j-1].stop; j++ {
			words, k := c.cliticsAt(j)
			v, known := c.conjugatedAt(k)
			if !known || v.address != "usted" && v.address != "ustedes" || toks[j-1].w.in.has(sPrepositions) || toks[j-1].w.det != "" {
				continue
			}
			for n := i; n < j; n++ {
				word, sure := c.person(n, s.subject)
				if !sure || strange(&toks[n]) || toks[n].w.wh != "" {
					return romSaid{}, false
				}
				s.subject = append(s.subject, word)
			}
			s.subject[0] = lowerFirst(s.subject[0])
			if s.clitics, ok = c.turned(words); !ok {
				return s, false
			}
			s.verb, s.from = toks[k].low, k+1
			return s, true
		}
		return romSaid{}, false
	}
	if !c.in("states", toks[i].low) || i+1 >= len(toks) || toks[i].stop {
		return s, false
	}
	if low := toks[i].low; low != "habrá" && low != "hubo" {
		at := slices.IndexFunc(toks[i+1:], func(t token) bool { return t.w.det != "" || t.low == "lo" })
		if at < 0 || at > 3 || toks[i+1+at].w.in.has(sDates) || i+2+at < len(toks) && toks[i+2+at].w.in.has(sDates) {
			return s, false // nobody is named, so it may be the reader
		}
		if at > 0 && toks[i+at].w.in.has(sPrepositions) {
			return s, false
		}
	}
	s.verb, s.from = toks[i].low, i+1
	return s, true
}

// spanishSaid says back what a clause asks.
func (c *romClause) spanishSaid(s romSaid) (out Restated) {
	words, ok := c.behindVerb(s)
	if !ok || len(words) == 0 && len(s.clitics) == 0 && len(s.subject) == 0 && !(s.self && c.in("intransitive", s.inf)) {
		return Restated{}
	}
	first := ""
	if len(words) > 0 {
		first = c.going(words[0])
		words[0] = first
	}
	if s.self && (s.verb == "quiero" || s.verb == "queremos") || !s.self && (s.verb == "gustaría" || s.verb == "apetece" || s.verb == "apetecería") {
		if c.in("along", first) {
			me, can := "me ", "no puedo "
			if s.verb == "queremos" || slices.Contains(s.clitics, "nos") {
				me, can = "nos ", "no podemos "
			}
			along := strings.Join(words, " ")
			return Restated{Yes: me + "encantaría " + along, No: can + along}
		}
	}
	if s.self && s.inf == "haber" && !spanishParticiple(first) || s.self && s.inf == "saber" && !c.infinitiveWord(first) || s.self && s.inf == "decir" && len(s.clitics) == 0 {
		return Restated{}
	}
	front := append(append(slices.Clone(s.subject), s.clitics...), s.verb)
	out.Yes = strings.Join(append(front, words...), " ")
	if none := map[string]string{"algún": "ningún", "alguna": "ninguna"}[first]; none != "" && s.self && s.verb == "tengo" {
		out.Yes = strings.Join(append([]string{s.verb, map[string]string{"algún": "un", "alguna": "una"}[first]}, words[1:]...), " ")
		out.No = strings.Join(append([]string{"no", s.verb, none}, words[1:]...), " ")
		return out
	}
	if s.verb == "quiero" || slices.ContainsFunc(words, func(w string) bool { return c.in("undenied", w) }) {
		return out
	}
	deny := append(append(append(slices.Clone(s.subject), "no"), s.clitics...), s.verb)
	if s.inf == "seguir" && s.self && strings.HasSuffix(first, "ndo") {
		deny = append(append(slices.Clone(s.subject), "ya", "no"), c.gone(first))
		words = words[1:]
		if deny[len(deny)-1] == "" {
			return out
		}
	}
	out.No = strings.Join(append(deny, words...), " ")
	return out
}

// gone is the present of "yo" for a gerund, "vivo" for "viviendo"; empty where it is not
// a regular one.
func (c *romClause) gone(gerund string) string {
	if stem, ok := strings.CutSuffix(gerund, "ando"); ok {
		return stem + "o"
	}
	if stem, ok := strings.CutSuffix(gerund, "iendo"); ok {
		if v, known := c.forms()[stem+"es"]; known {
			return v.said
		}
	}
	return ""
}

// Clausal reports whether words of a French or Spanish question are a clause, with a verb
// that somebody does: "lo compro yo", "je le prends". Other languages have none here.
func Clausal(language, words string) bool {
	r := restaterOf(language)
	if r == nil || language != "fr" && language != "es" {
		return false
	}
	c, _ := r.romance(cut(strings.ToValidUTF8(words, ""), MaxQuote) + " .")
	if c == nil {
		return false
	}
	if language == "fr" {
		return slices.ContainsFunc(c.toks[:1], func(t token) bool {
			return t.w.in.has(sSubjects) && t.w.det == "" && t.low != "moi" && t.low != "toi" && t.low != "lui"
		})
	}
	if c.toks[0].low == "mejor" && len(c.toks) > 2 {
		c.toks = c.toks[1:] // "o mejor me ocupo yo"
	}
	list, _ := c.cliticsAt(0)
	for n := len(list); n >= 0; n-- {
		t := &c.toks[n]
		if v, known := c.forms()[t.low]; known && (n > 0 || n+1 < len(c.toks) && c.toks[n+1].low == "que" || v.address == "tú" && n+1 < len(c.toks) && (c.infinitiveWord(c.toks[n+1].low) || ownInfinitive(c.toks[n+1].low) != "") || v.address != "usted" && v.address != "tú" && v.address != "yo") && t.w.det == "" {
			return true
		}
	}
	return false
}

// behindVerb is what stands behind the verb of a clause, as the reader says it; what they
// are asked whether they want it done is wished for: "que me envíen otro".
func (c *romClause) behindVerb(s romSaid) (words []string, ok bool) {
	if s.from >= len(c.toks) || c.toks[s.from-1].stop {
		return nil, true
	}
	if low := c.toks[s.from].low; s.self && (low == "que" || low == "qu'") {
		manner := Polite
		if c.formal == "tu" || c.formal == "tú" {
			manner = Familiar
		}
		wanted := c.wanted(strings.TrimRight(c.source[c.toks[s.from].from:], "?!. "), manner)
		return strings.Fields(wanted), wanted != ""
	}
	return c.rest(s.from)
}
