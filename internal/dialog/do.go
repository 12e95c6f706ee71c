package dialog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// do answers a request: with what was planned to be promised, else with yes, with
// done, or with no and a reason.
func (p *planner) do(it *item) {
	if p.asksThem(it) || p.givesAway(it) || p.leavesOff(it) || p.sendsAgain(it) {
		return
	}
	if p.ofNamed(it) {
		it.ask, it.wanted = gist.AskYesNo, false
		p.yesNo(it) // "¿Puede venir Hugo?"
		return
	}
	if it.document || p.think.names("sending", rootsOf(it.verb)) {
		if r := p.restated(it); p.out.Language == "de" && r.Do != "" && r.Free == "" {
			p.say(Move{Slot: "do.yes", Label: it.label, Values: values("doing", r.Do, "topic", it.topic), Core: true}) // it says when by itself
			return
		}
		p.promise(it, "send.promise")
		return
	}
	if p.out.Language == "en" && p.think.names("feedback", it.stems) {
		p.promise(it, "do.promise") // "let me have your comments"
		return
	}
	if p.think.names("confirming", rootsOf(it.verb)) {
		p.confirm(it)
		return
	}
	if p.think.names("imparting", rootsOf(it.verb)) && !p.holdsLine("handing it over", it.text) {
		p.frank(it, frankTalk) // "can you recommend a part of town?"
		return
	}
	doable := p.think.names("doable", rootsOf(it.verb))
	wished := strings.HasPrefix(it.clause, "Please ") && !strings.Contains(it.text, it.clause) // of no day that is known
	if r := p.restated(it); p.owes && doable && !wished && (r.Do == "" || r.Free != "") {
		p.promise(it, "do.promise")
		return
	}
	odds := []int{84, 0, 12, 4} // nothing is done by saying so
	switch p.Me.Temperament {
	case "difficult", "skeptical":
		odds = []int{76, 0, 12, 12}
	case "flaky":
		odds = []int{74, 0, 24, 2}
	}
	if len(p.items) > 1 {
		odds[3] /= 4 // the rest of the mail goes by it
	}
	if !doable || wished {
		odds[2] = 0 // nothing of which "it is done" could be said later
	}
	if r := p.reacted; r != nil && (r.class.name == "wrong" || r.class.name == "sad" && p.out.Language == "de") {
		odds[3] = 0 // who says sorry does what is asked
	}
	switch p.habit("do").Weighted(odds) {
	case 0:
		vals := values("doing", p.task(it))
		if n := len(p.out.Moves); len(vals) == 0 && it.label == "" && n > 0 && p.out.Moves[n-1].Slot == "do.yes" && p.out.Moves[n-1].Values["doing"] == "" && p.out.Language != "en" {
			return // "das mache ich" is said for both
		}
		if len(vals) > 0 {
			vals["topic"] = it.topic
		}
		p.say(Move{Slot: "do.yes", Label: it.label, Values: vals, Core: true})
	case 1:
		p.say(Move{Slot: "do.done", Label: it.label, Values: values("topic", it.topic), Core: true})
	case 2:
		if r := p.restated(it); r.Do != "" && r.Free == "" {
			p.say(Move{Slot: "do.yes", Label: it.label, Values: values("doing", r.Do, "topic", it.topic), Core: true}) // it says when by itself
			return
		}
		p.promise(it, "do.promise")
	default:
		p.say(Move{Slot: "do.no", Label: it.label, Values: values("topic", it.topic, "reason", p.pickWord("reason no", *it), "doing", p.restated(it).Do, "stated", p.restated(it).No), Core: true})
	}
}

// leavesOff says that what the mail asks not to be done is left, and reports whether it asks
// that: "please do not throw anything away". Where that cannot be said it is passed over.
func (p *planner) leavesOff(it *item) bool {
	if !it.not {
		return false
	}
	if do := p.restated(it).Do; do != "" {
		p.say(Move{Slot: "said", Label: it.label, Values: map[string]string{"value": p.worded("leaves off", do)}, Core: true})
	}
	return true
}

// doing is what is wanted, as a verb phrase: "check the list". It is empty where the
// mail has more between the two: "pick me up at the corner" is no "pick the corner".
func (p *planner) doing(it *item) string {
	topic := p.think.stems(it.topic)
	if it.verb == "" || len(topic) == 0 {
		return ""
	}
	words := p.words(it.text)
	at := slices.Index(words, it.verb)
	for _, w := range words[at+1 : min(len(words), at+4)] {
		switch {
		case stem(w) == topic[0]:
			return it.verb + " " + it.topic
		case !p.think.small[w] || p.think.apart[w]:
			return ""
		}
	}
	return ""
}

// attends confirms what a mail asks to be confirmed that the person comes to, in a whole
// sentence, and reports whether that is asked: "merci de confirmer votre présence".
func (p *planner) attends(it *item) bool {
	if !it.wanted && it.kind != "what" && it.kind != "" || it.document || !p.think.names("confirming", it.words) && !p.think.names("confirming", rootsOf(it.verb)) {
		return false
	}
	lines := p.think.special("attending", it.stems, it.words)
	if lines == nil {
		return false
	}
	p.say(Move{Slot: "answer.ready", Label: it.label, Values: values("value", rng.Pick(p.habit("attending"), lines)), Core: true})
	return true
}

