package mailsim

// What insights are counted from (design 4): small facts, noted while things
// happen, so that no answer has to look at the mail.

import (
	"slices"
	"strconv"
	"time"
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

// fact is one thing that happened.
type fact struct {
	At     int64    `json:"t"` // on the simulated clock, in milliseconds since 1970
	Kind   factKind `json:"k"`
	Person string   `json:"p,omitempty"`
	Detail string   `json:"d,omitempty"`
	Count  int      `json:"n,omitempty"`
	Value  float64  `json:"v,omitempty"`
}

// factsPerRecord bounds what an added fact has to write anew. Records are
// numbered from 0 in the order of time; retention drops the first ones.
const factsPerRecord = 32

// noteFact notes a fact of the present instant.
func (t *tx) noteFact(f fact) {
	f.At = t.now.UnixMilli()
	key := strconv.Itoa(t.count("facts") / factsPerRecord)
	old := t.facts.at(key)
	next := make([]fact, len(old)+1) // no room: most records are never added to again
	copy(next, old)
	next[len(old)] = f
	put(t, t.facts, key, next)
}

// tallyEvent notes what an event tells.
func (t *tx) tallyEvent(data EventData) {
	switch e := data.(type) {
	case deliveredEvent:
		t.noteFact(fact{Kind: factAccepted})
	case receivedEvent:
		t.noteFact(fact{Kind: factReceived, Person: e.p.ID})
	case PersonaJunked:
		t.noteFact(fact{Kind: factJunked, Person: e.PersonaID})
	case PersonaBounced:
		t.noteFact(fact{Kind: factBounced, Person: e.PersonaID, Detail: e.Kind})
	case PersonaIgnored:
		t.noteFact(fact{Kind: factIgnored, Person: e.PersonaID})
	case PersonaSent:
		t.noteFact(fact{Kind: factSent, Person: e.PersonaID, Detail: e.Kind})
		if e.Kind == string(JobDeliver) {
			t.noteFact(fact{Kind: factKept, Person: e.PersonaID})
		}
	case PersonaPromised:
		t.noteFact(fact{Kind: factPromised, Person: e.PersonaID})
	case LinkOpened:
		t.noteFact(fact{Kind: factOpened, Person: e.PersonaID})
	case LinkFailed:
		t.noteFact(fact{Kind: factFailed, Person: e.PersonaID})
	case LinkSkipped:
		t.noteFact(fact{Kind: factSkipped, Person: e.PersonaID})
	case InspectScored:
		t.noteFact(fact{Kind: factScored, Value: e.Score})
	case WorldMail:
		t.noteFact(fact{Kind: factWorld, Person: e.PersonaID, Detail: e.Stream})
	}
}

// countReply notes how long a reply took from the arrival of the first mail
// that it answers.
func (t *tx) countReply(w *writing) {
	t.noteFact(fact{Kind: factReplied, Person: w.p.ID, Count: max(1, len(w.mails)), Value: t.now.Sub(w.job.Created).Seconds()})
}

// factsBetween returns the records that may hold facts of a time, in order. A
// zero time is no bound.
func (v view) factsBetween(since, until time.Time) (out [][]fact) {
	last := (v.counters.at("facts") - 1) / factsPerRecord
	for i := last; i >= 0; i-- {
		list := v.facts.at(strconv.Itoa(i))
		if len(list) == 0 {
			break
		}
		if until.IsZero() || list[0].At < until.UnixMilli() {
			out = append(out, list)
		}
		if !since.IsZero() && list[0].At < since.UnixMilli() {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// forgetFacts drops the records that hold nothing newer than an instant.
func (t *tx) forgetFacts(until time.Time) {
	total := t.counters.at("facts")
	first := t.counters.at("facts-first")
	i := first
	for ; (i+1)*factsPerRecord <= total; i++ {
		key := strconv.Itoa(i)
		if list := t.facts.at(key); len(list) > 0 && list[len(list)-1].At > until.UnixMilli() {
			break
		}
		drop(t, t.facts, key)
	}
	if i > first {
		put(t, t.counters, "facts-first", i)
	}
}
