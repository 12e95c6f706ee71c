package gist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// german says a German question or request back: what stands behind the subject keeps
// its order, so that little but the persons changes.
func (r *restater) german(text, verb string) Restated { return r.germanTo(text, verb, "") }

// germanTo says it back to somebody who addresses the reader in a manner.
func (r *restater) germanTo(text, verb string, manner Manner) Restated {
	d := r.deClause(text, manner)
	if len(d.toks) < 2 || len(d.toks) > 60 {
		return Restated{}
	}
	if out, ok := d.within(); ok {
		return out
	}
	from := 0
	for from < len(d.toks)-2 && (r.in("leads", d.toks[from].low) || r.in("dropped", d.toks[from].low)) {
		from++
	}
	for i := from; i < len(d.toks)-1; i++ {
		if i > from && !d.toks[i-1].stop {
			continue
		}
		d.subjectFirst(i)
		if out, ok := d.at(i, verb); ok {
			return out
		}
	}
	return Restated{}
}

func (r *restater) deClause(text string, manner Manner) *deClause {
	d := &deClause{restater: r, source: text, toks: r.tokens(text), asks: strings.HasSuffix(strings.TrimRight(text, " "), "?")}
	for i := range d.toks { // "am 3. Mai"
		if t := &d.toks[i]; t.figure() && strings.HasPrefix(text[t.to:], ".") && strings.Trim(t.text, "0123456789") == "" {
			t.text += "."
			if t.mark == '.' && i < len(d.toks)-1 {
				t.stop, t.mark = false, 0
			}
		}
	}
	switch manner {
	case Familiar:
		d.formal = "du"
	case Polite:
		d.formal = "Sie"
	}
	return d
}

// subjectFirst brings the subject of a question whose verb is token i before the pronoun
// that stands in its place: "passt Ihnen das", "ist dir das recht".
func (d *deClause) subjectFirst(i int) {
	if !d.asks || i+2 >= len(d.toks) || d.toks[i].stop || d.toks[i+1].stop || d.maps["things"][d.toks[i].low] == "" && !strings.HasSuffix(d.toks[i].low, "t") {
		return
	}
	n := 1
	if t := &d.toks[i+1]; t.low == "bei" && i+3 < len(d.toks) && d.maps["things"][d.toks[i].low] != "" {
		n = 2 // "ist bei Ihnen jemand zu Hause?"
	}
	switch t := &d.toks[i+n]; {
	case t.low == "dir" || t.low == "dich" || t.low == "euch" || t.text == "Ihnen":
	default:
		return
	}
	if d.toks[i+n].stop || !d.third(&d.toks[i+n+1]) {
		return
	}
	was := d.formal
	d.address()
	s, ok := d.subject(i + n + 1)
	d.formal = was
	if !ok || s.you || s.us || s.to > len(d.toks) {
		return
	}
	toks := slices.Clone(d.toks)
	moved := slices.Clone(toks[i+1 : i+1+n])
	copy(toks[i+1:], toks[i+1+n:s.to])
	last, pronoun := &toks[s.to-1-n], &moved[n-1]
	pronoun.stop, pronoun.mark = last.stop, last.mark
	last.stop, last.mark = false, 0
	copy(toks[s.to-n:], moved)
	d.toks = toks
}

// oneself turns "sich" of what is asked of the reader into "dir" or "dich", as the verb
// wants it. It reports whether that can be told.
func (d *deClause) oneself(rest []token, last string) bool {
	at := slices.IndexFunc(rest, func(t token) bool { return t.low == "sich" })
	switch {
	case at < 0:
	case d.in("to oneself", last):
		rest[at].low, rest[at].text = "dir", "dir"
	case d.in("oneself", last):
		rest[at].low, rest[at].text = "dich", "dich"
	default:
		return false
	}
	return true
}

