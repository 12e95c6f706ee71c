package state

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mbox"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Book is all state of one universe under its one lock, which only this file
// names. Who moves time holds the drive slot first, then this lock; there is
// no third.
type Book struct {
	observers
	Mu sync.RWMutex
	State
	*Env
	Closed   chan struct{}
	Poisoned error // set by a failed store: the image and the store have parted
	Room     Tx    // of the commits that end with the lock, one after the other
	Serial   atomic.Uint64
	told     atomic.Pointer[Log] // the log as of the last commit
}

// observers are what the parts of a universe want to hear of its transactions. They
// are set before the first one.
type observers struct {
	Time     func() time.Time                       // the simulated time; the lock is held
	Emitted  []func(t *Tx, e *Event)                // an event joins a transaction
	Check    []func(t *Tx, before *Point) error     // a transaction ends: an error undoes it
	Done     []func(t *Tx, before *Point)           // it holds, and its events are in the log; the lock is held
	Wake     []func(t *Tx)                          // it is durable; the lock is held
	Replaced []func(v View)                         // another state stands in its place; the lock is held
	Refused  []func(err error)                      // it was undone; without the lock
	Store    func(t *Tx, before Point) <-chan error // what keeps it, nil for memory; the lock is held
}

func NewBook(e *Env) *Book {
	b := &Book{Env: e, Closed: make(chan struct{})}
	b.begin(NewState())
	return b
}

// Env is who a universe is, and what it was made with.
type Env struct {
	Chance     rng.Seed
	Opts       mailsim.Options
	Logger     *slog.Logger
	Wall       Wall
	Writer     string // the writer's name
	Plan       atomic.Pointer[mailsim.Plan]
	Bounds     atomic.Pointer[mailsim.Bounds]
	Background context.Context // ends when the universe is closed
	Stop       context.CancelFunc
	Book       *Book
	Whole      any // the universe as it was assembled
	parts      []any
}

// ID returns the universe's id.
func (e *Env) ID() string { return e.Opts.ID }

// Name returns the universe's name.
func (e *Env) Name() string { return e.Opts.Name }

// Seed returns the seed of all chance.
func (e *Env) Seed() string { return string(e.Chance) }

// Domain returns the server's own domain.
func (e *Env) Domain() string { return e.Opts.Domain }

// begin sets the state that a universe starts from.
func (b *Book) begin(s State) {
	b.State = s
	b.publishLog()
}

// Replace puts another state in the place of the first one. The clock keeps its
// speed and goes on from where it stood.
func (b *Book) Replace(s State) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	s.Clock = Clock{Base: b.Clock.Base, Wall: b.Wall.Now(), Speed: b.Clock.Speed, Frozen: b.Clock.Frozen}
	b.begin(s)
	v := b.view()
	for _, replaced := range b.Replaced {
		replaced(v)
	}
}

// publishLog hands the log to those who read it without the lock: hundreds of
// followers in the lock's queue would hold up every writer.
func (b *Book) publishLog() {
	if b.told.Load() != b.Events {
		b.told.Store(b.Events)
	}
}

// Told returns the log as of the last commit, without the lock.
func (b *Book) Told() *Log {
	b.MustBeMade()
	return b.told.Load()
}

// Made tells a universe from the zero value.
func (b *Book) Made() bool { return b != nil }

// MustBeMade is for what has no error to return.
func (b *Book) MustBeMade() {
	if !b.Made() {
		panic("mailsim: " + fail.ErrUnmade.Message)
	}
}

func (b *Book) IsClosed() bool {
	select {
	case <-b.Closed:
		return true
	default:
		return false
	}
}

// State is what a fork copies and a save writes.
type State struct {
	Seq    mailsim.Mark // counts all that waits can see: filed copies and events
	Events *Log
	Owner  *mbox.Owner
	Clock  Clock
	Kept   Kept  // what bounds are measured by
	Swept  Sweep // what the last prune left
	all    []AnyTable
}

func NewState() State {
	s := State{Events: new(Log), Owner: new(mbox.Owner), all: make([]AnyTable, len(makers))}
	for i, empty := range makers {
		s.all[i] = empty()
	}
	return s
}

// Tables lists every table by name: no order in which a program starts reaches a
// store.
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

// Tx changes the state. Its changes and events hold together: all or none.
type Tx struct {
	View
	Journal []Change
	Events  []*Event
	Redone  []*Event  // events of the log that took another form
	Wakeup  bool      // the queue or the clock changed: the live driver looks again
	slots   []slotted // what parts keep until the commit
}

// Read runs f under the read lock.
func (b *Book) Read(f func(v View)) {
	b.MustBeMade()
	b.Mu.RLock()
	defer b.Mu.RUnlock()
	f(b.view())
}

// Locked runs f under the lock: what moves the clock, and what is no transaction.
func (b *Book) Locked(f func(v View)) {
	b.MustBeMade()
	b.Mu.Lock()
	defer b.Mu.Unlock()
	f(b.view())
}

func (b *Book) view() View { return View{&b.State, b.Env, b.Time()} }

