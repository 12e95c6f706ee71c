package gist

import (
	"slices"
	"strings"
)

// maxLead is how many words stand before the first thing of a list of what is wanted.
const maxLead = 14

// wantedList parts a sentence that wants several things at once, "we need the hours, the name
// of the driver and a copy of the permit": each becomes a sentence of its own that begins as
// the whole one does. It is nil for a sentence that is about one thing, and for one of whose
// things none is told in a word, as a date or a name is.
func (l *lexicon) wantedList(s *sentence) []sentence {
	from := l.wantsAt(s)
	if from < 0 || from > maxLead || s.plain && s.asks {
		return nil
	}
	things := l.things(s, from)
	bare := !l.beginsThing(s.tokens, from)
	telling := len(things) > 2 && slices.ContainsFunc(s.tokens[:from], func(t token) bool { return t.low == "tell" }) // "the colour, the make and the size"
	if len(things) == 0 || len(things) == 1 && things[0].to == len(s.tokens) || !telling && !slices.ContainsFunc(things, func(t thing) bool { return l.toldThing(s.tokens[t.from:t.to]) != "" }) {
		return nil
	}
	lead := s.text[:s.tokens[from].from]
	if l.code == "en" && l.lacking(l.lead(s.tokens)) > 0 {
		lead = "I need " // "what is missing is"
	}
	mark := "."
	if s.asks {
		mark = "?"
	}
	out := make([]sentence, 0, len(things))
	for _, t := range things {
		toks := l.withoutVerb(s.tokens[t.from:t.to])
		if at := slices.IndexFunc(toks[:min(len(toks), 5)], func(t token) bool { return t.low == "whether" }); at > 0 {
			toks = toks[at:] // "an indication of whether there is music"
		}
		text := s.text[toks[0].from:toks[len(toks)-1].to]
		if t.article != "" {
			text = t.article + " " + text
		}
		if t.of != nil {
			text += " " + s.text[t.of[0].from:t.of[len(t.of)-1].to]
		}
		var part sentence
		if telling || bare || l.toldThing(toks) != "" {
			part = l.sentence(cut(text, MaxQuote))
			part.told = true
		} else {
			part = l.sentence(cut(lead+text, MaxQuote) + mark)
		}
		part.block, part.label, part.item = s.block, s.label, s.item
		out = append(out, part)
	}
	return out
}

// thing is a thing that is wanted: the tokens [from, to) of a sentence.
type thing struct {
	from, to int
	article  string  // that it shares with the thing before it: "the name and address"
	of       []token // what it shares with the thing behind it: "of the person"
}

