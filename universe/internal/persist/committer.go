package persist

// The store: commits in order, each durable before its caller is answered.

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// KeepIn hands every commit from now on to a committer, none to nil.
func (u *Part) KeepIn(c *Committer) {
	u.Store, u.Book.Persist = c, nil
	if c != nil {
		u.Book.Persist = func(t *state.Tx, before state.Point) <-chan error {
			return c.enqueue(deltaOf(t, before), state.Undo{Journal: t.Journal, Before: before})
		}
	}
}

// Committer hands commits to the store in order, and encodes them outside the
// lock. Each caller is answered when his commit is durable; commits that wait
// together are not merged, so that the store sees each as one.
type Committer struct {
	store mailsim.Store
	lose  func(err error, stored time.Time, take func() []pending) []pending
	enc   *encoder  // the running goroutine's
	clock time.Time // where it stood at the last commit that is stored
	mu    sync.Mutex
	queue []pending // the first one is being written
	busy  bool
	idle  sync.WaitGroup
}

// NewCommitter begins with an empty store; lose takes back what a store that has failed
// did not take.
func NewCommitter(s mailsim.Store, lose func(err error, stored time.Time, take func() []pending) []pending) *Committer {
	return &Committer{store: s, lose: lose, enc: &encoder{refs: map[contentID]int{}}}
}

// pending is a commit that is not stored yet.
type pending struct {
	delta delta
	undo  state.Undo
	done  chan error
}

// enqueue hands over a commit; the caller holds the universe's lock.
func (c *Committer) enqueue(d delta, u state.Undo) <-chan error {
	done := make(chan error, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = append(c.queue, pending{d, u, done})
	if !c.busy {
		c.busy = true
		c.idle.Add(1)
		go c.run()
	}
	return done
}

func (c *Committer) run() {
	defer c.idle.Done()
	for {
		next, ok := c.next()
		if !ok {
			return
		}
		if err := c.store.Commit(context.Background(), c.enc.batch(next.delta)); err != nil {
			failed := &mailsim.Error{Kind: mailsim.ErrInternal, Message: "the store failed: the universe takes no more changes", Err: err}
			for _, p := range c.lose(failed, c.clock, c.takeAll) {
				p.done <- failed
			}
			continue
		}
		c.clock = next.delta.state.Now
		c.mu.Lock()
		c.queue = slices.Delete(c.queue, 0, 1)
		c.mu.Unlock()
		next.done <- nil
	}
}

func (c *Committer) next() (p pending, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.queue) == 0 {
		c.busy = false
		return p, false
	}
	return c.queue[0], true
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
	return lost
}
