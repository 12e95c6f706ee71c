package gist

import (
	"slices"
	"strings"
)

// Which sentences of an English mail leave a decision to its reader, and what there is to decide
// among. A question about a decision is bound to the options that stand nearest to it, whatever
// it asks with: "How would you like to proceed?", "Where shall I put you?", "Your call."

// decision is how a sentence leaves something to its reader.
type decision int

const (
	noDecision    decision = iota
	cueDecision            // "let me know": only where options stand plainly beside it
	ownDecision            // "you can collect it, or I'll post it": only what the sentence itself offers
	openDecision           // "what shall I do?"
	whichDecision          // "which would you like?", "please choose one"
	rightDecision          // "which is right?"
	placeDecision          // "where shall I put you?"
	whoDecision            // "who would you like?"
	timeDecision           // "when shall I come?"
)

const decisionBack = 5 // sentences in which options are looked for

// decide binds the questions of a mail about a decision to what there is to decide among.
func (m *mail) decide(l *lexicon, g *Gist) {
	if l.code != "en" {
		return
	}
	m.sideBySide(l, g)
	bound := false
	type left struct {
		d    decision
		from int
	}
	read := make([]left, len(m.sentences))
	for i := range m.sentences {
		if s := &m.sentences[i]; len(s.tokens) <= 60 {
			read[i].d, read[i].from = l.decisionOf(s)
		}
	}
	for _, cues := range []bool{false, true} { // what only leaves it to the reader counts where nothing asks
		for i := range m.sentences {
			s := &m.sentences[i]
			if len(s.tokens) > 60 {
				continue
			}
			d, from := read[i].d, read[i].from
			if cues && d == noDecision && !s.asks && l.maps["offered-as"] != nil && len(s.tokens) > 5 && s.tokens[0].w.in.has(sYou) && l.role(&s.tokens[1]) == "modal" {
				d = ownDecision // "you can push it under the door or I'll send you my bank details"
			}
			if d == whichDecision && from == len(s.tokens) && !s.asks && len(l.wishesIf(s.tokens)) > 0 {
				d = noDecision // what it supposes is one of the options
			}
			told := func(q Question) bool { return q.Case && q.Place/MaxItems == i } // "if you would like that too, say so"
			if d == noDecision || s.has(pAskMoney) && len(s.tokens) < 8 || slices.ContainsFunc(g.Questions, told) || g.optionsAt(l, i) || (d == cueDecision || d == ownDecision) != cues {
				continue
			}
			if list := m.choices(l, i, d, from); len(list) > 0 && l.sayable(list) && !l.onlyWhen(list) && !(cues && bound) {
				g.bind(l, s, i, from, d, list)
				m.unlist(g, i)
				bound = true
			}
		}
	}
	if slices.ContainsFunc(g.Questions, func(q Question) bool { return len(q.Options) > 1 || q.Ask == AskChoice || q.Ask == AskOpinion }) {
		g.Merits = m.merits(l)
	}
}

// onlyWhen reports whether what was found is no more than when the sender can: "I could start next
// week" behind "what would you like me to do?".
func (l *lexicon) onlyWhen(list []Option) bool {
	return len(list) == 1 && list[0].Kind == OptionDeed && slices.ContainsFunc(l.tokens(list[0].Name), func(t token) bool { return t.w.in.has(sDates) || t.w.in.has(sSpans) })
}

// sideBySide binds what a question itself puts side by side where that is said in two sentences,
// "Do you want oak? Or pine?", or behind "whether": "let us know whether you wish to collect it or
// have it posted".
func (m *mail) sideBySide(l *lexicon, g *Gist) {
	for i := range m.sentences {
		s := &m.sentences[i]
		if len(s.tokens) > 60 || len(s.tokens) < 2 {
			continue
		}
		at := slices.IndexFunc(s.tokens, func(t token) bool { return t.low == "whether" })
		switch {
		case i > 0 && s.asks && s.tokens[0].w.in.has(sOr) && m.sentences[i-1].asks && len(m.sentences[i-1].tokens) < 40 && len(s.tokens) < 8:
			before := &m.sentences[i-1]
			list := l.orOffers(append(slices.Clone(before.tokens), s.tokens...))
			if out := l.fit(list, whichDecision); out != nil && list[0].led && before.tokens[0].w.wh == "" {
				g.Questions = slices.DeleteFunc(g.Questions, func(q Question) bool { return q.Place/MaxItems == i })
				g.bind(l, before, i-1, len(before.tokens), whichDecision, out)
			}
		case at > 0 && at+5 < len(s.tokens):
			list := l.orOffers(s.tokens[at:])
			if out := l.fit(list, whichDecision); out != nil && list[0].led && (list[0].kind == OptionMine || l.leftUnsaid(s.tokens[:at])) {
				g.bind(l, s, i, at, whichDecision, out)
			}
		}
	}
}

