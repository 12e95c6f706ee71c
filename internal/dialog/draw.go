package dialog

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// drawn answers with a value that is drawn now and holds from now on.
func (p *planner) drawn(it *item) {
	if p.byHeart(it) || p.byWhom(it) {
		return
	}
	if p.knowsOne(it) {
		p.whole(it, p.mannered(rng.Pick(p.draw(it.ask), p.think.lines("knows one"))))
		return
	}
	if p.gaveReason(it) || p.howIs(it) || p.anyNews(it) || p.loosely(it) || p.unsure(it) {
		return
	}
	if value := ""; it.ask == gist.AskMoney || it.ask == gist.AskNumber || it.ask == gist.AskDate {
		if value = p.rightOne(it, p.draw(it.ask)); value != "" {
			p.tell(it, p.rightSlot(value), value) // "you paid 450, and the bill was 540. Which did you mean?"
			return
		}
	}
	switch it.ask {
	case gist.AskChoice:
		p.choose(it)
	case gist.AskNumber, gist.AskSum:
		p.number(it)
	case gist.AskMoney:
		p.tell(it, "answer.money", p.money(it))
	case gist.AskDate, gist.AskDeadline:
		p.day(it)
	case gist.AskMeet:
		p.meet(it)
	case gist.AskTime:
		p.hour(it)
	case gist.AskDuration, gist.AskPlace, gist.AskWho:
		if len(it.options) > 1 {
			p.choose(it)
			return
		}
		p.tell(it, "answer."+string(it.ask), p.pick(it, string(it.ask)))
	case gist.AskIdentifier:
		if p.think.names("mailing", it.stems) {
			p.tell(it, "answer.identifier", p.mailbox(it))
			return
		}
		p.tell(it, "answer.identifier", pattern(p.draw(it.ask), formOf(it.text, rng.Pick(p.draw(it.ask), p.think.pool("identifier", it.stems, it.words)))))
	case gist.AskVersion:
		p.tell(it, "answer.version", p.version(it))
	case gist.AskPhone, gist.AskAddress:
		if p.think.names("mailing", it.stems) {
			p.tell(it, "answer.identifier", p.mailbox(it))
			return
		}
		if p.think.names("addresses", it.stems) {
			it.topic = "" // "the address should go to 9 Mill Lane"
		}
		r := p.Seed.Draw("answer/1:"+string(it.ask), p.Me.Address, "", rng.N(0)) // a person has one
		if p.holdsLine("asks phone", it.text) {
			r = p.draw(it.ask) // somebody else's
			if it.ask == gist.AskPhone && p.think.lines("say phone") != nil {
				p.whole(it, p.said("say phone", "{v}", pattern(r, rng.Pick(r, p.think.pool(string(it.ask), it.stems, it.words)))))
				return
			}
		}
		p.tell(it, "answer."+string(it.ask), pattern(r, rng.Pick(r, p.think.pool(string(it.ask), it.stems, it.words))))
	case gist.AskOpinion:
		p.opinion(it)
	case gist.AskRating:
		p.rate(it)
	case gist.AskFeeling:
		if p.holdsLine("opinion asks", it.text) {
			p.opinion(it) // "how do you feel about the one way system?"
			return
		}
		p.feeling(it)
	case gist.AskWhy:
		section := "why"
		if len(it.means) == 0 && p.has("answer.choice", "answer.either") && p.think.lines("why choice") != nil {
			section = "why choice" // "Which would you take, and why?"
		}
		reason := p.pick(it, section)
		if n := len(p.out.Moves); section == "why choice" && n > 0 && p.out.Moves[n-1].Slot == "answer.choice" {
			if p.out.Moves[n-1].Values["reason"] != "" {
				return // it is told
			}
			p.out.Moves[n-1].Values["reason"] = reason // one sentence
			return
		}
		p.say(Move{Slot: "answer.why", Label: it.label, Values: values("reason", reason, "topic", it.topic), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), reason)})
	case gist.AskHow:
		if _, after, ok := strings.Cut(it.clause, ": "); ok && it.offers && p.out.Language == "de" {
			whole := it.clause
			if it.clause = after; p.eitherWay(it, p.draw(gist.AskChoice), false) {
				return // "wie machen wir es: zahlt jeder selbst, oder legen wir zusammen?"
			}
			it.clause = whole
		}
		if at := strings.LastIndex(it.clause, ", "); at > 0 && it.offers && p.out.Language == "de" {
			left, _, ok := p.sidesOf(strings.TrimRight(it.clause[at+2:], "?!. "))
			if first, _, _ := strings.Cut(left, " "); ok && p.think.apart[first] && len(strings.Fields(left)) < 5 {
				p.tell(it, "answer.what", left) // "wie kommst du hin, mit dem Zug oder nehmen wir dich mit?"
				return
			}
		}
		if p.asked("how", it) == nil {
			p.frank(it, frankTalk)
			return
		}
		way := p.pick(it, "how")
		p.say(Move{Slot: "answer.how", Label: it.label, Values: values("way", way, "topic", it.topic), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), way)})
	case gist.AskStatus:
		p.status(it)
	case gist.AskRemind:
		p.remind(it)
	case gist.AskYesNo:
		p.yesNo(it)
	default:
		if p.holdsLine("asks for money", it.text) {
			it.ask = gist.AskMoney // "what's the most you want to spend?"
			p.tell(it, "answer.money", p.money(it))
			return
		}
		p.thing(it)
	}
}

