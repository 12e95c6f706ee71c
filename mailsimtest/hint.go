package mailsimtest

// What a story says at its end of what may not be as the test means it.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// hint is a line about something that came to nothing without an error.
type hint struct {
	from  int64    // the event that it is about, or at which it was seen
	about []string // addresses
	text  string
}

// maxHints is how many lines of a kind a story has.
const maxHints = 5

// seesHint tells whether a hint is of this test's time and not about another's
// mail.
func (v *sight) seesHint(h hint) bool {
	if v == nil {
		return true
	}
	if h.from <= v.from {
		return false
	}
	return slices.ContainsFunc(h.about, v.is(v.own)) || !slices.ContainsFunc(h.about, v.is(v.foreign))
}

// hints are the lines that a test sees.
func (s *Server) hints(v *sight) (lines []string) {
	l := s.look()
	kinds := [][]hint{s.undialed(), s.overtaken(), l.tags()}
	if s.t.Failed() {
		kinds = append(kinds, l.nobodies())
	}
	for _, kind := range kinds {
		kind = slices.DeleteFunc(kind, func(h hint) bool { return !v.seesHint(h) })
		more := len(kind) - maxHints
		for _, h := range kind[:min(len(kind), maxHints)] {
			lines = append(lines, h.text)
		}
		if more > 0 {
			lines = append(lines, fmt.Sprintf("… and %d more like that", more))
		}
	}
	return lines
}

// look is what hints are made of: what the log says of each address.
type look struct {
	s     *Server
	boxes []mailsim.Mailbox
	last  int64
	at    map[string]*addressLook // lower case
	order []string                // in the order of the log
}

// addressLook is what the log says of an address. Numbers are those of events, 0
// for none.
type addressLook struct {
	address  string
	sent     int64 // its first mail
	got      int64 // the first mail to it
	subject  string
	from     string
	made     int64 // a person was put behind it because of mail to it
	madeWhy  string
	returned bool // a mail to it bounced
	box      *mailsim.Mailbox
}

func (l *look) of(address string) *addressLook {
	key := addr.Key(address)
	a := l.at[key]
	if a == nil {
		a = &addressLook{address: address}
		l.at[key] = a
		l.order = append(l.order, key)
	}
	return a
}

// look reads the log once.
func (s *Server) look() *look {
	l := &look{s: s, boxes: s.world.Mailboxes(), at: map[string]*addressLook{}}
	types := []mailsim.EventType{mailsim.EventMailDelivered, mailsim.EventPersonaCreated, mailsim.EventPersonaBounced}
	for e := range s.world.Log(mailsim.EventFilter{Types: types}) {
		l.last = e.ID
		switch d := e.Data.(type) {
		case mailsim.MailDelivered:
			if d.From != "" {
				a := l.of(d.From)
				a.sent = cmp.Or(a.sent, e.ID)
			}
			for _, to := range d.To {
				if a := l.of(to); a.got == 0 {
					a.got, a.subject, a.from = e.ID, d.Subject, cmp.Or(d.From, "nobody")
				}
			}
		case mailsim.PersonaCreated:
			a := l.of(d.Address)
			a.made, a.madeWhy = e.ID, d.Why
		case mailsim.PersonaBounced:
			l.of(d.Address).returned = true
		}
	}
	for i := range l.boxes {
		a := l.of(l.boxes[i].Address)
		a.box = &l.boxes[i]
	}
	if s.Universe != nil {
		l.last = s.lastEvent()
	}
	return l
}
