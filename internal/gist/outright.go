package gist

import "strings"

// Courtesy has many forms by which something is wanted: "wir bitten Sie, die Tür zu
// sichern", "nous vous saurions gré de régler la facture", "le ruego confirme su
// asistencia", "trag bitte deine Stunden nach". Said outright they are of few: a question
// whether the reader can do it, or a plain wish to be told or sent something, which the
// rest of the package reads.

// maxOutright is how many words a sentence has that is said outright.
const maxOutright = 60

// outright returns a German, French or Spanish sentence that wants something as the plain
// sentences that want the same, one for each thing; nil for all others.
func (l *lexicon) outright(s *sentence) []string {
	if l.code == "en" || len(s.tokens) < 3 || len(s.tokens) > maxOutright {
		return nil
	}
	if two := s.tokens[0].low + " " + s.tokens[1].low; l.maps["in need"][two] != "" {
		return nil // "en cas d'empêchement, merci de prévenir"
	}
	last := &s.tokens[len(s.tokens)-1]
	if last.mark == ':' || last.mark == ',' || s.has(pAskChoose) || s.has(pAskPreference) || s.has(pAskEach) {
		return nil // it leads to a list, or wants a choice
	}
	switch l.code {
	case "de":
		return (&deWish{lexicon: l, r: restaterOf("de"), s: s}).outright()
	case "fr", "es":
		return (&romWish{lexicon: l, r: restaterOf(l.code), s: s}).outright()
	}
	return nil
}

// wanting is one thing that is wanted: a verb in the infinitive and what stands with it.
type wanting struct {
	verb string // "nachreichen"
	what string // "uns die Bescheinigung"
	told string // the clause that is to be told: "wann Sie kommen"
}

// colonAt is the first token before a colon, -1 for none.
func colonAt(toks []token) int {
	for i := range toks {
		if toks[i].mark == ':' {
			return i
		}
	}
	return -1
}

// behindColon is where what is wanted begins: behind a short lead with a colon, which is then
// a sentence of its own. It is not ok where the colon leads to a list, where fewer than some
// tokens follow it, or in a question.
func (l *lexicon) behindColon(s *sentence, least int) (from int, out []string, ok bool) {
	colon := colonAt(s.tokens)
	if colon < 0 {
		return 0, nil, true
	}
	if from = colon + 1; colon > 5 || l.leadsList(s.tokens[:from]) || len(s.tokens)-from < least || s.asks {
		return 0, nil, false
	}
	return from, []string{s.raw(0, from) + "."}, true
}

// raw is what stands from token from up to token to, as written, without marks at its end.
func (s *sentence) raw(from, to int) string {
	if from >= to || from < 0 || to > len(s.tokens) {
		return ""
	}
	return strings.TrimRight(s.text[s.tokens[from].from:s.tokens[to-1].to], " ,.;:!?")
}

// splitPlainly is the sentences that a text is read as: itself, or what it wants outright.
func (l *lexicon) splitPlainly(text string) []sentence {
	one := l.again(text)
	if len(one.tokens) == 0 {
		return nil
	}
	plain := l.outright(&one)
	if len(plain) == 0 {
		return []sentence{one}
	}
	out := make([]sentence, 0, len(plain))
	for _, p := range plain {
		if next := l.sentence(cut(p, MaxQuote)); len(next.tokens) > 0 {
			next.plain = true
			out = append(out, next)
		}
	}
	return out
}

// condition is the clause of a case that a sentence begins with, "si oui", and the token behind
// it; empty and 0 for none.
func (s *sentence) condition() (string, int) {
	if !s.tokens[0].w.in.has(sSuppose) {
		return "", 0
	}
	for i := 1; i+2 < len(s.tokens) && i < 14; i++ {
		if s.tokens[i].stop && s.tokens[i].mark == ',' {
			return s.raw(0, i+1), i + 1
		}
	}
	return "", 0
}

// supposed puts the case before what is wanted for it, from the n-th sentence on.
func supposed(lead string, out []string, n int) []string {
	if lead == "" {
		return out
	}
	for i := n; i < len(out); i++ {
		out[i] = lead + ", " + lowerFirst(strings.TrimPrefix(out[i], "¿"))
	}
	return out
}

// plainRequest reads what is wanted done as it was said outright: "Können Sie die Tür sichern?".
func (l *lexicon) plainRequest(s *sentence) (Request, bool) {
	if !s.plain || !s.asks || s.partial {
		return Request{}, false
	}
	toks := s.tokens
	from := 0
	for from < len(toks)-1 && !toks[from].w.in.has(sAsking) {
		from++
	}
	if from++; from < len(toks) && toks[from].w.in.has(sYou) {
		from++
	}
	if from >= len(toks) {
		return Request{}, false
	}
	verb := len(toks) - 1
	if l.code != "de" {
		for verb = from; verb < len(toks)-1 && (toks[verb].w.det != "" || toks[verb].w.in.has(sObjects) || toks[verb].w.in.has(sMe) || toks[verb].low == "en" || toks[verb].low == "y"); verb++ {
		}
	}
	if l.is(toks[verb].low, l.sets["telling infinitives"]) || l.code == "es" && strings.HasPrefix(toks[verb].low, "decir") {
		return Request{}, false
	}
	text := cut(s.text, MaxQuote)
	r := Request{Text: text, Clause: text, Verb: toks[verb].low, Object: l.best(toks[from:])}
	r.Document = l.is(strings.TrimSuffix(r.Verb, "me"), l.sets["sending infinitives"])
	return r, true
}

// headsPapers reports whether the first noun of words is a document: "una copia del DNI".
func (l *lexicon) headsPapers(toks []token) bool {
	if l.code == "de" {
		return l.headsPaper(toks)
	}
	for i := range toks[:min(len(toks), 4)] {
		t := &toks[i]
		switch {
		case t.w.in.has(sDocuments) || l.stem(t).in.has(sDocuments):
			return true
		case t.w.det == "" && !t.w.in.has(sAdjectives) && t.w.number < 0:
			return false
		}
	}
	return false
}
