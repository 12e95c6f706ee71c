package engine

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mbox"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// world is all state of one universe, guarded by one lock that only this file
// names. Who moves time holds the drive slot first, then this lock; there is
// no third.
type world struct {
	mu sync.RWMutex
	state
	poisoned error // set by a failed store: the image and the store have parted
	room     tx    // of the commits that end with the lock, one after the other
	commits  uint64
	told     atomic.Pointer[eventLog] // the log as of the last commit
}

// begin sets the state that a universe starts from. What mails share is its own,
// whosever state it was.
func (w *world) begin(s state) {
	s.routes, s.parsed = w.routes, w.parsed
	w.state = s
	w.publishLog()
}

// publishLog hands the log to those who read it without the lock: hundreds of
// followers in the lock's queue would hold up every writer.
func (w *world) publishLog() {
	if w.told.Load() != w.events {
		w.told.Store(w.events)
	}
}

// state is what a fork copies and a save writes.
type state struct {
	seq        mailsim.Mark // counts all that waits can see: filed copies and events
	events     *eventLog
	owner      *mbox.Owner
	clock      clockState
	mailboxes  *table[*mailboxRec]
	mails      *mailIndex
	strays     *strays              // copies of mails that the index does not hold
	kept       kept                 // what bounds are measured by
	namesakes  *table[*namesakeRec] // Message-ID that several mails have had, to the first of them
	personas   *table[*personaRec]
	owners     *table[string]   // address to persona id
	externals  *table[*idList]  // system and external id to the people who have it
	domains    *table[[]string] // domain to the addresses of some people in it, first come first
	logins     *table[*loginRec]
	usernames  *table[string] // login name to address
	jobs       *table[*jobRec]
	personJobs *table[*idList]  // persona to all their jobs
	planned    *table[string]   // persona and thread, or correspondent and subject, to the pending reply
	jobsFor    *table[[]string] // persona and Message-ID to its jobs
	latest     *table[int64]    // persona to the last event of a mail reaching them
	counters   *table[int]      // occasions and the like, by kind and keys
	lastUse    *table[useRec]   // of the counters that can be forgotten
	tempfails  *table[string]   // number to counter, in the order in which they were made
	relations  *table[*relationRec]
	talks      *table[*talkRec] // person and thread to what was said
	memory     *table[[]memoryNote]
	cases      *table[*caseRec]
	caseOf     *table[string] // mailbox and thread root to case
	settings   *table[*settings]
	streams    *table[*streamRec]
	webhooks   *table[*webhookRec]
	faults     *table[*faultRec]
	tallies    *table[faultCount]  // what fault rules have counted
	inspected  *table[*inspectRec] // by Message-ID
	shares     *table[*shareRec]
	keys       *table[*keyRec]
	facts      *table[[]factRec] // what insights are counted from, by number of record
	queue      jobQueue
	swept      sweep // what the last prune left

	routes *routes     // what mails have in common, to share it
	parsed *parseCache // bounds what mails keep ready
}

func newState() state {
	return state{
		events:     new(eventLog),
		owner:      new(mbox.Owner),
		mailboxes:  newTable[*mailboxRec]("mailbox"),
		mails:      newMailIndex(),
		strays:     &strays{m: map[*mail]int32{}},
		namesakes:  newTable[*namesakeRec]("namesake"),
		personas:   newTable[*personaRec]("persona"),
		owners:     newTable[string](""),
		externals:  newTable[*idList](""),
		domains:    newTable[[]string]("domain"),
		logins:     newTable[*loginRec]("login"),
		usernames:  newTable[string](""),
		jobs:       newTable[*jobRec]("job"),
		personJobs: newTable[*idList](""),
		planned:    newTable[string]("planned"),
		jobsFor:    newTable[[]string]("jobs_for"),
		latest:     newTable[int64](""),
		counters:   newTable[int]("counter"),
		lastUse:    newTable[useRec]("used"),
		tempfails:  newTable[string]("tempfail"),
		relations:  newTable[*relationRec]("relation"),
		talks:      newTable[*talkRec]("talk"),
		memory:     newTable[[]memoryNote]("memory"),
		cases:      newTable[*caseRec]("case"),
		caseOf:     newTable[string]("case_of"),
		settings:   newTable[*settings]("settings"),
		streams:    newTable[*streamRec]("stream"),
		webhooks:   newTable[*webhookRec]("webhook"),
		faults:     newTable[*faultRec]("fault"),
		tallies:    newTable[faultCount]("tally"),
		inspected:  newTable[*inspectRec]("inspected"),
		shares:     newTable[*shareRec]("share"),
		keys:       newTable[*keyRec]("key"),
		facts:      newTable[[]factRec]("fact"),
	}
}

// tables lists every table, in the order in which a load reads them.
func (s *state) tables() []anyTable {
	return []anyTable{
		s.settings, s.counters, s.lastUse, s.tempfails, s.mailboxes, s.mails, s.strays, s.namesakes, s.personas, s.owners, s.externals, s.domains, s.logins, s.usernames, s.relations, s.talks, s.memory,
		s.cases, s.caseOf, s.jobs, s.personJobs, s.planned, s.jobsFor, s.latest, s.streams, s.webhooks, s.faults, s.tallies, s.inspected, s.shares, s.keys, s.facts,
	}
}

// forked returns a copy that shares every record.
func (s *state) forked() state {
	f := newState()
	from := s.tables()
	for i, tb := range f.tables() {
		tb.share(from[i])
	}
	f.seq, f.events, f.clock, f.queue, f.swept, f.kept = s.seq, s.events.fork(), s.clock, s.queue.fork(), s.swept, s.kept
	return f
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
	u   *Universe
	now time.Time
}

