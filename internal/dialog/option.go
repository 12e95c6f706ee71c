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
	if len(it.choices) == 0 || p.ofState(it) || it.ask != gist.AskChoice {
		return false
	}
	r := p.draw(it.ask)
	at := p.favoured(it, r.IntN(len(it.choices)))
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
		p.tell(it, "answer.choice", one.Name, "other", other.Name, "reason", p.whyChosen(it, one.Name, other.Name))
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

// favoured is which of the options is taken: the one that was drawn, or another one where why is
// asked and the mail says nothing for that.
func (p *planner) favoured(it *item, at int) int {
	list := it.options
	if len(it.choices) > 0 {
		list = list[:0:0]
		for _, o := range it.choices {
			list = append(list, o.Name)
		}
	}
	if len(list) < 2 || at >= len(list) || !p.asksWhy(it) {
		return at
	}
	for k := range list {
		if i := (at + k) % len(list); p.merit(list[i], list[(i+1)%len(list)]) != "" {
			return i
		}
	}
	return at
}

// asksWhy reports whether a question of which of several wants a reason, too, in itself or in the
// one behind it.
func (p *planner) asksWhy(it *item) bool {
	if p.holdsLine("and why", it.text) {
		return true
	}
	for i := range p.items[:max(0, len(p.items)-1)] {
		if next := &p.items[i+1]; p.items[i].text == it.text && next.ask == gist.AskWhy && len(strings.Fields(next.text)) < 4 {
			return true
		}
	}
	return false
}

// whyChosen is why somebody takes one of several things: what the mail says for it, and where
// that is asked and it says nothing, that they like it; empty where nothing is to be said.
func (p *planner) whyChosen(it *item, one, other string) string {
	asked := p.asksWhy(it)
	if why := p.merit(one, other); why != "" && (asked || p.habit("merit").Chance(0.4)) {
		return why
	}
	if !p.holdsLine("and why", it.text) {
		return ""
	}
	return p.pickWord("why choice", *it)
}

// merit is what the mail says for one of several things, by the words that tell it from another
// one; empty for nothing.
func (p *planner) merit(one, other string) string {
	if p.out.Language != "en" {
		return ""
	}
	words := func(s string) []string {
		return slices.DeleteFunc(strings.Fields(strings.ToLower(s)), func(w string) bool {
			return len(w) < 3 && strings.Trim(w, "0123456789") != "" || w == "one" || p.think.sets["articles"][stem(w)] || w == "the" || w == "with"
		})
	}
	own := words(one)
	own = slices.DeleteFunc(own, func(w string) bool { return slices.Contains(words(other), w) })
	for _, m := range p.mail.Merits {
		if of := words(m.Of); slices.ContainsFunc(of, func(w string) bool { return slices.Contains(own, w) }) {
			return m.Why
		}
	}
	return ""
}
