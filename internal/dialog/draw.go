package dialog

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// drawn answers with a value that is drawn now and holds from now on.
func (p *planner) drawn(it *item) {
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
		if p.holdsLine("own name", it.text) && p.Me.Name != "" {
			p.tell(it, "answer.identifier", p.Me.Name)
			return
		}
		if p.think.names("mailing", it.stems) {
			p.tell(it, "answer.identifier", p.mailbox(it))
			return
		}
		p.tell(it, "answer.identifier", pattern(p.draw(it.ask), rng.Pick(p.draw(it.ask), p.think.pool("identifier", it.stems, it.words))))
	case gist.AskVersion:
		p.tell(it, "answer.version", p.version(it))
	case gist.AskPhone, gist.AskAddress:
		if p.think.names("mailing", it.stems) {
			p.tell(it, "answer.identifier", p.mailbox(it))
			return
		}
		r := p.Seed.Draw("answer/1:"+string(it.ask), p.Me.Address, "", rng.N(0)) // a person has one
		p.tell(it, "answer."+string(it.ask), pattern(r, rng.Pick(r, p.think.pool(string(it.ask), it.stems, it.words))))
	case gist.AskOpinion:
		p.opinion(it)
	case gist.AskRating:
		p.rate(it)
	case gist.AskFeeling:
		p.feeling(it)
	case gist.AskWhy:
		reason := p.pick(it, "why")
		p.say(Move{Slot: "answer.why", Label: it.label, Values: values("reason", reason, "topic", it.topic), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), reason)})
	case gist.AskHow:
		way := p.pick(it, "how")
		p.say(Move{Slot: "answer.how", Label: it.label, Values: values("way", way, "topic", it.topic), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), way)})
	case gist.AskStatus:
		p.status(it)
	case gist.AskRemind:
		p.remind(it)
	case gist.AskYesNo:
		p.yesNo(it)
	default:
		if p.holdsLine("own name", it.text) && p.Me.Name != "" {
			p.tell(it, "answer.what", p.Me.Name)
			return
		}
		p.tell(it, "answer.what", p.pick(it, "what"))
	}
}

// choose picks one of the options, or names one where the mail has none.
func (p *planner) choose(it *item) {
	r := p.draw(it.ask)
	if len(it.options) == 0 {
		p.tell(it, "answer.choice", rng.Pick(r, p.think.pool("choice", it.stems, it.words)))
		return
	}
	at := r.IntN(len(it.options))
	p.tell(it, "answer.choice", it.options[at], "other", it.options[(at+1)%len(it.options)])
}

// number draws how many, how often or how far.
func (p *planner) number(it *item) {
	r := p.draw(gist.AskNumber)
	section := map[string]string{"how often": "often", "how far": "far"}[it.kind]
	if section != "" && it.unit == "" {
		p.tell(it, "answer.number", rng.Pick(r, p.think.lines(section)))
		return
	}
	if sizes := p.think.special("size", it.stems, it.words); sizes != nil && it.unit == "" {
		p.tell(it, "answer.number", rng.Pick(r, sizes))
		return
	}
	lines := p.think.pool("number", it.stems, it.words)
	if measure := p.think.special("measure", nil, it.words); measure != nil && it.unit == "" {
		lines = measure // "how high is the desk?"
	}
	low, high, step, unit := span(rng.Pick(r, lines))
	if most := p.outOf(it); most > 1 {
		low, high, step, unit = (most+1)/2, most, 1, ""
	}
	value := strconv.Itoa(low + r.IntN((high-low)/step+1)*step)
	if unit != "" {
		p.tell(it, "answer.number", value+" "+unit)
		return
	}
	p.tell(it, "answer.number", value, "unit", it.unit)
}

// outOf is the number of things that a question counts some of: 48 of "how many of the
// 48 boxes"; 0 for none.
func (p *planner) outOf(it *item) int {
	text := " " + strings.Join(wordsOf(it.text), " ") + " "
	for _, of := range p.think.lines("of") {
		if _, rest, ok := strings.Cut(text, " "+of+" "); ok {
			first, _, _ := strings.Cut(rest, " ")
			if n, err := strconv.Atoi(first); err == nil && n < 100_000 {
				return n
			}
		}
	}
	return 0
}

