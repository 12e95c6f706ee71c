package state

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/seam"
)

// Lazy is event data that refers to a mail instead of copying its text.
type Lazy interface {
	mailsim.EventData
	Resolve() mailsim.EventData // the public form; it may parse mail
}

// Event is an event as stored.
type Event struct {
	ID   int64
	Seq  mailsim.Mark
	At   Instant
	Data mailsim.EventData
}

// Subject says whom and which mail the event is about.
func (e *Event) Subject() seam.Subject {
	if a, ok := e.Data.(seam.About); ok { // made here, from a mail
		return a.About()
	}
	return seam.AboutOf(e.Data)
}

// Reaches tells whether the event says what became of a mail at a person: it was
// received, junked, or will get no answer.
func (e *Event) Reaches() bool {
	switch e.Data.EventType() {
	case mailsim.EventPersonaReceived, mailsim.EventPersonaIgnored, mailsim.EventPersonaJunked:
		return true
	}
	return false
}

// Event returns the public form. It may parse mail: call it without the lock.
func (e *Event) Event() mailsim.Event {
	s := e.Subject()
	data := e.Data
	if lazy, ok := data.(Lazy); ok {
		data = lazy.Resolve()
	}
	return mailsim.Event{ID: e.ID, Type: data.EventType(), At: e.At.Time(), PersonaID: s.PersonaID, CaseID: s.CaseID, MessageID: s.MessageID, Data: data}
}

// Sent is persona.sent with what only waits for replies ask. It is here, below all
// packages that make it and read it.
type Sent struct {
	mailsim.PersonaSent
	Answered []string // all mails that it answers
	PassedOn bool     // it forwards a mail
}

// Resolve returns the public form.
func (e Sent) Resolve() mailsim.EventData { return e.PersonaSent }

// About says whom and which mail it is about.
func (e Sent) About() seam.Subject { return seam.AboutOf(e.PersonaSent) }

// SentOf returns the data of a persona.sent, which a store may hold in the public form.
func SentOf(data mailsim.EventData) (e Sent, ok bool) {
	switch d := data.(type) {
	case Sent:
		return d, true
	case mailsim.PersonaSent:
		return Sent{PersonaSent: d}, true
	}
	return Sent{}, false
}
