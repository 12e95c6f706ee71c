package gist

import (
	"slices"
	"strings"
)

// task recognises what an English mail wants done without asking for it: "bring the tin back
// if you think of it", "I would love you to show them", "it would be great if you could write
// two lines", "please do not throw it away", and in notes "you'll sort out the road closure".
// What is wanted is kept as a plain request that can be said back.
func (l *lexicon) task(s *sentence, reader string) (Request, bool) {
	if l.code != "en" || s.asks || len(s.tokens) < 3 || len(s.tokens) > 60 {
		return Request{}, false
	}
	toks := l.lead(s.tokens)
	for len(toks) > 3 && (l.in(&toks[0], "task-leads") || strings.HasSuffix(toks[0].low, "ly") && toks[0].stop) {
		toks = toks[1:]
	}
	if len(toks) < 3 {
		return Request{}, false
	}
	if r, ok := l.gratefulFor(s, toks); ok {
		return r, true
	}
	at, not := l.wishedTask(toks), false
	if at < 0 {
		at = l.noteTask(toks, reader)
	}
	if at < 0 {
		at, not = l.forbidden(toks)
	}
	if at < 0 {
		at = l.bareTask(toks)
	}
	if at < 0 || at+1 >= len(toks) {
		return Request{}, false
	}
	verb := toks[at].low
	end := l.taskEnd(toks, at)
	text := s.text[toks[at].from:toks[end-1].to]
	text = strings.Replace(text, " or so", "", 1)
	base := l.baseOf(verb) // of "Sophie talks to the landlord"
	text, verb = base+text[len(verb):], base
	whole := cut(s.text, MaxQuote)
	return Request{Text: whole, Verb: verb, Object: l.best(toks[at+1 : end]), Clause: "Please " + strings.TrimRight(text, " ,.;:!") + ".", Document: l.in(&toks[at], "sends-it") && l.headsDocument(toks[at+1:end]), Not: not}, true
}

// taskEnd is where what is wanted ends that begins at token i: before the condition that only
// leaves it to the reader, "if you think of it", and before what the sentence goes on to.
func (l *lexicon) taskEnd(toks []token, i int) int {
	for i++; i < len(toks); i++ {
		t := &toks[i]
		if t.low == "if" || t.low == "as" && i+1 < len(toks) && toks[i+1].w.in.has(sSubjects) || t.low == "otherwise" || t.low == "because" || t.low == "since" || t.low == "so" && i+1 < len(toks) && (toks[i+1].low == "that" || toks[i+1].w.in.has(sSubjects)) {
			return i
		}
		if i+2 == len(toks) && t.w.in.has(sAsking) && toks[i+1].w.in.has(sYou) && !t.stop {
			return i // "ring me tonight will you"
		}
		if t.w.in.has(sAnd) && i+2 < len(toks) && l.ownClause(&toks[i+1]) {
			return i // "come by this week and I'll show you two"
		}
		if t.stop && (t.mark != ',' || i+2 < len(toks) && l.clauseBegins(toks[i+1:])) {
			return i + 1
		}
	}
	return len(toks)
}

// ownClause reports whether a clause with a subject of its own begins: "I'll", "we", "they'd".
func (l *lexicon) ownClause(t *token) bool {
	subject, _, _ := strings.Cut(strings.ReplaceAll(t.low, "’", "'"), "'")
	return l.is(subject, sSubjects)
}

// clauseBegins reports whether a clause of its own begins: "parking is a nightmare", "I'll come".
func (l *lexicon) clauseBegins(toks []token) bool {
	if toks[0].w.in.has(sSubjects) || strings.ContainsAny(toks[0].low, "'’") || toks[0].low == "otherwise" || toks[0].low == "that" || toks[0].low == "this" || toks[0].low == "then" || toks[0].w.in.has(sAsking) && len(toks) > 1 && toks[1].w.in.has(sYou) {
		return true
	}
	for i := 1; i < len(toks) && i < 5 && !toks[i-1].stop; i++ {
		if toks[i].w.in.has(sInverts) || toks[i].w.in.has(sAuxiliaries) {
			return true
		}
	}
	return false
}

