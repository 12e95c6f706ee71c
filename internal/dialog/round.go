package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// What looks like a question and is something to do, and what only hangs on another question.

// asksRound is what a question wants the person to find out from somebody else, "Could you check
// with Ravi whether he can do the Fridays?": they will ask, and tell.
func (p *planner) asksRound(q gist.Question, g gist.Gist) (it item, ok bool) {
	text := strings.TrimPrefix(p.afterName(q.Text), "And ")
	if g.Language != "en" || p.out.Language != "en" || !p.begins("bids", text) {
		return item{}, false
	}
	words := strings.Fields(text)
	if q.Kind != "" && q.Kind != "what" && !p.holdsLine("of somebody else", strings.Join(words[:min(len(words), 6)], " ")) {
		return item{}, false // "could you check when you are free?"
	}
	verb := slices.IndexFunc(words[:min(len(words), 7)], func(w string) bool { return slices.Contains(p.think.lines("asking round"), strings.ToLower(w)) })
	if verb < 0 {
		return item{}, false
	}
	end := verb + 1
	for end < len(words) && !slices.Contains(p.think.lines("asked round"), strings.ToLower(words[end])) {
		end++
	}
	if end == len(words) || end > verb+6 || end == verb+2 && (words[verb+1] == "me" || words[verb+1] == "us") {
		return item{}, false
	}
	if words[verb] == "find" && (end < verb+4 || words[verb+2] != "from") {
		end = min(verb+2, end) // "find out", but "find out from the garage"
	}
	do := gist.RestateTo("en", "Could you "+strings.Join(words[verb:end], " ")+"?", words[verb], p.manner()).Do
	if do == "" {
		do = strings.Join(words[verb:end], " ")
	}
	return item{text: q.Text, label: q.Label, verb: words[verb], wanted: true, clause: q.Text, language: "en", place: q.Place, topic: tidy(q.Topic), round: do + " and let you know"}, true
}

// wholeRound leaves out what else a sentence wants to be found out: "ask the garage whether it is
// ready and what it costs". What only states a bid is one, too.
func (p *planner) wholeRound(out []item, g gist.Gist) []item {
	for _, s := range g.Told {
		if slices.ContainsFunc(out, func(it item) bool { return strings.Contains(s, it.text) || strings.Contains(it.text, s) }) && !slices.ContainsFunc(out, func(it item) bool {
			return it.round == "" && it.ask != "" && it.text != s && strings.Contains(s, it.text)
		}) {
			continue
		}
		if it, ok := p.asksRound(gist.Question{Text: s, Place: maxItems * maxStems}, g); ok {
			if at := slices.IndexFunc(out, func(o item) bool { return strings.Contains(s, o.text) }); at >= 0 {
				it.place = out[at].place
			}
			out = append(out, it)
		}
	}
	for _, r := range slices.Clone(out) {
		if r.round == "" {
			continue
		}
		out = slices.DeleteFunc(out, func(it item) bool {
			first, _, _ := strings.Cut(strings.ToLower(it.text), " ")
			return it.round == "" && it.ask != "" && (it.place/8 == r.place/8 && r.place < maxItems*maxStems || strings.Contains(r.text, it.text)) && slices.Contains(p.think.lines("asked round"), first)
		})
	}
	return out
}

// bidsPlainly is what a question wants done that was taken for one after a thing: "Could you let
// the cat out in the mornings?"
func (p *planner) bidsPlainly(q gist.Question, g gist.Gist) (it item, ok bool) {
	text := strings.TrimPrefix(p.afterName(q.Text), "And ")
	words := p.words(text)
	if g.Language != "en" || p.out.Language != "en" || q.Ask != gist.AskWhat || q.Offers || len(words) < 4 || !p.begins("would bid", text) || slices.Contains(p.think.lines("tells by bid"), words[2]) && !p.holdsLine("says words", text) || words[3] == "me" || words[3] == "us" {
		return item{}, false
	}
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(p.think.lines("asked round"), w) }) {
		return item{}, false
	}
	if text = strings.ToUpper(text[:1]) + text[1:]; gist.RestateTo("en", text, words[2], p.manner()).Do == "" {
		return item{}, false
	}
	return item{text: q.Text, label: q.Label, verb: words[2], wanted: true, clause: text, language: "en", place: q.Place, topic: tidy(q.Topic)}, true
}

// asksThem promises to ask somebody else.
func (p *planner) asksThem(it *item) bool {
	if it.round == "" {
		return false
	}
	due, said := "tomorrow", SayDue(p.out.Language, "tomorrow")
	if tidy(p.Promise) != "" {
		due, said = p.due()
	}
	p.owes = false
	p.say(Move{Slot: "do.promise", Label: it.label, Values: values("doing", it.round, "due", said), Due: due, Core: true})
	return true
}

// ifYouCan reports whether what is read as a question only says in which case the one before it
// of the same sentence can be answered: "what does she weigh, if you have scales at home?"
func (p *planner) ifYouCan(q, before gist.Question) bool {
	return before.Place/8 == q.Place/8 && q.Place%8 > 0 && p.begins("if you can", q.Text) && before.Kind != ""
}

// andSends puts together a request and what it goes on to want sent, "Please read the meter
// and send me the figure", and reports whether a question is the second half of such a one.
func (p *planner) andSends(q gist.Question, g *gist.Gist) bool {
	if g.Language != "en" || !p.begins("send me", q.Text) || slices.ContainsFunc(p.words(q.Text), func(w string) bool { return slices.Contains(p.think.lines("asked round"), w) }) {
		return false // "tell me when it is done"
	}
	for i := range g.Requests {
		r := &g.Requests[i]
		head, _, ok := strings.Cut(r.Text, " and "+strings.TrimRight(q.Text, ".?! "))
		if ok && r.Place/8 == q.Place/8 && strings.TrimRight(head, " ,") == strings.TrimRight(r.Clause, " ,.?!") {
			list := slices.Clone(g.Requests) // the mail is read once for all
			list[i].Clause = r.Text
			g.Requests = list
			return true
		}
	}
	return false
}

// thatToo reports whether a question only asks again whether what stands before it in the mail
// can be done: "Would that be possible?"
func (p *planner) thatToo(it *item) bool {
	at := slices.IndexFunc(p.items, func(o item) bool { return o.text == it.text && o.place == it.place })
	if at < 1 || len(p.out.Moves) == 0 || it.ask != gist.AskYesNo {
		return false
	}
	if last := p.out.Moves[len(p.out.Moves)-1].Slot; it.language == "en" && strings.HasPrefix(it.text, "Or ") && (strings.HasPrefix(last, "answer.yes") || last == "do.yes") {
		return true // "Could you swap with me? Or are you away then?"
	}
	return slices.Contains(p.think.lines("that alone"), strings.Join(p.words(it.text), " "))
}

// valueToConfirm answers what is to be confirmed and is known from nowhere with its value:
// "Could you confirm the date you paid it?"
func (p *planner) valueToConfirm(it *item) bool {
	if it.language != "en" || p.st.Turns > 0 || !strings.Contains(strings.ToLower(it.clause), " you ") {
		return false
	}
	_, what, ok := strings.Cut(strings.ToLower(it.clause), "confirm the ")
	if !ok {
		return false
	}
	kinds := p.kindsIn(rootsOf(what)[:1])
	if len(kinds) != 1 {
		return false
	}
	it.wanted, it.ask, it.kind = false, kinds[0], "what"
	p.drawn(it)
	return true
}
