package compose

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// item is one thing asked of the person.
type item struct {
	text, topic, kind string
	yesNo, wanted     bool // a yes or no; something is to be done
	document          bool
	dates             []string
}

// items returns what the mails ask, the newest mail's first thing last asked
// of all: batched mails are answered in their order.
func (w *writer) items() []item {
	var out []item
	for _, g := range w.Mails {
		for _, q := range g.Questions {
			out = append(out, item{q.Text, clean(q.Topic, 9), q.Kind, q.YesNo, false, false, q.Dates})
		}
		for _, r := range g.Requests {
			out = append(out, item{r.Text, clean(r.Object, 9), "", false, true, r.Document, nil})
		}
	}
	return out
}

// Paragraphs of a reply, in order.
const (
	atStart = iota
	atAnswer
	atMiddle
	atEnd
)

// step is a part of a mail that a temperament adds while there is room.
type step struct {
	slot string
	at   int
}

// manners is the order in which a temperament adds to the core of a mail: what
// stands first is written even in a short mail.
var manners = map[string][]step{
	"responsive": {{"next", atEnd}, {"react", atStart}, {"status", atMiddle}, {"close", atEnd}, {"summary", atMiddle}, {"detail", atMiddle}, {"role", atMiddle}},
	"busy":       {{"excuse", atEnd}, {"next", atEnd}, {"detail", atMiddle}, {"status", atMiddle}},
	"procedural": {{"react", atStart}, {"reference", atMiddle}, {"next", atEnd}, {"role", atMiddle}, {"status", atMiddle}, {"summary", atMiddle}, {"close", atEnd}},
	"skeptical":  {{"react", atStart}, {"doubt", atEnd}, {"next", atEnd}, {"detail", atMiddle}, {"role", atMiddle}, {"status", atMiddle}},
	"flaky":      {{"react", atStart}, {"next", atEnd}, {"tangent", atMiddle}, {"close", atEnd}, {"detail", atMiddle}, {"status", atMiddle}},
	"difficult":  {{"react", atStart}, {"demand", atEnd}, {"detail", atMiddle}, {"status", atMiddle}, {"next", atEnd}},
	"ghost":      {},
	"":           {{"react", atStart}, {"next", atEnd}, {"detail", atMiddle}, {"status", atMiddle}, {"close", atEnd}, {"role", atMiddle}},
}

// respond writes every kind of mail that belongs to a thread.
func (w *writer) respond() {
	w.openAndClose()
	react := ""
	switch {
	case w.ImagesOnly && w.Kind == Reply:
		w.why = append(w.why, "the mail is only images")
		w.core("images" + dotted(w.Voice.Access))
	case w.Kind == Reply || w.Kind == "":
		react = w.answer()
		if w.Promise.Phrase != "" && len(w.promises) == 0 {
			w.pledge()
		}
	case w.Kind == Followup:
		w.why = append(w.why, "a second mail")
		w.followUp()
	default:
		w.why = append(w.why, string(w.Kind))
		w.core(w.slotOfKind())
	}
	w.fill(react)
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
		if w.Late {
			slot += ".late"
		}
		if w.Attached {
			slot += ".attached"
		}
	}
	return slot
}

// core writes a sentence that the mail cannot do without: one that leaves room
// for what is still to be answered, else one that fits. In a mail that says
// nothing yet, and with those who answer everything, one that is too long is
// better than none; when all was said before, the person says so.
func (w *writer) core(slot string) {
	rooms := []int{min(w.left()+4, w.room()/max(w.ahead, 1)), w.room()}
	if len(w.parts) == 0 || w.Voice.Temperament == "responsive" {
		rooms = append(rooms, w.room()+4, w.room()+20)
	}
	if w.owes && w.Promise.Phrase != "" && len(w.promises) == 0 {
		w.pledging = true // say it here if it can be said
		done := w.say(slot, rooms)
		if w.pledging = false; done {
			return
		}
	}
	if w.say(slot, rooms) {
		return
	}
	if len(w.parts) == 0 {
		w.put("again", 100, atAnswer, 0)
	}
}

// say writes a sentence of the slot, or of a wider one, in the first room that
// holds one.
func (w *writer) say(slot string, rooms []int) bool {
	for _, room := range rooms {
		for s := slot; s != ""; s = wider(s) {
			if w.put(s, room, atAnswer, len(w.parts)) {
				return true
			}
		}
	}
	return false
}

// wider is the slot that a slot is a case of, "" for none.
func wider(slot string) string { return slot[:max(strings.LastIndexByte(slot, '.'), 0)] }

