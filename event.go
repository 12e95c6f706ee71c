package mailsim

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/seam"
)

// EventType names a kind of event (spec 6).
type EventType string

// Event is one entry of the activity log.
type Event struct {
	ID        int64     // rises by one within the universe, from 1
	Type      EventType //
	At        time.Time // on the simulated clock
	PersonaID string    // the person it is about, if any
	CaseID    string    // the case it is about, if any
	MessageID string    // the mail it is about, if any
	Data      EventData // one struct per type: PersonaSent, LinkOpened, …
}

// EventData is the part of an event that its type decides.
type EventData interface{ EventType() EventType }

// Mark is a place in all that happens in a universe. It is finer than event
// numbers: mail filed without an event has its place too. The zero Mark is the
// beginning.
type Mark int64

// instant is a simulated time in 12 bytes. Instants are in UTC.
type instant struct {
	sec  int64
	nsec int32
}

func instantOf(t time.Time) instant { return instant{t.Unix(), int32(t.Nanosecond())} }

func (i instant) time() time.Time { return time.Unix(i.sec, int64(i.nsec)).UTC() }

func (i instant) before(o instant) bool {
	return i.sec < o.sec || i.sec == o.sec && i.nsec < o.nsec
}

// lazyData is event data that refers to a mail instead of copying its text.
type lazyData interface {
	EventData
	resolve() EventData
}

// eventRec is an event as stored.
type eventRec struct {
	id   int64
	seq  Mark
	at   instant
	data EventData
}

// subject is what an event is about, for filters and for the body of webhooks.
type subject = seam.Subject

// about is implemented by event data that concerns a person, a case or a mail.
type about interface{ about() subject }

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
	case EventPersonaReceived, EventPersonaIgnored, EventPersonaJunked:
		return true
	}
	return false
}

// event returns the public form. It may parse mail: call it without the lock.
func (e *eventRec) event() Event {
	s := e.subject()
	data := e.data
	if lazy, ok := data.(lazyData); ok {
		data = lazy.resolve()
	}
	return Event{e.id, data.EventType(), e.at.time(), s.PersonaID, s.CaseID, s.MessageID, data}
}

// EventFilter chooses events. Its zero value chooses all.
type EventFilter struct {
	After, Before int64       // event ids, both exclusive; 0 is no bound
	Since         Mark        // only what came after this mark
	Types         []EventType // of EventTypes, or prefixes ending in *; empty is every type
	PersonaID     string      //
	CaseID        string      //
	Limit         int         // at most so many; 0 is the default of the call
}

func (f EventFilter) matches(e *eventRec) bool {
	if f.Before > 0 && e.id >= f.Before || e.id <= f.After || e.seq <= f.Since {
		return false
	}
	if !matchType(f.Types, e.data.EventType()) {
		return false
	}
	if f.PersonaID == "" && f.CaseID == "" {
		return true
	}
	s := e.subject()
	return (f.PersonaID == "" || s.PersonaID == f.PersonaID) && (f.CaseID == "" || s.CaseID == f.CaseID)
}

// check refuses bounds below 0, and a type or prefix that no event has: what is
// misspelt would be waited for in vain. The log may hold types of a later version.
func (f EventFilter) check(log *eventLog) error {
	switch {
	case f.Limit < 0:
		return invalidf("limit must not be negative")
	case f.After < 0:
		return invalidf("after must not be negative")
	case f.Before < 0:
		return invalidf("before must not be negative")
	}
	return checkTypes(f.Types, log.has)
}

// checkTypes refuses types, and prefixes ending in *, of which no event can come, and
// names them, at most five. Those that there is anyway are taken.
func checkTypes(types []EventType, there func(EventType) bool) error {
	var unknown []string
	for _, t := range types {
		if !knownType(t) && !there(t) && len(unknown) < 5 {
			unknown = append(unknown, fmt.Sprintf("%.100q", string(t)))
		}
	}
	switch len(unknown) {
	case 0:
		return nil
	case 1:
		return invalidf("unknown event type %s", unknown[0])
	}
	return invalidf("unknown event types %s", strings.Join(unknown, ", "))
}

func knownType(t EventType) bool {
	one := []EventType{t}
	for _, known := range EventTypes() {
		if matchType(one, known) {
			return true
		}
	}
	return false
}

// matchType reports whether a list of names and prefixes covers a type.
func matchType(types []EventType, t EventType) bool {
	if len(types) == 0 {
		return true
	}
	return slices.ContainsFunc(types, func(want EventType) bool {
		if prefix, ok := strings.CutSuffix(string(want), "*"); ok {
			return strings.HasPrefix(string(t), prefix)
		}
		return want == t
	})
}

// EventPage is a part of the log.
type EventPage struct {
	Events []Event `json:"events"`
	Last   int64   `json:"last"`           // id of the newest event of the log
	Gone   int64   `json:"gone,omitempty"` // the events up to this id are kept no longer; 0 when all are
}

// Bounds of a page of events (design 4).
const (
	defaultEventLimit = 100
	maxEventLimit     = 1000
)

// Events returns a page of the log: oldest first when After is given, else
// newest first. Limit defaults to 100 and is at most 1,000. A negative bound
// or limit is ErrInvalid, and so is a type that no event has.
func (u *Universe) Events(f EventFilter) (EventPage, error) { return u.eventPage(f, f.After > 0) }

