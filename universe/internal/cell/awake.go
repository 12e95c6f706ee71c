package cell

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Universes are opened when they are needed and closed when nobody uses them. One is
// open, on the move (being made, opened or closed), or asleep. Whoever needs one that
// moves waits for the end of that.

// move is the way of a universe in or out.
type move struct {
	done    chan struct{} // closed at its end
	err     error         // why it did not come in, once done
	opening bool
}

func newMove(opening bool) *move { return &move{done: make(chan struct{}), opening: opening} }

// use is who uses an open universe.
type use struct {
	users atomic.Int64 // raised with Cell.mu held, at least for reading
	last  atomic.Int64 // when it was used last, in Unix nanoseconds of real time
}

func (u *use) touch() { u.last.Store(time.Now().UnixNano()) }

// need returns an open universe, opened if it sleeps. It stays open until leave, which
// is called once.
func (c *Cell) need(ctx context.Context, id string) (t *tenant, leave func(), err error) {
	for {
		t, m, began := c.look(id)
		switch {
		case t != nil:
			return t, func() { t.touch(); t.users.Add(-1) }, nil
		case m == nil:
			return nil, nil, errNoSuchUniverse
		case began:
			go c.wake(id, m)
		}
		select {
		case <-m.done:
		case <-ctx.Done():
			return nil, nil, fail.ContextError(ctx)
		}
		if m.err != nil {
			return nil, nil, m.err
		}
	}
}

// look finds an open universe and counts one more user, or its move, begun for a
// universe that may be asleep.
func (c *Cell) look(id string) (t *tenant, m *move, began bool) {
	c.mu.RLock()
	if t, m = c.universes[id], c.moving[id]; t != nil {
		t.users.Add(1)
		t.touch()
	}
	c.mu.RUnlock()
	if t != nil || m != nil || c.opts.Open == nil {
		return t, m, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if t = c.universes[id]; t != nil {
		t.users.Add(1)
		return t, nil, false
	}
	if m = c.moving[id]; m == nil {
		m, began = newMove(true), true
		c.moving[id] = m
	}
	return nil, m, began
}

// depart begins to make a universe that is not there. ErrConflict when it is.
func (c *Cell) depart(id string) (*move, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return nil, errCellClosed
	case c.universes[id] != nil, c.moving[id] != nil:
		return nil, fail.Conflictf("universe %s is there already", id)
	}
	m := newMove(true)
	c.moving[id] = m
	return m, nil
}

// take begins to close a universe, whoever uses it; t is nil when it is not open.
func (c *Cell) take(ctx context.Context, id string) (t *tenant, m *move, err error) {
	for {
		c.mu.Lock()
		other := c.moving[id]
		if other == nil {
			t, m = c.universes[id], newMove(false)
			delete(c.universes, id)
			c.moving[id] = m
			c.mu.Unlock()
			return t, m, nil
		}
		c.mu.Unlock()
		select {
		case <-other.done:
		case <-ctx.Done():
			return nil, nil, fail.ContextError(ctx)
		}
	}
}

// arrive ends a move: the universe t is open, or there is none.
func (c *Cell) arrive(id string, m *move, t *tenant, err error) error {
	c.mu.Lock()
	if err == nil && t != nil && c.closed {
		err = errCellClosed
	}
	delete(c.moving, id)
	if err == nil && t != nil {
		t.touch()
		c.universes[id] = t
		t.Part.run.SetPlan(t.org.plan) // it may have changed meanwhile
	}
	m.err = err
	close(m.done)
	c.mu.Unlock()
	if err != nil && t != nil {
		_ = t.whole.Close()
	}
	return err
}

// wake opens a universe that sleeps.
func (c *Cell) wake(id string, m *move) {
	ctx, cancel := context.WithTimeout(c.life, time.Minute)
	defer cancel()
	rec, err := c.dir.Universe(ctx, id)
	if err == nil {
		err = c.makeRoom()
	}
	var t *tenant
	if err == nil {
		t, err = c.furnish(ctx, rec, mailsim.Options{})
	}
	_ = c.arrive(id, m, t, err)
}

// furnish makes the universe of a record, or opens it. Given are the options of a new one.
func (c *Cell) furnish(ctx context.Context, rec mailsim.UniverseRecord, given mailsim.Options) (*tenant, error) {
	org, err := c.enrol(ctx, rec.Org)
	if err != nil {
		return nil, err
	}
	o, store := given, mailsim.Store(nil)
	if c.opts.Open != nil {
		var base mailsim.Options
		if store, base, err = c.opts.Open(ctx, rec); err != nil {
			return nil, err
		}
		o = inProcess(base, given)
	}
	c.mu.RLock()
	o.ID, o.Name, o.Plan = rec.ID, rec.Name, org.plan
	c.mu.RUnlock()
	o.Logger = cmp.Or(o.Logger, c.opts.Logger)
	t := &tenant{cell: c, org: org, began: rec.Created}
	if t.whole, err = c.build(ctx, store, o, t.moveIn); err != nil {
		return nil, err
	}
	return t, nil
}

