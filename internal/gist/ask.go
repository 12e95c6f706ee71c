package gist

import (
	"slices"
	"strings"
)

// readSentences collects questions, requests and promises.
func (m *mail) readSentences(l *lexicon, g *Gist) {
	listed := false // the items of a list that was announced are questions
	sends := false  // or documents that are to be sent
	wants := false  // the sentence before wants something told
	for i := range m.sentences {
		s := &m.sentences[i]
		if !s.item {
			sends = slices.ContainsFunc(s.tokens, func(t token) bool {
				return t.w.in.has(sSending) || l.code == "en" && (t.w.in.has(sNeeding) || l.in(&t, "lacking"))
			})
			leads := strings.HasSuffix(s.text, ":") || l.code == "en" && i+1 < len(m.sentences) && m.sentences[i+1].item && !strings.ContainsAny(s.text[len(s.text)-1:], ".!?)")
			listed = (leads || m.leadsPoints(l, i)) && (s.has(pTell) || l.leadsList(s.tokens) || m.asksBelow(l, i)) && !l.notesLead(s.tokens)
			if listed && m.leadsPoints(l, i) {
				continue
			}
		}
		s = l.plainly(s)
		parts, named := l.inlineList(s), true
		sends = sends || parts != nil && l.code == "en"
		if parts == nil {
			if parts, named = l.wantedList(s), false; parts != nil {
				s.listed = true
				named = len(parts) > 2 && !slices.ContainsFunc(parts, func(p sentence) bool { return !p.told })
			}
		}
		if parts == nil {
			if parts, named = l.romanceList(s), true; parts != nil {
				s.listed = true
			}
		}
		if parts == nil {
			parts, named = l.eachWanted(l.clauses(s)), listed && s.item
			if one := l.lacked(s); one != nil {
				parts, named = []sentence{*one}, true
			}
			if (wants || !s.asks && l.begsThings(s, l.lead(s.tokens))) && l.alsoWanted(s) {
				parts, named = []sentence{*s}, true
			}
		}
		wants = len(parts) > 1 || l.wantsAt(s) >= 0
		for j, part := range parts {
			at, done := len(g.Questions), len(g.Requests)
			place := i*MaxItems + min(j, MaxItems-1)
			if named && (l.code == "en" || l.code == "de" || l.romance() && (l.asksBehind(part.tokens, 0) || part.tokens[0].w.wh != "")) {
				part.told = true
			}
			if named {
				part = l.noteOf(part)
			}
			if named && (sends || l.code != "en" && l.headsPapers(part.tokens)) && l.paper(part.tokens) && len(g.Requests) < MaxItems {
				g.Requests = append(g.Requests, Request{Text: part.words(0, len(part.tokens)), Verb: "send", Object: l.best(part.tokens), Document: true, Place: place, Label: s.label, By: l.deadline(&part), Clause: l.sendThing(&part)})
				continue
			}
			if !l.readClause(&part, g) && !m.readTask(l, &part, g) && named && !l.onlyTells(part.tokens) {
				l.listedQuestion(&part, g)
			}
			for ; done < len(g.Requests); done++ {
				r := &g.Requests[done]
				r.Place, r.If, r.Before, r.Label = place, l.onlyIf(s), m.before(i), s.label
				r.By = l.deadline(&part)
			}
			for ; at < len(g.Questions); at++ {
				q := &g.Questions[at]
				q.Place, q.Before, q.Wanted = place, m.before(i), q.Wanted || part.told
				if (s.listed || named && part.told && l.code == "de") && q.Of == OfNobody {
					q.Of = OfReader
				}
				q.Label, q.Offers = s.label, m.offersNear(i)
				switch {
				case q.Case:
					q.If = min(0, l.onlyIf(s))
				case part.only != 0:
					q.If = part.only
				default:
					q.If = l.onlyIf(s)
				}
				if at > 0 && q.If == 0 && l.stillSo(&m.sentences[i], g.Questions[at-1].Text) {
					q.If = -1
				}
				if at == len(g.Questions)-1 && len(q.Options) == 0 && s.has(pAskEach) && m.choicesOf(l, g, i) {
					break
				}
				m.choose(l, q, i, &part)
				m.window(l, q, i)
				m.offersDays(l, q, i, &part)
				m.reckon(l, q, i)
			}
		}
	}
	m.decisions(l, g)
	m.meet(l, g)
	m.decide(l, g)
	m.leftOpen(l, g)
	m.offeredTime(l, g)
	if len(g.Questions) == 0 && len(g.Requests) == 0 && l.code == g.Language {
		m.open(l, g)
	}
}

