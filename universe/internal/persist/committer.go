package persist

// The store: commits in order, each durable before its caller is answered.

import (
	"context"
	"errors"
	"math"
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
// lock, while those before them are written. Each caller is answered when his commit is
// durable. Commits that wait together go to the store together, each as a batch of its own.
type Committer struct {
	store  mailsim.Store
	stored func(serial uint64, log *state.Log) // hears what is durable
	lose   func(err error, stored time.Time, take func() []pending) []pending
	enc    *encoder  // the running goroutine's
	clock  time.Time // where it stood at the last commit that is stored
	pace   pace      // the running goroutine's
	ready  group     // the running goroutine's: encoded and not given to the store yet
	most   int       // bytes of a group
	mu     sync.Mutex
	queue  []pending // the first ones are being written, the next ones are ready
	more   chan struct{}
	busy   bool
	idle   sync.WaitGroup
}

// group is commits that go to the store together: the next ones of the queue.
type group struct {
	batches []mailsim.Batch
	bodies  [][]*post.Mail // whose bytes each batch brings
	size    int            // of the records, in bytes
	err     error          // the commit after them cannot be encoded
}

// NewCommitter begins with an empty store; lose takes back what a store that has failed
// did not take.
func NewCommitter(s mailsim.Store, lose func(err error, stored time.Time, take func() []pending) []pending) *Committer {
	return newCommitter(s, lose, newEncoder(map[contentID]int{}, numbers{}), time.Time{})
}

func newCommitter(s mailsim.Store, lose func(err error, stored time.Time, take func() []pending) []pending, enc *encoder, clock time.Time) *Committer {
	return &Committer{store: s, lose: lose, enc: enc, clock: clock, most: groupBytes, more: make(chan struct{}, 1)}
}

// pending is a commit that is not stored yet.
type pending struct {
	delta delta
	undo  state.Undo
	log   *state.Log // as of it
	done  chan error
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
	written := make(chan result, 1)
	for c.goesOn() {
		c.pace.gather(c.more, func() int { return c.encode(0) })
		g := c.ready
		c.ready = group{}
		go func() { written <- c.write(g) }()
		r := c.encodeUntil(written, len(g.batches))
		c.pace.took(len(g.batches), c.waiting()-len(g.batches))
		c.keep(g, r.kept)
		if r.err != nil {
			c.ready = group{}
			failed := failure(r.err)
			for _, p := range c.lose(failed, c.clock, c.takeAll) {
				p.done <- failed
			}
		}
	}
}

// result is what the store did with a group.
type result struct {
	kept int
	err  error
}

func (c *Committer) write(g group) (r result) {
	if len(g.batches) > 0 {
		r.kept, r.err = c.store.Commit(context.Background(), g.batches)
		r.kept = max(0, min(r.kept, len(g.batches)))
	}
	switch {
	case r.err != nil:
	case r.kept < len(g.batches):
		r.err = errors.New("the store kept fewer batches than it was given, without an error")
	default:
		r.err = g.err
	}
	return r
}

// encodeUntil encodes what comes while a group is written.
func (c *Committer) encodeUntil(written <-chan result, writing int) result {
	for {
		c.encode(writing)
		select {
		case r := <-written:
			return r
		case <-c.more:
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

// groupBytes bounds roughly what the store is given at once, and what is encoded ahead.
const groupBytes = 64 << 20

// encode makes batches of all that wait behind those being written, or of as many as fit.
// It returns how many there are, as if all had come where no more of them fit.
func (c *Committer) encode(writing int) int {
	g := &c.ready
	for g.size <= c.most && g.err == nil {
		p, ok := c.at(writing + len(g.batches))
		if !ok {
			return len(g.batches)
		}
		g.err = fail.Readable(func() {
			b := c.enc.batch(p.delta)
			g.batches, g.bodies = append(g.batches, b), append(g.bodies, c.enc.bodies)
			for _, r := range b.Puts {
				g.size += len(r.Key) + len(r.Value)
			}
		})
	}
	return math.MaxInt
}

// keep answers the first callers of a group, whose commits are durable.
func (c *Committer) keep(g group, n int) {
	if n == 0 {
		return
	}
	kept := c.first(n)
	last := kept[n-1]
	c.clock = last.delta.state.Now
	c.stored(last.delta.state.Commit, last.log)
	for i, p := range kept {
		for _, m := range g.bodies[i] {
			m.Stored()
		}
		p.done <- nil
	}
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

// goesOn says whether any wait; when there are none, the next one starts run again.
func (c *Committer) goesOn() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = len(c.queue) > 0
	return c.busy
}

// at is the nth of the queue.
func (c *Committer) at(n int) (pending, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n >= len(c.queue) {
		return pending{}, false
	}
	return c.queue[n], true
}

// first takes the first n from the queue.
func (c *Committer) first(n int) []pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := slices.Clone(c.queue[:n])
	c.queue = slices.Delete(c.queue, 0, n)
	return taken
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
