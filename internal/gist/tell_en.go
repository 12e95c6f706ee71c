package gist

import (
	"slices"
	"strings"
)

// Tell returns the statement by which the reader of a question that wants a value gives
// it, parted where the value stands: "the gate is", "wide" for "how wide is the gate?".
// Both are empty where that cannot be told with certainty.
func Tell(language, text string, ask Ask, manner Manner) (before, after string) {
	r := restaterOf(language)
	if r == nil {
		return "", ""
	}
	text = cut(strings.ToValidUTF8(text, ""), MaxQuote)
	if strings.ToUpper(text) == text {
		return "", ""
	}
	switch language {
	case "en":
		return r.tellEnglish(text, ask)
	case "de":
		return r.tellGerman(text, ask, manner)
	}
	return r.tellRomance(text, ask, manner)
}

// valueGap stands for the value while the question is said back as one of yes or no.
const valueGap = "70707"

// maxAsked is how many words stand between what asks and the verb, "how many of the boxes".
const maxAsked = 6

func (r *restater) tellEnglish(text string, ask Ask) (before, after string) {
	e := &enClause{restater: r, source: text, toks: r.tokens(text)}
	if len(e.toks) < 3 || len(e.toks) > 40 || strings.Contains(text, valueGap) {
		return "", ""
	}
	wh := slices.IndexFunc(e.toks, func(t token) bool { return t.w.wh != "" && t.w.wh != "if" })
	if wh < 0 || wh > 6 || e.toks[wh].stop || e.alternatives() {
		return "", ""
	}
	if ask == AskWho {
		return "", e.does(wh)
	}
	if wh+2 < len(e.toks) && e.toks[wh+1].low == "long" && e.in("until what", e.toks[wh+2].low) {
		return "", "" // "how long before the paint is dry"
	}
	if turned := e.turned(wh); turned != "" {
		return r.tellEnglish(turned, ask)
	}
	for j := wh; j < len(e.toks)-1 && j-wh <= maxAsked && (j == wh || !e.toks[j-1].stop); j++ {
		verb := e.toks[j].low
		if j == wh { // "what's the mileage?"
			word, is, ok := strings.Cut(strings.ReplaceAll(verb, "’", "'"), "'")
			if !ok || is != "s" || word == "" {
				continue
			}
			verb = "is"
		}
		kind, _, _ := e.auxiliary(verb)
		if kind == "" {
			continue
		}
		if e.toks[j+1].low == "not" || strings.HasSuffix(verb, "n't") {
			return "", ""
		}
		if before, after = e.tell(wh, j, verb, kind, ask); before != "" {
			return before, after
		}
		break
	}
	return "", e.counted(wh, ask)
}

// counted is what is said of so many or so much that a question asks for as its subject: "work
// in my department" of "how many people work in your department?"
func (e *enClause) counted(wh int, ask Ask) string {
	if e.toks[wh].w.wh != "how" && e.toks[wh].low != "how" || wh+3 > len(e.toks) || e.toks[wh].stop || ask != AskNumber && ask != AskMoney && ask != "" {
		return ""
	}
	if many := e.toks[wh+1].low; many != "many" && many != "much" {
		return ""
	}
	for j := wh + 2; j < len(e.toks)-1 && j-wh <= maxAsked && !e.toks[j-1].stop; j++ {
		t, next := &e.toks[j], &e.toks[j+1]
		kind, _, _ := e.auxiliary(t.low)
		switch {
		case kind == "do" || t.stop || strange(t) || t.w.in.has(sSubjects) || t.w.in.has(sDates):
			return ""
		case kind == "" && (j == wh+2 && e.toks[wh+1].low == "many" || e.third(t.low) == "" && !e.verb(t.low) && !e.pastForm(t.low) || t.w.in.has(sNouns) && !next.w.in.has(sPrepositions)):
			continue
		case kind == "" && !next.w.in.has(sPrepositions) && !next.w.in.has(sDates) && !e.in("adverbs", next.low) && !e.in("behind a value", next.low):
			continue
		case kind != "" && (next.w.det != "" || next.w.in.has(sSubjects) || next.w.in.has(sObjects) || capital(next.text) || e.in("determiners", next.low) || next.low == "there" || next.low == "not" || strings.HasSuffix(t.low, "n't")):
			return ""
		case kind == "modal" && !e.verb(next.low), kind == "have" && !e.participle(next.low):
			return ""
		}
		rest, ok := e.rest(j + 1)
		if !ok || rest.any || rest.yet || rest.not || kind == "" && len(rest.words) == 0 {
			return ""
		}
		return t.low + " " + strings.Join(rest.words, " ")
	}
	return ""
}

