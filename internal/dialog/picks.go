package dialog

import (
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// leftTo makes an item of a question that leaves the person to choose among what its mail offers
// elsewhere. It reports whether it does.
func (p *planner) leftTo(q gist.Question, g gist.Gist) (item, bool) {
	if q.Kind != "which" || len(q.Picks) < 2 || len(q.Options) != len(q.Picks) {
		return item{}, false
	}
	return item{ask: q.Ask, text: q.Text, label: q.Label, kind: q.Kind, options: q.Options, picks: q.Picks, bound: true, of: gist.OfReader, place: q.Place, offers: true, clause: q.Text, language: g.Language, before: q.Before}, true
}

// chooses answers with one of the things among which the mail leaves the person to choose.
func (p *planner) chooses(it *item) {
	switch it.ask {
	case gist.AskMeet:
		p.meet(it)
	default:
		p.pickOne(it, p.draw(it.ask))
	}
}

// pickOne names one of several things offered in short. It reports whether there are such.
func (p *planner) pickOne(it *item, r *rng.Rand) bool {
	if len(it.picks) < 2 || it.language != p.out.Language {
		return false
	}
	pick := it.picks[r.IntN(len(it.picks))]
	slot, said := "answer.choice.how", pick.Said
	switch {
	case pick.Right:
		slot, said = "answer.clause", p.worded("right of two", pick.Said)
	case pick.Clause:
		slot = "answer.clause"
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("value", said), Core: true, Claim: p.claim(it.ask, p.claimTopic(it), pick.Said)})
	return true
}
