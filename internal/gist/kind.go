package gist

import (
	"slices"
	"strings"
)

// patternKinds are the kinds of questions that have patterns of their own, the ones
// that tell most first.
var patternKinds = []struct {
	group groupID
	ask   Ask
}{
	{pAskRating, AskRating}, {pAskRemind, AskRemind}, {pAskSum, AskSum}, {pAskFeeling, AskFeeling}, {pAskStatus, AskStatus},
	{pAskOpinion, AskOpinion}, {pAskDuration, AskDuration}, {pAskNumber, AskNumber}, {pAskDeadline, AskDeadline}, {pAskTime, AskTime}, {pAskMoney, AskMoney},
	{pAskPhone, AskPhone}, {pAskAddress, AskAddress}, {pAskVersion, AskVersion}, {pAskIdentifier, AskIdentifier},
	{pAskDate, AskDate}, {pAskPlace, AskPlace}, {pAskWho, AskWho}, {pAskWhy, AskWhy}, {pAskHow, AskHow},
}

// judgeQuestion tells what kind of answer a question wants. The word that asks is
// toks[at], or at is -1.
func (l *lexicon) judgeQuestion(s *sentence, toks []token, at int, q *Question) {
	q.Of = l.whose(toks)
	if l.confirmsThat(s) {
		q.Ask, q.Kind, q.YesNo, q.Topic = AskYesNo, "", true, ""
		return
	}
	if l.eachClause(s, toks, at) {
		q.Ask, q.Kind, q.YesNo, q.Topic = AskChoice, "", false, ""
		return
	}
	if at < 0 && s.asks && l.wishesDone(s, toks) {
		q.Ask, q.Kind, q.YesNo, q.Topic = AskChoice, "", false, ""
		return
	}
	if list := l.listedOptions(s, toks); list != nil {
		q.Ask, q.Kind, q.YesNo, q.Topic, q.Options = AskChoice, "which", false, "", list
		return
	}
	ask := l.byPattern(s, len(s.tokens)-len(toks)+at)
	if ask == AskWho && at < 0 && q.Kind == "" && l.code == "en" && s.asks && toks[0].w.in.has(sAuxiliaries) && !s.has(pTell) {
		ask = "" // "are there any guests who eat no meat?"
	}
	if ask != AskRating && (ask != AskRemind || s.has(pActDecision)) {
		if options := l.choice(s, toks, at); len(options) > 1 {
			q.Options = l.sayOptions(options)
			q.Ask = l.choiceKind(options)
			if (q.Ask == AskDate || q.Ask == AskTime) && (s.has(pAskMeet) || s.has(pSuits)) {
				q.Ask = AskMeet
			}
			return
		}
	}
	if (at < 0 || l.code == "en" && toks[at].w.wh == "if") && (ask == "" || l.code == "en" && (ask == AskIdentifier || ask == AskPhone || ask == AskAddress)) && (s.asks || l.asksBefore(toks)) {
		if options := l.choice(s, toks, at); len(options) == 1 && options[0] == "" {
			q.Ask, q.Topic, q.YesNo = AskChoice, "", false
			return
		}
	}
	if at < 0 && s.asks && (ask == "" || ask == AskOpinion) && (l.asksTwice(toks) || ask == AskOpinion && l.adviseOn(s, toks)) {
		q.Ask, q.Topic, q.YesNo = AskChoice, "", false // "shall I note four days, or do you think it will be more?"
		return
	}
	if options, _ := l.between(toks); len(options) > 1 {
		q.Ask, q.Options = AskChoice, options
		return
	}
	if s.has(pAskChoose) && (ask == "" || ask == AskOpinion || ask == AskPlace && q.Kind == "where" || ask == AskWhy && q.Kind == "which") {
		q.Ask = AskChoice
		return
	}
	if at >= 0 && q.Kind == "how" && (ask == "" || ask == AskOpinion) && l.dashScale(s) {
		ask = AskRating
	}
	if l.code == "en" && at >= 0 && at+2 < len(toks) && toks[at].low == "why" && (toks[at+1].low == "not" || toks[at+1].low == "don't" && toks[at+2].w.in.has(sFirst)) {
		q.Ask, q.Kind, q.YesNo = AskYesNo, "", true // "why not bring the children?", "why don't we meet at five?"
		return
	}
	meets := l.governsMeeting(s, q)
	switch {
	case ask == AskRating:
		q.Low, q.High = l.scale(s)
	case meets && (ask == "" || ask == AskDate || ask == AskTime || ask == AskOpinion):
		ask = AskMeet
	case ask != "":
	case at >= 0 && toks[at].w.wh != "if":
		ask = l.byWord(toks, at, q.Kind)
	case q.Kind != "":
		ask = AskWhat
		if kind := l.askedThing(l.askedTokens(s, toks)); kind != "" {
			ask = kind
		}
	case at < 0 && len(toks) < 7 && !(l.code == "en" && (toks[0].low == "same" || toks[0].low == "usual")) && !slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sAuxiliaries) || t.w.in.has(sInverts) }) && l.askedThing(l.headOf(toks)) != "":
		ask = l.askedThing(toks) // "Delivery time?"
	case l.code != "en" && at < 0 && s.asks && toks[0].stop && toks[0].mark == ',' && l.askedThing(toks[:1]) != "":
		ask = l.askedThing(toks[:1]) // "Höchstbetrag, den Sie ausgeben wollen?"
	case at < 0 && s.asks && len(toks) < 7 && len(q.Dates) == 1 && l.proposes(s):
		ask = AskMeet // "A hike on Saturday?"
	default:
		ask = AskYesNo
		q.Echo, q.Denial = l.echo(toks, at)
	}
	q.Ask = ask
	q.YesNo = ask == AskYesNo || ask == AskMeet && q.Kind == "" || ask == AskStatus && q.Kind == ""
	if ask == AskStatus && q.Kind == "" {
		q.Echo, q.Denial = l.echo(toks, at)
	}
	if ask == AskNumber || ask == AskSum {
		q.Unit = l.unit(toks, at)
		if l.code == "en" && (q.Kind == "what" || q.Kind == "which") && l.maps["kinds"][q.Unit[strings.LastIndexByte(q.Unit, ' ')+1:]] == "number" {
			q.Unit = "" // "what's the mileage?"
		}
		if at < 0 {
			q.Unit = l.countedOf(toks)
		}
	}
}