// Update runs f under the lock and commits what it did. If f fails, nothing
// has happened. The call returns after the changes are durable and their
// watchers have been told.
func (b *Book) Update(_ context.Context, f func(t *Tx) error) error {
	t, durable, err := b.commit(f)
	if err != nil {
		for _, told := range b.Refused {
			told(err)
		}
		return err
	}
	if durable != nil {
		if err := <-durable; err != nil {
			return err
		}
		b.Mu.Lock()
		defer b.Mu.Unlock()
		t.tell()
	}
	return nil
}

// commit is the part of update under the lock. The events are numbered and the
// changes are handed to the store in the order of the commits. With a store it
// returns the transaction, whose watchers are to be told when it is durable.
func (b *Book) commit(f func(t *Tx) error) (stored *Tx, durable <-chan error, err error) {
	if !b.Made() {
		return nil, nil, fail.ErrUnmade
	}
	b.Mu.Lock()
	defer b.Mu.Unlock()
	if b.Poisoned != nil {
		return nil, nil, b.Poisoned
	}
	if b.IsClosed() {
		return nil, nil, fail.ErrClosed
	}
	t := &b.Room
	if b.Store != nil {
		t = new(Tx) // it lives until it is durable
	}
	t.View = b.view()
	before := b.point()
	committed := false
	defer func() {
		if !committed { // an error or a panic: put everything back
			b.rollback(Undo{t.Journal, before})
		}
		b.Room.clear()
	}()
	if err := f(t); err != nil {
		return nil, nil, err
	}
	for _, check := range b.Check {
		if err := check(t, &before); err != nil {
			return nil, nil, err
		}
	}
	committed = true
	b.Serial.Add(1)
	for _, e := range t.Events { // what was filed with them came before them
		e.Seq = t.Seq
	}
	t.State.Events = t.State.Events.With(t.Events...)
	for _, done := range b.Done {
		done(t, &before)
	}
	b.publishLog()
	if b.Store == nil {
		t.tell()
		return nil, nil, nil
	}
	return t, b.Store(t, before), nil
}

// tell says to who waits what a transaction changed.
func (t *Tx) tell() {
	for _, wake := range t.Env.Book.Wake {
		wake(t)
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

// MaxRoom bounds what a large commit leaves behind, in changes.
const MaxRoom = 4096

// Changed tells whether a table has been changed.
func (t *Tx) Changed(tb AnyTable) bool {
	return slices.ContainsFunc(t.Journal, func(c Change) bool { return c.Table == tb })
}

// Point is what a commit changes beside the tables.
type Point struct {
	Seq    mailsim.Mark
	Events *Log
	swept  Sweep
	Kept   Kept
	speed  float64
	frozen bool
}

func (b *Book) point() Point {
	return Point{b.Seq, b.Events, b.Swept, b.Kept, b.Clock.Speed, b.Clock.Frozen}
}

// Undo is what takes a commit back.
type Undo struct {
	Journal []Change
	Before  Point
}

// rollback puts everything back as it was. What came after must be undone already.
func (b *Book) rollback(u Undo) {
	for _, c := range slices.Backward(u.Journal) {
		c.Table.PutBack(c.Key, c.Old, c.Had)
	}
	p := u.Before
	b.Seq, b.Events, b.Swept, b.Kept, b.Clock.Speed, b.Clock.Frozen = p.Seq, p.Events, p.swept, p.Kept, p.speed, p.frozen
}

// Poison takes back every commit that the store does not have, the last one
// first, and stops all changes. The clock stands where it did at the last one stored.
func (b *Book) Poison(err error, stored time.Time, lost func() []Undo) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	b.Poisoned = err
	for _, u := range slices.Backward(lost()) {
		b.rollback(u)
	}
	b.publishLog()
	b.Clock.Base, b.Clock.At, b.Clock.Wall = stored, stored, b.Wall.Now()
}

// Snapshot returns the state as it now is, sharing every record, its clock
// anchored at the present instant.
func (b *Book) Snapshot() (s State) {
	b.Locked(func(v View) {
		s = v.State.forked()
		s.Clock = Clock{Base: v.Now, Speed: s.Clock.Speed, Frozen: s.Clock.Frozen}
	})
	return s
}

// Failure is the error of a universe whose store has failed.
func (b *Book) Failure() (err error) {
	b.Mu.RLock()
	defer b.Mu.RUnlock()
	return b.Poisoned
}

// Emit adds an event to the transaction.
func (t *Tx) Emit(data mailsim.EventData) *Event {
	t.Seq++
	e := &Event{ID: t.State.Events.Last() + int64(len(t.Events)) + 1, Seq: t.Seq, At: InstantOf(t.Now), Data: data}
	t.Events = append(t.Events, e)
	for _, emitted := range t.Env.Book.Emitted {
		emitted(t, e)
	}
	return e
}

// Key joins the parts of a record key. No part holds a NUL: addresses,
// ids and folder names are checked when they enter.
func Key(parts ...string) string {
	n := len(parts)
	for _, p := range parts {
		n += len(p)
	}
	b := make([]byte, 0, n)
	for i, p := range parts {
		if i > 0 {
			b = append(b, 0)
		}
		b = append(b, p...)
	}
	return string(b)
}
