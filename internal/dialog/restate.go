package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// restated is how the person says back what is asked, nothing where they answer in
// another language.
func (p *planner) restated(it *item) gist.Restated {
	if it.clause == "" || it.language != p.out.Language {
		return gist.Restated{}
	}
	key := asked{it.clause, it.verb}
	r, ok := p.restatings[key]
	if !ok {
		if p.restatings == nil {
			p.restatings = map[asked]gist.Restated{}
		}
		r = gist.RestateTo(it.language, it.clause, it.verb, p.manner())
		p.restatings[key] = r
	}
	return r
}

// tellable are the answers that can be said in the words of their question.
var tellable = map[string]bool{
	"answer.number": true, "answer.money": true, "answer.date": true, "answer.time": true, "answer.deadline": true, "answer.duration": true, "answer.place": true, "answer.identifier": true, "answer.version": true, "fact": true,
}

// tellIn adds to a move how its value is said in the words of its question: "the gate is
// 3 m wide".
func (p *planner) tellIn(m *Move, it *item) {
	if m.Slot == "answer.who" {
		p.doesIt(m, it)
		return
	}
	named := it.language == "de" && (m.Slot == "answer.what" || m.Slot == "answer.choice") && !strings.ContainsAny(m.Values["value"], ",;:")
	if !tellable[m.Slot] && !named || it.until != "" && m.Slot != "answer.time" || len(it.options) > 1 || it.clause == "" || it.language != p.out.Language || it.wanted {
		return
	}
	before, after := gist.Tell(it.language, strings.Replace(it.clause, " again", "", 1), it.ask, p.manner())
	if it.language == "en" && strings.HasSuffix(before, " on") && m.Slot == "answer.date" {
		return // "the sheep go back on on Monday"
	}
	if n := m.Values["value"]; before == "" && after != "" && m.Slot == "answer.number" && n[0] >= '0' && n[0] <= '9' && n != "1" && !strings.HasPrefix(n, "1 ") {
		m.Values["value"], m.Values["after"] = strings.TrimSpace(n+" "+m.Values["unit"]), after // "8 people work in my department"
		delete(m.Values, "unit")
		return
	}
	if slices.Contains(p.think.lines("ago"), m.Values["value"]) {
		return // "mon dernier jour est il y a un mois"
	}
	if before == "" || p.placed(m.Values["value"]) && it.ask != gist.AskPlace && it.ask != gist.AskDate {
		return
	}
	if words := wordsOf(before); p.placed(m.Values["value"]) && p.think.apart[words[len(words)-1]] {
		return // "the train leaves from in Norwich"
	}
	unit := m.Values["unit"]
	if unit == "" {
		_, unit, _ = strings.Cut(m.Values["value"], " ")
	}
	if it.ask == gist.AskNumber && it.kind == "how" && unit == "" && it.language == "de" {
		return // "12 hoch"
	}
	if about := p.think.form["about"]; about != "" && (it.ask == gist.AskNumber || it.ask == gist.AskMoney) && !p.holdsLine("exact", it.text) {
		first, _, _ := strings.Cut(m.Values["value"], " ")
		if n := whole(first); n >= 20 && n%5 == 0 && first[0] != '0' {
			m.Values["value"] = about + " " + m.Values["value"]
		}
	}
	if it.language == "en" && it.ask == gist.AskDuration && !strings.HasSuffix(before, " for") && !p.holdsLine("takes a duration", before[strings.LastIndexByte(before, ' ')+1:]) && p.holdsLine("till now", before) && !p.holdsLine("till now", m.Values["value"]) {
		m.Values["value"] = p.think.form["lasting"] + " " + m.Values["value"] // "I have worked nights for six years"
	}
	if rest, old := strings.CutPrefix(after, "years old"); old && strings.Contains(unit, "year") {
		after = "old" + rest
	}
	if what, ok := strings.CutPrefix(m.Values["value"], "der "); ok && named && it.language == "de" {
		m.Values["value"] = "den " + what // it is the object
	}
	if head, _, ok := strings.Cut(m.Values["value"], ", "); ok && after != "" {
		m.Values["value"] = head // what is added cannot stand within a sentence
	}
	if it.language == "de" && unit != "" && m.Values["unit"] != "" && !strings.HasSuffix(unit, "n") && !strings.HasSuffix(unit, "s") && p.holdsLine("with dative", before[strings.LastIndexByte(before, ' ')+1:]) {
		m.Values["unit"] = unit + "n" // "an drei Tagen"
	}
	if it.language == "en" {
		first, _, _ := strings.Cut(before, " ")
		if first == "best" || first == "free" || first == "better" || first == "good" {
			return // "free are on Monday"
		}
		if head, many := strings.CutSuffix(before, " are"); many && m.Values["value"] == "1" {
			before = head + " is" // "there is one case"
		}
	}
	m.Values["before"] = before
	if after != "" {
		m.Values["after"] = after
	}
}

type asked struct{ clause, verb string }

// stated is the statement that affirms or denies a question: "I need the log files".
func (p *planner) stated(it *item, yes bool) string {
	r := p.restated(it)
	said := r.Yes
	if !yes {
		said = r.No
	}
	switch {
	case said != "" || it.ask != gist.AskYesNo:
	case p.holdsLine("is it you", it.text):
		if yes {
			return p.think.form["it is me"]
		}
		return p.think.form["it is not me"]
	case !yes && p.holdsLine("a problem", it.text):
		return p.think.form["no trouble"]
	case p.offersHelp(it.text):
		switch {
		case yes && p.holdsLine("plans along", it.text):
			return p.think.form["plan taken"]
		case yes && slices.ContainsFunc(p.out.Moves, func(m Move) bool { return m.Values["stated"] == p.think.form["help taken"] }):
			return p.think.form["that too"]
		case yes:
			return p.think.form["help taken"]
		}
		return p.think.form["help declined"]
	}
	return said
}

// task is what is wanted as a verb phrase: "send you the form by Friday".
func (p *planner) task(it *item) string {
	if do := p.restated(it).Do; do != "" {
		for _, lead := range p.think.lines("agreed deed") {
			do = strings.TrimPrefix(do, lead+" ") // "would you agree to share the cost?"
		}
		return do
	}
	return p.doing(it)
}

// offersHelp reports whether a question offers to do something for the reader, "¿quiere que le
// suba la compra?", and asks for nothing else: "¿qué quiere que lleve?".
func (p *planner) offersHelp(text string) bool {
	if p.think.form["help taken"] != "" && gist.Proposes(p.out.Language, text) {
		return true
	}
	if !p.holdsLine("offers help", text) {
		return false
	}
	words := p.words(text)
	if words[0] == "et" || words[0] == "y" {
		words = words[1:]
	}
	return len(words) > 0 && words[0] != "que" && words[0] != "qu" && !p.think.sets["asked words"][stem(words[0])]
}
