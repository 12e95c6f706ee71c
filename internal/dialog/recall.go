package dialog

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// memory is what a question of memory is after.
type memory struct {
	kinds   []gist.Ask // of values; nil where its words do not tell
	firm    bool       // its words name the kind: "which day", "what price"
	named   []string   // what it names, with the marks of akin words
	beside  []string   // where it names nothing, what the sentence before it or the mail names
	whose   gist.Whose // who said it, nobody where it may be both
	several bool       // more of its kind are asked again
	dated   bool       // that is a span of days: "which weekend"
	head    string     // the stem of the noun behind "which" or "what", empty where there is none
}

// recall finds the claim that a question of memory is after: "which table was it again?"
// It is told by shared words, those of the sentence before or of the whole mail where the
// question names nothing, by the kind of value that the words ask for, and by who said it; of
// equals the newest is meant, where several things are asked again the oldest first. Who says
// yes to a price or a day has named it.
func (p *planner) recall(it *item) (found held, ok bool) {
	m, ok := p.memoryOf(it)
	if !ok {
		return held{}, false
	}
	at, top := 0, 0
	for i, h := range p.held {
		score := p.remembered(h, it, m)
		if score > top || score == top && top > 0 && m.several && h.thread && (m.kinds == nil || it.ask == gist.AskChoice) {
			at, top = i, score
		}
	}
	if top == 0 {
		if at, ok = p.onlyChoice(it, m); !ok {
			return held{}, false
		}
	}
	p.held[at].used = true
	if h, ok := p.consented(p.held[at], m.kinds); ok {
		return h, true
	}
	return p.held[at], true
}

// onlyChoice is the one thing that was chosen in the thread, which is meant by who asks what
// was chosen, whatever they call it: "what did you put yourself down for?"
func (p *planner) onlyChoice(it *item, m memory) (at int, ok bool) {
	if m.kinds != nil || it.kind != "what" || !p.holdsLine("choosing", it.text) {
		return 0, false
	}
	for i, h := range p.held {
		if !h.thread || h.fresh || h.used || h.theirs || h.Kind != gist.AskChoice || dateLike(p.kindOf(h.Value)) {
			continue
		}
		if ok {
			return 0, false
		}
		at, ok = i, true
	}
	return at, ok
}

// memoryOf reads what a question of memory is after, and reports whether it is one.
func (p *planner) memoryOf(it *item) (m memory, ok bool) {
	looks := false
	several := 0
	for i := range p.items {
		own := p.backward(&p.items[i])
		looks = looks || own
		if p.items[i].ask == it.ask && (own || p.joins(&p.items[i])) {
			several++
		}
	}
	if !p.backward(it) && !(looks && p.joins(it)) {
		return m, false
	}
	m = memory{kinds: p.recalled(it), named: p.akin(p.after(it)), several: several > 1}
	if head := p.beforeAside(it.text); head != "" {
		in := func(w string) bool { return slices.Contains(rootsOf(head), w) }
		m.named = p.akin(slices.DeleteFunc(p.after(it), func(w string) bool { return !in(w) }))
	}
	m.firm = it.ask != gist.AskWhat && len(p.kindsIn(it.words)) > 0
	if len(p.telling(it.stems)) == 0 {
		m.beside = append(slices.Clone(it.words), p.mailWords()...)
	}
	if len(m.named) == 0 {
		m.named = p.akin(slices.DeleteFunc(p.telling(p.think.stems(cmp.Or(p.sureOf(it), it.before))), func(w string) bool { return p.think.sets["remembering"][w] }))
	}
	head := cmp.Or(p.beforeAside(it.text), it.text) // "what you said it costs, I told him I'd ask"
	switch {
	case p.holdsLine("they said", head):
		m.whose = gist.OfSender
	case p.holdsLine("reader said", head):
		m.whose = gist.OfReader
	}
	m.head = p.headOf(it)
	m.dated = m.head != "" && p.think.sets["day nouns"][m.head]
	return m, true
}

// headOf is the stem of the noun that "which" or "what" is of: "which of the two colours did you
// want" has "colour".
func (p *planner) headOf(it *item) string {
	if it.kind != "which" && it.kind != "what" {
		return ""
	}
	words := p.words(it.text)
	at := -1
	for _, pair := range p.think.pairs("question words") {
		if i := slices.Index(words, pair[0]); i >= 0 && (pair[1] == "which" || pair[1] == "what") && (at < 0 || i < at) {
			at = i
		}
	}
	if at < 0 {
		return ""
	}
	for _, w := range words[at+1 : min(len(words), at+5)] {
		switch {
		case p.think.clause[w] || p.think.sets["subjects"][stem(w)] || p.think.sets["remembering"][stem(w)]:
			return ""
		case p.think.small[w] || len(w) < 3:
			continue
		}
		return stem(w)
	}
	return ""
}

