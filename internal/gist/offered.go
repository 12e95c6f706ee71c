package gist

import (
	"slices"
	"strings"
)

const optionsBack = 4 // sentences in which the options of a question are looked for

// choose finds the options of "which of these", asked by a clause s of sentence at. What
// another clause of that sentence asks offers it nothing.
func (m *mail) choose(l *lexicon, q *Question, at int, s *sentence) {
	if len(q.Options) > 0 || l.code == "de" && q.Kind == "" && q.Ask == AskChoice && slices.ContainsFunc(s.tokens, func(t token) bool { return t.w.in.has(sOr) }) {
		return // it names what it offers itself
	}
	if l.code == "en" && q.Ask == AskHow && q.Kind == "which" {
		q.Ask, q.Topic = AskChoice, "" // "Which way do you want to go?"
	}
	if s.has(pAskChoose) && (q.Ask == AskIdentifier || q.Ask == AskNumber || q.Ask == AskVersion) {
		if out := m.optionsNear(l, at); len(out) > 1 && l.choiceKind(out) == AskChoice {
			q.Ask, q.Kind, q.Options, q.Topic = AskChoice, "which", out, "" // "the number you prefer"
			return
		}
	}
	if q.Ask == AskVersion && q.Of == OfReader && q.Offers && l.romance() {
		q.Ask = AskChoice // "quelle version préférez-vous ?"
	}
	if q.Kind == "which" && (q.Ask == AskPlace || q.Ask == AskWho) || q.Ask == AskWho && s.has(pAskPreference) {
		was := *q
		if m.offeredBefore(l, q, at, s); was.Ask == AskPlace && len(q.Options) > 1 && q.Ask != AskChoice && was.Topic != "" {
			*q = was // "We come on Tuesdays and Fridays. On which floor do you live?"
		}
		return
	}
	if q.Ask == AskWho && len(q.Options) == 0 && q.Topic == "" {
		if out := m.namedOptions(l, at); len(out) > 1 { // "Who would you take?"
			q.Ask, q.Options = AskChoice, out
		}
		return
	}
	switch q.Ask {
	case AskNumber, AskMoney, AskDuration, AskWhy, AskWho, AskPlace, AskRating, AskSum, AskPhone, AskAddress, AskIdentifier:
		return // "which would you like, and how many people will use it?"
	case AskOpinion:
		if q.Topic == "" && at > 0 { // "We can go by train or by ferry. What do you think?"
			out := l.offered(&m.sentences[at-1], sOr)
			if len(out) < 2 {
				out = m.headOptions(l, at)
			}
			if len(out) > 1 {
				q.Ask, q.Options, q.YesNo = AskChoice, out, false
				return
			}
		}
	}
	if l.code == "en" && q.Ask == AskChoice && q.Kind == "which" && q.Topic == "" {
		if out := m.beforeWhich(l, at); len(out) > 1 {
			if q.Options = out; l.choiceKind(out) == AskDate {
				q.Ask, q.Dates = AskDate, out
			}
			return // "11 or 3, which is better?"
		}
	}
	prefers := s.has(pAskPreference) || s.has(pAskChoose)
	switch {
	case q.Ask == AskChoice && q.Kind == "" && l.asksTwice(l.lead(s.tokens)):
		return // it names what it offers
	case q.Ask == AskChoice && q.Kind == "which" && q.Topic == "" && m.kindsNamed(q, at, s):
	case q.Ask == AskChoice, prefers && (q.Ask == AskMeet || q.Ask == AskOpinion || q.Ask == AskDate || q.Ask == AskWhat):
		m.offeredBefore(l, q, at, s)
	case prefers && at > 0 && !m.sentences[at-1].asks:
		m.offeredBefore(l, q, at, s)
	case q.Kind == "which" || q.Kind == "what":
		if q.Ask == AskMeet || q.Ask == AskDate || q.Ask == AskTime {
			if q.Options = m.listNear(l, at); q.Options == nil && q.Ask != AskTime && at > 0 && !m.sentences[at-1].asks {
				if days := l.dayOptions(&m.sentences[at-1]); len(days) > 1 {
					q.Options = days
				}
			}
			q.Dates = add(q.Dates, q.Options...)
		}
	}
}