// leftUnsaid reports whether the reader has not said what they want: "you did not say", "you
// haven't told us", "I forgot to ask".
func (l *lexicon) leftUnsaid(toks []token) bool {
	n := len(toks)
	if n < 2 {
		return false
	}
	saying := l.maps["choosing"][toks[n-1].low] == "tell" || l.maps["choosing"][toks[n-2].low] == "tell" || l.in(&toks[n-1], "said-forms") || l.in(&toks[n-2], "said-forms")
	return saying && slices.ContainsFunc(toks, func(t token) bool {
		return t.w.in.has(sNegations) || t.low == "not" || t.low == "never" || t.low == "forgot" || t.low == "omitted"
	})
}

// unlist leaves out what was read as wanted in the items of the list of options at sentence i.
func (m *mail) unlist(g *Gist, i int) {
	if from, to := m.itemsAt(i); to-from > 1 {
		within := func(place int) bool { return place/MaxItems >= from && place/MaxItems < to && place/MaxItems != i }
		g.Questions = slices.DeleteFunc(g.Questions, func(q Question) bool { return within(q.Place) })
		g.Requests = slices.DeleteFunc(g.Requests, func(r Request) bool { return within(r.Place) })
	}
}

// optionsAt reports whether a question of sentence i has its options.
func (g *Gist) optionsAt(l *lexicon, i int) bool {
	return slices.ContainsFunc(g.Questions, func(q Question) bool {
		own := q.Kind == "" && q.namesOwn() || l.ofOneNoun(&q) || strings.Contains(q.Text, " or ") && strings.HasSuffix(q.Text, "?")
		return q.Place/MaxItems == i && own && len(q.Options) > 1 && q.Choices == nil
	})
}

// namesOwn reports whether a question names its options itself: "the attic or the porch?", and
// not "Thoughts?".
func (q *Question) namesOwn() bool {
	low := strings.ToLower(q.Text)
	return !slices.ContainsFunc(q.Options, func(o string) bool {
		o = strings.TrimSuffix(o, " one") // which "which one" has
		return !strings.Contains(low, strings.ToLower(o[strings.LastIndexByte(o, ' ')+1:]))
	})
}

// ofOneNoun reports whether the options of a question are kinds of what it asks for: "normal
// glass" and "museum glass" of "which glass".
func (l *lexicon) ofOneNoun(q *Question) bool {
	return !slices.ContainsFunc(q.Options, func(o string) bool {
		last := o[strings.LastIndexByte(o, ' ')+1:]
		return len(last) < 3 || last == "one" || !strings.Contains(q.Text, "hich "+last)
	})
}

// bind makes what a sentence asks a choice of options.
func (g *Gist) bind(l *lexicon, s *sentence, i, from int, d decision, list []Option) {
	at := g.askedAt(s, i, from)
	q := Question{Place: i * MaxItems, Of: OfReader}
	if at >= 0 {
		q = g.Questions[at]
		if d != rightDecision && dateAsk(q.Ask) && (len(q.Options) > 1 || q.Ask != AskTime && !slices.ContainsFunc(list, func(o Option) bool { return !l.timely(o.Name) })) {
			return // days that are offered are read as such
		}
		g.Questions = slices.Delete(g.Questions, at, at+1)
	}
	if !s.item {
		q.Label = ""
	}
	if from == len(s.tokens) {
		g.Questions = slices.DeleteFunc(g.Questions, func(had Question) bool { return had.Place/MaxItems == i })
	}
	if text := cut(s.text, MaxQuote); q.Text == "" {
		q.Text = text
	}
	if head, _, ok := strings.Cut(q.Text, ", so "); ok && from == len(s.tokens) && s.asks {
		q.Text = head + "?" // "could you tell me, so that I enter it?"
	}
	q.Kind, q.Ask, q.YesNo, q.Topic, q.Offers, q.Open, q.Unit, q.Case = "which", AskChoice, false, "", true, false, "", false
	q.Options, q.Choices, q.Right = names(list), list, d == rightDecision
	if kind := l.choiceKind(q.Options); kind != AskChoice && d != rightDecision {
		q.Ask, q.Dates, q.Choices = kind, add(nil, q.Options...), nil
	}
	g.Questions = slices.DeleteFunc(g.Questions, func(had Question) bool {
		return had.Choices != nil && slices.Equal(had.Options, q.Options) || had.Ask == AskChoice && had.Choices == nil && (len(had.Options) > 1 && had.Kind == "which" && !(had.namesOwn() && strings.HasSuffix(had.Text, "?")) || had.Label != "")
	})
	g.Requests = slices.DeleteFunc(g.Requests, func(r Request) bool {
		return r.Place/MaxItems == i && (at < 0 || l.maps["choosing"][strings.ToLower(r.Verb)] == "tell" || r.Place == q.Place)
	})
	if len(g.Questions) < MaxItems {
		g.Questions = append(g.Questions, q)
	}
	slices.SortStableFunc(g.Questions, func(a, b Question) int { return a.Place - b.Place })
}

