package compose

import (
	"strings"
	"unicode"
)

// initiate writes a mail out of the blue: about the case, what the person
// wants, or what they remember. The thread is theirs.
func (w *writer) initiate() {
	w.openAndClose()
	about := "blank"
	switch {
	case w.values["wants"] != "":
		about = "wants"
	case w.Case.Title != "":
		about = "case"
	}
	w.why = append(w.why, "writes first, about "+about)
	if w.Occasion <= 1 && w.length != "short" {
		w.put("initiate.who", atStart)
	}
	w.put("initiate."+about, atStart)
	if about == "wants" && w.Case.Title != "" {
		w.put("initiate.case", atMiddle)
	}
	if n := len(w.Memory); n > 0 && w.left() >= 12 {
		w.values["note"] = bareNote(w.Memory[n-1])
		w.put("answer.note", atMiddle)
	}
	if about != "blank" && w.Voice.Temperament != "ghost" {
		w.put("initiate.ask", atEnd)
	}
	w.background(atMiddle)
	w.Thread.Mine = true
	w.Thread.Turns++
	if w.Thread.Want == "" {
		w.Thread.Want = orElse(w.values["want"], w.Case.Title)
	}
}

// subject returns the subject of a mail that starts a thread.
func (w *writer) subject() string {
	slot := "subject"
	if w.Kind != Initiate {
		slot += "." + string(w.Kind)
	}
	topic := w.Case.Title
	if want := w.values["want"]; topic == "" && want != "" {
		topic = shorten(strings.TrimPrefix(want, "to "), 6)
	}
	for _, other := range []string{w.values["what"], w.mail.NounPhrase} {
		topic = orElse(topic, other)
	}
	if topic == "" {
		slot = "subject.blank"
	}
	w.values["topic"] = topic
	s, _ := w.sentence(slot)
	s = strings.TrimRight(unguard(s), ".")
	if s == "" {
		return topic
	}
	r := []rune(s)
	if !w.habits.lower {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

func shorten(s string, n int) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(len(words), n)], " ")
}

// maxAbsence is the longest absence message taken over, in bytes.
const maxAbsence = 4000

// dropPrivate leaves out private characters: some mark places in a draft.
func dropPrivate(r rune) rune {
	if unicode.Is(unicode.Co, r) {
		return -1
	}
	return r
}

func (a Absence) since() string {
	if strings.HasPrefix(a.From, "0001-") {
		return ""
	}
	return a.From
}

func (a Absence) until() string {
	if strings.HasPrefix(a.To, "9999-") {
		return ""
	}
	return a.To
}

// absence returns the text of an out-of-office notice: the person's own
// message as it stands, or one from the tables.
func (w *writer) absence() Draft {
	message := w.Absence.Message
	message = strings.ToValidUTF8(message[:min(len(message), maxAbsence)], "")
	message = strings.TrimSpace(strings.Map(dropPrivate, message))
	if message != "" {
		return Draft{Text: obey(strings.ReplaceAll(message, "\r\n", "\n")), Why: "the absence message"}
	}
	w.openAndClose()
	if w.greeting == "" {
		w.greeting = w.greet()
	}
	w.why = append(w.why, "an absence without a message")
	if w.values["back"] != "" {
		w.put("ooo.until", atStart)
	} else {
		w.put("ooo", atStart)
	}
	w.put("ooo.then", atEnd)
	w.Subject = orElse(w.Subject, "-")
	return w.finish()
}