// before is the sentence before the i-th one, where it asks nothing: what that brings up
// is what is asked of. It is empty where there is none.
func (m *mail) before(i int) string {
	if i == 0 || m.sentences[i-1].asks {
		return ""
	}
	return cut(m.sentences[i-1].text, MaxQuote)
}

// onlyIf tells for which answer to the question before a sentence goes on: 1 for "if so" and
// "if you come", -1 for "if not" and "if you cannot", 0 for any.
func (l *lexicon) onlyIf(s *sentence) int {
	if s.only != 0 {
		return s.only
	}
	toks := s.tokens
	if len(toks) < 3 || !toks[0].w.in.has(sSuppose) {
		return 0
	}
	if l.in(&toks[0], "otherwise") {
		return -1 // "Sinon, on peut la décaler ?"
	}
	if _, means := l.conditionOf(s); means == contrary {
		return -1 // "If you have already paid, when was that?"
	}
	for i := 1; i < len(toks) && i < 8; i++ {
		if toks[i].w.in.has(sNegations) {
			return -1
		}
		if toks[i].stop {
			break
		}
	}
	switch toks[1].low {
	case "so", "yes", "possible", "ja", "oui", "sí":
		return 1
	}
	if l.code == "en" && len(toks) > 3 && toks[2].stop && toks[1].w.in.has(sSubjects) && toks[2].w.in.has(sAuxiliaries) {
		return 1 // "If it does, move it."
	}
	if toks[1].w.in.has(sYou) {
		return 1
	}
	return 0
}

// ands is how many words of "and" stand first.
func (l *lexicon) ands(toks []token) (n int) {
	for n < len(toks) && toks[n].w.in.has(sAnd) {
		n++
	}
	return n
}

// stillSo reports whether a sentence supposes that something is still so of which the question
// before it asks whether it is over: "Is it faster now? If it is still slow, tell me when."
func (l *lexicon) stillSo(s *sentence, before string) bool {
	return l.code == "en" && len(s.tokens) > 4 && s.tokens[0].w.in.has(sSuppose) && slices.ContainsFunc(s.tokens[1:5], func(t token) bool { return t.low == "still" }) && !strings.Contains(before, " still ")
}

// open notes that the mail asks something which could not be read: a choice where
// something is offered near it.
func (m *mail) open(l *lexicon, g *Gist) {
	for i := len(m.sentences) - 1; i >= 0; i-- {
		s := &m.sentences[i]
		if l.code == "en" && !s.asks && l.saysThat(s.tokens) {
			continue
		}
		asks := s.asks && len(s.tokens) > 2 || s.has(pAskPreference) || s.has(pAskChoose) || s.has(pTell) && slices.ContainsFunc(s.tokens, func(t token) bool { return t.w.in.has(sTelling) })
		if !asks || l.saysOnly(s) || s.has(pAskNone) || !s.asks && l.reported(l.lead(s.tokens)) || len(s.tokens) == 0 || !s.asks && l.in(&s.tokens[0], "inverted-if") || !s.asks && s.has(pActThanks) { // "just a line to say thank you"
			continue
		}
		q := Question{Text: cut(s.text, MaxQuote), Kind: "what", Ask: AskWhat, Of: OfReader, Open: true}
		if out := m.optionsNear(l, i); (l.code == "en" || s.has(pAskPick) || s.has(pAskPreference) || s.has(pAskChoose)) && len(out) > 1 && l.choiceKind(out) == AskChoice {
			q.Kind, q.Ask, q.Options, q.Open = "which", AskChoice, l.sayOptions(out), false
		}
		q.Offers = m.offersNear(i)
		g.Questions = append(g.Questions, q)
		return
	}
}

