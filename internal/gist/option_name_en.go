package gist

import (
	"slices"
	"strings"
)

// How an English option is said in few words.

const (
	maxName = 8  // words of a thing
	maxDeed = 10 // words of something to do
)

// optionsOf names offers. It is nil where one of them cannot be named, or two are the same.
func (l *lexicon) optionsOf(list []offer) []Option {
	if len(list) < 2 {
		return nil
	}
	var out []Option
	low := len(list[0].toks) == 1 && list[0].named && !slices.ContainsFunc(list[1:], func(o offer) bool { return len(o.toks) == 0 || o.toks[0].from > 0 && capital(o.toks[0].text) })
	for _, o := range list {
		one := l.optionOf(o)
		if one.Name == "" || slices.ContainsFunc(out, func(had Option) bool { return strings.EqualFold(had.Name, one.Name) }) {
			return nil
		}
		if low && list[len(list)-1].toks[0].from > 0 {
			one.Name = lowerFirst(one.Name) // "Oak comes to £640, plain pine £210"
		}
		out = append(out, one)
	}
	return out
}

// optionOf names one offer.
func (l *lexicon) optionOf(o offer) Option {
	toks := l.unled(o.toks)
	switch o.kind {
	case OptionThing:
		toks = l.thingName(toks)
	case OptionHow:
		toks = l.howName(toks)
	default:
		toks = l.deedName(toks)
	}
	if len(toks) == 0 || len(toks) > maxDeed+2 || !l.stands(withoutEither(toks)) {
		return Option{}
	}
	said := l.sayOption(toks)
	if o.passed {
		it := "it "
		if o.many {
			it = "them "
		}
		said = "have " + it + said // "I would like to have them paid out"
	}
	if o.kind == OptionThing && (l.ordinalName(toks) || l.maps["stands-for"][toks[0].low] != "" && len(toks) == 1) {
		return Option{}
	}
	if o.kind == OptionTheirs {
		said = o.who + " can " + said
	}
	if o.kind == OptionThing && o.stated {
		said = definite(said)
	}
	if len(said) > MaxPhrase || strings.ContainsAny(said, "()[]{}<>|/\\@\"") {
		return Option{}
	}
	return Option{Name: said, Kind: o.kind}
}

// ordinalName reports whether a name only counts: "the second", "a first choice".
func (l *lexicon) ordinalName(toks []token) bool {
	if len(toks) > 1 && toks[0].w.det != "" {
		toks = toks[1:]
	}
	return len(toks) < 3 && (toks[0].low == "first" || toks[0].low == "second" || toks[0].low == "third" || toks[0].low == "other")
}

// definite names one thing of several: "the dark one" for "a dark one", "one dark one".
func definite(said string) string {
	if first, rest, _ := strings.Cut(said, " "); first == "one" {
		switch t := english().tokens(rest); {
		case len(t) > 0 && (t[0].w.in.has(sPrepositions) || t[0].w.wh != ""):
			return "the " + said // "one at the front"
		case len(t) > 0 && (t[0].w.det != "" || t[len(t)-1].w.in.has(sAdjectives)):
			return rest // "one dark green, one a sort of red"
		}
	}
	for _, det := range []string{"a ", "an ", "one "} {
		if rest, ok := strings.CutPrefix(said, det); ok && rest != "" {
			return "the " + rest
		}
	}
	return said
}

// sayOption says the tokens of an option, without the capital that begins their sentence.
func (l *lexicon) sayOption(toks []token) string {
	said := l.say(toks)
	if t := &toks[0]; strings.HasSuffix(t.low, "ing") && len(toks) > 1 && !capital(toks[1].text) {
		return lowerFirst(said)
	}
	if len(toks) == 2 && toks[1].figure() || len(toks) > 2 && toks[1].figure() && !toks[1].stop && toks[0].w.det == "" && toks[2].w.in.has(sPrepositions) {
		return said // "Peg 7 under the trees"
	}
	if t := &toks[0]; capital(said) && (l.common(t) || t.from == 0 && !l.proper(t.text) && t.w.month == 0 && t.w.day == 0 && (len(toks) > 1 && !capital(toks[1].text))) && t.w.month == 0 && t.w.day == 0 && t.low != "i" {
		said = lowerFirst(said)
	}
	return said
}