// knowsOne reports whether a question is after somebody to turn to: "connaîtriez-vous un bon
// accordeur ?"
func (p *planner) knowsOne(it *item) bool {
	return p.think.lines("knows one") != nil && p.begins("knows somebody", it.text) && !p.mentions(it, "no person")
}

// gaveReason reports whether a bare "and why?" asks for what the answer before it has said:
// "the second one, they were friendlier".
func (p *planner) gaveReason(it *item) bool {
	n := len(p.out.Moves)
	return it.ask == gist.AskWhy && len(it.told) == 0 && n > 0 && p.out.Moves[n-1].Slot == "answer.ready" && strings.Contains(p.out.Moves[n-1].Values["value"], ", ")
}

// howIs says how somebody of theirs or something is, or how sure the person is of it, and
// reports whether that was asked.
func (p *planner) howIs(it *item) bool {
	section := ""
	switch {
	case it.kind != "how" || it.ask != gist.AskFeeling && it.ask != gist.AskHow && (it.ask != gist.AskStatus || !p.holdsLine("getting on", it.text)) || it.of == gist.OfSender:
	case p.holdsLine("how sure", it.text):
		if low, high := bounds(it.text); high > 0 {
			it.ask, it.low, it.high = gist.AskRating, low, high
			p.rate(it) // "how sure are you, 0 to 5?"
			return true
		}
		section = "sure"
	case !p.begins("how is", it.text) || len(it.stems) == 0 && !p.think.names("persons", it.words):
	case p.think.names("persons", it.words):
		section = "persons well"
	default:
		section = "things well"
	}
	lines := p.suited(it.text, p.think.lines(section))
	if section == "" || len(lines) == 0 {
		return false
	}
	p.whole(it, rng.Pick(p.draw(it.ask), lines))
	return true
}

// anyNews says that the person knows nothing of what they are asked for in passing, and
// reports whether they were: "any news from the bank?", "any idea who took it?".
func (p *planner) anyNews(it *item) bool {
	section := ""
	switch {
	case p.begins("any news", it.text):
		section = "no news"
	case p.begins("any idea", it.text):
		p.say(Move{Slot: "answer.unknown", Label: it.label, Core: true})
		return true
	}
	lines := p.think.lines(section)
	if section == "" || lines == nil {
		return false
	}
	p.whole(it, rng.Pick(p.draw(it.ask), lines))
	return true
}

// whole says a value that is a sentence of its own, and claims it.
func (p *planner) whole(it *item, value string) {
	c := Claim{Kind: it.ask, Topic: tidy(p.claimTopic(it)), Value: value, Whole: true, To: p.You.Address, At: p.Now.UTC()}
	p.say(Move{Slot: "answer.ready", Label: it.label, Values: map[string]string{"value": value}, Core: true, Claim: p.claims(c)})
}