// inNeed reports whether a sentence is of what may come to pass: "in urgent cases please
// call Dr. Webb" wants nothing now.
func (l *lexicon) inNeed(s *sentence) bool {
	if len(s.tokens) == 0 || !s.tokens[0].w.in.has(sPrepositions) {
		return false
	}
	for i := 1; i < len(s.tokens) && i < 4; i++ {
		if l.in(&s.tokens[i], "need-cases") {
			return true
		}
	}
	return false
}

// readClause reads one clause and reports whether it asks or promises something.
func (l *lexicon) readClause(s *sentence, g *Gist) bool {
	if toks := l.caseTold(s); toks != nil && len(g.Questions) < MaxItems {
		if !s.has(pAskNone) {
			from := len(s.tokens) - len(l.lead(s.tokens))
			part := s.part(l, from, from+len(toks), false)
			part.told = true
			text := cut(part.written(), MaxQuote)
			g.Questions = append(g.Questions, Question{Text: text, YesNo: true, Topic: l.best(toks), Ask: AskYesNo, Of: l.whose(toks), Case: true})
		}
		return true
	}
	if len(g.Promises) < MaxItems {
		if p, ok := l.promise(s); ok {
			g.Promises = append(g.Promises, p)
			return true
		}
	}
	if r, ok := l.plainRequest(s); ok && len(g.Requests) < MaxItems {
		g.Requests = append(g.Requests, r)
		return true
	}
	if len(g.Requests) < MaxItems && !l.asksRather(s) && !l.inNeed(s) {
		if r, ok := l.request(s); ok {
			g.Requests = append(g.Requests, r)
			return true
		}
	}
	if len(g.Questions) < MaxItems {
		if q, ok := l.question(s, g); ok {
			g.Questions = append(g.Questions, q)
			return true
		}
	}
	return false
}

// asksRather reports whether what has the form of a request is a question: "I need to
// know how many", "can you deliver on Friday", "could you give me the address".
func (l *lexicon) asksRather(s *sentence) bool {
	toks := l.lead(s.tokens)
	if verb := l.requestVerb(toks, s.asks); l.code == "en" && verb >= 0 && toks[verb].w.in.has(sTelling) && l.tellsOthers(toks[verb+1:]) {
		return false // "let Sam know when they arrive"
	}
	if s.has(pTell) && l.questionWord(s, toks) >= 0 || s.has(pAskChoose) {
		return true
	}
	if s.asks && len(toks) > 2 && toks[0].w.in.has(sPrepositions) && toks[1].w.wh != "" {
		return true // "from what date could you start?"
	}
	verb := l.requestVerb(toks, s.asks)
	if verb < 0 {
		return false
	}
	if s.asks && (len(l.choice(s, toks, -1)) > 1 || l.asksTwice(toks)) || len(l.replies(toks, verb)) > 0 || l.confirmed(toks, verb) != nil {
		return true
	}
	if s.asks && l.code == "en" && toks[verb].w.in.has(sNeeding) && verb > 0 && toks[verb-1].w.in.has(sYou) {
		return true // "would you need a lift home?"
	}
	if toks[verb].w.in.has(sHanding) || toks[verb].w.in.has(sNeeding) {
		switch l.askedThing(l.behindVerb(toks, verb)) {
		case AskNumber, AskIdentifier, AskAddress, AskPhone, AskVersion, AskMoney, AskDate, AskDeadline, AskStatus:
			return !l.namesDocument(l.headOf(l.behindVerb(toks, verb)))
		case AskWho:
			return l.asksName(l.behindVerb(toks, verb)) && !l.namesDocument(l.headOf(l.behindVerb(toks, verb)))
		}
	}
	if !s.asks || toks[verb].w.in.has(sSending) || toks[verb].w.in.has(sTelling) || verb > 2 || !toks[0].w.in.has(sAsking) {
		return false
	}
	if toks[verb].w.in.has(sBargain) && (s.figures || slices.ContainsFunc(toks, func(t token) bool { return t.w.number > 1 })) || toks[0].w.in.has(sFutures) {
		return true
	}
	for i := range toks {
		if toks[i].w.in.has(sSending) {
			return false
		}
	}
	for _, d := range l.dates(s) {
		if d.from == 0 || !s.tokens[d.from-1].w.in.has(sDeadlines) {
			return true
		}
	}
	return s.has(pSuits) || s.has(pAskMeet)
}

