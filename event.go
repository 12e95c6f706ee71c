package mailsim

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/seam"
)

// The activity log: events, marks, and who follows them.

// EventType names a kind of event.
type EventType string

// Event is one entry of the activity log.
type Event struct {
	ID        int64 // rises by one within the universe, from 1
	Type      EventType
	At        time.Time // on the simulated clock
	PersonaID string    // the person it is about, if any
	CaseID    string    // the case it is about, if any
	MessageID string    // the mail it is about, if any
	Data      EventData // one struct per type: PersonaSent, LinkOpened, …
}

// EventData is the data of an event; each type of event has its own struct.
type EventData interface{ EventType() EventType }

// Mark is a point in the order of all that happens in a universe. It is finer than event
// ids: mail filed without an event has its point too. The zero Mark is the beginning.
type Mark int64

// subject is what an event is about, for filters and for the body of webhooks.
type subject = seam.Subject

// about is implemented by event data that concerns a person, a case or a mail.
type about interface{ about() subject }

// EventFilter chooses events. Its zero value chooses all.
type EventFilter struct {
	After, Before int64       // event ids, both exclusive; 0 is no bound
	Since         Mark        // only what came after this mark
	Types         []EventType // names of EventTypes, or prefixes ending in *; empty means all
	PersonaID     string
	CaseID        string
	Limit         int // at most this many; 0 is the default of the call
}

// EventPage is a part of the log.
type EventPage struct {
	Events []Event `json:"events"`
	Last   int64   `json:"last"`           // id of the newest event of the log
	Gone   int64   `json:"gone,omitempty"` // the events up to this id are no longer kept; 0 when none has been removed
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

// MarshalJSON writes the body that webhooks carry, without the person's record.
func (e Event) MarshalJSON() ([]byte, error) {
	return plain.JSON(plain.Event{Type: string(e.Type), ID: e.ID, At: e.At, Source: "service", Data: e.Data, CaseID: e.CaseID})
}

// EventBytes is an event with its encoded body.
type EventBytes struct {
	ID   int64
	Type EventType
	At   time.Time // on the simulated clock
	Body []byte    // see EventBody
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

type logging interface {
	Events(f EventFilter) (EventPage, error)
	EventsAfter(f EventFilter) (EventPage, error)
	Log(f EventFilter) iter.Seq[Event]
	EventBody(e Event) ([]byte, error)
	Follow(ctx context.Context, f EventFilter) iter.Seq2[Event, error]
	WaitEvent(ctx context.Context, since Mark, f EventFilter) (Event, error)
	FollowBodies(ctx context.Context, f EventFilter) iter.Seq2[[]EventBytes, error]
	Mark() (m Mark)
	MarkOf(eventID int64) (m Mark)
}

// Events returns a page of the log: oldest first when After is given, else
// newest first. Limit defaults to 100 and is at most 1,000. A negative bound
// or limit is ErrInvalid, and so is a type that no event has.
func (u *Universe) Events(f EventFilter) (EventPage, error) { return u.live().Events(f) }

// EventsAfter is Events, but oldest first even when After is 0.
func (u *Universe) EventsAfter(f EventFilter) (EventPage, error) { return u.live().EventsAfter(f) }

// Log yields the events logged so far, oldest first. Limit 0 is no limit. An unknown type
// yields none.
func (u *Universe) Log(f EventFilter) iter.Seq[Event] { return u.live().Log(f) }

// EventBody returns the body that webhooks and the live stream carry: the event,
// and the person's record when the event is about one. HTML characters (<, >, &)
// are not escaped.
func (u *Universe) EventBody(e Event) ([]byte, error) { return u.live().EventBody(e) }

// Follow yields the events after f.After (or f.Since), first those logged already, then each as it
// happens, without gaps or duplicates. It ends with an error: the context's, ErrConflict when the
// universe is closed, or ErrNotFound if events after f.After have been pruned, even if After is 0;
// the message names the last pruned id, which can be the next After. ErrInvalid when f.After is
// above the last id, as with an id from another universe's log; for a negative bound or limit; and
// for an unknown event type.
func (u *Universe) Follow(ctx context.Context, f EventFilter) iter.Seq2[Event, error] {
	return u.live().Follow(ctx, f)
}

// WaitEvent returns the first event after the mark that matches the filter, waiting for one
// until the context ends. Errors are those of Follow; the end of the context is ErrTimeout.
func (u *Universe) WaitEvent(ctx context.Context, since Mark, f EventFilter) (Event, error) {
	return u.live().WaitEvent(ctx, since, f)
}

// FollowBodies is Follow for a server of many streams: it yields the bodies (EventBody) of
// events, up to 64 at once. Streams share the bodies, which must not be changed.
func (u *Universe) FollowBodies(ctx context.Context, f EventFilter) iter.Seq2[[]EventBytes, error] {
	return u.live().FollowBodies(ctx, f)
}

// Mark returns the present point in the order of all that happens. A wait from a mark sees
// all that came after it, however late the wait begins.
func (u *Universe) Mark() (m Mark) { return u.live().Mark() }

// MarkOf returns the point of an event.
func (u *Universe) MarkOf(eventID int64) (m Mark) { return u.live().MarkOf(eventID) }
