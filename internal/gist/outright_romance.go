package gist

import (
	"slices"
	"strings"
)

// romWish reads what a French or Spanish sentence wants.
type romWish struct {
	*lexicon
	r    *restater
	s    *sentence
	told bool // what is wanted last is told by a clause
}

// outright is [lexicon.outright] for French and Spanish.
func (d *romWish) outright() []string {
	toks := d.s.tokens
	from, out, ok := d.behindColon(d.s, 2)
	if !ok {
		return nil
	}
	n := len(out)
	lead := ""
	if k := len(toks); d.s.asks && k > 3 && toks[k-2].stop && d.in(&toks[k-1], "tags") {
		part := d.s.part(d.lexicon, 0, k-1, false)
		d.s = &part
	}
	if from == 0 && !d.s.asks {
		lead, from = d.s.condition()
	}
	if !d.begs(from, &out) && !d.s.asks {
		d.imperative(from, &out)
	}
	if len(out) == n || len(out) == 1 && d.told && d.s.has(pTell) {
		return nil
	}
	return supposed(lead, out, n)
}

// asksFirst reports whether words begin with a clause that asks: "à quelle heure vous venez", "ce
// que vous préférez".
func (d *romWish) asksFirst(what string) bool {
	toks := d.tokens(cut(what, MaxPhrase))
	if len(toks) < 2 {
		return false
	}
	first := toks[0].low
	return toks[0].w.wh != "" && first != "que" && first != "qu'" || d.asksBehind(toks, 0) || first == "ce" || first == "celui" || first == "celle" || first == "lo"
}

// you is how the reader is addressed: "tu", "vous", "usted", "vosotros".
func (d *romWish) you(verb string) string {
	if d.code == "fr" {
		for i := range d.s.tokens {
			switch t := &d.s.tokens[i]; t.low {
			case "tu", "te", "t'", "toi", "ton", "ta", "tes":
				return "tu"
			case "vous", "votre", "vos":
				return "vous"
			}
		}
		if verb != "" && !strings.HasSuffix(verb, "ez") && verb != "faites" && verb != "dites" && verb != "veuillez" {
			return "tu"
		}
		return "vous"
	}
	if verb != "" {
		return verb
	}
	for i := range d.s.tokens {
		switch t := &d.s.tokens[i]; {
		case t.low == "os" || strings.HasPrefix(t.low, "vuestr") || strings.HasSuffix(t.low, "éis") || strings.HasSuffix(t.low, "áis") || t.low == "haced" || t.low == "recordad" || t.low == "tened":
			return "vosotros"
		case t.low == "te" || t.low == "tu" || t.low == "tus" || t.low == "ti" || t.low == "debes" || t.low == "tienes" || t.low == "haz" || t.low == "recuerda" || t.low == "olvides" || t.low == "acuérdate":
			return "tú"
		}
	}
	return "usted"
}

// can is the beginning of the question whether the reader can do something.
func (d *romWish) can(you string) string {
	return map[string]string{"tu": "Peux-tu ", "vous": "Pouvez-vous ", "tú": "¿Puedes ", "usted": "¿Puede ", "vosotros": "¿Podéis "}[you]
}