// wantedGerman turns the persons of something offered: "zu Ihnen nach Hause" is "zu mir nach
// Hause" for the reader. It is empty where nothing is to be turned, or that cannot be told.
func (r *restater) wantedGerman(text string, manner Manner) string {
	d := r.deClause(cut(strings.ToValidUTF8(text, ""), MaxQuote), manner)
	if len(d.toks) == 0 || len(d.toks) > maxOption {
		return ""
	}
	words, turned := make([]string, 0, len(d.toks)), false
	for i := range d.toks {
		word, sure := d.person(i, "")
		if i == 0 && strings.HasPrefix(d.toks[i].text, "Ihr") && manner == Polite {
			word, sure = d.maps["mine"][d.toks[i].low], true
		}
		if !sure || word == "" {
			return ""
		}
		turned = turned || word != d.toks[i].text
		words = append(words, word)
	}
	if !turned {
		return ""
	}
	return strings.Join(words, " ")
}

// within says back what stands behind "ob" or "dass" of a sentence that only asks to be
// told or to have it confirmed. It reports whether there is such a clause.
func (d *deClause) within() (Restated, bool) {
	at := slices.IndexFunc(d.toks, func(t token) bool { return t.low == "ob" || t.low == "dass" })
	if at < 0 || at > 0 && (!d.toks[at-1].stop || !slices.ContainsFunc(d.toks[:at], func(t token) bool { return d.in("telling", t.low) || d.in("tells", t.low) })) || at+2 >= len(d.toks) {
		return Restated{}, false
	}
	d.address()
	d.toks = d.toks[at+1:]
	for i := range d.toks {
		if d.toks[i].stop {
			d.toks = d.toks[:i+1]
			break
		}
	}
	if _, ok := d.turned(0); !ok {
		return Restated{}, true
	}
	d.asks = true
	if said, kind, ok := d.finite(0); ok {
		return d.said(0, said, kind), true
	}
	return Restated{}, true
}

// deClause is one sentence that is said back.
type deClause struct {
	*restater
	source string
	toks   []token
	asks   bool
	us     bool   // its subject is the sender, or their firm
	self   bool   // its subject is the sender: "mir" is "sich" for who says "Sie"
	joint  bool   // its subject is "wir", sender and reader: what is "uns" stays
	apart  bool   // its subject is somebody else: "sich" stays
	denies bool   // only its denial can be said: nobody confirms that something is bad
	formal string // "Sie" or "du", as the sender addresses the reader; empty when that does not show
}

// at reads a clause that begins at token i. It reports whether one does.
func (d *deClause) at(i int, verb string) (Restated, bool) {
	t, next := &d.toks[i], &d.toks[i+1]
	if t.stop {
		return Restated{}, false
	}
	if d.imperative(i, verb) {
		return Restated{Do: d.ordered(i)}, true
	}
	parts := strings.Split(d.maps["verbs"][t.low], "|")
	if len(parts) == 3 && (next.text == "Sie" || next.low == "du") && !next.stop {
		said, kind := strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
		if d.formal = strings.TrimSpace(parts[2]); (d.formal == "Sie") != (next.text == "Sie") {
			return Restated{}, true
		}
		return d.reader(i+2, said, kind, t.low), true
	}
	if !d.asks {
		return Restated{}, false
	}
	d.address()
	said, kind, ok := d.finite(i)
	if !ok {
		return Restated{}, false
	}
	return d.said(i, said, kind), true
}

// imperative reports whether "schicken Sie" or "schick" stands at token i.
func (d *deClause) imperative(i int, verb string) bool {
	t, next := &d.toks[i], &d.toks[i+1]
	if d.asks {
		return false
	}
	polite := i > 0 && d.toks[i-1].low == "bitte" || t.low == verb || slices.ContainsFunc(d.toks, func(t token) bool { return t.low == "bitte" })
	switch {
	case next.text == "Sie" && strings.HasSuffix(t.low, "en") && polite:
		d.formal = "Sie"
		return true
	case d.maps["imperatives"][t.low] != "" && next.text != "Sie" && next.low != "du" && polite:
		d.formal = "du"
		return true
	}
	return false
}

// ordered is what an imperative wants: "die Bescheinigung nachreichen".
func (d *deClause) ordered(i int) string {
	verb := d.toks[i].low
	from := i + 2
	if d.formal == "du" {
		verb, from = d.maps["imperatives"][verb], i+1
	}
	words, ok := d.rest(from, verb)
	if !ok {
		return ""
	}
	if n := len(words); n > 1 && d.in("particles", words[n-1]) {
		words, verb = words[:n-1], words[n-1]+verb
	}
	if len(words) == 0 || d.in("telling", verb) || d.in("prepositions", words[len(words)-1]) {
		return ""
	}
	return strings.Join(append(words, verb), " ")
}

