package gist

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// reduced is what is offered in few words.
type reduced struct {
	toks   []token
	inf    string // the infinitive of the verb, which its language puts behind or before the rest
	could  string // an infinitive that is left out
	whole  string // a sentence of its own that says it
	adverb bool   // it only says where or for what
	wish   bool   // which is said behind "I prefer"
}

// core says what a clause or phrase offers in few words.
func (p *picker) core(s *sentence, toks []token) string { return p.told(s, p.reduce(s, toks)) }

// reduce finds what a clause or phrase offers.
func (p *picker) reduce(s *sentence, toks []token) reduced {
	toks = p.trimmed(toks)
	if len(toks) == 0 {
		return reduced{}
	}
	if p.subordinate(toks) {
		return p.reduceSubordinate(toks)
	}
	v := p.verbAt(toks)
	if v < 0 {
		if p.costs {
			if at := p.sumAt(toks); at > 0 {
				toks = p.beforeSum(toks, at)
			}
		}
		return reduced{toks: p.closed(toks)}
	}
	var r reduced
	switch p.code {
	case "de":
		r = p.reduceGerman(s, toks, v)
	case "fr":
		r = p.reduceFrench(s, toks, v)
	case "es":
		r = p.reduceSpanish(s, toks, v)
	}
	if p.costs {
		if at := p.sumAt(r.toks); at > 0 {
			r.toks = p.beforeSum(r.toks, at)
		}
	}
	r.toks = p.closed(p.trimmed(r.toks))
	return r
}

// trimmed cuts off what leads in and what a thing costs.
func (p *picker) trimmed(toks []token) []token {
	for len(toks) > 0 && (p.in(&toks[0], "option-leads") || toks[0].w.in.has(sOr) || toks[0].w.in.has(sAnd)) {
		toks = toks[1:]
	}
	if len(toks) > 2 && p.in(&toks[0], "supposing") && toks[1].w.in.has(sNegations) {
		toks = toks[2:] // "o si no, narcisos"
	}
	if at := p.priceAt(toks); at == 0 {
		rest := toks[1:]
		for len(rest) > 1 && (rest[0].w.in.has(sCurrencies) || strings.ContainsAny(rest[0].text, "€$£") || p.in(&rest[0], "price-tails") || p.in(&rest[1], "price-tails") && rest[0].w.in.has(sPrepositions)) {
			rest = rest[1:]
		}
		if len(rest) > 1 && p.in(&rest[0], "come-with") {
			return rest // "140 euros with the other glass"
		}
	} else if at > 0 {
		from := at
		for from > 0 && p.in(&toks[from-1], "price-joins") {
			from--
		}
		if from > 0 && (from < at && toks[at-1].low != "de" || toks[from-1].stop || !toks[from-1].w.in.has(sOf) && !toks[from-1].w.in.has(sPrepositions)) && !(p.code == "de" && at == from && p.verbAt(toks) >= 0 && at+2 < len(toks)) {
			toks = toks[:from]
		}
	}
	if n := len(toks); n > 2 && p.in(&toks[n-2], "price-only") && strings.Trim(toks[n-1].text, "0123456789.") == "" && len(toks[n-1].text) > 1 && !dayNumber(&toks[n-1]) {
		toks = toks[:n-2] // "una nueva por 250"
	}
	return toks
}

// beforeSum are the tokens before a sum and the words that lead to it.
func (p *picker) beforeSum(toks []token, at int) []token {
	for at > 1 && (p.in(&toks[at-1], "price-joins") || p.in(&toks[at-1], "price-only")) {
		at--
	}
	return toks[:at]
}

// subordinate reports whether tokens are a clause behind "whether" or "that".
func (p *picker) subordinate(toks []token) bool {
	return len(toks) > 2 && (toks[0].w.wh == "if" && !toks[0].stop || p.in(&toks[0], "that-clauses"))
}

