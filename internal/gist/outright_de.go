package gist

import (
	"slices"
	"strings"
)

// deWish reads what a German sentence wants.
type deWish struct {
	*lexicon
	r *restater
	s *sentence
}

// outright is [lexicon.outright] for German.
func (d *deWish) outright() []string {
	from, out, ok := d.behindColon(d.s, 3)
	if !ok {
		return nil
	}
	n := len(out)
	lead := ""
	if from == 0 && !d.s.asks {
		if lead, from = d.s.condition(); from > 0 {
			d.imperative(from, &out)
			return supposed(lead, out, n)
		}
	}
	switch {
	case d.s.asks && d.tagged():
		d.imperative(0, &out)
	case d.s.asks:
		out = append(out, d.severally()...)
	case from == 0 && d.wonders(&out), from == 0 && d.begs(&out), from == 0 && d.nominal(&out), from == 0 && d.lacks(&out):
	default:
		d.imperative(from, &out)
	}
	if len(out) == n {
		return nil
	}
	return out
}

// you is how the reader is addressed: "Sie", "du", "ihr".
func (d *deWish) you() string {
	for i := range d.s.tokens {
		switch t := &d.s.tokens[i]; {
		case t.low == "euch", t.low == "ihr" && t.text == t.low, t.low == "euer", t.low == "eure", t.low == "eurem", t.low == "euren":
			return "ihr"
		case t.low == "denkt", t.low == "vergesst":
			return "ihr"
		case t.low == "denk", t.low == "vergiss", t.low == "du", t.low == "dir", t.low == "dich", strings.HasPrefix(t.low, "dein"):
			return "du"
		}
	}
	return "Sie"
}

// say puts a thing wanted into plain words.
func (d *deWish) say(w wanting, you string) string {
	pick := func(polite, one, many string) string {
		return map[string]string{"Sie": polite, "du": one, "ihr": many}[you]
	}
	if head, ok := strings.CutSuffix(w.what, " zukommen"); ok && w.verb == "lassen" {
		w.verb, w.what = "schicken", head
	}
	switch {
	case w.told != "":
		return pick("Sagen Sie mir bitte, ", "Sag mir bitte, ", "Sagt mir bitte, ") + w.told + "."
	case d.is(w.verb, d.sets["idle infinitives"]) || d.answersOnly(w.what) || w.what == "" && !d.is(w.verb, d.sets["goes alone"]):
		return ""
	case d.is(w.verb, d.sets["telling infinitives"]) && !d.ordered(w.what):
		return pick("Nennen Sie mir bitte ", "Nenn mir bitte ", "Nennt mir bitte ") + d.thingsFirst(w.what) + "."
	case d.is(w.verb, d.sets["sending infinitives"]) && !d.ordered(w.what):
		return pick("Schicken Sie mir bitte ", "Schick mir bitte ", "Schickt mir bitte ") + d.thingsFirst(w.what) + "."
	}
	return pick("Können Sie ", "Kannst du ", "Könnt ihr ") + strings.TrimSpace(w.what+" "+w.verb) + "?"
}

// ordered reports whether somebody else is told or sent what stands beside a verb, or nothing is
// named there: "dem Hausmeister", "uns kurz".
func (d *deWish) ordered(what string) bool {
	toks := d.tokens(what)
	if slices.ContainsFunc(toks, func(t token) bool { return t.low == "dem" || t.low == "ihm" || t.low == "ihnen" && t.text == t.low }) && !slices.ContainsFunc(toks, func(t token) bool { return t.low == "mir" || t.low == "uns" }) {
		return true
	}
	return !slices.ContainsFunc(toks, func(t token) bool { return isLetterCapital(t.text) && !t.w.in.has(sDates) })
}

// answersOnly reports whether nothing is wanted but an answer: "mir kurz Bescheid".
func (d *deWish) answersOnly(what string) bool {
	last := what[strings.LastIndexByte(what, ' ')+1:]
	return d.lexicon.maps["nominal"][strings.ToLower(last)] == "nennen" || last == "Nachricht"
}

// thingsFirst puts the things that are wanted before what says when, and leaves out to whom.
func (d *deWish) thingsFirst(what string) string {
	toks := d.tokens(what)
	from := 0
	for from < len(toks)-1 {
		t := &toks[from]
		thing := t.w.det != "" && t.low != "ihm" && !d.datedAhead(toks, from) || isLetterCapital(t.text) && !t.w.in.has(sDates) && t.low != "ihnen" || t.w.number > 0 && t.text == t.low && t.w.det == ""
		if thing && !(from > 0 && d.pointsAt(&toks[from-1])) {
			break
		}
		from++
	}
	lead := ""
	if from > 0 {
		kept := slices.DeleteFunc(slices.Clone(toks[:from]), func(t token) bool {
			return t.low == "mir" || t.low == "uns" || t.low == "bitte" || t.low == "noch" || t.low == "kurz" || t.low == "mal" || t.low == "doch" || t.low == "einfach"
		})
		for i, t := range kept {
			if i > 0 {
				lead += " "
			}
			lead += t.text
			if t.figure() && t.mark == '.' {
				lead += "."
			}
		}
	}
	out := what[toks[from].from:]
	if lead != "" {
		out += " " + lead
	}
	return out
}