// turned makes a question of what is to be told, "how old is the heater" of "how old the
// heater is": it is empty where the clause has another form.
func (e *enClause) turned(wh int) string {
	end := wh + 1
	for end < len(e.toks) && !e.toks[end-1].stop && !e.toks[end].w.in.has(sAnd) {
		end++
	}
	from := wh + 1
	if e.toks[wh].low == "how" && from < end && e.in("measured", e.toks[from].low) {
		from++
	}
	if end-from < 2 || end-from > 9 || e.toks[from].w.det == "" {
		return ""
	}
	last := e.toks[end-1].low
	if last != "is" && last != "are" && last != "was" && last != "were" || slices.ContainsFunc(e.toks[from:end-1], func(t token) bool {
		kind, _, _ := e.auxiliary(t.low)
		return kind != "" || t.stop || strange(&t)
	}) {
		return ""
	}
	words := []string{}
	for _, t := range e.toks[wh:from] {
		words = append(words, t.low)
	}
	return strings.Join(words, " ") + " " + last + " " + e.source[e.toks[from].from:e.toks[end-2].to] + "?"
}

// tell says back a question whose verb is token j.
func (e *enClause) tell(wh, j int, verb, kind string, ask Ask) (before, after string) {
	end := j + 1
	for end < len(e.toks) && !e.toks[end-1].stop && !bracketAt(e.source, &e.toks[end]) {
		end++
	}
	switch ask {
	case AskDate, AskDeadline, AskMeet, AskTime:
		if e.toks[wh].w.wh != "when" && !slices.ContainsFunc(e.toks[wh+1:j+1], func(t token) bool {
			return t.w.in.has(sDates) || t.w.in.has(sSpans) || e.in("timed", t.low) || t.low == "date" || t.low == "time"
		}) {
			return "", ""
		}
	}
	if kind == "do" && end > j+3 && e.toks[j+1].low == "you" && e.toks[j+2].low == "last" {
		return e.tellLast(j, end)
	}
	if next := e.toks[j+1].low; kind != "modal" && kind != "do" && (strings.HasSuffix(next, "ing") || e.participle(next)) {
		return "", "" // "how many are coming"
	}
	if kind == "be" && adverbial(ask) {
		if said := e.isSo(verb, j, end); said != "" {
			return said, ""
		}
	}
	if last := &e.toks[end-1]; kind == "be" && (last.w.in.has(sPrepositions) || last.low == "over" || last.low == "due") {
		return "", "" // "when is your lease up"
	}
	switch e.toks[end-1].low {
	case "want", "prefer", "like", "fancy", "need", "choose", "suggest", "promise", "offer", "propose", "pick", "recommend":
		if adverbial(ask) && e.toks[wh].w.wh != "when" && e.toks[wh].w.wh != "where" {
			return "", "" // "what time do you want"
		}
	}
	adjective := ""
	if j > wh+1 && e.toks[wh].low == "how" && e.in("measured", e.toks[j-1].low) && ask != AskDuration {
		adjective = e.toks[j-1].low
	}
	if kind == "be" && adjective == "" && e.toks[end-1].low == "be" {
		return "", "" // "what is the pressure supposed to be"
	}
	at := end
	often := e.toks[wh].low == "how" && (e.toks[wh+1].low == "often" || e.toks[min(wh+2, len(e.toks)-1)].low == "times")
	if kind == "be" && j+2 < end && (e.toks[j+1].low == "there" || e.toks[j+1].low == "it" && e.toks[j+2].w.in.has(sPrepositions)) {
		at = j + 2 // "how many chairs are there in the hall", "how many stops is it on the bus"
	} else if (kind != "be" || e.progressive(j, end, verb)) && !adverbial(ask) && !often {
		if at = e.objectGap(j, end, verb, kind); at < 0 {
			at = e.verbGap(j, end, verb)
		}
		if at < 0 {
			return "", ""
		}
	}
	for i := j + 1; ask == AskDuration && i+2 < end && at == end; i++ {
		if e.toks[i].low == "take" { // "it will take me two days to paint the shed"
			if at = i + 1; e.toks[at].w.in.has(sObjects) {
				at++
			}
		}
	}
	for i := j + 2; ask == AskDuration && i < end && at == end; i++ {
		if low := e.toks[i].low; low == "before" || low == "if" || low == "when" || low == "until" || low == "once" {
			at = i // "it has to dry for a day before you can walk on it"
		}
	}
	if kind == "be" && at == end { // "she was 8 weeks old when I got her"
		for i := j + 2; i < end; i++ {
			if e.toks[i].low == "when" || e.toks[i].low == "if" || e.toks[i].low == "before" || e.toks[i].low == "after" || e.toks[i].low == "once" {
				at = i
				break
			}
		}
	}
	if i := end - 2; kind == "be" && at == end && i > j+1 && (e.toks[i].low == "a" || e.toks[i].low == "each" || e.toks[i].low == "every" || e.toks[i].low == "per") && e.toks[i+1].w.in.has(sSpans) {
		at = i // "how much is the membership a year"
	}
	for i := j + 3; kind == "be" && adjective == "far" && at == end && i < end-1; i++ {
		if e.in("from where", e.toks[i].low) {
			at = i // "how far is the school from your house"
		}
	}
	if j > wh+1 && kind != "be" && e.toks[wh].low == "how" && e.is(e.toks[wh+1].low, sAdjectives) && !e.in("measured", e.toks[wh+1].low) && wh+2 == j && ask != AskDuration {
		return "", "" // "how hot does the oven get"
	}
	out := e.again(verb, j, end, at)
	whole := out.Yes
	if whole == "" && out.Do != "" && kind == "modal" && e.toks[j+1].low == "you" {
		whole = "I can " + out.Do // "how many hours could you give us?"
	}
	if slices.ContainsFunc(e.toks[j+1:end], func(t token) bool { return t.low == "not" }) {
		whole = out.No // "when are they not at home?"
	}
	before, after, ok := strings.Cut(whole, valueGap)
	if before, after = strings.TrimSpace(before), strings.TrimSpace(after); !ok || before == "" || len(whole) > maxRestated {
		return "", ""
	}
	if head, tail, cut := strings.Cut(before, " "+verb+" "); cut && kind == "be" && at == end && e.toks[wh].w.wh == "what" && (strings.HasPrefix(e.toks[j+1].low, "the") || e.toks[j+1].low == "your") && after == "" {
		before = head + " " + tail + " " + verb // "the price for the week is", not "the price is for the week"
	}
	if i := wh - 1; i >= 0 && !adverbial(ask) && after == "" && e.in("before what", e.toks[i].low) && !e.toks[i].stop && e.toks[end-1].low != e.toks[i].low {
		before += " " + e.toks[i].low // "at what temperature do you bake it"
	}
	switch adjective {
	case "", "far":
	case "old":
		after = strings.TrimSpace("years old " + after)
	default:
		after = strings.TrimSpace(adjective + " " + after)
	}
	if e.toks[wh].low == "how" && e.toks[wh+1].low == "long" && e.toks[wh+2].low == "ago" {
		after = strings.TrimSpace("ago " + after)
	}
	return before, after
}