// say puts a thing wanted into plain words. The verb has its pronouns.
func (d *romWish) say(w romWanting, you string) string {
	if d.is(w.verb, d.sets["idle infinitives"]) || w.what == "" && len(w.clitics) == 0 && !d.is(w.verb, d.sets["goes alone"]) {
		return ""
	}
	if rest, ok := strings.CutPrefix(w.what, "de "); ok && d.asksFirst(rest) {
		w.what = rest // "avísame de cuántos seréis"
	}
	if strings.HasPrefix(w.what, "si ") && d.inSet("giving notice", w.verb) {
		return "" // "préviens-moi si tu as un empêchement"
	}
	d.told = d.asksFirst(w.what)
	me := len(w.clitics) > 0 && slices.Contains([]string{"me", "m'", "nous", "nos"}, w.clitics[0])
	bare := len(w.clitics) == 0 || me && len(w.clitics) == 1
	asked := w.what != ""
	end := "?"
	if d.code == "fr" {
		end = " ?"
	}
	if w.verb == "pasar" && !me && (strings.HasPrefix(w.what, "la ") || strings.HasPrefix(w.what, "el ") || strings.HasPrefix(w.what, "una ")) {
		w.verb = "hacer" // "pasar la revisión" sends nothing
	}
	tells := d.told || d.is(w.verb, d.sets["telling infinitives"])
	if d.is(w.verb, d.sets["sending infinitives"]) && d.askedThing(d.tokens(w.what)) != "" && !d.namesDocument(d.tokens(w.what)) {
		tells = true // "envoie-moi ton nom de famille"
	}
	if w.verb == "confirmer" || w.verb == "confirmar" {
		w.clitics = nil
		switch d.askedThing(d.tokens(w.what)) {
		case AskAddress, AskPhone, AskIdentifier, AskNumber, AskTime, AskVersion:
			tells = true // "confirmer votre adresse"
		}
	}
	switch {
	case tells && bare && asked && d.code == "fr":
		return d.can(you) + "me dire " + w.what + end
	case tells && bare && asked:
		return d.can(you) + "decirme " + w.what + end
	case d.is(w.verb, d.sets["sending infinitives"]) && bare && asked && d.code == "fr":
		return d.can(you) + "m'envoyer " + w.what + end
	case d.is(w.verb, d.sets["sending infinitives"]) && bare && asked:
		return d.can(you) + "enviarme " + w.what + end
	}
	if d.code == "fr" {
		words := ""
		for _, c := range w.clitics {
			if words += c; !strings.HasSuffix(c, "'") {
				words += " "
			}
		}
		return d.can(you) + strings.TrimSpace(elide(words, w.verb)+w.verb+" "+w.what) + end
	}
	if n := len(w.clitics); n == 1 && w.what != "" && (w.clitics[0] == "te" || w.clitics[0] == "se" || w.clitics[0] == "os") && d.inSet("taken along", w.verb) {
		w.clitics = nil // "tráete el táper"
	}
	return d.can(you) + strings.TrimSpace(w.verb+strings.Join(w.clitics, "")+" "+w.what) + end
}

// elide joins the pronouns of a French verb to it: "me " before "appeler" is "m'".
func elide(words, verb string) string {
	if head, ok := strings.CutSuffix(words, "e "); ok && strings.ContainsAny(verb[:1], "aeiouhé") && len(head) > 0 && !strings.HasSuffix(head, "l") {
		return head + "'"
	}
	return words
}

// romWanting is one thing that is wanted.
type romWanting struct {
	clitics    []string
	verb, what string
}

// begs reads a sentence that begs the reader to do something.
func (d *romWish) begs(from int, out *[]string) bool {
	toks := d.s.tokens
	at := -1
	for _, h := range d.s.hits {
		if h.group == pBegs && h.from >= from {
			at = h.to
			break
		}
	}
	if at < 0 || at >= len(toks) || d.s.asks && (toks[at-1].low != "de" && toks[at-1].low != "d'" && toks[at-1].low != "importa" && toks[at-1].low != "importaría" || slices.ContainsFunc(toks[:at], func(t token) bool { return t.w.wh != "" })) {
		return false
	}
	n := len(*out)
	d.collect(at, d.you(""), out)
	return len(*out) > n
}

// collect reads one thing after the other that is wanted from a token on.
func (d *romWish) collect(at int, you string, out *[]string) {
	toks := d.s.tokens
	more := func(i int) bool {
		_, k := d.verbAt(i)
		return you != "" && k > 0 || d.orderAt(i) != ""
	}
	for n := 0; at < len(toks) && n < MaxItems; n++ {
		w, next := d.verbAt(at)
		whom := you
		if you == "" || next < 0 {
			w, next, whom = d.orderedAt(at)
		}
		if next < 0 {
			return
		}
		end, then := d.clauseEnd(next, w.verb, more)
		w.what = d.s.raw(next, end)
		for _, tail := range []string{"por favor", "porfa", "porfavor", "svp", "stp", "s'il vous plaît", "s'il te plaît"} {
			w.what = strings.TrimRight(strings.TrimSuffix(w.what, tail), " ,")
		}
		if slices.ContainsFunc(toks[at:end], func(t token) bool { return t.w.in.has(sNegations) }) && you == "" {
			return
		}
		if said := d.say(w, whom); said != "" {
			*out = append(*out, said)
		}
		if then < 0 {
			return
		}
		at = then
	}
}