func (p *planner) promise(it *item, slot string) {
	due, phrase := p.due()
	if it.by != "" && p.out.Language == "en" {
		due, phrase = it.by, it.by
	} else if tidy(p.Promise) == "" && due != "tomorrow" && p.soonWanted(it) {
		due, phrase = "tomorrow", SayDue(p.out.Language, "tomorrow") // "by Thursday, please"
	}
	doing, topic, sends := p.restated(it).Free, it.topic, ""
	if slot == "send.promise" {
		sends, topic = p.sendsIt(it)
		if verb, what, ok := strings.Cut(doing, " "); ok && p.out.Language == "en" && p.think.names("lacking it", rootsOf(verb)) {
			doing = "send you " + what // "we require a block plan"
		}
		if p.think.form["sends it"] != "" && !strings.Contains(doing, " ") {
			doing = "" // "mandarte", without what
		}
	}
	p.say(Move{Slot: slot, Label: it.label, Values: values("topic", topic, "due", phrase, "doing", doing, "sends", sends), Due: due, Core: true})
}

// sendsIt says in French or Spanish that what is wanted is sent, "te las mando", with the
// pronoun of it, and what it is where the request names it and not a pronoun: "¿me las mandas?"
func (p *planner) sendsIt(it *item) (sends, topic string) {
	form := p.think.form["sends it"]
	if form == "" {
		return "", it.topic
	}
	words := p.words(it.text)
	pronoun := ""
	for i, w := range words[:min(len(words), 12)] {
		if to := p.think.form["it "+w]; to != "" && i > 0 && slices.Contains(strings.Fields(p.think.form["of the sender"]), words[i-1]) {
			pronoun = to
		}
	}
	if pronoun == "" {
		topic = it.topic
		article, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(topic), "'", "' "), " ")
		if pronoun = p.think.form["it "+article]; pronoun == "" {
			return "", it.topic
		}
	}
	to := p.think.form["to you"]
	if p.mail.Manner != gist.Familiar {
		to = p.think.form["to you polite"]
	}
	if slices.ContainsFunc(words, func(w string) bool { return p.think.form["of several"] == w }) && p.mail.Manner == gist.Familiar {
		to = p.think.form["to you all"]
	}
	return strings.NewReplacer("{to}", to, "{it}", strings.ReplaceAll(pronoun, "_", " ")).Replace(form), topic
}

// confirm confirms what is agreed on in the thread, if anything is.
func (p *planner) confirm(it *item) {
	if p.holdsLine("if agreed", it.text) && p.agreesToRaise(it.label, true) {
		return
	}
	if p.valueToConfirm(it) {
		return
	}
	value, kinds := "", p.kindsIn(it.words)
	for _, h := range p.held {
		if !h.thread || h.fresh || byText(h.Kind) || h.Kind == gist.AskOpinion {
			continue
		}
		named := slices.ContainsFunc(p.kinds(h), func(k gist.Ask) bool { return slices.Contains(kinds, k) })
		if p.about(h, it) || named {
			value = h.Value
			break
		}
	}
	p.say(Move{Slot: "confirm.yes", Label: it.label, Values: values("topic", it.topic, "value", value), Core: true})
}

// ofNamed reports whether what is asked is what somebody named does, and not the person.
func (p *planner) ofNamed(it *item) bool {
	if p.think.form["sides"] == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(p.restated(it).Yes)
	return unicode.IsUpper(r)
}

// soonWanted reports whether something is wanted by a day that the request names.
func (p *planner) soonWanted(it *item) bool {
	return p.out.Language == "en" && slices.ContainsFunc(wordsOf(it.clause+" "+it.text), func(w string) bool {
		return wantedBy[w] || slices.ContainsFunc(p.think.weekdays, func(day string) bool { return strings.EqualFold(day, w) })
	})
}

// wantedBy are words that name a day, or haste.
var wantedBy = map[string]bool{"today": true, "tonight": true, "tomorrow": true, "noon": true, "asap": true, "immediately": true, "urgently": true}

// givesAway agrees to what the sender would like to do with something of the person's, and
// reports whether that is what is wanted: "I'd like to keep your letter".
func (p *planner) givesAway(it *item) bool {
	if p.out.Language != "en" {
		return false
	}
	words, _ := p.apart(it.clause)
	for i := 0; i+4 < len(words); i++ {
		if (words[i] == "i" || words[i] == "we") && words[i+1] == "would" && words[i+2] == "like" && words[i+3] == "to" && givenAway[words[i+4]] {
			p.say(Move{Slot: "said", Label: it.label, Values: values("value", "Of course, please do"), Core: true})
			return true
		}
	}
	return false
}

var givenAway = map[string]bool{"keep": true, "use": true, "quote": true, "mention": true, "share": true, "show": true, "print": true, "publish": true, "pass": true, "add": true, "include": true, "frame": true}