// datedAhead reports whether a day stands behind an article.
func (d *deWish) datedAhead(toks []token, i int) bool {
	return i+1 < len(toks) && (toks[i+1].figure() || toks[i+1].w.in.has(sDates))
}

// wonders reads a sentence that says what somebody would like to know: "mich würde
// interessieren, wie es ihm geht".
func (d *deWish) wonders(out *[]string) bool {
	toks := d.s.tokens
	for j := 2; j+2 < len(toks) && j < 16; j++ {
		if !toks[j-1].stop || toks[j-1].mark != ',' || !d.asksAt(j) {
			continue
		}
		before := toks[:j]
		at := slices.IndexFunc(before, func(t token) bool { return d.in(&t, "wondering") })
		if at < 0 || slices.ContainsFunc(before, func(t token) bool { return t.w.in.has(sNegations) || d.in(&t, "that") }) || slices.ContainsFunc(before[:at], func(t token) bool { return t.w.in.has(sYou) }) && !slices.ContainsFunc(before, func(t token) bool { return t.w.in.has(sFirst) || t.w.in.has(sMe) || t.low == "mich" }) {
			return false
		}
		if d.in(&before[at], "wondering of others") && !slices.ContainsFunc(toks[j:], func(t token) bool { return t.w.in.has(sYou) && (t.text == "Sie" || t.low != "sie") }) {
			return false // "die Nachbarin fragt, wo man so etwas bekommt"
		}
		*out = append(*out, d.say(wanting{told: d.s.raw(j, len(toks))}, d.you()))
		return true
	}
	return false
}

// asksAt reports whether a clause that asks begins at token j.
func (d *deWish) asksAt(j int) bool {
	toks := d.s.tokens
	return toks[j].w.wh != "" || j+1 < len(toks) && toks[j].w.in.has(sPrepositions) && toks[j+1].w.wh != "" && toks[j+1].w.wh != "if"
}

// begs reads a sentence that begs the reader to do something: "wir bitten Sie, die Tür zu
// sichern", "denken Sie bitte daran, den Ausweis mitzubringen".
func (d *deWish) begs(out *[]string) bool {
	toks := d.s.tokens
	from := -1
	for _, h := range d.s.hits {
		if h.group == pBegs {
			from = h.to
			break
		}
	}
	if from < 0 || from >= len(toks)-1 {
		return false
	}
	for i := from - 1; i < len(toks)-2 && i < from+7; i++ {
		if toks[i].stop && toks[i].mark == ',' {
			from = i + 1
			break
		}
	}
	you, n := d.you(), len(*out)
	for from < len(toks) && len(*out) < n+MaxItems {
		k, verb := d.zuAt(from)
		if k < 0 {
			break
		}
		w := wanting{verb: verb, what: d.s.raw(from, k)}
		next := k + 1
		if toks[k].low == "zu" {
			next++
		}
		if next+1 < len(toks) && toks[next-1].stop && d.asksAt(next) && (d.is(verb, d.sets["telling infinitives"]) || verb == "lassen") {
			*out = append(*out, d.say(wanting{told: d.s.raw(next, len(toks))}, you))
			return true
		}
		if next+2 < len(toks) && toks[next-1].stop && d.in(&toks[next], "that") && d.is(verb, d.sets["confirms"]) {
			*out = append(*out, "Bitte bestätigen Sie, "+d.s.raw(next, len(toks))+".")
			return true
		}
		if said := d.say(w, you); said != "" {
			*out = append(*out, said)
		}
		if next >= len(toks) || !toks[next].w.in.has(sAnd) {
			break
		}
		from = next + 1
	}
	return len(*out) > n
}

// zuAt is the first infinitive with "zu" from a token on, and that infinitive without it: "zu
// sichern", "mitzuteilen". It is -1 for none.
func (d *deWish) zuAt(from int) (int, string) {
	toks := d.s.tokens
	for k := from; k < len(toks); k++ {
		t := &toks[k]
		if t.low == "zu" && !t.stop && k+1 < len(toks) && k > from {
			if next := &toks[k+1]; next.text == next.low && strings.HasSuffix(next.low, "n") && len(next.low) > 3 && next.w.det == "" {
				if next.low == "lassen" && strings.HasSuffix(toks[k-1].low, "kommen") {
					return k, "lassen"
				}
				return k, next.low
			}
		}
		if t.text != t.low || !strings.HasSuffix(t.low, "n") || k == from && !t.stop && k < len(toks)-1 {
			continue
		}
		for p := range d.r.sets["particles"] {
			if rest, ok := strings.CutPrefix(t.low, p+"zu"); ok && len(rest) > 3 {
				return k, p + rest
			}
		}
	}
	return -1, ""
}

