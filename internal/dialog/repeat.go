package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// What was said before is said again.

// answersChoice reports whether a claim of whatever kind is one of the options.
func (p *planner) answersChoice(h held, it *item) bool {
	return it.ask == gist.AskChoice && !byText(h.Kind) && slices.ContainsFunc(it.options, func(o string) bool { return p.same(o, h.Value) })
}

// about reports whether a claim is about what is asked.
func (p *planner) about(h held, it *item) bool {
	if personal(h.Kind) && !h.thread && !strings.EqualFold(h.To, p.You.Address) {
		return false
	}
	if it.ask == gist.AskPhone && h.Kind == gist.AskPhone && it.of != gist.OfSender {
		return !h.theirs // a person has one
	}
	if p.sameMatter(h, it) {
		return true
	}
	if byText(h.Kind) {
		return likeness(h.stems, it.said) >= 0.6
	}
	if h.Kind == gist.AskNumber && it.unit != "" && !within(p.think.stems(it.unit), h.stems) {
		return false
	}
	if h.Kind == gist.AskChoice && h.thread && slices.Contains(it.options, h.Value) {
		return true // of the same things
	}
	if h.Kind == gist.AskChoice && len(it.options) > 1 && !slices.ContainsFunc(it.options, func(o string) bool { return !within(p.think.stems(o), h.stems) }) {
		return true // the same things are offered
	}
	claim, topic := h.means, it.means
	if len(topic) == 0 {
		topic = p.telling(it.told)
	}
	switch {
	case len(claim) == 0 && len(topic) == 0:
		return h.thread
	case len(claim) == 0 || len(topic) == 0:
		return h.thread && (it.ask == gist.AskRemind || len(topic) == 0)
	case it.topic == "" && !h.thread:
		return within(claim, it.told) || likeness(claim, topic) >= 0.7
	}
	return within(claim, it.told) || within(topic, claim)
}

// telling drops the words that alone do not tell what is meant.
func (p *planner) telling(stems []string) []string {
	return slices.DeleteFunc(slices.Clone(stems), func(w string) bool { return p.think.general[w] })
}

// fromClaims answers with what was said before, in this thread or to anybody.
func (p *planner) fromClaims(it *item) bool {
	if it.ask == gist.AskYesNo {
		return p.confirms(it) || p.repeats(it)
	}
	if it.ask == gist.AskFeeling {
		return false
	}
	h, ok := p.recall(it)
	if !ok {
		h, ok = p.ensured(it)
	}
	if ok {
		p.repeat(it, h)
		return true
	}
	if it.ask == gist.AskRemind && (len(p.after(it)) > 0 || p.recalled(it) != nil) {
		return false // nothing was said of what it names
	}
	bare := (it.ask == gist.AskWhat || it.ask == gist.AskChoice) && it.offers && len(it.means) == 0 && len(it.options) == 0 && !p.backward(it)
	for _, h := range p.held {
		since := h.Kind == gist.AskDuration && it.ask == gist.AskDate && p.past(it.text) // "about a month ago"
		if bare && !h.theirs && h.Kind == gist.AskChoice {
			continue // "the harbour or the museum, what would you like?" is not after the bed that they chose
		}
		if h.theirs && it.of == gist.OfReader && !dateLike(h.Kind) && !p.backward(it) {
			continue // "how many would you like?" is not after the two colours that they named
		}
		if it.ask == gist.AskDeadline && h.theirs && h.Kind != gist.AskDeadline && len(it.means) == 0 {
			continue // "Could you do that, and by when?" is not after the day on which they meet
		}
		if !p.backward(it) && h.thread && p.elsewhere(h, it) {
			continue
		}
		if h.fresh || !fits(h.Kind, it.ask) && !since && !p.answersChoice(h, it) || !p.among(h, it) || p.gone(h, it) {
			continue
		}
		if p.about(h, it) {
			p.repeat(it, h)
			return true
		}
	}
	return p.onlyDate(it)
}