// thing names what is asked for, where there is a class of such things; else the person
// does not know, or not yet.
func (p *planner) thing(it *item) {
	if p.begins("what about", it.text) {
		p.frank(it, frankTalk)
		return
	}
	if p.holdsLine("compares", it.text) {
		p.frank(it, frankLook)
		return
	}
	lines := p.asked("what", it)
	if lines == nil && len(it.told) < 2 {
		lines = p.class("what", it) // "what would you like?"
	}
	if p.asked("what", it) == nil {
		lines = p.notStrange(lines)
	}
	if len(lines) == 0 {
		lines = p.think.lines("what")
	}
	if value := rng.Pick(p.draw(it.ask), lines); value != "" {
		p.tell(it, "answer.what", value)
		return
	}
	if p.holdsLine("wishes", it.text) { // what one would like can be left to the sender
		p.say(Move{Slot: "answer.what", Label: it.label, Values: values("topic", it.topic), Core: true})
		return
	}
	if p.mentions(it, "preferring") && len(it.means) == 0 {
		p.decides(it) // "What would you prefer?", of what the mail names before
		return
	}
	p.frank(it, frankTalk)
}

// choose picks one of the options, or names one where the mail has none.
func (p *planner) choose(it *item) {
	r := p.draw(it.ask)
	if it.kind == "who" && len(it.options) == 2 && !slices.ContainsFunc(it.options, func(o string) bool { return !p.think.sets["subjects"][stem(strings.ToLower(o))] }) && p.think.lines("me or you") != nil {
		p.whole(it, p.worded("me or you", "")) // "Who's driving, you or me?"
		return
	}
	if p.alternative(it, r) || p.choosesSide(it, r) {
		return
	}
	if len(it.options) == 0 {
		if value := p.rightOne(it, r); value != "" {
			slot := p.rightSlot(value)
			if slot == "answer.date" {
				it.ask = gist.AskDate // "¿Cuál es la correcta?"
			}
			p.tell(it, slot, value)
			return
		}
		if p.eitherWay(it, r, false) || p.pickOne(it, r) {
			return
		}
		if lines := p.asked("choice", it); lines != nil {
			slot := "answer.choice"
			if p.out.Language == "de" && !p.mentions(it, "deciding") {
				slot = "answer.what" // "which browser do you use?"
			}
			p.tell(it, slot, rng.Pick(r, lines))
			return
		}
		switch {
		case p.holdsLine("yes or no", it.text), p.wantsVerdict():
			it.ask = gist.AskYesNo
			p.yesNo(it)
		case it.offers && p.habit("either").Chance(0.12):
			p.say(Move{Slot: "answer.either", Label: it.label, Values: values("topic", it.topic), Core: true})
		default:
			p.decides(it)
		}
		return
	}
	if p.takesOne(it, r) || it.ask == gist.AskChoice && p.eitherWay(it, r, true) {
		return
	}
	if value := p.jointly(it, r); it.ask == gist.AskChoice && it.kind == "" && value != "" {
		p.tell(it, "answer.clause", value)
		return
	}
	if it.ask == gist.AskChoice && !p.alikeSides(it.options) {
		if value := p.jointly(it, r); value != "" {
			p.tell(it, "answer.clause.joint", value)
		} else if p.clauses(it.options) {
			p.tell(it, "answer.clause", it.options[r.IntN(len(it.options))])
		} else if p.eitherWay(it, r, false) || p.pickOne(it, r) {
			return
		} else if value := p.figureOf(it, r); value != "" {
			p.tell(it, "answer.choice", value)
		} else {
			p.decides(it)
		}
		return
	}
	for i, o := range it.options {
		if one := p.think.form["one"]; one != "" && strings.HasPrefix(o, one+" ") {
			it.options[i] = p.think.form["the one"] + strings.TrimPrefix(o, one) // "one in blue and one in green"
		}
	}
	at := p.favoured(it, r.IntN(len(it.options)))
	one, other := it.options[at], it.options[(at+1)%len(it.options)]
	p.tell(it, "answer.choice", one, "other", other, "reason", p.whyChosen(it, one, other))
}