// reader says back what is asked of the reader; the rest begins at token i.
func (d *deClause) reader(i int, said, kind, asked string) Restated {
	last := ""
	for j := i; j < len(d.toks); j++ {
		if last = d.toks[j].low; d.toks[j].stop {
			break
		}
	}
	if !d.oneself(d.toks[i:], last) {
		return Restated{}
	}
	words, ok := d.rest(i, last)
	if !ok || len(words) == 0 {
		return Restated{}
	}
	end := words[len(words)-1]
	infinitive := isLow(end) && strings.HasSuffix(end, "n") && !d.in("prepositions", end)
	var out Restated
	switch kind {
	case "modal":
		if !infinitive {
			return Restated{}
		}
		if said == "kann" || said == "würde" && strings.HasPrefix(asked, "würd") {
			out.Do = strings.Join(words, " ")
		}
	case "wish":
		if d.in("telling", end) {
			return Restated{}
		}
	case "have":
		if said == "hätte" && infinitive {
			return Restated{}
		}
	}
	if out.Yes = "ich " + said + " " + strings.Join(words, " "); d.denies {
		out.Yes = ""
	}
	if denied := d.deny(words, kind, said); denied != nil {
		out.No = "ich " + said + " " + strings.Join(denied, " ")
	}
	if said == "würde" && out.Do != "" {
		out.No = ""
	}
	return out
}

// said says back a question whose verb is token i.
func (d *deClause) said(i int, verb, kind string) Restated {
	subject, ok := d.subject(i + 1)
	if !ok {
		return Restated{}
	}
	if i = subject.to; d.toks[i-1].stop && i < len(d.toks) {
		return Restated{}
	}
	last := d.lastWord(i)
	if subject.us && (verb == "sollen" || verb == "soll" || verb == "sollten" || verb == "sollte") {
		return d.please(i, last, subject.many)
	}
	if subject.us && !d.ours(&subject, &verb, last) {
		return Restated{}
	}
	d.us, d.joint, d.self, d.apart = subject.us, subject.us && subject.said == "wir", subject.us && !subject.many, !subject.us && !subject.you
	var words []string
	if i < len(d.toks) {
		if subject.you && !d.oneself(d.toks[i:], last) {
			return Restated{}
		}
		if words, ok = d.rest(i, last); !ok {
			return Restated{}
		}
	}
	if subject.said == "jemand" && len(words) > 0 {
		rest := " " + strings.Join(words, " ")
		return Restated{Yes: "es " + verb + " jemand" + rest, No: "es " + verb + " niemand" + rest}
	}
	if subject.said == "es" && len(words) == 1 && (verb == "wäre" || verb == "ist") && d.in("possible", words[0]) {
		subject.said = "das" // "wäre es möglich, den Termin zu verschieben?"
	}
	if len(words) == 0 && kind != "full" || (verb == "gibt" || verb == "gäbe" || verb == "geht") && (len(words) == 0 || subject.said != "es") {
		return Restated{}
	}
	if subject.you && kind == "modal" && !strings.HasSuffix(last, "n") {
		return Restated{}
	}
	lead := []string{subject.said, verb}
	var out Restated
	if !d.denies {
		out.Yes = strings.Join(append(slices.Clone(lead), d.gladly(&subject, verb, words)...), " ")
	}
	if denied := d.deny(words, kind, verb); denied != nil && verb != "ginge" {
		out.No = strings.Join(append(lead, denied...), " ")
	}
	return out
}

// lastWord is the last word of the clause that goes on at token i.
func (d *deClause) lastWord(i int) (last string) {
	for ; i < len(d.toks); i++ {
		if last != "" && bracketAt(d.source, &d.toks[i]) {
			break
		}
		if last = d.toks[i].low; d.toks[i].stop {
			break
		}
	}
	return last
}