// price reports whether what something costs begins at a token: "at £58 a corner", "£28".
func (l *lexicon) price(toks []token, i int) bool {
	t := &toks[i]
	money := func(t *token) bool {
		return strings.ContainsAny(t.text, "£$€") || l.maps["offering"][t.low] == "money" || pence(t.low)
	}
	if i > 0 && i+1 < len(toks) && money(t) && !t.stop && (toks[i-1].low == "a" || toks[i-1].low == "the" || toks[i-1].low == "an") && l.maps["offering"][toks[i+1].low] == "" && !toks[i+1].w.in.has(sStop) && !toks[i+1].w.in.has(sPrepositions) {
		return false // "a £250 excess"
	}
	if money(t) && (l.maps["offering"][t.low] == "" || i > 0 && (toks[i-1].figure() || l.numberOf(&toks[i-1]) > 0 || toks[i-1].w.det != "")) {
		return true // not "a new euro cylinder"
	}
	if i+1 < len(toks) && t.figure() && (l.maps["offering"][toks[i+1].low] == "money" || toks[i+1].w.in.has(sCurrencies)) {
		return true
	}
	if i+1 >= len(toks) || !(t.low == "for" || t.low == "at" || t.low == "from" || t.low == "costing" || t.low == "around" || t.low == "about") {
		return false
	}
	for j := i + 1; j < min(i+4, len(toks)); j++ {
		if money(&toks[j]) || toks[j].figure() && j+1 < len(toks) && (l.maps["offering"][toks[j+1].low] == "money" || toks[j+1].w.in.has(sCurrencies)) {
			return true
		}
		if r := l.role(&toks[j]); r != "lead" && toks[j].low != "about" && toks[j].low != "the" && toks[j].low != "an" && r != "softly" {
			break
		}
	}
	if next := &toks[i+1]; (t.low == "at" || t.low == "for") && next.figure() && bigFigure(next.low) && !clockLike(next.low) && (i+2 == len(toks) || next.stop || toks[i+2].low == "a" || toks[i+2].low == "each" || toks[i+2].low == "per" || toks[i+2].low == "and") {
		return true // "for 1,150", "at 140 a night"
	}
	return (t.low == "at" || t.low == "for") && (i+2 == len(toks) || toks[i+1].stop || toks[i+2].low == "that" || toks[i+2].w.in.has(sAnd)) && l.numberOf(&toks[i+1]) > 24 || t.low == "at" && toks[i+1].figure() && !clockLike(toks[i+1].low) && i+2 < len(toks) && l.in(&toks[i+2], "each") ||
		t.low == "at" && toks[i+1].figure() && i+2 < len(toks) && toks[i+2].low == "a"
}