// reduceSubordinate is what a clause behind "whether" or "that" offers: its verb stands last in
// German.
func (p *picker) reduceSubordinate(toks []token) reduced {
	if p.code != "de" {
		return p.reduceThat(toks)
	}
	toks = toks[1:]
	for len(toks) > 1 && (p.subject(&toks[0]) || toks[0].low == "ihr" && !isLetterCapital(toks[1].text) || p.in(&toks[0], "option-leads") || p.in(&toks[0], "option-datives")) {
		toks = toks[1:]
	}
	n := len(toks) - 1
	if n < 1 {
		return reduced{}
	}
	last := &toks[n]
	if last.w.in.has(sAuxiliaries) || p.in(last, "offer-modals") || p.in(last, "offer-having") || p.in(last, "offer-being") {
		toks = toks[:n]
		if n = len(toks) - 1; n > 0 && p.in(&toks[n], "light-deeds") {
			toks = toks[:n]
		}
	} else if !strings.HasSuffix(last.low, "en") {
		toks = toks[:n]
	}
	return reduced{toks: p.trimmed(toks)}
}

// reduceThat is a clause behind "que" of a wish, said as it stands where it speaks of both:
// "que nos veamos allí".
func (p *picker) reduceThat(toks []token) reduced {
	text := joinTexts(toks)
	if said := Wanted(p.code, text, p.manner); said != "" {
		return reduced{toks: toks, whole: said, wish: true}
	}
	if p.code == "es" && toks[1].low == "nos" {
		return reduced{toks: toks, whole: text, wish: true}
	}
	return reduced{}
}

// joinTexts are the texts of tokens with blanks between them.
func joinTexts(toks []token) string {
	var words []string
	for i := range toks {
		words = append(words, toks[i].text)
	}
	return strings.Join(words, " ")
}

// priceAt is where a sum of money stands, -1 for nowhere.
func (p *picker) priceAt(toks []token) int {
	for i := range toks {
		t := &toks[i]
		if !t.figure() {
			continue
		}
		if strings.ContainsAny(t.text, "€$£") {
			return i
		}
		if i+1 < len(toks) && !t.stop && (toks[i+1].w.in.has(sCurrencies) || strings.ContainsAny(toks[i+1].text, "€$£")) {
			if toks[i].from > 0 && i > 0 && toks[i-1].figure() {
				return i - 1 // "5 900 €"
			}
			return i
		}
		if i > 0 && (p.in(&toks[i-1], "costs-verbs") || p.in(&toks[i-1], "price-only")) && i+1 == len(toks) {
			return i
		}
	}
	return -1
}

// closed cuts off what only tells more.
func (p *picker) closed(toks []token) []token {
	for i := 1; i < len(toks); i++ {
		t := &toks[i]
		if toks[i-1].stop && !p.within(toks, i-1) && !p.listComma(toks, i-1) && !(toks[i-1].mark == ',' && slices.ContainsFunc(toks[i:min(len(toks), i+3)], func(t token) bool { return t.w.in.has(sAnd) })) {
			return toks[:i]
		}
		if t.w.in.has(sAnd) && i+1 < len(toks) && (p.subject(&toks[i+1]) || p.romance() && p.in(&toks[i+1], "option-datives") || p.code == "es" && p.firstPerson(&toks[i+1])) {
			toks = toks[:i] // "and I make a raclette"
			break
		}
		if p.in(t, "tells-more") || t.w.wh != "" && !(t.w.wh == "if") {
			toks = toks[:i]
			break
		}
	}
	if n := len(toks); n > 2 && p.in(&toks[n-1], "offer-ends") && toks[n-2].w.in.has(sPrepositions) {
		toks = toks[:n-2] // "Schoko im Angebot"
	}
	for n := len(toks); n > 1 && (p.in(&toks[n-1], "option-ends") || toks[n-1].w.det != "" || toks[n-1].w.in.has(sPrepositions) && !p.in(&toks[n-1], "particles")); n = len(toks) {
		toks = toks[:n-1]
	}
	return toks
}

// verbAt is where the finite verb of a clause stands, -1 for a phrase without one.
func (p *picker) verbAt(toks []token) int {
	for i := range toks[:min(len(toks), 9)] {
		t := &toks[i]
		if i > 0 && toks[i-1].stop && !p.within(toks, i-1) {
			return -1
		}
		if i > 0 && (p.in(t, "tells-more") || t.w.wh != "") { // "for the days that you name there are left"
			if at := slices.IndexFunc(toks[i:], func(t token) bool { return p.in(&t, "offer-having") }); at > 0 && (t.low == "que" || t.low == "qui" || t.low == "qu'") {
				return i + at
			}
			return -1
		}
		if t.w.det != "" && !(p.code == "fr" && i > 0 && p.subject(&toks[i-1])) || t.figure() {
			continue
		}
		known := t.w.in.has(sInverts) || t.w.in.has(sAuxiliaries) || p.in(t, "offer-modals") || p.in(t, "offer-having") || p.in(t, "offer-being")
		switch p.code {
		case "de":
			if p.finiteGerman(toks, i, known) {
				return i
			}
		case "fr":
			if p.finiteFrench(toks, i, known) {
				return i
			}
		case "es":
			if p.finiteSpanish(toks, i, known) {
				return i
			}
		}
	}
	return -1
}

