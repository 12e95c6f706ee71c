package dialog

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
)

// asksNothing reports whether what is read as a question only ends another one, "from what you
// see at home?", says what answers are good for, "everything you tell me saves a week", or asks
// again for the view that was given.
func (p *planner) asksNothing(it *item) bool {
	if it.language != "en" || it.wanted || it.label != "" {
		return false
	}
	if p.narrowed(it) {
		return true
	}
	words, marked := p.words(it.text), strings.Contains(it.text, "?")
	switch {
	case len(words) < 3:
	case marked:
		return len(p.items) > 1 && len(words) < 9 && words[0] == "from" && (words[1] == "what" || words[1] == "your") && it != &p.items[0]
	case slices.Contains([]string{"everything", "whatever", "anything"}, words[0]):
		return slices.Contains(words[1:3], "you")
	case it.ask == gist.AskOpinion:
		return slices.ContainsFunc(p.out.Moves, func(m Move) bool { return m.Slot == "answer.ready" })
	}
	return false
}

// misoffered drops what only looks offered: days and figures of the mail are nothing to choose
// among for a question that names no day and no figure, "what do you like for breakfast?"
func (p *planner) misoffered(it *item) {
	if it.language != "en" || it.kind == "" || dateLike(it.ask) || len(it.options) < 2 || it.kind == "when" || p.dated(it.text) {
		return
	}
	if slices.ContainsFunc(it.options, func(o string) bool { return strings.Contains(strings.ToLower(it.text), strings.ToLower(o)) }) {
		return
	}
	days := 0
	for _, o := range it.options {
		if p.dayOrFigure(o) {
			days++
		}
	}
	if days == 0 || it.kind == "which" && days == len(it.options) && len(p.telling(it.stems)) == 0 {
		return // "which would you like?"
	}
	it.options, it.offers = nil, false
	if it.ask = gist.AskWhat; it.kind == "which" {
		it.ask = gist.AskChoice
	}
}

// dayOrFigure reports whether something offered is a day, an hour or a bare figure.
func (p *planner) dayOrFigure(o string) bool {
	words := wordsOf(o)
	if len(words) == 0 || len(words) > 4 {
		return false
	}
	at := p.think.read(o, p.Now)
	return !at.day.IsZero() || at.minutes >= 0 || len(words) < 3 && words[len(words)-1][0] >= '0' && words[len(words)-1][0] <= '9'
}

// dated reports whether a text names a day, an hour or a bare figure, or asks for one.
func (p *planner) dated(text string) bool {
	at := p.think.read(text, p.Now)
	if !at.day.IsZero() || at.minutes >= 0 || strings.IndexFunc(text, unicode.IsDigit) >= 0 {
		return true
	}
	return slices.ContainsFunc(p.words(text), func(w string) bool {
		switch strings.TrimSuffix(w, "s") {
		case "day", "date", "time", "slot", "week", "weekday", "weekend", "month", "evening", "morning", "afternoon", "appointment", "hour", "number", "figure", "amount", "price":
			return true
		}
		return false
	})
}