// wishedTask is the verb of what the sender would like the reader to do, -1 for none.
func (l *lexicon) wishedTask(toks []token) int {
	for i := 0; i+3 < len(toks) && i < 24; i++ {
		t := &toks[i]
		if i > 0 && toks[i-1].stop && toks[i-1].mark != ',' {
			break
		}
		if t.low != "you" {
			continue
		}
		switch next := &toks[i+1]; {
		case i > 1 && toks[i-1].low == "that" && l.in(&toks[i-2], "due-deed"):
			return l.taskAt(toks, i+1) // "it is important that you return the form"
		case i == 0 && next.low == "are":
			for j := i + 2; j+2 < len(toks) && j < i+5; j++ {
				if l.in(&toks[j], "bidden") && toks[j+1].low == "to" {
					return l.taskAt(toks, j+2) // "you are kindly requested to leave the room by eleven"
				}
			}
		case next.low == "to" && i > 0 && l.in(&toks[i-1], "wished") && l.wisher(toks[:i-1]):
			return l.taskAt(toks, i+2)
		case i > 0 && toks[i-1].low == "if" && (next.low == "could" || next.low == "would" || next.low == "can") && (l.welcome(toks[:i-1]) || i == 1 && l.helps(toks[i+2:])):
			return l.taskAt(toks, i+2)
		}
	}
	return -1
}

// wisher reports whether words end with the sender, who wishes: "and I would really", "we'd".
func (l *lexicon) wisher(toks []token) bool {
	for i := len(toks) - 1; i >= 0 && i > len(toks)-5 && !toks[i].stop; i-- {
		switch low := toks[i].low; {
		case low == "i" || low == "we" || low == "i'd" || low == "we'd":
			return true
		case low == "would" && i > 0 && toks[i-1].w.in.has(sAnd):
			return true // "I've got two starters and would love you to show them"
		case low == "would" || low == "really" || low == "also" || low == "still" || low == "do":
		default:
			return false
		}
	}
	return false
}

// welcome reports whether words say that something would be good: "it would be great".
func (l *lexicon) welcome(toks []token) bool {
	would := slices.ContainsFunc(toks, func(t token) bool {
		return t.low == "would" || strings.HasSuffix(t.low, "'d") || t.low == "appreciate" || t.low == "be"
	})
	return would && len(toks) > 1 && slices.ContainsFunc(toks[max(0, len(toks)-3):], func(t token) bool { return l.in(&t, "welcome") })
}

// helps reports whether a condition ends in that it would help: "that would help a lot".
func (l *lexicon) helps(toks []token) bool {
	for i := 1; i+2 < len(toks); i++ {
		if toks[i].stop && (toks[i+1].low == "that" || toks[i+1].low == "it" || strings.HasSuffix(toks[i+1].low, "'d")) && l.welcome(toks[i+1:min(len(toks), i+6)]) {
			return true
		}
	}
	return false
}

// taskAt is the verb at token i or behind a word that only says how, -1 for none.
func (l *lexicon) taskAt(toks []token, i int) int {
	for i+1 < len(toks) && (toks[i].w.in.has(sAlso) || toks[i].w.in.has(sPolite) || strings.HasSuffix(toks[i].low, "ly") && toks[i].low != "reply") {
		i++
	}
	if i+1 >= len(toks) || toks[i].stop || toks[i].w.det != "" || toks[i].w.in.has(sPrepositions) || toks[i].low == "be" || toks[i].low == "have" || toks[i].w.in.has(sTelling) && toks[i].low != "ask" && !(toks[i].low == "say" && toks[i+1].w.det == "a") || l.in(&toks[i], "no-task") {
		return -1
	}
	return i
}

// noteTask is the verb of what notes leave to the reader: "You'll sort out the closure",
// "Sophie to talk to the landlord", "You need to choose the handles".
func (l *lexicon) noteTask(toks []token, reader string) int {
	first := toks[0].low
	own := reader != "" && strings.EqualFold(toks[0].text, reader)
	at := 1
	switch next := toks[1].low; {
	case first == "you'll" || first == "youll":
	case (first == "you" || own) && (next == "will" || next == "to" && own):
		at = 2
	case first == "you" && (next == "need" || next == "still" && len(toks) > 5 && toks[2].low == "need" && toks[3].low == "to"):
		if at = 2; next == "still" {
			at = 3
		}
		if toks[at].low != "to" {
			return -1
		}
		at++
	case own && l.baseOf(next) != next:
		if l.in(&toks[1], "own-tasks") || l.isTask(l.baseOf(next)) {
			return 1
		}
		return -1
	default:
		return -1
	}
	for at < len(toks)-1 && (toks[at].low == "then" || toks[at].low == "also" || toks[at].low == "please") {
		at++
	}
	if at >= len(toks)-1 || !l.isTask(toks[at].low) {
		return -1
	}
	return at
}