// pence reports whether a word is a price in pence: "18p".
func pence(low string) bool {
	digits, ok := strings.CutSuffix(low, "p")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// bigFigure reports whether a figure is too big for an hour or a day.
func bigFigure(low string) bool {
	digits := 0
	for i := range len(low) {
		switch c := low[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c != ',' && c != '.':
			return false
		}
	}
	return digits > 2 || digits == 2 && !strings.ContainsAny(low, ".,") && low > "24"
}

// thingName cuts a thing down to what names it.
func (l *lexicon) thingName(toks []token) []token {
	for len(toks) > 1 && (l.in(&toks[0], "softening") || l.role(&toks[0]) == "softly") {
		toks = toks[1:]
	}
	if t := &toks[0]; strings.HasPrefix(t.low, "wh") && strings.HasSuffix(t.low, "ever") {
		return l.howName(toks[:min(len(toks), maxName)]) // "wherever it is most needed"
	}
	phrases, end := 0, len(toks)
	for i := 1; i < len(toks); i++ {
		t := &toks[i]
		prep := t.w.in.has(sPrepositions) && t.w.det == "" && !t.w.in.has(sOf) && !t.w.in.has(sAnd)
		if prep {
			phrases++
		}
		role := l.role(t)
		switch {
		case toks[i-1].stop && toks[i-1].mark != ',', toks[i-1].stop && toks[i-1].w.day == 0,
			l.price(toks, i) && !l.priced(toks[:i]),
			t.w.wh != "" || t.low == "who", t.low == "that" && !toks[i-1].w.in.has(sPrepositions),
			l.remarks(t) && t.w.det == "", role == "modal", l.maps["option-ends"][t.low] != "",
			t.w.in.has(sInverts) && t.w.det == "",
			t.w.in.has(sAnd) && i > 1 && (i+1 == len(toks) || l.clauseAt(toks, i+1)),
			t.w.in.has(sSubjects) && t.w.det == "" && t.low != "it" && t.low != "there",
			t.w.in.has(sTo) && i+1 < len(toks) && toks[i+1].w.verb() && toks[i+1].w.det == "",
			(t.low == "this" || t.low == "next") && i+1 < len(toks) && toks[i+1].w.in.has(sDates),
			prep && (phrases > 2 || i > 5),
			prep && i+1 < len(toks) && (toks[i+1].w.in.has(sYou) || toks[i+1].low == "us") && t.low == "for",
			l.in(t, "cost-verbs") && i+1 < len(toks) && toks[i+1].figure():
			end = i
		}
		if end == i {
			break
		}
	}
	if k := min(end, maxName); k > 3 && k < len(toks) && (toks[k].low == "to" || toks[k].low == "past") && toks[k-2].low == "at" && !toks[k-1].stop {
		end = k - 2 // "at quarter to nine" is said whole or not at all
	}
	toks = l.trimmedEnd(toks[:min(end, maxName)])
	if n := len(toks); n > 2 && toks[n-1].figure() && strings.ContainsAny(toks[n-1].text, "-–") && !toks[n-2].w.in.has(sPrepositions) {
		toks = toks[:n-1] // "Thursday front desk 1-4"
	}
	return toks
}

// priced reports whether nothing is left of a thing without its price: "£159 for the year",
// "renew at £14".
func (l *lexicon) priced(before []token) bool {
	return len(before) == 1 && (before[0].w.det != "" || before[0].w.in.has(sPrepositions))
}

// clauseAt reports whether words behind "and" go on to tell something: "and it'd be £72".
func (l *lexicon) clauseAt(toks []token, i int) bool {
	t := &toks[i]
	return t.w.in.has(sSubjects) || strings.Contains(t.low, "'") || t.w.in.has(sAuxiliaries) || t.low == "rather" || t.w.det != "" && i > 4 || l.role(t) == "will" || l.role(t) == "remark" || l.deedFirst(toks[i:]) || l.thirdPerson(t)
}

// trimmedEnd cuts words off the end that say nothing alone: a preposition, "and", "left".
func (l *lexicon) trimmedEnd(toks []token) []token {
	for len(toks) > 0 {
		t := &toks[len(toks)-1]
		if n := len(toks); n > 1 && (t.w.in.has(sPrepositions) && l.maps["particles"][t.low] == "" || t.w.in.has(sAnd) || t.w.in.has(sOr) || t.w.in.has(sTo) || t.w.det != "" && !t.w.in.has(sPossessive) && t.low != "both" && !(len(t.text) == 1 && capital(t.text)) || l.role(t) == "lead" && t.low != "both" || l.maps["option-ends"][t.low] != "" || t.w.in.has(sEndsOption) && l.maps["particles"][t.low] == "") {
			toks = toks[:n-1]
			continue
		}
		break
	}
	return toks
}

// howName cuts a place or a manner down.
func (l *lexicon) howName(toks []token) []token {
	phrases := 0
	for i := 1; i < len(toks); i++ {
		t := &toks[i]
		prep := t.w.in.has(sPrepositions) && t.w.det == "" && !t.w.in.has(sOf)
		if prep {
			phrases++
		}
		if toks[i-1].stop && toks[i-1].w.day == 0 || l.price(toks, i) && i > 1 || t.w.wh != "" || l.remarks(t) && t.w.det == "" || phrases > 2 || i >= maxName ||
			t.w.in.has(sAnd) && i+1 < len(toks) && l.clauseAt(toks, i+1) || t.w.in.has(sSubjects) && i > 1 && !toks[i-1].w.in.has(sPrepositions) {
			return l.trimmedEnd(toks[:i])
		}
	}
	return l.trimmedEnd(toks)
}

// deedName cuts something to do down to its main part.
func (l *lexicon) deedName(toks []token) []token {
	end := len(toks)
	for i := 1; i < len(toks) && end == len(toks); i++ {
		t := &toks[i]
		switch {
		case toks[i-1].stop && (i > 1 || toks[i-1].mark != ','):
			end = i
		case l.price(toks, i) && !(toks[i-1].w.in.has(sPrepositions) || toks[i-1].w.in.has(sTo)) && (i > 1 || l.participle(&toks[0])) && (t.w.in.has(sPrepositions) || !toks[i-1].w.in.has(sObjects) && toks[i-1].w.det == "" && !toks[i-1].w.in.has(sYou) && !l.in(&toks[i-1], "pronouns-it")):
			end = i
		case t.w.in.has(sAnd) && i+1 < len(toks) && (i > 3 || l.clauseAt(toks, i+1) && !l.deedFirst(toks[i+1:])):
			end = i
		case i > 3 && t.w.in.has(sTo) && i+1 < len(toks) && toks[i+1].w.verb() && toks[i+1].w.det == "":
			end = i // "call at our office to sign it"
		case i > 1 && l.remarks(t) && !t.w.in.has(sSubjects) && t.w.det == "", t.low == "but", t.low == "so" && i > 1:
			end = i
		case i > 1 && t.w.wh != "" && t.w.wh != "if" && i+1 < len(toks) && t.low != "where":
			end = i
		}
	}
	if end > maxDeed {
		end = maxDeed
		for i := maxDeed; i > 3; i-- {
			if t := &toks[i]; t.w.in.has(sPrepositions) && t.w.det == "" || t.w.in.has(sAnd) || l.in(t, "time-clauses") {
				end = i
				break
			}
		}
	}
	toks = toks[:end]
	if n := len(toks); n > 1 && (toks[n-1].w.det != "" && !toks[n-1].w.in.has(sPossessive) && !l.in(&toks[n-1], "pronouns-it") && toks[n-1].low != "both" || toks[n-1].w.in.has(sAnd)) {
		toks = toks[:n-1]
	}
	return toks
}
