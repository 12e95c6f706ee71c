// Package state is what a universe remembers and the one way to change it: tables
// of records that are replaced and never edited, a numbered log of events, and
// transactions that hold together or do not happen. It knows neither mail nor people:
// the packages above bring their tables, and hear of the transactions.
package state

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mbox"
)

// State is what a fork copies and a save writes.
type State struct {
	Seq    mailsim.Mark // counts all that waits can see: filed copies and events
	Events *Log
	Owner  *mbox.Owner // of what grows in place: a fork is another
	Clock  Clock
	Kept   Kept  // what bounds are measured by
	Swept  Sweep // what the last prune left
	all    []AnyTable
}

// NewState returns a state of empty tables.
func NewState() State {
	s := State{Events: new(Log), Owner: new(mbox.Owner), all: make([]AnyTable, len(makers))}
	for i, empty := range makers {
		s.all[i] = empty()
	}
	return s
}

// Tables lists every table by name: the order in which packages make theirs never
// reaches a store.
func (s *State) Tables() []AnyTable {
	return slices.SortedStableFunc(slices.Values(s.all), func(a, b AnyTable) int { return strings.Compare(a.TableName(), b.TableName()) })
}

// forked returns a copy that shares every record.
func (s *State) forked() State {
	f := NewState()
	for i, tb := range f.all {
		tb.Share(s.all[i])
	}
	f.Seq, f.Events, f.Clock, f.Swept, f.Kept = s.Seq, s.Events.Fork(), s.Clock, s.Swept, s.Kept
	return f
}

// Kept counts what bounds are measured by, and the pending jobs. A rollback puts
// it back whole.
type Kept struct {
	Bytes   int64
	Mails   int
	Copies  int
	Boxes   int
	Pending int   // jobs
	Told    uint8 // the bounds of which an event has told that they are reached
}

// Sweep is what the last prune found, so that the next one is known in constant time.
type Sweep struct {
	Done   bool         // there was one
	Any    bool         // some mail was left, or has come since
	Oldest Instant      // no mail is older
	Seq    mailsim.Mark // when it was
	Kept   int64        // events up to this id need no mail any more

	Counted bool // memory holds
	Memory  int  // no day before it is the last on which something that can be forgotten was used
}

// Key joins the parts of a record key. No part holds a NUL: addresses,
// ids and folder names are checked when they enter.
func Key(parts ...string) string {
	n := len(parts)
	for _, p := range parts {
		n += len(p)
	}
	var b strings.Builder
	b.Grow(n)
	for i, p := range parts {
		if i > 0 {
			b.WriteByte(0)
		}
		b.WriteString(p)
	}
	return b.String()
}

// appendKey is Key for what is only looked up.
func appendKey(b []byte, parts []string) []byte {
	for i, p := range parts {
		if i > 0 {
			b = append(b, 0)
		}
		b = append(b, p...)
	}
	return b
}
