// Package cell is many universes under one roof: organizations, their people, sessions and
// keys, and who calls. It keeps these in a directory, by default in memory, opens and closes
// universes as they are needed, and sees to it that login names and keys lead to one. What a universe holds by itself is for the packages below; a
// universe is made by whom NewCell is told.
package cell

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Cell holds several universes, each of an organization and apart from the others. It is safe for
// concurrent use. An idle universe costs it no goroutine. Close it when done.
type Cell struct {
	opts     mailsim.CellOptions
	build    Build
	dir      mailsim.Directory
	memory   *memory           // dir, when it is in memory
	admin    [sha256.Size]byte // SHA-256 of the administrator's key
	Wall     state.Wall        // real time, but in tests
	doors    door.Services
	Secrets  login.Secrets
	dummy    *login.Secret // stands for unknown users' passwords
	marks    []byte        // keys the marks of passwords
	reload   sync.Mutex    // guards file
	trusted  atomic.Bool   // by the options or the file
	file     []mailsim.OrgConfig
	attempts attempts // at passwords of other organizations
	access   door.AccessWatch
	Guesses  login.Guesses
	heed     sync.Mutex // one at a time follows changes of organizations; taken before mu
	unwatch  func()
	asleep   sync.WaitGroup // sleepIdle

	life context.Context // ends with Close
	end  context.CancelFunc

	mu        sync.RWMutex // never held while a universe or the directory is worked on
	closed    bool
	orgs      map[string]*organization // of open universes
	universes map[string]*tenant       // that are open
	moving    map[string]*move         // those that are being made, opened or closed
}

// organization is what the open universes of one know of it; all but its name is
// guarded by Cell.mu.
type organization struct {
	name      string
	plan      mailsim.Plan
	suspended bool
}

// Build makes a universe, in a store when there is one. moveIn is called before anything
// happens in it. A store is closed when it fails.
type Build func(ctx context.Context, s mailsim.Store, o mailsim.Options, moveIn func(*Part)) (Life, error)

