package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
)

// input is what a person goes by when they think about an answer.
func (b *Brief) input() dialog.In {
	v := b.Voice
	notes := make([]string, 0, len(b.Memory))
	for _, note := range b.Memory[max(0, len(b.Memory)-maxMemory):] {
		notes = append(notes, bareNote(note))
	}
	return dialog.In{
		Seed: b.Seed, Occasion: b.Occasion, Now: b.Now, Files: b.Files, Mails: b.theirs(),
		Me: dialog.Person{Name: v.Name, Address: v.Address, Role: v.Role, Org: v.Org, Who: v.Who, Wants: v.Wants, Character: v.Character,
			Temperament: v.Temperament, Knows: v.Knows, Languages: v.Languages, Start: v.Start, End: v.End,
			Warm: languageOf("en").hasWord("warm", v.Character)},
		You:   dialog.Correspondent{Name: b.To.Name, Address: b.To.Address, Trust: b.To.Trust, Mood: b.To.Mood},
		Case:  dialog.Case{Title: b.Case.Title, Status: b.Case.Status, Summary: b.Case.Summary, Facts: b.Case.Facts},
		Notes: notes, Claims: b.Claims, Thread: b.Thread, Promise: b.Promise.Phrase,
	}
}

// ownQuestion is from how many words on a question that the person asked in the thread
// is known as theirs when a mail has it: "How are you?" may be anybody's.
const ownQuestion = 5

// theirs are the mails without the questions that the person asked in the thread, which
// came back quoted or passed on without marks.
func (b *Brief) theirs() []gist.Gist {
	mails := slices.Clone(b.Mails[max(0, len(b.Mails)-maxMails):])
	own := map[string]bool{}
	for _, s := range b.SaidBefore[max(0, len(b.SaidBefore)-maxSaid):] {
		if strings.HasSuffix(s, "?") && countWords(s) >= ownQuestion {
			own[sameness(s)] = true
		}
	}
	if len(own) == 0 {
		return mails
	}
	for i := range mails {
		mails[i].Questions = slices.DeleteFunc(slices.Clone(mails[i].Questions), func(q gist.Question) bool { return own[sameness(q.Text)] })
	}
	return mails
}

// grave are the moves of sad mail: no cheer, no slips, nothing beside the matter.
var grave = wordSet("condole illness badnews rejected react.sad")

// calm are the moves that leave nothing to be thankful or cheerful for at the end.
var calm = wordSet(`condole illness badnews rejected react.sad react.wrong complained shouted refused decided.no do.no answer.refuse declined decline.price
escalate.1 escalate.2 escalate.3 unsolved`)

// plain are the moves after which a mail takes no sentence of mere manner: it is
// closing, cross, or says by itself what the manner would.
var plain = wordSet(`ask.reference ask.reason grumble close goodbye thanked answered need.english need.language ask.what solved answer.refuse
shouted wrongname wrongperson pity smalltalk informed goodnews praised forgive farewell introduced react react.sad`)

// pending are the moves after which more is to be expected.
var pending = wordSet("complained shouted reminded unsolved react.wrong")

// untimely are the moves that have no place in sad mail.
var untimely = wordSet("forgive goodnews thanked praised smalltalk shouted complained informed reminded grumble ask.reason ask.reference offered.yes")

// converse writes what was decided to be said.
func (w *writer) converse(out dialog.Out) {
	w.why = append(w.why, out.Why...)
	for _, m := range out.Moves {
		w.grave = w.grave || grave[m.Slot]
		w.mourning = w.mourning || m.Slot == "condole"
		w.calm = w.calm || calm[m.Slot]
	}
	if w.grave {
		out.Moves = slices.DeleteFunc(slices.Clone(out.Moves), func(m dialog.Move) bool { return untimely[m.Slot] && len(m.Values) < 2 })
	}
	w.openAndClose()
	mannered, said, owing, settled := true, false, false, false
	w.several = len(out.Moves) > 1
	at, last := -1, ""
	for _, m := range out.Moves {
		w.near = !out.Dated && base(m.Slot) != "said" && base(m.Slot) != "changed" // "a week later" needs its date
		if g := group(m.Slot); g != last || m.Label != "" {
			at, last = at+1, g
		}
		w.choosy = last == "do" && len(out.Moves) > 1
		if !w.move(m, at) {
			continue
		}
		said, owing, settled = true, owing || pending[m.Slot], settled || group(m.Slot) == "do"
		mannered = mannered && !plain[base(m.Slot)]
		w.detail(m, at)
	}
	w.values["topic"] = ""
	if w.Promise.Phrase != "" && len(w.promises) == 0 && owing && !settled { // who does what was asked owes no more
		w.with(map[string]string{"due": dialog.SayDue(w.Voice.Language, w.Promise.Phrase), "topic": w.mail.NounPhrase}, func() { w.put("promise", at+1) })
	}
	if !said && len(w.parts) == 0 {
		w.put("ask.what", 0)
	}
	w.background(at + 1)
	if mannered && (inCharacter[w.Voice.Temperament] || slices.ContainsFunc(out.Moves, arranges)) && !w.grave && !w.mail.Closing && (w.Voice.Temperament != "procedural" || w.business()) {
		w.manner(at + 2)
	}
}

