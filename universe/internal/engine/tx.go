package engine

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

// book is all state of one universe under its one lock, which only this file
// names. Who moves time holds the drive slot first, then this lock; there is
// no third.
type book struct {
	observers
	mu sync.RWMutex
	state
	*env
	closed   chan struct{}
	poisoned error // set by a failed store: the image and the store have parted
	room     tx    // of the commits that end with the lock, one after the other
	commits  atomic.Uint64
	told     atomic.Pointer[eventLog] // the log as of the last commit
}

// observers are what the parts of a universe want to hear of its transactions. They
// are set before the first one.
type observers struct {
	now      func() time.Time                       // the simulated time; the lock is held
	emitted  []func(t *tx, e *eventRec)             // an event joins a transaction
	check    []func(t *tx, before *point) error     // a transaction ends: an error undoes it
	done     []func(t *tx, before *point)           // it holds, and its events are in the log; the lock is held
	wake     []func(t *tx)                          // it is durable; the lock is held
	replaced []func(v view)                         // another state stands in its place; the lock is held
	refused  []func(err error)                      // it was undone; without the lock
	store    func(t *tx, before point) <-chan error // what keeps it, nil for memory; the lock is held
}

func newBook(e *env) *book {
	b := &book{env: e, closed: make(chan struct{})}
	b.begin(newState())
	return b
}

// env is who a universe is, and what it was made with.
type env struct {
	id         string
	name       string
	seed       rng.Seed
	opts       mailsim.Options
	logger     *slog.Logger
	wall       wallClock
	writer     string // the writer's name
	plan       atomic.Pointer[mailsim.Plan]
	bounds     atomic.Pointer[mailsim.Bounds]
	background context.Context // ends when the universe is closed
	stop       context.CancelFunc
	book       *book
	whole      any // the universe as it was assembled
	parts      []any
}

// ID returns the universe's id.
func (e *env) ID() string { return e.id }

// Name returns the universe's name.
func (e *env) Name() string { return e.name }

// Seed returns the seed of all chance.
func (e *env) Seed() string { return string(e.seed) }

// Domain returns the server's own domain.
func (e *env) Domain() string { return e.opts.Domain }

// begin sets the state that a universe starts from.
func (b *book) begin(s state) {
	b.state = s
	b.publishLog()
}

// replace puts another state in the place of the first one. The clock keeps its
// speed and goes on from where it stood.
func (b *book) replace(s state) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.clock = clockState{base: b.clock.base, wall: b.wall.Now(), speed: b.clock.speed, frozen: b.clock.frozen}
	b.begin(s)
	v := b.view()
	for _, replaced := range b.replaced {
		replaced(v)
	}
}

// publishLog hands the log to those who read it without the lock: hundreds of
// followers in the lock's queue would hold up every writer.
func (b *book) publishLog() {
	if b.told.Load() != b.events {
		b.told.Store(b.events)
	}
}

// log returns the log as of the last commit, without the lock.
func (b *book) log() *eventLog {
	b.mustBeMade()
	return b.told.Load()
}

// made tells a universe from the zero value.
func (b *book) made() bool { return b != nil }

// mustBeMade is for what has no error to return.
func (b *book) mustBeMade() {
	if !b.made() {
		panic("mailsim: " + fail.ErrUnmade.Message)
	}
}

func (b *book) isClosed() bool {
	select {
	case <-b.closed:
		return true
	default:
		return false
	}
}

// state is what a fork copies and a save writes.
type state struct {
	seq    mailsim.Mark // counts all that waits can see: filed copies and events
	events *eventLog
	owner  *mbox.Owner
	clock  clockState
	kept   kept  // what bounds are measured by
	swept  sweep // what the last prune left
	all    []anyTable
}

func newState() state {
	s := state{events: new(eventLog), owner: new(mbox.Owner), all: make([]anyTable, len(makers))}
	for i, empty := range makers {
		s.all[i] = empty()
	}
	return s
}

// tables lists every table by name: no order in which a program starts reaches a
// store.
func (s *state) tables() []anyTable {
	return slices.SortedStableFunc(slices.Values(s.all), func(a, b anyTable) int { return strings.Compare(a.tableName(), b.tableName()) })
}

// forked returns a copy that shares every record.
func (s *state) forked() state {
	f := newState()
	for i, tb := range f.all {
		tb.share(s.all[i])
	}
	f.seq, f.events, f.clock, f.swept, f.kept = s.seq, s.events.fork(), s.clock, s.swept, s.kept
	return f
}

// kept counts what bounds are measured by, and the pending jobs. A rollback puts
// it back whole.
type kept struct {
	bytes   int64
	mails   int
	copies  int
	boxes   int
	pending int   // jobs
	told    uint8 // the bounds of which an event has told that they are reached
}

// sweep is what the last prune found, so that the next one is known in constant time.
type sweep struct {
	done   bool         // there was one
	any    bool         // some mail was left, or has come since
	oldest instant      // no mail is older
	seq    mailsim.Mark // when it was
	kept   int64        // events up to this id need no mail any more

	counted bool // memory holds
	memory  int  // no day before it is the last on which something that can be forgotten was used
}

// change is one record as it was before: enough to undo it and to know what a
// store has to write.
type change struct {
	table anyTable
	key   string
	old   any
	had   bool
}

// view reads the state. Having one is the proof of holding the lock.
type view struct {
	*state
	env *env
	now time.Time
}

