package gist

import (
	"slices"
	"strings"
)

// tellGerman puts the value of a question where it stands in the statement that answers
// it: "Wie viele Gäste erwartest du?" is "ich erwarte | 20 Gäste".
func (r *restater) tellGerman(text string, ask Ask, manner Manner) (before, after string) {
	d := r.deClause(text, manner)
	if len(d.toks) < 3 || len(d.toks) > 40 {
		return "", ""
	}
	d.address()
	wh := slices.IndexFunc(d.toks, func(t token) bool { return t.w.wh != "" && t.w.wh != "if" })
	if wh < 0 || wh > 12 || d.toks[wh].stop && wh+1 < len(d.toks) {
		return "", ""
	}
	lead := ""
	if wh > 0 && !d.toks[wh-1].stop && d.in("prepositions", d.toks[wh-1].low) {
		lead = d.toks[wh-1].low
	}
	end := wh
	for end++; end < len(d.toks) && !d.toks[end-1].stop && !bracketAt(text, &d.toks[end]); end++ {
		if d.toks[end].low == "oder" {
			return "", "" // a choice
		}
		if d.toks[end].low == "und" && end+1 < len(d.toks) && (d.toks[end+1].w.wh != "" || d.maps["verbs"][d.toks[end+1].low] != "") {
			break
		}
	}
	d.toks = d.toks[:end]
	d.toks[end-1].stop = true
	from := d.behindAsked(wh)
	if from < 0 {
		return "", ""
	}
	d.subjectFirst(from)
	if _, _, ok := d.finite(from); !ok {
		if from, ok = d.turned(from); !ok {
			return d.tellMany(wh, from, ask)
		}
	}
	return d.tell(wh, from, lead, ask)
}

// behindAsked is the token behind what asks: "wie viele nette Gäste", "um welche
// Uhrzeit", "wie groß"; -1 where that cannot be told.
func (d *deClause) behindAsked(wh int) int {
	i := wh + 1
	switch d.toks[wh].w.wh {
	case "how":
		if i < len(d.toks) && d.lexicon.maps["how"][d.toks[i].low] != "" {
			i++
		} else if d.toks[wh].low == "wie" {
			return -1
		}
	case "which":
	default:
		return i
	}
	noun := d.toks[i-1].low == "viele" || d.toks[i-1].low == "vielen" || d.toks[i-1].low == "viel" || d.toks[wh].w.wh == "which"
	if !noun {
		return i
	}
	for j := i; j < len(d.toks) && j < i+3 && !d.toks[j-1].stop; j++ {
		if isLetterCapital(d.toks[j].text) && d.toks[j].text != "Sie" {
			if next := j + 1; next+1 < len(d.toks) && d.toks[wh].w.wh == "which" && !d.toks[j].stop && (d.toks[next].low == "der" || d.toks[next].low == "des") && isLetterCapital(d.toks[next+1].text) {
				return -1 // "welche Version der App"
			}
			return j + 1
		}
	}
	if d.toks[wh].w.wh == "which" {
		return -1
	}
	return i
}

// turned brings a clause whose verb stands last, "wann dein Zug ankommt", into the order
// of a question, and returns the place of its verb.
func (d *deClause) turned(from int) (at int, ok bool) {
	n := len(d.toks)
	if from >= n-1 {
		return from, false
	}
	s, ok := d.subject(from)
	if !ok || s.to >= n {
		return from, false
	}
	verb, particle := d.toks[n-1], ""
	if d.maps["things"][verb.low] == "" && d.maps["verbs"][verb.low] == "" {
		particle = d.particleOf(verb.low)
	}
	head := verb
	head.low = verb.low[len(particle):]
	head.text, head.stop = head.low, false
	toks := slices.Clone(d.toks[:from])
	toks = append(toks, head)
	toks = append(toks, d.toks[from:n-1]...)
	if particle != "" {
		tail := verb
		tail.low, tail.text = particle, particle
		toks = append(toks, tail)
	}
	toks[len(toks)-1].stop = true
	old := d.toks
	d.toks = toks
	if _, _, ok = d.finite(from); !ok {
		d.toks = old
		return from, false
	}
	return from, true
}

