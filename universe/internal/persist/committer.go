package persist

// The store: commits in order, each durable before its caller is answered.

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// KeepIn hands every commit from now on to a committer, none to nil.
func (u *Part) KeepIn(c *Committer) {
	u.Store, u.Book.Persist = c, nil
	if c != nil {
		c.stored = u.Stored
		u.Book.Persist = func(t *state.Tx, before state.Point) <-chan error {
			d := deltaOf(t, before)
			d.due = u.nextDue()
			return c.enqueue(pending{
				delta: d, undo: state.Undo{Journal: t.Journal, Before: before},
				log: t.State.Events, done: make(chan error, 1),
			})
		}
	}
}

// Committer hands commits to the store in order, and encodes them outside the
// lock. Each caller is answered when his commit is durable. Commits that wait
// together go to the store together, each as a batch of its own.
type Committer struct {
	store  mailsim.Store
	stored func(serial uint64, log *state.Log) // hears what is durable
	lose   func(err error, stored time.Time, take func() []pending) []pending
	enc    *encoder  // the running goroutine's
	clock  time.Time // where it stood at the last commit that is stored
	pace   pace      // the running goroutine's
	mu     sync.Mutex
	queue  []pending // the first ones are being written
	more   chan struct{}
	busy   bool
	idle   sync.WaitGroup
}

// NewCommitter begins with an empty store; lose takes back what a store that has failed
// did not take.
func NewCommitter(s mailsim.Store, lose func(err error, stored time.Time, take func() []pending) []pending) *Committer {
	return newCommitter(s, lose, newEncoder(map[contentID]int{}, numbers{}), time.Time{})
}

func newCommitter(s mailsim.Store, lose func(err error, stored time.Time, take func() []pending) []pending, enc *encoder, clock time.Time) *Committer {
	return &Committer{store: s, lose: lose, enc: enc, clock: clock, more: make(chan struct{}, 1)}
}

// pending is a commit that is not stored yet.
type pending struct {
	delta delta
	undo  state.Undo
	log   *state.Log // as of it
	done  chan error

	bodies []*post.Mail // whose bytes it brings
}

// enqueue hands over a commit; the caller holds the universe's lock.
func (c *Committer) enqueue(p pending) <-chan error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = append(c.queue, p)
	if !c.busy {
		c.busy = true
		c.idle.Add(1)
		go c.run()
	}
	select {
	case c.more <- struct{}{}:
	default:
	}
	return p.done
}

func (c *Committer) run() {
	defer c.idle.Done()
	for {
		c.pace.gather(c.more, c.waiting)
		group := c.group()
		if len(group) == 0 {
			return
		}
		var batches []mailsim.Batch
		kept := 0
		err := fail.Readable(func() { batches = c.encode(group) })
		if err == nil {
			group = group[:len(batches)]
			kept, err = c.store.Commit(context.Background(), batches)
		}
		if err == nil && kept != len(batches) {
			err = errors.New("the store kept fewer batches than it was given, without an error")
		}
		c.pace.took(len(group), c.waiting()-len(group))
		c.keep(group[:max(0, min(kept, len(group)))])
		if err != nil {
			failed := failure(err)
			for _, p := range c.lose(failed, c.clock, c.takeAll) {
				p.done <- failed
			}
		}
	}
}

// failure is what callers hear of a store that did not take their change.
func failure(err error) error {
	if errors.Is(err, mailsim.ErrFenced) {
		return &mailsim.Error{Kind: mailsim.ErrFenced, Message: "another process has taken over the universe: this one takes no more changes", Err: err}
	}
	return &mailsim.Error{Kind: mailsim.ErrInternal, Message: "the store failed: the universe takes no more changes", Err: err}
}

// groupBytes bounds roughly what the store is given at once.
const groupBytes = 64 << 20

// encode makes the batches of a group, or of as many of its first as fit.
func (c *Committer) encode(group []pending) []mailsim.Batch {
	batches, size := make([]mailsim.Batch, 0, len(group)), 0
	for i, p := range group {
		b := c.enc.batch(p.delta)
		group[i].bodies = c.enc.bodies
		batches = append(batches, b)
		for _, r := range b.Puts {
			size += len(r.Key) + len(r.Value)
		}
		if size > groupBytes {
			break
		}
	}
	return batches
}

// keep answers the callers whose commits are durable.
func (c *Committer) keep(group []pending) {
	if len(group) == 0 {
		return
	}
	last := group[len(group)-1]
	c.clock = last.delta.state.Now
	c.stored(last.delta.state.Commit, last.log)
	for _, p := range group {
		for _, m := range p.bodies {
			m.Stored()
		}
		p.done <- nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = slices.Delete(c.queue, 0, len(group))
}

// Whole commits all that a universe is, to a store that is empty yet.
func (c *Committer) Whole(ctx context.Context, u *Part) error {
	var d delta
	u.Locked(func(v state.View) {
		d = whole(v)
		d.state.Commit, d.due = u.Serial.Add(1), u.nextDue()
	})
	if _, err := c.store.Commit(ctx, []mailsim.Batch{c.enc.batch(d)}); err != nil {
		return failure(err)
	}
	for _, m := range c.enc.bodies {
		m.Stored()
	}
	c.clock = d.state.Now
	u.Stored(d.state.Commit, u.Committed())
	return nil
}

// group returns all that wait; when there are none, the next one starts run again.
func (c *Committer) group() []pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = len(c.queue) > 0
	return slices.Clone(c.queue)
}

func (c *Committer) waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.queue)
}

func (c *Committer) takeAll() []pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.queue
	c.queue = nil
	return all
}

// Close waits for what is being written, and closes the store.
func (c *Committer) Close() error {
	c.idle.Wait()
	return c.store.Close()
}

// Lose takes back every commit that the store does not have.
func (u *Part) Lose(err error, stored time.Time, take func() []pending) (lost []pending) {
	u.Poison(err, stored, func() (undone []state.Undo) {
		for _, p := range take() {
			lost, undone = append(lost, p), append(undone, p.undo)
		}
		return undone
	})
	u.Logger.Error("the store failed", "lost", len(lost), "error", err)
	if u.Taken != nil && errors.Is(err, mailsim.ErrFenced) {
		u.Taken()
	}
	return lost
}