// subject reports whether a token is a pronoun that a verb can have as its subject.
func (p *picker) subject(t *token) bool {
	return t.w.in.has(sSubjects) && t.w.det == "" && !(p.code == "de" && (t.low == "die" || t.low == "der" || t.low == "das" && t.text != t.low))
}

func (p *picker) finiteGerman(toks []token, i int, known bool) bool {
	t := &toks[i]
	if i > 0 && t.text != t.low || p.in(t, "option-leads") || t.w.in.has(sPrepositions) || t.w.in.has(sSubjects) {
		return false
	}
	behind := i > 0 && p.subject(&toks[i-1])
	before := i+1 < len(toks) && !t.stop && p.subject(&toks[i+1])
	if strings.HasSuffix(t.low, "en") && i == len(toks)-1 && !behind {
		return false
	}
	if known && i == len(toks)-1 && i > 0 && !behind && !p.in(t, "offer-being") {
		return false
	}
	if i == 0 && !known && len(toks) > 1 && toks[1].w.det != "" && t.text == t.low && (strings.HasSuffix(t.low, "en") || strings.HasSuffix(t.low, "t")) && !t.w.in.has(sDates) && t.w.det == "" && t.w.number < 0 {
		return true // "genügen die Initialen"
	}
	ends := strings.HasSuffix(t.low, "e") || strings.HasSuffix(t.low, "t") || strings.HasSuffix(t.low, "en")
	return known || (behind || before) && ends && t.w.number < 0 && !t.w.in.has(sAdjectives) && utf8.RuneCountInString(t.low) > 2
}

func (p *picker) finiteFrench(toks []token, i int, known bool) bool {
	if i == 0 && known && len(toks) > 2 && (toks[1].low == "vous" || toks[1].low == "tu" || toks[1].low == "on" || toks[1].low == "nous") {
		return true // "préférez-vous les garder"
	}
	at := i
	for at > 0 && (p.in(&toks[at-1], "option-datives") || toks[at-1].low == "le" || toks[at-1].low == "la" || toks[at-1].low == "les" || toks[at-1].low == "l'" || toks[at-1].low == "se" || toks[at-1].low == "s'" || toks[at-1].low == "en" || toks[at-1].low == "y" || toks[at-1].low == "ne" || toks[at-1].low == "n'") {
		at--
	}
	t := &toks[i]
	if p.in(t, "option-datives") || t.low == "se" || t.low == "ne" || t.low == "n'" || t.low == "en" || t.low == "y" || t.w.in.has(sPrepositions) && t.w.det == "" {
		return false
	}
	if t.w.det != "" {
		return false
	}
	if at > 0 && p.subject(&toks[at-1]) && !p.subject(t) {
		return true
	}
	if at < i && at == 0 && (toks[0].low == "nous" || toks[0].low == "vous") && i == at+1 {
		return true // "vous emballez"
	}
	if i > 1 && (strings.HasSuffix(t.low, "ent") || t.low == "font" || t.low == "vont") && !strings.HasSuffix(t.low, "ment") && (toks[0].low == "les" || toks[0].low == "certains") && strings.HasSuffix(toks[i-1].low, "s") {
		return true // "les costauds montent"
	}
	return known && i > 0 && !p.subject(t) && toks[i-1].w.det == "" && !toks[i-1].w.in.has(sPrepositions)
}

func (p *picker) finiteSpanish(toks []token, i int, known bool) bool {
	t := &toks[i]
	if known && !t.w.in.has(sPrepositions) {
		return true
	}
	if i > 0 && (p.in(&toks[i-1], "option-datives") || toks[i-1].low == "lo" || toks[i-1].low == "la" || toks[i-1].low == "los" || toks[i-1].low == "las") && !toks[i-1].stop {
		_, ok := restaterOf("es").forms()[t.low]
		return ok && (i == 1 || p.in(&toks[i-2], "option-datives") || p.in(&toks[i-2], "option-leads") || toks[i-2].w.in.has(sOr))
	}
	return (i == 0 || p.in(&toks[i-1], "option-leads")) && p.firstPerson(t)
}

