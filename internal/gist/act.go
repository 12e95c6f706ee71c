package gist

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// actGroups are the speech acts with patterns of their own, the weightiest first.
var actGroups = []actGroup{
	{pActDeath, Condolence, false, false},
	{pActBadNews, BadNews, false, false},
	{pActIllness, Illness, false, false},
	{pActRejection, Rejecting, true, false},
	{pActWrongPerson, WrongPerson, true, true},
	{pActFarewell, Leaving, false, false},
	{pActGoodNews, GoodNews, false, false},
	{pActInvitation, Inviting, true, true},
	{pActChange, Changing, true, true},
	{pActApproval, WantsApproval, true, true},
	{pActDecision, WantsDecision, true, true},
	{pComplaint, Complaining, false, false},
	{pActComplaint, Complaining, true, true},
	{pActRefusal, Declining, true, false},
	{pActAcceptance, Accepting, false, false},
	{pActApology, Apologising, true, false},
	{pActPraise, Praising, false, false},
	{pActIntroduction, Introducing, false, false},
	{pActAnswer, Answering, true, false},
	{pActOffer, Offering, true, true},
	{pActReminder, Reminding, true, false},
	{pActAttachment, NoAttachment, false, false},
	{pActInformation, Informing, true, false},
	{pActThanks, ThankingFor, false, false},
	{pActSmallTalk, SmallTalk, true, true},
	{pActClosing, Goodbye, true, false},
}

type actGroup struct {
	group groupID
	kind  ActKind
	plain bool // holds when negated or supposed too
	asked bool // holds in a question too
}

// actOf finds the row of a group.
var actOf = func() (of [numGroups]int) {
	for i := range of {
		of[i] = -1
	}
	for i, a := range actGroups {
		of[a.group] = i
	}
	return of
}()

// romance reports whether a lexicon is that of French or Spanish, of whose mail few words
// were counted.
func (l *lexicon) romance() bool { return l.code == "fr" || l.code == "es" }

// readActs notes what the mail does beside asking, one act of a kind, the weightiest first.
func (m *mail) readActs(l *lexicon, g *Gist, title *sentence) {
	var found [numActs]*Act
	var where places
	asks := len(g.Requests) > 0 || slices.ContainsFunc(g.Questions, func(q Question) bool { return !q.Open })
	for i := range m.sentences {
		s, read := &m.sentences[i], false
		for _, h := range s.hits {
			at := actOf[h.group]
			if at < 0 || found[at] != nil && where[at].last == i {
				continue
			}
			a := &actGroups[at]
			if a.kind == Condolence && !l.mortal(s, h) || !a.plain && h.negated || h.supposed && !supposable[a.kind] || !a.asked && s.asks && !l.tagged(s, h) || a.kind == Illness && asks && !l.ofOurs(s, h) {
				continue
			}
			if a.kind == WantsApproval && s.asks && l.asksWhich(s) {
				continue // "which one may we book for you?"
			}
			if !m.agrees(l, i, a.kind, a.asked) {
				continue
			}
			read = true
			where.note(at, i)
			if found[at] != nil {
				continue
			}
			found[at] = &Act{Kind: a.kind, Text: cut(s.text, MaxQuote), Topic: l.actTopic(s, h), Value: l.actValue(s, h, a.kind), Plain: m.likeliest(l, i, a.kind) || a.kind == Condolence && l.romance()}
		}
		if read || i >= passing || s.asks || len(s.tokens) < 4 {
			continue
		}
		if at := m.surely(l, i, asks); at >= 0 && !(asks && l.code == "de" && germanUnguessed[actGroups[at].kind]) && !(asks && l.romance() && (actGroups[at].kind == GoodNews || actGroups[at].kind == Leaving || actGroups[at].kind == Rejecting)) &&
			!(actGroups[at].kind == GoodNews && found[actOf[pActInvitation]] != nil) {
			where.note(at, i)
			if found[at] == nil {
				found[at] = &Act{Kind: actGroups[at].kind, Text: cut(s.text, MaxQuote), Topic: l.bestIn(s), Plain: true, Guessed: true}
			}
		}
	}
	if title != nil { // the subject of a first mail says what it is
		for _, h := range title.hits {
			at := actOf[h.group]
			if at < 0 || h.negated || !titled[actGroups[at].kind] {
				continue
			}
			where.note(at, -1)
			if found[at] == nil {
				found[at] = &Act{Kind: actGroups[at].kind, Text: cut(title.text, MaxQuote), Plain: true}
			}
		}
	}
	where.weigh(&found, asks)
	for at := range found {
		if a := found[at]; a != nil && !slices.ContainsFunc(g.Acts, func(have Act) bool { return have.Kind == a.Kind }) {
			g.Acts = append(g.Acts, *a)
		}
	}
	m.newDay(l, g)
	g.settleActs()
	m.contradictions(l, g)
	if m.shouts() {
		g.Acts = append(g.Acts, Act{Kind: Shouting, Text: cut(m.sentences[0].text, MaxQuote)})
	}
	m.informs(l, g)
	g.Acts = g.Acts[:min(len(g.Acts), MaxItems)]
}

