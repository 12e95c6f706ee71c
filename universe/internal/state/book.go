package state

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Book is all state of one universe under its one lock, which only this file
// names. Who moves time holds the drive slot first, then this lock; there is
// no third.
type Book struct {
	observers
	Mu sync.RWMutex // exported for tests
	State
	*Env
	Closed   chan struct{}       // closed with the universe
	Poisoned error               // why the store failed: what it has and the state have parted
	before   Point               // the one of the commit under way
	Room     Tx                  // of the commits that end with the lock, one after the other; exported for tests
	Serial   atomic.Uint64       // of the last commit
	log      atomic.Pointer[Log] // as of the last commit that is durable
	stored   stored
}

// observers are what the parts of a universe want to hear of its transactions. They
// are set before the first one, and called in order; the lock is held but for
// OnRefuse.
type observers struct {
	Time      func() time.Time                       // tells the simulated time
	OnEmit    []func(t *Tx, e *Event)                // an event joins a transaction
	OnEnd     []func(t *Tx, before *Point) error     // a transaction ends: an error undoes it
	OnCommit  []func(t *Tx, before *Point)           // it holds, and its events are in the log
	OnDurable []func(t *Tx)                          // it is durable: who waits can be told
	OnReplace []func(v View)                         // another state stands in the place of the first
	OnRefuse  []func(err error)                      // a transaction was undone
	Persist   func(t *Tx, before Point) <-chan error // hands it to a store, and tells when it is durable; nil for memory
}

// Unmade is the book of the zero universe: whatever reads it panics, and a change is
// fail.ErrUnmade.
func Unmade() *Book { return &Book{Env: &Env{}} }

// NewBook makes the book of a universe, its state empty. Time is set next.
func NewBook(e *Env) *Book {
	b := &Book{Env: e, Closed: make(chan struct{})}
	e.book = b
	b.begin(NewState())
	return b
}

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
	for _, replaced := range b.OnReplace {
		replaced(v)
	}
}

// publishLog hands the log to those who read it without the lock: hundreds of
// followers in the lock's queue would hold up every writer.
func (b *Book) publishLog() {
	if b.log.Load() != b.Events {
		b.log.Store(b.Events)
	}
}

// Committed returns the log as of the last commit that is durable. It takes no lock.
func (b *Book) Committed() *Log {
	b.MustBeMade()
	return b.log.Load()
}

// Made tells a universe from the zero value.
func (b *Book) Made() bool { return b != nil && b.Closed != nil }

// MustBeMade panics for the zero value: it is for what has no error to return.
func (b *Book) MustBeMade() {
	if !b.Made() {
		panic("mailsim: " + fail.ErrUnmade.Message)
	}
}

// IsClosed tells whether the universe is closed.
func (b *Book) IsClosed() bool {
	select {
	case <-b.Closed:
		return true
	default:
		return false
	}
}

// ErrClosed is what is said when the universe is closed.
func (b *Book) ErrClosed() error {
	if b.Asleep.Load() {
		return fail.ErrAsleep
	}
	return fail.ErrClosed
}

// Read runs f under the read lock, and returns when all that f saw is durable: what
// has been told cannot be lost any more.
func (b *Book) Read(f func(v View)) {
	if serial := b.read(f); b.Persist != nil {
		b.stored.await(serial)
	}
}

// Peek is Read for what leads to no answer of its own: it waits for no store.
func (b *Book) Peek(f func(v View)) { b.read(f) }

func (b *Book) read(f func(v View)) (serial uint64) {
	b.MustBeMade()
	b.Mu.RLock()
	defer b.Mu.RUnlock()
	f(b.view())
	return b.Serial.Load()
}

// Locked runs f under the lock: it is for what moves the clock, and what is no transaction.
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
		for _, refused := range b.OnRefuse {
			refused(err)
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

// commit is the part of Update under the lock. It fails where a mail cannot be read from
// the store. The events are numbered and the
// changes are handed to the store in the order of the commits. With a store it
// returns the transaction, whose watchers are to be told when it is durable.
func (b *Book) commit(f func(t *Tx) error) (stored *Tx, durable <-chan error, err error) {
	if !b.Made() {
		return nil, nil, fail.ErrUnmade
	}
	defer fail.Unread(&err)
	b.Mu.Lock()
	defer b.Mu.Unlock()
	if b.Poisoned != nil {
		return nil, nil, b.Poisoned
	}
	if b.IsClosed() {
		return nil, nil, b.ErrClosed()
	}
	t := &b.Room
	if b.Persist != nil {
		t = new(Tx) // it lives until it is durable
	}
	t.View = b.view()
	before := &b.before
	*before = b.point()
	committed := false
	defer func() {
		if !committed { // an error or a panic: put everything back
			b.rollback(Undo{t.Journal, *before})
		}
		b.Room.clear()
		*before = Point{} // what has been forgotten must not stay in memory
	}()
	if err := f(t); err != nil {
		return nil, nil, err
	}
	for _, end := range b.OnEnd {
		if err := end(t, before); err != nil {
			return nil, nil, err
		}
	}
	committed = true
	b.Serial.Add(1)
	for _, e := range t.Events { // what was filed with them came before them
		e.Seq = t.Seq
	}
	t.State.Events = t.State.Events.With(t.Events...)
	for _, held := range b.OnCommit {
		held(t, before)
	}
	if b.Persist == nil {
		b.publishLog()
		t.tell()
		return nil, nil, nil
	}
	b.stored.behind(b.Serial.Load())
	return t, b.Persist(t, *before), nil
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
	b.stored.reached(b.Serial.Load())
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

// Failure returns the error of the store once it has failed.
func (b *Book) Failure() (err error) {
	b.Mu.RLock()
	defer b.Mu.RUnlock()
	return b.Poisoned
}
