package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// take takes what the correspondent brings before their questions are answered: a date,
// a price, advice. Questions whether that is all right are answered by it. It reports
// whether there was advice, or the question whether things work now: what helped is
// judged after.
func (p *planner) take() (advised bool) {
	if p.has("rejected", "react.sad", "condole", "illness", "badnews", "wrongperson", "contradiction", "contradiction.day") {
		return false
	}
	agreeing := func(it item) bool {
		return (it.ask == gist.AskYesNo || it.ask == gist.AskMeet && len(it.options) == 0) && p.begins("agreeing", it.text)
	}
	if p.takeDate() || p.weighPrice(slices.ContainsFunc(p.items, func(it item) bool { return !agreeing(it) })) {
		p.items = slices.DeleteFunc(p.items, agreeing)
	}
	if !p.troubled() {
		return false
	}
	before := len(p.items)
	p.items = slices.DeleteFunc(p.items, func(it item) bool {
		switch {
		case it.wanted:
			return !it.document && !p.think.names("handing over", rootsOf(it.verb))
		case it.ask == gist.AskYesNo || it.ask == gist.AskStatus:
			return p.holdsLine("helped", it.text) && !p.think.names("anything else", it.words)
		}
		return false
	})
	return len(p.items) < before
}

// pursue goes after the person's own matter: they opened the thread and want something
// of the correspondent. They weigh refusals, wait for what is promised, say whether help
// helped, remind of what is not answered in a rising tone, and close when it is done.
func (p *planner) pursue(learned, advised bool) {
	switch {
	case p.has("rejected", "react.sad", "condole", "illness", "badnews", "goodbye", "wrongperson", "contradiction", "contradiction.day", "accept.date", "haggle", "decline.price"):
		return
	case p.hears():
		return
	case advised:
		p.judge()
	case p.offeredMore():
		p.say(Move{Slot: "close", Core: true})
	case p.promised():
		return
	case len(p.out.Moves) > 0 && !p.has("forgive", "complained", "shouted"):
		return // they asked, and were told
	case p.over():
		p.say(Move{Slot: "close", Core: true})
	case learned || p.helped():
		p.judge()
	default:
		p.remindThem()
	}
}

// troubled reports whether the person wants something mended.
func (p *planner) troubled() bool { return p.st.Want == "support" || p.st.Want == "complaint" }

// over reports whether the correspondent ends the exchange.
func (p *planner) over() bool {
	return p.st.Closed || p.mail.Closing || p.acted(gist.Goodbye) || p.acted(gist.ThankingFor) && len(p.mail.Stated) == 0 && len(p.st.Agreed) > 0
}

// offeredMore reports whether all that is asked is whether anything else is wanted.
func (p *planner) offeredMore() bool {
	return len(p.items) == 1 && p.items[0].ask == gist.AskYesNo && p.think.names("anything else", p.items[0].words) && p.has("answer.no")
}

// takeDate takes a date that the correspondent names for what the person wants.
func (p *planner) takeDate() bool {
	if p.has("changed") || slices.ContainsFunc(p.items, func(it item) bool { return dateLike(it.ask) && len(it.options) > 0 }) {
		return false
	}
	for _, s := range slices.Backward(p.mail.Stated) { // what leaves tomorrow comes on Friday
		if s.Ask != gist.AskMeet && s.Ask != gist.AskDate && s.Ask != gist.AskDeadline {
			continue
		}
		value := tidy(s.Value)
		at := p.think.read(value, p.Now)
		if s.Ask == gist.AskDeadline && p.troubled() {
			continue // by when they will have looked at it
		}
		if value == "" || !at.day.IsZero() && at.day.Before(midnight(p.Now)) || p.agreedOn(value) {
			continue
		}
		topic := tidy(s.Topic)
		p.say(Move{Slot: "accept.date", Values: values("value", value, "topic", topic), Core: true, Claim: p.claim(gist.AskDate, topic, value)})
		p.st.Asked, p.st.Mood = nil, p.st.Mood+1
		return true
	}
	return false
}