// firstPerson reports whether a word is a Spanish verb of the first person.
func (p *picker) firstPerson(t *token) bool {
	f, ok := restaterOf("es").forms()[t.low]
	return ok && t.text == t.low && (f.address == "yo" || f.address == "nosotros") && !t.w.in.has(sNouns)
}

// infinitiveWord reports whether a token is an infinitive.
func (p *picker) infinitiveWord(t *token) bool {
	low := t.low
	if t.w.det != "" || t.w.in.has(sPrepositions) || p.in(t, "no-infinitives") || t.w.day > 0 || t.w.month > 0 || t.text != low && p.code == "de" {
		return false
	}
	switch p.code {
	case "de":
		return len(low) > 4 && (strings.HasSuffix(low, "en") || strings.HasSuffix(low, "ern") || strings.HasSuffix(low, "eln")) && !t.w.in.has(sAdjectives) && t.w.number < 0
	case "fr":
		for _, end := range []string{"er", "ir", "ndre", "ttre", "aire", "dire", "lire", "rire", "ivre", "indre", "oire", "duire"} {
			if strings.HasSuffix(low, end) && len(low) > 3 {
				return true
			}
		}
		return false
	}
	low, _ = p.enclitics(low)
	return len(low) > 2 && (strings.HasSuffix(low, "ar") || strings.HasSuffix(low, "er") || strings.HasSuffix(low, "ir"))
}

// enclitics parts a Spanish infinitive from the pronouns behind it: "enviar", "le".
func (p *picker) enclitics(low string) (string, string) {
	for _, c := range []string{"selo", "sela", "melo", "mela", "telo", "tela", "los", "las", "les", "nos", "lo", "la", "le", "me", "te", "se", "os"} {
		if head, ok := strings.CutSuffix(low, c); ok && len(head) > 2 {
			for _, end := range []string{"ar", "er", "ir", "ár", "ér", "ír"} {
				if strings.HasSuffix(head, end) {
					return head, c
				}
			}
		}
	}
	return low, ""
}

// pastLeads cuts pronouns and small words off that stand before what is offered.
func (p *picker) pastLeads(toks []token) []token {
	for len(toks) > 1 {
		t := &toks[0]
		switch {
		case p.code == "de" && (t.low == "das" || t.low == "es") && toks[1].w.det != "":
			toks = toks[1:] // "sollen das meine Leute machen"
		case p.in(t, "option-leads") || p.in(t, "option-datives") || t.text == "Ihnen":
			toks = toks[1:]
		case t.low == "für" && (toks[1].text == "Sie" || toks[1].low == "dich" || toks[1].low == "euch"):
			toks = toks[2:]
		default:
			return toks
		}
	}
	return toks
}

