package dialog

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
)

// change agrees to a change of what was said, and holds to the new value from then on.
func (p *planner) change(a gist.Act, it item) {
	value := tidy(a.Value)
	if p.holdsLine("wrote before", a.Text) {
		value = p.putRight(a.Text)
	}
	if value == "" {
		if p.answers() {
			return
		}
		if s, ok := p.shiftIn(a.Text); !ok || !p.shiftBy(s, "") {
			p.inform(it.topic, a.Text)
		}
		return
	}
	value = p.theDay(value)
	if n := strings.TrimRightFunc(value, unicode.IsLetter); n != "" && n != value && len(n) < 3 && !strings.ContainsFunc(n, unicode.IsLetter) {
		value = strings.ReplaceAll(p.think.form["the day"], "{n}", value) // "20th"
	}
	kind := p.kindOf(value)
	it.ask = kind
	old := p.changed(it, kind)
	asks := func(asked item) bool {
		return asked.text != "" && strings.Contains(a.Text, strings.TrimRight(asked.text, "?."))
	}
	offers := func(asked item) bool {
		return len(asked.options) > 1 && dateLike(p.kindOf(asked.options[0])) || asked.ask == gist.AskMeet && len(asked.options) == 1 && dateLike(p.kindOf(asked.options[0])) // "Does the 29th work, too?"
	}
	if old == nil && slices.ContainsFunc(p.items, asks) || dateLike(kind) && slices.ContainsFunc(p.items, offers) {
		return // it is a question, or which day is one: "we have to move it from Monday. Tuesday or Wednesday?"
	}
	moved := p.st.Turns > 0 && dateLike(kind) && p.holdsLine("in place of", a.Text)
	if old == nil && !moved && (p.idle(kind, value) || p.manyDays(a.Text)) {
		if !p.answers() && len(p.out.Moves) == 0 {
			p.inform(it.topic, a.Text)
		}
		return
	}
	p.cover(a)
	p.items = slices.DeleteFunc(p.items, p.agreeing)
	if old != nil && (p.Me.Temperament == "difficult" || p.Me.Temperament == "skeptical") && p.habit("change").Chance(0.25) {
		p.say(Move{Slot: "changed.no", Values: values("topic", it.topic, "value", value, "reason", p.pickWord("reason no", it)), Core: true})
		return
	}
	topic := it.topic
	if old != nil {
		kind = old.Kind
		if topic == "" && !byText(kind) && len(strings.Fields(old.Topic)) < 5 {
			topic = old.Topic
		}
	}
	shown := topic
	if dateLike(kind) {
		shown = "" // "Saturday then for the chain"
	}
	m := Move{Slot: "changed", Values: values("topic", shown, "value", value), Core: true}
	if old != nil {
		topic = old.Topic
	}
	if old != nil {
		p.forget(old.Claim)
	}
	m.Claim = p.claim(kind, topic, value)
	p.say(m)
}

// idle reports whether nobody moves anything by what a mail only seems to change: a figure or
// name of which nothing was said before, a day that has come, or a day on the way to what else
// is asked.
func (p *planner) idle(kind gist.Ask, value string) bool {
	if !dateLike(kind) {
		return true
	}
	at := p.think.read(value, p.Now)
	if !at.day.IsZero() && !at.day.After(midnight(p.Now)) {
		return true
	}
	return p.out.Language == "en" && slices.ContainsFunc(p.items, func(it item) bool { return !p.agreeing(it) && !it.wanted })
}

// manyDays reports whether a sentence names more days than the two of which one takes the
// other's place: which one holds is not told by its words.
func (p *planner) manyDays(text string) bool {
	n := 0
	for _, w := range p.words(text) {
		if slices.ContainsFunc(p.think.weekdays, func(day string) bool { return strings.EqualFold(day, w) }) {
			n++
		}
	}
	return n > 2
}

// putsOff reports whether the mail moves what its sender does to another day: "the chain is
// the wrong one, so it'll be Saturday".
func (p *planner) putsOff() bool {
	return slices.ContainsFunc(p.mail.Acts, func(a gist.Act) bool {
		return a.Kind == gist.Changing && dateLike(p.kindOf(tidy(a.Value))) && !strings.Contains(a.Text, "?")
	})
}

// agreeing reports whether a question only asks whether what the mail brings is all right.
func (p *planner) agreeing(it item) bool {
	return it.ask == gist.AskYesNo && (p.begins("agreeing", it.text) || len(it.told) == 0 && p.stated(&it, true) == "")
}