// verbAt reads what is begged for at a token: pronouns and an infinitive, in Spanish also what is
// wished, "que nos envíe". It returns the token behind it, -1 for none.
func (d *romWish) verbAt(i int) (w romWanting, next int) {
	toks := d.s.tokens
	for i < len(toks)-1 && (d.in(&toks[i], "between") || d.code == "es" && toks[i].low == "que" || toks[i].w.in.has(sLinks) && toks[i].low != "des" && toks[i].low != "del" || toks[i].low == "à" && i > 0) {
		i++
	}
	for i < len(toks)-1 && len(w.clitics) < 3 && d.r.in("clitics", toks[i].low) && !toks[i].stop {
		w.clitics, i = append(w.clitics, toks[i].low), i+1
	}
	if i >= len(toks) || toks[i].w.det != "" || toks[i].w.in.has(sPrepositions) {
		return w, -1
	}
	low := toks[i].low
	if d.code == "fr" {
		if !frenchInfinitive(low) || toks[i].w.in.has(sNouns) || d.in(&toks[i], "no infinitives") {
			return w, -1
		}
		if next := i + 1; low == "faire" && next < len(toks) && frenchInfinitive(toks[next].low) && !toks[i].stop {
			w.verb = "faire " + toks[next].low
			switch w.verb {
			case "faire savoir", "faire connaître":
				w.verb = "dire"
			case "faire parvenir":
				w.verb = "envoyer"
			}
			return w, next + 1
		}
		w.verb = low
		return w, i + 1
	}
	verb, clitics, _ := d.spanishOrder(low, true)
	if verb == "" {
		return w, -1
	}
	w.verb = verb
	w.clitics = append(w.clitics, clitics...)
	if verb == "hacer" && i+1 < len(toks) && (toks[i+1].low == "llegar" || toks[i+1].low == "saber") {
		w.verb = map[string]string{"llegar": "enviar", "saber": "decir"}[toks[i+1].low]
		i++
	}
	return w, i + 1
}

func frenchInfinitive(w string) bool {
	return len(w) > 3 && (strings.HasSuffix(w, "er") || strings.HasSuffix(w, "ir") || strings.HasSuffix(w, "re")) && w != "notre" && w != "votre" && w != "entre" && w != "autre" && w != "hier" && w != "contre"
}

// clauseEnd is the token behind what stands with a verb, and that at which another verb is wanted,
// -1 for none. What is told may go on in clauses.
func (d *romWish) clauseEnd(from int, verb string, verbs func(i int) bool) (end, next int) {
	toks := d.s.tokens
	tells := d.is(verb, d.sets["telling infinitives"]) || from+1 < len(toks) && (toks[from].w.wh != "" || toks[from].low == "de" && toks[from+1].w.wh != "")
	for j := from; j < len(toks); j++ {
		if j > from && toks[j].w.in.has(sAnd) && j+2 < len(toks) && toks[j+1].w.wh == "" && verbs(j+1) {
			return j, j + 1
		}
		if d.in(&toks[j], "leads on") && (j > from || toks[j].low == "afin") && !(tells && !d.in(&toks[j], "gives reason")) {
			if j+2 < len(toks) && toks[j+1].w.in.has(sAnd) && verbs(j+2) {
				return j + 1, j + 2 // "dix minutes avant et d'apporter"
			}
			return j, d.resumes(j+1, verbs) // "afin de", "pour que"
		}
		if j+1 >= len(toks) || !toks[j].stop || toks[j].figure() && toks[j].mark == '.' {
			continue
		}
		if after := &toks[j+1]; toks[j].mark != ',' || !tells && after.w.wh != "" || after.w.in.has(sSubjects) || after.w.wh == "if" && !tells || d.in(after, "leads on") || after.low == "que" {
			return j + 1, d.resumes(j+1, verbs)
		}
	}
	return len(toks), -1
}