// answer answers what the mail asks, or reacts to what it is. It returns the
// slot of a first reaction that goes with that.
func (w *writer) answer() string {
	if w.mail.Language != "" && w.mail.Language != "en" && w.ThreadReplies == 0 {
		w.why = append(w.why, "written in "+w.mail.Language)
		w.add("foreign", atStart, 0)
	}
	items := w.items()
	closed := w.mail.Kind == gist.Cold || w.mail.Kind == gist.Newsletter
	if len(items) == 0 || closed {
		kind := orElse(string(w.mail.Kind), string(gist.Unclear))
		w.why = append(w.why, kind)
		slot := "mail." + kind
		if w.values["theirpromise"] != "" && !closed {
			slot = "mail.promise"
		}
		if w.mail.Kind == gist.Cold && w.mail.ColdStep > 1 {
			slot += ".again"
		}
		w.owes = true
		w.core(slot)
		if len(w.table.tiers("react", w.Voice.Temperament, w.Voice.Formality)[0]) == 0 || w.Voice.Temperament == "responsive" {
			return "" // it would say the same twice
		}
		return "react"
	}
	n := w.howMany(len(items))
	for i, it := range items[:n] {
		if i > 0 && w.room() < 3 && w.Voice.Temperament != "responsive" {
			break
		}
		w.ahead, w.owes = n-i, it.wanted || !slices.ContainsFunc(items, func(it item) bool { return it.wanted })
		w.answerItem(it)
	}
	react := "react." + string(w.mail.Kind)
	for _, slot := range []string{react, "react"} {
		if len(w.table.tiers(slot, w.Voice.Temperament, w.Voice.Formality)[0]) > 0 {
			return slot // in this temperament's own words
		}
	}
	return react
}

// pledge says what is promised, where no answer did.
func (w *writer) pledge() {
	it := item{text: "promise"}
	for _, asked := range w.items() {
		if asked.wanted {
			it = asked
			break
		}
	}
	w.setTopic(it)
	w.put("promise", w.room()+20, atAnswer, len(w.parts))
	w.setTopic(item{})
}

// howMany is how many of n things this person answers.
func (w *writer) howMany(n int) int {
	most := maxAnswers
	switch w.Voice.Temperament {
	case "responsive":
		most = 2 * maxAnswers
	case "busy":
		if w.draw("first").Chance(0.5) {
			most = 1
		}
	case "flaky":
		most = 2
	case "ghost":
		most = 1
	}
	return min(n, most)
}

// answerItem answers one thing: from a fact, from memory, about a date, or by
// what this person says when asked such a thing.
func (w *writer) answerItem(it item) {
	w.setTopic(it)
	defer w.setTopic(item{})
	slot := w.slotFor(it)
	w.why = append(w.why, strings.TrimSpace(slot+" "+it.topic))
	if it.topic != "" {
		w.refer(it.topic)
	}
	w.core(slot)
}

// setTopic lets {topic}, {asked} and the dates stand for an item.
func (w *writer) setTopic(it item) {
	topic := it.topic
	if topic == "" && it.text != "" {
		if topic = w.mail.NounPhrase; topic == "" || len(w.Mails) > 1 {
			topic = orElse(w.table.first("that"), "that")
		}
	}
	w.values["topic"], w.values["asked"] = topic, w.asked(it, topic)
	w.values["date"], w.values["date2"] = "", ""
	if n := len(it.dates); n > 0 {
		pick := w.draw("date").IntN(n)
		w.values["date"] = clean(it.dates[pick], 8)
		if n > 1 {
			w.values["date2"] = clean(it.dates[(pick+1)%n], 8)
		}
	}
}

// asked names what a question wants to know: "the date for the delivery".
func (w *writer) asked(it item, topic string) string {
	line := w.table.first("asked." + strings.ReplaceAll(it.kind, " ", "_"))
	if line == "" || it.topic == "" || it.kind == "" {
		return topic
	}
	for _, word := range stems(line) {
		if slices.Contains(stems(topic), word) {
			return topic // "the price of the price"
		}
	}
	return strings.ReplaceAll(line, "{topic}", topic)
}

// first returns the first line of a slot, or nothing.
func (t table) first(slot string) string {
	if list := t.lines(slot, "", ""); len(list) > 0 {
		return list[0]
	}
	return ""
}

// slotFor decides how an item is answered, and sets the values for it.
func (w *writer) slotFor(it item) string {
	if w.Voice.Knows != "little" {
		if f := w.match(it); f != nil {
			return w.factSlot(f)
		}
		if strings.Contains(strings.ToLower(it.text), "status") && w.Case.Status != "" {
			return w.factSlot(&fact{key: "status", value: w.Case.Status})
		}
	}
	if note := w.recall(it); note != "" && w.Voice.Temperament != "ghost" {
		w.values["note"] = note
		return "note"
	}
	switch {
	case it.yesNo && len(it.dates) > 1:
		return "dates"
	case it.yesNo && len(it.dates) == 1:
		return "date"
	case it.document:
		return "document"
	case it.wanted:
		return "request"
	case it.yesNo:
		return "yesno"
	case it.kind == "why":
		return "open.why"
	}
	return "open"
}