// asksWhich reports whether a sentence begins with a word that asks for more than yes or no.
func (l *lexicon) asksWhich(s *sentence) bool {
	toks := l.lead(s.tokens)
	return len(toks) > 0 && toks[0].w.wh != "" && toks[0].w.wh != "if"
}

const numActs = 26

// places tell of each row of actGroups in which sentences it was found.
type places [numActs]struct{ first, last, sentences int }

// note adds a find in a sentence, -1 for the subject.
func (p *places) note(at, sentence int) {
	w := &p[at]
	if w.sentences == 0 || sentence < w.first {
		w.first = sentence
	}
	w.last = sentence
	w.sentences++
}

var (
	sadActs   = []ActKind{Condolence, Illness, BadNews, Complaining}
	merryActs = []ActKind{GoodNews, Praising}
)

// passing is the sentence from which on a single mention is no news any more.
const passing = 4

// opening is the last of the sentences that say what a mail is for: an apology that
// begins it goes on to tell what went wrong.
const opening = 1

// weigh drops the acts that the mail only mentions on the way to what it is about: the one
// sad sentence of a merry mail, the one merry sentence of a sad one, and a misfortune told
// late in a mail that asks something.
func (p *places) weigh(found *[numActs]*Act, asks bool) {
	first := func(kinds []ActKind) int {
		out := 1 << 30
		for at := range found {
			if found[at] != nil && slices.Contains(kinds, found[at].Kind) {
				out = min(out, p[at].first)
			}
		}
		return out
	}
	sad, merry := first(sadActs), first(merryActs)
	sorry := first([]ActKind{Apologising})
	for at := range found {
		if found[at] == nil || p[at].sentences > 1 || p[at].first < 0 {
			continue
		}
		kind := found[at].Kind
		isSad, isMerry := slices.Contains(sadActs, kind), slices.Contains(merryActs, kind)
		switch {
		case isSad && merry < p[at].first && kind != Condolence, isMerry && sad < p[at].first,
			(kind == Illness || kind == BadNews) && asks && p[at].first >= passing,
			kind == Complaining && sorry <= opening && sorry < p[at].first,
			kind == Apologising && merry <= p[at].first && merry < 1<<30:
			found[at] = nil
		}
	}
}

// supposable are the acts that hold behind "if": "if Friday suits, come".
var supposable = map[ActKind]bool{
	WrongPerson: true, Inviting: true, Changing: true, WantsApproval: true, WantsDecision: true, Offering: true, Reminding: true, Informing: true, SmallTalk: true, Goodbye: true,
}

// titled are the acts that a subject can show.
var titled = map[ActKind]bool{Inviting: true, Condolence: true, Leaving: true, GoodNews: true, BadNews: true, Reminding: true, ThankingFor: true, Apologising: true}

// ours is how many words before what somebody suffers from they stand.
const ours = 6

// mortal reports whether what dies may be somebody: "my aunt has died", not "when the oven
// died". Only a thing that "the" or "a" makes one of many is told from a person.
func (l *lexicon) mortal(s *sentence, h hit) bool {
	gone := l.is(s.tokens[h.from].low, l.sets["gone-by"]) // "is gone" tells of a death only behind who it was
	if h.from == 0 || !gone && !l.is(s.tokens[h.from].low, l.sets["dying"]) {
		return !gone
	}
	noun := &s.tokens[h.from-1]
	if capital(noun.text) || l.is(noun.low, l.sets["family"]) || l.is(noun.low, l.sets["pets"]) || l.is(noun.low, l.sets["mortals"]) {
		return true
	}
	if gone {
		return false
	}
	for i := h.from - 2; i >= max(0, h.from-4) && !s.tokens[i].stop; i-- {
		if l.is(s.tokens[i].low, l.sets["one of many"]) {
			return false
		}
	}
	return true
}

