package compose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/dialog"
)

// Paragraphs of a mail that answers nothing, in order.
const (
	atStart = iota
	atMiddle
	atEnd
)

// occasion writes a mail that belongs to a thread and answers nothing.
func (w *writer) occasion() {
	w.openAndClose()
	switch {
	case w.ImagesOnly && (w.Kind == Reply || w.Kind == ""):
		w.why = append(w.why, "the mail is only images")
		w.put("images"+dotted(w.Voice.Access), atMiddle)
	default:
		w.why = append(w.why, string(w.Kind))
		w.put(w.slotOfKind(), atMiddle)
		w.note()
	}
}

// followUp writes what the reply before it left unanswered, as people do who answered
// in a hurry.
func followUp(b Brief) Draft {
	in := b.input()
	in.Me.Temperament, in.Promise, in.Prompt = "responsive", "", true // who answers everything
	out := dialog.Plan(in)
	if b.ImagesOnly || len(b.Mails) > 0 && b.Mails[len(b.Mails)-1].Closing {
		return afterthought(b, out)
	}
	said := strings.Builder{}
	for _, s := range b.SaidBefore[max(0, len(b.SaidBefore)-maxSaid):] {
		said.WriteString(sameness(s) + " ")
	}
	var moves []dialog.Move
	var claims []dialog.Claim
	for _, m := range out.Moves {
		if grave[m.Slot] || m.Slot == "goodnews" || strings.HasPrefix(m.Slot, "need.") {
			return afterthought(b, out)
		}
		if !unsaid(m, said.String()) || len(moves) == 2 || slices.Contains(b.Thread.Promised, m.Values["topic"]) {
			continue
		}
		moves = append(moves, m)
		if m.Claim > 0 {
			claims = append(claims, out.Claims[m.Claim-1])
		}
	}
	b.Voice.Language = out.Language
	w := newWriter(b)
	w.openAndClose()
	if len(moves) == 0 {
		in.Claims, in.Thread = nil, dialog.State{} // as it was answered, not as what is known by now
		if !b.Always || !w.addition(dialog.Plan(in).Moves) {
			return afterthought(b, out)
		}
	}
	if len(moves) > 0 {
		w.why = append(w.why, "what was left unanswered")
		w.put("followup.open", atStart)
	}
	for _, m := range moves {
		w.move(m, atStart)
	}
	d := w.finish()
	d.Claims, d.Thread = claims, out.Thread
	return d
}

// afterthought is a second mail of somebody who left nothing out: none, or, where there
// has to be one, how they can be reached, or what they would like to know of the matter.
func afterthought(b Brief, out dialog.Out) Draft {
	none := Draft{Thread: b.Thread, Why: "nothing to add"}
	if !b.Always {
		return none
	}
	b.Voice.Language = out.Language
	w := newWriter(b)
	slot := "afterthought"
	switch {
	case b.ImagesOnly:
		slot += ".images"
	case slices.ContainsFunc(out.Moves, func(m dialog.Move) bool { return grave[m.Slot] }):
		w.grave, w.mourning = true, slices.ContainsFunc(out.Moves, func(m dialog.Move) bool { return m.Slot == "condole" })
		slot += ".grave"
	case w.mail.Closing || slices.ContainsFunc(out.Moves, func(m dialog.Move) bool { return calm[m.Slot] || strings.HasPrefix(m.Slot, "need.") }):
		slot += ".reach"
	}
	w.calm = w.grave || slices.ContainsFunc(out.Moves, func(m dialog.Move) bool { return calm[m.Slot] })
	w.openAndClose()
	end := b.Voice.End
	if end <= b.Voice.Start || end >= 24*60 {
		end = 18 * 60
	}
	said := false
	w.with(map[string]string{"value": fmt.Sprintf("%d:%02d", end/60, end%60), "topic": w.values["np"]}, func() { said = w.put(slot, atStart) })
	if !said {
		return none
	}
	w.why = append(w.why, "an afterthought")
	w.Thread.Turns++
	return w.finish()
}

// practical reports whether a move tells something that a detail can be added to by
// itself: a place, a price, something that will be done.
func practical(slot string) bool {
	for _, head := range []string{"answer.opinion", "answer.feeling", "answer.why", "answer.rating", "answer.sum", "answer.open", "answer.first"} {
		if strings.HasPrefix(slot+".", head+".") {
			return false
		}
	}
	g := group(slot)
	return g == "answer" || g == "do"
}

// addition writes a detail of an answer given before and reports whether it did.
func (w *writer) addition(moves []dialog.Move) (done bool) {
	for _, m := range moves {
		if !practical(m.Slot) {
			continue
		}
		w.with(m.Values, func() { done = w.extra("more."+base(m.Slot), atStart) })
		if !done {
			continue
		}
		w.why = append(w.why, "a detail of an answer")
		if lead, ok := w.sentence("followup.add"); ok {
			w.led(lead)
		}
		return true
	}
	return false
}

// led puts a lead before the last sentence, or, where it is one itself, in front of it.
func (w *writer) led(lead string) {
	last := &w.parts[len(w.parts)-1]
	if strings.HasSuffix(lead, ":") {
		last.text = w.uncapital(last.text)
	}
	last.text = lead + " " + last.text
}

