package gist

import "strings"

// readSentences collects questions, requests and promises.
func (m *mail) readSentences(lex *lexicon, g *Gist) {
	for _, s := range m.sentences {
		for _, part := range lex.clauses(s) {
			lex.readClause(part, g)
		}
	}
}

// clauses splits "When does it come and how much is it?" into its questions.
func (l *lexicon) clauses(s sentence) []sentence {
	if !s.asks {
		return []sentence{s}
	}
	var out []sentence
	from := 0
	for i := 1; i+1 < len(s.tokens) && len(out) < MaxItems; i++ {
		if s.tokens[i].low != "and" || i-from < 2 {
			continue
		}
		next := s.tokens[i+1].low
		if l.find(next).wh == "" && !l.is(next, sBegins) && !(l.is(next, sAuxiliaries) && i+2 < len(s.tokens) && s.tokens[i+2].w.in.has(sSubjects)) {
			continue
		}
		out = append(out, s.part(l, from, i, true))
		from = i + 1
	}
	if from == 0 {
		return []sentence{s}
	}
	return append(out, s.part(l, from, len(s.tokens), true))
}

func (l *lexicon) readClause(s sentence, g *Gist) {
	if len(g.Promises) < MaxItems {
		if p, ok := l.promise(s); ok {
			g.Promises = append(g.Promises, p)
			return
		}
	}
	if len(g.Requests) < MaxItems {
		if r, ok := l.request(s); ok {
			g.Requests = append(g.Requests, r)
			return
		}
	}
	if len(g.Questions) < MaxItems {
		if q, ok := l.question(s); ok {
			g.Questions = append(g.Questions, q)
		}
	}
}

// lead skips words that open a sentence without meaning for it.
func (l *lexicon) lead(toks []token) []token {
	for len(toks) > 1 && toks[0].w.in.has(sLeads) {
		toks = toks[1:]
	}
	return toks
}

// request recognises "please send ...", "could you send ...", "we need ...".
func (l *lexicon) request(s sentence) (Request, bool) {
	toks := l.lead(s.tokens)
	i := l.requestVerb(toks, s.asks)
	if i < 0 || i >= len(toks) || toks[i].w.in.has(sIdle) {
		return Request{}, false
	}
	verb := toks[i].low
	rest := toks[i+1:]
	if l.is(verb, sTelling) && (verb != "confirm" || l.asksWithin(rest)) && !l.handsOver(rest) {
		return Request{}, false // a question in the form of a request
	}
	r := Request{Text: cut(s.text, MaxQuote), Verb: verb, Object: l.best(rest)}
	r.Document = l.is(verb, sSending) && l.namesDocument(rest)
	return r, true
}

// requestVerb returns the index of the verb asked for, or -1.
func (l *lexicon) requestVerb(toks []token, asks bool) int {
	please := len(toks) > 1 && toks[0].w.in.has(sPolite)
	for i := 0; i+1 < len(toks) && i < 24; i++ {
		w, next := toks[i].low, toks[i+1].low
		switch j := l.manner(toks, i+1); {
		case l.is(w, sPolite) && l.verb(toks[j].low):
			return j
		case l.is(w, sAsking) && next == "you" && (asks || please):
			if j = l.manner(toks, i+2); j < len(toks) && l.verb(toks[j].low) {
				return j
			}
			return -1
		case l.is(w, sNeeding) && i > 0 && toks[i-1].w.in.has(sFirst) && !asks:
			return i
		}
	}
	if len(toks) > 1 && !asks && toks[0].w.in.has(sSending) && toks[1].w.in.has(sNeeds) {
		return 0 // "Send me the list."
	}
	return -1
}

// manner returns the index of the first token from i on that does not only say
// how: "please also quickly send".
func (l *lexicon) manner(toks []token, i int) int {
	for i < len(toks)-1 {
		w := toks[i].low
		if l.verb(w) || !l.is(w, sPolite) && !l.is(w, sAlso) && !strings.HasSuffix(w, "ly") {
			break
		}
		i++
	}
	return i
}

func (l *lexicon) verb(w string) bool { return l.is(w, sVerbs) || l.is(w, sSending) }

// asksWithin reports whether "when", "whether" and the like follow.
func (l *lexicon) asksWithin(rest []token) bool {
	for i := 0; i < len(rest) && i < 4; i++ {
		if rest[i].w.wh != "" {
			return true
		}
	}
	return false
}

// handsOver reports whether "let me have", "give us" and the like follow.
func (l *lexicon) handsOver(rest []token) bool {
	for i := 0; i < len(rest) && i < 3; i++ {
		if rest[i].low == "have" {
			return true
		}
	}
	return false
}