// proposes reports whether a question is a thing and its day and nothing else.
func (l *lexicon) proposes(s *sentence) bool {
	days := l.dates(s)
	if len(days) == 0 || !days[0].day || days[len(days)-1].to < len(s.tokens) || days[0].from == 0 {
		return false
	}
	return !slices.ContainsFunc(s.tokens, func(t token) bool { return t.w.in.has(sAuxiliaries) || t.w.in.has(sInverts) || t.w.in.has(sSubjects) })
}

// byPattern returns the first kind whose pattern stands in the sentence.
func (l *lexicon) byPattern(s *sentence, at int) Ask {
	if len(s.hits) == 0 {
		return ""
	}
	var seen bits
	for _, h := range s.hits {
		if at >= 0 && s.tokens[at].w.wh != "" && s.tokens[at].w.wh != "if" {
			if h.group == pAskStatus && h.from > at || h.group == pAskOpinion && h.from > at && s.tokens[at].w.wh != "what" && s.tokens[at].w.wh != "which" {
				continue // "how many have we left", "when do you think it comes"
			}
			if wh := s.tokens[at].w.wh; h.from > at && (h.group == pAskDeadline || h.group == pAskDate) && (wh == "who" || wh == "why") {
				continue // "who picks him up on the last day"
			}
		}
		seen.put(setID(h.group))
	}
	for _, k := range patternKinds {
		if seen.has(setID(k.group)) {
			return k.ask
		}
	}
	return ""
}

// governsMeeting reports whether a question is about an appointment: a word for one
// governs it, or it asks whether a day suits.
func (l *lexicon) governsMeeting(s *sentence, q *Question) bool {
	if s.has(pAskMeet) {
		return true
	}
	return len(q.Dates) > 0 && s.has(pSuits)
}

// byWord tells the kind by the word that asks and the noun behind it.
func (l *lexicon) byWord(toks []token, at int, kind string) Ask {
	rest := toks[at+1:]
	switch kind {
	case "when":
		return AskDate
	case "where":
		return AskPlace
	case "who":
		return AskWho
	case "why":
		return AskWhy
	case "how much":
		if len(rest) > 1 && l.options["nouns"] == "capitals" && isLetterCapital(rest[1].text) && !l.in(&rest[1], "money-nouns") && rest[1].text != "Sie" {
			return AskNumber // "wie viel Honig"
		}
		return AskMoney
	case "how many", "how often", "how far":
		return AskNumber
	case "how long":
		return AskDuration
	case "how":
		if toks[at].w.wh == "how" && len(rest) > 0 && l.maps["how"][rest[0].low] == "how" {
			return AskNumber // "how old"
		}
		return AskHow
	}
	if last := len(rest) - 1; l.code == "en" && toks[at].low == "what" && last > 1 && rest[0].w.det != "" && !rest[last].w.in.has(sBeing) && rest[last].low != "was" && rest[last].low != "were" {
		return AskWhat // "what the doctor said"
	}
	if len(rest) > 0 && (rest[0].w.in.has(sChoosable) || l.stem(&rest[0]).in.has(sChoosable)) {
		return AskChoice
	}
	if ask := l.askedThing(rest); ask != "" {
		return ask
	}
	if kind == "which" {
		return AskChoice
	}
	return AskWhat
}

