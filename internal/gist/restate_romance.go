package gist

import (
	"slices"
	"strings"
)

// romClause is one French or Spanish sentence that is said back. What stands behind the
// verb keeps its order; only the persons change.
type romClause struct {
	*restater
	source string
	toks   []token
	manner Manner
	formal string // the section of what the sender calls the reader: vous, tu; usted, tú
}

func (r *restater) romance(text string) (*romClause, int) {
	c := &romClause{restater: r, source: text, toks: r.tokens(text)}
	if len(c.toks) < 2 || len(c.toks) > 60 {
		return nil, 0
	}
	from := 0
	for from < len(c.toks)-2 && r.in("leads", c.toks[from].low) {
		from++
	}
	return c, from
}

// starts lists where a clause may begin: at token from, behind marks, and behind the "si"
// of what is to be told.
func (c *romClause) starts(from int) []int {
	at := []int{from}
	for i := from; i < len(c.toks)-1; i++ {
		t := &c.toks[i]
		if i > from && c.toks[i-1].stop && !c.toks[i-1].w.in.has(sLeads) {
			at = append(at, i)
		}
		if t.low == "si" && c.asksIf(i, from) {
			at = append(at, i+1)
		}
	}
	return at
}

// asksIf reports whether "si" at token i leads to a question, not to a condition: "dis-moi
// si", or a part of a question that begins with it.
func (c *romClause) asksIf(i, from int) bool {
	if i == from {
		return !slices.ContainsFunc(c.toks[i:len(c.toks)-1], func(t token) bool { return t.stop })
	}
	return slices.ContainsFunc(c.toks[max(0, i-4):i], func(t token) bool {
		return t.w.in.has(sTelling) || t.low == "dis" || t.low == "dites" || t.low == "savoir" || t.low == "saber" || t.low == "dime"
	})
}

// whether reports whether a question is one of "si".
func (c *romClause) whether(i int) bool { return i > 0 && c.toks[i-1].low == "si" }

// french says a French question or request back.
func (r *restater) french(text, _ string) Restated {
	c, from := r.romance(text)
	if c == nil {
		return Restated{}
	}
	for _, i := range c.starts(from) {
		if n := c.phraseAt("requests", c.toks, i); n > 0 && i+n < len(c.toks) {
			n = c.longest("requests", i) // "merci de bien vouloir"
			c.formal = "vous"
			if slices.ContainsFunc(c.toks, func(t token) bool {
				return t.low == "tu" || t.low == "ton" || t.low == "ta" || t.low == "tes" || t.low == "te"
			}) {
				c.formal = "tu"
			}
			return Restated{Do: c.infinitive(i + n)}
		}
		if c.toks[i].low == "est" && i+3 < len(c.toks) && c.toks[i+1].low == "ce" && (c.toks[i+2].low == "que" || c.toks[i+2].low == "qu'") {
			i += 3
		}
		if c.toks[i].low == "y" && i+2 < len(c.toks) && c.toks[i+1].low == "a" && strings.Contains(c.toks[i+2].low, "t-il") {
			return c.there(i+3, "il y a")
		}
		if c.toks[i].low == "il" && i+3 < len(c.toks) && c.toks[i+1].low == "y" && c.toks[i+2].low == "a" {
			return c.there(i+3, "il y a")
		}
		if out, ok := c.inverted(i); ok {
			return out
		}
		verb, subject := i, i+1
		asks := strings.HasSuffix(strings.TrimRight(text, " "), "?") || c.whether(i)
		if s := c.toks[i].low; s == "vous" || s == "tu" {
			if !asks {
				continue
			}
			verb, subject = i+1, i
		}
		if subject >= len(c.toks) || verb >= len(c.toks) || c.toks[min(verb, subject)].stop {
			continue
		}
		parts := strings.Split(c.maps["verbs"][c.toks[verb].low], "|")
		if len(parts) == 3 && c.toks[subject].low == strings.TrimSpace(parts[2]) && !c.toks[max(verb, subject)].stop {
			c.formal = strings.TrimSpace(parts[2])
			if out := c.frenchOf(max(verb, subject)+1, strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])); out != (Restated{}) {
				return out
			}
		}
		if !asks {
			continue
		}
		if s, ok := c.frenchClause(i); ok {
			if out := c.frenchSaid(s); out != (Restated{}) {
				return out
			}
		}
	}
	return Restated{}
}