// span reads "2-40 by 2 kg": the lowest and the highest, by which step, and a unit that
// is said with the number.
func span(s string) (low, high, step int, unit string) {
	f := strings.Fields(s)
	if len(f) == 0 {
		return 1, 1, 1, ""
	}
	from, to, _ := strings.Cut(f[0], "-")
	low, _ = strconv.Atoi(from)
	high, _ = strconv.Atoi(to)
	if f = f[1:]; len(f) > 1 && f[0] == "by" {
		step, _ = strconv.Atoi(f[1])
		f = f[2:]
	}
	return low, max(low, high), max(1, step), strings.Join(f, " ")
}

// amountRE finds a price with the sign or code of its currency.
var amountRE = regexp.MustCompile(`(?:([€$£]|\b(?:EUR|USD|GBP|CHF)\b)\s?)?(\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,](\d{1,2})\b)?(?:\s?([€$£]|(?:EUR|USD|GBP|CHF|euros?|Euro|dollars|pounds|francs)\b))?`)

// price is an amount of money in the form that it was written.
type price struct {
	whole         int
	before, after string // the currency's sign, with its space
}

// priceIn finds the first price of a text.
func priceIn(text string) (price, bool) {
	for _, m := range amountRE.FindAllStringSubmatch(text[:min(len(text), 2000)], 16) {
		if m[1] == "" && m[4] == "" {
			continue
		}
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, m[2])
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > 100_000_000 {
			continue
		}
		pr := price{whole: n, before: m[1], after: m[4]}
		if len(pr.before) == 3 && pr.before >= "A" && pr.before <= "Z" {
			pr.before += " "
		}
		if pr.after != "" {
			pr.after = " " + pr.after
		}
		return pr, true
	}
	return price{}, false
}

// money draws a price: near one that the mail names, else of the usual scale.
func (p *planner) money(it *item) string {
	r := p.draw(gist.AskMoney)
	low, high, step, _ := span(rng.Pick(r, p.think.pool("money", it.stems, it.words)))
	n := low + r.IntN((high-low)/step+1)*step
	percent := r.Between(85, 110)
	near, ok := p.named(it)
	if !ok {
		return strings.ReplaceAll(p.think.form["money"], "{n}", p.thousands(n))
	}
	n = near.whole * percent / 100
	return near.before + p.thousands(max(1, round(n))) + near.after
}

// named finds the price that a mail names: in the question, else in its amounts.
func (p *planner) named(it *item) (price, bool) {
	if pr, ok := priceIn(it.text); ok {
		return pr, true
	}
	for _, a := range p.mail.Amounts {
		if pr, ok := priceIn(a); ok {
			return pr, true
		}
	}
	for _, h := range p.held {
		if h.thread && h.Kind == gist.AskMoney {
			if pr, ok := priceIn(h.Value); ok {
				return pr, true
			}
		}
	}
	return price{}, false
}

// round brings a price to a figure that people name.
func round(n int) int {
	step := 1
	switch {
	case n >= 10_000:
		step = 100
	case n >= 1000:
		step = 50
	case n >= 200:
		step = 10
	case n >= 40:
		step = 5
	}
	return (n + step/2) / step * step
}

// thousands writes a number with the mark between thousands.
func (p *planner) thousands(n int) string {
	s := strconv.Itoa(n)
	if n < 1000 {
		return s
	}
	mark := p.think.form["thousands"]
	return p.thousandsLead(s[:len(s)-3], mark) + mark + s[len(s)-3:]
}

func (p *planner) thousandsLead(s, mark string) string {
	if len(s) <= 3 {
		return s
	}
	return s[:len(s)-3] + mark + s[len(s)-3:]
}