// isSo says back that something is or was so, "the roof was done" of "when was the roof done?";
// it is empty where the value itself is what something is: "the party is on Friday".
func (e *enClause) isSo(verb string, j, end int) string {
	if slices.ContainsFunc(e.toks[j+1:end], func(t token) bool { return t.low == "not" || t.low == "when" }) {
		return ""
	}
	said := e.again(verb, j, end, -1).Yes
	words := strings.Fields(said)
	at := slices.IndexFunc(words, func(w string) bool { return w == "is" || w == "are" || w == "was" || w == "were" })
	if at < 1 || at == len(words)-1 || e.is(words[at+1], sPrepositions) && at+2 < len(words) || !e.participle(words[at+1]) && !e.in("predicates", words[at+1]) && !e.is(words[at+1], sAdjectives) {
		return ""
	}
	return said
}

// again says the clause from its verb at token j on back, with the gap before token at.
func (e *enClause) again(verb string, j, end, at int) Restated {
	words := []string{verb}
	for i := j + 1; i <= end; i++ {
		if i == at {
			words = append(words, valueGap)
		}
		if i < end {
			words = append(words, e.toks[i].text)
		}
	}
	clause := strings.Join(words, " ")
	said := &enClause{restater: e.restater, source: clause, toks: e.tokens(clause)}
	out, ok := said.at(0, "")
	if !ok {
		return Restated{}
	}
	return out
}

// tellLast says "when did you last paint it?" back: "I last painted it".
func (e *enClause) tellLast(j, end int) (before, after string) {
	said := *e
	said.toks = slices.Concat(e.toks[:j+2], e.toks[j+3:])
	out := said.again(e.toks[j].low, j, end-1, -1)
	rest, ok := strings.CutPrefix(out.Yes, "I ")
	if !ok {
		return "", ""
	}
	return "I last " + rest, ""
}

// progressive reports whether the clause whose verb is token j is one of "are you expecting".
func (e *enClause) progressive(j, end int, verb string) bool {
	s, ok := e.subject(j+1, "be", verb)
	return ok && s.to < end && strings.HasSuffix(e.toks[s.to].low, "ing") && len(e.toks[s.to].low) > 4
}