// rightSlot is how the one of two figures is told that is right.
func (p *planner) rightSlot(value string) string {
	switch {
	case p.think.form["sides"] == "":
		return "answer.choice"
	case slices.Contains(p.mail.Dates, value):
		return "answer.date"
	}
	return "answer.money"
}

// wantsVerdict reports whether the mail wants a decision by yes or no.
func (p *planner) wantsVerdict() bool {
	return slices.ContainsFunc(p.mail.Acts, func(a gist.Act) bool {
		return a.Kind == gist.WantsDecision && p.holdsLine("yes or no", a.Text)
	})
}

// day draws a date: one of those offered, else a working day to come, or gone by where
// the question is about what has been.
func (p *planner) day(it *item) {
	if len(it.options) > 1 {
		r := p.draw(it.ask)
		at := r.IntN(len(it.options))
		if full := p.dayInFull(it, at, r); full != "" {
			p.say(Move{Slot: "answer.clause", Label: it.label, Values: values("value", full), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), it.options[at])})
			return
		}
		if p.out.Language == "en" && it.ask == gist.AskDate && it.kind == "" && p.past(it.text) {
			p.tell(it, "answer.clause", it.options[at]) // "was it the Monday or the Tuesday?"
			return
		}
		p.tell(it, "answer."+string(it.ask), it.options[at], "other", it.options[(at+1)%len(it.options)])
		return
	}
	if until := p.think.form["until"]; until != "" && p.holdsLine("until when", it.text) {
		p.whole(it, until+" "+p.think.date(p.someDay(it)))
		return
	}
	if days := p.days(p.mail.Dates); p.out.Language == "en" && it.ask == gist.AskDate && len(days) > 1 && p.asked("day told", it) != nil {
		p.tell(it, "answer.date", days[p.draw(it.ask).IntN(len(days))]) // "which day did they give us, Tuesday or the 12th?"
		return
	}
	if it.ask == gist.AskDate && len(it.options) == 0 && p.past(it.text) {
		p.ago(it)
		return
	}
	if lines := p.asked("date", it); lines != nil && it.ask == gist.AskDate {
		p.tell(it, "answer.date", rng.Pick(p.draw(it.ask), lines))
		return
	}
	if p.out.Language == "en" && it.ask == gist.AskDate && p.holdsLine("day and time", it.text) {
		day := p.possible(p.inLimits(it, p.someDay(it)))
		if said := p.seasonal(it, p.draw(it.ask)); said != "" {
			if at := p.think.read(said, p.Now); at.dated {
				day = at.day
			}
		}
		p.tell(it, "answer.date", p.moment(day, p.minutes(it, p.draw(gist.AskTime))))
		return
	}
	if day, ok := p.afterwards(it, p.draw(it.ask)); ok {
		p.tell(it, "answer."+string(it.ask), p.think.date(day))
		return
	}
	if day := p.seasonal(it, p.draw(it.ask)); day != "" {
		p.tell(it, "answer."+string(it.ask), day)
		return
	}
	day := p.possible(p.inLimits(it, p.someDay(it)))
	value, slot := p.saidDay(it, day), "answer."+string(it.ask)
	if week := p.weekSaid(it, p.think.date(day)); week != p.think.date(day) {
		value, slot = week, "answer.what"
	}
	p.tell(it, slot, value)
}

// ago says how long something is past.
func (p *planner) ago(it *item) {
	lines := p.asked("date", it)
	if lines == nil {
		lines = p.think.lines("ago")
	}
	if p.think.form["sides"] != "" {
		p.whole(it, rng.Pick(p.draw(gist.AskDuration), lines)) // "cela prend il y a un mois" says nothing
		return
	}
	if p.out.Language == "de" {
		value := rng.Pick(p.draw(gist.AskDuration), lines)
		if p.holdsLine("since when", it.text) {
			value = strings.Replace(value, "vor ", "seit ", 1)
		}
		p.whole(it, value)
		return
	}
	past := *it
	past.ask = gist.AskDuration
	if p.out.Language != "en" {
		p.tell(&past, "answer.duration", rng.Pick(p.draw(it.ask), lines))
		return
	}
	value := rng.Pick(p.draw(it.ask), lines)
	if _, listed := p.think.pools["date asked"]; listed && p.asked("date asked", it) != nil && strings.IndexFunc(value, unicode.IsDigit) < 0 {
		value, past.ask = p.think.date(p.someDay(it)), gist.AskDate // "the date you read it"
	}
	p.tell(&past, "answer.date", value)
}

