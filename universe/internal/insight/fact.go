package insight

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Kind says what is counted.
type Kind uint8

// The kinds of facts. Their numbers are stored.
const (
	Accepted  Kind = iota + 1 // the application's mail was accepted
	Delivered                 // a copy reached a mailbox
	Received                  // a person got a mail in their inbox
	Junked                    // a mail was filed as junk
	Bounced                   // Detail is the kind
	Ignored                   // a person does nothing about a mail
	Sent                      // Detail is the kind of mail
	Replied                   // Value is how long it took, in seconds; Count how many mails it answers
	Promised                  // a person promised something
	Kept                      // what was promised was sent
	Broken                    // a promise was not kept in time
	Opened                    // a link was opened
	Failed                    // a link could not be opened
	Skipped                   // a link was left alone
	Scored                    // Value is the spam score
	World                     // Detail is the stream
)

// Fact is one thing that happened, or several alike at one instant.
type Fact struct {
	At     int64   `json:"t"` // on the simulated clock, in milliseconds since 1970
	Kind   Kind    `json:"k"`
	Person string  `json:"p,omitempty"`
	Detail string  `json:"d,omitempty"`
	Count  int     `json:"n,omitempty"` // 0 is 1
	Value  float64 `json:"v,omitempty"`
}

// Record is a fact as stored. There are several for each mail.
type Record struct {
	at    int64
	kind  Kind
	count uint32
	more  *more // nil for what concerns nobody
}

type more struct {
	person, detail string
	value          float64
}

// rec is the record of a fact; fresh makes what a record points to.
func (f Fact) rec(fresh func() *more) Record {
	r := Record{at: f.At, kind: f.Kind, count: uint32(f.Count)}
	if f.Person != "" || f.Detail != "" || f.Value != 0 {
		r.more = fresh()
		*r.more = more{f.Person, f.Detail, f.Value}
	}
	return r
}

// Fact is the fact that is stored.
func (r Record) Fact() Fact {
	f := Fact{At: r.at, Kind: r.kind, Count: int(r.count)}
	if r.more != nil {
		f.Person, f.Detail, f.Value = r.more.person, r.more.detail, r.more.value
	}
	return f
}

// MarshalJSON writes the fact.
func (r Record) MarshalJSON() ([]byte, error) { return json.Marshal(r.Fact()) }

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Record) UnmarshalJSON(b []byte) error {
	var f Fact
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	if f.Count < 0 || int64(f.Count) > math.MaxUint32 {
		return fail.Damagedf("a fact that happened %d times", f.Count)
	}
	*r = f.rec(func() *more { return new(more) })
	return nil
}

// PerRecord bounds what an added fact has to write anew. Records are
// numbered from 0 in the order of time; retention drops the first ones.
const PerRecord = 32

// notedSlot holds what insights are counted from.
var notedSlot = state.NewListSlot[Record]()

// roomSlot has room for what the next records point to. The records of a time are kept
// and dropped together, and a collector looks at each piece of memory.
var roomSlot = state.NewSlot(func(*[]more) {})

const moreRoom = 16

// Note notes a fact of the present instant.
func Note(t *state.Tx, f Fact) {
	f.At = t.Now.UnixMilli()
	noted := notedSlot.Of(t)
	same := more{f.Person, f.Detail, f.Value}
	*noted = append(*noted, f.rec(func() *more {
		for _, r := range *noted { // most facts of a mail concern one person and tell nothing else
			if r.more != nil && *r.more == same {
				return r.more
			}
		}
		room := roomSlot.Of(t)
		if len(*room) == 0 {
			*room = make([]more, moreRoom)
		}
		m := &(*room)[0]
		*room = (*room)[1:]
		return m
	}))
}

