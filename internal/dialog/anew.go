package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// What was asked and not answered is kept in its words: who asks later what was said about it is
// answered then.

// noteOpen notes whether an item has its answer.
func (p *planner) noteOpen(it *item, claims, moves int) {
	it.unmet = true
	for _, m := range p.out.Moves[min(moves, len(p.out.Moves)):] {
		if m.Core && m.Due == "" && !isFrank(m.Slot) {
			it.unmet = false
		}
	}
	if len(p.out.Claims) > claims {
		it.claimed = p.out.Claims[claims].About
	}
}

// keepOpen keeps what the mail asks and the answer does not hold, and lets go of what it does.
func (p *planner) keepOpen() {
	for i := range p.items {
		it := &p.items[i]
		text := tidied(strings.TrimSpace(it.text), maxAbout, maxAboutWords)
		dropped := it.claimed != "" && !slices.ContainsFunc(p.out.Claims, func(c Claim) bool { return c.About == it.claimed })
		met := !it.unmet && !dropped
		switch {
		case it.wanted || it.inCase || it.follow != "" || it.moot || it.ask == gist.AskRemind || p.backward(it):
		case met:
			p.st.Open = slices.DeleteFunc(p.st.Open, func(s string) bool { return s == text })
		default:
			p.st.Open = keep(p.st.Open, text)
		}
	}
	for _, c := range p.out.Claims {
		p.st.Open = slices.DeleteFunc(p.st.Open, func(s string) bool { return strings.HasSuffix(c.About, s) })
	}
}

// anew answers who asks what was said of something that was asked for and of which nothing was
// said: as if it were asked for the first time. It reports whether there is such.
func (p *planner) anew(it *item) bool {
	if p.st.Turns == 0 || p.anews || len(p.st.Open) == 0 {
		return false
	}
	m, ok := p.memoryOf(it)
	if !ok || m.whose == gist.OfSender {
		return false
	}
	asked, ok := p.openFor(it, m)
	if !ok {
		return false
	}
	p.anews = true
	defer func() { p.anews = false }()
	out, franks, looks, late := len(p.out.Moves), p.franks, p.looksUp, p.late
	before := slices.Clone(p.out.Moves)
	p.answered(&asked)
	if len(p.out.Moves) <= out || p.out.Moves[out].Due != "" || isFrank(p.out.Moves[out].Slot) && p.out.Moves[out].Slot != frankView {
		p.out.Moves, p.franks, p.looksUp, p.late = before, franks, looks, late
		return false
	}
	it.before = asked.text // what asked for it is kept with it
	return true
}

// openFor is the question without an answer that a question of memory is after: of all the one
// that has most of its words, its noun or its kind; the newest of equals.
func (p *planner) openFor(it *item, m memory) (found item, ok bool) {
	top := 0
	for i := len(p.st.Open) - 1; i >= 0; i-- {
		g := gist.Read("", p.st.Open[i]+"?")
		if g.Language == "" || len(g.Questions) > 1 {
			g.Language = p.out.Language
		}
		for _, q := range g.Questions {
			list := p.join(nil, p.question(q, g))
			asked := list[0]
			score := 2 * common(p.akin(append(p.telling(p.think.stems(asked.text)), p.sumWords(g)...)), m.named)
			if m.head != "" && slices.Contains(asked.words, m.head) {
				score += 2
			}
			switch {
			case slices.Contains(m.kinds, asked.ask):
				score++
			case m.kinds != nil && m.firm && it.kind != "what":
				score = 0
			case m.kinds == nil && len(m.named) == 0 && len(p.st.Open) == 1:
				score++
			}
			if score > top {
				asked.label, asked.place = it.label, it.place
				found, top = asked, score
			}
		}
	}
	return found, top > 0
}

// sumWords are the words for a sum where a text names one: "What do you think of 30 pounds a head?"
// is of money.
func (p *planner) sumWords(g gist.Gist) []string {
	if len(g.Amounts) == 0 {
		return nil
	}
	return p.think.stems(strings.Join(p.think.lines("remind "+string(gist.AskMoney)), " "))
}