// ours turns what the sender asks of themselves: who says "dürfen wir" is told what they
// may. It reports whether that can be told.
func (d *deClause) ours(s *deSubject, verb *string, last string) bool {
	if !s.many {
		return true
	}
	switch *verb {
	case "dürfen", "dürften":
		if *verb, s.said = "dürft", "ihr"; d.formal == "Sie" {
			*verb, s.said = "dürfen", "Sie"
		}
		if last == "rechnen" {
			*verb = map[string]string{"dürft": "könnt", "dürfen": "können"}[*verb]
		}
		return d.formal != ""
	case "können", "könnten":
		*verb = "können"
		switch joint := slices.ContainsFunc(d.toks, func(t token) bool { return d.in("jointly", t.low) }); {
		case d.formal == "Sie" && !joint:
			s.said = "Sie"
		case d.formal == "du" && !joint && d.in("theirs du", last):
			*verb, s.said = "könnt", "ihr"
		}
		return d.formal != ""
	case "sollen", "müssen", "brauchen":
		return false
	case "wollen":
		if *verb = "können"; d.formal != "du" {
			return false // "wollen wir uns treffen?"
		}
	}
	return d.formal == "du"
}

// nounAhead reports whether "das" before token i goes with a noun.
func (d *deClause) nounAhead(i int) bool {
	for j := i; j < len(d.toks) && j < i+2 && !d.toks[j-1].stop; j++ {
		if isCapital(d.toks[j].text) {
			return d.toks[j].text != "Sie" && d.toks[j].text != "Ihnen" && !strings.HasPrefix(d.toks[j].text, "Ihr")
		}
		if d.in("determiners", d.toks[j].low) || d.in("prepositions", d.toks[j].low) {
			return false
		}
	}
	return false
}

// address notes how the sender addresses the reader.
func (d *deClause) address() {
	for i := range d.toks {
		t := &d.toks[i]
		switch {
		case t.low == "du" || t.low == "dir" || t.low == "dich" || strings.HasPrefix(t.low, "dein"):
			d.formal = "du"
		case i > 0 && (t.text == "Sie" || t.text == "Ihnen" || t.text == "Ihr" || t.text == "Ihre" || t.text == "Ihren" || t.text == "Ihrem" || t.text == "Ihrer"):
			d.formal = "Sie"
		}
	}
}

// rest turns what stands from token i on; the verb tells whether "uns" is whom.
func (d *deClause) rest(i int, verb string) (words []string, ok bool) {
	for ; i < len(d.toks); i++ {
		t := &d.toks[i]
		if strange(t) || quotedAt(d.source, t) {
			return nil, false
		}
		if bracketAt(d.source, t) && len(words) > 0 {
			end := strings.IndexByte(d.source[t.from:], ')')
			for end > 0 && i < len(d.toks)-1 && d.toks[i].to < t.from+end {
				i++
			}
			if i == len(d.toks)-1 || end < 0 || d.toks[i].stop && d.toks[i].mark != ')' {
				break
			}
			continue // "mit dem Mieter über Ihnen (Herr Kaya) gesprochen"
		}
		if t.low == "und" && i+1 < len(d.toks) {
			if next := d.toks[i+1].low; d.maps["verbs"][next] != "" || d.maps["things"][next] != "" || d.toks[i+1].w.wh != "" || next == "bitte" {
				break
			}
		}
		if d.in("bad", t.low) {
			d.denies = true
		} else if d.refuses(i, verb) || len(words) >= maxRestatedWords {
			return nil, false
		}
		if !d.in("dropped", t.low) || i > 0 && t.text != t.low {
			word, sure := d.person(i, verb)
			if !sure {
				return nil, false
			}
			words = append(words, word)
		}
		if !t.stop || i == len(d.toks)-1 {
			continue
		}
		next := d.toks[i+1].low
		if t.mark == ',' && (d.in("relative", next) || len(words) == 1 && d.in("light nouns", strings.ToLower(words[0])) && d.infinitive(i+1)) {
			break // "Schneeschuhe, die du nicht brauchst", "Lust, mitzukommen"
		}
		if t.mark == ',' && !d.in("ends", next) || t.mark == '.' {
			return nil, false // a clause that goes on, a list, an abbreviation
		}
		break
	}
	whole := len(words) == 0 || !d.in("dangling", strings.ToLower(words[len(words)-1])) || d.in("particles", words[len(words)-1])
	return words, whole || len(words) == 1 && words[0] == "das"
}

