package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// recall finds the claim that a question of memory is after: "which table was it again?"
// It is told by shared words, those of the whole mail where the question names nothing,
// and by the kind of value that the words ask for; of equals the newest is meant, where
// several things are asked again the oldest first.
func (p *planner) recall(it *item) (at int, ok bool) {
	looks, several := false, 0
	for i := range p.items {
		own := p.backward(&p.items[i])
		looks = looks || own
		if p.items[i].ask == it.ask && (own || p.joins(&p.items[i])) {
			several++
		}
	}
	if !p.backward(it) && !(looks && p.joins(it)) {
		return 0, false
	}
	var mail []string
	if len(p.telling(it.stems)) == 0 {
		mail = append(slices.Clone(it.words), p.mailWords()...)
	}
	kinds, top := p.recalled(it), 0
	named := p.akin(p.after(it))
	for i, h := range p.held {
		if h.fresh || h.used || !p.among(h, it) || !h.thread && personal(h.Kind) || p.saying(h) && (h.Said == "" || len(kinds) > 0 || len(it.options) > 0) || h.Kind == gist.AskFeeling {
			continue
		}
		telling := h.means
		overlap, near := common(telling, p.after(it)), 0
		if h.thread && h.About != "" {
			near = common(p.akin(p.telling(p.think.stems(h.About))), named)
		}
		if !h.thread && (overlap == 0 || byText(h.Kind) || !p.about(h, it)) {
			continue
		}
		if kinds == nil && len(it.options) == 0 && overlap+near == 0 && len(named) > 0 || p.saying(h) && near == 0 {
			continue // it names what it is after, and that is something else
		}
		if overlap+near == 0 && len(named) > 0 && h.Kind == gist.AskChoice && (it.ask == gist.AskWho || it.ask == gist.AskPlace || it.ask == gist.AskHow || p.clausal(h.Value)) || overlap+near == 0 && !p.backward(it) && it.ask == gist.AskHow {
			continue // who was coming is not by bank transfer
		}
		score := 4*overlap + 2*near + 2*common(telling, mail)
		if h.Kind == gist.AskChoice && it.kind == "which" && (p.clausal(h.Value) || h.Said != "") {
			continue // "I can bring the map" is no thing
		}
		if it.ask == gist.AskChoice && h.Kind == gist.AskChoice && overlap == 0 && dateLike(p.kindOf(h.Value)) && len(p.kindsIn(it.words)) == 0 {
			continue // no day is asked for
		}
		if h.theirs && it.ask == gist.AskDate && (h.Kind == gist.AskDeadline || p.think.read(h.Value, p.Now).day.IsZero()) {
			continue // "this week" is no day
		}
		switch {
		case kinds == nil && h.thread:
			score++
			if h.Kind == it.ask {
				score++
			}
		case kinds != nil && slices.ContainsFunc(p.kinds(h), func(k gist.Ask) bool { return slices.Contains(kinds, k) }):
			score += 4
		case kinds != nil && it.ask == gist.AskRemind && it.kind == "what" && near > 0:
		case kinds != nil && (it.kind != "which" || overlap == 0 || h.Kind != gist.AskWho && h.Kind != gist.AskPlace && h.Kind != gist.AskIdentifier):
			continue // never a value of another kind
		}
		if score > 1 && it.kind == "which" && h.Kind == gist.AskChoice && overlap == 0 && p.placed(h.Value) {
			score = 1 // "at the station" is where, not which
		}
		if score > top || score == top && top > 0 && several > 1 && h.thread && (kinds == nil || it.ask == gist.AskChoice) {
			at, top = i, score
		}
	}
	return at, top > 0
}

// saidOnly is the kind of what was said in the thread and is no answer of a kind: what the
// person said that they would do.
const saidOnly gist.Ask = "said"

// Bounds of what asked for an answer, as it is kept: a claim holds 200 characters.
const (
	maxAbout      = 190 // bytes
	maxAboutWords = 40
)