// ofOurs reports whether a find is of the sender, a relative or somebody with a name: who
// asks a favour because the cat lady broke her wrist has no wishes for her to pass on.
func (l *lexicon) ofOurs(s *sentence, h hit) bool {
	family := l.sets["family"]
	for i := max(0, h.from-ours); i < h.to; i++ {
		t := &s.tokens[i]
		if t.w.in.has(sFirst) || t.w.in.has(sMe) || l.is(t.low, family) || t.w == unknown && capital(t.text) {
			return true
		}
	}
	return false
}

// tagged reports whether a find stands before the question of its sentence: "I am in
// hospital, can you come?"
func (l *lexicon) tagged(s *sentence, h hit) bool {
	for i := h.to; i+1 < len(s.tokens); i++ {
		if s.tokens[i-1].stop && l.opensQuestion(s.tokens[i:], false) {
			return true
		}
	}
	return false
}

// settleActs drops what another act explains: a rejection says that it is sorry, and
// good news are no praise.
func (g *Gist) settleActs() {
	has := func(k ActKind) bool { return slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == k }) }
	drop := func(k ActKind, yes bool) {
		if yes {
			g.Acts = slices.DeleteFunc(g.Acts, func(a Act) bool { return a.Kind == k })
		}
	}
	drop(Complaining, g.sorry() || g.together(Complaining, Illness) || g.together(Complaining, BadNews) && !has(Praising))
	drop(BadNews, g.together(BadNews, Declining) || g.together(BadNews, Apologising))
	drop(Apologising, has(Rejecting) || has(Complaining) || has(Illness) || has(Condolence))
	drop(BadNews, has(Condolence) || has(Rejecting))
	drop(Illness, has(Condolence))
	drop(Declining, has(Rejecting))
	drop(GoodNews, has(Condolence) || has(Rejecting))
	drop(Praising, has(Condolence) || has(Rejecting))
	drop(Accepting, has(Rejecting) || has(Declining))
	drop(Goodbye, len(g.Questions) > 0)
	drop(Complaining, has(Condolence))
}

// together reports whether one sentence holds two acts.
func (g *Gist) together(a, b ActKind) bool {
	text := g.textOf(a)
	return text != "" && text == g.textOf(b)
}

// textOf is the sentence of an act, empty where the mail has none.
func (g *Gist) textOf(k ActKind) string {
	for _, a := range g.Acts {
		if a.Kind == k {
			return a.Text
		}
	}
	return ""
}

// sorry reports whether the sender apologises for what would be a complaint: "we
// apologise for the wrong lamp".
func (g *Gist) sorry() bool { return g.together(Complaining, Apologising) }

// actTopic returns what an act is about: the best noun phrase behind its words, else of
// its sentence.
func (l *lexicon) actTopic(s *sentence, h hit) string {
	if actGroups[actOf[h.group]].kind == NoAttachment && h.to < len(s.tokens) && !s.tokens[h.to-1].stop && s.tokens[h.to].w.in.has(sNouns) && s.tokens[h.to-1].w.in.has(sAdjectives) {
		return "the " + s.tokens[h.to].text // "the enclosed sheet for all payments"
	}
	if actGroups[actOf[h.group]].kind == ThankingFor && h.to+1 < len(s.tokens) && s.tokens[h.to].w.in.has(sPrepositions) && l.is(s.tokens[h.to+1].low, l.sets["reporting"]) {
		return "" // "thank you for reporting the damp"
	}
	if h.to < len(s.tokens) {
		if p := l.best(s.tokens[h.to:]); p != "" && !l.isDate(p) {
			return p
		}
	}
	if kind := actGroups[actOf[h.group]].kind; kind == GoodNews || kind == BadNews || kind == Apologising {
		return "" // "the bank said yes" is no news of the bank
	}
	if p := l.bestIn(s); p != "" && !l.isDate(p) {
		return p
	}
	return ""
}

// actValue returns the new day or number of a change, the day of an invitation.
func (l *lexicon) actValue(s *sentence, h hit, kind ActKind) string {
	switch kind {
	case Changing:
		return l.newValue(s, h)
	case Inviting, Accepting, Leaving, Reminding:
		if list := l.dates(s); len(list) > 0 {
			return s.words(list[0].from, list[0].to)
		}
	}
	return ""
}

// newDay gives a change that does not tell what comes instead the day of the sentence behind
// it: "We have to move the meeting. The new time is Monday at 10."
func (m *mail) newDay(l *lexicon, g *Gist) {
	at := slices.IndexFunc(g.Acts, func(a Act) bool { return a.Kind == Changing })
	if at < 0 || g.Acts[at].Value != "" {
		return
	}
	behind := 0
	for i := range m.sentences {
		s := &m.sentences[i]
		if behind == 0 {
			if cut(s.text, MaxQuote) == g.Acts[at].Text {
				behind = 1
			}
			continue
		}
		if behind++; behind > 3 || s.asks {
			return
		}
		if list := l.dates(s); len(list) == 1 && (list[0].day || list[0].clock) {
			g.Acts[at].Value, g.Acts[at].Topic = s.words(list[0].from, list[0].to), ""
			return
		}
	}
}