// beforeAside is a question of memory without the clause behind it that tells what it is asked
// for, "remind me of the size, I want to order it"; empty where there is none or nothing before it.
func (p *planner) beforeAside(text string) string {
	for at := 0; ; {
		i := strings.Index(text[at:], ", ")
		if i < 0 {
			return ""
		}
		at += i + 2
		first := wordsOf(text[at:])
		if len(first) == 0 || !p.think.sets["subjects"][stem(first[0])] && !p.think.sets["aside words"][stem(first[0])] {
			continue
		}
		if head := text[:at-2]; len(p.telling(p.think.stems(head))) > 0 {
			return head
		}
		return ""
	}
}

// remembered is how well a claim fits what a question of memory is after, 0 for not at all.
func (p *planner) remembered(h held, it *item, m memory) int {
	if h.fresh || h.used || !p.among(h, it) || !h.thread && personal(h.Kind) || h.Kind == gist.AskFeeling {
		return 0
	}
	given, agreed := p.consented(h, m.kinds)
	switch {
	case h.theirs && m.whose == gist.OfReader, !h.theirs && !agreed && m.whose == gist.OfSender:
		return 0 // what the other one said
	case agreed:
		h.Claim = given.Claim
	case p.saying(h) && (h.Said == "" || len(m.kinds) > 0 || len(it.options) > 0):
		return 0
	}
	overlap, near := common(h.means, p.after(it)), 0
	if h.thread && h.About != "" {
		near = common(p.akin(p.telling(p.think.stems(h.About))), m.named)
		switch {
		case !p.saying(h):
		case len(p.telling(p.think.stems(h.Topic))) > 0:
			near = common(p.akin(p.telling(p.think.stems(h.Topic+" "+h.Said))), m.named) // a yes is to its question, and to nothing beside it
		default:
			near = min(near, 1) // "do you have one?"
		}
	}
	if !h.thread && (overlap == 0 || byText(h.Kind) || !p.about(h, it)) {
		return 0
	}
	lost := overlap+near == 0 && len(m.named) > 0 // it names something else
	switch {
	case m.kinds == nil && len(it.options) == 0 && lost, p.saying(h) && near == 0:
		return 0
	case lost && h.Kind == gist.AskChoice && (it.ask == gist.AskWho || it.ask == gist.AskPlace || it.ask == gist.AskHow || p.clausal(h.Value)), overlap+near == 0 && !p.backward(it) && it.ask == gist.AskHow:
		return 0 // who was coming is not by bank transfer
	case h.Kind == gist.AskChoice && it.kind == "which" && near == 0 && (p.clausal(h.Value) || h.Said != ""):
		return 0 // "I can bring the map" is no thing
	case m.dated && !slices.ContainsFunc(p.kinds(h), dateLike) && !(m.head != "" && slices.Contains(rootsOf(h.About), m.head)):
		return 0 // "which weekend" is no place
	case it.ask == gist.AskChoice && h.Kind == gist.AskChoice && overlap == 0 && dateLike(p.kindOf(h.Value)) && !m.firm && !m.dated:
		return 0 // no day is asked for
	case h.theirs && it.ask == gist.AskDate && (h.Kind == gist.AskDeadline || p.think.read(h.Value, p.Now).day.IsZero()):
		return 0 // "this week" is no day
	}
	score := 4*overlap + 2*near + 2*common(h.means, m.beside)
	if m.head != "" && h.thread && slices.Contains(rootsOf(h.About+" "+h.Topic), m.head) {
		score += 2
	}
	if h.thread && h.Kind == gist.AskChoice && score > 0 {
		score += common(p.think.stems(h.About), p.think.stems(it.text)) // "what would you want for it", "what did you want for the tent"
	}
	counted := h.Kind == gist.AskNumber && slices.Contains(m.kinds, gist.AskDuration) || h.Kind == gist.AskDuration && slices.Contains(m.kinds, gist.AskNumber) // "three nights"
	headed := m.head != "" && h.thread && h.About != "" && !p.saying(h) && slices.Contains(rootsOf(h.About+" "+h.Topic), m.head)                                // "which shade?", whatever it was
	fits := counted && common(p.think.stems(h.Topic+" "+h.Value), it.told) > 0 || len(it.options) > 1 || headed || slices.ContainsFunc(p.kinds(h), func(k gist.Ask) bool { return slices.Contains(m.kinds, k) })
	switch {
	case m.kinds == nil && h.thread:
		score++
		if h.Kind == it.ask {
			score++
		}
	case m.kinds != nil && fits:
		score += 4
	case m.kinds != nil && it.ask == gist.AskRemind && it.kind == "what" && near > 0 && (h.Kind != gist.AskNumber || !slices.Contains(m.kinds, gist.AskAddress)):
	case m.kinds != nil && (it.kind != "which" || overlap == 0 || h.Kind != gist.AskWho && h.Kind != gist.AskPlace && h.Kind != gist.AskIdentifier):
		return 0 // never a value of another kind
	}
	if agreed && !given.used {
		score = max(1, score-3) // what they named themselves comes first, but for a change
	}
	if score > 1 && it.kind == "which" && h.Kind == gist.AskChoice && overlap == 0 && p.placed(h.Value) {
		score = 1 // "at the station" is where, not which
	}
	return score
}