func (p *planner) someDay(it *item) time.Time {
	n := p.draw(it.ask).Between(2, 9)
	if it.ask == gist.AskDate && p.past(it.text) {
		return workingDay(p.writtenOf(), -n)
	}
	if day := p.regularDay(it, n); !day.IsZero() {
		return day
	}
	if last := p.lastDay(); p.holdsLine("starting", it.text) && last.After(p.Now) && last.Before(p.Now.AddDate(0, 0, 200)) {
		return workingDay(last, n)
	}
	if day, ok := p.weekOf(it.text, n); ok {
		return day
	}
	if last := p.think.read(it.until, p.Now).day; !last.IsZero() {
		for back := 1 + n%3; back > 0; back-- {
			if day := workingDay(last, -back); day.After(p.Now) {
				return day // "it has to be gone by the 28th, which day could you do?"
			}
		}
		return last
	}
	for _, d := range append(slices.Clone(it.options), p.mail.Dates...) {
		named := p.think.read(d, p.Now)
		if !named.dated {
			continue
		}
		ahead := int(named.day.Sub(midnight(p.Now)).Hours() / 24)
		if ahead > 4 && ahead < 120 {
			if p.out.Language == "en" && p.holdsLine("there when", it.text) && p.awaits(d) {
				return workingDay(named.day, 2*n+2) // what it is made of comes then
			}
			before := (n - 1) / 3
			if it.ask == gist.AskDeadline {
				before++ // what they want by then is needed before it
			}
			return workingDay(named.day, -before) // about what happens then
		}
	}
	return workingDay(p.Now, n)
}

// hour draws a time of day within the person's hours, unless what is asked about has
// its own.
func (p *planner) hour(it *item) {
	if len(it.options) > 1 {
		p.choose(it)
		return
	}
	value := p.minutes(it, p.draw(it.ask))
	if p.holdsLine("start and end", it.text) {
		r := p.draw(gist.AskDuration)
		p.tell(it, "answer.what", strings.NewReplacer("{a}", p.clock(value), "{b}", p.clock(value+60+30*r.IntN(5))).Replace(p.think.form["from to"]))
		return
	}
	switch {
	case p.think.names("closing", it.words):
		value = p.Me.End
	case p.think.names("opening", it.words):
		value = p.Me.Start
	}
	p.tell(it, "answer.time", p.clock(value))
}

func (p *planner) minutes(it *item, r *rng.Rand) int {
	low, high := p.Me.Start+30, p.Me.End-60
	lines := p.class("time", it)
	if lines == nil {
		lines = p.think.special("time", nil, p.agreedDay())
	}
	if lines == nil && it.ask == gist.AskMeet && p.out.Language == "en" {
		lines = p.mealTime()
	}
	if lines == nil && p.mail.Private {
		lines = p.think.lines("time private")
	}
	if lines != nil {
		from, to, _ := strings.Cut(rng.Pick(r, lines), "-")
		low, high = clock(from, ""), clock(to, "")
	}
	if from, to, ok := p.window(); ok {
		low, high = from, to
	}
	low, high = p.between(it.text, low, high)
	if p.out.Language == "en" {
		for _, text := range p.othersSay(it) {
			if from, to := p.between(text, low, high); from != low || to != high {
				low, high = from, to // "after 5, please"
				break
			}
		}
	}
	words := it.words
	if len(p.days(p.mail.Dates)) == 1 && (it.of != gist.OfNobody || p.think.form["sides"] != "") {
		words = append(slices.Clone(words), p.think.stems(p.days(p.mail.Dates)[0])...) // "I can come on Wednesday morning"
	}
	if part := p.partWanted(it); part != "" && p.out.Language == "en" {
		words = append(slices.Clone(words), stem(part)) // "mornings are best"
	}
	for i, part := range []string{"morning", "afternoon", "evening"} {
		from, to := max(low, 8*60+i*5*60), min(high, 11*60+30+i*5*60)
		if lines != nil && from > to {
			from, to = 8*60+i*5*60, 11*60+30+i*5*60
		}
		if p.think.names("part "+part, words) && from <= to {
			low, high = from, to // "what time would you like to start in the morning?"
			break
		}
	}
	return quarter(low, high, r)
}