// particleOf is what stands apart from a verb in a main clause: "an" of "ankommen".
func (d *deClause) particleOf(verb string) (particle string) {
	if d.in("no particles", verb) {
		return "" // "reinigen"
	}
	for p := range d.sets["particles"] {
		if rest, found := strings.CutPrefix(verb, p); found && len(rest) > 3 && len(p) > len(particle) && p != "um" && p != "durch" {
			particle = p
		}
	}
	if strings.HasPrefix(verb, "über") {
		return ""
	}
	return particle
}

// tellMany says back "wie viele kommen", which asks for its subject: "es kommen | 12".
func (d *deClause) tellMany(wh, verb int, ask Ask) (before, after string) {
	if ask != AskNumber || d.toks[wh].w.wh != "how" || wh+1 >= len(d.toks) || d.toks[wh+1].low != "viele" || verb >= len(d.toks) {
		return "", ""
	}
	lead := "es"
	if d.toks[verb].low == "davon" && verb+1 < len(d.toks) {
		lead, verb = "davon", verb+1
	}
	t := &d.toks[verb]
	if !strings.HasSuffix(t.low, "n") && d.maps["things"][t.low] == "" || t.text != t.low || d.in("no verbs", t.low) || t.w.in.has(sPrepositions) {
		return "", ""
	}
	if verb+1 >= len(d.toks) {
		return lead + " " + t.low, ""
	}
	words, ok := d.rest(verb+1, "")
	if !ok || d.in("telling", t.low) {
		return "", ""
	}
	words = d.exactly(words)
	return lead + " " + t.low, strings.Join(words, " ")
}

// exactly leaves out of the words of a question that its answer need not be exact.
func (d *deClause) exactly(words []string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return d.in("inexact", w) })
}

// tell says back a question whose verb is token j and whose value stands behind lead.
func (d *deClause) tell(wh, j int, lead string, ask Ask) (before, after string) {
	verb, kind, ok := d.finite(j)
	if !ok {
		return "", ""
	}
	s, ok := d.subject(j + 1)
	if !ok {
		return "", ""
	}
	if verb == "will" {
		verb = "möchte"
	}
	last := d.lastWord(s.to)
	if s.us && s.many && !d.ours(&s, &verb, last) {
		if ask != AskPlace && d.formal != "du" {
			return "", ""
		}
	}
	if ask == AskNumber && s.you && !s.many && lead == "" && (last == "sein" || kind == "be" && s.to >= len(d.toks)-1) && d.toks[wh].w.wh == "how" {
		s.said, verb = "wir", map[string]string{"werde": "werden", "bin": "sind"}[verb] // "wie viele Personen werden Sie sein?"
		if verb == "" {
			return "", ""
		}
	}
	if s.us && !s.many && (verb == "soll" || verb == "sollte") {
		if verb = "kannst"; s.said == "Sie" {
			verb = "können" // "wie viele soll ich mitbringen?"
		}
	}
	d.us, d.joint, d.self, d.apart = s.us, s.us && s.said == "wir", s.us && !s.many, !s.us && !s.you
	var words []string
	if s.to < len(d.toks) && !d.toks[s.to-1].stop {
		if s.you && !d.oneself(d.toks[s.to:], last) {
			return "", ""
		}
		if words, ok = d.rest(s.to, last); !ok {
			return "", ""
		}
	}
	words = d.exactly(words)
	if kind == "modal" && len(words) == 0 {
		return "", ""
	}
	measure := ""
	if w := &d.toks[wh]; w.w.wh == "how" && wh+1 < j {
		measure = d.toks[wh+1].low
		switch measure {
		case "viel", "viele", "vielen", "lange", "oft", "weit", "häufig":
			measure = ""
		case "hoch", "teuer":
			if ask == AskMoney || d.in("sums", strings.ToLower(lastOf(s.said))) {
				return d.sum(s.said, verb, kind, words)
			}
		}
	}
	end := d.verbEnd(words, kind)
	at := end
	if d.toks[wh].w.wh == "when" && ask == AskDuration {
		ask = AskDate // "vor drei Wochen"
	}
	switch ask {
	case AskDate, AskDeadline, AskMeet, AskTime:
		at = d.early(words, end)
	case AskDuration:
		if slices.Contains(words, "schon") || slices.Contains(words, "bereits") {
			return "", "" // "seit"
		}
	}
	front := append([]string{s.said, verb}, words[:at]...)
	switch {
	case lead == "bis" && ask == AskTime:
		front = append(front, lead)
	case lead == "" || adverbial(ask) && (lead == "um" || lead == "in" || lead == "an" || lead == "am" || lead == "bis"):
	case lead == "seit" || lead == "zu" || lead == "zum":
		return "", ""
	default:
		front = append(front, lead) // "ab"
	}
	back := slices.Clone(words[at:])
	if measure != "" && ask == AskNumber {
		back = append([]string{measure}, back...)
	}
	if s.said == "wir" && verb == "sind" && len(words) == 0 && ask == AskNumber {
		back = []string{"Personen"}
	}
	before, after = strings.Join(front, " "), strings.Join(back, " ")
	if len(before)+len(after) > maxRestated {
		return "", ""
	}
	return before, after
}