// NewCell makes an empty cell. ErrInvalid names a wrong option.
func NewCell(o mailsim.CellOptions, b Build) (*Cell, error) {
	o.Domain = cmp.Or(o.Domain, config.DefaultDomain)
	if !addr.ValidDomain(o.Domain) {
		return nil, fail.Invalidf("domain: %.100q is not a domain", o.Domain)
	}
	if o.HashCost = cmp.Or(o.HashCost, login.DefaultHashCost); o.HashCost < login.MinHashCost || o.HashCost > login.MaxHashCost {
		return nil, fail.Invalidf("hash cost must be between %d and %d", login.MinHashCost, login.MaxHashCost)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	c := &Cell{opts: o, build: b, Wall: state.RealTime{}, orgs: map[string]*organization{}, universes: map[string]*tenant{}, moving: map[string]*move{}}
	c.life, c.end = context.WithCancel(context.Background())
	if c.dir = o.Directory; c.dir == nil {
		c.memory = newMemory()
		c.dir = c.memory
	}
	c.trusted.Store(o.Trusted)
	c.marks = []byte(cmp.Or(o.Secret, rand.Text()))
	if o.AdminKey != "" {
		rec, err := login.NewKey(o.AdminKey, "", mailsim.RoleAdmin)
		if err != nil {
			return nil, err
		}
		c.admin = [sha256.Size]byte(rec.Hash)
		c.opts.AdminKey = ""
	}
	c.dummy = login.NoSecret(o.HashCost)
	c.unwatch = c.dir.Watch(c.changedElsewhere)
	if o.Open != nil && o.Idle > 0 {
		c.asleep.Go(c.sleepIdle)
	}
	if o.Config != nil {
		if err := c.Reload(context.Background(), o.Config); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// CreateUniverse makes a universe of an organization while others run. Plan and,
// when left out, Domain and Logger are the cell's. ErrNotFound for an unknown
// organization, ErrConflict for an id that is taken.
func (c *Cell) CreateUniverse(ctx context.Context, org string, o mailsim.Options) (*Part, error) {
	o.Domain = cmp.Or(o.Domain, c.opts.Domain)
	if o.Logger == nil {
		o.Logger = c.opts.Logger
	}
	if o.Config != nil {
		o = config.Options(o.Config, o)
	}
	rec, m, err := c.reserve(ctx, org, &o)
	if err != nil {
		return nil, err
	}
	var t *tenant
	if err = c.makeRoom(); err == nil {
		t, err = c.furnish(ctx, rec, o)
	}
	if err = c.arrive(rec.ID, m, t, err); err == nil {
		return t.Part, nil
	}
	undo, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	if c.opts.Drop != nil {
		c.unanswered(c.opts.Drop(undo, rec))
	}
	c.unanswered(c.dir.DeleteUniverse(undo, rec.ID))
	return nil, err
}

var errCellClosed = fail.Errorf(mailsim.ErrConflict, "the cell is closed")

// reserve keeps an id for a universe that is being made, drawing one from the
// seed when none is given.
func (c *Cell) reserve(ctx context.Context, org string, o *mailsim.Options) (rec mailsim.UniverseRecord, m *move, err error) {
	if _, err := c.dir.Org(ctx, org); err != nil {
		return rec, nil, err
	}
	drawn := o.ID == ""
	for {
		if drawn {
			o.ID = config.FreeID(o.Seed, func(id string) bool {
				_, there := c.dir.Universe(ctx, id)
				err = there
				return there == nil
			})
			if mailsim.KindOf(err) != mailsim.ErrNotFound {
				return rec, nil, err
			}
		}
		rec = mailsim.UniverseRecord{ID: o.ID, Org: org, Name: cmp.Or(o.Name, o.ID), Created: o.Start.Round(0).UTC()}
		if o.Start.IsZero() {
			rec.Created = config.DefaultStart
		}
		if m, err = c.depart(rec.ID); err != nil {
			return rec, nil, err
		}
		err = c.dir.AddUniverse(ctx, rec)
		if err == nil {
			return rec, m, nil
		}
		_ = c.arrive(rec.ID, m, nil, err)
		if !drawn || mailsim.KindOf(err) != mailsim.ErrConflict {
			return rec, nil, err
		}
	}
}

// Universe returns a universe, opening it first if it sleeps; ErrNotFound when none
// has that id.
func (c *Cell) Universe(id string) (*Part, error) {
	ctx, cancel := c.brief()
	defer cancel()
	t, leave, err := c.need(ctx, id)
	if err != nil {
		return nil, err
	}
	leave()
	return t.Part, nil
}

// Awake returns a universe that is open, and opens none.
func (c *Cell) Awake(id string) (*Part, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if t := c.universes[id]; t != nil {
		return t.Part, true
	}
	return nil, false
}

// AwakeIDs lists the universes that are open.
func (c *Cell) AwakeIDs() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Sorted(maps.Keys(c.universes))
}

// DeleteUniverse closes a universe and removes it with all it holds.
func (c *Cell) DeleteUniverse(ctx context.Context, id string) error {
	rec, err := c.dir.Universe(ctx, id)
	if err != nil {
		return err
	}
	if c.opts.Open != nil { // whoever holds it is asked to give it up by needing it
		_, leave, err := c.need(ctx, id)
		if err != nil {
			return err
		}
		leave()
	}
	t, m, err := c.take(ctx, id)
	if err != nil {
		return err
	}
	if t == nil {
		_ = c.arrive(id, m, nil, errNoSuchUniverse)
		return errNoSuchUniverse
	}
	err = t.whole.Close()
	if c.opts.Drop != nil {
		err = cmp.Or(err, c.opts.Drop(ctx, rec))
	}
	err = cmp.Or(err, c.dir.DeleteUniverse(ctx, id))
	_ = c.arrive(id, m, nil, errNoSuchUniverse)
	c.access.Changed()
	t.Part.door.AccessWatch.Changed()
	return err
}

// All lists the universes that are open, by organization and id.
func (c *Cell) All() []*tenant {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := slices.Collect(maps.Values(c.universes))
	slices.SortFunc(out, func(a, b *tenant) int {
		return cmp.Or(strings.Compare(a.org.name, b.org.name), strings.Compare(a.Part.Opts.ID, b.Part.Opts.ID))
	})
	return out
}

// Outbox adds up the webhooks of all universes: see Universe.Outbox.
func (c *Cell) Outbox() (sum mailsim.Outbox) {
	for _, t := range c.All() {
		o := t.Part.webhook.Outbox()
		sum.Pending += o.Pending
		sum.Attempts += o.Attempts
		sum.Delivered += o.Delivered
		sum.GivenUp += o.GivenUp
		sum.Dropped += o.Dropped
	}
	return sum
}

// Settle settles all universes at the same time: see Universe.Settle.
func (c *Cell) Settle(ctx context.Context) error {
	list := c.All()
	errs := make([]error, len(list))
	var all sync.WaitGroup
	for i, t := range list {
		all.Go(func() { errs[i] = t.whole.Settle(ctx) })
	}
	all.Wait()
	return cmp.Or(errs...)
}

// Close closes all universes; it takes no new ones.
func (c *Cell) Close() error {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	if c.end == nil { // it was not made
		return nil
	}
	c.end()
	c.asleep.Wait()
	if c.unwatch != nil {
		c.unwatch()
	}
	var first error
	for _, t := range c.All() {
		t.Part.Asleep.Store(c.opts.Open != nil)
		first = cmp.Or(first, t.whole.Close())
	}
	return first
}

// Domain returns the name that servers greet with.
func (c *Cell) Domain() string { return c.opts.Domain }

// NewSession opens a connection's view: its universe is known after the login.
func (c *Cell) NewSession(i mailsim.SessionInfo) *door.Session {
	return &door.Session{Info: i, Lobby: c}
}

// Announce tells where a door serves the cell, for the Connection of each
// universe.
func (c *Cell) Announce(s mailsim.Service) { c.doors.Announce(s) }

// AnnounceAuth tells what the doors ask of logins, and their certificate (DER).
// SMTP always asks for one, as it chooses the universe.
func (c *Cell) AnnounceAuth(plainAllowed, _ bool, certificate []byte) {
	c.doors.AnnounceAuth(plainAllowed, true, certificate)
}

// AnnounceProviders tells where the doors of mail providers stand.
func (c *Cell) AnnounceProviders(url string) { c.doors.AnnounceProviders(url) }

// AnnounceCertificate tells which certificate (DER) a door presents; nil is the self-signed one.
func (c *Cell) AnnounceCertificate(der []byte) { c.doors.AnnounceCertificate(der, c.Domain()) }

// now is the real time, which sessions and passes end by.
func (c *Cell) now() time.Time { return c.Wall.Now() }

// WatchAccess is that of each universe, and of the cell's own people.
func (c *Cell) WatchAccess(look func()) (stop func()) { return c.access.Add(look) }

// accessChanged is called without the cell's lock.
func (c *Cell) accessChanged() {
	c.access.Changed()
	for _, t := range c.All() {
		t.Part.door.AccessWatch.Changed()
	}
}