// tx changes the state. Its changes and events hold together: all or none.
type tx struct {
	view
	journal []change
	events  []*eventRec
	redone  []*eventRec // events of the log that took another form
	touched []touch     // mailbox changes whose watchers are to be told
	queued  []queued    // what joins the queue of jobs
	noted   []factRec   // what insights are counted from
	wakeup  bool        // the queue or the clock changed: the live driver looks again
	gone    []goneMail  // mails that left the last folder, where bounds are to be kept
	parent  *jobRec     // the job that this transaction ends
}

// touch is a changed folder.
type touch struct{ address, folder string }

// read runs f under the read lock.
func (u *Universe) read(f func(v view)) {
	u.w.mu.RLock()
	defer u.w.mu.RUnlock()
	f(view{&u.w.state, u, u.nowLocked()})
}

// update runs f under the lock and commits what it did. If f fails, nothing
// has happened. The call returns after the changes are durable and their
// watchers have been told.
func (u *Universe) update(ctx context.Context, f func(t *tx) error) error {
	t, durable, err := u.commit(f)
	if err != nil {
		u.tellIfFull(err)
		return err
	}
	if durable != nil {
		if err := <-durable; err != nil {
			return err
		}
		u.wake(t)
	}
	return nil
}

// commit is the part of update under the lock. The events are numbered and the
// changes are handed to the store in the order of the commits. With a store it
// returns the transaction, whose watchers are to be told when it is durable.
func (u *Universe) commit(f func(t *tx) error) (stored *tx, durable <-chan error, err error) {
	u.w.mu.Lock()
	defer u.w.mu.Unlock()
	if !u.made() {
		return nil, nil, fail.ErrUnmade
	}
	if u.w.poisoned != nil {
		return nil, nil, u.w.poisoned
	}
	if u.isClosed() {
		return nil, nil, fail.ErrClosed
	}
	t := &u.w.room
	if u.store != nil {
		t = new(tx) // it lives until it is durable
	}
	t.view = view{&u.w.state, u, u.nowLocked()}
	before := u.w.point()
	committed := false
	defer func() {
		if !committed { // an error or a panic: put everything back
			u.w.rollback(t.journal, before)
		}
		u.w.room.clear()
	}()
	if err := f(t); err != nil {
		return nil, nil, err
	}
	if err := t.keepBounds(&before); err != nil {
		return nil, nil, err
	}
	t.writeFacts()
	committed = true
	u.w.commits++
	u.faulty.Store(t.faults.len() > 0)
	if t.changed(t.personas) {
		u.bodies.people.Add(1)
	}
	if t.changed(t.webhooks) {
		u.hooks.setLocked(t.view, t.state.events.last())
	}
	for _, q := range t.queued {
		u.w.queue.push(q)
	}
	u.w.tidyLocked()
	for _, e := range t.events { // what was filed with them came before them
		e.seq = t.seq
	}
	t.state.events = t.state.events.with(t.events...)
	t.boundEvents()
	u.w.publishLog()
	u.w.arrived(t)
	if u.store == nil {
		u.wakeLocked(t)
		return nil, nil, nil
	}
	return t, u.store.enqueue(t.delta(before), undo{t.journal, before}), nil
}

// clear makes an ended transaction a new one in the same room.
func (t *tx) clear() {
	if cap(t.journal) > maxRoom {
		t.journal, t.touched = nil, nil
	}
	clear(t.journal)
	clear(t.touched)
	*t = tx{journal: t.journal[:0], touched: t.touched[:0]}
}

// maxRoom bounds what a large commit leaves behind, in changes.
const maxRoom = 4096

// changed tells whether a table has been changed.
func (t *tx) changed(tb anyTable) bool {
	return slices.ContainsFunc(t.journal, func(c change) bool { return c.table == tb })
}

// wake tells who waits for what a transaction changed.
func (u *Universe) wake(t *tx) {
	u.w.mu.Lock()
	defer u.w.mu.Unlock()
	u.wakeLocked(t)
}

func (u *Universe) wakeLocked(t *tx) {
	for _, tell := range u.committed {
		tell(t)
	}
}

// point is what a commit changes beside the tables.
type point struct {
	seq       mailsim.Mark
	events    *eventLog
	swept     sweep
	kept      kept
	mailboxes int
	speed     float64
	frozen    bool
}

func (w *world) point() point {
	return point{w.seq, w.events, w.swept, w.kept, w.mailboxes.len(), w.clock.speed, w.clock.frozen}
}

// rollback puts everything back as it was. What came after must be undone already.
func (w *world) rollback(journal []change, p point) {
	for _, c := range slices.Backward(journal) {
		c.table.putBack(c.key, c.old, c.had)
	}
	w.seq, w.events, w.swept, w.kept, w.clock.speed, w.clock.frozen = p.seq, p.events, p.swept, p.kept, p.speed, p.frozen
}

// emit adds an event to the transaction.
func (t *tx) emit(data mailsim.EventData) *eventRec {
	t.seq++
	e := &eventRec{id: t.state.events.last() + int64(len(t.events)) + 1, seq: t.seq, at: instantOf(t.now), data: data}
	t.events = append(t.events, e)
	if e.reaches() {
		put(t, t.latest, e.subject().PersonaID, e.id)
	}
	t.tallyEvent(data)
	return e
}

// count returns how often it was called before for these keys.
func (t *tx) count(kind string, keys ...string) int {
	key := tableKey(append([]string{kind}, keys...)...)
	n := t.counters.at(key)
	put(t, t.counters, key, n+1)
	if forgettable[kind] {
		t.wakeup = t.wakeup || t.lastUse.len() == 0 // it will be forgotten some day
		use := t.lastUse.at(key)
		use.Day = dayOfUse(t.now)
		put(t, t.lastUse, key, use)
	}
	return n
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
