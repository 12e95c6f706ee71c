package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// Who asks whether something is done waits for it: "have you had a chance to look at it?", "is
// the draft ready?" A yes is short, and a no says when it will be done.

// waitedFor reads whether a question waits for a deed of the person, and of which kind. That is
// the end of the slot that a yes has: "sent", "seen", "done"; "other" is what somebody else has
// to do, and "think" what has to be decided. It is empty for all other questions.
func (p *planner) waitedFor(it *item) string {
	if it.kind != "" || it.wanted || len(it.options) > 1 || it.language != p.out.Language || p.holdsLine("never waited for", it.text) {
		return ""
	}
	words := p.words(it.text)
	if or := slices.Index(words, p.think.form["or"]); or >= 0 && len(words)-or > 3 {
		return "" // "is it still the old one, or did you have it replaced?"
	}
	switch {
	case p.holdsLine("waits for thought", it.text):
		return "think"
	case p.holdsLine("waits for", it.text):
		if at := p.behindLine("waits for", words); at >= 0 && slices.ContainsFunc(words[at:min(at+3, len(words))], func(w string) bool { return slices.Contains(p.think.lines("leisure"), w) }) {
			return "" // "did you get a chance to visit the museum?"
		}
		return p.deedOf(words)
	}
	done := slices.IndexFunc(words, func(w string) bool { return slices.Contains(p.think.lines("deeds done"), w) })
	if done < 0 {
		return ""
	}
	lead := p.behindLine("asks own deed", words)
	switch {
	case lead >= 0 && done >= lead && (done-lead < 3 || p.think.form["deed last"] != ""):
		return p.deedOf(words)
	case p.begins("asks state", p.afterName(it.text)) && done > 1:
		return "state"
	case p.begins("asks other deed", p.afterName(it.text)) && done > 1:
		return "other"
	}
	return ""
}

// deedOf is the kind of a deed by its words.
func (p *planner) deedOf(words []string) string {
	for _, kind := range []string{"sent", "seen"} {
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(p.think.lines("deed "+kind), w) }) {
			return kind
		}
	}
	return "done"
}

// behindLine is at which word a text goes on behind a line of a section, -1 where none stands
// in it.
func (p *planner) behindLine(section string, words []string) int {
	for _, line := range p.think.lines(section) {
		of := strings.Fields(line)
		for i := 0; i+len(of) <= len(words); i++ {
			if slices.Equal(words[i:i+len(of)], of) {
				return i + len(of)
			}
		}
	}
	return -1
}

// afterName is a question without the name that it begins with: "Tom, is it done?"
func (p *planner) afterName(text string) string {
	if head, rest, ok := strings.Cut(text, ", "); ok && len(wordsOf(head)) < 4 {
		return rest
	}
	return text
}

// stillWaited is how likely a deed is done that a mail waits for: who writes that nothing has
// come knows.
func (p *planner) stillWaited() float64 {
	if slices.ContainsFunc(p.mail.Told, func(s string) bool { return p.holdsLine("still waits", s) }) {
		return 0.08
	}
	if p.Me.Temperament == "flaky" {
		return 0.3
	}
	return 0.5
}

// waits answers a question that waits for a deed, and reports whether it did.
func (p *planner) waits(it *item) bool {
	kind := p.waitedFor(it)
	if kind == "" {
		return false
	}
	before := ""
	if n := len(p.out.Moves); n > 0 {
		before = p.out.Moves[n-1].Slot
	}
	if strings.HasPrefix(before, "answer.waits.not") {
		return true // the one before it of the mail says when both are done
	}
	yes := kind != "think" && p.draw(gist.AskStatus).Chance(p.stillWaited())
	if slices.ContainsFunc(p.st.Promised, func(s string) bool { w := p.think.stems(s); return len(w) > 0 && within(w, it.told) }) {
		yes = false
	}
	m := Move{Slot: "answer.waits." + kind, Label: it.label, Core: true}
	switch stated := p.stated(it, true); {
	case !yes:
	case kind == "other" || strings.HasPrefix(before, "answer.waits."):
		m.Slot, m.Values = "answer.yes", values("topic", it.topic, "echo", p.echo(it, true), "stated", stated)
		m.Claim = p.claim(it.ask, p.claimTopic(it), "done")
		p.say(m)
		return true
	default:
		echo := p.echo(it, true)
		if kind != "state" && !strings.HasPrefix(echo, "I ") {
			echo = "" // "has your engineer been able to?"
		}
		m.Values = values("topic", it.topic, "echo", echo)
		m.Claim = p.claim(it.ask, p.claimTopic(it), "done")
		p.say(m)
		return true
	}
	slot := "answer.waits.not"
	if kind == "other" || kind == "think" {
		slot += "." + kind
	}
	english, said := "tomorrow", SayDue(p.out.Language, "tomorrow")
	if tidy(p.Promise) != "" {
		english, said = p.due()
	}
	p.owes = false
	m.Slot, m.Due, m.Values = slot, english, values("of", it.topic, "due", said)
	if kind == "sent" || it.document {
		m.Values = values("topic", it.topic, "due", said) // it will be attached
	}
	m.Claim = p.claim(it.ask, p.claimTopic(it), "not")
	p.say(m)
	return true
}