// askedAt is the question of sentence i that has the word which asks in it, -1 for none.
func (g *Gist) askedAt(s *sentence, i, from int) int {
	only, n := -1, 0
	for k := range g.Questions {
		q := &g.Questions[k]
		if q.Place/MaxItems != i {
			continue
		}
		if only, n = k, n+1; from < len(s.tokens) && strings.Contains(strings.ToLower(q.Text), s.tokens[from].low) {
			return k
		}
	}
	if n != 1 && from < len(s.tokens) {
		return -1
	}
	return only
}

// dateAsk reports whether an answer would be a day or an hour.
func dateAsk(a Ask) bool { return a == AskMeet || a == AskDate || a == AskTime }

// decisionOf tells how a sentence leaves a decision to its reader, and where in it that begins.
func (l *lexicon) decisionOf(s *sentence) (decision, int) {
	toks := s.tokens
	if len(toks) == 0 {
		return noDecision, 0
	}
	told := s.asks
	for i := range toks {
		t := &toks[i]
		if r := l.maps["choosing"][t.low]; r == "tell" {
			told = true
		}
		if t.low == "which" && len(toks) < 8 && (i == 0 && (len(toks) == 1 || toks[1].w.in.has(sInverts) || toks[1].w.in.has(sYou) || toks[1].low == "one") || i > 0 && i == len(toks)-1 && !toks[i-1].stop) {
			told = true // "which you having", "shout which"
		}
		if t.low == "whichever" && i == 0 && len(toks) > 2 && (toks[1].w.in.has(sYou) || strings.HasPrefix(toks[1].low, "you'")) {
			told = true // "whichever you'd rather, I'll order it today"
		}
		if !told || t.w.wh == "" && t.low != "whichever" && !strings.HasPrefix(t.low, "what'") || t.w.wh == "if" {
			continue
		}
		if !s.asks && i == 0 && !(t.low == "which" && len(toks) < 8) && t.low != "whichever" {
			continue
		}
		rest := toks[i+1:]
		switch {
		case t.low == "which" || t.low == "whichever":
			if i > 0 && toks[i-1].stop && toks[i-1].mark == ',' && len(rest) > 0 && (l.in(&rest[0], "being-forms") || l.thirdPerson(&rest[0])) && !l.rightness(rest) && !s.asks {
				continue // "the old one, which is blue"
			}
			if s.asks && i > 2 && toks[i-1].stop && toks[i-1].mark == ',' && toks[0].w.in.has(sInverts) && len(rest) > 0 && (l.in(&rest[0], "being-forms") || l.thirdPerson(&rest[0])) {
				break // "do you need it painted, which adds a week"
			}
			if l.goneBy(rest) {
				return noDecision, 0 // "which did you order?"
			}
			if len(rest) > 0 && l.rightness(rest) || len(rest) == 2 && rest[0].low == "is" && rest[1].low == "it" {
				return rightDecision, i
			}
			if !l.plainWhich(rest) {
				return noDecision, 0
			}
			if len(rest) > 0 && (rest[0].w.in.has(sDates) || l.in(&rest[0], "which-day")) && !rest[0].stop {
				return timeDecision, i
			}
			return whichDecision, i
		case len(rest) == 0:
			continue
		case strings.HasPrefix(t.low, "who"):
			if l.leavesOpen(rest) || len(rest) > 2 && rest[0].low == "would" && rest[1].w.in.has(sYou) {
				return whoDecision, i
			}
		case t.low == "where":
			if l.leavesOpen(rest) {
				return placeDecision, i
			}
		case t.low == "when" && s.asks && i < 3, t.low == "what" && rest[0].low == "time":
			if l.leavesOpen(rest) {
				return timeDecision, i
			}
		case strings.HasPrefix(t.low, "what"):
			if l.leavesWhat(t, rest, s.asks) {
				return openDecision, i
			}
		case t.low == "how":
			if len(rest) > 2 && slices.ContainsFunc(rest, func(t token) bool { return l.maps["decided-how"][t.low] != "" }) && l.leavesOpen(rest) {
				return openDecision, i
			}
			if l.wantsIt(rest) {
				return openDecision, i
			}
		}
		if t.low != "when" && t.low != "while" && !(t.low == "how" && (rest[0].low == "many" || rest[0].low == "much")) {
			break
		}
	}
	if told && l.wishesTold(s) {
		return whichDecision, len(toks)
	}
	if l.figureTold(toks) {
		return rightDecision, len(toks)
	}
	if len(toks) < 3 && (toks[0].low == "thoughts" || toks[len(toks)-1].low == "thoughts" || toks[0].low == "preference") && s.asks {
		return whichDecision, len(toks)
	}
	d := noDecision
	switch {
	case l.choiceCues.tells(toks, "which"):
		d = whichDecision
	case !l.choiceCues.tells(toks, ""):
	case s.asks && holds(toks, "let", "me", "know"):
		d = openDecision
	default:
		d = cueDecision
	}
	if d == noDecision && (s.has(pAskChoose) || s.asks && s.has(pAskPreference)) {
		d = whichDecision
	}
	return d, len(toks)
}

