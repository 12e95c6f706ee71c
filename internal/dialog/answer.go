package dialog

import (
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// answer answers one thing asked: from the case, from what was said, from what the
// person holds, from a note, else with a value drawn now.
func (p *planner) answer(it *item) {
	claims, moves := len(p.out.Claims), len(p.out.Moves)
	p.answered(it)
	p.keepKind(it, claims, moves)
	p.keepSaid(it, claims, moves)
	p.keepFormed(it, claims, moves)
	p.noteOpen(it, claims, moves)
}

func (p *planner) answered(it *item) {
	p.misoffered(it)
	switch {
	case it.lacking:
		if !p.value(it) && p.asksBare(it.text) {
			p.drawn(it)
		}
	case it.moot || p.asksNothing(it) || p.remedies(it) || p.thatToo(it):
	case p.told(it) || p.idleIf(it) || p.attends(it):
	case it.inCase:
		p.inCase(it)
	case it.bound:
		p.chooses(it)
	case it.follow != "":
		p.say(Move{Slot: "said", Label: it.label, Values: values("value", it.follow), Core: true})
	case p.checks(it), p.unmoved(it), p.livesWith(it), p.overdue(it):
	case p.shift(it), p.otherDay(it), p.calledOff(it), p.minds(it), p.allSaid(it), p.theOther(it):
	case it.mainly != "":
		p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("mainly", it.mainly)), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), it.mainly)})
	case it.wanted:
		if !p.value(it) && !p.shape(it, plainShapes) {
			p.do(it)
		}
	case it.open && p.shape(it, plainShapes):
	case it.open:
		if len(p.out.Moves) == 0 && strings.Contains(it.text, "?") {
			p.frank(it, frankTalk)
		}
	case it.result != "" && it.ask == gist.AskSum:
		p.say(Move{Slot: "answer.sum", Label: it.label, Values: values("value", it.result, "unit", it.unit, "topic", it.topic), Core: true})
	case p.fromFact(it), p.secret(it), p.fromClaims(it), p.fromHidden(it), p.fromNote(it), p.anew(it), it.ask == gist.AskStatus && p.waits(it), p.namedOrOther(it), p.picks(it), p.byHeart(it), p.value(it), p.goesAlong(it), p.shape(it, narrowShapes), p.putOff(it), p.unknown(it), p.ready(it), p.shape(it, plainShapes):
	default:
		p.drawn(it)
	}
}

// inCase tells of what is to be told only if it is so: "If you need a projector, tell me."
// Mostly it is not, and who cannot say that in a sentence says nothing.
func (p *planner) inCase(it *item) {
	r := p.draw(it.ask)
	slot, value, yes := "answer.no", "no", r.Chance(0.15)
	if yes {
		slot, value = "answer.yes", "yes"
	}
	stated := p.stated(it, yes)
	if stated == "" {
		return
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("topic", it.topic, "stated", stated), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), value)})
}

// idleIf reports whether a question is asked only for the case that the one before it is
// answered otherwise: "Can you come? If not, which day would suit you?"
func (p *planner) idleIf(it *item) bool {
	if it.only == 0 {
		return false
	}
	for i := len(p.out.Moves) - 1; i >= 0; i-- {
		slot := strings.TrimSuffix(p.out.Moves[i].Slot, ".again")
		switch slot {
		case "answer.yes", "answer.yes.leave", "invited.yes", "answer.meet", "do.yes", "changed", "answer.waits.done", "answer.waits.sent", "answer.waits.seen", "answer.waits.state":
			return it.only < 0
		case "answer.waits.not", "answer.waits.not.other", "answer.waits.not.think":
			return it.only > 0 || dateLike(it.ask) // it says when
		case "answer.no", "answer.no.leave", "answer.no.glad", "invited.no", "do.no", "changed.no":
			return it.only > 0
		case "answer.ready", "said":
			if p.begins("denying", p.out.Moves[i].Values["value"]) {
				return it.only > 0 // "I did not click on anything"
			}
		}
		if head, rest, _ := strings.Cut(slot, "."); it.only < 0 && (head == "answer" && !strings.HasPrefix(rest, "open") && rest != "defer" && rest != "meet.other" || head == "fact" || head == "send" || head == "do") {
			return true // what was told is in the way: "It goes out on Friday."
		}
	}
	if it.only < 0 && it != &p.items[len(p.items)-1] && !p.begins("otherwise", it.text) {
		return true // "If you have paid, tell us the date. Otherwise, when may we expect it?"
	}
	return false
}

