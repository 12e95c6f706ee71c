package compose

import (
	"strings"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
)

// restating is the slot by which an answer is said in full, where the move holds it:
// "Yes, I need the log files".
func (w *writer) restating(slot string) string {
	if w.grave && len(w.lang.table[slot+".grave"]) > 0 {
		return slot + ".grave" // to a funeral
	}
	if slot == "answer.ready" && w.several {
		return "answer.ready.plain"
	}
	if w.values["after"] != "" && w.values["before"] == "" && (w.several || len(w.lang.table["told.always"]) > 0 || w.draw("told").Chance(0.6)) && len(w.lang.table["told.who"]) > 0 {
		if strings.Contains(w.values["value"], ", ") {
			return "told.who.tail" // "Ms Farrant, the vet, will feed the cat"
		}
		return "told.who"
	}
	if before := w.values["before"]; before != "" && (w.several || len(w.lang.table["told.always"]) > 0 || w.draw("told").Chance(0.5)) {
		told := "told"
		switch lead := before[strings.LastIndexByte(before, ' ')+1:]; {
		case w.lang.sets["told.lead"][lead]: // "ab"
		case slot == "fact" && len(w.lang.table["told.fact"]) > 0:
			told = "told.fact"
		case slot == "answer.deadline" && len(w.lang.table["told.deadline"]) > 0:
			told = "told.deadline"
		case slot == "answer.date", slot == "answer.deadline":
			told = "told.date"
		case slot == "answer.time":
			told = "told.time"
		}
		if len(w.lang.table[told]) > 0 {
			return told
		}
	}
	if slot == "fact" && w.several && len(w.lang.table["fact.among"]) > 0 {
		return "fact.among" // a bare value would leave open which question it answers
	}
	if w.values["stated"] == "" && (w.values["doing"] == "" || slot == "do.done") {
		return slot
	}
	if len(w.lang.table[slot+".stated"]) == 0 {
		return slot
	}
	if slot == "answer.yes" && strings.HasPrefix(w.values["stated"], "please ") && len(w.lang.table["answer.yes.please.stated"]) > 0 {
		return "answer.yes.please.stated" // not "please post it, yes"
	}
	if slot == "answer.no" && w.values["reason"] == "" && !regretted(w.values["stated"]) && len(w.lang.table["answer.no.plain.stated"]) > 0 {
		return "answer.no.plain.stated"
	}
	return slot + ".stated"
}

// regretted reports whether one is sorry for what a no says: "I cannot come", and not "she
// does not need a lunch".
func regretted(stated string) bool {
	for _, head := range []string{"I cannot ", "I can't ", "I will not ", "I won't ", "I would rather ", "I'd rather ", "I am not able ", "I'm not able ", "I am not free ", "I'm not free ", "I am not in", "I'm not in", "it is not possible ", "it's not possible ", "it isn't possible ", "it is no longer ", "it's no longer ", "we cannot ", "we can't ", "you cannot ", "you can't ",
		"je ne peux ", "je ne pourrai ", "je ne suis ", "je ne viens ", "je n'ai ", "nous ne pouvons ", "no puedo ", "no podré ", "no podemos ", "no tengo ", "no estoy ", "no he ", "no me "} {
		if strings.HasPrefix(stated, head) {
			return true
		}
	}
	return false
}

// longStated is from how many words on a statement is not said back where "I have" will do.
const longStated = 7

// brief says what an answer says back as people do, with a pronoun for what its question has
// just named, or as "Yes, I have" alone. A second yes is said in full, and so is what nobody did:
// "he did not say anything".
func (w *writer) brief() {
	for _, name := range []string{"stated", "doing"} {
		if short := gist.Shorten(w.Voice.Language, w.values[name]); short != "" {
			w.values[name] = short
		}
	}
	if w.Voice.Language != "en" {
		w.briefly()
		return
	}
	echo, stated := w.values["echo"], w.values["stated"]
	if echo == "" || w.opened != "" || w.values["reason"] != "" || countWords(stated) < longStated {
		return
	}
	who, _, _ := strings.Cut(stated, " ")
	if first, _, _ := strings.Cut(echo, " "); (who == "I" || who == "we" || who == "you") == (who == first) && !strings.Contains(stated, " any") {
		w.values["stated"] = ""
	}
}

// longTask is from how many words on what is agreed to is not said back in a language without
// rules for pronouns.
const longTask = 6

// briefly leaves out what a yes says back at length.
func (w *writer) briefly() {
	stated := w.values["stated"]
	telling := strings.ContainsAny(stated, "0123456789") || strings.Contains(stated, "bitte") // by which day, and what to do
	if w.agreeing && !telling && w.values["reason"] == "" && countWords(stated) >= longTask {
		w.values["stated"] = ""
	}
	if w.agreeing && countWords(w.values["doing"]) >= longTask {
		w.values["doing"] = ""
	}
}

// shorten writes what is said back as the person writes their own words: "I'm".
func (w *writer) shorten() {
	if !w.habits.contracts {
		return
	}
	names := []string{"stated", "doing", "before", "after"}
	if w.reacts || w.resays {
		names = append(names, "value")
	}
	for _, name := range names {
		if v := w.values[name]; v != "" {
			w.values[name] = w.contract(v)
		}
	}
}

// joins puts a bare yes or no together with the one before it: "Yes to both", so that
// they do not stand in a row. It reports whether it did.
func (w *writer) joins(m dialog.Move, s string, at int) bool {
	kind := strings.TrimPrefix(base(m.Slot), "answer.")
	bare := (kind == "yes" || kind == "no") && m.Values["reason"] == "" && m.Values["stated"] == "" && m.Label == "" && countWords(s) < 6
	last, was := w.bare, w.agreed
	w.bare, w.agreed = 0, kind
	if !bare {
		return false
	}
	if w.bare = len(w.parts) + 1; last != len(w.parts) || last == 0 || w.parts[last-1].paragraph != at {
		return false
	}
	if was != kind && (was == "yes" || was == "no") {
		kind = was + "." + kind
	}
	both, ok := w.sentence("both." + kind)
	if !ok {
		return false
	}
	w.parts[last-1].text = both
	w.bare = 0 // three in a row are rare
	return true
}

// goesWith says a second yes of a mail without its "Yes", as people do: "Yes, he came. And the
// heating works again"; and a third one without either. So with a second no.
func (w *writer) goesWith(m dialog.Move, s string) string {
	was := w.opened
	w.opened = ""
	if m.Label != "" {
		return s
	}
	for _, kind := range []string{"yes", "no"} {
		for _, head := range w.lang.lines("opens."+kind, "", "") {
			if len(s) <= len(head)+2 || !strings.EqualFold(s[:len(head)], head) || s[len(head):len(head)+2] != ", " {
				continue
			}
			rest := strings.TrimLeft(s[len(head)+2:], " ")
			if countWords(rest) < 3 || strings.EqualFold(strings.TrimRight(rest, "."), "I am afraid") || strings.EqualFold(strings.TrimRight(rest, "."), "I'm afraid") || strings.HasPrefix(strings.ToLower(rest), "so ") {
				return s
			}
			w.opened = kind
			and := w.lang.first("and." + kind)
			switch {
			case was != kind || and == "":
				return s
			case w.anded:
				if value, ok := strings.CutPrefix(rest, string(guardOn)); ok {
					return string(guardOn) + upperFirst(value)
				}
				return upperFirst(rest)
			}
			w.anded = true
			return and + " " + w.uncapital(rest)
		}
	}
	return s
}