// Write puts what was noted into records.
func Write(t *state.Tx) {
	if len(*notedSlot.Of(t)) == 0 {
		return
	}
	total := t.Counter("facts")
	key := strconv.Itoa(total / PerRecord)
	old := Table.In(t.State).At(key)
	list := append(make([]Record, 0, min(PerRecord, len(old)+len(*notedSlot.Of(t)))), old...)
	for _, r := range *notedSlot.Of(t) {
		if joins(list, r) {
			continue
		}
		list = append(list, r)
		if total++; total%PerRecord == 0 {
			state.Put(t, Table.In(t.State), key, list)
			key, list = strconv.Itoa(total/PerRecord), nil
		}
	}
	if len(list) > 0 {
		state.Put(t, Table.In(t.State), key, list)
	}
	t.SetCounter("facts", total)
}

// joins counts a fact with one like it of the same instant, where there is one
// among the last.
func joins(list []Record, r Record) bool {
	for i := len(list) - 1; i >= max(0, len(list)-4) && r.more == nil && list[i].at == r.at; i-- {
		if l := &list[i]; l.kind == r.kind && l.more == nil {
			l.count = max(1, l.count) + max(1, r.count)
			return true
		}
	}
	return false
}

// NoteEvent notes what an event tells.
func NoteEvent(t *state.Tx, data mailsim.EventData) {
	if sent, ok := data.(state.Sent); ok {
		data = sent.PersonaSent
	}
	switch e := data.(type) {
	case state.Lazy: // it is of a mail, whose text nobody needs to read for this
		switch e.EventType() {
		case mailsim.EventMailDelivered:
			Note(t, Fact{Kind: Accepted})
		case mailsim.EventPersonaReceived:
			Note(t, Fact{Kind: Received, Person: (&state.Event{Data: e}).Subject().PersonaID})
		}
	case mailsim.MailDelivered:
		Note(t, Fact{Kind: Accepted})
	case mailsim.PersonaJunked:
		Note(t, Fact{Kind: Junked, Person: e.PersonaID})
	case mailsim.PersonaBounced:
		Note(t, Fact{Kind: Bounced, Person: e.PersonaID, Detail: e.Kind})
	case mailsim.PersonaIgnored:
		Note(t, Fact{Kind: Ignored, Person: e.PersonaID})
	case mailsim.PersonaSent:
		Note(t, Fact{Kind: Sent, Person: e.PersonaID, Detail: e.Kind})
		if e.Kind == string(mailsim.JobDeliver) {
			Note(t, Fact{Kind: Kept, Person: e.PersonaID})
		}
	case mailsim.PersonaPromised:
		Note(t, Fact{Kind: Promised, Person: e.PersonaID})
	case mailsim.LinkOpened:
		Note(t, Fact{Kind: Opened, Person: e.PersonaID})
	case mailsim.LinkFailed:
		Note(t, Fact{Kind: Failed, Person: e.PersonaID})
	case mailsim.LinkSkipped:
		Note(t, Fact{Kind: Skipped, Person: e.PersonaID})
	case mailsim.InspectScored:
		Note(t, Fact{Kind: Scored, Value: e.Score})
	case mailsim.WorldMail:
		Note(t, Fact{Kind: World, Person: e.PersonaID, Detail: e.Stream})
	}
}

// NoteReply notes how long a reply took from the arrival of the first mail
// that it answers.
func NoteReply(t *state.Tx, p *people.Person, mails int, since time.Time) {
	Note(t, Fact{Kind: Replied, Person: p.ID, Count: max(1, mails), Value: t.Now.Sub(since).Seconds()})
}

// Forget drops the records that hold nothing newer than an instant.
func Forget(t *state.Tx, until time.Time) {
	total := t.Counter("facts")
	first := t.Counter("facts-first")
	i := first
	for ; (i+1)*PerRecord <= total; i++ {
		key := strconv.Itoa(i)
		if list := Table.In(t.State).At(key); len(list) > 0 && list[len(list)-1].at > until.UnixMilli() {
			break
		}
		state.Drop(t, Table.In(t.State), key)
	}
	if i > first {
		t.SetCounter("facts-first", i)
	}
}