// inverted says "le paiement est-il arrivé" back, which begins at token i. It reports
// whether it has that form.
func (c *romClause) inverted(i int) (Restated, bool) {
	if c.toks[i].w.det == "" {
		return Restated{}, false
	}
	for j := i + 2; j+2 < len(c.toks) && j < i+6 && !c.toks[j-1].stop; j++ {
		verb, pronoun := c.toks[j].low, c.toks[j+1].low
		if verb != "est" && verb != "sont" && verb != "sera" || pronoun != "il" && pronoun != "elle" && pronoun != "ils" && pronoun != "elles" {
			continue
		}
		for k := range c.toks {
			if low := c.toks[k].low; low == "tu" || low == "ton" || low == "ta" || low == "te" {
				c.formal = "tu"
			} else if low == "vous" || low == "votre" || low == "vos" {
				c.formal = "vous"
			}
		}
		var subject []string
		for k := i; k < j; k++ {
			word, sure := c.person(k, subject)
			if !sure || strange(&c.toks[k]) || quotedAt(c.source, &c.toks[k]) && !strings.HasSuffix(c.toks[k].low, "'") {
				return Restated{}, true
			}
			subject = append(subject, word)
		}
		words, ok := c.rest(j + 2)
		if !ok || len(words) == 0 {
			return Restated{}, true
		}
		subject[0] = lowerFirst(subject[0])
		out := Restated{Yes: c.joined(subject) + " " + verb + " " + c.joined(words)}
		if !slices.ContainsFunc(words, func(w string) bool { return c.in("undenied", w) }) {
			ne := " ne "
			if verb == "est" {
				ne = " n'"
			}
			out.No = c.joined(subject) + ne + verb + " pas " + c.joined(words)
		}
		return out, true
	}
	return Restated{}, false
}

// longest is how many words the longest line of a section takes at token i.
func (c *romClause) longest(section string, i int) int {
	n := 0
	for _, line := range c.lists[section] {
		if len(line) > n && len(line) <= len(c.toks)-i && sameWords(line, c.toks[i:i+len(line)]) {
			n = len(line)
		}
	}
	return n
}

func (c *romClause) frenchOf(i int, said, kind string) Restated {
	if i >= len(c.toks) {
		return Restated{}
	}
	words, ok := c.rest(i)
	if !ok || len(words) == 0 {
		return Restated{}
	}
	var out Restated
	switch kind {
	case "modal", "wish":
		if along := c.along(romSaid{self: true, verb: said}, words); along != "" {
			return Restated{Yes: "je veux bien " + along, No: "je ne peux pas " + along}
		}
		do := c.infinitive(i)
		if do == "" {
			return Restated{}
		}
		if kind == "modal" && said == "peux" {
			out.Do = do
		}
	case "have":
		if !c.frenchParticiple(c.toks[i].low) && !(c.toks[i].low == "déjà" || c.toks[i].low == "bien") && c.toks[i].w.det == "" && c.toks[i].low != "des" && c.toks[i].low != "de" {
			return Restated{}
		}
	case "be":
		if !c.in("adjectives", c.toks[i].low) && !c.frenchParticiple(c.toks[i].low) {
			return Restated{}
		}
		if slices.ContainsFunc(words[:min(len(words), 2)], func(w string) bool { return strings.HasSuffix(w, "és") || strings.HasSuffix(w, "ées") }) {
			return Restated{} // several people are asked
		}
	}
	je := "je " + said
	if strings.IndexAny(said, "aeéiouh") == 0 {
		je = "j'" + said
	}
	if kind == "have" && words[0] == "des" && c.formal != "" && len(words) < 2 {
		return Restated{}
	}
	out.Yes = je + " " + c.joined(words)
	ne := "je ne " + said
	if strings.HasPrefix(je, "j'") {
		ne = "je n'" + said
	}
	participle := kind == "have" && c.frenchParticiple(words[0])
	already := words[0] == "déjà" && len(words) > 1 && c.frenchParticiple(words[1])
	switch {
	case already && len(words) > 2 && c.in("partly", words[2]), participle && len(words) > 1 && c.in("partly", words[1]):
	case already:
		out.No = ne + " pas encore " + c.joined(words[1:])
	case (words[0] == "toujours" || words[0] == "encore") && len(words) > 1:
		out.No = ne + " plus " + c.joined(words[1:])
	case kind == "have" && !participle, slices.ContainsFunc(words, func(w string) bool { return c.in("undenied", w) }) && kind != "modal":
	default:
		out.No = ne + " pas " + c.joined(words)
	}
	return out
}