// day draws a date: one of those offered, else a working day to come, or gone by where
// the question is about what has been.
func (p *planner) day(it *item) {
	if len(it.options) > 1 {
		r := p.draw(it.ask)
		at := r.IntN(len(it.options))
		p.tell(it, "answer."+string(it.ask), it.options[at], "other", it.options[(at+1)%len(it.options)])
		return
	}
	p.tell(it, "answer."+string(it.ask), p.think.date(p.someDay(it)))
}

func (p *planner) someDay(it *item) time.Time {
	n := p.draw(it.ask).Between(2, 9)
	if it.ask == gist.AskDate && p.past(it.text) {
		return workingDay(p.Now, -n)
	}
	for _, d := range append(slices.Clone(it.options), p.mail.Dates...) {
		named := p.think.read(d, p.Now)
		if !named.dated {
			continue
		}
		ahead := int(named.day.Sub(midnight(p.Now)).Hours() / 24)
		if ahead > 4 && ahead < 120 {
			return workingDay(named.day, -(n-1)/3) // about what happens then
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
	switch {
	case p.think.names("closing", it.words):
		value = p.Me.End
	case p.think.names("opening", it.words):
		value = p.Me.Start
	}
	p.tell(it, "answer.time", p.think.time(value))
}

func (p *planner) minutes(it *item, r *rng.Rand) int {
	low, high := p.Me.Start+30, p.Me.End-60
	if lines := p.think.special("time", it.stems, append(p.agreedDay(), it.words...)); lines != nil {
		from, to, _ := strings.Cut(rng.Pick(r, lines), "-")
		low, high = clock(from, ""), clock(to, "")
	}
	if from, to, ok := p.window(); ok {
		low, high = from, to
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

var versionRE = regexp.MustCompile(`\d+(?:\.\d+){1,3}`)

// version draws one like that which the question quotes.
func (p *planner) version(it *item) string {
	r := p.draw(it.ask)
	value := pattern(r, rng.Pick(r, p.think.pool("version", it.stems, it.words)))
	more := r.IntN(3)
	quoted := versionRE.FindString(it.text)
	if quoted == "" {
		quoted = versionRE.FindString(p.newest(gist.AskVersion))
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

// words are those by which values are found for a question that names no topic: those
// of the whole mail, else of what was said in the thread.
func (p *planner) words(it *item) []string {
	if len(it.stems) > 0 {
		return it.words
	}
	more := p.mailWords()
	for _, h := range p.held[:min(len(p.held), 4)] {
		if h.thread && len(more) == 0 {
			more = append(more, h.stems...)
		}
	}
	return slices.Concat(it.words, more)
}

// mailWords are the telling words of the phrases of the mail.
func (p *planner) mailWords() []string {
	var out []string
	for _, phrase := range append([]string{p.mail.NounPhrase}, p.mail.Phrases[:min(len(p.mail.Phrases), 4)]...) {
		out = append(out, p.think.stems(phrase)...)
	}
	return out
}

// opinion draws what the person thinks, with a reason.
func (p *planner) opinion(it *item) {
	r := p.draw(it.ask)
	odds := []int{60, 33, 7}
	switch p.Me.Temperament {
	case "skeptical", "difficult":
		odds = []int{30, 48, 22}
	}
	stance := []string{"good", "mixed", "bad"}[r.Weighted(odds)]
	if stance == "bad" && p.think.special("reason bad", it.stems, p.words(it)) == nil {
		stance = "mixed" // nobody damns what they cannot name
	}
	reason := rng.Pick(r, p.think.pool("reason "+stance, it.stems, p.words(it)))
	m := Move{Slot: "answer.opinion." + stance, Label: it.label, Values: values("reason", reason, "topic", it.topic), Core: true}
	word := stance
	if own := p.think.form["opinion."+stance]; own != "" {
		word = own
	}
	m.Claim = p.claim(it.ask, p.claimTopic(it), word+": "+reason)
	p.say(m)
}

// rate draws a mark of the scale, mostly in its upper half.
func (p *planner) rate(it *item) {
	low, high := it.low, it.high
	if high <= low || high > 1000 || low < -1000 {
		low, high = 1, 10
	}
	r := p.draw(it.ask)
	span := high - low
	n := low + (span*r.Between(45, 95)+50)/100
	kind := "reason mixed"
	if (n-low)*10 >= span*7 {
		kind = "reason good"
	}
	p.tell(it, "answer.rating", strconv.Itoa(n), "high", strconv.Itoa(high), "reason", rng.Pick(r, p.think.pool(kind, it.stems, it.words)))
}

// feeling says how the person is, or how something was.
func (p *planner) feeling(it *item) {
	slot := "answer.feeling.good"
	if p.habit("feeling").Chance(0.25) || p.has("condole", "illness", "badnews") {
		slot = "answer.feeling.soso"
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("topic", it.topic)})
}

// status says how far something is; what the person promised is on its way.
func (p *planner) status(it *item) {
	stance := []string{"done", "going", "not"}[p.draw(it.ask).Weighted([]int{45, 45, 10})]
	for _, promised := range p.st.Promised {
		if stems := p.think.stems(promised); len(stems) > 0 && within(stems, it.told) {
			stance = "going"
		}
	}
	m := Move{Slot: "answer.status." + stance, Label: it.label, Core: true, Claim: p.claim(it.ask, p.claimTopic(it), stance)}
	due, phrase := "", ""
	if stance != "done" {
		due, phrase = p.due()
	}
	m.Due, m.Values = due, values("topic", it.topic, "due", phrase)
	p.say(m)
}

// remind answers what nobody seems to have said: with a value of the kind that is
// asked for.
func (p *planner) remind(it *item) {
	kinds := p.recalled(it)
	if len(kinds) == 0 {
		due, phrase := p.due()
		p.say(Move{Slot: "answer.defer", Label: it.label, Values: values("topic", it.topic, "due", phrase), Due: due, Core: true})
		return
	}
	again := *it
	if again.ask = kinds[0]; again.ask == gist.AskMeet {
		again.ask = gist.AskDate
	}
	p.drawn(&again)
}

// yesNo draws yes or no; a no has a reason, unless nothing is refused by it.
func (p *planner) yesNo(it *item) {
	r := p.draw(it.ask)
	chance := 0.78
	if p.Me.Temperament == "difficult" {
		chance = 0.6
	}
	if p.st.Mine || p.begins("leave", it.text) {
		chance = 0.9
	}
	trouble := p.think.names("mostly no", it.words) || p.holdsLine("too much", it.text)
	if trouble {
		chance = 0.06
	}
	if p.st.Mine && p.think.names("anything else", it.words) {
		chance = 0 // that was all
	}
	yes := r.Chance(chance)
	slot, value, reason := "answer.yes", "yes", ""
	if !yes {
		slot, value = "answer.no", "no"
		if !trouble && p.begins("reasoned", it.text) {
			reason = rng.Pick(r, p.think.special("reason no", it.stems, it.words))
		}
	}
	m := Move{Slot: slot, Label: it.label, Values: values("topic", it.topic, "reason", reason, "echo", p.echo(it, yes)), Core: true}
	m.Claim = p.claim(it.ask, p.claimTopic(it), value)
	p.say(m)
}

// begins reports whether a text begins with a line of a section.
func (p *planner) begins(section, text string) bool {
	text = strings.Join(wordsOf(text), " ") + " "
	return slices.ContainsFunc(p.think.lines(section), func(line string) bool { return strings.HasPrefix(text, line+" ") })
}

// holdsLine reports whether a text has a line of a section in it.
func (p *planner) holdsLine(section, text string) bool {
	text = " " + strings.Join(wordsOf(text), " ") + " "
	return slices.ContainsFunc(p.think.lines(section), func(line string) bool { return strings.Contains(text, " "+line+" ") })
}

func itoa(n int) string { return strconv.Itoa(n) }

// sortedKeys keeps map order out of a plan.
func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