func (p *picker) reduceGerman(s *sentence, toks []token, v int) reduced {
	verb, before, behind := &toks[v], toks[:v], toks[v+1:]
	var subject *token
	switch n := len(before); {
	case n > 0 && p.subject(&before[n-1]):
		subject, before = &before[n-1], before[:n-1]
	case len(behind) > 0 && p.subject(&behind[0]) && !verb.stop:
		subject, behind = &behind[0], behind[1:]
	}
	if at := slices.IndexFunc(behind, func(t token) bool { return t.low == "als" }); at >= 0 && at+1 < len(behind) && p.in(verb, "offer-being") {
		if n := len(behind) - 1; strings.HasSuffix(behind[n].low, "bar") || p.in(&behind[n], "option-ends") {
			behind = behind[:n]
		}
		return reduced{toks: behind[at:]} // "gibt es als Taschenbuch"
	}
	if p.in(verb, "offer-being") && len(before) > 0 && len(p.trimmed(before)) > 0 && !p.in(&before[0], "free-words") && (p.costs || !before[0].w.in.has(sPrepositions) && (subject == nil || subject.low == "es") && !(p.behind && len(behind) > 0 && (behind[0].w.det != "" || isLetterCapital(behind[0].text)))) {
		return reduced{toks: before}
	}
	if p.costs && len(before) > 1 && !before[0].w.in.has(sPrepositions) && (before[0].w.det != "" || isLetterCapital(before[len(before)-1].text)) {
		return reduced{toks: before} // "ein neues Gerät bekommen Sie ab 140"
	}
	behind = p.pastLeads(behind)
	if len(behind) == 0 {
		return reduced{}
	}
	you := subject != nil && (subject.low == "du" || subject.low == "ihr" || subject.text == "Sie")
	modal := p.in(verb, "offer-modals")
	if you && !modal {
		text := capitalized(verb.low) + " " + subject.text + " " + s.phraseOf(p.closed(behind)) + "?"
		if yes := RestateTo("de", text, "", p.manner).Yes; yes != "" && len(strings.Fields(yes)) <= maxPick+2 {
			return reduced{toks: behind, whole: yes}
		}
	}
	n := len(behind) - 1
	switch {
	case modal:
		if p.in(&behind[n], "light-deeds") && n > 0 {
			return reduced{toks: behind[:n], could: behind[n].low}
		}
		return reduced{toks: behind}
	case p.in(verb, "offer-having") || p.in(verb, "offer-being") || subject == nil:
		return reduced{toks: behind}
	}
	inf := ""
	switch stem, ich := strings.CutSuffix(verb.low, "e"); {
	case strings.HasSuffix(verb.low, "en"):
		inf = verb.low
	case ich:
		inf = stem + "en"
	}
	if p.in(&behind[n], "particles") && n > 0 && inf != "" {
		return reduced{toks: behind[:n], inf: behind[n].low + inf}
	}
	if p.in(verb, "light-deeds") || inf == "" {
		return reduced{toks: behind, could: inf}
	}
	return reduced{toks: behind, inf: inf}
}

func (p *picker) reduceFrench(s *sentence, toks []token, v int) reduced {
	verb, before, behind := &toks[v], toks[:v], toks[v+1:]
	from := slices.IndexFunc(before, func(t token) bool { return p.subject(&t) })
	subject := ""
	if from >= 0 {
		subject = before[from].low
	}
	if v == 0 && len(behind) > 1 && p.subject(&behind[0]) {
		subject, behind = behind[0].low, behind[1:]
	}
	if len(behind) == 0 {
		if p.in(verb, "offer-being") && from < 0 {
			return reduced{toks: before}
		}
		if phrase := p.frenchDeed(verb, subject, before, nil); phrase != "" {
			return reduced{whole: phrase, wish: true}
		}
		return reduced{}
	}
	switch {
	case p.in(verb, "offer-being") && p.costs && from > 0:
		return reduced{toks: before[:from]}
	case p.in(verb, "offer-being") && from < 0 && !(p.behind && (behind[0].w.det != "" || behind[0].w.number > 0)):
		for len(before) > 1 && (p.in(&before[len(before)-1], "option-datives") || before[len(before)-1].low == "se") {
			before = before[:len(before)-1]
		}
		return reduced{toks: before}
	case p.in(verb, "offer-modals"):
		at := slices.IndexFunc(behind[:min(len(behind), 6)], func(t token) bool { return p.infinitiveWord(&t) })
		if p.subordinate(behind) {
			return p.reduceThat(behind)
		}
		if at < 0 {
			return reduced{toks: p.pastLeads(behind)}
		}
		if p.in(&behind[at], "light-deeds") && at+1 < len(behind) && (behind[at+1].w.det != "" || behind[at+1].w.number > 0 || behind[at+1].low == "d'") {
			return reduced{toks: behind[at+1:]}
		}
		for k := range at {
			if p.in(&behind[k], "option-leads") {
				behind = slices.Concat(behind[:k], behind[k+1:])
				break
			}
		}
		return reduced{toks: behind}
	case p.in(verb, "offer-having") && subject != "on", p.in(verb, "offer-being"):
		return reduced{toks: p.pastLeads(behind)}
	case subject == "on" || subject == "tu" || subject == "vous" || subject == "nous":
		text := s.phraseOf(p.closed(toks[max(from, 0):]))
		if yes := RestateTo("fr", capitalized(text)+" ?", "", p.manner).Yes; yes != "" && len(strings.Fields(yes)) <= maxPick+2 {
			return reduced{toks: p.pastLeads(behind), whole: yes}
		}
	}
	r := reduced{toks: p.pastLeads(behind)}
	if phrase := p.frenchDeed(verb, subject, before, behind); phrase != "" {
		if r.could = phrase; len(r.toks) == 0 || r.toks[0].w.det == "" && r.toks[0].w.number < 0 {
			r.whole, r.wish = phrase, true
		}
	}
	return r
}