// wishesTold reports whether a sentence wants to be told what is wished: "let me know the
// family's wishes", "please tell us your decision", "could you tell me?".
func (l *lexicon) wishesTold(s *sentence) bool {
	toks := s.tokens
	for i := 1; i < len(toks); i++ {
		t := &toks[i]
		if l.maps["wishes-told"][t.low] != "" && (toks[i-1].w.det != "" || strings.HasSuffix(toks[i-1].low, "s")) && (i == len(toks)-1 || t.stop || toks[i+1].w.in.has(sPrepositions)) {
			return true
		}
	}
	n := slices.IndexFunc(toks, func(t token) bool { return t.stop }) + 1
	if n == 0 {
		n = len(toks)
	}
	return s.asks && n > 2 && n < 6 && toks[1].w.in.has(sYou) && (toks[n-1].low == "me" || toks[n-1].low == "us" || toks[n-1].low == "know" || toks[n-1].low == "confirm" || toks[n-1].low == "say")
}

// figureTold reports whether a sentence wants a value confirmed of which two are given: "please
// confirm the quantity", "can you check the spelling?".
func (l *lexicon) figureTold(toks []token) bool {
	for i := 0; i+2 < len(toks); i++ {
		if l.maps["asks-value"][toks[i].low] == "" || toks[i].stop {
			continue
		}
		for k := i + 1; k < min(i+5, len(toks)); k++ {
			if l.maps["values-told"][toks[k].low] != "" {
				return true
			}
			if toks[k].stop || toks[k].w.in.has(sSubjects) && toks[k].w.det == "" {
				break
			}
		}
	}
	return false
}

// goneBy reports whether what is asked is of what has been: "which episode has stayed with you".
func (l *lexicon) goneBy(rest []token) bool {
	for i := range rest[:min(len(rest), 3)] {
		switch t := &rest[i]; t.low {
		case "did", "has", "have", "was", "were", "had":
			return !l.rightness(rest)
		default:
			if t.w.in.has(sInverts) || t.w.in.has(sSubjects) {
				return false
			}
		}
	}
	return false
}

// rightness reports whether what is asked is which of two is right: "which is correct?", "which
// one should I go by?".
func (l *lexicon) rightness(rest []token) bool {
	if len(rest) == 0 {
		return false
	}
	if rest[len(rest)-1].low == "by" {
		return true
	}
	for i := range rest {
		if l.maps["choosing"][rest[i].low] == "right" {
			return i == 0 || rest[i-1].w.det == "" || i == len(rest)-1 || rest[i].stop // not "the right colour"
		}
		if rest[i].stop {
			break
		}
	}
	return false
}