// resumes is the token behind an "and" from token i on at which another verb is wanted, -1 for
// none: "tráete la chaqueta, que la tienes tú, y dime qué talla usas".
func (d *romWish) resumes(i int, verbs func(i int) bool) int {
	for toks := d.s.tokens; i+2 < len(toks); i++ {
		if toks[i].w.in.has(sAnd) && toks[i-1].stop && verbs(i+1) {
			return i + 1
		}
	}
	return -1
}

// imperative reads a sentence that tells the reader to do something: "apportez vos bottes",
// "envoie-moi ton adresse", "adjunte una captura", "tráete el táper".
func (d *romWish) imperative(from int, out *[]string) {
	toks := d.s.tokens
	for from < len(toks)-1 && (toks[from].w.in.has(sLeads) || d.in(&toks[from], "between") || toks[from].mark == ',' && capital(toks[from].text) && toks[from].w == unknown && from+2 < len(toks)) && d.orderAt(from) == "" {
		from++
	}
	d.collect(from, "", out)
}

// orderedAt reads an imperative with its pronouns at a token: what is wanted, the token behind it,
// -1 for none, and whom it addresses.
func (d *romWish) orderedAt(at int) (w romWanting, next int, you string) {
	toks := d.s.tokens
	if w.verb = d.orderAt(at); w.verb == "" {
		return w, -1, ""
	}
	you, next = d.you(toks[at].low), at+1
	if d.code == "es" {
		if _, w.clitics, you = d.spanishOrder(toks[at].low, false); you == "" {
			you = "usted"
		}
	}
	for d.code == "fr" && next < len(toks) && !toks[next-1].stop && toks[next].from == toks[next-1].to+1 && d.s.text[toks[next-1].to] == '-' {
		said := toks[next].low
		if to := map[string]string{"moi": "me", "toi": "te"}[said]; to != "" {
			said = to
		}
		w.clitics, next = append(w.clitics, said), next+1
	}
	if len(w.clitics) == 2 && d.code == "fr" {
		w.clitics[0], w.clitics[1] = w.clitics[1], w.clitics[0] // "envoie-le-moi"
	}
	next = d.pastAside(next)
	for next < len(toks)-1 && d.in(&toks[next], "between") {
		next++
	}
	if w.verb == "faire" && next < len(toks)-1 {
		switch toks[next].low {
		case "savoir", "connaître":
			w.verb, next = "dire", next+1
		case "parvenir":
			w.verb, next = "envoyer", next+1
		}
	}
	return w, next, you
}

// pastAside is the token behind an aside at token i, "si es tan amable," behind a comma; i for none.
func (d *romWish) pastAside(i int) int {
	toks := d.s.tokens
	if i >= len(toks) || !toks[i-1].stop || toks[i-1].mark != ',' {
		return i
	}
	first := &toks[i]
	if first.w.wh != "if" && !d.in(first, "between") {
		return i
	}
	for j := i; j < len(toks)-1 && j < i+6; j++ {
		if toks[j].stop {
			return j + 1
		}
	}
	return i
}