// frenchDeed is what a clause in the first person does, as an infinitive: "le mettre en vente".
func (p *picker) frenchDeed(verb *token, subject string, before, behind []token) string {
	inf := p.maps["first-verbs"][verb.low]
	switch {
	case inf != "" || subject != "je" && subject != "j'" && subject != "on" && subject != "nous":
	case subject != "nous" && strings.HasSuffix(verb.low, "e") && len(verb.low) > 3:
		inf = verb.low + "r"
	case subject == "nous" && strings.HasSuffix(verb.low, "ons"):
		inf = strings.TrimSuffix(verb.low, "ons") + "er"
	}
	behind = p.closed(p.trimmed(behind))
	if inf == "" || len(behind) > 0 && !p.canStand(behind, true) {
		return ""
	}
	words := []string{}
	for k := range before {
		switch low := before[k].low; low {
		case "le", "la", "les", "l'", "en", "y", "lui", "leur":
			words = append(words, low)
		}
	}
	words = append(words, inf)
	for k := range behind {
		word, ok := p.turned(behind, k)
		if !ok {
			return ""
		}
		words = append(words, word)
	}
	return p.joined(words)
}

func (p *picker) reduceSpanish(s *sentence, toks []token, v int) reduced {
	verb, before, behind := &toks[v], toks[:v], toks[v+1:]
	for len(before) > 1 && p.in(&before[len(before)-1], "option-datives") {
		before = before[:len(before)-1]
	}
	if p.in(verb, "offer-being") && len(before) > 0 && !p.in(&before[0], "option-datives") && before[0].w.wh == "" && (p.costs || !before[0].w.in.has(sPrepositions)) && !(p.behind && len(behind) > 0 && behind[0].w.det != "") {
		return reduced{toks: before}
	}
	if len(behind) == 0 {
		if f := restaterOf("es").forms()[verb.low]; f.inf != "" {
			return reduced{inf: p.withClitics(f.inf, before)}
		}
		return reduced{}
	}
	switch {
	case p.in(verb, "offer-modals"):
		at := slices.IndexFunc(behind[:min(len(behind), 4)], func(t token) bool { return p.infinitiveWord(&t) })
		if at < 0 && p.subordinate(behind) {
			return p.reduceThat(behind)
		}
		if at < 0 {
			return reduced{toks: p.pastLeads(behind)}
		}
		low, tail := p.enclitics(behind[at].low)
		bare := tail == "" || tail == "le" || tail == "te" || tail == "les" || tail == "os"
		if p.in(&token{w: p.find(low)}, "light-deeds") && bare && at+1 < len(behind) && !behind[at+1].w.in.has(sPrepositions) {
			return reduced{toks: behind[at+1:]}
		}
		return reduced{toks: behind[at:]}
	case p.in(verb, "offer-having"), p.in(verb, "offer-being"):
		return reduced{toks: p.pastLeads(behind)}
	}
	f := restaterOf("es").forms()[verb.low]
	object := behind[0].w.det != "" || behind[0].w.number > 0 || p.in(&behind[0], "limiting-words")
	their := slices.ContainsFunc(before, func(t token) bool { return t.low == "lo" || t.low == "la" || t.low == "los" || t.low == "las" })
	if n := len(behind) - 1; n > 0 && p.subject(&behind[n]) {
		behind = behind[:n] // "te paso a buscar yo"
	}
	if f.inf == "" || object && !their {
		return reduced{toks: behind, could: f.inf}
	}
	if f.address == "tú" || f.address == "usted" {
		if yes := RestateTo("es", "¿"+capitalized(s.phraseOf(p.closed(toks)))+"?", "", p.manner).Yes; yes != "" {
			return reduced{toks: behind, whole: yes}
		}
	}
	return reduced{toks: behind, inf: p.withClitics(f.inf, before)}
}

// withClitics hangs the pronouns before a Spanish verb on its infinitive.
func (p *picker) withClitics(inf string, before []token) string {
	for k := range before {
		switch low := before[k].low; low {
		case "lo", "la", "los", "las", "nos":
			inf += low
		case "te", "le":
			inf += "me"
		}
	}
	return inf
}