func (l *lexicon) isTask(verb string) bool {
	id, ok := l.sets["own-tasks"]
	return ok && l.find(verb).in.has(id)
}

// baseOf is the verb of "talks", where that is one of the tasks.
func (l *lexicon) baseOf(verb string) string {
	if base, ok := strings.CutSuffix(verb, "s"); ok && l.isTask(base) {
		return base
	}
	return verb
}

// forbidden is the verb of what is not to be done: "please do not throw anything away".
func (l *lexicon) forbidden(toks []token) (int, bool) {
	i := 0
	if len(toks) < 3 {
		return -1, false
	}
	if toks[0].w.in.has(sPolite) {
		i++
	}
	switch {
	case toks[i].low == "don't" || toks[i].low == "dont":
		i++
	case toks[i].low == "do" && toks[i+1].low == "not":
		i += 2
	case i > 0 && toks[i].low == "never":
		i++
	default:
		return -1, false
	}
	if i+2 >= len(toks) {
		return -1, false
	}
	if toks[i].low == "forget" {
		if toks[i+1].low == "to" && i+3 < len(toks) {
			return l.taskAt(toks, i+2), false
		}
		return -1, false
	}
	if l.in(&toks[i], "no-ban") || toks[i].w.det != "" {
		return -1, false
	}
	return l.taskAt(toks, i), true
}

// bareTask is the verb of a plain command, "Bring the tin back"; -1 for none. Those that are
// said of what may come to pass are none: "Ring me if you need anything."
func (l *lexicon) bareTask(toks []token) int {
	if len(toks) < 2 {
		return -1
	}
	t, next := &toks[0], &toks[1]
	if t.low == "remember" && next.low == "to" && len(toks) > 3 {
		return l.taskAt(toks, 2)
	}
	if t.low == "make" && next.low == "sure" && len(toks) > 4 && !next.stop {
		return 0
	}
	if t.low == "be" && (next.low == "sure" || next.low == "certain") && len(toks) > 4 && toks[2].low == "to" {
		return l.taskAt(toks, 3)
	}
	if n := len(toks); n > 4 && toks[n-3].stop && toks[n-2].w.in.has(sAsking) && toks[n-1].w.in.has(sYou) && l.bids(t) {
		return 0 // "Have the dog in that day, will you."
	}
	if n := len(toks); n > 3 && toks[n-2].w.in.has(sAsking) && toks[n-1].w.in.has(sYou) && l.in(t, "commands") && !toks[n-2].stop {
		return 0 // "ring me tonight will you"
	}
	if t.stop || !l.in(t, "commands") || !l.commands(toks) || l.in(&toks[min(len(toks)-1, 2)], "no-command") || l.in(next, "no-command") {
		return -1
	}
	for i := 1; i+1 < len(toks); i++ {
		switch low := toks[i].low; {
		case low == "if" || low == "whenever" || low == "unless" || low == "or" && (toks[i-1].stop || l.in(&toks[i+1], "commands")), low == "when" && !l.atEvent(toks[i:]):
			if !l.leftTo(toks[i:]) || l.in(t, "contacts") {
				return -1
			}
		case low == "soon" || low == "sometime" || low == "anytime" || low == "any" && toks[i+1].w.in.has(sDates) || low == "any" && toks[i+1].low == "time":
			return -1 // "Come and see us any time."
		}
	}
	return 0
}

// bids reports whether a word can begin a command: it is no subject, and nothing that stands
// before one.
func (l *lexicon) bids(t *token) bool {
	w := t.w
	return !w.in.has(sSubjects) && (!w.in.has(sAuxiliaries) || t.low == "have" || t.low == "do") && w.det == "" && w.wh == "" && !w.in.has(sPrepositions) && (!capital(t.text) || w != unknown)
}