// agreedOn reports whether the person took that value before.
func (p *planner) agreedOn(value string) bool {
	return slices.ContainsFunc(p.held, func(h held) bool { return h.thread && !h.theirs && strings.EqualFold(h.Value, value) })
}

// weighPrice accepts a price, haggles once, or declines with a reason. Where more is
// asked it is not the time to haggle.
func (p *planner) weighPrice(asked bool) bool {
	value := p.newest(gist.AskMoney)
	if value == "" || p.st.Want == "payment" || p.st.Want == "complaint" || p.st.Want == "support" || p.agreedOn(value) {
		return false
	}
	named, ok := priceIn(value)
	if !ok {
		return false
	}
	p.st.Asked = nil
	odds := []int{50, 38, 12, 0}
	switch {
	case p.cheaper(named):
		odds = []int{1, 0, 0, 0}
	case asked:
		odds = []int{50, 0, 0, 50}
	case slices.Contains(p.st.Given, "a lower price"):
		odds = []int{80, 0, 20, 0}
	}
	switch p.habit("price").Weighted(odds) {
	case 0:
		p.say(Move{Slot: "accept.price", Values: values("value", value), Core: true, Claim: p.claim(gist.AskMoney, "", value)})
		p.st.Mood++
	case 1:
		less := named
		less.whole = max(1, round(named.whole*p.habit("less").Between(82, 93)/100))
		offer := less.before + p.thousands(less.whole) + less.after
		p.st.Given = keep(p.st.Given, "a lower price")
		p.say(Move{Slot: "haggle", Values: values("value", offer, "other", value), Core: true})
	case 2:
		p.say(Move{Slot: "decline.price", Values: values("value", value, "reason", p.pickWord("reason decline", item{})), Core: true})
	default:
		return false
	}
	return true
}

// cheaper reports whether a price is no higher than one that the person took or offered.
func (p *planner) cheaper(named price) bool {
	return slices.ContainsFunc(p.held, func(h held) bool {
		taken, ok := priceIn(h.Value)
		return ok && h.thread && !h.theirs && h.Kind == gist.AskMoney && named.whole <= taken.whole
	})
}

// hears meets a refusal, and an acceptance, of what the person wants.
func (p *planner) hears() bool {
	switch {
	case p.acted(gist.Declining):
		p.drop("declined")
		p.st.Mood--
		if slices.Contains(p.st.Given, "a lower price") && p.st.Mood > -2 { // the first price stands
			if price := p.standing(); price != "" {
				p.say(Move{Slot: "accept.price", Values: values("value", price), Core: true})
				return true
			}
		}
		p.say(Move{Slot: "rejected", Core: true})
	case p.acted(gist.Accepting), p.acted(gist.WantsApproval) && p.has("approved"):
		if len(p.items) > 0 || p.has("accept.price") {
			return false
		}
		p.say(Move{Slot: "close", Core: true})
		p.st.Mood++
	default:
		return false
	}
	return true
}

// standing is the newest price that the correspondent named.
func (p *planner) standing() string {
	for _, h := range p.held {
		if h.theirs && h.Kind == gist.AskMoney {
			return h.Value
		}
	}
	return ""
}

// promised takes note that the correspondent will do something: the person waits.
func (p *planner) promised() bool {
	deadline := p.troubled() && p.newest(gist.AskDeadline) != ""
	if len(p.mail.Promises) == 0 && !deadline || p.answers() {
		return false
	}
	var promise gist.Promise
	if len(p.mail.Promises) > 0 {
		promise = p.mail.Promises[0]
	}
	p.say(Move{Slot: "patient", Values: values("topic", promise.What, "due", promise.Due), Core: true})
	for i := range p.st.Asked {
		p.st.Asked[i].Times = min(p.st.Asked[i].Times, 1) // they heard
	}
	return true
}

// helped reports whether the mail tells something of substance.
func (p *planner) helped() bool {
	g := p.mail
	return len(g.Stated) > 0 || p.acted(gist.Answering) || p.acted(gist.Offering) || p.acted(gist.Informing) && g.Words >= 8 || len(g.Requests) > 0
}