// inCharacter are the temperaments whose sentences of mere manner tell of the person.
var inCharacter = map[string]bool{"busy": true, "flaky": true, "skeptical": true, "difficult": true}

// arranges reports whether a move leaves something that may still change or not suit: only
// beside such a one people say "if something changes, just write".
func arranges(m dialog.Move) bool {
	for _, slot := range []string{"answer.meet", "answer.date", "answer.deadline", "answer.time", "changed", "invited.yes", "shift"} {
		if strings.HasPrefix(m.Slot, slot) {
			return true
		}
	}
	return false
}

// base is a slot without the mark of what was said before.
func base(slot string) string { return strings.TrimSuffix(slot, ".again") }

// group is the kind of a move: moves of one group stand in one paragraph.
func group(slot string) string {
	head, _, _ := strings.Cut(slot, ".")
	switch head {
	case "answer", "fact", "give":
		return "answer"
	case "do", "send", "confirm":
		return "do"
	case "ask", "escalate", "grumble", "unsolved":
		return "ask"
	case "accept", "haggle", "decline":
		return "matter"
	}
	return "act"
}

// move puts one move into words and reports whether it could.
func (w *writer) move(m dialog.Move, at int) (done bool) {
	w.due, w.defers = m.Due, strings.HasPrefix(m.Slot, "answer.defer") || m.Slot == "answer.confirm"
	defer func() { w.due, w.defers = "", false }()
	if w.reacts = strings.HasPrefix(m.Slot, "react"); w.reacts && w.length == "short" {
		m.Values = map[string]string{"value": brief(m.Values["value"])}
	}
	w.resays = m.Slot == "answer.ready.again"
	defer func() { w.reacts, w.resays = false, false }()
	w.agreeing = m.Slot == "answer.yes" || m.Slot == "answer.yes.leave" || m.Slot == "do.yes"
	w.with(m.Values, func() {
		w.agreeing = false
		if w.habits.lower && !w.grave && (w.reacts || m.Slot == "said") {
			w.values["value"] = smallStarts(w.values["value"])
		}
		if shortly[base(m.Slot)] {
			w.values["topic"] = ""
		}
		w.reasoned = base(m.Slot) == "answer.choice"
		s, ok := w.sentence(w.restating(base(m.Slot)))
		w.reasoned = false
		if !ok {
			return
		}
		s = w.goesWith(m, s)
		if base(m.Slot) != m.Slot && base(m.Slot) != "answer.remind" { // which says so by itself
			s = w.again(s)
		}
		if n := len(w.parts); m.Label != "" && n > 0 && w.label == m.Label && w.parts[n-1].line {
			w.parts[n-1].text += " " + s // two parts of one point
			w.words += countWords(s)
			done = true
			return
		}
		w.label = m.Label
		if w.joins(m, s, at) {
			done = true
			return
		}
		w.parts = append(w.parts, written{text: labelled(m.Label, s), paragraph: at, rank: len(w.parts), line: m.Label != ""})
		w.words += countWords(s)
		done = true
	})
	return done
}