// tx changes the state. Its changes and events hold together: all or none.
type tx struct {
	view
	journal []change
	events  []*eventRec
	redone  []*eventRec // events of the log that took another form
	wakeup  bool        // the queue or the clock changed: the live driver looks again
	slots   []slotted   // what parts keep until the commit
}

// read runs f under the read lock.
func (b *book) read(f func(v view)) {
	b.mustBeMade()
	b.mu.RLock()
	defer b.mu.RUnlock()
	f(b.view())
}

// locked runs f under the lock: what moves the clock, and what is no transaction.
func (b *book) locked(f func(v view)) {
	b.mustBeMade()
	b.mu.Lock()
	defer b.mu.Unlock()
	f(b.view())
}

func (b *book) view() view { return view{&b.state, b.env, b.now()} }

// update runs f under the lock and commits what it did. If f fails, nothing
// has happened. The call returns after the changes are durable and their
// watchers have been told.
func (b *book) update(_ context.Context, f func(t *tx) error) error {
	t, durable, err := b.commit(f)
	if err != nil {
		for _, told := range b.refused {
			told(err)
		}
		return err
	}
	if durable != nil {
		if err := <-durable; err != nil {
			return err
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		t.tell()
	}
	return nil
}

// commit is the part of update under the lock. The events are numbered and the
// changes are handed to the store in the order of the commits. With a store it
// returns the transaction, whose watchers are to be told when it is durable.
func (b *book) commit(f func(t *tx) error) (stored *tx, durable <-chan error, err error) {
	if !b.made() {
		return nil, nil, fail.ErrUnmade
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.poisoned != nil {
		return nil, nil, b.poisoned
	}
	if b.isClosed() {
		return nil, nil, fail.ErrClosed
	}
	t := &b.room
	if b.store != nil {
		t = new(tx) // it lives until it is durable
	}
	t.view = b.view()
	before := b.point()
	committed := false
	defer func() {
		if !committed { // an error or a panic: put everything back
			b.rollback(undo{t.journal, before})
		}
		b.room.clear()
	}()
	if err := f(t); err != nil {
		return nil, nil, err
	}
	for _, check := range b.check {
		if err := check(t, &before); err != nil {
			return nil, nil, err
		}
	}
	committed = true
	b.commits.Add(1)
	for _, e := range t.events { // what was filed with them came before them
		e.seq = t.seq
	}
	t.state.events = t.state.events.with(t.events...)
	for _, done := range b.done {
		done(t, &before)
	}
	b.publishLog()
	if b.store == nil {
		t.tell()
		return nil, nil, nil
	}
	return t, b.store(t, before), nil
}

// tell says to who waits what a transaction changed.
func (t *tx) tell() {
	for _, wake := range t.env.book.wake {
		wake(t)
	}
}

// clear makes an ended transaction a new one in the same room.
func (t *tx) clear() {
	if cap(t.journal) > maxRoom {
		t.journal = nil
	}
	clear(t.journal)
	for _, s := range t.slots {
		if s != nil {
			s.clear()
		}
	}
	*t = tx{journal: t.journal[:0], slots: t.slots}
}

// maxRoom bounds what a large commit leaves behind, in changes.
const maxRoom = 4096

// changed tells whether a table has been changed.
func (t *tx) changed(tb anyTable) bool {
	return slices.ContainsFunc(t.journal, func(c change) bool { return c.table == tb })
}

// point is what a commit changes beside the tables.
type point struct {
	seq    mailsim.Mark
	events *eventLog
	swept  sweep
	kept   kept
	speed  float64
	frozen bool
}

func (b *book) point() point {
	return point{b.seq, b.events, b.swept, b.kept, b.clock.speed, b.clock.frozen}
}

// undo is what takes a commit back.
type undo struct {
	journal []change
	before  point
}

// rollback puts everything back as it was. What came after must be undone already.
func (b *book) rollback(u undo) {
	for _, c := range slices.Backward(u.journal) {
		c.table.putBack(c.key, c.old, c.had)
	}
	p := u.before
	b.seq, b.events, b.swept, b.kept, b.clock.speed, b.clock.frozen = p.seq, p.events, p.swept, p.kept, p.speed, p.frozen
}

// poison takes back every commit that the store does not have, the last one
// first, and stops all changes. The clock stands where it did at the last one stored.
func (b *book) poison(err error, stored time.Time, lost func() []undo) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.poisoned = err
	for _, u := range slices.Backward(lost()) {
		b.rollback(u)
	}
	b.publishLog()
	b.clock.base, b.clock.at, b.clock.wall = stored, stored, b.wall.Now()
}

// snapshot returns the state as it now is, sharing every record, its clock
// anchored at the present instant.
func (b *book) snapshot() (s state) {
	b.locked(func(v view) {
		s = v.state.forked()
		s.clock = clockState{base: v.now, speed: s.clock.speed, frozen: s.clock.frozen}
	})
	return s
}

// failure is the error of a universe whose store has failed.
func (b *book) failure() (err error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.poisoned
}

// emit adds an event to the transaction.
func (t *tx) emit(data mailsim.EventData) *eventRec {
	t.seq++
	e := &eventRec{id: t.state.events.last() + int64(len(t.events)) + 1, seq: t.seq, at: instantOf(t.now), data: data}
	t.events = append(t.events, e)
	for _, emitted := range t.env.book.emitted {
		emitted(t, e)
	}
	return e
}

// tableKey joins the parts of a record key. No part holds a NUL: addresses,
// ids and folder names are checked when they enter.
func tableKey(parts ...string) string {
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