// NamesDocument reports whether a phrase names something that can be sent as a file:
// "the signed contract".
func NamesDocument(phrase string) bool {
	return english().namesDocument(english().tokens(cut(strings.ToValidUTF8(phrase, ""), MaxQuote)))
}

func (l *lexicon) namesDocument(toks []token) bool {
	for _, t := range toks {
		if t.w.in.has(sDocuments) || l.is(strings.TrimSuffix(t.low, "s"), sDocuments) {
			return true
		}
	}
	return false
}

// question recognises what is asked, with or without a question mark.
func (l *lexicon) question(s sentence) (Question, bool) {
	toks := l.lead(s.tokens)
	q := Question{Text: cut(s.text, MaxQuote)}
	at := l.questionWord(toks, s.asks)
	rest := toks
	if at < 0 {
		if verb := l.requestVerb(toks, s.asks); verb >= 0 && toks[verb].w.in.has(sTelling) {
			q.Kind, rest = "what", toks[verb+1:] // "please tell me the price"
		} else if !s.asks {
			return q, false
		}
	}
	if at >= 0 {
		q.Kind = toks[at].w.wh
		rest = toks[at+1:]
		if q.Kind == "how" && len(rest) > 0 {
			if how := l.maps["how"][rest[0].low]; how != "" {
				q.Kind, rest = how, rest[1:]
			}
		}
	}
	if q.Kind == "if" {
		q.Kind = ""
	}
	q.Dates = l.named(&s)
	q.YesNo = q.Kind == ""
	q.Topic = l.best(rest)
	if q.Topic == "" && len(q.Dates) > 0 {
		q.Topic = q.Dates[0]
	}
	return q, true
}

// questionWord returns the index of the word that asks, or -1. Without a
// question mark only "let me know when ..." and its kin ask.
func (l *lexicon) questionWord(toks []token, asks bool) int {
	if len(toks) == 0 {
		return -1
	}
	if asks && toks[0].w.in.has(sAuxiliaries) && !(len(toks) > 1 && toks[0].w.in.has(sAsking) && toks[1].low == "you") {
		return -1 // a plain yes or no
	}
	told := asks
	for i, t := range toks {
		if i == 24 {
			break
		}
		if t.w.in.has(sTelling) && !(i > 0 && t.low == "know" && toks[i-1].w.in.has(sFirst)) {
			told = true
		}
		kind := t.w.wh
		if kind == "" || !told || kind == "if" && asks && i == 0 {
			continue
		}
		if asks && i > 0 && !toks[i-1].stop && !toks[i-1].w.in.has(sPrepositions) && !toks[i-1].w.in.has(sTelling) && !toks[i-1].w.in.has(sObjects) {
			continue // a relative clause, not what is asked
		}
		return i
	}
	return -1
}

// promise recognises "I will send you the list by Friday".
func (l *lexicon) promise(s sentence) (Promise, bool) {
	if s.asks {
		return Promise{}, false
	}
	at := l.promiseVerb(s.tokens)
	if at < 0 {
		return Promise{}, false
	}
	what, due := l.best(s.tokens[at+1:]), l.due(&s)
	switch {
	case what == "" && due == "":
		return Promise{}, false // "I'll see what I can do."
	case what == "":
		what = joinTokens(s.tokens[at:min(at+3, len(s.tokens))])
	case l.bare(what):
		what = "the " + what // "I will send you photos"
	}
	return Promise{What: cut(what, MaxPhrase), Phrase: cut(s.text, MaxQuote), Due: due}, true
}

// bare reports whether a thing is named without an article or the like.
func (l *lexicon) bare(what string) bool {
	first, _, _ := strings.Cut(what, " ")
	return l.find(first).det == "" && !l.is(first, sDetermined) && first == strings.ToLower(first) && !l.is(first, sNouns)
}

// promiseVerb returns the index of the verb promised, or -1.
func (l *lexicon) promiseVerb(toks []token) int {
	for i := 0; i+1 < len(toks) && i < 40; i++ {
		j := -1
		switch low := toks[i].low; {
		case low == "i'll" || low == "we'll":
			j = i + 1
		case l.is(low, sFirst) && toks[i+1].low == "will":
			j = i + 2
		case (low == "i'm" || low == "we're") && i+3 < len(toks) && toks[i+1].low == "going" && toks[i+2].low == "to":
			j = i + 3
		case l.is(low, sFirst) && i+4 < len(toks) && (toks[i+1].low == "am" || toks[i+1].low == "are") && toks[i+2].low == "going" && toks[i+3].low == "to":
			j = i + 4
		default:
			continue
		}
		for j < len(toks) && (toks[j].w.in.has(sFillers) || strings.HasSuffix(toks[j].low, "ly") && toks[j].low != "reply" && toks[j].low != "supply") {
			j++
		}
		if j < len(toks) && toks[j].w.in.has(sPromised) {
			return j
		}
	}
	return -1
}