// keepSaid adds to what was just claimed how it was asked for and said, and notes what the
// person said that they would do: who asks later what was said about something may name it
// by any of these words.
func (p *planner) keepSaid(it *item, claims, moves int) {
	about := tidied(strings.TrimSpace(it.text+" "+it.before), maxAbout, maxAboutWords)
	for i := claims; i < len(p.out.Claims); i++ {
		p.out.Claims[i].About = about
	}
	for _, m := range p.out.Moves[min(moves, len(p.out.Moves)):] {
		if other := m.Values["other"]; m.Claim > claims && other != "" {
			p.out.Claims[m.Claim-1].Other = tidy(other)
		}
		switch said := m.Values["stated"]; {
		case m.Claim > claims && strings.HasPrefix(m.Slot, "answer.clause"):
			p.out.Claims[m.Claim-1].Said = p.out.Claims[m.Claim-1].Value
		case m.Claim > claims && m.Slot == "answer.what" && p.out.Claims[m.Claim-1].Kind == gist.AskYesNo:
			p.out.Claims[m.Claim-1].Said = p.out.Claims[m.Claim-1].Value // "no nuts, please"
		case m.Claim > claims && said != "" && strings.HasPrefix(m.Slot, "answer.") && !strings.HasSuffix(m.Slot, ".again"):
			p.out.Claims[m.Claim-1].Said = tidy(said)
		case m.Slot == "do.yes" && m.Values["doing"] != "" && p.think.form["will do"] != "":
			said := tidy(strings.ReplaceAll(p.think.form["will do"], "{doing}", m.Values["doing"]))
			p.pledged = append(p.pledged, Claim{Kind: saidOnly, Topic: tidy(it.text), Value: said, Said: said, About: about, To: p.You.Address, At: p.Now.UTC()})
		}
	}
}

// saying reports whether what was said is a sentence alone, of no kind of value.
func (p *planner) saying(h held) bool { return h.Kind == saidOnly || h.Kind == gist.AskYesNo }

// akin are stems with a mark for each group of words that mean one matter: "food" and "eat".
func (p *planner) akin(stems []string) []string {
	out := slices.Clone(stems)
	for _, w := range stems {
		for _, group := range p.think.kindred[w] {
			if !slices.Contains(out, group) {
				out = append(out, group)
			}
		}
	}
	return out
}

// after are the words by which a question of memory names what it is after.
func (p *planner) after(it *item) []string {
	return slices.DeleteFunc(p.telling(it.told), func(w string) bool { return p.think.sets["remembering"][w] })
}

// joins reports whether a question can be of memory by one beside it: "Which machine and
// which keyboard did you choose?"
func (p *planner) joins(it *item) bool {
	if len(it.options) > 0 {
		return false
	}
	return it.kind == "which" || it.ask == gist.AskHow || it.ask == gist.AskMoney || it.ask == gist.AskTime || it.ask == gist.AskDuration
}

// common counts the words of a that b has too.
func common(a, b []string) int {
	n := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			n++
		}
	}
	return n
}

// backward reports whether a question asks for what was said before.
func (p *planner) backward(it *item) bool {
	return it.ask == gist.AskRemind || (!byText(it.ask) || it.ask == gist.AskHow || it.ask == gist.AskWhat) && it.ask != gist.AskFeeling && it.ask != gist.AskOpinion && !it.wanted && p.looksBack(it.text)
}

// looksBack reports whether a text asks for what was said before: "did you say", "hattest du
// Papier gesagt".
func (p *planner) looksBack(text string) bool {
	if p.holdsLine("backward", text) {
		return true
	}
	if !p.holdsLine("had you", text) {
		return false
	}
	words := wordsOf(text)
	return len(words) > 2 && p.think.sets["remembering"][stem(words[len(words)-1])]
}