// offersNear reports whether sentence i, or one beside it, names several things: by "or",
// in a list, by marks such as "(a)".
func (m *mail) offersNear(i int) bool {
	if len(m.labelled(i)) > 1 || !m.sentences[i].item && (i > 0 && m.sentences[i-1].item || i+1 < len(m.sentences) && m.sentences[i+1].item && !m.sentences[i+1].asks) {
		return true
	}
	for j := max(0, i-1); j <= i; j++ {
		s := &m.sentences[j]
		if j < i && s.asks {
			continue
		}
		if slices.ContainsFunc(s.tokens[min(1, len(s.tokens)):], func(t token) bool { return t.w.in.has(sOr) }) && !s.onlyLoosely() {
			return true
		}
	}
	return false
}

// onlyLoosely reports whether the one "or" of a sentence stands within a phrase that offers
// nothing: "¿cuántos días, más o menos?".
func (s *sentence) onlyLoosely() bool {
	n, at := 0, 0
	for i := range s.tokens {
		if s.tokens[i].w.in.has(sOr) {
			n, at = n+1, i
		}
	}
	return n == 1 && slices.ContainsFunc(s.hits, func(h hit) bool { return h.group == pNoChoice && h.from < at && at < h.to })
}

// offeredBefore takes the options of "what is best for you?" from what stands near it.
func (m *mail) offeredBefore(l *lexicon, q *Question, at int, s *sentence) {
	options := l.dayOptions(s)
	if len(options) < 2 {
		options = l.bareOptions(s)
	}
	if len(options) < 2 {
		options = m.optionsNear(l, at)
	}
	if len(options) < 2 && q.Ask == AskChoice {
		options = m.titleOptions(l)
	}
	if len(options) < 2 {
		options = nil
		if at > 0 && s.has(pAskPreference) && !m.sentences[at-1].asks { // "I am there on Monday and Tuesday."
			if days := l.named(&m.sentences[at-1]); len(days) > 1 {
				options = days
			}
		}
	}
	if options == nil || (q.Ask == AskPlace || q.Ask == AskWho) && l.choiceKind(options) != AskChoice {
		return // no day is a place
	}
	q.Options, q.YesNo = options, false
	if q.Ask = l.choiceKind(options); q.Ask == AskChoice {
		return
	}
	q.Dates = add(q.Dates, options...)
	if s.has(pAskMeet) || s.has(pSuits) {
		q.Ask = AskMeet
	}
}

// optionsNear returns the options of "which of these" at sentence i: the items of the
// list behind or before it, else what a sentence before it names with "or" or "and".
func (m *mail) optionsNear(l *lexicon, i int) []string {
	if out := m.labelled(i); len(out) > 1 {
		return out
	}
	if out := m.listNear(l, i); len(out) > 1 || i == 0 || m.sentences[i].item {
		return out
	}
	if l.code != "en" && i > 0 && m.sentences[i-1].listed {
		return nil // it wants several things told
	}
	for j := i - 1; j >= 0 && i-j <= optionsBack; j-- {
		s := &m.sentences[j]
		if s.asks || s.listed && l.code != "en" { // it wants several things told
			break
		}
		if out := l.dayOptions(s); len(out) > 1 {
			return out
		}
		if out := l.bareOptions(s); len(out) > 1 {
			return out
		}
		if out, _ := l.offeredDays(s); len(out) > 1 {
			return out
		}
		if out := l.whatIsDone(s); out != nil && j == i-1 {
			return out
		}
		if out := l.offered(s, sOr); len(out) > 1 {
			if last := &out[len(out)-1]; l.code == "en" && s.tokens[0].w.in.has(sSuppose) {
				*last, _, _ = strings.Cut(*last, " the ") // "if it is red or orange the fault is ours"
			}
			return out
		}
	}
	if out := m.priced(l, i); len(out) > 1 {
		return out
	}
	if out := m.quotedOptions(i); len(out) > 1 {
		return out
	}
	if out := m.letters(l, i); len(out) > 1 {
		return out
	}
	if out := m.headOptions(l, i); len(out) > 1 {
		return out
	}
	for j := i - 1; j >= 0 && i-j <= optionsBack; j-- {
		s := &m.sentences[j]
		if s.asks {
			break
		}
		if j < i-1 && !l.offers(s) {
			continue
		}
		if out := l.offered(s, sAnd); len(out) > 1 {
			return out
		}
	}
	return nil
}