// refuses reports whether the word at token i keeps a question from being said back.
func (d *deClause) refuses(i int, verb string) bool {
	t := &d.toks[i]
	switch {
	case t.low == "was" && (i == 0 || d.toks[i-1].stop):
		return true
	case t.low == "wie" && i > 0 && i+1 < len(d.toks) && d.in("as before", d.toks[i+1].low), (t.low == "unten" || t.low == "oben") && t.stop,
		t.low == "bescheid" && !slices.ContainsFunc(d.toks, func(t token) bool { return t.low == "mir" || t.low == "uns" || t.low == "mich" }):
		return false
	case t.low == "sonst" && i > 0 && d.toks[i-1].low == "als", t.low == "sich" && d.apart, t.low == "dagegen" && (verb == "tun" || verb == "machen" || verb == "unternehmen"):
		return false
	case d.in("telling", t.low) && !d.us:
		return !d.in("to oneself", t.low) || !slices.ContainsFunc(d.toks, func(t token) bool { return t.low == "dir" })
	}
	return d.in("refused", t.low)
}

// infinitive reports whether the clause that begins at token i is one with "zu".
func (d *deClause) infinitive(i int) bool {
	for ; i < len(d.toks); i++ {
		t := &d.toks[i]
		if t.low == "zu" && i+1 < len(d.toks) && strings.HasSuffix(d.toks[i+1].low, "n") || t.stop && len(t.low) > 6 && strings.Contains(t.low[2:], "zu") && strings.HasSuffix(t.low, "n") {
			return true
		}
		if t.stop {
			break
		}
	}
	return false
}

// person turns the word at token i; sure is false where that cannot be told.
func (d *deClause) person(i int, verb string) (word string, sure bool) {
	t := &d.toks[i]
	first, _ := utf8.DecodeRuneInString(t.text)
	capital := unicode.IsUpper(first)
	if t.text == "Sie" && (d.us || i > 0 && d.in("with accusative", d.toks[i-1].low)) {
		return "mich", true
	}
	if t.low == "sie" && capital || t.low == "du" {
		return "", false
	}
	if d.self && d.formal == "Sie" && (t.low == "mir" || t.low == "mich") {
		return "sich", true
	}
	if d.joint && (t.low == "uns" || strings.HasPrefix(t.low, "unser")) {
		return t.text, t.low == "uns" || d.formal == "du"
	}
	if said := d.maps["mine"][t.low]; said != "" {
		formal := strings.HasPrefix(t.low, "ih")
		switch {
		case formal && capital && i > 0:
			return said, true
		case formal:
			return t.text, d.formal == "du" // theirs or hers
		}
		return said, true
	}
	if t.low == "uns" && d.formal == "Sie" {
		if d.in("whom", verb) && (i == 0 || !d.in("with dative", d.toks[i-1].low)) || i > 0 && d.in("with accusative", d.toks[i-1].low) {
			return "Sie", true
		}
		return "Ihnen", true
	}
	if strings.HasPrefix(t.low, "unser") && i+1 < len(d.toks) && d.in("joint nouns", d.toks[i+1].low) {
		return t.text, true
	}
	if d.maps["Sie"][t.low] != "" || d.maps["du"][t.low] != "" {
		if d.formal == "" {
			return "", false
		}
		return d.maps[d.formal][t.low], true
	}
	return t.text, true
}