// wantsAt is the token at which the things begin that a sentence wants to be told, sent or
// given; -1 where it wants none.
func (l *lexicon) wantsAt(s *sentence) int {
	if l.code == "de" {
		return l.wantsAtGerman(s)
	}
	toks := l.lead(s.tokens)
	skipped := len(s.tokens) - len(toks)
	if l.code != "en" || len(toks) < 5 {
		return -1
	}
	if at := l.lacking(toks); at > 0 && !s.asks && l.beginsThing(toks, at) {
		return at + skipped
	}
	if toks[0].w.wh != "" {
		return -1
	}
	if l.begsThings(s, toks) {
		return skipped
	}
	if first := toks[0].low; first == "before" || first == "once" || first == "when" || first == "so" { // "Before I hand it over I need …"
		if at := slices.IndexFunc(toks[2:], func(t token) bool { return t.w.in.has(sNeeding) }); at > 0 && toks[at+1].w.in.has(sFirst) {
			skipped, toks = skipped+at+1, toks[at+1:]
			if len(toks) < 5 {
				return -1
			}
		}
	}
	verb := l.requestVerb(toks, s.asks)
	if verb < 0 {
		verb = l.welcomed(toks)
	}
	if verb < 0 {
		verb = l.toBeTold(s, toks, skipped)
	}
	for i := 0; verb < 0 && i+2 < len(toks) && i < 4; i++ { // "could I have", "give me", "tell us"
		switch w := toks[i].w; {
		case s.asks && (w.in.has(sAsking) || toks[i].low == "may") && toks[i+1].w.in.has(sFirst):
			if j := l.manner(toks, i+2); toks[j].low == "have" || toks[j].low == "get" {
				verb = j
			}
		case !s.asks && i == 0 && (w.in.has(sHanding) || w.in.has(sTelling)) && (toks[i+1].low == "me" || toks[i+1].low == "us"):
			verb = i
		}
	}
	if verb < 0 || verb+3 >= len(toks) || toks[verb].stop {
		return -1
	}
	if with := verb + 1; toks[verb].w.in.has(sReplying) {
		for with < len(toks)-3 && with < verb+4 && !toks[with].w.in.has(sWith) {
			with++
		}
		if !toks[with].w.in.has(sWith) || !l.beginsThing(toks, with+1) {
			return -1
		}
		return with + 1 + skipped // "please reply with your name and the number of guests"
	}
	if w := toks[verb].w; !w.in.has(sHanding) && toks[verb].low != "appreciate" && toks[verb].low != "welcome" && !(toks[verb].low == "for" && l.in(&toks[verb-1], "welcome")) && !w.in.has(sNeeding) && !w.in.has(sTelling) && !w.in.has(sSending) {
		return -1
	}
	at := verb + 1
	for at+1 < len(toks) && at < verb+5 && !toks[at].stop {
		switch t := &toks[at]; {
		case t.w.in.has(sMe) || t.low == "have" || t.low == "know" || t.w.in.has(sAlso) || t.low == "still" || t.low == "both":
			at++
			continue
		case t.low == "of" && toks[at-1].w.in.has(sMe): // "inform us of the number"
			at++
			continue
		case t.low == "you" && toks[at+1].low == "to": // "I need you to tell me"
			at++
			continue
		case t.low == "to" && toks[at+1].w.in.has(sTelling):
			at += 2
			continue
		case t.low == "from" && toks[at+1].low == "you":
			at += 2
			continue
		}
		break
	}
	if at >= len(toks) || !l.beginsThing(toks, at) && !l.bareList(toks, at) {
		return -1
	}
	return at + skipped
}

// bareList reports whether three things or more are listed from a token on without articles,
// "girth, waist and height in cm, plus shoe size", two of which are told in a word.
func (l *lexicon) bareList(toks []token, from int) bool {
	parts, told, start := 0, 0, from
	for i := from; i < len(toks) && parts < MaxItems; i++ {
		t := &toks[i]
		if i == start && i > from && t.w.in.has(sPolite) {
			break // "height and width, please"
		}
		if t.w.in.has(sSubjects) || t.w.in.has(sAuxiliaries) || t.w.wh != "" || t.w.det != "" && i == start {
			return false
		}
		last := i == len(toks)-1
		if !last && t.mark != ',' && !toks[i+1].w.in.has(sAnd) && toks[i+1].low != "plus" {
			continue
		}
		parts++
		if l.toldThing(toks[start:i+1]) != "" {
			told++
		}
		for start = i + 1; start < len(toks) && (toks[start].w.in.has(sAnd) || toks[start].low == "plus"); start++ {
			i = start
		}
	}
	return parts > 2 && told > 1
}

// toBeTold is the last word of what wants to be told a thing, "we would like to know the …", "if
// you would inform us of the …"; -1 for none.
func (l *lexicon) toBeTold(s *sentence, toks []token, skipped int) int {
	for _, h := range s.hits {
		at := h.to - 1 - skipped
		if h.group != pTell || at < 1 || at+2 >= len(toks) {
			continue
		}
		switch {
		case toks[at].w.in.has(sKnowing) || toks[at].low == "hear":
			return at
		case toks[at].low == "of" && at > 1:
			return at - 2
		}
	}
	return -1
}