// told reports whether an answer before it in the mail tells this one too; a time asked
// for after a day is narrowed to that.
func (p *planner) told(it *item) bool {
	if len(it.options) > 1 && p.chosenBefore(it) {
		return true
	}
	switch it.ask {
	case gist.AskChoice:
		if p.out.Language == "de" && len(it.options) == 0 && p.asked("choice", it) != nil {
			return false // "liegt es an meinem Rechner? Welchen Browser benutzt du?"
		}
		return (len(it.options) == 0 || p.offeredBefore(it)) && it.kind == "which" && len(p.words(it.text)) < 9 && len(p.telling(it.stems)) == 0 && len(p.out.Moves) > 0 && p.has("answer.choice", "answer.choice.how", "answer.meet", "answer.date", "answer.clause", "answer.time", "answer.first")
	case gist.AskNumber:
		return it.only > 0 && it.topic == "" && it.unit == "" && p.has("fact", "answer.number") // "are there any, and if so, how many?"
	case gist.AskMeet, gist.AskTime, gist.AskDate:
		if len(it.options) > 0 || it.topic != "" {
			return false
		}
		if p.has("answer.meet.other", "answer.meet.free", "contradiction", "contradiction.day") {
			return true
		}
		if p.has("answer.status.done", "answer.status.going", "answer.status.not") && it.ask == gist.AskDate {
			return true
		}
		if it.ask == gist.AskMeet && p.has("answer.meet") && !p.holdsLine("starting", it.text) {
			it.ask = gist.AskTime // "Could we talk on Wednesday? What time would suit you?"
		}
		if it.ask == gist.AskMeet && p.dayKnown(it) {
			it.ask = gist.AskTime
		}
	}
	return false
}

// offeredBefore reports whether a question before it in the mail offers the same: "Can you
// do 2 pm or 3:30 pm? Which one is better?"
func (p *planner) offeredBefore(it *item) bool {
	for i := range p.items {
		if &p.items[i] == it {
			break
		}
		if len(p.items[i].options) > 1 && within(it.options, p.items[i].options) {
			return true
		}
	}
	return false
}

// chosenBefore reports whether the same days were offered before, in this mail or in one
// answered with it, and one of them is chosen: "Thursday at 10:00 or Friday at 14:00?", and a
// reminder, "Thursday or Friday?".
func (p *planner) chosenBefore(it *item) bool {
	if !p.has("answer.choice", "answer.meet", "answer.date", "answer.meet.other") {
		return false
	}
	day := func(o string) time.Time { return p.think.read(o, p.Now).day }
	for i := range p.items {
		other := &p.items[i]
		if other == it {
			break
		}
		if len(other.options) > 1 && !slices.ContainsFunc(it.options, func(o string) bool {
			return day(o).IsZero() || !slices.ContainsFunc(other.options, func(had string) bool { return day(had).Equal(day(o)) })
		}) {
			return true
		}
	}
	return false
}

// dayKnown reports whether a question of an appointment is after the hour alone: the day
// is known from the thread or was just changed.
func (p *planner) dayKnown(it *item) bool {
	if !p.think.names("remind time", it.words) || p.think.names("remind date", it.words) {
		return false
	}
	for _, h := range p.held {
		if h.thread && (dateLike(h.Kind) || h.Kind == gist.AskChoice) && h.Kind != gist.AskTime {
			if m := p.think.read(h.Value, p.Now); !m.day.IsZero() {
				return true
			}
		}
	}
	return false
}