// commands reports whether the verb by which tokens begin goes on as that of a command: with
// what is to be taken, or where one is to go.
func (l *lexicon) commands(toks []token) bool {
	t, next := &toks[0], &toks[1]
	if t.low == "leave" && len(toks) > 3 && toks[3].w.in.has(sMe) && (next.low == "it" || next.low == "that" || next.low == "this") {
		return false // "Leave it with me."
	}
	if len(toks) > 2 && !next.stop && toks[2].w.in.has(sInverts) && l.kindOf(&toks[2]) == "" {
		return false // "Check in is at three."
	}
	if t.w.in.has(sNouns) && capital(next.text) && strings.ContainsAny(next.text, "0123456789") {
		return false // "order LN-30092"
	}
	if next.w.in.has(sMe) {
		return len(toks) > 2 && !next.stop && (l.in(t, "gives-me") || len(toks) > 3 && (toks[2].w.det != "" || toks[2].w.number > 0))
	}
	switch {
	case next.w.det != "", next.w.in.has(sObjects), l.in(next, "taken-things"), capital(next.text) && next.w == unknown, t.low == "wear", t.low == "ask" && l.in(next, "told-them"):
		return true
	case l.in(t, "goes"):
		return !next.stop && len(toks) > 2 && l.in(next, "ways")
	}
	return l.in(t, "takes") && (next.w.in.has(sNouns) || l.pluralWord(next.low) || next.figure() || next.w.number > 1) && !next.w.in.has(sPrepositions) && !next.w.in.has(sInverts)
}

// atEvent reports whether "when" tells of something that will come, "when you arrive", and
// not of what may: "when you like".
func (l *lexicon) atEvent(toks []token) bool {
	return len(toks) > 2 && toks[1].w.in.has(sSubjects) && !l.in(&toks[2], "left-to") && toks[2].low != "need" && toks[2].low != "like"
}

// leftTo reports whether a condition only leaves something to the reader: "if you think of it".
func (l *lexicon) leftTo(toks []token) bool {
	return len(toks) > 1 && toks[0].low == "if" && (toks[1].low == "possible" || len(toks) > 2 && (toks[1].low == "you" && l.in(&toks[2], "left-to")))
}

// headsDocument reports whether the thing named is a document, and not something of one: "a
// copy of the lease", not "the number of the contract".
func (l *lexicon) headsDocument(toks []token) bool {
	for i := range toks {
		if i > 0 && toks[i].w.in.has(sPrepositions) && !(i+1 < len(toks) && toks[i].low == "and") {
			return false
		}
		if l.namesDocument(toks[i : i+1]) {
			return l.toldThing(toks) == ""
		}
	}
	return false
}

// gratefulFor recognises "I would be grateful for half a page on the choir".
func (l *lexicon) gratefulFor(s *sentence, toks []token) (Request, bool) {
	for i := 2; i+2 < len(toks) && i < 14; i++ {
		if t := &toks[i]; !(t.low == "for" && l.in(&toks[i-1], "welcome") && l.welcome(toks[:i]) || (t.low == "appreciate" || t.low == "welcome") && l.wisher(toks[:i])) {
			continue
		}
		next := &toks[i+1]
		if next.low != "half" && next.low != "a" && next.low != "an" && next.low != "your" && next.w.number == 0 && !next.figure() && next.low != "some" {
			return Request{}, false
		}
		end := l.taskEnd(toks, i)
		if end <= i+1 {
			return Request{}, false // cut off
		}
		if slices.ContainsFunc(toks[i+1:min(end, i+4)], func(t token) bool { return l.in(&t, "no-thing") }) {
			return Request{}, false
		}
		thing := strings.TrimRight(s.text[next.from:toks[end-1].to], " ,.;:!")
		r := Request{Text: cut(s.text, MaxQuote), Verb: "send", Object: l.best(toks[i+1 : end]), Document: true, Clause: "Please send me " + thing + "."}
		if slices.ContainsFunc(toks[i+1:end], func(t token) bool { return l.in(&t, "written") }) {
			r.Verb, r.Document, r.Clause = "write", false, "Please write "+thing+"."
		}
		return r, true
	}
	return Request{}, false
}