// unsaid reports whether a move answers something with words that were not said; said is
// what was, as sameness.
func unsaid(m dialog.Move, said string) bool {
	if g := group(m.Slot); g != "answer" || base(m.Slot) != m.Slot || strings.HasPrefix(m.Slot, "answer.defer") || m.Slot == "answer.first" {
		return false
	}
	for _, name := range []string{"value", "reason", "way", "stated", "echo", "note"} {
		if v := m.Values[name]; v != "" {
			return !strings.Contains(said, sameness(clean(v, 40)))
		}
	}
	return false
}

// note keeps what the mail changes of the thread.
func (w *writer) note() {
	w.Thread.Turns++
	what := w.Promise.What
	if w.Kind != Deliver || what == "" {
		return
	}
	w.Thread.Promised = slices.DeleteFunc(slices.Clone(w.Thread.Promised), func(s string) bool { return strings.EqualFold(s, what) })
	if !slices.Contains(w.Thread.Given, what) {
		w.Thread.Given = append(slices.Clip(w.Thread.Given), what)
	}
}

func dotted(s string) string {
	if s == "" {
		return ""
	}
	return "." + s
}

// slotOfKind returns the slot that is the core of a mail of this kind.
func (w *writer) slotOfKind() string {
	slot := string(w.Kind)
	switch w.Kind {
	case Correction:
		slot += dotted(w.Fix)
		if w.Fix == "date" && len(w.mail.Dates) == 0 {
			slot = string(w.Kind)
		}
		if w.Fix == "attachment" && w.Attached {
			slot += ".here"
		}
	case Deliver:
		if words := strings.Fields(strings.ToLower(w.Promise.What)); !w.Attached && len(words) > 0 && w.lang.sets["feedback"][words[len(words)-1]] {
			return "deliver.feedback"
		}
		if w.Late {
			slot += ".late"
		}
		if w.Attached {
			slot += ".attached"
		}
	}
	return slot
}

// wider is the slot that a slot is a case of, "" for none.
func wider(slot string) string { return slot[:max(strings.LastIndexByte(slot, '.'), 0)] }

// first returns the first line of a slot, or nothing.
func (t table) first(slot string) string {
	if list := t.lines(slot, "", ""); len(list) > 0 {
		return list[0]
	}
	return ""
}

// openAndClose writes greeting and sign-off, as far as this person does in a
// mail like this.
func (w *writer) openAndClose() {
	ghost := w.Voice.Temperament == "ghost" && w.Voice.Formality != "formal"
	if !ghost && w.habit("greets", w.habits.greets) {
		w.greeting = w.greet()
	}
	if !ghost && w.habit("signs", w.habits.signs) {
		w.signOff = w.sign()
	} else if name := w.values["me"]; name != "" && w.Kind != Forward {
		w.signOff = guarded(name)
	}
	w.frame = countWords(w.greeting) + countWords(w.signOff)
	w.budget.high = max(w.budget.high, w.frame+11)
}

// habit reports whether the person keeps to a form here: always in the first
// mail of a thread, in sad ones and in formal ones, later as often as they do.
func (w *writer) habit(form string, often int) bool {
	if w.grave || w.Voice.Formality == "formal" || w.ThreadReplies == 0 && w.Kind != Followup && w.Kind != Correction {
		return true
	}
	return w.draw(form).IntN(10) < often
}

// greet returns the greeting line.
func (w *writer) greet() string {
	line := w.favourite("greeting", w.values["name"] == "")
	if strings.HasSuffix(line, "!") || line == "" {
		return line
	}
	comma := w.habits.comma
	if unguard(line) == w.values["name"] && comma == "!" {
		comma = "," // a name alone is no cry
	}
	if comma == "!" && !w.habits.exclaims || w.grave {
		comma = ","
	}
	if marks := w.lang.lines("after-greeting", "", w.Voice.Formality); len(marks) > 0 {
		comma = marks[0]
	}
	return line + comma
}

// sign returns the sign-off with the name.
func (w *writer) sign() string {
	line, name := w.favourite("signoff", false), w.values["me"]
	if w.habits.initials && name != "" {
		name = string([]rune(name)[:1])
	}
	switch {
	case name == "":
		return line
	case w.habits.inline && countWords(line) < 3:
		return line + ", " + guarded(name)
	case w.Voice.Formality == "casual" && w.habits.bare, len(w.lang.table["bare-signoff"]) > 0:
		return line + "\n" + guarded(name)
	}
	return line + ",\n" + guarded(name)
}

// favourite returns a line of a slot: mostly the one the person likes best.
func (w *writer) favourite(slot string, nameless bool) string {
	greets := slot == "greeting"
	switch {
	case w.mourning:
		slot += ".grave"
	case w.calm && !greets && len(w.lang.table["signoff.calm"]) > 0:
		slot += ".calm"
	}
	list := w.lang.lines(slot, w.Voice.Temperament, w.Voice.Formality)
	list = slices.DeleteFunc(list, func(s string) bool { return strings.Contains(s, "{name}") == nameless && greets })
	if len(list) == 0 {
		return ""
	}
	r := w.draw(slot)
	order := w.Seed.Draw("voice/1:"+slot, w.Voice.Address).Perm(len(list))
	at := order[0]
	if len(order) > 1 && r.Chance(0.25) {
		at = order[1]
	}
	e := expansion{w: w, r: r}
	s := e.fill(list[at])
	if w.habits.lower && !w.grave {
		return outside(s, strings.ToLower)
	}
	return s
}