func lastOf(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// sum says back how high a sum is: "die Miete liegt bei".
func (d *deClause) sum(subject, verb, kind string, words []string) (before, after string) {
	switch n := len(words); {
	case kind == "be" && n == 0 || kind == "be" && d.verbEnd(words, kind) == n:
		verb = map[string]string{"ist": "liegt", "sind": "liegen", "war": "lag", "waren": "lagen", "wäre": "läge", "wären": "lägen"}[verb]
		if verb == "" {
			return "", ""
		}
		return strings.Join(append([]string{subject, verb}, append(words, "bei")...), " "), ""
	case kind == "modal" && n > 0 && words[n-1] == "sein":
		return strings.Join(append([]string{subject, verb}, append(words[:n-1], "bei")...), " "), "liegen"
	}
	return "", ""
}

// verbEnd is where the end of a predicate begins: its particle, infinitive or participle,
// or the noun that goes with the verb.
func (d *deClause) verbEnd(words []string, kind string) int {
	n := len(words)
	if n == 0 {
		return 0
	}
	last := strings.ToLower(words[n-1])
	switch {
	case d.in("light nouns", last):
		return n - 1
	case kind == "modal" || kind == "wish" || kind == "have" || kind == "be" && (strings.HasPrefix(last, "ge") || strings.HasSuffix(last, "t") && isLow(words[n-1])):
		if !isLow(words[n-1]) || d.in("early", last) {
			return n
		}
		at := n - 1
		for at > 0 && (last == "sein" || last == "werden" || last == "haben") && isLow(words[at-1]) && !d.in("early", words[at-1]) {
			at--
			break
		}
		if last == "sein" && at > 0 && words[at] != "sein" && words[at] == "hause" {
			at--
		}
		return at
	case d.in("particles", last):
		return n - 1
	case kind == "be" && last == "hause" || kind == "be" && words[n-1] == "Hause":
		return max(0, n-2)
	}
	return n
}

// early is where a day or an hour stands: behind pronouns, objects with an article, and
// words of time, before what tells where and how.
func (d *deClause) early(words []string, end int) int {
	at := 0
	for at < end {
		low := strings.ToLower(words[at])
		switch {
		case d.in("early", low):
			at++
		case (d.in("definite", low) || d.owned(words[at]) || d.in("determiners", low)) && !d.in("prepositions", low):
			next := at + 1
			for next < end && isLow(words[next]) && next < at+3 {
				next++
			}
			if next >= end {
				return at
			}
			at = next + 1
		case (low == "am" || low == "an" || low == "im" || low == "in" || low == "nächste") && at+1 < end && d.dayWord(words[at+1]):
			at += 2
		case d.dayWord(words[at]):
			at++
		default:
			return at
		}
	}
	return at
}

// dayWord reports whether a word is one of days: "Freitag".
func (d *deClause) dayWord(w string) bool {
	toks := d.tokens(w)
	return len(toks) == 1 && toks[0].w.in.has(sDates)
}