// letters are the names of what is told apart by letters: "A is the one with the lighthouse,
// B is just the lettering".
func (m *mail) letters(l *lexicon, i int) []string {
	var out []string
	for j := max(0, i-optionsBack); j < i; j++ {
		toks := m.sentences[j].tokens
		for k := 0; k+1 < len(toks); k++ {
			t := &toks[k]
			next := rune('A' + len(out))
			if t.text == string(next) && !t.stop && (toks[k+1].w.in.has(sBeing) || l.tellsOf(&toks[k+1], 1) || strings.HasSuffix(toks[k+1].low, "s")) {
				out = add(out, t.text)
			}
		}
	}
	return out
}

// offers reports whether what a sentence joins with "and" is offered: "we have two left,
// one green and one red", "three groups: pottery, bird boxes and the newspaper".
func (l *lexicon) offers(s *sentence) bool {
	if s.has(pOffer) || s.has(pActOffer) {
		return true
	}
	from, names := l.sets["choosing-from"]
	for i := range s.tokens {
		if names && s.tokens[i].w.in.has(from) {
			return true // "the inn and the café are the choice"
		}
		if s.tokens[i].mark == ':' || s.tokens[i].w.number > 1 && s.tokens[i].w.number < 10 {
			return true
		}
	}
	return false
}

// dayOptions returns the days or hours that a statement puts side by side with "or",
// whatever stands between: "Monday at 9 with Mr Lowe or Wednesday at 4".
func (l *lexicon) dayOptions(s *sentence) []string {
	all := l.dates(s)
	if len(all) < 2 {
		return nil
	}
	days := slices.DeleteFunc(slices.Clone(all), func(d span) bool { return !d.day })
	if len(days) < 2 {
		days = all
	}
	at := -1
	for k := 0; k+1 < len(days); k++ {
		for i := days[k].to; i < days[k+1].from; i++ {
			if s.tokens[i].w.in.has(sOr) && days[k+1].from-i <= 4 {
				at = k
			}
		}
	}
	if at < 0 && days[0].from > 0 && s.tokens[days[0].from-1].mark == ':' {
		at = len(days) - 2 // "Slots: Tuesday 9:00, Wednesday 15:00"
	}
	if at < 0 {
		return nil
	}
	var out []string
	for _, d := range days[:at+2] {
		if d.from > 0 && s.tokens[d.from-1].w.det != "" && !s.tokens[d.from-1].stop {
			d.from--
		}
		out = add(out, s.words(d.from, l.hourBehind(s, d.to)))
	}
	return l.shared(out)
}

// hourBehind extends a day over an hour that it is bounded by: "Monday after 3".
func (l *lexicon) hourBehind(s *sentence, to int) int {
	if to+1 < len(s.tokens) && to > 0 && !s.tokens[to-1].stop && s.tokens[to].w.in.has(sAt) && (plainHour(s.tokens[to+1].low) || clockLike(s.tokens[to+1].low)) {
		return to + 2
	}
	return to
}

// listNear returns the items of the list behind or before sentence i.
func (m *mail) listNear(l *lexicon, i int) []string {
	list := func(from, step int) []string {
		var out []string
		for j := from; j >= 0 && j < len(m.sentences) && m.sentences[j].item && len(out) < MaxItems; j += step {
			s := &m.sentences[j]
			if s.asks {
				return nil
			}
			out = add(out, l.sayItem(s))
		}
		if step < 0 {
			slices.Reverse(out)
		}
		return out
	}
	if m.sentences[i].item {
		return nil
	}
	if out := list(i+1, 1); len(out) > 1 {
		return out
	}
	for back := 1; back <= 2 && back <= i; back++ {
		if out := list(i-back, -1); len(out) > 1 {
			return out
		}
	}
	return nil
}

// sayItem returns a list item as an option: its first words.
func (l *lexicon) sayItem(s *sentence) string {
	end := 0
	for end < len(s.tokens) && end < maxOption {
		end++
		if s.tokens[end-1].breaks() || l.code == "en" && end > 2 && s.tokens[end-1].mark == ',' && s.tokens[end-1].stop {
			break // "trim the whole crown, your half about $540"
		}
	}
	return l.say(s.tokens[:end])
}

