package compose

import (
	"strings"
	"unicode"
)

// initiate writes a mail out of the blue: about the case, what the person
// wants, or what they remember.
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
	w.values["topic"] = orElse(w.Case.Title, w.values["want"])
	w.core("initiate." + about)
	if w.Occasion <= 1 && w.left() >= 8 {
		w.add("initiate.who", atStart, 0)
	}
	if about == "wants" && w.Case.Title != "" && w.left() >= 6 {
		w.add("initiate.case", atMiddle, 1)
	}
	if n := len(w.Memory); n > 0 && w.left() >= 12 {
		w.values["note"] = bareNote(w.Memory[n-1])
		w.add("note", atMiddle, 2)
	}
	if w.left() >= 4 {
		w.add("initiate.ask", atEnd, 0)
	}
	w.fill("")
}

// subject returns the subject of a mail that starts a thread.
func (w *writer) subject() string {
	if w.Case.Title != "" {
		w.values["topic"] = w.Case.Title
	} else if want := w.values["want"]; want != "" {
		w.values["topic"] = shorten(strings.TrimPrefix(want, "to "), 6)
	} else if w.values["topic"] == "" {
		w.values["topic"] = orElse(w.values["what"], w.mail.NounPhrase)
	}
	slot := "subject"
	if w.Kind != Initiate {
		slot += "." + string(w.Kind)
	}
	if w.values["topic"] == "" {
		slot = "subject.blank"
	}
	s, n := w.sentence(slot, 16, true)
	if n == 0 {
		s, _ = w.sentence("subject", 16, true)
	}
	s = strings.TrimRight(unguard.Replace(s), ".")
	if s == "" {
		return w.values["topic"]
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

// absence returns the text of an out-of-office notice: the person's own
// message as it stands, or one from the tables.
func (w *writer) absence() Draft {
	message := w.Absence.Message
	message = strings.ToValidUTF8(message[:min(len(message), maxAbsence)], "")
	message = strings.TrimSpace(strings.Map(dropPrivate, message))
	if message != "" {
		return Draft{Text: obey(strings.ReplaceAll(message, "\r\n", "\n")), Why: "the absence message"}
	}
	w.budget = budget{low: 5, high: 60, target: 30}
	w.openAndClose()
	if w.greeting == "" {
		w.greeting = w.greet()
	}
	w.why = append(w.why, "an absence without a message")
	if w.values["back"] != "" {
		w.core("ooo.until")
	} else {
		w.core("ooo")
	}
	w.add("ooo.then", atEnd, 0)
	w.Subject = orElse(w.Subject, "-")
	return w.finish()
}