// elsewhere reports whether a bare question, "Which is it to be?", hangs on a sentence that has
// nothing to do with a claim.
func (p *planner) elsewhere(h held, it *item) bool {
	if it.ask != gist.AskChoice && it.ask != gist.AskWhat || len(it.means) > 0 || len(it.options) > 0 || it.before == "" || len(p.telling(it.said)) > 0 {
		return false
	}
	return common(p.akin(p.telling(p.think.stems(h.About+" "+h.Topic+" "+h.Value))), p.akin(p.telling(p.think.stems(it.before)))) == 0
}

// gone reports whether a claim names a day that has passed where one to come is asked for:
// who has not paid by the day that they named names another one.
func (p *planner) gone(h held, it *item) bool {
	if it.ask != gist.AskDate && it.ask != gist.AskMeet && it.ask != gist.AskDeadline || p.past(it.text) || !dateLike(h.Kind) && h.Kind != gist.AskChoice {
		return false
	}
	at := p.think.read(h.Value, p.Now)
	if !at.dated && !at.day.IsZero() && !h.At.IsZero() {
		at = p.think.read(h.Value, h.At.In(p.Now.Location())) // the Sunday that was meant then
		return at.day.Before(midnight(p.Now))
	}
	return at.dated && at.day.Before(midnight(p.Now))
}

// onlyDate answers "when do we start?" by the only date there is in the thread, and "which
// day do we meet?" by the newest appointment.
func (p *planner) onlyDate(it *item) bool {
	if it.ask != gist.AskDate || it.only > 0 || it.topic != "" || len(it.options) > 0 || it.of == gist.OfReader && p.holdsLine("wishes", it.text) || p.holdsLine("own wish", it.text) || it.of == gist.OfReader && !p.holdsLine("coming", it.text) || p.past(it.text) {
		return false
	}
	var dates []held
	mine := 0
	for _, h := range p.held {
		dated := h.Kind == gist.AskDate || h.Kind == gist.AskMeet || h.Kind == gist.AskChoice && dateLike(p.kindOf(h.Value))
		vague := h.theirs && p.think.read(h.Value, p.Now).day.IsZero()
		if h.thread && !h.fresh && dated && !vague && !p.gone(h, it) {
			dates = append(dates, h)
			if !h.theirs {
				mine++
			}
		}
	}
	if mine == 0 || mine > 1 && !p.holdsLine("coming", it.text) && (it.of != gist.OfSender || it.kind != "which" && it.kind != "what") {
		return false
	}
	p.repeat(it, dates[0])
	return true
}

// among reports whether a claim is one of what a question offers, if it offers anything.
func (p *planner) among(h held, it *item) bool {
	return len(it.options) == 0 || slices.ContainsFunc(it.options, func(o string) bool { return p.same(o, h.Value) })
}

// same reports whether two values say the same, "the corner table" and "corner table".
func (p *planner) same(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	x, y := p.think.stems(a), p.think.stems(b)
	return len(x) > 0 && len(y) > 0 && (within(x, y) || within(y, x))
}

