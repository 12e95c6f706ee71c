package state

import (
	"slices"
	"time"

	"github.com/mailsim/mailsim"
)

// Change is one record as it was before: enough to undo it and to know what a
// store has to write.
type Change struct {
	Table AnyTable
	Key   string
	Old   any
	Had   bool
}

// View reads the state. Having one is the proof of holding the lock.
type View struct {
	*State
	Env *Env
	Now time.Time
}

// Broken tells whether the store has failed: commits that it does not have were
// undone.
func (v View) Broken() bool { return v.Env.book.Poisoned != nil }

// Serial is the number of the last commit before this one.
func (v View) Serial() uint64 { return v.Env.book.Serial.Load() }

// Tx changes the state. Its changes and events hold together: all or none. No
// transaction is kept beyond the function that got it.
type Tx struct {
	View
	Journal []Change  // in the order in which they were made
	Events  []*Event  // what joins the log
	Redone  []*Event  // events of the log that took another form
	Wakeup  bool      // the queue or the clock changed: the live driver looks again
	slots   []slotted // what parts keep until the commit
}

// Emit adds an event to the transaction.
func (t *Tx) Emit(data mailsim.EventData) *Event {
	t.Seq++
	e := &Event{ID: t.State.Events.Last() + int64(len(t.Events)) + 1, Seq: t.Seq, At: InstantOf(t.Now), Data: data}
	t.Events = append(t.Events, e)
	for _, emitted := range t.Env.book.OnEmit {
		emitted(t, e)
	}
	return e
}

// tell says to who waits what a transaction changed.
func (t *Tx) tell() {
	for _, durable := range t.Env.book.OnDurable {
		durable(t)
	}
}

// clear makes an ended transaction a new one in the same room.
func (t *Tx) clear() {
	if cap(t.Journal) > MaxRoom {
		t.Journal = nil
	}
	clear(t.Journal)
	for _, s := range t.slots {
		if s != nil {
			s.clear()
		}
	}
	*t = Tx{Journal: t.Journal[:0], slots: t.slots}
}

// MaxRoom bounds what a large commit leaves behind, in changes. It is exported for
// tests.
const MaxRoom = 4096

// Changed tells whether a transaction has changed a table.
func Changed[V any](t *Tx, tb *Table[V]) bool { return t.changed(tb.self) }

func (t *Tx) changed(tb AnyTable) bool {
	return slices.ContainsFunc(t.Journal, func(c Change) bool { return c.Table == tb })
}