// deny puts "nicht", "kein", "noch nicht" or "nicht mehr" into a predicate; nil where its
// place cannot be told.
func (d *deClause) deny(words []string, kind, said string) []string {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "auch" || w == "ebenfalls" })
	if len(words) == 0 {
		return []string{"nicht"}
	}
	not := []string{"nicht"}
	if slices.ContainsFunc(words[:len(words)-1], func(w string) bool { return d.in("undenied", w) }) {
		return nil
	}
	for i, w := range words {
		switch {
		case w == "schon" || w == "bereits":
			if i+1 < len(words) && words[i+1] == "einmal" {
				return nil
			}
			not = []string{"noch", "nicht"}
			words = slices.Delete(words, i, i+1)
			return d.denied(words, not, kind)
		case w == "noch" && kind != "modal" && i+2 < len(words) && (words[i+1] == "ein" || words[i+1] == "eine" || words[i+1] == "einen"):
			noun := i + 2
			for noun < len(words) && !isLetterCapital(words[noun]) {
				noun++
			}
			if noun >= len(words) {
				return nil
			}
			return slices.Concat(words[:i], []string{"k" + words[i+1]}, words[i+2:noun+1], []string{"mehr"}, words[noun+1:])
		case w == "noch":
			if i+1 < len(words) && (words[i+1] == "einmal" || strings.HasPrefix(words[i+1], "ein") || !isLow(words[i+1]) || d.in("determiners", words[i+1]) || kind == "modal") {
				return nil
			}
			return slices.Concat(words[:i], []string{"nicht", "mehr"}, words[i+1:])
		}
	}
	return d.denied(words, not, kind)
}

func (d *deClause) denied(words, not []string, kind string) []string {
	n := len(words)
	if n == 0 {
		return not // "hast du schon?"
	}
	for i, w := range words {
		low := strings.ToLower(w)
		if strings.HasPrefix(low, "ein") && len(low) <= 5 && (low == "ein" || low == "eine" || low == "einen" || low == "einem" || low == "einer") {
			if i > 0 && d.in("prepositions", words[i-1]) {
				continue
			}
			out := slices.Clone(words)
			out[i] = "k" + low
			if len(not) > 1 {
				out = slices.Insert(out, i, "noch")
			}
			return out
		}
		if isCapital(w) && w != "Ihnen" && w != "Sie" && !strings.HasPrefix(w, "Ihr") {
			if i == 0 || !d.in("determiners", strings.ToLower(words[i-1])) && !d.in("prepositions", words[i-1]) && !d.owned(words[i-1]) && !d.adjective(words, i-1) {
				return nil // "Getränke besorgen": keine Getränke, if it is many
			}
		}
	}
	last := words[n-1]
	switch {
	case kind == "full" && d.in("particles", last) && n > 1:
		return slices.Insert(slices.Clone(words), n-1, not...)
	case kind == "full" && n > 1 && isLetterCapital(last) && (d.owned(words[n-2]) || d.in("definite", words[n-2])) && (n == 2 || !d.in("prepositions", words[n-3])):
		return append(slices.Clone(words), not...)
	case kind == "full":
		if n == 1 && isLow(last) && (last == "mir" || last == "mich" || last == "uns" || last == "das" || last == "es" || last == "ihn") || n == 2 && d.in("determiners", words[0]) && isCapital(last) {
			return append(slices.Clone(words), not...)
		}
		return nil
	case isLow(last) && !d.in("determiners", last):
		at := n - 1
		for at > 0 && (d.in("denied before", words[at-1]) || (last == "sein" || last == "werden") && at == n-1 && isLow(words[at-1])) {
			at--
		}
		return slices.Insert(slices.Clone(words), at, not...)
	case kind == "be" || kind == "have" && n == 2:
		for i := n - 2; i >= 0 && i >= n-3; i-- {
			if d.in("prepositions", words[i]) {
				return slices.Insert(slices.Clone(words), i, not...)
			}
		}
	}
	return nil
}

// owned reports whether a word is a possessive, as the reader says it.
func (d *deClause) owned(w string) bool {
	low := strings.ToLower(w)
	return strings.HasPrefix(low, "mein") || strings.HasPrefix(low, "dein") || strings.HasPrefix(w, "Ihr") || strings.HasPrefix(low, "eure") || strings.HasPrefix(low, "dies")
}

// adjective reports whether the word at i is one between a determiner and its noun.
func (d *deClause) adjective(words []string, i int) bool {
	return i > 0 && isLow(words[i]) && (d.in("determiners", words[i-1]) || d.owned(words[i-1]) || d.in("prepositions", words[i-1]))
}

func isCapital(w string) bool {
	c, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(c) || unicode.IsDigit(c)
}

func isLow(w string) bool {
	c, _ := utf8.DecodeRuneInString(w)
	return unicode.IsLower(c)
}