// there says "y a-t-il un ascenseur" back.
func (c *romClause) there(i int, lead string) Restated {
	words, ok := c.rest(i)
	if !ok || len(words) < 2 {
		return Restated{}
	}
	out := Restated{Yes: lead + " " + c.joined(words)}
	if words[0] == "un" || words[0] == "une" || words[0] == "des" {
		de := "de "
		if strings.IndexAny(words[1], "aeiouéèêhyAEIOUÉ") == 0 {
			de = "d'"
		}
		out.No = "il n'y a pas " + de + c.joined(words[1:])
	}
	return out
}

func (r *restater) frenchParticiple(w string) bool {
	return strings.HasSuffix(w, "é") || strings.HasSuffix(w, "ée") || strings.HasSuffix(w, "és") || slices.Contains(strings.Fields("reçu lu vu pu eu su dû bu cru pris mis fait dit écrit ouvert offert rendu vendu perdu entendu répondu attendu trouvé fini choisi rempli réussi servi fourni obtenu tenu retenu prévu été appris compris promis transmis remis"), w)
}

// infinitive is what is wanted from token i on: clitics, an infinitive and what follows.
func (c *romClause) infinitive(i int) string {
	j := i
	for j < len(c.toks) && j < i+3 && (c.maps[c.formal][c.toks[j].low] != "" || c.maps["mine"][c.toks[j].low] != "" || c.in("clitic", c.toks[j].low) || slices.Contains([]string{"vous", "le", "la", "les", "l'", "lui", "leur", "y", "en"}, c.toks[j].low)) {
		j++
	}
	if j >= len(c.toks) {
		return ""
	}
	w := c.toks[j].low
	if !strings.HasSuffix(w, "er") && !strings.HasSuffix(w, "ir") && !strings.HasSuffix(w, "re") || c.in("telling", w) || w == "être" || w == "avoir" {
		return ""
	}
	words, ok := c.rest(i)
	if !ok || len(words) == 0 {
		return ""
	}
	return c.joined(words)
}

// rest turns what stands from token i on.
func (c *romClause) rest(i int) (words []string, ok bool) {
	for ; i < len(c.toks); i++ {
		t := &c.toks[i]
		if n := c.phraseAt("dropped phrases", c.toks, i); n > 0 {
			i += n - 1
			continue
		}
		if strange(t) || quotedAt(c.source, t) && !strings.HasSuffix(t.low, "'") && (i == 0 || !strings.HasSuffix(c.toks[i-1].low, "'")) {
			return nil, false
		}
		if bracketAt(c.source, t) && len(words) > 0 {
			break
		}
		if len(words) > 0 && c.in("ends", t.low) && !c.goesOn(i) {
			if t.low == "si" && len(words) < 3 && !c.toks[i-1].stop && (len(words) > 1 || !c.in("checking", words[0])) {
				return nil, false // "me dire si"
			}
			break
		}
		if (t.low == "et" || t.low == "y") && i+1 < len(c.toks) {
			if next := &c.toks[i+1]; c.maps["verbs"][next.low] != "" || next.w.wh != "" || next.low == "est" || next.low == "me" || next.low == "nous" || next.low == "vous" {
				break
			}
		}
		if (t.low == "que" || t.low == "qu'" || t.low == "qui") && i > 1 && len(words) > 1 && c.toks[i-2].w.det != "" && !c.toks[i-1].w.in.has(sVerbs) {
			break // "le livre que je t'ai prêté"
		}
		if t.low == "ici" && i > 0 && c.toks[i-1].low == "d'" {
			words = append(words, t.text) // "d'ici vendredi"
			continue
		}
		if c.in("refused", t.low) || c.in("telling", t.low) || len(words) >= maxRestatedWords {
			return nil, false
		}
		if !c.in("dropped", t.low) {
			word, sure := c.person(i, words)
			if t.low == "rendez" && i+1 < len(c.toks) && c.toks[i+1].low == "vous" { // cut apart as a clitic
				i++
				t, word = &c.toks[i], "rendez-vous"
			}
			if !sure {
				return nil, false
			}
			words = append(words, word)
		}
		if !t.stop || i == len(c.toks)-1 {
			continue
		}
		if t.mark == '.' || t.mark == ',' && i+1 < len(c.toks) && !c.in("ends", c.toks[i+1].low) && c.toks[i+1].low != "et" && c.toks[i+1].low != "y" && c.phraseAt("dropped phrases", c.toks, i+1) == 0 {
			return nil, false
		}
		break
	}
	if len(words) == 0 {
		return nil, true
	}
	return words, !c.in("dangling", strings.ToLower(words[len(words)-1]))
}