// smallStarts begins the sentences of a ready text as those do who write none with a capital.
func smallStarts(s string) string {
	var out strings.Builder
	start := true
	for i, r := range s {
		switch {
		case start && unicode.IsLetter(r):
			start = false
			if !ownCapital(s[i:]) {
				r = unicode.ToLower(r)
			}
		case (r == '.' || r == '!' || r == '?') && i+1 < len(s) && s[i+1] == ' ':
			start = true
		}
		out.WriteRune(r)
	}
	return out.String()
}

// brief is the part of a reaction that somebody of few words says: what it ends with goes
// where enough stands before.
func brief(s string) string {
	at := max(strings.LastIndex(s, ". "), strings.LastIndex(s, "! "))
	if at < 0 || countWords(s[:at]) < briefWords {
		return s
	}
	return strings.TrimRight(s[:at+1], ".!")
}

// briefWords is how many words tell enough of what somebody feels.
const briefWords = 6

// with lets the slots stand for the values of a move while f writes.
func (w *writer) with(values map[string]string, f func()) {
	old := w.values
	w.values = map[string]string{}
	for _, name := range []string{"me", "fullname", "role", "org", "title", "status", "summary"} {
		if v := old[name]; v != "" {
			w.values[name] = v
		}
	}
	for name, v := range values {
		if w.near && (name == "value" || name == "date" || name == "other") {
			v = dialog.SayNear(w.Voice.Language, v, w.Now)
		}
		w.values[name] = clean(v, 40)
	}
	w.brief()
	w.brief()
	w.shorten()
	for _, name := range []string{"topic", "key"} {
		if !phraseLike(w.values[name]) {
			w.values[name] = ""
		}
	}
	for _, name := range []string{"value", "other", "unit"} {
		if kin(w.values["topic"], w.values[name]) {
			w.values["topic"] = "" // "the corner table for the table"
		}
	}
	if v := w.values["value"]; w.isThing(v) {
		w.values["thing"] = gist.Thing(w.Voice.Language, taken(w.Voice.Language, v))
	}
	f()
	w.values = old
}

// taken is a German thing with adjectives as what somebody takes: "den roten Wein" for "der
// rote Wein"; an article before a noun is turned where words are joined.
func taken(language, v string) string {
	rest, ok := strings.CutPrefix(v, "der ")
	if first, more, _ := strings.Cut(rest, " "); ok && language == "de" && strings.HasSuffix(first, "e") && strings.ToLower(first) == first {
		return strings.TrimRight("den "+first+"n "+more, " ")
	}
	return v
}

// kin reports whether two phrases share a word of four letters or more.
func kin(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	cut := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	words := cut(b)
	return slices.ContainsFunc(cut(a), func(x string) bool {
		x = strings.TrimSuffix(x, "s")
		return len(x) > 3 && slices.ContainsFunc(words, func(y string) bool { return strings.TrimSuffix(y, "s") == x })
	})
}

// isThing reports whether a value can be taken or preferred: one that begins with an
// article or a name, not "by post" or "keep it".
func (w *writer) isThing(v string) bool {
	first, _, _ := strings.Cut(v, " ")
	r, _ := utf8.DecodeRuneInString(first)
	return unicode.IsUpper(r) || w.lang.sets["determiners"][first] || gist.Takes(w.Voice.Language, v)
}

// phraseLike reports whether s can stand as a noun phrase in a sentence.
func phraseLike(s string) bool {
	if strings.ContainsAny(s, ".!?:;\"()[]{}<>|") || countWords(s) > 8 {
		return false
	}
	switch strings.ToLower(s) {
	case "that", "it", "this", "them", "these", "those":
		return false
	}
	return true
}

// again marks an answer as one that was given before.
func (w *writer) again(s string) string {
	if !strings.HasSuffix(s, ".") || strings.Contains(s, ". ") {
		return s
	}
	tail, ok := w.sentence("tail.again")
	if !ok {
		return s
	}
	return strings.TrimSuffix(s, ".") + ", " + lowerFirst(strings.TrimLeft(tail, " ,;-.")) + "."
}

// shortly are the answers that are said without what they are about: "ten days", not "ten
// days for the delivery". Who asked knows.
var shortly = wordSet(`answer.choice answer.either answer.number answer.money answer.date answer.deadline answer.time answer.duration answer.place
answer.who answer.meet answer.meet.free answer.meet.other answer.rating`)