// agreedDay is the newest day of the thread in words, where it has no hour yet: "Thursday
// evening" tells at what time.
func (p *planner) agreedDay() []string {
	for _, h := range p.held {
		if !h.thread || !dateLike(h.Kind) && h.Kind != gist.AskChoice || h.Kind == gist.AskTime {
			continue
		}
		if m := p.think.read(h.Value, p.Now); !m.day.IsZero() {
			if m.minutes >= 0 {
				return nil
			}
			return p.think.stems(h.Value)
		}
	}
	return nil
}

// tell says a value and claims it.
func (p *planner) tell(it *item, slot, value string, more ...string) {
	if on := p.think.form["on"]; on != "" && (slot == "answer.meet" || slot == "answer.date") {
		value = strings.TrimPrefix(value, on+" ") // "passt mir gut"
	}
	if p.out.Language == "de" {
		value = p.plainly(slot, value)
	}
	if from, to, ok := strings.Cut(p.think.form["moved to"], " "); ok && strings.HasPrefix(value, from+" ") {
		value = to + strings.TrimPrefix(value, from) // "¿la pasamos al jueves o al viernes?"
	}
	m := Move{Slot: slot, Label: it.label, Values: values(append([]string{"value", value, "topic", it.topic}, more...)...), Core: true}
	if slot == "answer.date" || slot == "answer.time" {
		if p.theirChoice(it) {
			m.Values["wish"] = "yes"
		}
	}
	if slot == "answer.choice" && p.think.form["sides"] != "" && (p.think.names("preferring", p.roots(it.text)) || p.holdsLine("wishes", it.text) || p.holdsLine("suiting", it.text)) {
		m.Values["wish"] = "yes"
	}
	p.tellIn(&m, it)
	m.Claim = p.claim(it.ask, p.claimTopic(it), value)
	p.say(m)
}

// theirChoice reports whether a question of when leaves that to the person: "which day
// suits you?", and not "when did it come?".
func (p *planner) theirChoice(it *item) bool {
	return !p.past(it.text) && (p.holdsLine("wishes", it.text) || p.holdsLine("suiting", it.text) || len(it.options) > 1)
}

// plainly says a German value without what belongs to its question alone: "der Freitag" of
// a day, "den 11. Mai", "lieber" of what is preferred.
func (p *planner) plainly(slot, value string) string {
	first, rest, ok := strings.Cut(value, " ")
	switch {
	case !ok:
	case slot == "answer.meet" || slot == "answer.date":
		if len(first) == 3 && p.think.sets["articles"][stem(first)] && !p.think.read(rest, p.Now).day.IsZero() && rest[0] >= 'A' {
			return rest
		}
		if first == "den" && rest[0] >= '0' && rest[0] <= '9' {
			return "der " + rest
		}
	case slot == "answer.choice" && p.think.sets["preferring"][stem(first)] && !strings.HasSuffix(rest, "en"):
		return rest
	}
	return value
}

// byText are the kinds whose questions are told apart by their whole text rather than
// by what they are about.
func byText(kind gist.Ask) bool {
	switch kind {
	case gist.AskYesNo, gist.AskWhy, gist.AskHow, gist.AskWhat, gist.AskStatus:
		return true
	}
	return false
}

// personal kinds are told to one correspondent: another one means another thing by
// the same words.
func personal(kind gist.Ask) bool {
	return kind == gist.AskYesNo || kind == gist.AskMeet || kind == gist.AskStatus || kind == gist.AskRemind
}

// claimTopic is under what an answer is remembered.
func (p *planner) claimTopic(it *item) string {
	switch {
	case it.ask == gist.AskChoice && it.topic == "" && len(it.options) > 1:
		return tidy(strings.Join(it.options, " "+p.think.form["or"]+" "))
	case byText(it.ask) || it.topic == "" && it.unit == "":
		return tidy(it.text)
	case it.unit == "" || strings.Contains(strings.ToLower(it.topic), strings.ToLower(it.unit)):
		return it.topic
	case it.topic == "":
		return it.unit
	}
	return it.unit + ", " + it.topic
}