// goesOn reports whether a word that ends clauses stands before a noun or an infinitive:
// "pour deux personnes", "antes del viernes".
func (c *romClause) goesOn(i int) bool {
	switch c.toks[i].low {
	case "pour", "avant", "après", "sans", "pendant", "dès", "para", "antes", "después", "como", "comme":
	default:
		return false
	}
	if i+1 >= len(c.toks) || c.toks[i].stop {
		low := c.toks[i].low
		return low == "après" || low == "avant" || low == "después" || low == "antes"
	}
	next := c.toks[i+1].low
	return next != "que" && next != "qu'" && next != "de" && !strings.HasSuffix(next, "er") && !strings.HasSuffix(next, "ir") && !strings.HasSuffix(next, "re") && !strings.HasSuffix(next, "ar") && (next != "nous" && next != "me" && next != "vous" || i+2 == len(c.toks) || c.toks[i+1].stop)
}

// person turns the word at token i; sure is false where that cannot be told.
func (c *romClause) person(i int, before []string) (string, bool) {
	t := &c.toks[i]
	next := ""
	if i+1 < len(c.toks) {
		next = c.toks[i+1].low
	}
	french := c.code == "fr"
	switch {
	case c.in("joint", t.low) && c.in("joint nouns", next):
		return t.text, true // "notre réunion"
	case !french && len(t.low) > 6 && t.low != "confirme" && (strings.HasSuffix(t.low, "me") || strings.HasSuffix(t.low, "nos")):
		if verb, own := c.unattached(t.low); own != "" {
			return c.going(verb) + c.maps[c.formal][own], true // "pasar a buscarme"
		}
		return t.text, true
	case !french && len(t.low) > 5 && ownInfinitive(t.low) != "":
		return ownInfinitive(t.low), true // "quedarte"
	case french && t.low == "vous":
		if i > 0 && c.in("prepositions", c.toks[i-1].low) {
			return "moi", true
		}
		if c.formal == "tu" {
			return "", false
		}
		return "me", true
	case french && t.low == "votre":
		return c.mine(i)
	case french && (t.low == "vos") && c.formal == "tu", !french && (t.low == "su" || t.low == "sus") && c.formal == "tú":
		return t.text, !french
	case french && t.low == "nous" && i > 0 && c.in("prepositions", c.toks[i-1].low):
		return "vous", true
	case !french && t.low == "su" && next == "lugar" && i > 0 && c.toks[i-1].low == "en":
		return t.text, true // "naranjas en su lugar"
	case french && t.low == "lui", french && t.low == "leur":
		return t.text, true
	case t.low == "la" || t.low == "lo":
		return t.text, true
	case !french && t.low == "te" && c.formal == "usted":
		return "", false
	}
	if said := c.maps["mine"][t.low]; said != "" {
		return said, true
	}
	if said := c.maps[c.formal][t.low]; said != "" {
		return said, true
	}
	if c.formal == "" && (c.maps["vous"][t.low] != "" || c.maps["usted"][t.low] != "") {
		return "", false
	}
	if len(before) == 0 && i > 0 && next == "" {
		return t.text, true
	}
	return t.text, true
}