// forget lets go of what no longer holds in the thread.
func (p *planner) forget(c Claim) {
	gone := func(have Claim) bool { return have.Kind == c.Kind && have.Value == c.Value }
	p.st.Agreed = slices.DeleteFunc(p.st.Agreed, gone)
	p.held = slices.DeleteFunc(p.held, func(h held) bool { return h.thread && gone(h.Claim) })
}

// changed is what a change changes: of its topic, else the newest value of its kind in
// the thread, an appointment rather than another date.
func (p *planner) changed(it item, kind gist.Ask) *held {
	var loose *held
	for i := range p.held {
		h := &p.held[i]
		fit := h.Kind == kind || dateLike(h.Kind) && dateLike(kind) || h.Kind == gist.AskChoice
		if h.theirs || !fit || !strings.EqualFold(h.To, p.You.Address) {
			continue
		}
		if len(it.stems) > 0 && p.about(*h, &it) {
			return h
		}
		dated := h.Kind == gist.AskMeet || h.Kind == gist.AskChoice && dateLike(kind) && dateLike(p.kindOf(h.Value))
		switch {
		case !h.thread || h.Kind == gist.AskChoice && !dated:
		case loose == nil, dated && loose.Kind != gist.AskMeet && loose.Kind != gist.AskChoice:
			loose = h
		}
	}
	return loose
}

func dateLike(kind gist.Ask) bool {
	return kind == gist.AskDate || kind == gist.AskMeet || kind == gist.AskDeadline || kind == gist.AskTime
}

// kindOf is what kind of answer a value is by its form.
func (p *planner) kindOf(value string) gist.Ask {
	if value == "" {
		return gist.AskWhat
	}
	if _, ok := priceIn(value); ok {
		return gist.AskMoney
	}
	m := p.think.read(value, p.Now)
	switch {
	case !m.day.IsZero():
		return gist.AskDate
	case m.minutes >= 0:
		return gist.AskTime
	case strings.IndexFunc(value, unicode.IsDigit) < 0:
		return gist.AskChoice
	}
	if day, month, _ := numeric(strings.TrimPrefix(strings.Fields(value)[len(strings.Fields(value))-1], "the ")); day > 0 && (month > 0 || strings.IndexFunc(value, unicode.IsLetter) >= 0) {
		return gist.AskDate // "the 20th"
	}
	return gist.AskNumber
}

// putRight is the day that the sentence behind a wrong one names: "I wrote Saturday. It's
// Sunday the 25th."
func (p *planner) putRight(wrong string) string {
	at := slices.Index(p.mail.Told, wrong)
	if at < 0 {
		return ""
	}
	for _, text := range p.mail.Told[at+1:] {
		if dates := gist.Read("", text).Dates; len(dates) > 0 {
			return tidy(dates[0])
		}
	}
	return ""
}

// unmoved answers whether what the mail changes makes a difference: mostly it makes none.
func (p *planner) unmoved(it *item) bool {
	if it.wanted || len(it.options) > 1 || p.think.lines("makes none") == nil || !p.holdsLine("makes a difference", it.text) || p.out.Language == "en" && !strings.Contains(it.text, "?") {
		return false
	}
	if p.has("changed", "changed.no") {
		return true // that was said
	}
	p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("makes none", "")), Core: true, Claim: p.claim(gist.AskYesNo, p.claimTopic(it), "no")})
	return true
}

// livesWith answers "can you live with that?".
func (p *planner) livesWith(it *item) bool {
	if len(it.options) > 1 || p.think.lines("lived with") == nil || !p.holdsLine("lives with", it.text) || !strings.Contains(it.text, "?") {
		return false
	}
	p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("lived with", "")), Core: true, Claim: p.claim(gist.AskYesNo, p.claimTopic(it), "yes")})
	return true
}

// overdue meets who asks why what was promised has not come: it was not got round to, and comes.
func (p *planner) overdue(it *item) bool {
	if p.st.Turns == 0 || p.st.Mine || it.wanted || len(it.options) > 0 || p.think.lines("overdue said") == nil || !p.holdsLine("what happened", it.text) || !p.holdsLine("not come", it.before+" . "+it.text) {
		return false
	}
	p.say(Move{Slot: "said", Label: it.label, Values: values("value", p.worded("overdue said", "")), Core: true})
	return true
}