// consented is what somebody has agreed to by a yes, where that is of one of the kinds: the
// price of "would you take £60 for it?". It is marked as used where only the sentence before
// the question names it.
func (p *planner) consented(h held, kinds []gist.Ask) (held, bool) {
	if h.Kind != gist.AskYesNo || h.Value != "yes" || h.theirs || !h.thread {
		return h, false
	}
	asked, bare := h.Topic, len(p.telling(p.think.stems(h.Topic))) == 0
	if bare {
		asked = h.About // "They only have eight o'clock left. Still OK?"
	}
	g := gist.Read("", asked)
	for _, kind := range kinds {
		var named []string
		switch kind {
		case gist.AskMoney:
			if named = g.Amounts; len(named) == 0 && p.holdsLine("takes a price", asked) {
				named = digitsIn(asked)
			}
		case gist.AskDate, gist.AskMeet, gist.AskTime:
			named = g.Dates
		}
		if len(named) == 1 && (kind == gist.AskMoney || kind == p.kindOf(named[0]) || kind == gist.AskMeet && dateLike(p.kindOf(named[0]))) {
			h.Kind, h.Value, h.Said, h.used = kind, named[0], "", bare
			return h, true
		}
	}
	return h, false
}

// saidOnly is the kind of what was said in the thread and is no answer of a kind: what the
// person said that they would do.
const saidOnly gist.Ask = "said"

// Bounds of what asked for an answer, as it is kept: a claim holds 200 characters.
const (
	maxAbout      = 190 // bytes
	maxAboutWords = 40
)

// keepSaid adds to what was just claimed how it was asked for and said, and notes what the
// person said that they would do: who asks later what was said about something may name it
// by any of these words.
func (p *planner) keepSaid(it *item, claims, moves int) {
	about := tidied(strings.TrimSpace(it.text+" "+cmp.Or(p.ledBy(it), it.before)), maxAbout, maxAboutWords)
	for i := claims; i < len(p.out.Claims); i++ {
		p.out.Claims[i].About = about
		if p.out.Claims[i].Kind == gist.AskChoice || len(it.options) > 1 {
			p.keepSides(it, &p.out.Claims[i])
		}
	}
	for _, m := range p.out.Moves[min(moves, len(p.out.Moves)):] {
		if other := m.Values["other"]; m.Claim > claims && other != "" {
			p.out.Claims[m.Claim-1].Other = tidy(other)
		}
		switch said := m.Values["stated"]; {
		case m.Claim > claims && strings.HasPrefix(m.Slot, "answer.clause"):
			p.out.Claims[m.Claim-1].Said = p.out.Claims[m.Claim-1].Value
		case m.Claim > claims && m.Slot == "answer.what" && p.out.Claims[m.Claim-1].Kind == gist.AskYesNo:
			p.out.Claims[m.Claim-1].Said = p.out.Claims[m.Claim-1].Value // "no nuts, please"
		case m.Claim > claims && said != "" && strings.HasPrefix(m.Slot, "answer.") && !strings.HasSuffix(m.Slot, ".again"):
			p.out.Claims[m.Claim-1].Said = tidy(said)
		case m.Slot == "do.yes" && m.Values["doing"] != "" && p.think.form["will do"] != "":
			said := tidy(strings.ReplaceAll(p.think.form["will do"], "{doing}", m.Values["doing"]))
			p.pledged = append(p.pledged, Claim{Kind: saidOnly, Topic: tidy(it.text), Value: said, Said: said, About: about, To: p.You.Address, At: p.Now.UTC()})
		}
	}
}