// offered returns what a statement offers with "or" or "and": "we have it in red and in blue".
func (l *lexicon) offered(s *sentence, joins setID) []string {
	join := -1
	for i := range s.tokens {
		if s.tokens[i].w.in.has(joins) && i > 0 && i+1 < len(s.tokens) {
			join = i
		}
	}
	if join < 0 || s.asks || s.noChoice(l) || l.afew(s.tokens, join) {
		return nil
	}
	next := &s.tokens[join+1]
	if next.w.in.has(sSubjects) && next.w.det == "" || next.w.wh != "" {
		return nil
	}
	if joins == sAnd && l.sortOf(next) == wordVerb {
		return nil
	}
	out := l.shared(l.parallel(s.tokens, join, -1))
	for i, o := range out {
		out[i] = l.withoutPrice(o)
	}
	if n := len(out); n > 1 {
		if _, counted := l.withoutCount(out[n-1]); counted { // "two tins, one dark green and one brick red"
			var each []string
			for _, o := range out {
				if rest, ok := l.withoutCount(o); ok {
					each = append(each, rest)
				}
			}
			out = each
		}
	}
	if len(out) > 1 && slices.ContainsFunc(out, func(o string) bool { return !l.nameable(o) }) && l.sortOf(&l.tokens(out[0])[0]) != wordVerb {
		return nil
	}
	return out
}

// whatIsDone returns the two things that a statement offers to do or to have done, as the
// reader would say them: "you can pick it up, or I can bring it to your desk".
func (l *lexicon) whatIsDone(s *sentence) []string {
	if _, ok := l.maps["offered-as"]; !ok || s.noChoice(l) {
		return nil
	}
	toks := s.tokens
	or := -1
	for i := 2; i+2 < len(toks); i++ {
		if toks[i].w.in.has(sOr) && l.speaker(&toks[i+1]) {
			or = i
		}
	}
	if or < 0 {
		return nil
	}
	left := slices.IndexFunc(toks[:or], func(t token) bool { return l.speaker(&t) })
	end := or + 1
	for end < len(toks) && end-or <= 2*maxOption {
		end++
		if toks[end-1].stop {
			break
		}
	}
	if left < 0 || left+1 >= or || or-left > 2*maxOption || slices.ContainsFunc(toks[left:or-1], func(t token) bool { return t.breaks() }) {
		return nil
	}
	a, b := l.done(toks[left:or]), l.done(toks[or+1:end])
	if a == "" || b == "" {
		return nil
	}
	return add(nil, a, b)
}

// speaker reports whether a token is the sender or the reader as a subject: "I", "we", "you".
func (l *lexicon) speaker(t *token) bool {
	return t.w.in.has(sSubjects) && (t.w.in.has(sFirst) || t.w.in.has(sYou)) && !strings.Contains(t.low, "'")
}

// done turns a clause such as "I can bring it to your desk" to its reader; empty where it is
// not one of something that can be done.
func (l *lexicon) done(toks []token) string {
	mine, verb, rest := toks[0].w.in.has(sFirst), toks[1].low, toks[1:]
	modal := l.maps["offered-as"][verb]
	if modal != "" {
		rest = toks[2:]
	} else if mine {
		return ""
	}
	for len(rest) > 0 && l.in(&rest[0], "softening") {
		rest = rest[1:]
	}
	if len(rest) == 0 || !rest[0].w.in.has(sVerbs) {
		return ""
	}
	if len(rest) > maxOption+1 { // the main part will do
		for i := maxOption; i > 1; i-- {
			if rest[i].w.in.has(sPrepositions) {
				rest = rest[:i]
				break
			}
		}
	}
	if mine && l.in(&rest[0], "offer-verbs") { // "I can offer you the lighter one"
		if rest = rest[1:]; len(rest) > 1 && rest[0].w.in.has(sYou) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return ""
		}
		return cut(l.maps["offered-as"]["take"]+" "+l.say(rest), MaxPhrase)
	}
	if mine {
		return cut(l.maps["offered-as"]["theirs"]+" "+l.say(rest), MaxPhrase)
	}
	return cut(l.maps["offered-as"]["mine"]+" "+l.say(rest), MaxPhrase)
}

// withoutPrice cuts what an option costs off: "one in the centre for 140 a night".
func (l *lexicon) withoutPrice(option string) string {
	toks := l.tokens(option)
	for i := 2; i+1 < len(toks); i++ {
		if l.in(&toks[i], "price-joins") && toks[i+1].figure() {
			return strings.TrimSpace(option[:toks[i].from])
		}
	}
	return option
}

// withoutCount cuts the "one" off "one dark green".
func (l *lexicon) withoutCount(option string) (string, bool) {
	toks := l.tokens(option)
	if len(toks) > 1 && toks[0].w.number == 1 && toks[0].w.det == "" && !toks[1].w.in.has(sPrepositions) && !toks[1].w.in.has(sStop) {
		return option[toks[1].from:], true
	}
	return option, false
}