// orderAt is the infinitive of an imperative at a token, empty for none.
func (d *romWish) orderAt(i int) string {
	toks := d.s.tokens
	if i+1 >= len(toks) {
		return ""
	}
	t, next := &toks[i], &toks[i+1]
	aside := d.pastAside(i+1) > i+1
	if aside {
		next = &toks[d.pastAside(i+1)]
	}
	if t.w.in.has(sPrepositions) || t.w.wh != "" || t.w.in.has(sDates) || len(t.low) < 2 || d.in(t, "advertising") {
		return ""
	}
	if d.code == "es" {
		verb, clitics, you := d.spanishOrder(t.low, false)
		if verb == "" || t.stop && !aside && len(clitics) == 0 || t.w.in.has(sStop) && len(clitics) == 0 {
			return ""
		}
		if you == "tú" && len(clitics) == 0 && !(next.w.det != "" || next.low == "a" || next.low == "también" || d.in(next, "between")) || len(clitics) == 0 && d.in(t, "no imperatives") {
			return ""
		}
		if len(clitics) == 0 && next.w.det == "" && !d.in(next, "between") && next.low != "a" && next.low != "en" && next.low != "también" && !strings.HasSuffix(next.low, "ado") && !strings.HasSuffix(next.low, "ada") && !strings.HasSuffix(next.low, "ados") {
			return "" // "Envíe" alone, "Firma electrónica"
		}
		return verb
	}
	return d.frenchOrder(i)
}

// frenchOrder is the infinitive of a French imperative at token i: "remplissez", "envoie-moi".
func (d *romWish) frenchOrder(i int) string {
	toks := d.s.tokens
	t, next := &toks[i], &toks[i+1]
	joined := next.from == t.to+1 && d.s.text[t.to] == '-' && (next.low == "moi" || next.low == "nous" || next.low == "le" || next.low == "la" || next.low == "les" || next.low == "toi" || next.low == "lui")
	if next.low == "vous" || next.low == "tu" || next.low == "il" || next.low == "elle" || next.low == "on" || t.low == "assez" || t.low == "chez" {
		return ""
	}
	thing := next.w.det != "" || next.w.in.has(sPrepositions) || d.in(next, "between") || next.w.number >= 0 || next.w.in.has(sAdjectives)
	if inf := d.lexicon.maps["imperatives"][t.low]; inf != "" {
		if joined || thing && !t.stop && !t.w.in.has(sNouns) {
			return inf
		}
		return ""
	}
	if stem, ok := strings.CutSuffix(t.low, "ez"); ok && len(stem) > 2 && !t.w.in.has(sAuxiliaries) && (joined || thing || t.stop && i == 0) {
		switch {
		case strings.HasSuffix(stem, "iss"):
			return strings.TrimSuffix(stem, "ss") + "r"
		case strings.HasSuffix(stem, "end"), strings.HasSuffix(stem, "ond"):
			return stem + "re"
		case strings.HasSuffix(stem, "er"):
			return "" // "vous recevrez"
		}
		return stem + "er"
	}
	if strings.HasSuffix(t.low, "e") && len(t.low) > 3 && (d.verb(t.low+"r") || d.is(t.low+"r", d.sets["telling infinitives"]) || d.is(t.low+"r", d.sets["sending infinitives"])) && (joined || next.w.in.has(sYours) || next.w.det != "" && i == 0 && capital(t.text)) && !t.w.in.has(sNouns) {
		return t.low + "r"
	}
	return ""
}

// sendsNamed reports whether a question is whether the reader can send what was named before:
// "pouvez-vous nous les envoyer avant vendredi ?", "¿puedes mandármelo?".
func (l *lexicon) sendsNamed(toks []token) bool {
	if len(toks) < 2 || !toks[0].w.in.has(sAsking) {
		return false
	}
	for i := 1; i < len(toks) && i < 6; i++ {
		low := toks[i].low
		if l.code == "fr" && i+2 < len(toks) && (low == "nous" || low == "me") && (toks[i+1].low == "le" || toks[i+1].low == "la" || toks[i+1].low == "l'" || toks[i+1].low == "les" || toks[i+1].low == "tout") && frenchInfinitive(toks[i+2].low) {
			return true
		}
		for _, tail := range []string{"noslo", "nosla", "noslos", "noslas", "melo", "mela", "melos", "melas"} {
			if l.code == "es" && strings.HasSuffix(low, tail) {
				return true
			}
		}
	}
	return false
}

// inSet reports whether a word is in a set of the lexicon's own.
func (d *romWish) inSet(set, w string) bool { return d.is(w, d.sets[set]) }