// ledBy is the question that a choice in the same sentence only spells out: "how shall we do the
// post, do you come by or shall I keep it?"; empty where there is none.
func (p *planner) ledBy(it *item) string {
	if it.ask != gist.AskChoice || it.kind != "" {
		return ""
	}
	for i := range p.items[:max(0, len(p.items)-1)] {
		if lead := &p.items[i]; &p.items[i+1] == it && lead.kind != "" && len(lead.options) == 0 && lead.place/8 == it.place/8 {
			return lead.text
		}
	}
	return ""
}

// saying reports whether what was said is a sentence alone, of no kind of value.
func (p *planner) saying(h held) bool { return h.Kind == saidOnly || h.Kind == gist.AskYesNo }

// akin are stems with a mark for each group of words that mean one matter: "food" and "eat".
func (p *planner) akin(stems []string) []string {
	out := slices.Clone(stems)
	for _, w := range stems {
		for _, group := range p.think.kindred[w] {
			if !slices.Contains(out, group) {
				out = append(out, group)
			}
		}
	}
	return out
}

// after are the words by which a question of memory names what it is after.
func (p *planner) after(it *item) []string {
	return slices.DeleteFunc(p.telling(it.told), func(w string) bool { return p.think.sets["remembering"][w] })
}

// joins reports whether a question can be of memory by one beside it: "Which machine and
// which keyboard did you choose?"
func (p *planner) joins(it *item) bool {
	if len(it.options) > 0 {
		return false
	}
	words := p.words(it.text)
	bare := it.kind == "what" && len(words) > 1 && len(words) < 6 && p.think.sets["articles"][stem(words[0])] // "confirm the quantity and the day once more"
	return bare || it.kind == "which" || it.ask == gist.AskHow || it.ask == gist.AskMoney || it.ask == gist.AskTime || it.ask == gist.AskDuration
}

// common counts the words of a that b has too.
func common(a, b []string) int {
	n := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			n++
		}
	}
	return n
}

// backward reports whether a question asks for what was said before.
func (p *planner) backward(it *item) bool {
	return it.ask == gist.AskRemind || (!byText(it.ask) || it.ask == gist.AskHow || it.ask == gist.AskWhat) && it.ask != gist.AskFeeling && it.ask != gist.AskOpinion && !it.wanted && p.looksBack(it.text)
}

// looksBack reports whether a text asks for what was said before: "did you say", "hattest du
// Papier gesagt".
func (p *planner) looksBack(text string) bool {
	if p.holdsLine("backward", text) || strings.Contains(text, "?") && p.holdsLine("asks their word", text) {
		return true
	}
	if !p.holdsLine("had you", text) {
		return false
	}
	words := p.words(text)
	return len(words) > 2 && p.think.sets["remembering"][stem(words[len(words)-1])]
}

// kindsRecalled are those that a question of memory can name by a word, in the order of
// their sections.
var kindsRecalled = []gist.Ask{gist.AskMoney, gist.AskMeet, gist.AskTime, gist.AskDate, gist.AskDuration, gist.AskAddress, gist.AskPlace, gist.AskNumber, gist.AskPhone, gist.AskIdentifier, gist.AskVersion}

// recalled are the kinds of values that a question of memory is after; none where it
// does not tell.
func (p *planner) recalled(it *item) []gist.Ask {
	switch it.ask {
	case gist.AskRemind:
		return p.recalledBy(it)
	case gist.AskIdentifier:
		if slices.Contains(p.kindsIn(it.words), gist.AskIdentifier) {
			return []gist.Ask{gist.AskIdentifier, gist.AskPhone, gist.AskVersion}
		}
		return nil
	case gist.AskWhat:
		return nil // "what name": the words tell more
	case gist.AskChoice:
		return p.kindsOrChoice(it)
	case gist.AskPlace, gist.AskWho:
		return []gist.Ask{it.ask, gist.AskAddress, gist.AskChoice}
	case gist.AskHow:
		return []gist.Ask{gist.AskHow, gist.AskChoice}
	case gist.AskDate, gist.AskDeadline:
		if it.kind == "when" {
			return []gist.Ask{gist.AskDate, gist.AskMeet, gist.AskDeadline, gist.AskTime} // "when will you arrive?"
		}
		return []gist.Ask{gist.AskDate, gist.AskMeet, gist.AskDeadline}
	}
	return []gist.Ask{it.ask}
}

// chosen are the kinds that "which one" can be after.
var chosen = []gist.Ask{gist.AskChoice, gist.AskVersion}

// placed reports whether a value begins with a preposition.
func (p *planner) placed(value string) bool {
	words := wordsOf(value)
	return len(words) > 1 && p.think.apart[words[0]]
}

