package engine

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// factKind says what is counted.
type factKind uint8

// The kinds of facts. Their numbers are stored.
const (
	factAccepted  factKind = iota + 1 // the application's mail was accepted
	factDelivered                     // a copy reached a mailbox
	factReceived                      // a person got a mail in their inbox
	factJunked
	factBounced // Detail is the kind
	factIgnored
	factSent    // Detail is the kind of mail
	factReplied // Value is how long it took, in seconds; Count how many mails it answers
	factPromised
	factKept
	factBroken
	factOpened
	factFailed
	factSkipped
	factScored // Value is the spam score
	factWorld  // Detail is the stream
)

// fact is one thing that happened, or several alike at one instant.
type fact struct {
	At     int64    `json:"t"` // on the simulated clock, in milliseconds since 1970
	Kind   factKind `json:"k"`
	Person string   `json:"p,omitempty"`
	Detail string   `json:"d,omitempty"`
	Count  int      `json:"n,omitempty"` // 0 is 1
	Value  float64  `json:"v,omitempty"`
}

// factRec is a fact as stored. There are several for each mail.
type factRec struct {
	at    int64
	kind  factKind
	count uint32
	more  *factMore // nil for what concerns nobody
}

type factMore struct {
	person, detail string
	value          float64
}

func (f fact) rec() factRec {
	r := factRec{at: f.At, kind: f.Kind, count: uint32(f.Count)}
	if f.Person != "" || f.Detail != "" || f.Value != 0 {
		r.more = &factMore{f.Person, f.Detail, f.Value}
	}
	return r
}

func (r factRec) fact() fact {
	f := fact{At: r.at, Kind: r.kind, Count: int(r.count)}
	if r.more != nil {
		f.Person, f.Detail, f.Value = r.more.person, r.more.detail, r.more.value
	}
	return f
}

// MarshalJSON writes the fact.
func (r factRec) MarshalJSON() ([]byte, error) { return json.Marshal(r.fact()) }

// UnmarshalJSON reads what MarshalJSON writes.
func (r *factRec) UnmarshalJSON(b []byte) error {
	var f fact
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	if f.Count < 0 || int64(f.Count) > math.MaxUint32 {
		return fail.Damagedf("a fact that happened %d times", f.Count)
	}
	*r = f.rec()
	return nil
}

// factsPerRecord bounds what an added fact has to write anew. Records are
// numbered from 0 in the order of time; retention drops the first ones.
const factsPerRecord = 32

// notedSlot holds what insights are counted from.
var notedSlot = state.NewListSlot[factRec]()

// NoteFact notes a fact of the present instant.
func NoteFact(t *state.Tx, f fact) {
	f.At = t.Now.UnixMilli()
	noted := notedSlot.Of(t)
	*noted = append(*noted, f.rec())
}

// WriteFacts puts what was noted into records.
func WriteFacts(t *state.Tx) {
	if len(*notedSlot.Of(t)) == 0 {
		return
	}
	total := state.CounterTable.In(t.State).At("facts")
	key := strconv.Itoa(total / factsPerRecord)
	list := slices.Clone(factTable.In(t.State).At(key))
	for _, r := range *notedSlot.Of(t) {
		if joins(list, r) {
			continue
		}
		list = append(list, r)
		if total++; total%factsPerRecord == 0 {
			state.Put(t, factTable.In(t.State), key, list)
			key, list = strconv.Itoa(total/factsPerRecord), nil
		}
	}
	if len(list) > 0 {
		state.Put(t, factTable.In(t.State), key, slices.Clip(list))
	}
	state.Put(t, state.CounterTable.In(t.State), "facts", total)
}

// joins counts a fact with one like it of the same instant, where there is one
// among the last.
func joins(list []factRec, r factRec) bool {
	for i := len(list) - 1; i >= max(0, len(list)-4) && r.more == nil && list[i].at == r.at; i-- {
		if l := &list[i]; l.kind == r.kind && l.more == nil {
			l.count = max(1, l.count) + max(1, r.count)
			return true
		}
	}
	return false
}

// TallyEvent notes what an event tells.
func TallyEvent(t *state.Tx, data mailsim.EventData) {
	if sent, ok := data.(state.Sent); ok {
		data = sent.PersonaSent
	}
	switch e := data.(type) {
	case state.Lazy: // it is of a mail, whose text nobody needs to read for this
		switch e.EventType() {
		case mailsim.EventMailDelivered:
			NoteFact(t, fact{Kind: factAccepted})
		case mailsim.EventPersonaReceived:
			NoteFact(t, fact{Kind: factReceived, Person: (&state.Event{Data: e}).Subject().PersonaID})
		}
	case mailsim.MailDelivered:
		NoteFact(t, fact{Kind: factAccepted})
	case mailsim.PersonaJunked:
		NoteFact(t, fact{Kind: factJunked, Person: e.PersonaID})
	case mailsim.PersonaBounced:
		NoteFact(t, fact{Kind: factBounced, Person: e.PersonaID, Detail: e.Kind})
	case mailsim.PersonaIgnored:
		NoteFact(t, fact{Kind: factIgnored, Person: e.PersonaID})
	case mailsim.PersonaSent:
		NoteFact(t, fact{Kind: factSent, Person: e.PersonaID, Detail: e.Kind})
		if e.Kind == string(mailsim.JobDeliver) {
			NoteFact(t, fact{Kind: factKept, Person: e.PersonaID})
		}
	case mailsim.PersonaPromised:
		NoteFact(t, fact{Kind: factPromised, Person: e.PersonaID})
	case mailsim.LinkOpened:
		NoteFact(t, fact{Kind: factOpened, Person: e.PersonaID})
	case mailsim.LinkFailed:
		NoteFact(t, fact{Kind: factFailed, Person: e.PersonaID})
	case mailsim.LinkSkipped:
		NoteFact(t, fact{Kind: factSkipped, Person: e.PersonaID})
	case mailsim.InspectScored:
		NoteFact(t, fact{Kind: factScored, Value: e.Score})
	case mailsim.WorldMail:
		NoteFact(t, fact{Kind: factWorld, Person: e.PersonaID, Detail: e.Stream})
	}
}

// CountReply notes how long a reply took from the arrival of the first mail
// that it answers.
func CountReply(t *state.Tx, p *people.Person, mails int, since time.Time) {
	NoteFact(t, fact{Kind: factReplied, Person: p.ID, Count: max(1, mails), Value: t.Now.Sub(since).Seconds()})
}

// ForgetFacts drops the records that hold nothing newer than an instant.
func ForgetFacts(t *state.Tx, until time.Time) {
	total := state.CounterTable.In(t.State).At("facts")
	first := state.CounterTable.In(t.State).At("facts-first")
	i := first
	for ; (i+1)*factsPerRecord <= total; i++ {
		key := strconv.Itoa(i)
		if list := factTable.In(t.State).At(key); len(list) > 0 && list[len(list)-1].at > until.UnixMilli() {
			break
		}
		state.Drop(t, factTable.In(t.State), key)
	}
	if i > first {
		state.Put(t, state.CounterTable.In(t.State), "facts-first", i)
	}
}