// wantsIt reports whether "how" asks for a decision on what was offered: "how you want it", "how
// do you feel about that", "how does that sound", "how would you like them".
func (l *lexicon) wantsIt(rest []token) bool {
	at := slices.IndexFunc(rest, func(t token) bool { return t.w.in.has(sYou) })
	if at < 0 || at > 1 || at+2 >= len(rest) || len(rest) > at+6 {
		return false
	}
	verb, behind := rest[at+1].low, &rest[at+2]
	switch {
	case verb == "want" || verb == "like" || verb == "prefer" || verb == "need":
		return l.in(behind, "pronouns-it") || behind.w.in.has(sDemonstratives)
	case verb == "feel" || verb == "stand":
		last := &rest[len(rest)-1]
		return behind.low == "about" && (l.in(last, "pronouns-it") || last.w.in.has(sDemonstratives))
	}
	return false
}

// plainWhich reports whether "which" asks of options, and not of a thing of its own kind:
// "which one", "which date", "which of the two".
func (l *lexicon) plainWhich(rest []token) bool {
	if len(rest) == 0 || rest[0].w.in.has(sOf) || rest[0].w.in.has(sPrepositions) {
		return true
	}
	t := &rest[0]
	return t.w.in.has(sInverts) || t.w.in.has(sSubjects) || strings.Contains(t.low, "'") || t.w.det != "" || capital(t.text) || t.w.number > 0 || l.maps["choosing"][t.low] != "" || l.maps["chosen-of"][t.low] != "" || t.w.in.has(sChoosable) || t.w.verb() || len(rest) > 1 && !t.stop && (rest[1].w.in.has(sInverts) || rest[1].w.in.has(sYou)) || len(rest) < 2 || t.w == unknown
}

// leavesOpen reports whether words behind one that asks leave it to the reader: "would you like
// to be", "shall I put you".
func (l *lexicon) leavesOpen(rest []token) bool {
	for i := range rest[:min(len(rest), 5)] {
		t := &rest[i]
		switch {
		case l.role(t) == "modal":
			if i+1 < len(rest) && (rest[i+1].w.in.has(sFirst) || rest[i+1].w.in.has(sYou)) && t.low != "can" && t.low != "will" && t.low != "would" || i > 0 && rest[i-1].w.in.has(sSubjects) && (t.low == "should" || t.low == "shall" || t.low == "would") {
				return true
			}
		case l.maps["choosing"][t.low] == "wish", l.in(t, "wishing") && t.low != "need" && t.low != "have":
			return true
		}
	}
	return false
}

// leavesWhat reports whether "what" asks for a decision: "what would you like", "what'll it be",
// "what are your wishes".
func (l *lexicon) leavesWhat(what *token, rest []token, asks bool) bool {
	n := len(rest)
	if n == 0 {
		return false
	}
	if what.low == "what'll" || what.low == "what's" && rest[0].low == "it" {
		return n < 6
	}
	if rest[0].low == "are" && n > 2 && n < 6 && (rest[1].low == "we" || rest[1].w.in.has(sYou)) && (l.maps["decided-ing"][rest[2].low] != "") {
		return rest[1].low == "we" || rest[2].low != "doing" // "what are we doing?"
	}
	if what.low == "what's" {
		if n < 5 && rest[0].w.in.has(sBetter) {
			return true // "what's easier?"
		}
		return n < 4 && rest[0].w.in.has(sPossessive) && l.maps["choosing"][rest[n-1].low] == "wish"
	}
	begins := func(words ...string) bool { return len(words) <= n && sameWords(words, rest) }
	if begins("will", "it", "be") || begins("is", "it", "to", "be") {
		return true
	}
	if (rest[0].low == "is" || rest[0].low == "are") && n < 5 && n > 1 && rest[1].w.in.has(sPossessive) {
		return l.maps["choosing"][rest[n-1].low] == "wish"
	}
	if !l.leavesOpen(rest) && !begins("do", "you", "reckon") && !begins("do", "you", "think") && !begins("do", "you", "say") && !(begins("would", "you", "do") && n < 5) {
		return false
	}
	// What is wanted must not be something of its own: "what would you like me to bring?"
	own := 0
	for i := range rest {
		t := &rest[i]
		switch {
		case l.maps["choosing"][t.low] != "" || l.maps["chosen-of"][t.low] != "" || t.w.in.has(sStop) || t.w.in.has(sSubjects) || t.w.in.has(sAuxiliaries) || l.in(t, "wishing") || t.w.det != "":
		case i > 0 && rest[i-1].stop:
			return own == 0
		default:
			own++
			if i > 0 && rest[i-1].w.in.has(sTo) || t.low == "about" || t.low == "of" {
				own++
			}
		}
		if t.low == "of" || t.low == "about" {
			return false
		}
	}
	return own < 2
}
