package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// pursue goes after the person's own matter: they opened the thread and want something
// of the correspondent. They take dates, weigh prices, say whether help helped, remind
// of what is not answered in a rising tone, and close when it is done.
func (p *planner) pursue(learned bool) {
	switch {
	case p.has("rejected", "condole", "illness", "badnews", "goodbye", "wrongperson", "contradiction", "contradiction.day"):
		return
	case p.takeDate(), p.weighPrice(), p.hears():
		return
	case p.promised():
		return
	case len(p.out.Moves) > 0 && !p.has("forgive", "complained", "shouted", "informed", "smalltalk", "thanked"):
		return // they asked, and were told
	case learned || p.helped():
		p.judge()
	case p.st.Closed || p.mail.Closing && !p.has("forgive"):
		p.say(Move{Slot: "close", Core: true})
	default:
		p.remindThem()
	}
}

// takeDate takes a date that the correspondent names for what the person wants.
func (p *planner) takeDate() bool {
	if p.has("answer.meet", "answer.meet.other", "answer.meet.free", "answer.date", "answer.date.again", "changed") {
		return false
	}
	for _, s := range p.mail.Stated {
		if s.Ask != gist.AskMeet && s.Ask != gist.AskDate && s.Ask != gist.AskDeadline {
			continue
		}
		value := tidy(s.Value)
		if value == "" || slices.ContainsFunc(p.out.Claims, func(c Claim) bool { return c.Value == value }) {
			continue
		}
		p.drop("informed", "informed.date", "answered", "smalltalk")
		topic := tidy(s.Topic)
		p.say(Move{Slot: "accept.date", Values: values("value", value, "topic", topic), Core: true, Claim: p.claim(gist.AskDate, topic, value)})
		p.st.Asked, p.st.Mood = nil, p.st.Mood+1
		return true
	}
	return false
}

// weighPrice accepts a price, haggles once, or declines with a reason.
func (p *planner) weighPrice() bool {
	value := p.newest(gist.AskMoney)
	if value == "" || p.st.Want == "payment" || p.st.Want == "complaint" || p.has("give", "answer.money") {
		return false
	}
	named, ok := priceIn(value)
	if !ok {
		return false
	}
	p.drop("informed", "informed.money", "answered", "offered.yes", "offered.no")
	p.st.Asked = nil
	haggled := slices.Contains(p.st.Given, "a lower price")
	odds := []int{50, 38, 12}
	if haggled {
		odds = []int{80, 0, 20}
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
	default:
		p.say(Move{Slot: "decline.price", Values: values("value", value, "reason", p.pickWord("reason decline", item{})), Core: true})
	}
	return true
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
		if len(p.items) > 0 {
			return false
		}
		p.drop("accepted", "informed", "thanked")
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
	if len(p.mail.Promises) == 0 || p.answers() {
		return false
	}
	promise := p.mail.Promises[0]
	p.drop("informed", "informed.date", "answered", "thanked")
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
	if p.answers() {
		return
	}
	p.drop("informed", "answered", "informed.date", "informed.money", "thanked", "smalltalk")
	topic := p.matter()
	chance, ok := satisfied[p.Me.Temperament]
	if !ok {
		chance = 0.7
	}
	if p.st.Want != "support" && p.st.Want != "complaint" {
		p.say(Move{Slot: "close", Core: true})
		p.st.Mood++
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

// remindThem asks for what was not told: first plainly, then again, then louder.
func (p *planner) remindThem() {
	if p.answers() {
		return
	}
	p.drop("informed", "smalltalk", "thanked")
	topic := p.question()
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

// question is what the person asks next: what is open, else the next thing that somebody
// with their matter asks.
func (p *planner) question() string {
	if len(p.st.Asked) > 0 && p.st.Asked[0].Topic != "unsolved" {
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
