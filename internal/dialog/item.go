package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// item is one thing asked of the person.
type item struct {
	ask                      gist.Ask
	text, topic, unit, label string
	kind                     string   // "how often", "how far": what the question's words ask
	options                  []string // to choose among; dates offered too
	low, high                int
	result                   string
	of                       gist.Whose
	verb                     string // of a request
	wanted, document         bool   // something is to be done; a document is wanted

	stems []string // telling words of the topic
	told  []string // telling words of topic and question
	words []string // all words of topic and question, as stems
}

// collect returns what the mails ask, in their order: questions, then requests. What is
// asked twice is answered once.
func (p *planner) collect() []item {
	var out []item
	for _, g := range p.Mails {
		for _, q := range g.Questions {
			it := item{ask: q.Ask, text: q.Text, topic: tidy(q.Topic), unit: tidy(q.Unit), label: q.Label, kind: q.Kind, low: q.Low, high: q.High, result: tidy(q.Result), of: q.Of}
			for _, o := range append(slices.Clone(q.Options), q.Dates...) {
				if o = tidy(o); o != "" && !slices.Contains(it.options, o) {
					it.options = append(it.options, o)
				}
			}
			if it.ask == "" {
				it.ask = guess(q)
			}
			out = p.join(out, it)
		}
		for _, r := range g.Requests {
			out = p.join(out, item{text: r.Text, topic: tidy(r.Object), verb: strings.ToLower(tidy(r.Verb)), wanted: true, document: r.Document})
		}
	}
	return out[:min(len(out), maxItems)]
}

// guess is the kind of answer that a question wants by its first words alone.
func guess(q gist.Question) gist.Ask {
	switch q.Kind {
	case "when":
		return gist.AskDate
	case "where":
		return gist.AskPlace
	case "who":
		return gist.AskWho
	case "how much":
		return gist.AskMoney
	case "how many", "how often", "how far":
		return gist.AskNumber
	case "how long":
		return gist.AskDuration
	case "why":
		return gist.AskWhy
	case "how":
		return gist.AskHow
	case "":
		switch {
		case len(q.Options) > 1:
			return gist.AskChoice
		case len(q.Dates) > 1:
			return gist.AskMeet
		}
		return gist.AskYesNo
	}
	return gist.AskWhat
}

// join adds an item unless it asks what one before it asks.
func (p *planner) join(list []item, it item) []item {
	if t := strings.ToLower(it.topic); t == "it" || t == "that" || t == "this" || t == "them" || t == "they" {
		it.topic = ""
	}
	it.stems = p.think.stems(it.topic + " " + it.unit)
	it.told = p.think.stems(it.topic + " " + it.unit + " " + it.text)
	for _, w := range wordsOf(it.topic + " " + it.unit + " " + it.text) {
		if w = stem(w); len(it.words) < maxStems && !slices.Contains(it.words, w) {
			it.words = append(it.words, w)
		}
	}
	for _, have := range list {
		if have.ask != it.ask || have.wanted != it.wanted || have.verb != it.verb || have.label != it.label {
			continue
		}
		same := slices.Equal(have.options, it.options) && (len(it.stems) > 0 && slices.Equal(have.stems, it.stems) && it.ask != gist.AskYesNo || likeness(have.told, it.told) >= 0.75)
		bare := it.label == "" && len(it.stems) == 0 && len(it.options) == 0 && within(it.told, have.told) && len(it.told) > 0
		if same || bare {
			return list
		}
	}
	return append(list, it)
}