// repeat says again what was said.
func (p *planner) repeat(it *item, h held) {
	day := h.Value
	if dateLike(h.Kind) {
		h.Value = p.weekSaid(it, h.Value)
	}
	for _, o := range it.options {
		if h.Kind == gist.AskChoice && p.same(o, h.Value) {
			h.Value = o // in today's words
		}
	}
	back := it.ask == gist.AskRemind || p.backward(it)
	if said := h.Said; said != "" && (p.saying(h) || said == h.Value && (back || it.ask != gist.AskChoice)) || p.clausal(h.Value) && back {
		if said == "" {
			said = h.Value
		}
		p.say(Move{Slot: "answer.ready.again", Label: it.label, Values: map[string]string{"value": said}, Core: true})
		return
	}
	if h.Whole {
		p.say(Move{Slot: "answer.ready.again", Label: it.label, Values: map[string]string{"value": h.Value}, Core: true})
		if !h.thread {
			p.st.agree(h.Claim)
		}
		return
	}
	slot, vals := "answer."+string(h.Kind), values("value", h.Value, "topic", it.topic)
	switch h.Kind {
	case gist.AskNumber:
		vals = values("value", h.Value, "topic", it.topic, "unit", it.unit)
	case gist.AskOpinion:
		stance, reason, _ := strings.Cut(h.Value, ": ")
		slot, vals = "answer.opinion."+p.stance(stance), values("reason", reason, "topic", it.topic)
	case gist.AskWhy:
		vals = values("reason", h.Value, "topic", it.topic)
	case gist.AskHow:
		vals = values("way", h.Value, "topic", it.topic)
	case gist.AskStatus:
		slot = "answer.status." + h.Value
		if h.Value != "done" {
			slot = "answer.status.going"
			due, phrase := p.due()
			p.say(Move{Slot: slot, Label: it.label, Values: values("topic", it.topic, "due", phrase), Due: due, Core: true})
			return
		}
	case gist.AskRating:
		vals["high"] = itoa(max(it.high, 1))
	case gist.AskMeet, gist.AskDate:
		slot = "answer.date"
	case gist.AskRemind, gist.AskYesNo, gist.AskFeeling, gist.AskSum:
		slot = "answer.what"
	}
	at := p.think.read(h.Value, p.Now)
	if _, known := slots[slot]; !known || h.Value != day || slot == "answer.date" && at.day.IsZero() && at.minutes < 0 && p.kindOf(h.Value) != gist.AskDate {
		slot = "answer.what"
	}
	if h.theirs || it.ask == gist.AskRemind || p.backward(it) && vals["value"] != "" {
		topic := it.topic
		if h.Kind != gist.AskChoice && len(p.kindsIn(p.think.stems(topic))) == 0 {
			topic = "" // "the cake was Thursday"
		}
		if h.Kind == gist.AskChoice && slices.ContainsFunc(rootsOf(topic), func(w string) bool { return p.think.sets["remembering"][w] }) {
			topic = "" // "which of the two jobs was it?"
		}
		slot, vals = "answer.remind", values("value", h.Value, "topic", topic)
	}
	if len(vals) == 0 || vals["value"] == "" && vals["reason"] == "" && vals["way"] == "" && h.Kind != gist.AskStatus {
		p.drawn(it)
		return
	}
	if h.Value != "" && !h.theirs {
		slot += ".again"
	}
	p.say(Move{Slot: slot, Label: it.label, Values: vals, Core: true})
	if !h.thread {
		p.st.agree(h.Claim)
	}
}

// confirms answers "is it still the corner table?" from what was said.
func (p *planner) confirms(it *item) bool {
	text := p.spaced(it.text)
	for _, h := range p.held {
		if h.fresh || byText(h.Kind) || h.Kind == gist.AskFeeling {
			continue
		}
		value := strings.Join(wordsOf(h.Value), " ")
		if value != "" && strings.Contains(text, " "+value+" ") && (h.thread || p.about(h, it)) {
			p.say(Move{Slot: "answer.yes.again", Label: it.label, Values: values("topic", it.topic, "value", h.Value, "stated", p.stated(it, true)), Core: true})
			return true
		}
	}
	return false
}

// repeats answers a question of yes or no that was answered before.
func (p *planner) repeats(it *item) bool {
	for _, h := range p.held {
		back := h.thread && len(p.after(it)) > 0 && p.looksBack(it.text) && within(p.after(it), h.means) // "did you want them lined?"
		if h.Kind == gist.AskYesNo && !h.fresh && !h.theirs && (back || p.about(h, it)) {
			slot := "answer.yes"
			if h.Value == "no" {
				slot = "answer.no"
			}
			p.say(Move{Slot: slot + ".again", Label: it.label, Values: values("topic", it.topic, "echo", p.echo(it, h.Value != "no"), "stated", p.stated(it, h.Value != "no")), Core: true})
			return true
		}
	}
	return false
}