// kindsRecalled are those that a question of memory can name by a word, in the order of
// their sections.
var kindsRecalled = []gist.Ask{gist.AskMoney, gist.AskMeet, gist.AskTime, gist.AskDate, gist.AskDuration, gist.AskPlace, gist.AskNumber, gist.AskPhone, gist.AskIdentifier, gist.AskVersion}

// recalled are the kinds of values that a question of memory is after; none where it
// does not tell.
func (p *planner) recalled(it *item) []gist.Ask {
	switch it.ask {
	case gist.AskRemind:
		return p.recalledBy(it)
	case gist.AskIdentifier:
		if slices.Contains(p.kindsIn(it.words), gist.AskIdentifier) {
			return []gist.Ask{gist.AskIdentifier, gist.AskPhone, gist.AskVersion}
		}
		return nil
	case gist.AskWhat:
		return nil // "what name": the words tell more
	case gist.AskChoice:
		return append(p.kindsIn(it.words), chosen...)
	case gist.AskPlace, gist.AskWho:
		return []gist.Ask{it.ask, gist.AskAddress, gist.AskChoice}
	case gist.AskHow:
		return []gist.Ask{gist.AskHow, gist.AskChoice}
	case gist.AskDate, gist.AskDeadline:
		if it.kind == "when" {
			return []gist.Ask{gist.AskDate, gist.AskMeet, gist.AskDeadline, gist.AskTime} // "when will you arrive?"
		}
		return []gist.Ask{gist.AskDate, gist.AskMeet, gist.AskDeadline}
	}
	return []gist.Ask{it.ask}
}

// chosen are the kinds that "which one" can be after.
var chosen = []gist.Ask{gist.AskChoice, gist.AskVersion}

// placed reports whether a value begins with a preposition.
func (p *planner) placed(value string) bool {
	words := wordsOf(value)
	return len(words) > 1 && p.think.apart[words[0]]
}

// clausal reports whether a value is a sentence rather than a thing.
func (p *planner) clausal(value string) bool {
	words := wordsOf(value)
	return len(words) > 1 && (p.think.clause[words[0]] || p.out.Language == "en" && words[0] == "please")
}

// recalledBy are the kinds that the first words of a question of memory are after, and
// those that its other words name.
func (p *planner) recalledBy(it *item) []gist.Ask {
	kinds := p.kindsIn(it.words)
	if len(kinds) == 0 && len(p.telling(it.told)) == 0 {
		kinds = p.kindsIn(p.mailWords()) // "And the new price, could you repeat it?"
	}
	switch it.kind {
	case "how many":
		return []gist.Ask{gist.AskNumber}
	case "how much":
		return []gist.Ask{gist.AskMoney, gist.AskNumber}
	case "where":
		return []gist.Ask{gist.AskPlace, gist.AskAddress, gist.AskChoice}
	case "who":
		return []gist.Ask{gist.AskWho, gist.AskChoice}
	case "which":
		return append(kinds, chosen...)
	}
	return kinds
}

// kindsIn are the kinds of values that words name.
func (p *planner) kindsIn(words []string) (out []gist.Ask) {
	for _, kind := range kindsRecalled {
		if p.think.names("remind "+string(kind), words) {
			out = append(out, kind)
		}
	}
	return out
}

// kinds are the kinds that a claim can stand for: the price chosen is a price, and who
// meets at ten has named a time.
func (p *planner) kinds(h held) []gist.Ask {
	out := []gist.Ask{h.Kind}
	if h.Kind == gist.AskChoice {
		out = append(out, p.kindOf(h.Value))
	}
	if dateLike(h.Kind) || h.Kind == gist.AskChoice {
		m := p.think.read(h.Value, p.Now)
		if m.minutes >= 0 {
			out = append(out, gist.AskTime)
		}
		if !m.day.IsZero() {
			out = append(out, gist.AskDate)
		}
	}
	return out
}
