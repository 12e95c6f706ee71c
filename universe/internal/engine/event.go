package engine

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/seam"
)

// lazyData is event data that refers to a mail instead of copying its text.
type lazyData interface {
	mailsim.EventData
	resolve() mailsim.EventData
}

// eventRec is an event as stored.
type eventRec struct {
	id   int64
	seq  mailsim.Mark
	at   instant
	data mailsim.EventData
}

func (e *eventRec) subject() seam.Subject {
	if a, ok := e.data.(seam.About); ok { // made here, from a mail
		return a.About()
	}
	return seam.AboutOf(e.data)
}

// reaches tells whether the event says what became of a mail at a person: it was
// received, junked, or will get no answer.
func (e *eventRec) reaches() bool {
	switch e.data.EventType() {
	case mailsim.EventPersonaReceived, mailsim.EventPersonaIgnored, mailsim.EventPersonaJunked:
		return true
	}
	return false
}

// event returns the public form. It may parse mail: call it without the lock.
func (e *eventRec) event() mailsim.Event {
	s := e.subject()
	data := e.data
	if lazy, ok := data.(lazyData); ok {
		data = lazy.resolve()
	}
	return mailsim.Event{ID: e.id, Type: data.EventType(), At: e.at.time(), PersonaID: s.PersonaID, CaseID: s.CaseID, MessageID: s.MessageID, Data: data}
}