// newValue returns what something is changed to: the day or figure behind "to", else
// the one that no "instead of" or "from" stands before.
func (l *lexicon) newValue(s *sentence, h hit) string {
	values := l.dates(s)
	if len(values) == 0 {
		values = l.amounts(s)
	}
	if len(values) == 0 {
		for i := h.from; i < len(s.tokens); i++ {
			if l.numberOf(&s.tokens[i]) >= 0 {
				values = append(values, span{from: i, to: i + 1})
			}
		}
	}
	if text := l.besideOld(s, append(slices.Clone(values), l.amounts(s)...)); text != "" {
		return text
	}
	best := ""
	for _, v := range values {
		before := func(set setID) bool {
			for i := max(0, v.from-2); i < v.from; i++ {
				if s.tokens[i].w.in.has(set) {
					return true
				}
			}
			return false
		}
		text := s.words(v.from, v.to)
		if before(sTo) && !before(sInstead) || v.to < len(s.tokens) && l.insteadBehind(s, v.to) {
			return text // "let us take Saturday instead"
		}
		if !before(sInstead) && (best == "" || v.from >= h.to) {
			best = text
			if v.from >= h.to {
				break
			}
		}
	}
	return best
}

// besideOld is the value right before "instead of" or "rather than": what stands there takes
// the place of what comes behind, whatever else the sentence names.
func (l *lexicon) besideOld(s *sentence, values []span) string {
	for i := 1; i+1 < len(s.tokens); i++ {
		if !s.tokens[i].w.in.has(sInstead) && s.tokens[i].low != "rather" || s.tokens[i].stop || !s.tokens[i+1].w.in.has(sInstead) {
			continue
		}
		to := i
		if l.is(s.tokens[i-1].low, l.sets["by now"]) {
			to-- // "£165 now instead of £150"
		}
		for _, v := range values {
			if v.to == to || v.to == to-1 && to > 0 && s.tokens[to-1].figure() && len(s.tokens[to-1].text) < 3 { // "Tuesday 27"
				return s.words(v.from, to)
			}
		}
		if to > 0 && clockRE().MatchString(s.tokens[to-1].text) {
			return s.tokens[to-1].text // "12.30 rather than 8"
		}
	}
	return ""
}

var clockRE = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{1,2}[.:]\d\d$`) })

// insteadBehind reports whether "instead" ends what is said at token i: "on Saturday
// instead", not "instead of the Friday".
func (l *lexicon) insteadBehind(s *sentence, i int) bool {
	if !s.tokens[i].w.in.has(sInstead) || s.tokens[i-1].stop {
		return false
	}
	return i+1 == len(s.tokens) || s.tokens[i].stop || !s.tokens[i+1].w.in.has(sPrepositions)
}

// shouts reports whether a mail is written in capitals.
func (m *mail) shouts() bool {
	upper, lower, words := 0, 0, 0
	for i := range m.sentences {
		for _, t := range m.sentences[i].tokens {
			if len(t.text) > 3 && t.text == strings.ToUpper(t.text) && !t.figure() {
				words++
			}
			for _, r := range t.text {
				if unicode.IsUpper(r) {
					upper++
				} else if unicode.IsLower(r) {
					lower++
				}
			}
		}
	}
	return words >= 3 && upper >= 20 && upper > lower
}

// informs notes a mail that tells something and wants nothing.
func (m *mail) informs(l *lexicon, g *Gist) {
	if len(g.Questions)+len(g.Requests) > 0 {
		return
	}
	for _, a := range g.Acts {
		switch a.Kind {
		case SmallTalk:
			if len(m.sentences) < 4 {
				return // that is all it is
			}
		case ThankingFor, NoAttachment, Shouting, Reminding, Goodbye:
		default:
			return
		}
	}
	for i := range m.sentences {
		s := &m.sentences[i]
		if len(s.tokens) >= 5 && !s.asks && !s.has(pActThanks) && !s.has(pActSmallTalk) && !s.has(pActClosing) && !s.has(pThanks) {
			g.Acts = append(g.Acts, Act{Kind: Informing, Text: cut(s.text, MaxQuote), Topic: l.bestIn(s)})
			return
		}
	}
}
