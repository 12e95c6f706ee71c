package dialog

import (
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// Told returns what an answer in somebody else's words, of which said is the gist, says
// is so: a claim for each question of in.Mails to which it holds a value, eight at most.
// What was claimed before with the same value is left out.
func Told(in In, said gist.Gist) []Claim {
	p := newPlanner(in)
	p.think = thinkOf(p.mail.Language)
	used := map[int]bool{}
	for _, it := range p.collect() {
		if at := p.statedFor(&it, said.Stated, used); at >= 0 {
			used[at] = true
			p.claimTold(&it, said.Stated[at].Value)
		}
	}
	return p.out.Claims
}

// statedFor finds the statement that answers a question: of its kind, or one of its
// options, rather with words of its topic; -1 for none.
func (p *planner) statedFor(it *item, list []gist.Stated, used map[int]bool) int {
	if it.wanted || byText(it.ask) || it.ask == gist.AskFeeling || it.ask == gist.AskOpinion {
		return -1
	}
	best, at := 0, -1
	for i, s := range list {
		h := held{Claim: Claim{Kind: s.Ask, Topic: tidy(s.Topic), Value: tidy(s.Value)}}
		if used[i] || h.Value == "" || !fits(s.Ask, it.ask) && !p.answersChoice(h, it) || !p.among(h, it) {
			continue
		}
		stems := p.think.stems(h.Topic)
		if it.ask == gist.AskNumber && it.unit != "" && !within(stems, p.think.stems(it.unit)) {
			continue // "two buses" does not answer "how many people?"
		}
		if score := 1 + common(stems, it.told); score > best {
			best, at = score, i
		}
	}
	return at
}

// claimTold notes a value that was told, unless it was claimed before.
func (p *planner) claimTold(it *item, value string) {
	c := Claim{Kind: it.ask, Topic: tidy(p.claimTopic(it)), Value: tidy(value), To: p.You.Address, At: p.Now.UTC()}
	for _, had := range p.Claims {
		if c.Replaces(had) && strings.EqualFold(had.Value, c.Value) {
			return
		}
	}
	p.out.Claims = append(p.out.Claims, c)
}