// begsThings reports whether a statement only names the reader's things that are wanted, and a
// "please": "your flat number please and a name for the bell".
func (l *lexicon) begsThings(s *sentence, toks []token) bool {
	return !s.asks && toks[0].w.in.has(sYours) && l.toldThing(toks) != "" && slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sPolite) }) &&
		!slices.ContainsFunc(toks, func(t token) bool { return t.w.in.has(sAuxiliaries) || t.w.in.has(sInverts) || t.w.in.has(sSubjects) })
}

// lacking is where the things begin that a statement says are missing: "what's still missing is
// the certificate and the figure", "I'm still missing your date of birth"; -1 for none.
func (l *lexicon) lacking(toks []token) int {
	for i := 1; i+2 < len(toks) && i < 8 && !toks[i-1].stop; i++ {
		if !l.in(&toks[i], "lacking") || toks[i].stop {
			continue
		}
		first := &toks[0]
		if next := &toks[i+1]; (first.w.wh == "what" || first.low == "all") && (next.low == "is" || next.low == "are") {
			return i + 2
		}
		if subject, _, _ := strings.Cut(strings.ReplaceAll(first.low, "’", "'"), "'"); l.is(subject, sFirst) {
			return i + 1
		}
		return -1
	}
	return -1
}

// welcomed is the word behind which stands what the sender would be glad of: "I'd appreciate
// your full name and your address", "we would be grateful for"; -1 for none.
func (l *lexicon) welcomed(toks []token) int {
	for i := 1; i+3 < len(toks) && i < 14; i++ {
		if (toks[i].low == "appreciate" || toks[i].low == "welcome") && l.wisher(toks[:i]) || i > 1 && toks[i].low == "for" && l.in(&toks[i-1], "welcome") && l.welcome(toks[:i]) {
			return i
		}
	}
	return -1
}

// beginsThing reports whether the name of a thing begins at token i.
func (l *lexicon) beginsThing(toks []token, i int) bool {
	t := &toks[i]
	if i > 0 && toks[i-1].w.in.has(sAnd) && (t.w.number > 0 || t.figure()) && i+1 < len(toks) && !t.stop && !(i > 1 && toks[i-2].figure()) {
		return true // "and one of the keys"
	}
	return t.w.det != "" || t.low == "some" || t.low == "any" || strings.HasSuffix(t.low, "'s") && capital(t.text) && i+1 < len(toks)
}

// things are the things listed from a token on, up to where the sentence goes on otherwise.
func (l *lexicon) things(s *sentence, from int) (out []thing) {
	toks := s.tokens
	start, depth := from, 0
	bare := !l.beginsThing(toks, from) && l.bareList(toks, from)
	for i := from; i < len(toks) && len(out) < MaxItems; i++ {
		t := &toks[i]
		if bracketAt(s.text, t) {
			depth++
		}
		if depth > 0 && strings.ContainsAny(s.text[t.to:min(len(s.text), t.to+3)], ")]}") {
			depth--
		}
		last := i == len(toks)-1
		if !last && depth > 0 {
			continue
		}
		next := i + 1
		for next < len(toks) && next < i+3 && (toks[next].w.in.has(sAnd) || toks[next].low == "plus") {
			next++
		}
		if next+3 < len(toks) && next == i+1 && toks[next].low == "as" && toks[next+1].low == "well" && toks[next+2].low == "as" {
			next += 3
		}
		joined := next > i+1
		if joined && next+2 < len(toks) && toks[next].w.in.has(sTo) && toks[next+1].w.in.has(sKnowing) {
			next += 2 // "and to know who collects her"
		}
		if !last && next < len(toks) && !t.stop && joined && i == start+1 && toks[start].w.det != "" && l.kindOf(&toks[i]) != "" && l.shares(toks, next) {
			thing := thing{from: start, to: i + 1} // "the name and phone number of the person"
			if of := l.ofPhrase(toks, next); of > 0 {
				thing.of = toks[of:l.thingEnd(toks, of)]
			}
			out = append(out, thing)
			rest := l.things(s, next)
			if len(rest) > 0 {
				rest[0].article = toks[start].text
			}
			return append(out, rest...)
		}
		ends := last || t.stop && t.mark != ',' && t.mark != '(' && t.mark != ')' && t.mark != '.'
		if !ends && (t.stop || joined) && next < len(toks) {
			switch {
			case bare, l.beginsThing(toks, next) && l.namesThing(toks, next), (joined || t.stop) && toks[next].w.wh != "" && (joined || !t.w.in.has(sPrepositions)) && (joined || !l.relativeAt(toks, next)):
			case t.stop && !joined:
				return append(out, thing{from: start, to: i + 1}) // "…, so that I can book it"
			default:
				continue
			}
			out = append(out, thing{from: start, to: i + 1})
			start = next
			i = next - 1
			continue
		}
		if ends {
			return append(out, thing{from: start, to: i + 1})
		}
	}
	return out
}

