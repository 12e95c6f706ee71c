// Package cell is many universes under one roof: organizations, their people, sessions and
// keys, and who calls. It owns these, in memory alone, and sees to it that login names and
// keys lead to one universe. What a universe holds by itself is for the packages below; a
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
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Cell holds several universes, each of an organization and apart from the
// others. It is safe for concurrent use. An idle universe costs it no
// goroutine. Close it when done.
type Cell struct {
	opts     mailsim.CellOptions
	build    build
	admin    [sha256.Size]byte // SHA-256 of the administrator's key
	Wall     state.Wall        // real time, but in tests
	doors    door.Services
	Secrets  login.Secrets
	dummy    *login.Secret // stands for unknown users' passwords
	salt     [32]byte      // of the MACs in passwords
	reload   sync.Mutex    // guards file
	trusted  atomic.Bool   // by the options or the file
	file     []mailsim.OrgConfig
	Claims   claims   // of login names that are being taken
	attempts attempts // at passwords of other organizations
	access   door.AccessWatch
	Guesses  login.Guesses

	mu        sync.RWMutex // never held while a universe is worked on
	closed    bool
	orgs      map[string]*organization
	users     map[string]*account // by address
	universes map[string]*tenant
	making    map[string]*organization // ids of universes that are being made
	keys      map[[sha256.Size]byte]*tenant
	Passwords map[loginID][32]byte          // MACs, to tell two equal passwords in the time of none; exported for tests
	Sessions  map[[sha256.Size]byte]session // exported for tests
}

// organization is an organization as held; all but its name is guarded by Cell.mu.
type organization struct {
	name      string
	plan      mailsim.Plan
	suspended bool
	roles     map[string]mailsim.Role // of its users, by address
}

// build makes a universe without settings.
type build func(mailsim.Options) (*Part, Life, error)