// nominal reads a sentence that begs for a deed by its noun: "bitte um Mitteilung Ihrer
// Kontonummer", "ich bitte um Bestätigung, dass".
func (d *deWish) nominal(out *[]string) bool {
	toks := d.s.tokens
	at := slices.IndexFunc(toks, func(t token) bool { return t.low == "bitte" || t.low == "bitten" || t.low == "ersuchen" })
	if at < 0 {
		return false
	}
	for i := at + 1; i+2 < len(toks) && i < at+8; i++ {
		if toks[i].low != "um" {
			continue
		}
		noun := i + 1
		for noun+1 < len(toks) && noun < i+4 && !isLetterCapital(toks[noun].text) {
			noun++
		}
		verb := d.lexicon.maps["nominal"][toks[noun].low]
		next := noun + 1
		switch {
		case verb == "" || next+1 >= len(toks):
			return false
		case toks[noun].stop && d.asksAt(next):
			*out = append(*out, d.say(wanting{told: d.s.raw(next, len(toks))}, d.you()))
			return true
		case toks[noun].stop && d.in(&toks[next], "that"):
			*out = append(*out, "Bitte bestätigen Sie, "+d.s.raw(next, len(toks))+".")
			return true
		case toks[noun].stop || toks[next].w.det == "":
			return false
		}
		what := d.s.raw(next+1, len(toks))
		switch det := toks[next].low; {
		case det == "ihrer" || det == "deiner" || det == "eurer":
			what = strings.TrimSuffix(toks[next].text, "r") + " " + what
		case det == "ihres" || det == "deines" || det == "eures":
			what = strings.TrimSuffix(toks[next].text, "es") + "en " + what
		case det == "des":
			what = "den " + what
		case det == "der":
			what = "die " + what
		default:
			what = toks[next].text + " " + what
		}
		if said := d.say(wanting{verb: verb, what: what}, d.you()); said != "" {
			*out = append(*out, said)
			return true
		}
		return false
	}
	return false
}

// lacks reads a sentence that says what the sender has not got: "ich benötige noch die Quittung
// und Ihre Kontonummer".
func (d *deWish) lacks(out *[]string) bool {
	toks := d.s.tokens
	from := -1
	start := 0
	if first := toks[0].low; first == "damit" || first == "um" || first == "bevor" || first == "für" || first == "zur" || first == "zum" {
		if at := slices.IndexFunc(toks[:min(len(toks), 16)], func(t token) bool { return t.stop && t.mark == ',' }); at > 0 {
			start = at + 1 // "damit wir planen können, brauchen wir noch"
		}
	}
	for i := start; i+1 < len(toks) && i < start+10 && from < 0; i++ {
		if t := &toks[i]; t.stop || t.w.wh != "" || d.in(t, "that") {
			return false
		} else if d.in(t, "lacking") {
			from = i + 1
		}
	}
	for from > 0 && from < len(toks)-1 && toks[from].w.det == "" && !toks[from].stop {
		from++
	}
	if from < 1 || from >= len(toks)-1 || toks[from].w.det == "" || slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sNegations) || t.w.in.has(sOr) }) {
		return false
	}
	things := d.things(d.s, from)
	if len(things) == 0 {
		return false
	}
	var said []string
	for _, t := range things {
		part := toks[t.from:t.to]
		what := d.s.raw(t.from, t.to)
		if t.article != "" {
			what = t.article + " " + what
		}
		switch {
		case d.headsPaper(part):
			said = append(said, d.say(wanting{verb: "schicken", what: what}, d.you()))
		case d.askedThing(part) != "" || part[0].w.in.has(sYours):
			said = append(said, d.say(wanting{verb: "nennen", what: what}, d.you()))
		default:
			return false
		}
	}
	*out = append(*out, said...)
	return true
}

// headsPaper reports whether the first noun of words is a document, also as the last part of a
// compound: "die Arbeitsbescheinigung".
func (l *lexicon) headsPaper(toks []token) bool {
	for i := range toks[:min(len(toks), 5)] {
		if t := &toks[i]; isLetterCapital(t.text) && t.w.det == "" {
			return l.compoundPaper(t.low)
		}
	}
	return false
}

// compoundPaper reports whether a noun is a document by its last part.
func (l *lexicon) compoundPaper(noun string) bool {
	for i := 0; i+3 < len(noun); i++ {
		if l.is(noun[i:], sDocuments) || strings.HasSuffix(noun, "n") && (l.is(strings.TrimSuffix(noun[i:], "n"), sDocuments) || l.is(strings.TrimSuffix(noun[i:], "en"), sDocuments)) {
			return true
		}
	}
	return false
}

// tagged reports whether a sentence is a question only by what it ends with: "Bring ihn bitte mit,
// ja?"; that is cut off.
func (d *deWish) tagged() bool {
	n := len(d.s.tokens)
	if n < 4 || !d.s.tokens[n-2].stop || !d.in(&d.s.tokens[n-1], "tags") {
		return false
	}
	part := d.s.part(d.lexicon, 0, n-1, false)
	d.s = &part
	return true
}