// relativeAt reports whether "who" or "which" at token i begins a clause about the thing before
// it, "the number, which is on the lid", and not one that asks, "which medicines you take".
func (l *lexicon) relativeAt(toks []token, i int) bool {
	if low := toks[i].low; low != "which" && low != "who" {
		return false
	}
	return i+2 >= len(toks) || toks[i].low == "who" || !l.in(&toks[i+1], "counted") && !l.pluralWord(toks[i+1].low) && !toks[i+1].w.in.has(sNouns)
}

// kindOf is the kind of answer that a noun alone wants.
func (l *lexicon) kindOf(t *token) string {
	if kind := l.maps["kinds"][t.low]; kind != "" {
		return kind
	}
	return l.maps["kinds"][strings.TrimSuffix(t.low, "s")]
}

// shares reports whether a noun at token i shares the article of the one before it: "the
// name and address".
func (l *lexicon) shares(toks []token, i int) bool {
	return l.kindOf(&toks[i]) != "" || i+1 < len(toks) && !toks[i].stop && toks[i].w.det == "" && l.kindOf(&toks[i+1]) != ""
}

// ofPhrase is the "of" behind a noun of one or two words at token i, 0 for none.
func (l *lexicon) ofPhrase(toks []token, i int) int {
	for j := i + 1; j < len(toks) && j < i+3 && !toks[j-1].stop; j++ {
		if toks[j].w.in.has(sOf) || toks[j].low == "for" {
			return j
		}
	}
	return 0
}

// thingEnd is where the thing ends that token i stands in.
func (l *lexicon) thingEnd(toks []token, i int) int {
	for i < len(toks)-1 && !toks[i].stop && !toks[i+1].w.in.has(sAnd) {
		i++
	}
	return i + 1
}

// namesThing reports whether what begins at token i goes on as the name of a thing and not
// as a clause: "the drummer can come later".
func (l *lexicon) namesThing(toks []token, i int) bool {
	for j := i + 1; j < len(toks) && j < i+6 && !toks[j-1].stop; j++ {
		t := &toks[j]
		switch {
		case j > i+1 && (t.w.det != "" || t.w.in.has(sSubjects)), // "the name the booking is under"
			t.low == "of" || t.low == "on" || t.low == "for" || t.low == "in" || t.low == "that" || t.w.wh != "" || t.w.in.has(sAnd):
			return true
		case t.w.in.has(sAuxiliaries) && l.kindOf(t) == "":
			return false
		}
	}
	return true
}

// toldThing is the kind of answer that a thing wants which is told in a word or two; empty
// for what is to be sent or done.
func (l *lexicon) toldThing(toks []token) Ask {
	if toks[0].w.wh != "" {
		return AskWhat
	}
	switch ask := l.askedThing(toks); ask {
	case AskNumber, AskIdentifier, AskAddress, AskPhone, AskVersion, AskMoney, AskDate, AskTime, AskWho, AskDuration, AskPlace:
		return ask
	}
	return ""
}