// satisfied is how often help helps, by temperament.
var satisfied = map[string]float64{"difficult": 0.4, "skeptical": 0.55}

// judge says whether what the correspondent told or did helped.
func (p *planner) judge() {
	topic := p.matter()
	chance, ok := satisfied[p.Me.Temperament]
	if !ok {
		chance = 0.7
	}
	if !p.troubled() {
		p.settle(topic)
		return
	}
	if p.habit("helped").Chance(chance) {
		p.say(Move{Slot: "solved", Values: values("topic", topic), Core: true})
		p.st.Asked, p.st.Mood = nil, p.st.Mood+1
		return
	}
	p.st.Mood--
	n := p.st.asks(gist.AskHow, "unsolved")
	p.say(Move{Slot: "unsolved", Values: values("topic", topic, "reason", p.pickWord("unsolved", item{})), Core: true})
	if n > 1 {
		p.escalate(n-1, topic)
	}
}

// settle takes what was told in a matter that is no trouble: an offer is taken up, a job
// waited for, the rest met with thanks.
func (p *planner) settle(topic string) {
	p.st.Mood++
	p.st.Asked = nil
	switch {
	case p.st.Want == "quote" && (p.acted(gist.Offering) || p.Files > 0):
		p.say(Move{Slot: "accept.offer", Values: values("topic", topic), Core: true})
	case p.st.Want == "job" && !slices.Contains(p.st.Given, "patience"):
		p.st.Given = keep(p.st.Given, "patience")
		p.say(Move{Slot: "patient", Core: true})
	case len(p.mail.Stated) > 0 || p.acted(gist.Answering):
		p.say(Move{Slot: "answered", Core: true})
	default:
		p.say(Move{Slot: "thanked", Core: true})
	}
}

// remindThem asks for what was not told: first plainly, then again, then louder.
func (p *planner) remindThem() {
	topic := p.next()
	switch n := p.st.asks(gist.AskWhat, topic); n {
	case 1:
		p.say(Move{Slot: "ask", Values: values("topic", topic), Core: true})
	case 2:
		p.say(Move{Slot: "ask.again", Values: values("topic", topic), Core: true})
	default:
		p.st.Mood--
		p.escalate(n-2, p.matter())
	}
}

func (p *planner) escalate(step int, topic string) {
	p.say(Move{Slot: "escalate." + itoa(max(1, min(step, 3))), Values: values("topic", topic), Core: true})
}

// next is what the person asks next: what is open, else the next thing that somebody
// with their matter asks.
func (p *planner) next() string {
	if len(p.st.Asked) > 0 && p.st.Asked[0].Topic != "unsolved" && tidy(p.st.Asked[0].Topic) != "" {
		return p.st.Asked[0].Topic
	}
	lines := p.think.pool("ask", p.think.stems(p.st.Want), nil)
	if special := p.think.lines("ask " + p.st.Want); len(special) > 0 {
		lines = special
	}
	if len(lines) == 0 {
		return ""
	}
	return lines[p.habit("ask").IntN(len(lines))]
}

// matter names what the thread is about.
func (p *planner) matter() string {
	for _, section := range []string{"matter " + p.st.Want, "matter"} {
		if lines := p.think.lines(section); len(lines) > 0 {
			return lines[0]
		}
	}
	return ""
}

// acted reports whether the mails do such an act.
func (p *planner) acted(kind gist.ActKind) bool {
	return slices.ContainsFunc(p.Mails, func(g gist.Gist) bool {
		return slices.ContainsFunc(g.Acts, func(a gist.Act) bool { return a.Kind == kind })
	})
}

// drop takes back moves of the slots: something better is said instead.
func (p *planner) drop(slots ...string) {
	p.out.Moves = slices.DeleteFunc(p.out.Moves, func(m Move) bool { return m.Claim == 0 && slices.Contains(slots, strings.TrimSuffix(m.Slot, ".again")) })
}