// does is what is said of who does something, "has to sign it" for "who has to sign it?":
// empty where the question is after somebody that something is done to, or only of who it is.
func (e *enClause) does(wh int) string {
	verb, j := "", wh+1
	if j >= len(e.toks) {
		return ""
	}
	switch low := strings.ReplaceAll(e.toks[wh].low, "’", "'"); low {
	case "who":
		verb, j = e.toks[j].low, j+1
	case "who's":
		if verb = "is"; e.toks[j].low == "got" || e.toks[j].low == "been" || e.toks[j].low == "had" {
			verb = "has"
		}
	case "who'll":
		verb = "will"
	default:
		return ""
	}
	if j >= len(e.toks) || e.toks[j-1].stop {
		return ""
	}
	kind, _, _ := e.auxiliary(verb)
	next := &e.toks[j]
	switch {
	case kind == "do", kind != "" && next.w.in.has(sSubjects), strings.HasSuffix(verb, "n't"), strange(next):
		return "" // "who do I ask?"
	case kind == "be" && !(strings.HasSuffix(next.low, "ing") && !next.w.in.has(sNouns)) && !e.participle(next.low):
		return "" // "who is your doctor?"
	case (kind == "modal" || kind == "have") && (next.w.det != "" || capital(next.text) || e.in("determiners", next.low)) && verb != "has":
		return "" // "who should the boiler man ask for?"
	case kind == "" && e.third(verb) == "" && !e.pastForm(verb) && !e.participle(verb):
		return ""
	}
	if end := e.endOf(j); end-j <= 2 && (next.low == "it" || next.low == "them" || next.low == "that") {
		return verb + " " + joinLow(e.toks[j:end]) // "put it in"
	}
	rest, ok := e.rest(j)
	if !ok || len(rest.words) < 2 || rest.any || rest.yet {
		return ""
	}
	return verb + " " + strings.Join(rest.words, " ")
}

// endOf is behind the last token of the clause of token i.
func (e *enClause) endOf(i int) int {
	for i++; i < len(e.toks) && !e.toks[i-1].stop && !e.toks[i].w.in.has(sAnd); i++ {
	}
	return i
}

// verbGap is behind a verb that a phrase follows, where the subject does not tell by itself
// where it ends: "does the course cost per person".
func (e *enClause) verbGap(j, end int, verb string) int {
	for i := j + 3; i < end; i++ {
		t := &e.toks[i]
		if e.verb(e.toks[i-1].low) && (t.w.in.has(sPrepositions) || e.in("behind a value", t.low)) && strings.Contains(e.again(verb, j, end, i).Yes, valueGap) {
			return i
		}
	}
	return -1
}

// adverbial are the kinds of values that stand at the end of a statement.
func adverbial(ask Ask) bool {
	switch ask {
	case AskDate, AskDeadline, AskMeet, AskTime, AskPlace, AskDuration:
		return true
	}
	return false
}

// objectGap is where the value stands that is the object of a question: behind the verb
// and a pronoun, or behind the preposition that ends it; -1 where that cannot be told.
func (e *enClause) objectGap(j, end int, verb, kind string) int {
	if last := &e.toks[end-1]; last.w.in.has(sPrepositions) && end-1 > j+1 {
		return end
	}
	s, ok := e.subject(j+1, kind, verb)
	if !ok {
		return -1
	}
	i := s.to
	for i < end && (e.in("adverbs", e.toks[i].low) || e.in("dropped", e.toks[i].low)) {
		i++
	}
	for i+2 < end && e.toks[i+1].low == "to" && e.verb(e.toks[i+2].low) && e.toks[i].low != "take" { // "do you want to spend"
		i += 2
	}
	if i >= end || !e.verb(e.toks[i].low) && !e.participle(e.toks[i].low) && (kind != "be" || !strings.HasSuffix(e.toks[i].low, "ing")) {
		return -1
	}
	i++
	if i < end && e.toks[i].w.in.has(sObjects) && e.toks[i].low != "it" {
		if i++; i+1 < end && e.toks[i].low == "to" && e.verb(e.toks[i+1].low) {
			i += 2 // "do you need me to bring"
		}
	}
	if i < end && e.in("particles", e.toks[i].low) && (i+1 == end || e.toks[i+1].w.in.has(sPrepositions)) {
		return i + 1 // "did you put out for the talk"
	}
	if i == end-1 && (e.toks[i].low == "it" || e.toks[i].low == "them") {
		return end
	}
	if i == end {
		return i
	}
	t := &e.toks[i]
	switch {
	case t.w.in.has(sPrepositions) && i+1 < end && (e.toks[i+1].w.in.has(sPrepositions) || e.in("behind a value", e.toks[i+1].low)):
		return i + 1 // "what would it come to per year"
	case t.w.in.has(sPrepositions), t.w.in.has(sDates), e.in("adverbs", t.low), e.in("behind a value", t.low):
		return i
	case (t.low == "a" || t.low == "an" || t.low == "each" || t.low == "every" || t.low == "this" || t.low == "last" || t.low == "next") && i+1 < end && (e.toks[i+1].w.in.has(sSpans) || e.toks[i+1].w.in.has(sDates)):
		return i
	}
	return -1
}