// clausal reports whether a value is a sentence rather than a thing.
func (p *planner) clausal(value string) bool {
	words := wordsOf(value)
	return len(words) > 1 && (p.think.clause[words[0]] || p.out.Language == "en" && words[0] == "please")
}

// recalledBy are the kinds that the first words of a question of memory are after, and
// those that its other words name.
func (p *planner) recalledBy(it *item) []gist.Ask {
	if p.holdsLine("asks a count", it.text) {
		return []gist.Ask{gist.AskNumber} // "the number of lamps", and no phone's
	}
	kinds := p.kindsIn(it.words)
	if len(kinds) == 0 && len(p.after(it)) == 0 {
		if kinds = p.kindsIn(rootsOf(p.sureOf(it))); len(kinds) == 0 { // "Just so I have the right amount: what did we say?"
			kinds = p.kindsIn(p.mailWords()) // "And the new price, could you repeat it?"
		}
	}
	switch it.kind {
	case "how many":
		return []gist.Ask{gist.AskNumber}
	case "how much":
		return []gist.Ask{gist.AskMoney, gist.AskNumber}
	case "where":
		return []gist.Ask{gist.AskPlace, gist.AskAddress, gist.AskChoice}
	case "who":
		return []gist.Ask{gist.AskWho, gist.AskChoice}
	case "how":
		if q, ok := p.quantityOf(it); ok && q.dim != "none" {
			return []gist.Ask{gist.AskNumber, gist.AskDuration} // "how wide was it again?"
		}
		return []gist.Ask{gist.AskHow, gist.AskChoice}
	case "how long":
		return []gist.Ask{gist.AskDuration, gist.AskNumber}
	case "when":
		return []gist.Ask{gist.AskDate, gist.AskMeet, gist.AskTime, gist.AskDeadline}
	case "which":
		return p.kindsOrChoice(it)
	}
	return kinds
}

// kindsOrChoice are the kinds that "which" is after: those that its words name, "which day",
// where the thread has such, else what was chosen.
func (p *planner) kindsOrChoice(it *item) []gist.Ask {
	kinds := p.kindsIn(it.words)
	if head := p.headOf(it); head != "" && p.think.sets["day nouns"][head] && !slices.Contains(kinds, gist.AskDate) {
		kinds = append(kinds, gist.AskDate, gist.AskMeet)
	}
	for _, h := range p.held {
		if h.thread && !h.fresh && !h.theirs && slices.ContainsFunc(p.kinds(h), func(k gist.Ask) bool { return slices.Contains(kinds, k) }) {
			return kinds
		}
	}
	return append(kinds, chosen...)
}

// kindsIn are the kinds of values that words name.
func (p *planner) kindsIn(words []string) (out []gist.Ask) {
	for _, kind := range kindsRecalled {
		if p.think.names("remind "+string(kind), words) {
			out = append(out, kind)
		}
	}
	if slices.Contains(out, gist.AskMeet) && !slices.Contains(out, gist.AskDate) {
		out = append(out, gist.AskDate) // "which appointment did you take?"
	}
	if slices.ContainsFunc(words, p.isWeekday) && !slices.Contains(out, gist.AskDate) {
		out = append(out, gist.AskDate, gist.AskMeet) // "which Saturday was it?"
	}
	return out
}

// isWeekday reports whether a stem is that of a day's name.
func (p *planner) isWeekday(w string) bool {
	return slices.ContainsFunc(p.think.weekdays, func(day string) bool { return stem(strings.ToLower(day)) == w })
}

// kinds are the kinds that a claim can stand for: the price chosen is a price, and who
// meets at ten has named a time.
func (p *planner) kinds(h held) []gist.Ask {
	out := []gist.Ask{h.Kind}
	if kind := p.kindOf(h.Value); h.Kind == gist.AskChoice && (kind != gist.AskNumber || len(wordsOf(h.Value)) < 3) { // not "five boxes of the dark ones"
		out = append(out, kind)
	}
	if dateLike(h.Kind) || h.Kind == gist.AskChoice {
		m := p.think.read(h.Value, p.Now)
		if clock(strings.Replace(h.Value, ".", ":", 1), "") >= 0 {
			m.minutes = clock(strings.Replace(h.Value, ".", ":", 1), "") // "9.30 or 11.15"
		}
		if m.minutes >= 0 || m.day.IsZero() && p.think.read(h.Sides, p.Now).minutes >= 0 {
			out = append(out, gist.AskTime) // "please come at 8", of two hours
		}
		if !m.day.IsZero() {
			out = append(out, gist.AskDate)
		}
	}
	return out
}