// factSlot sets the values of a fact and returns the slot that tells it.
func (w *writer) factSlot(f *fact) string {
	w.values["key"], w.values["value"], w.values["is"] = f.key, f.value, "is"
	if strings.HasSuffix(f.key, "s") && !strings.HasSuffix(f.key, "ss") && !strings.HasSuffix(f.key, "us") {
		w.values["is"] = "are"
	}
	switch strings.ToLower(f.value) {
	case "yes", "true":
		return "fact.yes"
	case "no", "false":
		return "fact.no"
	}
	if countWords(f.value) > 7 {
		return "fact.long"
	}
	return "fact"
}

// followUp writes the second mail: what was left unanswered, or one more thought.
func (w *writer) followUp() {
	items := w.items()
	if len(items) > 1 && w.Voice.Temperament == "busy" {
		w.add("followup.open", atStart, 0)
		w.answerItem(items[1])
		return
	}
	w.core("followup")
}

// fill adds what this temperament adds, until the mail is as long as it shall
// be. Where nothing is left that was not said before, it stays shorter.
func (w *writer) fill(react string) {
	if w.Voice.Temperament == "ghost" {
		return
	}
	steps, ok := manners[w.Voice.Temperament]
	if !ok {
		steps = manners[""]
	}
	for _, s := range steps {
		if w.left() < 3 {
			break
		}
		w.step(s, react)
	}
	more := "detail"
	switch {
	case w.Kind == Initiate:
		more = "more"
	case !w.answers() || w.Kind == Followup:
		return // such a mail says one thing
	}
	for w.left() >= 6 && w.add(more, atMiddle, len(w.parts)) {
	}
	for n := 0; n < 2 && w.words+w.frame < w.budget.low && w.add("detail.short", atMiddle, len(w.parts)); n++ {
	}
}

// answers reports whether the mail answers one of the correspondent.
func (w *writer) answers() bool {
	return !w.ImagesOnly && (w.Kind == Reply || w.Kind == Followup || w.Kind == "")
}

// step adds one part, if it goes with this kind of mail.
func (w *writer) step(s step, react string) {
	slot := s.slot
	if w.answers() && w.mail.Closing && (s.at == atEnd && slot != "close" || slot == "reference") {
		return // nothing is left to be done
	}
	switch slot {
	case "react":
		if react != "" {
			w.add(react, s.at, 0)
		}
		return
	case "close":
		if !w.answers() || w.mail.Kind == gist.Complaint {
			return
		}
	case "doubt", "demand":
		if !w.answers() && w.Kind != Initiate && w.Kind != Nudge {
			return
		}
	case "detail", "tangent", "excuse", "summary":
		if !w.answers() {
			return
		}
	case "role":
		if !w.answers() {
			return
		}
		if f := w.field(); f != "" && w.add("role."+f, s.at, len(w.parts)) {
			return
		}
	case "reference":
		if w.values["number"] == "" {
			slot = "reference.missing"
		}
	case "next":
		slot = "next." + string(w.Kind)
		if w.Kind == Reply && len(w.promises) > 0 {
			slot = "next.promised"
		}
	}
	w.add(slot, s.at, len(w.parts))
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
// mail of a thread and in formal ones, later as often as they do.
func (w *writer) habit(form string, often int) bool {
	if w.Voice.Formality == "formal" || w.ThreadReplies == 0 && w.Kind != Followup && w.Kind != Correction {
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
	if unguard.Replace(line) == w.values["name"] && comma == "!" {
		comma = "," // a name alone is no cry
	}
	if comma == "!" && !w.habits.exclaims {
		comma = ","
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
	case w.habits.inline:
		return line + ", " + guarded(name)
	case w.Voice.Formality == "casual" && w.habits.bare:
		return line + "\n" + guarded(name)
	}
	return line + ",\n" + guarded(name)
}

// favourite returns a line of a slot: mostly the one the person likes best.
func (w *writer) favourite(slot string, nameless bool) string {
	list := w.table.lines(slot, w.Voice.Temperament, w.Voice.Formality)
	list = slices.DeleteFunc(list, func(s string) bool { return strings.Contains(s, "{name}") == nameless && slot == "greeting" })
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
	if w.habits.lower {
		return outside(s, strings.ToLower)
	}
	return s
}