// EventsAfter is Events oldest first, also from the beginning (after 0).
func (u *Universe) EventsAfter(f EventFilter) (EventPage, error) { return u.eventPage(f, true) }

func (u *Universe) eventPage(f EventFilter, oldestFirst bool) (EventPage, error) {
	log := u.log()
	if err := f.check(log); err != nil {
		return EventPage{}, err
	}
	limit := min(cmp.Or(f.Limit, defaultEventLimit), maxEventLimit)
	page := EventPage{Events: []Event{}, Last: log.last(), Gone: log.base}
	first, n := log.after(f.After), log.len()
	for i := first; i < n; i++ {
		e := log.index(i)
		if !oldestFirst {
			e = log.index(n - 1 - (i - first))
		}
		if f.matches(e) {
			page.Events = append(page.Events, e.event())
			if len(page.Events) >= limit {
				break
			}
		}
	}
	return page, nil
}

// log returns the log as of the last commit, without the universe's lock.
func (u *Universe) log() *eventLog {
	u.mustBeMade()
	return u.w.told.Load()
}

// Log yields the events that are there, oldest first. Limit 0 is no limit. A type
// that no event has yields none.
func (u *Universe) Log(f EventFilter) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		n := 0
		for e := range u.log().from(f.After) {
			if !f.matches(e) {
				continue
			}
			if n++; !yield(e.event()) || n == f.Limit {
				return
			}
		}
	}
}

// EventsOf yields the events of one type together with their data:
//
//	for e, sent := range mailsim.EventsOf[mailsim.PersonaSent](u.Log(mailsim.EventFilter{})) { … }
func EventsOf[T EventData](events iter.Seq[Event]) iter.Seq2[Event, T] {
	return func(yield func(Event, T) bool) {
		for e := range events {
			if data, ok := e.Data.(T); ok && !yield(e, data) {
				return
			}
		}
	}
}

// MarshalJSON writes the body of spec 6.2, without the person's record.
func (e Event) MarshalJSON() ([]byte, error) {
	return plain.JSON(plain.Event{Type: string(e.Type), ID: e.ID, At: e.At, Source: "service", Data: e.Data, CaseID: e.CaseID})
}

// EventBytes is an event as it leaves.
type EventBytes struct {
	ID   int64
	Type EventType
	Body []byte // see EventBody
}

// EventBody returns the body that webhooks and the live stream carry (spec
// 6.2): the event, and the person's record when the event is about one. Signs
// of HTML stand in it as they are.
func (u *Universe) EventBody(e Event) ([]byte, error) {
	b := plain.Event{Type: string(e.Type), ID: e.ID, At: e.At, Source: "service", Data: e.Data, CaseID: e.CaseID}
	if e.PersonaID != "" {
		b.Persona = &plain.Person{ID: e.PersonaID, Addresses: []string{}, ExternalIDs: map[string]string{}}
		if p, err := u.Persona(e.PersonaID); err == nil {
			b.Persona = &plain.Person{ID: p.ID, Name: p.Name, Addresses: p.Addresses, ExternalIDs: p.ExternalIDs}
		}
	}
	return plain.JSON(b)
}

// bodyCache keeps the bodies of the latest events, so that one who hears of an
// event among hundreds neither encodes it again nor takes the lock. A body is
// good until any person changes.
type bodyCache struct {
	people atomic.Uint64 // counts the changes of people
	slots  [256]atomic.Pointer[cachedBody]
}

type cachedBody struct {
	of     *eventRec
	people uint64
	body   []byte
}

// maxCachedBody bounds what one slot keeps.
const maxCachedBody = 8 << 10

// body is EventBody of a record. The bytes are shared.
func (u *Universe) body(e *eventRec) ([]byte, error) {
	slot := &u.bodies.slots[e.id%int64(len(u.bodies.slots))]
	people := u.bodies.people.Load()
	if c := slot.Load(); c != nil && c.of == e && c.people == people {
		return c.body, nil
	}
	b, err := u.EventBody(e.event())
	if err == nil && len(b) <= maxCachedBody {
		slot.Store(&cachedBody{e, people, b})
	}
	return b, err
}

// RawEvent is the data of an event whose type this version does not know.
type RawEvent struct {
	Type EventType
	Data json.RawMessage
}

// EventType returns the type as received.
func (r RawEvent) EventType() EventType { return r.Type }

// MarshalJSON writes the data as it was.
func (r RawEvent) MarshalJSON() ([]byte, error) { return r.Data, nil }

// UnmarshalJSON reads an event as a webhook or the API carries it.
func (e *Event) UnmarshalJSON(b []byte) error {
	var in struct {
		Type   EventType       `json:"type"`
		ID     int64           `json:"id"`
		At     time.Time       `json:"at"`
		Data   json.RawMessage `json:"data"`
		CaseID string          `json:"case_id"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	data, err := decodeEventData(in.Type, in.Data)
	if err != nil {
		return err
	}
	*e = Event{ID: in.ID, Type: in.Type, At: in.At, CaseID: in.CaseID, Data: data}
	if a, ok := data.(about); ok {
		s := a.about()
		e.PersonaID, e.CaseID, e.MessageID = s.PersonaID, s.CaseID, s.MessageID
	}
	return nil
}
