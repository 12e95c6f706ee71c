package feed

import (
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// bodyCache keeps the bodies of the latest events, so that one who hears of an
// event among hundreds neither encodes it again nor takes the lock. A body is
// good until any person changes.
type bodyCache struct {
	People atomic.Uint64 // counts the changes of people
	slots  [256]atomic.Pointer[cachedBody]
}

type cachedBody struct {
	of     *state.Event
	people uint64
	body   []byte
}

// maxCachedBody bounds what one slot keeps.
const maxCachedBody = 8 << 10

// EventBody returns the body that webhooks and the live stream carry: the event, and the person's record when the event is about one. Signs
// of HTML stand in it as they are.
func (u *Part) EventBody(e mailsim.Event) ([]byte, error) {
	b := plain.Event{Type: string(e.Type), ID: e.ID, At: e.At, Source: "service", Data: e.Data, CaseID: e.CaseID}
	if e.PersonaID != "" {
		b.Persona = &plain.Person{ID: e.PersonaID, Addresses: []string{}, ExternalIDs: map[string]string{}}
		if p, err := u.people.Persona(e.PersonaID); err == nil {
			b.Persona = &plain.Person{ID: p.ID, Name: p.Name, Addresses: p.Addresses, ExternalIDs: p.ExternalIDs}
		}
	}
	return plain.JSON(b)
}

// Body is EventBody of a record. The bytes are shared.
func (u *Part) Body(e *state.Event) ([]byte, error) {
	slot := &u.Bodies.slots[e.ID%int64(len(u.Bodies.slots))]
	people := u.Bodies.People.Load()
	if c := slot.Load(); c != nil && c.of == e && c.people == people {
		return c.body, nil
	}
	b, err := u.EventBody(e.Event())
	if err == nil && len(b) <= maxCachedBody {
		slot.Store(&cachedBody{e, people, b})
	}
	return b, err
}
