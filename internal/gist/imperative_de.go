package gist

import (
	"slices"
	"strings"
)

// imperative reads a sentence that tells the reader to do something, from a token on: "Bitte
// reichen Sie die Bescheinigung nach", "trag bitte deine Stunden nach", "Bitte die Tür schließen".
func (d *deWish) imperative(from int, out *[]string) {
	toks := d.s.tokens
	for from < len(toks)-2 && toks[from].w.in.has(sLeads) && !toks[from].w.in.has(sPolite) {
		from++
	}
	n := len(*out)
	for from < len(toks)-1 && len(*out) < n+MaxItems {
		verb, you, p := d.ordersAt(from)
		if verb == "" {
			if len(*out) == n {
				d.bare(from, out)
			}
			return
		}
		end, next := d.orderEnd(p)
		w, ok := d.ordered1(verb, p, end)
		if !ok {
			return
		}
		if end < len(toks) && d.asksAt(end) || end < len(toks) && d.in(&toks[end], "that") || w.what == "" && !d.is(w.verb, d.sets["goes alone"]) {
			return // it is read as it stands
		}
		if said := d.say(w, you); said != "" {
			*out = append(*out, said)
		}
		if next < 0 {
			return
		}
		from = next
	}
}

// ordersAt reads an imperative at a token: its infinitive, whom it addresses, and the token
// behind it. The infinitive is empty for none.
func (d *deWish) ordersAt(i int) (verb, you string, next int) {
	toks := d.s.tokens
	begged := false
	for i < len(toks)-2 && (toks[i].w.in.has(sPolite) || begged && toks[i].low == "noch") && !toks[i].stop {
		begged, i = true, i+1
	}
	t := &toks[i]
	if t.stop || t.w.det != "" || t.w.wh != "" || d.in(t, "no orders") || d.in(t, "advertising") || t.w.in.has(sPrepositions) || t.w.in.has(sSubjects) || t.w.in.has(sDates) || len(t.low) < 3 || i+2 >= len(toks) || d.in(t, "inverted-if") || d.in(t, "wishing") {
		return "", "", 0
	}
	if toks[i+1].text == "Sie" {
		if !strings.HasSuffix(t.low, "n") {
			return "", "", 0
		}
		return t.low, "Sie", i + 2
	}
	soft := begged
	for j := i + 1; j < len(toks) && j < i+5 && !toks[j-1].stop; j++ {
		soft = soft || toks[j].w.in.has(sPolite) || d.in(&toks[j], "softly")
	}
	inf := d.r.maps["imperatives"][t.low]
	if !soft || i > 0 && t.text != t.low && !toks[i-1].stop || isLetterCapital(toks[i+1].text) && inf == "" {
		return "", "", 0
	}
	switch {
	case inf != "":
		return inf, "du", i + 1
	case begged && isLetterCapital(t.text), t.w.in.has(sNouns), t.w.in.has(sStop), t.w.in.has(sAdjectives), strings.HasSuffix(t.low, "en"), t.w.in.has(sLeads), t.w.in.has(sPolite):
		return "", "", 0
	case strings.HasSuffix(t.low, "et") && len(t.low) > 4:
		return strings.TrimSuffix(t.low, "t") + "n", "ihr", i + 1
	case strings.HasSuffix(t.low, "t") && len(t.low) > 3 && d.verb(strings.TrimSuffix(t.low, "t")+"en"):
		return strings.TrimSuffix(t.low, "t") + "en", "ihr", i + 1
	}
	stem := strings.TrimSuffix(t.low, "e")
	switch {
	case strings.HasSuffix(t.low, "le"):
		inf = strings.TrimSuffix(t.low, "le") + "eln"
	case strings.HasSuffix(t.low, "ere"):
		inf = stem + "n"
	default:
		inf = stem + "en"
	}
	if !toks[i+1].w.in.has(sPolite) && !d.verb(inf) && !d.is(inf, d.sets["telling infinitives"]) && !d.is(inf, d.sets["sending infinitives"]) && !strings.HasSuffix(t.low, "iere") && !strings.HasSuffix(t.low, "ier") && d.r.maps["verbs"][inf] == "" {
		return "", "", 0
	}
	return inf, "du", i + 1
}