// fits reports whether a claim of one kind can answer a question of another.
func fits(claim, asked gist.Ask) bool {
	if claim == asked {
		return true
	}
	switch asked {
	case gist.AskRemind:
		return !byText(claim)
	case gist.AskDate, gist.AskDeadline:
		return claim == gist.AskMeet || claim == gist.AskDate || claim == gist.AskDeadline
	case gist.AskMeet:
		return claim == gist.AskDate
	case gist.AskPlace:
		return claim == gist.AskAddress
	case gist.AskWhat:
		return claim == gist.AskChoice || claim == gist.AskIdentifier || claim == gist.AskVersion
	}
	return false
}

// fromHidden tells a fact of their own matter that is asked for.
func (p *planner) fromHidden(it *item) bool {
	name, value := p.hidden(it)
	if name == "" {
		return false
	}
	slot := "give"
	if words := wordsOf(value); len(words) > 4 || p.think.clause[words[0]] {
		slot = "answer.what" // "I have restarted it twice" is no thing
	}
	if slices.Contains(p.st.Given, name) {
		slot += ".again"
	}
	m := Move{Slot: slot, Label: it.label, Values: values("value", value, "topic", it.topic), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), value)}
	if strings.HasPrefix(slot, "answer.what") {
		delete(m.Values, "topic")
	}
	p.say(m)
	p.st.Given = keep(p.st.Given, name)
	return true
}

// hidden returns the fact that the person holds and a question is after.
func (p *planner) hidden(it *item) (name, value string) {
	if len(p.st.Hidden) == 0 || len(p.st.Hidden) > maxHidden || it.ask == gist.AskFeeling || it.ask == gist.AskOpinion || it.ask == gist.AskMeet || len(it.options) > 0 || it.ask == gist.AskYesNo && p.begins("leave", it.text) {
		return "", ""
	}
	top := 0
	try := func(key string, words map[string]bool) {
		v := tidy(p.st.Hidden[key])
		if v == "" {
			return
		}
		score := 0
		for _, w := range it.words {
			if words[w] && it.ask != gist.AskYesNo { // which is about its topic alone
				score += 2
			}
		}
		for _, w := range it.stems {
			if words[w] {
				score += 3
			}
		}
		if slices.Contains(after[it.ask], key) {
			score += 3
		} else if score < 4 && after[it.ask] != nil {
			return // "how long" is not after the device
		}
		if score > top {
			name, value, top = key, v, score
		}
	}
	known := map[string]bool{}
	for _, f := range p.think.facts {
		known[f.name] = true
		try(f.name, f.words)
	}
	for _, key := range sortedKeys(p.st.Hidden) {
		if !known[key] {
			try(key, stemSet(plainKey(key)))
		}
	}
	return name, value
}

// after are the hidden facts that a kind of question is after without naming them.
var after = map[gist.Ask][]string{
	gist.AskMoney: {"budget", "amount"}, gist.AskNumber: {"people", "quantity"}, gist.AskVersion: {"version"}, gist.AskDate: {"since", "date"}, gist.AskDuration: {"since"},
	gist.AskPlace: {"place"}, gist.AskPhone: {"phone"}, gist.AskAddress: {"address", "delivery address"}, gist.AskDeadline: {"deadline", "urgency", "date"},
	gist.AskIdentifier: {}, gist.AskTime: {"date"},
}

// secret refuses what nobody sends by mail.
func (p *planner) secret(it *item) bool {
	if it.ask == gist.AskYesNo || it.ask == gist.AskHow || it.ask == gist.AskStatus || !p.think.names("secret", it.stems) && !p.holdsLine("secret phrases", it.text) {
		return false
	}
	p.say(Move{Slot: "answer.refuse", Label: it.label, Values: values("reason", p.pickWord("reason secret", *it), "topic", it.topic), Core: true})
	return true
}

