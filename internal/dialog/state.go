package dialog

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// clone returns a copy that shares nothing with s.
func (s State) clone() State {
	s.Hidden = maps.Clone(s.Hidden)
	s.Agreed, s.Asked = slices.Clone(s.Agreed), slices.Clone(s.Asked)
	s.Open = slices.Clone(s.Open)
	s.Given, s.Promised = slices.Clone(s.Given), slices.Clone(s.Promised)
	return s
}

// recollect gathers what is known to have been said: what holds in the thread first,
// then what the person said to anybody, the newest first.
func (p *planner) recollect() {
	add := func(c Claim, thread bool) {
		h := p.hold(c)
		h.thread, h.theirs = thread, strings.EqualFold(c.To, p.Me.Address)
		p.held = append(p.held, h)
	}
	for i := len(p.st.Agreed) - 1; i >= 0; i-- {
		add(p.st.Agreed[i], true)
	}
	for i := len(p.Claims) - 1; i >= 0; i-- {
		add(p.Claims[i], false)
	}
}

// hold makes a claim ready to be found.
func (p *planner) hold(c Claim) held {
	stems := p.think.stems(c.Topic)
	return held{Claim: c, stems: stems, means: p.telling(stems)}
}

// claim notes a value that the person says, and returns its place for [Move.Claim].
// It takes the place of what was said of the same topic.
func (p *planner) claim(kind gist.Ask, topic, value string) int {
	return p.claims(Claim{Kind: kind, Topic: tidy(topic), Value: tidy(value), To: p.You.Address, At: p.Now.UTC()})
}

func (p *planner) claims(c Claim) int {
	p.out.Claims = append(p.out.Claims, c)
	h := p.hold(c)
	h.thread, h.fresh = true, true
	p.held = slices.Insert(p.held, 0, h)
	return len(p.out.Claims)
}

// learn keeps in mind what the mails state. It reports whether they tell what the
// person had asked.
func (p *planner) learn() bool {
	told := false
	for _, g := range p.Mails {
		for _, s := range g.Stated {
			c := Claim{Kind: s.Ask, Topic: tidy(s.Topic), Value: tidy(s.Value), To: p.Me.Address, At: p.Now.UTC()}
			if c.Value == "" || replaced(g, s) {
				continue
			}
			p.st.agree(c)
			told = p.st.answered(s.Ask, p.think.stems(s.Topic), p.think) || told
		}
		if slices.ContainsFunc(g.Acts, func(a gist.Act) bool { return a.Kind == gist.Answering }) && len(p.st.Asked) > 0 {
			p.st.Asked, told = nil, true
		}
	}
	return told
}

// replaced reports whether a value that a mail states is the one that it changes: "the
// 21st instead of the Friday".
func replaced(g gist.Gist, s gist.Stated) bool {
	var kept, changes bool
	for _, a := range g.Acts {
		if a.Kind != gist.Changing || a.Value == "" {
			continue
		}
		for _, other := range g.Stated {
			kept = kept || other.Ask == s.Ask && tidy(other.Value) == tidy(a.Value)
		}
		changes = changes || tidy(a.Value) != tidy(s.Value)
	}
	return kept && changes
}

// answered drops what the person asked and is told now, and reports whether there was such.
func (s *State) answered(kind gist.Ask, topic []string, t *think) bool {
	before := len(s.Asked)
	s.Asked = slices.DeleteFunc(s.Asked, func(a Asking) bool {
		stems := t.stems(a.Topic)
		return a.Ask == kind || len(topic) > 0 && len(stems) > 0 && (within(topic, stems) || within(stems, topic))
	})
	return len(s.Asked) < before
}

// agree keeps a claim that holds in the thread; it takes the place of the same side's
// claim of that kind and topic.
func (s *State) agree(c Claim) {
	s.Agreed = slices.DeleteFunc(s.Agreed, func(have Claim) bool {
		return have.Kind == c.Kind && strings.EqualFold(have.Topic, c.Topic) && have.To == c.To
	})
	s.Agreed = append(s.Agreed, c)
	s.Agreed = s.Agreed[max(0, len(s.Agreed)-maxAgreed):]
}

// keep appends to a list of the thread what it does not hold, letting go of the oldest.
func keep(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	list = append(list, s)
	return list[max(0, len(list)-maxKept):]
}

// asks notes that the person asks something, and returns how often they did.
func (s *State) asks(kind gist.Ask, topic string) int {
	for i := range s.Asked {
		if s.Asked[i].Topic == topic {
			s.Asked[i].Times++
			return s.Asked[i].Times
		}
	}
	s.Asked = append(s.Asked, Asking{kind, topic, 1})
	s.Asked = s.Asked[max(0, len(s.Asked)-maxKept):]
	return 1
}

// idle are the moves after which nothing more need be said.
var idle = []string{"thanked", "informed", "informed.date", "informed.money", "goodbye", "smalltalk", "praised", "farewell", "answered", "accepted", "close"}

// remember updates the thread by what is said.
func (p *planner) remember() {
	for _, c := range append(slices.Clone(p.out.Claims), p.pledged...) {
		p.st.agree(c)
	}
	p.keepOpen()
	quiet := len(p.out.Moves) > 0
	for _, m := range p.out.Moves {
		topic := cmp.Or(m.Values["topic"], m.Values["of"])
		switch {
		case m.Due != "":
			p.st.Promised = keep(p.st.Promised, topic)
		case m.Slot == "give" || m.Slot == "do.done" || m.Slot == "answer.status.done" || m.Slot == "answer.waits.done" || m.Slot == "answer.waits.sent":
			p.st.Given = keep(p.st.Given, topic)
		}
		quiet = quiet && slices.Contains(idle, m.Slot)
	}
	if quiet {
		p.st.Idle++
	} else {
		p.st.Idle, p.st.Closed = 0, false
	}
	if p.has("goodbye", "close", "solved", "rejected", "decline.price") && quietBut(p.out.Moves) || p.st.Idle > 1 || p.parted {
		p.st.Closed = true
	}
	p.st.Mood = max(-3, min(3, p.st.Mood))
}

// quietBut reports whether nothing is asked or promised in a mail that ends a matter.
func quietBut(moves []Move) bool {
	return !slices.ContainsFunc(moves, func(m Move) bool {
		return m.Due != "" || strings.HasPrefix(m.Slot, "ask") || strings.HasPrefix(m.Slot, "escalate") || m.Slot == "haggle" || m.Slot == "unsolved"
	})
}