// asksName reports whether it is a name that is wanted, or somebody to turn to.
func (l *lexicon) asksName(toks []token) bool {
	at := slices.IndexFunc(toks[:min(len(toks), 5)], func(t token) bool {
		return t.low == "name" || t.low == "names" || t.low == "contact" || t.low == "contacts"
	})
	return l.code == "en" && at >= 0 && l.askedThing(toks) == AskWho
}

// alsoWanted reports whether a sentence only names one more thing that is to be told: "And
// your mobile number."
func (l *lexicon) alsoWanted(s *sentence) bool {
	toks := l.lead(s.tokens)
	if l.code != "en" || s.asks || len(toks) < 2 || len(toks) > 7 || toks[0].w.det == "" || l.toldThing(toks) == "" {
		return false
	}
	return !slices.ContainsFunc(toks, func(t token) bool {
		base := strings.TrimSuffix(t.low, "s")
		return t.w.in.has(sAuxiliaries) || t.w.in.has(sInverts) || base != t.low && (t.w.in.has(sStop) || !t.w.in.has(sNouns)) && l.verb(base) && l.kindOf(&t) == "" // "The price stays."
	})
}

// lacked is what a statement says is lacking of the reader's, "your phone number is missing from
// the form", "we have no record of your date of birth"; nil where it says no such thing, or where
// that is no value to tell.
func (l *lexicon) lacked(s *sentence) *sentence {
	if l.code != "en" || s.asks || s.item || len(s.tokens) < 5 || len(s.tokens) > 16 {
		return nil
	}
	toks := s.tokens
	from, to := l.onceKnown(toks)
	if from > 0 {
	} else if toks[0].w.in.has(sYours) || toks[0].low == "the" {
		be := slices.IndexFunc(toks[:min(len(toks), 7)], func(t token) bool { return t.w.in.has(sBeing) || t.low == "was" || t.low == "were" })
		if be < 2 || !slices.ContainsFunc(toks[be+1:min(len(toks), be+4)], func(t token) bool { return l.in(&t, "lacks-it") }) || slices.ContainsFunc(toks[be:min(len(toks), be+3)], func(t token) bool { return t.w.in.has(sNegations) }) {
			return nil
		}
		to = be
	} else {
		no := slices.IndexFunc(toks[:4], func(t token) bool { return t.w.in.has(sNegations) })
		if no < 1 || !l.is(strings.Split(strings.ReplaceAll(toks[0].low, "’", "'"), "'")[0], sFirst) {
			return nil
		}
		from = slices.IndexFunc(toks[no:min(len(toks), no+5)], func(t token) bool { return t.w.in.has(sYours) }) + no
		if from < no || !slices.ContainsFunc(toks[:from], func(t token) bool { return t.low == "have" || t.low == "record" || t.low == "got" }) {
			return nil
		}
		for to = from + 1; to < len(toks) && !toks[to-1].stop && toks[to].low != "yet" && toks[to].low != "on"; to++ {
		}
	}
	switch l.toldThing(toks[from:to]) {
	case AskNumber, AskIdentifier, AskAddress, AskPhone, AskDate, AskWho:
	default:
		return nil
	}
	part := s.part(l, from, to, false)
	part.told = true
	return &part
}