// uncapital begins a sentence as it stands within another.
func (w *writer) uncapital(s string) string {
	value, ok := strings.CutPrefix(s, string(guardOn))
	if !ok {
		if strings.HasPrefix(s, "I ") || strings.HasPrefix(s, "I'") {
			return s
		}
		return lowerFirst(s)
	}
	for _, name := range []string{"value", "reason", "way", "due", "date"} {
		if v := w.values[name]; v != "" && strings.HasPrefix(value, upperFirst(v)) {
			return string(guardOn) + v + value[len(upperFirst(v)):]
		}
	}
	return s
}

// labelled puts the mail's own mark before an answer.
func labelled(label, s string) string {
	switch {
	case label == "":
		return s
	case strings.ContainsAny(label[len(label)-1:], ".):"):
		return label + " " + s
	case label[0] >= '0' && label[0] <= '9':
		return label + ". " + s
	}
	return label + ") " + s
}

// detail adds a reason or a circumstance to what was said, in long mails.
func (w *writer) detail(m dialog.Move, at int) {
	if w.detailed || m.Slot == "answer.feeling.was" || w.Voice.Temperament == "ghost" || m.Values["reason"] != "" || m.Label != "" || w.left() < 8 {
		return
	}
	chance := map[string]float64{"short": 0, "medium": 0.12, "long": 0.8}[orElse(w.length, "medium")] * w.wordy
	if !w.draw("detail").Chance(chance) {
		return
	}
	if w.grave {
		return
	}
	w.with(m.Values, func() { w.detailed = w.extra("more."+base(m.Slot), at) })
}

// background adds what the person knows of the case, who knows all of it and
// writes at length.
func (w *writer) background(at int) {
	if w.Voice.Knows != "all" || w.length != "long" || w.grave || w.mail.Closing {
		return
	}
	for _, slot := range []string{"summary", "status"} {
		if w.left() >= 8 && w.fresh(slot, at) {
			return
		}
	}
}

// business reports whether a mail is about something that has a file.
func (w *writer) business() bool {
	return w.Case.Title != "" || len(w.mail.Numbers) > 0 || len(w.mail.Amounts) > 0
}

// mannered is how likely a person adds a sentence of mere manner to a mail.
var mannered = map[string]float64{"responsive": 0.03, "busy": 0.05, "procedural": 0.05, "skeptical": 0.06, "flaky": 0.08, "difficult": 0.06, "": 0.03}

// manner adds the one sentence that a mail could do without.
func (w *writer) manner(at int) {
	chance := mannered[w.Voice.Temperament]
	switch w.length {
	case "short":
		chance /= 2
	case "long":
		chance *= 1.5
	}
	if w.ThreadReplies > 0 {
		chance *= 0.75
	}
	chance *= w.wordy
	if w.Voice.Temperament != "ghost" && w.draw("mannered").Chance(chance) {
		w.extra("manner", at)
	}
}

// agreed adds to an appointment that somebody agrees to.
const agreed = "more.answer.meet"

// extra adds a sentence without much content, one that the person has not used
// lately with anybody, and reports whether it did.
//
// What is said of an appointment that somebody agrees to is not said of one that they decline
// or only offer: nobody who does not come is on time.
func (w *writer) extra(slot string, at int) bool {
	r := w.draw(slot)
	for s := slot; strings.Contains(s, ".") || s == slot; s = wider(s) {
		if s == agreed && s != slot {
			continue
		}
		tiers := w.lang.tiers(s, w.Voice.Temperament, w.Voice.Formality)
		for n := range 2 * tries {
			text, e, v := w.attempt(r, tiers)
			if text == "" || w.said[v.key] && n < tries {
				continue
			}
			same := sameness(text)
			key := hashKey(same)
			if w.said[same] || slices.Contains(w.Filler, key) {
				continue
			}
			w.commit(text, e, v)
			w.filler = append(w.filler, key)
			w.write(text, at)
			return true
		}
	}
	return false
}

// fresh writes a sentence whose words were not used in the thread, and reports
// whether it did.
func (w *writer) fresh(slot string, at int) bool {
	text, e, v := w.attempt(w.draw(slot), w.lang.tiers(slot, w.Voice.Temperament, w.Voice.Formality))
	if text == "" || w.said[v.key] || w.said[sameness(text)] {
		return false
	}
	w.commit(text, e, v)
	w.write(text, at)
	return true
}