// quarter draws a quarter of an hour between two times, mostly a half.
func quarter(low, high int, r *rng.Rand) int {
	step := 30
	if r.Chance(0.3) {
		step = 15
	}
	low = (low + step - 1) / step * step
	return low + r.IntN(max(0, high-low)/step+1)*step
}

var versionRE = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+(?:\.\d+){1,3}`) })

// version draws one like that which the question quotes.
func (p *planner) version(it *item) string {
	r := p.draw(it.ask)
	value := pattern(r, rng.Pick(r, p.think.pool("version", it.stems, it.words)))
	more := r.IntN(3)
	quoted := versionRE().FindString(it.text)
	if quoted == "" {
		quoted = versionRE().FindString(p.newest(gist.AskVersion))
	}
	if quoted != "" && len(quoted) < 20 {
		dot := strings.LastIndexByte(quoted, '.')
		last, _ := strconv.Atoi(quoted[dot+1:])
		return quoted[:dot+1] + strconv.Itoa(last+more)
	}
	return value
}

// pattern fills "#" with digits and "@" with capital letters.
func pattern(r *rng.Rand, s string) string {
	const letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
	b := []byte(s)
	for i := range b {
		switch {
		case b[i] == '#' && (i == 0 || b[i-1] == ' '):
			b[i] = byte('1' + r.IntN(9))
		case b[i] == '#':
			b[i] = byte('0' + r.IntN(10))
		case b[i] == '@':
			b[i] = letters[r.IntN(len(letters))]
		}
	}
	return string(b)
}

// mailbox is the mail address that is asked for: one of the firm's, else the person's.
func (p *planner) mailbox(it *item) string {
	if _, domain, ok := strings.Cut(p.Me.Address, "@"); ok {
		if lines := p.think.special("mailbox", it.stems, nil); lines != nil {
			return lines[0] + "@" + domain
		}
	}
	return p.Me.Address
}

// mailWords are the telling words of the phrases of the mail.
func (p *planner) mailWords() []string {
	var out []string
	for _, phrase := range append([]string{p.mail.NounPhrase}, p.mail.Phrases[:min(len(p.mail.Phrases), 4)]...) {
		out = append(out, p.think.stems(phrase)...)
	}
	return out
}

// remind answers what nobody seems to have said: with a value of the kind that is
// asked for.
func (p *planner) remind(it *item) {
	kinds := p.recalled(it)
	if choice := *it; p.out.Language == "en" && strings.Contains(it.clause, " or ") {
		choice.ask = gist.AskChoice
		if p.alternative(&choice, p.draw(gist.AskChoice)) {
			return // "what was it you wanted, concrete or wood?"
		}
	}
	if it.kind == "what" && p.think.lines("of their life") != nil && p.holdsLine("of their life", it.text) {
		life := *it
		life.ask = gist.AskWhat // "what did you want to be at fourteen?"
		if !p.shape(&life, narrowShapes) && !p.ready(&life) && !p.shape(&life, plainShapes) {
			p.frank(&life, frankTalk)
		}
		return
	}
	unset := len(kinds) == 0 && len(p.after(it)) > 0 || len(kinds) > 0 && dateLike(kinds[0]) // nobody makes up a day that was agreed
	if unset && p.st.Turns > 0 && p.think.lines("unsettled") != nil {
		if p.unset {
			return // once is enough
		}
		p.unset = true
		p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("unsettled", "")), Core: true})
		return
	}
	if len(kinds) == 0 {
		p.frank(it, frankLook)
		return
	}
	again := *it
	if again.ask = kinds[0]; again.ask == gist.AskMeet {
		again.ask = gist.AskDate
	}
	p.drawn(&again)
}

func itoa(n int) string { return strconv.Itoa(n) }

// sortedKeys keeps map order out of a plan.
func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