// delays is how often a temperament puts an answer off, for one answer in a mail.
var delays = map[string]float64{"responsive": 0.1, "busy": 0.25, "flaky": 0.4}

// putOff promises the answer instead of giving it, where that is something to be looked
// up: a number on a paper, a version. What people can name they name at once.
func (p *planner) putOff(it *item) bool {
	if it.ask != gist.AskIdentifier && it.ask != gist.AskVersion || len(it.options) > 0 || p.backward(it) || p.awaited(it) || p.holdsLine("own name", it.text) {
		return false
	}
	chance := delays[p.Me.Temperament]
	if p.st.Turns > 0 {
		chance /= 2 // who is in the middle of it answers
	}
	if p.late || p.Prompt || !p.habit("delay").Chance(chance) {
		return false
	}
	p.defers(it)
	return true
}

// defers promises an answer.
func (p *planner) defers(it *item) {
	p.late = true
	due, phrase := p.due()
	p.say(Move{Slot: "answer.defer", Label: it.label, Values: values("topic", it.topic, "due", phrase), Due: due, Core: true})
}

// awaited reports whether the answer was put off before: now it is due.
func (p *planner) awaited(it *item) bool {
	return slices.ContainsFunc(p.st.Promised, func(topic string) bool {
		stems := p.telling(p.think.stems(topic))
		return len(stems) > 0 && within(stems, it.told)
	})
}

// unknown is said now and then by those who know little, of what is nobody's own matter.
func (p *planner) unknown(it *item) bool {
	if p.Me.Knows != "little" || it.of == gist.OfReader {
		return false
	}
	switch it.ask {
	case gist.AskNumber, gist.AskMoney, gist.AskDate, gist.AskWhy, gist.AskHow, gist.AskIdentifier:
	default:
		return false
	}
	if !p.habit("unknown").Chance(0.3) {
		return false
	}
	p.say(Move{Slot: "answer.unknown", Label: it.label, Values: values("topic", it.topic, "who", p.pickWord("who", *it)), Core: true})
	return true
}

// duePhrases are those of promises, in English, with the odds of each.
var duePhrases = []string{"tomorrow", "by the end of the week", "in a few days"}

// due returns the phrase of a promise: the planned one, else one of the usual; in
// English and as it is said.
func (p *planner) due() (english, said string) {
	english = tidy(p.Promise)
	if english == "" {
		english = duePhrases[p.habit("due").Weighted([]int{4, 3, 3})]
	}
	p.owes = false
	for _, pair := range p.think.due {
		if pair[0] == english {
			return english, pair[1]
		}
	}
	return english, english
}

// echo is the short form of a yes or no: "I did". It is empty where the question has
// another form.
func (p *planner) echo(it *item, yes bool) string {
	words := p.words(it.text)
	for len(words) > 0 && (words[0] == "and" || words[0] == "also" || words[0] == "so") {
		words = words[1:]
	}
	text := strings.Join(words, " ") + " "
	for _, pair := range p.think.echoes {
		if strings.HasPrefix(text, pair[0]+" ") {
			affirmed, denied, _ := strings.Cut(pair[1], "|")
			if yes {
				return affirmed
			}
			return denied
		}
	}
	if it.language != "en" || p.out.Language != "en" {
		return ""
	}
	if yes {
		return it.echo
	}
	return it.denial
}

// stance is an opinion as its slot names it, of the word that the language has for it.
func (p *planner) stance(word string) string {
	for _, s := range []string{"good", "mixed", "bad"} {
		if word == s || word == p.think.form["opinion."+s] {
			return s
		}
	}
	return "mixed"
}

// pick draws one of the values of a kind that fit what is asked.
func (p *planner) pick(it *item, section string) string {
	lines := p.pool(section, it)
	if byText(it.ask) && p.asked(section, it) == nil {
		lines = p.think.lines(section)
	}
	if left := p.suited(it.text, lines); len(left) > 0 {
		lines = left
	}
	return rng.Pick(p.draw(it.ask), lines)
}