// headOf are the words of a thing before what says of what it is: "a name" of "a name for the
// invoice". Languages other than English keep all.
func (l *lexicon) headOf(toks []token) []token {
	if l.code != "en" {
		return toks
	}
	for i := 1; i < len(toks); i++ {
		if toks[i-1].stop || toks[i].w.in.has(sPrepositions) {
			return toks[:i]
		}
	}
	return toks
}

// replies returns what is to be answered with: "please reply with the reading". It is
// nothing where that is no value to tell.
func (l *lexicon) replies(toks []token, verb int) []token {
	if verb < 0 || verb+2 >= len(toks) || !toks[verb].w.in.has(sReplying) {
		return nil
	}
	rest := toks[verb+1:]
	for len(rest) > 2 && !rest[0].stop && (rest[0].w.in.has(sTo) || rest[0].w.in.has(sMe) || rest[0].w.in.has(sObjects)) {
		rest = rest[1:]
	}
	for i := 0; l.code == "en" && len(rest) > 2 && i < 4 && !rest[0].w.in.has(sWith) && !rest[0].stop; i++ {
		rest = rest[1:] // "to this mail"
	}
	if !rest[0].w.in.has(sWith) || l.askedThing(rest[1:]) == "" {
		return nil
	}
	return rest[1:]
}

// lead skips words that open a sentence without meaning for it.
func (l *lexicon) lead(toks []token) []token {
	for len(toks) > 1 && (toks[0].w.in.has(sLeads) || l.called(toks) || l.code == "en" && len(toks) > 3 && !toks[0].stop && strings.HasSuffix(toks[0].low, "ly") && toks[1].w.wh != "" && toks[1].w.wh != "if") { // "roughly how old is it"
		toks = toks[1:]
	}
	return toks
}

// called reports whether tokens begin with the name of who is asked: "Hugh, can you", "Hugh
// did you".
func (l *lexicon) called(toks []token) bool {
	if l.code == "en" && len(toks) > 3 && !toks[0].stop && (toks[0].w == unknown && capital(toks[0].text) || toks[0].low == "mate") && toks[1].w.in.has(sAuxiliaries) && !toks[1].stop &&
		(toks[2].w.in.has(sSubjects) || toks[0].low == "mate" && toks[2].w.det != "") {
		return true
	}
	return l.code == "en" && len(toks) > 2 && toks[0].mark == ',' && toks[0].w == unknown && capital(toks[0].text) && (toks[1].w.in.has(sAuxiliaries) || toks[1].w.wh != "" || toks[1].w.in.has(sPolite))
}

// behindAnd reports whether a clause is joined to the one before it, and does not go into it:
// "how do we pay, and do I …?", not "how do we pay, do I …?"
func (l *lexicon) behindAnd(s *sentence) bool {
	if l.code != "en" || len(s.tokens) == 0 || s.tokens[0].from > len(s.text) {
		return false
	}
	before := strings.Fields(s.text[:s.tokens[0].from])
	return len(before) > 0 && l.find(strings.ToLower(before[len(before)-1])).in.has(sAnd) || s.tokens[0].w.in.has(sAnd)
}

