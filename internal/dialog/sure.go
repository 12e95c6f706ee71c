package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// Who only wants to be sure asks again in other words what was answered before: "Just to check
// I've understood: how long can the music go on?" after "How late may the band play?"

// kinships are kinds of which one tells what another one asks for.
var kinships = [][]gist.Ask{
	{gist.AskDate, gist.AskMeet, gist.AskDeadline, gist.AskTime, gist.AskDuration},
	{gist.AskHow, gist.AskChoice, gist.AskWhat, gist.AskPlace},
	{gist.AskWho},
	{gist.AskMoney},
	{gist.AskNumber},
}

// ofKin reports whether a claim can be what a question of a kind is after.
func (p *planner) ofKin(h held, ask gist.Ask) bool {
	for _, kin := range kinships {
		if slices.Contains(kin, ask) && slices.ContainsFunc(p.kinds(h), func(k gist.Ask) bool { return slices.Contains(kin, k) }) {
			return true
		}
	}
	return h.Kind == ask
}

// makesSure reports whether a question is asked by somebody who wants to be sure of what was
// said: it or what leads to the mail's questions says so.
func (p *planner) makesSure(it *item) bool {
	if p.st.Turns == 0 || it.wanted || len(it.options) > 1 || it.ask == gist.AskYesNo || it.ask == gist.AskOpinion || it.ask == gist.AskFeeling {
		return false
	}
	if p.offersTwo(it.text) && !p.looksBack(it.text) {
		return false // a new choice
	}
	return p.holdsLine("to be sure", it.text) || p.sureOf(it) != ""
}

// sureOf is the sentence that says of a question that its writer only wants to be sure: what
// leads to the questions of the mail, or what the question ends; empty for none.
func (p *planner) sureOf(it *item) string {
	for _, s := range p.mail.Told {
		if !p.holdsLine("to be sure", s) {
			continue
		}
		if strings.HasSuffix(s, it.text) || !slices.ContainsFunc(p.mail.Questions, func(q gist.Question) bool { return strings.HasSuffix(s, q.Text) }) {
			return s
		}
	}
	return ""
}

// ensured finds the claim that such a question is after: of all that the person said in the
// thread and that can answer it the one that was asked for with most of its words, else the
// only one.
func (p *planner) ensured(it *item) (found held, ok bool) {
	sure := p.makesSure(it)
	if !sure && !p.asksAnew(it) {
		return held{}, false
	}
	named := p.akin(p.after(it))
	at, top, several := -1, 0, false
	for i, h := range p.held {
		if !h.thread || h.fresh || h.used || h.theirs || p.saying(h) || !p.ofKin(h, it.ask) || p.gone(h, it) {
			continue
		}
		if !sure && !p.asksSame(h, it) {
			continue
		}
		n := common(p.akin(p.telling(p.think.stems(h.About+" "+h.Topic))), named)
		switch {
		case at < 0, n > top:
			at, top, several = i, n, false
		case n == top:
			several = true
		}
	}
	if at < 0 || several || top == 0 && it.ask != gist.AskWho && !dateLike(it.ask) {
		return held{}, false
	}
	p.held[at].used = true
	return p.held[at], true
}

// asksAnew reports whether a question is of a kind of which a second one in the same words asks
// for what was told: an hour, a sum, who does it.
func (p *planner) asksAnew(it *item) bool {
	switch it.ask {
	case gist.AskTime, gist.AskDate, gist.AskMeet, gist.AskMoney, gist.AskDuration, gist.AskPlace, gist.AskWho:
		return p.st.Turns > 0 && !it.wanted && len(it.options) == 0 && !p.past(it.text)
	}
	return false
}

// asksSame reports whether a question names nothing but what the one named that a claim answered,
// and asks for the same kind of value.
func (p *planner) asksSame(h held, it *item) bool {
	if h.About == "" || !slices.Contains(p.kinds(h), it.ask) {
		return false
	}
	named := p.after(it)
	asked, _, _ := strings.Cut(h.About, "?")
	return len(named) > 0 && within(named, p.think.stems(asked)) && common(p.think.stems(it.text), p.think.stems(asked)) > 1
}

// digitsIn are the numbers of a text that are written in digits.
func digitsIn(text string) (out []string) {
	for _, w := range strings.Fields(text) {
		if w = strings.Trim(w, ",;.?!"); w != "" && strings.Trim(w, "0123456789") == "" {
			out = append(out, w)
		}
	}
	return out
}

// looksFor returns the question of memory that a request hides which only says behind it what
// it is asked for: "And which was the quarter you said, I want to book tonight."
func (p *planner) looksFor(r gist.Request) (it item, ok bool) {
	if p.st.Turns == 0 {
		return item{}, false
	}
	head := p.beforeAside(r.Text)
	if head == "" || !p.looksBack(head) {
		return item{}, false
	}
	and := p.think.form["and"]
	part := head
	if first, rest, ok := strings.Cut(head, " "); ok && strings.EqualFold(first, and) {
		part = rest
	}
	kind := p.askedBy(part)
	if kind == "" {
		return item{}, false
	}
	return item{ask: gist.AskRemind, text: part, clause: part, label: r.Label, place: r.Place, kind: kind}, true
}

// namedOrOther answers who takes one of two things to have been said of which nothing was,
// "Was it Whitby you said, or the other one?": it was the one that is named.
func (p *planner) namedOrOther(it *item) bool {
	if p.st.Turns == 0 || it.ask != gist.AskChoice || !p.holdsLine("or the other", it.text) || !p.looksBack(it.text) {
		return false
	}
	low := strings.ToLower(it.text)
	if len(low) != len(it.text) {
		return false
	}
	for _, lead := range p.think.lines("was it") {
		_, rest, ok := strings.Cut(low, lead+" ")
		if !ok {
			continue
		}
		at := len(low) - len(rest)
		for _, end := range p.think.lines("was said by you") {
			if n := strings.Index(rest, " "+end); n > 0 && n < 60 {
				thing := it.text[at : at+n]
				p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("it was", thing)), Core: true, Claim: p.claim(gist.AskChoice, p.claimTopic(it), thing)})
				return true
			}
		}
	}
	return false
}