// onceKnown are the ends of what the sender waits for from the reader: "as soon as I have | your
// measurements", "without | your number"; 0 and 0 for none.
func (l *lexicon) onceKnown(toks []token) (from, to int) {
	for i := 1; i+1 < len(toks); i++ {
		if !toks[i].w.in.has(sYours) || toks[i-1].stop {
			continue
		}
		before := &toks[i-1]
		have := i > 2 && (before.low == "have" || before.low == "know" || before.low == "get" || before.low == "receive" || before.low == "got") && slices.ContainsFunc(toks[max(0, i-5):i-1], func(t token) bool { return t.low == "once" || t.low == "soon" || t.low == "until" || t.low == "till" })
		if !have && !(i == 1 && before.low == "without") {
			continue
		}
		for to = i + 1; to < len(toks) && !toks[to-1].stop && !toks[to].w.in.has(sSubjects) && !toks[to].w.in.has(sAuxiliaries) && !l.ownClause(&toks[to]) && !toks[to].w.in.has(sAnd); to++ {
		}
		return i, to
	}
	return 0, 0
}

// notesLead reports whether what leads a list in is of notes of what was said, and of what is
// wrong with them: "My notes, shout if I got anything wrong:".
func (l *lexicon) notesLead(toks []token) bool {
	return l.code == "en" && slices.ContainsFunc(toks, func(t token) bool { return l.in(&t, "notes-leads") })
}

// onlyTells reports whether an item of a list is a statement: "Paint order is placed". Who
// asks for a thing names no more than the thing: "the date the leak was noticed".
func (l *lexicon) onlyTells(toks []token) bool {
	if l.code != "en" || len(toks) < 3 || l.toldThing(toks) != "" || toks[0].low == "someone" || toks[0].low == "somebody" {
		return false
	}
	things := 0
	for i := range toks[:min(len(toks), 7)] {
		t := &toks[i]
		switch {
		case t.w.wh != "" || t.low == "that":
			return false
		case i > 0 && !toks[i-1].stop && (t.w.in.has(sInverts) || t.w.in.has(sAuxiliaries)) && t.low != "any" && l.kindOf(t) == "":
			return things < 2 && (i < 3 || !toks[i-1].w.in.has(sSubjects)) // "any food you do not eat"
		case t.w.det != "" || t.w.in.has(sSubjects):
			things++
		}
	}
	return false
}

// paper reports whether a listed thing is a document that can be sent.
func (l *lexicon) paper(toks []token) bool {
	if l.code != "en" {
		return l.namesDocument(toks)
	}
	return len(toks) > 0 && toks[0].w.wh == "" && l.headsDocument(toks)
}

// sendThing puts a listed document into the words of a request, so that it can be said back:
// "Please send me the receipt for the laptop." It is empty for one without an article.
func (l *lexicon) sendThing(s *sentence) string {
	if l.code != "en" || s.tokens[0].w.det == "" {
		return ""
	}
	end := 1
	for end < len(s.tokens) && !s.tokens[end-1].stop && !bracketAt(s.text, &s.tokens[end]) && s.tokens[end].low != "if" {
		end++
	}
	return "Please send me " + lowerFirst(strings.TrimRight(s.text[s.tokens[0].from:s.tokens[end-1].to], " ,.;:")) + "."
}

// noteOf cuts off what only says that something is to be told: "a note of what it was for".
func (l *lexicon) noteOf(part sentence) sentence {
	if l.code != "en" {
		return part
	}
	for i := 1; i+2 < len(part.tokens) && i < 4; i++ {
		if l.in(&part.tokens[i], "told-by") && !part.tokens[i].stop {
			at := i + 1
			for at < i+3 && at+1 < len(part.tokens) && part.tokens[at].w.in.has(sPrepositions) {
				at++
			}
			if at > i+1 && part.tokens[at].w.wh != "" {
				out := part.part(l, at, len(part.tokens), false)
				out.told, out.block, out.label, out.item, out.listed = true, part.block, part.label, part.item, part.listed
				return out
			}
		}
	}
	return part
}

// readTask adds what a clause wants done without asking for it.
func (m *mail) readTask(l *lexicon, s *sentence, g *Gist) bool {
	if len(g.Requests) == MaxItems {
		return false
	}
	r, ok := l.task(s, m.greeting)
	if ok {
		g.Requests = append(g.Requests, r)
	}
	return ok
}
