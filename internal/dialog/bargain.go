package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// bargain meets an offer below the price that the person named in the thread: they take
// it, meet it halfway, or stay at their price, and the question is answered by that. It
// reports whether there was such an offer.
func (p *planner) bargain() bool {
	at, own := p.asking()
	if at < 0 || p.st.Mine {
		return false
	}
	offers := func(it item) bool {
		return (it.ask == gist.AskYesNo || it.wanted) && (p.agreeing(it) || p.holdsLine("bargaining", it.text))
	}
	i := slices.IndexFunc(p.items, offers)
	if i < 0 {
		return false
	}
	offered, named := p.below(own)
	less := p.holdsLine("cheaper", p.items[i].text)
	if !named && !less {
		return false
	}
	if named && less { // "20 EUR less"
		offered.whole = own.whole - offered.whole
	}
	it := p.items[i]
	p.items = slices.DeleteFunc(p.items, offers)
	p.counter(it, p.held[at].Claim, own, offered, named)
	return true
}

// counter answers an offer by chance: who has come down once does not again.
func (p *planner) counter(it item, asked Claim, own, offered price, named bool) {
	odds := []int{45, 35, 20}
	if !named {
		odds = []int{0, 70, 30}
	}
	if slices.Contains(p.st.Given, "a lower price") {
		odds[1] = 0
	}
	switch p.habit("bargain").Weighted(odds) {
	case 0:
		p.say(Move{Slot: "answer.yes", Label: it.label, Values: values("echo", p.echo(&it, true)), Core: true})
		p.lower(asked, offered)
	case 1:
		half := own
		half.whole = own.whole - max(1, round(own.whole*8/100))
		if named {
			half.whole = round((own.whole + offered.whole) / 2)
		}
		p.st.Given = keep(p.st.Given, "a lower price")
		p.say(Move{Slot: "answer.no", Label: it.label, Values: values("echo", p.echo(&it, false)), Core: true})
		p.say(Move{Slot: "answer.money", Values: values("value", p.written(half)), Core: true})
		p.lower(asked, half)
	default:
		p.say(Move{Slot: "answer.no", Label: it.label, Values: values("echo", p.echo(&it, false)), Core: true})
		p.say(Move{Slot: "answer.money.again", Values: values("value", p.written(own)), Core: true})
	}
}

// lower puts another price in the place of the one that was asked.
func (p *planner) lower(asked Claim, to price) {
	p.forget(asked)
	p.out.Moves[len(p.out.Moves)-1].Claim = p.claim(gist.AskMoney, asked.Topic, p.written(to))
}

// written is a price as it is said.
func (p *planner) written(of price) string { return of.before + p.thousands(of.whole) + of.after }

// asking is the newest price that the person named in the thread; at is -1 where they
// named none.
func (p *planner) asking() (at int, own price) {
	for i, h := range p.held {
		if !h.thread || h.theirs || h.Kind != gist.AskMoney {
			continue
		}
		if own, ok := priceIn(h.Value); ok {
			return i, own
		}
	}
	return -1, price{}
}

// below is an amount of the newest mail that can be an offer for what costs own.
func (p *planner) below(own price) (price, bool) {
	for _, text := range p.mail.Amounts[:min(len(p.mail.Amounts), maxItems)] {
		if strings.Contains(text, "%") {
			continue
		}
		if amount, ok := priceIn(text); ok && amount.whole < own.whole && amount.whole*10 >= own.whole {
			return amount, true
		}
	}
	return price{}, false
}
