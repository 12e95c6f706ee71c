package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// picks chooses one of what the mail leaves to choose among, and says it in the way that fits
// its kind: a thing is wanted, a deed is asked for or taken on. It reports whether there was
// something to choose.
func (p *planner) picks(it *item) bool {
	if len(it.choices) == 0 || it.ask != gist.AskChoice {
		return false
	}
	r := p.draw(it.ask)
	at := r.IntN(len(it.choices))
	one, other := it.choices[at], it.choices[(at+1)%len(it.choices)]
	if len(it.choices) == 1 {
		other.Name = ""
	}
	full := ""
	if !it.right {
		full = gist.Chosen(it.language, it.clause, one)
	}
	switch {
	case full != "" && isValue(full):
		p.pickSaid(it, p.clauseSlot(full), full)
	case it.right:
		p.tell(it, "answer.choice.right", one.Name)
	case p.holdsLine("which two", it.text) && len(it.choices) > 2:
		p.tell(it, "answer.choice", one.Name+" "+p.think.form["and"]+" "+other.Name)
	case p.holdsLine("which first", it.text):
		p.tell(it, "answer.choice.first", one.Name)
	case one.Kind == gist.OptionThing:
		reason := ""
		if p.holdsLine("and why", it.text) {
			reason = p.pickWord("why choice", *it)
		}
		p.tell(it, "answer.choice", one.Name, "other", other.Name, "reason", reason)
	case one.Kind == gist.OptionState:
		p.pickSaid(it, "answer.choice.state", one.Name)
	default:
		p.pickSaid(it, "answer.choice."+string(one.Kind), one.Name)
	}
	return true
}

// pickSaid says an option that is no thing.
func (p *planner) pickSaid(it *item, slot, value string) {
	p.say(Move{Slot: slot, Label: it.label, Values: values("value", value), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), value)})
}

// choiceBeside reports whether the question behind or before another one offers things to
// choose among: "What do you think? Red or blue?", "Red or blue? What do you think?"
func (p *planner) choiceBeside(it *item, all []item) bool {
	at := slices.IndexFunc(all, func(o item) bool { return o.text == it.text && o.ask == it.ask })
	offers := func(i int) bool { return i >= 0 && i < len(all) && len(all[i].options) > 1 }
	return at >= 0 && (offers(at+1) || offers(at-1))
}

// loose reports whether a question only names that numbers are wanted, which another one
// asks for.
func (p *planner) loose(it *item, all []item) bool {
	numbers := p.out.Language == "en" && it.kind == "what" && it.topic == "" && slices.Contains(p.words(it.text), "numbers") // "I need numbers by Tuesday"
	if len(it.stems) == 0 && !numbers || slices.ContainsFunc(it.stems, func(w string) bool { return !p.think.sets["loose"][w] }) {
		return false
	}
	return slices.ContainsFunc(all, func(o item) bool { return o.ask == gist.AskNumber && o.text != it.text })
}

// inFull draws whether a choice is said in a clause where a word would do: hardly ever a word,
// but of those who write no more than they must.
func (p *planner) inFull(r *rng.Rand) bool {
	if p.Me.Temperament == "busy" || p.Me.Temperament == "ghost" {
		return r.Chance(0.4)
	}
	return r.Chance(0.95)
}

// clauseSlot is where a clause is said: what both would do is a proposal.
func (p *planner) clauseSlot(said string) string {
	if joint := p.think.form["joint"]; joint != "" && strings.HasPrefix(said, joint+" ") {
		return "answer.clause.joint"
	}
	return "answer.clause"
}

// leftOpen answers which of several where none of them can be named: what is theirs to have is
// left to the sender, what is a fact has to be looked up.
func (p *planner) leftOpen(it *item) {
	if it.offers || p.holdsLine("wishes", it.text) || p.holdsLine("of several", it.text) {
		p.say(Move{Slot: "answer.either", Label: it.label, Values: values("topic", it.topic), Core: true})
		return
	}
	p.say(Move{Slot: "answer.open.which", Label: it.label, Core: true})
}

// dayInFull says one of the days that a question offers with its verb, "I would rather swap it for
// your Sunday", where it names what stands beside them; it is empty where that cannot be told.
func (p *planner) dayInFull(it *item, at int, r *rng.Rand) string {
	if p.out.Language != "en" || it.language != "en" || it.ask != gist.AskDate || it.kind != "" {
		return ""
	}
	list := gist.Alternatives("en", p.unaddressed(it.clause))
	if len(list) != len(it.options) || !p.inFull(r) || !isValue(list[at].Full) {
		return ""
	}
	return list[at].Full
}