// nameable reports whether an option taken from a statement can stand alone: not a bare
// verb, pronoun or function word.
func (l *lexicon) nameable(option string) bool {
	toks := l.tokens(option)
	if len(toks) != 1 {
		return len(toks) > 0
	}
	w := toks[0].w
	return w.in.has(sNouns) || w.in.has(sAdjectives) || !w.in.has(sVerbs) && !w.in.has(sStop) && !w.in.has(sObjects)
}

// choosing returns what a sentence offers choices of: "the starters" of "Starters are soup
// or prawns", else nothing.
func (l *lexicon) choosing(s *sentence) string {
	for i := 0; i < len(s.tokens) && i < 3; i++ {
		t := &s.tokens[i]
		if i > 0 && t.w.in.has(sBeing) {
			return "the " + joinLow(s.tokens[:i])
		}
		if t.w.in.has(sStop) || t.w.det != "" || t.w.in.has(sVerbs) && !t.w.in.has(sNouns) {
			return ""
		}
		if t.mark == ':' {
			return "the " + joinLow(s.tokens[:i+1])
		}
	}
	return ""
}

// choicesOf reads "what will you have for each?": one question for every choice that the
// sentences before it offer, "Starters are soup or prawns. Mains are turkey or salmon."
func (m *mail) choicesOf(l *lexicon, g *Gist, at int) bool {
	var out []Question
	for j := max(0, at-6); j < at; j++ {
		s := &m.sentences[j]
		if s.asks {
			continue
		}
		options := l.offered(s, sOr)
		topic := l.choosing(s)
		if len(options) < 2 || topic == "" {
			continue
		}
		q := g.Questions[len(g.Questions)-1]
		q.Ask, q.Kind, q.YesNo, q.Topic, q.Options = AskChoice, "which", false, topic, options
		out = append(out, q)
	}
	if len(out) < 2 {
		return false
	}
	g.Questions = append(g.Questions[:len(g.Questions)-1], out...)
	g.Questions = g.Questions[:min(len(g.Questions), MaxItems)]
	return true
}

// between reads "between the bench and the vase which would you go for": the two, and
// the index of the word that asks, or 0.
func (l *lexicon) between(toks []token) ([]string, int) {
	id, ok := l.sets["choosing-between"]
	if !ok {
		return nil, 0
	}
	from := slices.IndexFunc(toks[:min(len(toks), 12)], func(t token) bool { return t.w.in.has(id) })
	if from < 0 {
		return nil, 0
	}
	and, asks := 0, 0
	for i := from + 2; i < len(toks) && i < from+maxOption+2; i++ {
		switch w := toks[i].w; {
		case and == 0 && w.in.has(sAnd):
			and = i
		case and > 0 && i > and+1 && w.wh != "" && w.wh != "if":
			asks = i
		}
		if asks > 0 {
			break
		}
	}
	if asks == 0 || toks[and-1].stop || toks[from+1].figure() && and == from+2 && toks[and+1].figure() || !l.sound(toks[from+1:and]) || !l.sound(toks[and+1:asks]) {
		return nil, 0
	}
	return add(nil, l.say(toks[from+1:and]), l.say(toks[and+1:asks])), asks
}

// kindsNamed offers the kinds of what a question asks for that the sentence before it names:
// "With normal glass it is 164, with museum glass 238. Which glass should I use?"
func (m *mail) kindsNamed(q *Question, at int, s *sentence) bool {
	if at == 0 || m.sentences[at-1].asks {
		return false
	}
	i := slices.IndexFunc(s.tokens, func(t token) bool { return t.w.wh == "which" })
	if i < 0 || i+1 >= len(s.tokens) || s.tokens[i].stop || len(s.tokens[i+1].low) < 3 {
		return false
	}
	noun := s.tokens[i+1].low
	var out []string
	before := m.sentences[at-1].tokens
	for j := 1; j < len(before); j++ {
		if t := &before[j-1]; before[j].low == noun && !t.stop && t.w.det == "" && !t.w.in.has(sPrepositions) && !t.w.in.has(sAnd) && !t.w.in.has(sSubjects) && !t.figure() {
			out = add(out, t.text+" "+before[j].text)
		}
	}
	if len(out) < 2 {
		return false
	}
	q.Options = out
	return true
}
