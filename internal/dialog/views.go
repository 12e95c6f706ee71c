package dialog

import (
	"strconv"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// opinion draws what the person thinks, with a reason.
func (p *planner) opinion(it *item) {
	r := p.draw(it.ask)
	odds := []int{60, 33, 7}
	switch p.Me.Temperament {
	case "skeptical", "difficult":
		odds = []int{30, 48, 22}
	}
	stance := []string{"good", "mixed", "bad"}[r.Weighted(odds)]
	if stance == "bad" && p.class("reason bad", it) == nil {
		stance = "mixed" // nobody damns what they cannot name
	}
	reasons := p.pool("reason "+stance, it)
	if p.asked("reason "+stance, it) == nil {
		reasons = p.notStrange(reasons)
	}
	if len(reasons) == 0 {
		p.frank(it, frankView)
		return
	}
	reason := rng.Pick(r, reasons)
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
	reasons := p.pool(kind, it)
	if p.out.Language == "en" && p.asked(kind, it) == nil {
		reasons = []string{""} // "how sore is it?"
	}
	p.tell(it, "answer.rating", strconv.Itoa(n), "high", strconv.Itoa(high), "reason", rng.Pick(r, reasons))
}

// feeling says how the person is, or how something was.
func (p *planner) feeling(it *item) {
	slot := "answer.feeling.good"
	if p.past(it.text) && it.of != gist.OfReader && !p.has("condole", "illness", "badnews", "react.sad") {
		p.say(Move{Slot: "answer.feeling.was", Label: it.label, Values: values("topic", it.topic)})
		return
	}
	if p.habit("feeling").Chance(0.25) || p.has("condole", "illness", "badnews", "react.sad") {
		slot = "answer.feeling.soso"
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("topic", it.topic)})
}

// status says how far something is; what the person promised is on its way.
func (p *planner) status(it *item) {
	if p.waits(it) {
		return
	}
	yes := ""
	odds := []int{45, 45, 10}
	if it.kind == "" {
		if yes = p.stated(it, true); yes != "" {
			odds = []int{65, 25, 10} // "did you manage to speak to them?"
		}
	}
	stance := []string{"done", "going", "not"}[p.draw(it.ask).Weighted(odds)]
	for _, promised := range p.st.Promised {
		if stems := p.think.stems(promised); len(stems) > 0 && within(stems, it.told) {
			stance = "going"
		}
	}
	m := Move{Slot: "answer.status." + stance, Label: it.label, Core: true, Claim: p.claim(it.ask, p.claimTopic(it), stance)}
	if stance == "done" && yes != "" {
		m.Slot, m.Values = "answer.yes", values("stated", yes)
		p.say(m)
		return
	}
	due, phrase := "", ""
	if stance != "done" {
		due, phrase = p.due()
	}
	m.Due, m.Values = due, values("topic", it.topic, "due", phrase)
	p.say(m)
}