// mine is "votre" as the reader says it, by the gender of its noun.
func (c *romClause) mine(i int) (string, bool) {
	if i+1 >= len(c.toks) {
		return "", false
	}
	noun := c.toks[i+1].low
	if strings.IndexAny(noun, "aeiouéèêh") == 0 {
		return "mon", true
	}
	genders := c.lexicon.maps["genders"]
	switch genders[noun] {
	case "la":
		return "ma", true
	case "le":
		return "mon", true
	}
	for n := 4; n > 1; n-- {
		if len(noun) > n+1 {
			switch genders[noun[len(noun)-n:]] {
			case "la":
				return "ma", true
			case "le":
				return "mon", true
			}
		}
	}
	return "", false
}

// joined puts words together; what is elided stands close, and "me" loses its e before a
// vowel.
func (c *romClause) joined(words []string) string {
	var out strings.Builder
	for i, w := range words {
		if i > 0 && !strings.HasSuffix(words[i-1], "'") && !strings.HasSuffix(out.String(), "'") {
			out.WriteByte(' ')
		}
		if i+1 < len(words) && c.code == "fr" {
			vowel := strings.IndexAny(words[i+1], "aeiouéèêàhy") == 0
			switch {
			case vowel && (w == "me" || w == "te"):
				w = w[:1] + "'"
			case !vowel && (w == "m'" || w == "t'"):
				w = w[:1] + "e"
			}
		}
		out.WriteString(w)
	}
	return out.String()
}

// nothing denies a question of something: "¿ha notado algo en casa?" is "no he notado nada en
// casa". It is empty where that cannot be said.
func (r *restater) nothing(text string, manner Manner) string {
	low := strings.ToLower(text)
	for some, none := range r.maps["nothing"] {
		at := strings.Index(low, " "+some)
		end := at + 1 + len(some)
		if at < 0 || len(low) != len(text) || end < len(low) && low[end] >= 'a' && low[end] <= 'z' {
			continue
		}
		const stand, french = "eso", "ceci" // for what is asked about, where no other word can
		if r.code == "es" {
			no := r.spanishIn(text[:at+1]+stand+text[end:], manner).No
			if strings.Count(no, " "+stand) == 1 {
				return strings.Replace(no, " "+stand, " "+none, 1)
			}
			return ""
		}
		no := r.french(text[:at+1]+french+text[end:], "").No
		if strings.Count(no, " "+french) != 1 || !strings.Contains(no, " pas ") {
			return ""
		}
		if strings.Contains(no, " à "+french) || strings.Contains(no, " de "+french) {
			return strings.Replace(strings.Replace(no, " "+french, " "+none, 1), " pas ", " ", 1) // "n'est allergique à rien"
		}
		if none == "rien" {
			return strings.Replace(strings.Replace(no, " "+french, "", 1), " pas ", " rien ", 1) // "je n'ai rien remarqué"
		}
		return strings.Replace(strings.Replace(no, " "+french, " "+none, 1), " pas ", " ", 1)
	}
	return ""
}

// Proposes reports whether a French or Spanish question proposes what its sender would do:
// "je te garde une place ?", "¿le echo un ojo a los frenos?".
func Proposes(language, text string) bool {
	r := restaterOf(language)
	if r == nil || language != "fr" && language != "es" || !strings.Contains(text, "?") {
		return false
	}
	c, i := r.romance(cut(strings.ToValidUTF8(text, ""), MaxQuote))
	if c == nil || i+2 >= len(c.toks) {
		return false
	}
	toks := c.toks
	if language == "fr" {
		if toks[i].low == "est" && i+5 < len(toks) && toks[i+1].low == "ce" {
			i += 3
		}
		next := toks[i+1].low
		return toks[i].low == "je" && (next == "te" || next == "t'" || next == "vous") && !toks[i+1].stop
	}
	to := toks[i].low
	if to != "te" && to != "le" && to != "os" && to != "les" && !(to == "se" && (toks[i+1].low == "lo" || toks[i+1].low == "la" || toks[i+1].low == "los" || toks[i+1].low == "las")) {
		return false
	}
	if i++; i+1 < len(toks) && (toks[i].low == "lo" || toks[i].low == "la" || toks[i].low == "los" || toks[i].low == "las") {
		i++
	}
	v, known := c.forms()[toks[i].low]
	return known && v.address == "yo" && toks[i].w.det == ""
}