// question recognises what is asked, with or without a question mark.
func (l *lexicon) question(s *sentence, g *Gist) (Question, bool) {
	toks := l.lead(s.tokens)
	q := Question{Text: cut(s.text, MaxQuote)}
	if s.partial {
		q.Text = cut(s.written(), MaxQuote)
		q.And = l.behindAnd(s)
	}
	if l.code == "en" && len(toks) > 1 && toks[0].low == "which" && toks[1].low == "reminds" {
		return q, false
	}
	if s.has(pAskNone) || l.code == "en" && !s.asks && l.ownNeeds(toks) || !s.asks && l.reported(toks) || !s.asks && len(toks) > 1 && l.in(&toks[0], "inverted-if") && toks[1].w.in.has(sSubjects) {
		return q, false // "Sollten Sie schon gezahlt haben, …"
	}
	if l.saysOnly(s) {
		return q, false
	}
	if l.romance() && s.asks && l.asksMore(g) && l.sendsNamed(toks) {
		return q, false // "¿Podrías mandárnoslo antes del 21?" behind what is wanted
	}
	at := l.questionWord(s, toks)
	if s.told && at < 0 && toks[0].w.wh != "" {
		at = 0
	}
	rest := toks
	if at < 0 {
		switch verb := l.requestVerb(toks, s.asks); {
		case l.confirmed(toks, verb) != nil:
			rest = l.confirmed(toks, verb) // "please confirm that you are coming"
		case verb >= 0 && s.asks && l.code == "en" && toks[verb].w.in.has(sNeeding) && verb > 0 && toks[verb-1].w.in.has(sYou):
		case verb >= 0 && toks[verb].w.in.has(sTelling) && l.tellsNothing(toks[verb+1:]) && l.asksMore(g):
			return q, false // "can you let me know by Monday"
		case verb >= 0 && len(l.replies(toks, verb)) > 0:
			q.Kind, rest = "what", l.replies(toks, verb)
		case !s.asks && l.options["you"] == "none" && l.ownNeed(toks):
			return q, false
		case verb >= 0 && (toks[verb].w.in.has(sTelling) || (toks[verb].w.in.has(sHanding) || toks[verb].w.in.has(sNeeding)) && l.askedThing(l.behindVerb(toks, verb)) != ""):
			q.Kind, rest = "what", l.behindVerb(toks, verb) // "please tell me the price"
		case s.has(pTell) && l.askedThing(l.behind(s, pTell)) != "" && !l.tellsNothing(l.behind(s, pTell)):
			q.Kind, rest = "what", l.behind(s, pTell)
		case s.told && (toks[0].w.det != "" || strings.HasSuffix(toks[0].low, "'s")) && l.askedThing(toks) != "":
			q.Kind = "what" // "and your passport number"
		case s.has(pAskChoose):
			q.Kind = "which"
		case l.code == "en" && len(toks) > 3 && toks[0].low == "tell" && toks[1].w.in.has(sMe) && !toks[1].stop && toks[2].w.det != "":
			q.Kind, rest = "what", toks[2:] // "tell me the make you prefer"
		case !s.asks && s.has(pAskRating) && l.wantsMarks(s):
			q.Kind = "what" // "Marks out of ten, please."
		case !s.asks && l.takesFor(toks) > 0:
			rest = toks[l.takesFor(toks):] // "I take it you got the tickets."
		case !s.asks && !l.asksPlainly(toks) && !l.plainChoice(s, toks):
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
	q.Dates = l.named(s)
	if l.code == "de" {
		_, busy := l.offeredDays(s)
		q.Dates = slices.DeleteFunc(q.Dates, func(d string) bool { return slices.Contains(busy, d) })
	}
	q.YesNo = q.Kind == ""
	q.Topic = l.best(rest)
	if q.Topic == "" && q.YesNo && len(q.Dates) > 0 {
		q.Topic = q.Dates[0]
	}
	l.judgeQuestion(s, toks, at, &q)
	q.Wanted = l.code == "en" && !s.asks && (at > 0 && toks[at].w.wh != "if" && s.endsAt(pTell, at+len(s.tokens)-len(toks)) && (!l.ofOthers(toks[:at]) || l.ofReader(toks[at:])) || l.in(&toks[0], "choose-of") && s.has(pAskChoose))
	if q.Ask == AskWhat && l.code == "en" && at < 0 {
		if told := l.replies(toks, l.requestVerb(toks, s.asks)); told != nil {
			q.Ask = l.askedThing(told) // "reply to this mail with your size"
		}
	}
	if at < 0 && l.code == "en" && q.Ask == AskChoice && toks[0].low == "tell" && !s.has(pAskChoose) {
		q.Ask, q.Options = AskWhat, nil // "tell me the make you prefer or a limit"
	}
	if at < 0 && l.confirmed(toks, l.requestVerb(toks, s.asks)) != nil && q.Ask != AskMeet && q.Ask != AskStatus {
		q.Ask, q.Kind, q.YesNo, q.Options = AskYesNo, "", true, nil
	}
	if (q.Ask == AskTime || q.Ask == AskDate) && len(q.Options) == 0 && q.Of == OfReader && l.placed(rest, q.Topic) {
		q.Topic = "" // "what time can you be at the station": the time is not the station's
	}
	return q, true
}

// wantsMarks reports whether a sentence that names a scale and asks nothing wants marks:
// nobody in it gives any.
func (l *lexicon) wantsMarks(s *sentence) bool {
	for i := range s.tokens {
		if w := s.tokens[i].w; w.in.has(sFirst) || w.in.has(sBeing) || i > 0 && w.in.has(sSubjects) && !w.in.has(sYou) && !w.in.has(sObjects) {
			return false
		}
	}
	return len(s.tokens) < 20
}

// placed reports whether a topic is only where something happens.
func (l *lexicon) placed(toks []token, topic string) bool {
	words := strings.Fields(strings.ToLower(topic))
	if len(words) == 0 {
		return false
	}
	last := slices.IndexFunc(toks, func(t token) bool { return t.low == words[len(words)-1] })
	for i := last - len(words); i <= last-len(words)+1; i++ {
		if last > 0 && i >= 0 && i < last && toks[i].w.in.has(sPlacing) {
			return true
		}
	}
	return false
}

// asksMore reports whether a mail has asked something before.
func (l *lexicon) asksMore(g *Gist) bool { return len(g.Questions)+len(g.Requests) > 0 }

// behind returns the tokens behind the first find of a group.
func (l *lexicon) behind(s *sentence, g groupID) []token {
	for _, h := range s.hits {
		if h.group == g {
			return s.tokens[h.to:]
		}
	}
	return nil
}

// asksPlainly reports whether a sentence without a question mark has the form of a
// question: "are you free on Friday", "how many do you need".
func (l *lexicon) asksPlainly(toks []token) bool {
	if len(toks) < 3 || l.options["you"] == "none" {
		return false // "Llega usted el sábado."
	}
	w, next := toks[0].w, toks[1].w
	if first := toks[0].low; l.code == "en" && (first == "was" || first == "were" || first == "am") && (strings.HasSuffix(toks[1].low, "ing") || toks[1].low == "gonna" || next.in.has(sAlso)) {
		return false // "Was going to do free beer."
	}
	if w.in.has(sInverts) && w.in.has(sBeing) && len(toks) > 3 && !next.in.has(sNegations) && !next.in.has(sPrepositions) {
		return true // "and is seven o'clock still fine"
	}
	return w.in.has(sInverts) && next.in.has(sSubjects) && !toks[0].stop
}

// questionWord returns the index of the word that asks, or -1. Without a
// question mark only "let me know when ..." and its kin ask, and sentences that
// have the form of a question.
func (l *lexicon) questionWord(s *sentence, toks []token) int {
	if len(toks) == 0 {
		return -1
	}
	asks := s.asks
	if !asks && toks[0].w.in.has(sTo) && !l.needsToKnow(s) {
		return -1 // "Just to let you know how happy we are."
	}
	if asks {
		if _, at := l.between(toks); at > 0 {
			return at
		}
	}
	if asks && toks[0].w.in.has(sAuxiliaries) && !(l.code == "en" && toks[0].low == "any" && s.has(pTell)) && !(len(toks) > 1 && (toks[0].w.in.has(sAsking) || s.has(pTell)) && (toks[1].w.in.has(sSubjects) || l.options["you"] == "none" && (toks[1].w.in.has(sTelling) || s.has(pTell) && toks[1].w.wh != ""))) {
		return -1 // a plain yes or no
	}
	if !asks && l.reported(toks) {
		return -1 // "You wanted to know whether the tubes can be used again: they can."
	}
	if at := l.notTold(toks); at > 0 && !asks {
		return at // "You did not say how many nights you need."
	}
	told := asks || l.whFirst(toks) || s.told && len(toks) > 1 && toks[0].w.in.has(sPrepositions) && toks[1].w.wh != ""
	skip := len(s.tokens) - len(toks)
	for i, t := range toks {
		if i == 24 {
			break
		}
		knower := i > 0 && t.w.in.has(sKnowing) && (toks[i-1].w.in.has(sFirst) || !asks && toks[i-1].w.in.has(sYou)) // "I know how", "to let you know how"
		if t.w.in.has(sTelling) && !knower || s.endsAt(pTell, i+skip) || l.code == "en" && l.in(&t, "asked") && l.ofReader(toks[i:]) && !t.stop && i+2 < len(toks) && (toks[i+1].w.wh != "" || toks[i+2].w.wh != "" && (toks[i+1].w.in.has(sMe) || toks[i+1].w.in.has(sObjects))) {
			told = true
		}
		if (t.w.in.has(sKnowing) || l.code == "en" && t.w.in.has(sTelling)) && i > 0 && (toks[i-1].w.in.has(sNegations) || l.code == "en" && i > 1 && toks[i-2].w.in.has(sNegations) && !toks[i-1].w.in.has(sTo)) && !asks {
			return -1 // "I don't know how"
		}
		kind := t.w.wh
		if !asks && kind == "what" && i+1 < len(toks) && toks[i+1].w.in.has(sExclaiming) {
			return -1 // "what a pleasure it has been"
		}
		if kind == "" || !told || kind == "if" && (asks && i == 0 || !l.tellsAt(s, toks, i, skip)) {
			continue
		}
		if i+1 < len(toks) && l.in(&toks[i+1], "unasking") {
			continue // "quand même"
		}
		if l.code == "en" && !asks && kind == "which" && i > 1 && toks[i-1].stop && i+1 < len(toks) && toks[i+1].w.in.has(sSubjects) {
			continue // "the reading, which you find below the stairs"
		}
		if !asks && i > 0 && (kind == "where" || kind == "when") && toks[i-1].w.in.has(sSpans) {
			continue // "to say it was the first one in months where"
		}
		if id, ok := l.sets["in-place"]; ok && asks && i > 0 && i+4 > len(toks) && t.w.in.has(id) {
			return i // "tu apportes quoi ?"
		}
		if !asks && kind == "which" && i > 1 && toks[i-1].w.in.has(sPrepositions) && !toks[i-2].w.in.has(sTelling) && !toks[i-2].w.in.has(sObjects) && !toks[i-2].stop && !s.endsAt(pTell, i+skip-1) {
			continue // "confirm the address at which"
		}
		if asks && i > 1 && i < 4 && l.romance() && (kind != "what" || l.code == "es") && kind != "if" && toks[0].w.det != "" && !slices.ContainsFunc(toks[:i], func(t token) bool { return t.w.in.has(sInverts) || t.stop }) {
			return i // "¿la basura qué noche se saca?"
		}
		if asks && i > 0 && l.code == "fr" && (kind == "how many" || kind == "which" && strings.HasPrefix(t.low, "quel")) {
			return i // "tu fais quelle pointure ?"
		}
		if asks && i > 0 && !toks[i-1].stop && !toks[i-1].w.in.has(sPrepositions) && !toks[i-1].w.in.has(sTelling) && !toks[i-1].w.in.has(sObjects) && !s.endsAt(pTell, i+skip) {
			continue // a relative clause, not what is asked
		}
		return i
	}
	return -1
}

// needsToKnow reports whether the sender says that they want to be told: "To give you a price
// I need to know how big".
func (l *lexicon) needsToKnow(s *sentence) bool {
	for _, h := range s.hits {
		if h.group == pTell && (s.tokens[h.from].w.in.has(sFirst) || h.from > 0 && s.tokens[h.from-1].w.in.has(sFirst)) {
			return true
		}
	}
	return false
}

// tellsAt reports whether "if" or "whether" at token i is what is to be told, not a condition.
func (l *lexicon) tellsAt(s *sentence, toks []token, i, skip int) bool {
	if i+1 >= len(toks) || toks[i].stop || toks[i+1].w.in.has(sNegations) {
		return false // "so I can ask someone else if not"
	}
	for j := max(0, i-4); j < i; j++ {
		if toks[j].w.in.has(sTelling) || l.code == "en" && l.in(&toks[j], "asked") {
			return true
		}
	}
	return s.endsAt(pTell, i+skip)
}

// endsAt reports whether a find of a group ends at or one word before token i.
func (s *sentence) endsAt(g groupID, i int) bool {
	for _, h := range s.hits {
		if h.group == g && (h.to == i || h.to == i-1) {
			return true
		}
	}
	return false
}

// whFirst reports whether a sentence begins with a question word and a verb before
// its subject: "how many do you need", not "when you come".
func (l *lexicon) whFirst(toks []token) bool {
	if len(toks) < 3 || l.in(&toks[1], "unasking") {
		return false // "wie besprochen haben wir …"
	}
	if toks[0].w.wh == "" || toks[0].w.wh == "if" || toks[1].w.in.has(sSubjects) || toks[0].stop {
		return false
	}
	if toks[0].w.wh != toks[0].low && strings.HasSuffix(toks[0].low, "s") && toks[1].w.det != "" {
		return true // "whats your shoe size"
	}
	how := toks[0].w.wh == "how" && l.maps["how"][toks[1].low] != ""
	for i := 1; i+1 < len(toks) && i < 5; i++ {
		if how && i > 1 && toks[i].w.in.has(sInverts) {
			return true // "how many kids are in your class"
		}
		if toks[i].w.in.has(sInverts) && (toks[i+1].w.in.has(sSubjects) || (i == 1 || i == 2 && toks[0].w.wh != "when") && toks[i+1].w.det != "") {
			return true
		}
	}
	return false
}

// meet makes the days of a question an appointment where the mail is about one: "Let
// us have a call. Tuesday or Wednesday?"
func (m *mail) meet(l *lexicon, g *Gist) {
	about := false
	for i := range m.sentences {
		about = about || m.sentences[i].has(pAskMeet) || m.sentences[i].has(pProposesMeeting)
	}
	if !about {
		return
	}
	for i := range g.Questions {
		q := &g.Questions[i]
		if (l.code == "en" || l.code == "de") && slices.ContainsFunc(l.tokens(q.Text), func(t token) bool { return l.in(&t, "past-asks") || l.in(&t, "no-appointment") }) {
			continue // "when did you last have it done?", "when could I have it back?"
		}
		days := q.Ask == AskDate && len(q.Options) > 0 || q.Ask == AskTime && len(q.Options) > 0 && slices.Contains(q.Dates, q.Options[0])
		if days || q.Ask == AskDate && q.Kind == "when" && q.Topic == "" || q.YesNo && len(q.Dates) > 0 && q.Topic == q.Dates[0] {
			q.Ask = AskMeet
		}
	}
}