// NewCell makes an empty cell. ErrInvalid names a wrong option.
func NewCell(o mailsim.CellOptions, b build) (*Cell, error) {
	o.Domain = cmp.Or(o.Domain, config.DefaultDomain)
	if !addr.ValidDomain(o.Domain) {
		return nil, fail.Invalidf("domain: %.100q is no domain", o.Domain)
	}
	if o.HashCost = cmp.Or(o.HashCost, login.DefaultHashCost); o.HashCost < login.MinHashCost || o.HashCost > login.MaxHashCost {
		return nil, fail.Invalidf("hash cost must be between %d and %d", login.MinHashCost, login.MaxHashCost)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	c := &Cell{
		opts: o, build: b, Wall: state.RealTime{}, orgs: map[string]*organization{}, users: map[string]*account{}, universes: map[string]*tenant{}, making: map[string]*organization{},
		keys: map[[sha256.Size]byte]*tenant{}, Passwords: map[loginID][32]byte{}, Sessions: map[[sha256.Size]byte]session{},
	}
	c.trusted.Store(o.Trusted)
	_, _ = rand.Read(c.salt[:])
	if o.AdminKey != "" {
		rec, err := login.NewKey(o.AdminKey, "", mailsim.RoleAdmin)
		if err != nil {
			return nil, err
		}
		c.admin = [sha256.Size]byte(rec.Hash)
		c.opts.AdminKey = ""
	}
	c.dummy = login.NoSecret(o.HashCost)
	if o.Config != nil {
		if err := c.Reload(context.Background(), o.Config); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// SetOrg makes an organization, or changes its plan and whether it is suspended.
func (c *Cell) SetOrg(_ context.Context, o mailsim.Org) error {
	if o.Name == "" {
		return fail.Invalidf("name of the organization is required")
	}
	if err := valid.Line("name", o.Name); err != nil {
		return err
	}
	if err := valid.Plan(o.Plan); err != nil {
		return err
	}
	defer c.accessChanged()
	c.mu.Lock()
	defer c.mu.Unlock()
	org := c.orgs[o.Name]
	if org == nil {
		org = &organization{name: o.Name, roles: map[string]mailsim.Role{}}
		c.orgs[o.Name] = org
	}
	org.plan, org.suspended = settings.ClonePlan(o.Plan), o.Suspended
	for _, t := range c.universes {
		if t.org == org {
			t.Part.run.SetPlan(org.plan)
		}
	}
	return nil
}

// DeleteOrg removes an organization and its users' roles. ErrNotFound;
// ErrConflict while it has universes.
func (c *Cell) DeleteOrg(_ context.Context, name string) error {
	defer c.accessChanged()
	c.mu.Lock()
	defer c.mu.Unlock()
	org := c.orgs[name]
	if org == nil {
		return fail.NoSuch("organization")
	}
	has := slices.Contains(slices.Collect(maps.Values(c.making)), org)
	for _, t := range c.universes {
		has = has || t.org == org
	}
	if has {
		return fail.Conflictf("%s has universes: delete them first", name)
	}
	for email := range org.roles {
		c.leave(org, email)
	}
	delete(c.orgs, name)
	return nil
}

// Orgs lists the organizations by name.
func (c *Cell) Orgs() []mailsim.Org {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := []mailsim.Org{}
	for _, name := range slices.Sorted(maps.Keys(c.orgs)) {
		o := c.orgs[name]
		out = append(out, mailsim.Org{Name: name, Plan: settings.ClonePlan(o.plan), Suspended: o.suspended})
	}
	return out
}

// CreateUniverse makes a universe of an organization while others run. Plan and,
// when left out, Domain and Logger are the cell's. ErrNotFound for an unknown
// organization, ErrConflict for an id that is taken.
func (c *Cell) CreateUniverse(_ context.Context, org string, o mailsim.Options) (*Part, error) {
	o.Domain = cmp.Or(o.Domain, c.opts.Domain)
	if o.Logger == nil {
		o.Logger = c.opts.Logger
	}
	if o.Config != nil {
		o = config.Options(o.Config, o)
	}
	rec, err := c.reserve(org, &o)
	if err != nil {
		return nil, err
	}
	u, whole, err := c.build(o)
	t := &tenant{c, u, whole, rec}
	if err == nil {
		t.moveIn()
		err = whole.Begin(o.Config)
	}
	if err = c.enter(o.ID, t, err); err != nil && u != nil {
		whole.Close()
		c.forget(t)
		u = nil
	}
	return u, err
}

// enter puts a universe in its reserved place, or gives the place up when the
// universe could not be made.
func (c *Cell) enter(id string, t *tenant, failed error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.making, id)
	switch {
	case failed != nil:
		return failed
	case c.closed:
		return errCellClosed
	}
	c.universes[id] = t
	t.Part.run.SetPlan(t.org.plan) // it may have changed meanwhile
	return nil
}

var errCellClosed = fail.Errorf(mailsim.ErrConflict, "the cell is closed")

// reserve keeps an id for a universe that is being made, drawing one from the
// seed when none is given.
func (c *Cell) reserve(org string, o *mailsim.Options) (*organization, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	rec := c.orgs[org]
	switch {
	case c.closed:
		return nil, errCellClosed
	case rec == nil:
		return nil, fail.NoSuch("organization")
	}
	taken := func(id string) bool { return c.universes[id] != nil || c.making[id] != nil }
	if o.ID == "" {
		o.ID = config.FreeID(o.Seed, taken)
	}
	if taken(o.ID) {
		return nil, fail.Conflictf("universe %s is there already", o.ID)
	}
	o.Plan = rec.plan
	c.making[o.ID] = rec
	return rec, nil
}

// Universe returns a universe; ErrNotFound when there is none of that id.
func (c *Cell) Universe(id string) (*Part, error) {
	t, err := c.tenant(id)
	if err != nil {
		return nil, err
	}
	return t.Part, nil
}

// tenant is Universe with what the cell holds of it.
func (c *Cell) tenant(id string) (*tenant, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if t := c.universes[id]; t != nil {
		return t, nil
	}
	return nil, fail.NoSuch("universe")
}

// DeleteUniverse closes a universe and removes it with all it holds.
func (c *Cell) DeleteUniverse(_ context.Context, id string) error {
	t, err := c.tenant(id)
	if err != nil {
		return err
	}
	c.mu.Lock()
	if c.universes[id] != t {
		c.mu.Unlock()
		return fail.NoSuch("universe")
	}
	delete(c.universes, id)
	c.mu.Unlock()
	err = t.whole.Close()
	c.forget(t)
	c.access.Changed()
	t.Part.door.AccessWatch.Changed()
	return err
}

// forget drops what the cell remembers of a universe that is gone.
func (c *Cell) forget(t *tenant) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.keys, func(_ [sha256.Size]byte, of *tenant) bool { return of == t })
	maps.DeleteFunc(c.Passwords, func(id loginID, _ [32]byte) bool { return id.of == t })
}

// All lists the universes that are there, by organization and id.
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
	var first error
	for _, t := range c.All() {
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

// AnnounceCertificate tells which certificate (DER) a door presents.
func (c *Cell) AnnounceCertificate(der []byte) { c.doors.AnnounceCertificate(der) }

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