// askedTokens returns the tokens behind what asks to be told.
func (l *lexicon) askedTokens(s *sentence, toks []token) []token {
	if rest := l.behind(s, pTell); rest != nil {
		return rest
	}
	if verb := l.requestVerb(toks, s.asks); verb >= 0 {
		return toks[verb+1:]
	}
	return toks
}

// askedThing returns the kind of answer that a noun at the beginning of toks wants:
// a price is money, an order number an identifier.
func (l *lexicon) askedThing(toks []token) Ask {
	kinds := l.maps["kinds"]
	for i := 0; i < len(toks) && i < 7; i++ {
		t := &toks[i]
		kind, ok := kinds[t.low]
		if !ok && strings.HasSuffix(t.low, "s") {
			kind, ok = kinds[t.low[:len(t.low)-1]]
		}
		if !ok && l.code == "de" {
			kind, ok = l.compoundKind(t)
		}
		if ok && (kind == "time" || kind == "date" && l.code == "en") && i > 0 && l.in(&toks[i-1], "which-day") {
			continue // "leave out next time", "send me your share this week"
		}
		if ok {
			if !t.stop && i+1 < len(toks) && l.compound(&toks[i+1], kinds) {
				continue // "the price list", "the date format", "the phone number"
			}
			if kind == "none" || kind == "status" && i+1 < len(toks) && l.in(&toks[i+1], "no status") {
				return "" // "su estado civil"
			}
			if l.code == "de" && t.low == "höhe" && i+2 < len(toks) && !t.stop && l.in(&toks[i+2], "of money") {
				return AskMoney // "die Höhe des Schadens"
			}
			numbered := i > 0 && kinds[toks[i-1].low] != "" // "the serial number of the boiler" counts nothing
			if l.in(t, "counts") && !numbered && i+2 < len(toks) && !t.stop && toks[i+1].w.in.has(sOf) {
				return AskNumber
			}
			return Ask(kind)
		}
		if l.code == "en" && i > 0 && t.w.in.has(sAnd) && i+1 < len(toks) && toks[i+1].w.det == "" {
			continue // "her chest and waist measurements"
		}
		if t.stop && i > 0 || t.w.in.has(sPrepositions) && i > 1 {
			break
		}
	}
	return ""
}

// compound reports whether a noun goes on with another one.
func (l *lexicon) compound(next *token, kinds map[string]string) bool {
	return kinds[next.low] != "" || next.w.in.has(sNouns) && !next.w.in.has(sVerbs)
}

// whose tells whose matter is asked about: by the first word that says so of a thing,
// else by who is to do something.
func (l *lexicon) whose(toks []token) Whose {
	for i := range toks {
		switch {
		case toks[i].w.in.has(sYours):
			return OfReader
		case toks[i].w.in.has(sMine):
			return OfSender
		}
	}
	for i := range toks {
		switch {
		case toks[i].w.in.has(sYou) && !(i > 0 && i < 3 && toks[i-1].w.in.has(sAsking) && i+1 < len(toks) && toks[i+1].w.in.has(sTelling)):
			return OfReader
		case toks[i].w.in.has(sFirst) || toks[i].w.in.has(sMe) && i > 3:
			return OfSender
		}
	}
	return OfNobody
}

// unit returns what is counted: "people" in "how many people".
func (l *lexicon) unit(toks []token, at int) string {
	if at >= 0 && toks[at].w.wh == "how many" && l.options["you"] == "none" {
		return l.unitBehind(toks, at+1)
	}
	if at < 0 || at+2 >= len(toks) {
		return ""
	}
	i := at + 2
	from := i
	for i < len(toks) && i-from < 3 && !toks[i].w.in.has(sStop) && !toks[i].w.in.has(sAuxiliaries) && toks[i].w.det == "" && (i == from || !toks[i].w.in.has(sVerbs)) && !toks[i].w.in.has(sSubjects) {
		if i > from && l.options["nouns"] == "capitals" && toks[i].text == toks[i].low && isLetterCapital(toks[i-1].text) {
			break // "wie viele Gäste erwarten Sie"
		}
		if i > from && len(l.elided) > 0 && i+1 < len(toks) && toks[i+1].w.in.has(sSubjects) && !toks[i].stop {
			break // "combien de visiteurs attendez-vous"
		}
		i++
		if toks[i-1].stop {
			break
		}
	}
	for i > from && (toks[i-1].w.in.has(sAdjectives) && i-from > 1 || toks[i-1].weakEnd()) {
		i--
	}
	if toks[min(from, len(toks)-1)].w.in.has(sVerbs) && !toks[from].w.in.has(sNouns) {
		return ""
	}
	if l.options["nouns"] == "capitals" {
		if i > from && !isLetterCapital(toks[i-1].text) {
			return "" // "wie viel wiegt sie"
		}
		unit := l.joinTokens(toks[from:i])
		return orDefault(l.maps["nominative"][unit], unit)
	}
	unit := joinLow(toks[from:i])
	return orDefault(l.maps["counted as"][unit], unit)
}

