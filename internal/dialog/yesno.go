package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// yesNo draws yes or no; a no has a reason, unless nothing is refused by it.
func (p *planner) yesNo(it *item) {
	if p.holdsLine("is it fine", it.text) && p.agreesToRaise(it.label, false) {
		return
	}
	r := p.draw(it.ask)
	if where := p.somewhere(it); where != "" {
		p.say(Move{Slot: "answer.yes", Label: it.label, Values: values("stated", where), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), where)})
		return
	}
	if lines := p.asked("names", it); lines != nil && !p.ofOthers(it.text) && !p.begins("any of you", it.text) {
		if value := rng.Pick(r, lines); it.language == "en" && strings.HasPrefix(value, "yes, ") {
			p.whole(it, value) // "somewhere I can park?"
		} else {
			p.tell(it, "answer.what", value) // "any food you don't eat?"
		}
		return
	}
	if lines := p.think.lines("help offered"); lines != nil && it.language == "en" && p.holdsLine("offers help", it.text) {
		p.say(Move{Slot: "answer.ready", Label: it.label, Values: map[string]string{"value": rng.Pick(r, lines)}, Core: true})
		return
	}
	if p.heartily(it, r) || p.agrees(it, r) || p.anything(it, r) {
		return
	}
	if it.language == "en" && len(it.options) == 0 && p.offersTwo(it.text) && !p.begins("any of", it.text) && p.restated(it) == (gist.Restated{}) && p.eitherWay(it, r, false) {
		return // "whether you would bring books or would rather we ordered them"
	}
	if p.think.form["sides"] != "" && it.offers && p.offersTwo(it.text) && p.eitherWay(it, r, false) || p.pickOne(it, r) {
		return // "¿Habrá alguien en casa, o prefiere que lo dejemos en la tienda?"
	}
	if p.begins("knows whether", it.text) && p.stated(it, true) == "" && p.stated(it, false) == "" {
		p.whole(it, rng.Pick(r, p.think.lines("not known")))
		return
	}
	chance := 0.78
	if p.Me.Temperament == "difficult" {
		chance = 0.6
	}
	if p.st.Mine || p.begins("leave", it.text) || p.offersHelp(it.text) || p.ofNamed(it) {
		chance = 0.9
	}
	if p.holdsLine("still fits", it.text) && p.st.Turns > 0 {
		chance = 0.95 // who has agreed once goes along with a change
	}
	if p.holdsLine("goes with it", it.text) && p.has("answer.meet", "answer.date", "answer.choice") {
		chance = goingOn // "Which day suits you, and will somebody be at home?"
	}
	if p.holdsLine("asks leave", it.text) && p.begins("leave", it.text) || p.begins("is it all right", it.text) {
		chance = 0.95
	}
	if n := len(p.out.Moves); n > 0 && strings.HasPrefix(p.out.Moves[n-1].Slot, "answer.yes") && p.begins("shall i", it.text) {
		chance = goingOn // "Do you fancy it? Should I get you a ticket?"
	}
	chance, trouble := p.leaning(it, chance)
	if trouble && p.untroubled(it, r) {
		return
	}
	if !p.holdsLine("too much", it.text) && p.think.names("liking", it.words) && it.of == gist.OfReader {
		chance = max(chance, 0.92) // few say that they did not like it
	}
	if !trouble && p.has("contradiction", "contradiction.day") {
		chance = goingOn // who asks which day it is will come
	}
	if p.goesOn(it) && !trouble {
		chance = max(chance, goingOn)
	}
	if p.st.Mine && p.think.names("anything else", it.words) || p.holdsLine("that was all", it.text) && it.of == gist.OfReader {
		chance = 0 // that was all
	}
	if p.begins("minding", it.text) {
		chance = goingOn // "would you mind sending me a photo?"
	}
	told := it.text // what leave is asked for
	for _, whether := range p.think.lines("whether says") {
		if _, rest, ok := strings.Cut(it.text, " "+whether+" "); ok {
			told = rest
		}
	}
	if p.has("answer.waits.done", "answer.waits.sent", "answer.waits.state") && p.holdsLine("still lacks", it.text) {
		chance = 0 // "Have you finished? Are you still waiting for the figures?"
	}
	request := it.language == "en" && (p.begins("reasoned", it.text) || p.begins("reasoned", p.afterName(it.text)))
	yes := r.Chance(chance)
	if p.stated(it, yes) == "" && p.stated(it, !yes) != "" && (it.language == "en" || it.language == "de") && (!(yes && trouble) || p.begins("minding", it.text)) {
		yes = !yes // only that can be said in a sentence: "did he say anything?" gets "he did not say anything"
	}
	if yes && p.think.form["sides"] != "" && p.restated(it).Yes == "" && p.restated(it).No != "" {
		yes = false // "¿ha notado algo en casa?"
	}
	slot, value, reason := "answer.yes", "yes", ""
	if !yes {
		slot, value = "answer.no", "no"
		if !trouble && p.begins("reasoned", it.text) && !p.ofNamed(it) {
			reason = rng.Pick(r, p.think.special("reason no", it.stems, it.words))
		}
	}
	if !yes && reason == "" && !trouble && it.language == "en" && p.holdsLine("asks leave", told) {
		reason = rng.Pick(r, p.think.special("reason leave", it.stems, it.words))
		if reason == "" {
			yes, slot, value = true, "answer.yes", "yes" // a bare no to somebody who asks nicely is harsh
		}
	}
	if trouble && !yes && p.stated(it, false) != "" {
		slot = "answer.no.glad" // "No, that is not too late for me"
	} else if reason == "" && (p.holdsLine("asks leave", told) || yes && (p.holdsLine("still fits", told) || p.begins("may we meet", told))) && !(yes && it.language == "en" && !permits(p.stated(it, true))) {
		slot += ".leave" // to agree to something is not to confirm it
	}
	stated := p.stated(it, yes)
	if yes && request {
		stated = p.willDo(it, stated)
	}
	m := Move{Slot: slot, Label: it.label, Values: values("topic", it.topic, "reason", reason, "echo", p.echo(it, yes), "stated", stated), Core: true}
	m.Claim = p.claim(it.ask, p.claimTopic(it), value)
	p.say(m)
}

// willDo says of what somebody asks for that it will be done, where only that it can be was
// read: "could you put my bins out?" gets "I will put them out".
func (p *planner) willDo(it *item, stated string) string {
	do, ok := strings.CutPrefix(stated, "I can ")
	if !ok || p.holdsLine("is an ability", it.text) {
		return stated
	}
	return "I will " + do
}

// goingOn is how often what more hangs on is agreed to: a mail that goes on to ask which
// one, when or how many gets a no as its whole answer only seldom.
const goingOn = 0.97

// goesOn reports whether a question or request stands before others of the mail that mostly
// make sense only after a yes: "Will you come? And how many will you be?"
func (p *planner) goesOn(it *item) bool {
	at := slices.IndexFunc(p.items, func(o item) bool { return o.text == it.text && o.ask == it.ask && o.wanted == it.wanted })
	return slices.ContainsFunc(p.items[at+1:], func(o item) bool { return o.only >= 0 && !o.open })
}