// inProcess are the options of a universe, filled up by those that no store keeps.
func inProcess(base, o mailsim.Options) mailsim.Options {
	base.ID, base.Name, base.Seed, base.Domain, base.Start, base.Speed, base.Frozen = o.ID, o.Name, o.Seed, o.Domain, o.Start, o.Speed, o.Frozen
	base.Config = o.Config
	base.Network, base.NoMagic, base.Unmarked, base.HooksOnClock = base.Network || o.Network, base.NoMagic || o.NoMagic, base.Unmarked || o.Unmarked, base.HooksOnClock || o.HooksOnClock
	base.Bounds = o.Bounds.Or(base.Bounds)
	base.HashCost, base.CacheBytes, base.Transcripts = cmp.Or(o.HashCost, base.HashCost), cmp.Or(o.CacheBytes, base.CacheBytes), cmp.Or(o.Transcripts, base.Transcripts)
	base.WriterCalls, base.WebhookQueue, base.WebhookWait = cmp.Or(o.WriterCalls, base.WriterCalls), cmp.Or(o.WebhookQueue, base.WebhookQueue), cmp.Or(o.WebhookWait, base.WebhookWait)
	base.Logger = cmp.Or(o.Logger, base.Logger)
	if o.Sites != nil {
		base.Sites = o.Sites
	}
	if o.Writer != nil {
		base.Writer = o.Writer
	}
	if o.Fetcher != nil {
		base.Fetcher = o.Fetcher
	}
	if o.Relay != nil {
		base.Relay = o.Relay
	}
	if o.FileText != nil {
		base.FileText = o.FileText
	}
	return base
}

// enrol returns what open universes know of their organization.
func (c *Cell) enrol(ctx context.Context, name string) (*organization, error) {
	c.heed.Lock()
	defer c.heed.Unlock()
	o, err := c.dir.Org(ctx, name)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	own := c.orgs[name]
	if own == nil {
		own = &organization{name: name}
		c.orgs[name] = own
	}
	own.plan, own.suspended = o.Plan, o.Suspended
	return own, nil
}

// Sleep closes a universe, in use or not: its sessions and streams end. One that is not
// open stays so.
func (c *Cell) Sleep(ctx context.Context, id string) error {
	if c.opts.Open == nil {
		return fail.Invalidf("the universes of this cell are in memory: they cannot be opened again")
	}
	t, m, err := c.take(ctx, id)
	if err == nil {
		err = c.shut(id, t, m)
	}
	return err
}

// shut ends the move of a universe out; nil was not open.
func (c *Cell) shut(id string, t *tenant, m *move) (err error) {
	if t != nil {
		t.Part.Asleep.Store(true)
		err = t.whole.Close()
	}
	_ = c.arrive(id, m, nil, nil)
	if t != nil {
		t.Part.door.AccessWatch.Changed()
		c.access.Changed()
	}
	return err
}

// makeRoom closes the universe that has not been used for the longest time, when as
// many are open as may be. ErrTooMany when all are in use.
func (c *Cell) makeRoom() error {
	for c.opts.Awake > 0 {
		c.mu.Lock()
		open := len(c.universes)
		for _, m := range c.moving {
			if m.opening {
				open++ // the one that room is made for is among them
			}
		}
		if open <= c.opts.Awake {
			c.mu.Unlock()
			return nil
		}
		id := c.leastUsed()
		if id == "" {
			c.mu.Unlock()
			return fail.Errorf(mailsim.ErrTooMany, "%d universes are in use, which is as many as can be open: try again later", c.opts.Awake)
		}
		t, m := c.universes[id], newMove(false)
		delete(c.universes, id)
		c.moving[id] = m
		c.mu.Unlock()
		if err := c.shut(id, t, m); err != nil {
			c.opts.Logger.Error("a universe was not closed well", "universe", id, "error", err)
		}
	}
	return nil
}

// leastUsed is the id of the universe that nobody uses for the longest time, "" when all
// are in use. It needs c.mu.
func (c *Cell) leastUsed() (id string) {
	for other, t := range c.universes {
		if t.users.Load() == 0 && (id == "" || t.last.Load() < c.universes[id].last.Load()) {
			id = other
		}
	}
	return id
}

// sleepIdle closes what nobody uses, until the cell is closed.
func (c *Cell) sleepIdle() {
	tick := time.NewTicker(max(c.opts.Idle/4, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-c.life.Done():
			return
		case <-tick.C:
		}
		for _, id := range c.idle() {
			c.mu.Lock()
			t, m := c.universes[id], newMove(false)
			if t == nil || t.users.Load() > 0 || c.moving[id] != nil {
				c.mu.Unlock()
				continue
			}
			delete(c.universes, id)
			c.moving[id] = m
			c.mu.Unlock()
			if err := c.shut(id, t, m); err != nil {
				c.opts.Logger.Error("a universe was not closed well", "universe", id, "error", err)
			}
		}
	}
}

// idle lists the open universes that may be closed.
func (c *Cell) idle() (out []string) {
	before := time.Now().Add(-c.opts.Idle).UnixNano()
	for _, t := range c.All() {
		if t.users.Load() == 0 && t.last.Load() <= before && t.rests(c.opts.Idle) {
			out = append(out, t.Part.Opts.ID)
		}
	}
	slices.Sort(out)
	return out
}

// rests tells whether a universe has nothing to do by itself for some time.
func (t *tenant) rests(d time.Duration) bool {
	if t.Part.webhook.Outbox().Pending > 0 {
		return false
	}
	in, due := t.Part.run.DueIn()
	return !due || in > d
}