// unitBehind is the noun at token i, with what it is made of: "botellas de vino". It is
// empty where a verb stands there: "cuántos seréis".
func (l *lexicon) unitBehind(toks []token, i int) string {
	if i >= len(toks) || toks[i].w.in.has(sStop) || toks[i].w.det != "" || toks[i].w.in.has(sAuxiliaries) {
		return ""
	}
	r := restaterOf(l.code)
	if r == nil {
		return ""
	}
	verb := func(i int) bool {
		v, ok := r.forms()[toks[i].low]
		return ok && v.address != "yo" && (v.address != "tú" || i+1 < len(toks) && !toks[i].stop && !toks[i+1].w.in.has(sAuxiliaries))
	}
	if v, ok := r.forms()[toks[i].low]; ok && v.address != "yo" && (v.address != "tú" || i+1 == len(toks) || toks[i].stop || !verb(i+1)) {
		return ""
	}
	end := i + 1
	if end+1 < len(toks) && !toks[i].stop && toks[end].low == "de" && toks[end+1].w.det == "" && !toks[end+1].w.in.has(sStop) {
		end += 2
	}
	return joinLow(toks[i:end])
}

// countedOf returns what "the number of vehicles" counts.
func (l *lexicon) countedOf(toks []token) string {
	for i := 0; i+2 < len(toks) && i < 12; i++ {
		if l.in(&toks[i], "counts") && toks[i+1].w.in.has(sOf) && !toks[i].stop && !toks[i+1].stop {
			return l.unit(toks, i)
		}
	}
	return ""
}

func joinLow(toks []token) string {
	words := make([]string, len(toks))
	for i, t := range toks {
		words[i] = t.low
		if t.text != t.low && len(t.text) > 1 && strings.ToUpper(t.text) == t.text {
			words[i] = t.text
		}
	}
	return cut(strings.Join(words, " "), MaxPhrase)
}

// scale returns the ends of the scale that a rating is asked on, 0 and 0 for none.
func (l *lexicon) scale(s *sentence) (low, high int) {
	var ends []int
	for i := range s.tokens {
		t := &s.tokens[i]
		a, b, ok := strings.Cut(strings.ReplaceAll(t.low, "–", "-"), "-")
		if x, y := l.small(a), l.small(b); ok && x >= 0 && y > x {
			return x, y
		}
		if n := l.numberOf(t); n >= 0 && n <= 100 && (len(ends) > 0 || l.scaleBegins(s.tokens, i)) {
			ends = append(ends, n)
		}
		if len(ends) > 1 && ends[1] > ends[0] {
			return ends[0], ends[1]
		}
	}
	if len(ends) == 1 && ends[0] >= 3 {
		return 1, ends[0] // "out of ten"
	}
	return 0, 0
}

// dashScale reports whether a scale such as "1-5" stands in the sentence.
func (l *lexicon) dashScale(s *sentence) bool {
	for i := range s.tokens {
		a, b, ok := strings.Cut(strings.ReplaceAll(s.tokens[i].low, "–", "-"), "-")
		if x, y := l.small(a), l.small(b); ok && x >= 0 && x <= 1 && y >= 3 && y <= 100 {
			return true
		}
	}
	return false
}

// scaleBegins reports whether the number at i can be the end of a scale: "1 to 5",
// "out of 10".
func (l *lexicon) scaleBegins(toks []token, i int) bool {
	if i > 0 && toks[i-1].w.in.has(sPrepositions) && !toks[i].stop && slices.ContainsFunc(toks[i+1:min(len(toks), i+6)], func(t token) bool { return t.w.in.has(sTill) }) {
		return true // "from 0 (no pain) to 10"
	}
	if i > 0 && toks[i-1].w.in.has(sOf) || i > 0 && toks[i-1].w.in.has(sTill) {
		return true
	}
	return i+2 < len(toks) && (toks[i+1].w.in.has(sTill) || toks[i+1].w.in.has(sAnd)) && l.numberOf(&toks[i+2]) >= 0
}

func (l *lexicon) small(s string) int {
	if s == "" || len(s) > 3 || strings.Trim(s, "0123456789") != "" {
		return -1
	}
	n := 0
	for i := range len(s) {
		n = 10*n + int(s[i]-'0')
	}
	return n
}

// numberOf returns the whole number that a token names, or -1.
func (l *lexicon) numberOf(t *token) int {
	if t.w.number >= 0 {
		return t.w.number
	}
	return l.small(t.low)
}