// orderEnd is the token behind the clause of an imperative, and that at which another one begins,
// -1 for none.
func (d *deWish) orderEnd(p int) (end, next int) {
	toks := d.s.tokens
	for j := p; j < len(toks); j++ {
		t := &toks[j]
		if j+2 < len(toks) && toks[j+1].w.in.has(sAnd) && j > p {
			if verb, _, _ := d.ordersAt(j + 2); verb != "" && toks[j+2].text == toks[j+2].low {
				return j + 1, j + 2
			}
		}
		if j+1 >= len(toks) || !t.stop || t.figure() && t.mark == '.' {
			continue
		}
		if after := &toks[j+1]; t.mark != ',' || after.w.wh != "" || after.w.in.has(sFirst) || after.low == "er" || after.low == "es" || after.low == "man" || after.low == "du" || after.text == "Sie" || after.w.in.has(sSuppose) || after.w.in.has(sAuxiliaries) || d.r.in("ends", after.low) || after.low == "so" || after.low == "sonst" || after.low == "um" || d.in(after, "that") || d.asksAt(j+1) {
			return j + 1, -1
		}
	}
	return len(toks), -1
}

// ordered1 is what an imperative wants whose clause is tokens [p, end): its particle, which
// stands last, belongs to the verb.
func (d *deWish) ordered1(verb string, p, end int) (wanting, bool) {
	toks := d.s.tokens
	if d.is(verb, d.sets["idle infinitives"]) || end > p && slices.ContainsFunc(toks[p:end], func(t token) bool { return t.w.in.has(sNegations) }) {
		return wanting{}, false
	}
	var words []string
	for i := p; i < end; i++ {
		t := &toks[i]
		if t.w.in.has(sPolite) || d.in(t, "softly") && i < p+4 {
			continue
		}
		if i == end-1 && t.text == t.low && d.r.in("particles", t.low) && end > p {
			verb = t.low + verb
			continue
		}
		to := t.to
		if i < end-1 {
			to = max(t.to, toks[i+1].from-1)
		}
		words = append(words, strings.TrimRight(d.s.text[t.from:to], " "))
	}
	return wanting{verb: verb, what: strings.TrimRight(strings.Join(words, " "), " ,.;:!?")}, true
}

// bare reads a wish without a finite verb: "Bitte die Tür abschließen".
func (d *deWish) bare(from int, out *[]string) {
	toks := d.s.tokens
	if !toks[from].w.in.has(sPolite) || toks[from].stop || len(toks)-from < 3 {
		return
	}
	first, end := &toks[from+1], len(toks)
	for i := from + 1; i < len(toks)-1; i++ {
		if toks[i].stop && toks[i].mark == ',' && d.r.in("ends", toks[i+1].low) {
			end = i + 1
			break
		}
	}
	last := &toks[end-1]
	if first.w.det == "" && !isLetterCapital(first.text) && !first.w.in.has(sPrepositions) || last.text != last.low || !strings.HasSuffix(last.low, "en") && !strings.HasSuffix(last.low, "ern") && !strings.HasSuffix(last.low, "eln") || last.w.in.has(sAuxiliaries) || last.w.in.has(sDates) ||
		slices.ContainsFunc(toks[from+1:end-1], func(t token) bool {
			return t.w.in.has(sSubjects) || t.w.in.has(sAuxiliaries) || t.w.in.has(sNegations) || t.w.wh != ""
		}) {
		return
	}
	if said := d.say(wanting{verb: last.low, what: d.s.raw(from+1, end-1)}, d.you()); said != "" {
		*out = append(*out, said)
	}
}

// severally parts a question whether the reader can do several things, "Könnten Sie uns zwei Fotos
// zusenden und die Auftragsnummer nennen?".
func (d *deWish) severally() []string {
	toks := d.s.tokens
	from := 0
	for from < len(toks)-3 && toks[from].w.in.has(sLeads) {
		from++
	}
	if from+3 >= len(toks) || !toks[from].w.in.has(sAsking) || !toks[from+1].w.in.has(sYou) || d.in(&toks[from], "wishing") {
		return nil
	}
	you := toks[from+1].text
	var out []string
	start := from + 2
	for i := start + 1; i < len(toks); i++ {
		t := &toks[i]
		last := i == len(toks)-1
		if t.w.wh != "" || t.w.in.has(sOr) || d.in(t, "that") {
			return nil
		}
		if t.text != t.low || !strings.HasSuffix(t.low, "n") || !last && !toks[i+1].w.in.has(sAnd) || !last && (i+3 >= len(toks)) {
			continue
		}
		if said := d.say(wanting{verb: t.low, what: strings.ReplaceAll(d.s.raw(start, i), "bitte ", "")}, you); said != "" {
			out = append(out, said)
		}
		start = i + 2
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
