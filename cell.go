package mailsim

import (
	"context"
	"log/slog"
	"time"

	"github.com/mailsim/mailsim/internal/seam"
)

// A cell: organizations, their people and universes.

// CellOptions describe a cell. With the zero value there is no administrator, and webhooks of
// tenants do not reach loopback, private networks or simulated sites.
type CellOptions struct {
	Domain   string  // what servers greet with; default mail.test
	AdminKey string  // of the server's administrator, 16 characters or more; "" is none
	Trusted  bool    // webhooks may also go to loopback, private networks and simulated sites (see SetSite); Config.Trusted has the same effect
	Demo     string  // id of a universe that anyone may read
	Passes   bool    // signed-in people may make passes: see Pass
	Config   *Config // a YAML file with orgs
	Universe Options // for the universes of Config, where the file says nothing
	HashCost int     // bcrypt cost of people's passwords, 4 to 31; default 10
	Logger   *slog.Logger

	Directory Directory // nil is memory
	Secret    string    // the key of the hashes in LoginEntry.Mark; cells that share a Directory need the same Secret; "" draws a random one

	// Open is called when a universe is made or first needed. It returns the universe's store,
	// and the options that the store does not hold. Calls that need the universe wait for Open,
	// and fail with its error if it fails; that error should be ErrFenced if another process
	// holds the universe. If Open is nil, universes are in memory and never sleep.
	Open func(ctx context.Context, u UniverseRecord) (Store, Options, error)

	// Drop removes what a deleted universe left in its store. The store is closed by then. If
	// Drop is nil, nothing is removed.
	Drop func(ctx context.Context, u UniverseRecord) error

	// Idle closes a universe that nobody has used for this long, in real time; it is opened
	// again when needed. A universe is in use while one of its sessions is open, and from a
	// call to Authenticate until the context of that call ends. Holding a *Universe from
	// Cell.Universe does not count as use. A universe with pending webhooks, or with something
	// due within Idle, stays open. Closing loses what no store keeps, such as sites and timers.
	// 0 is never.
	Idle time.Duration

	// Awake bounds how many universes are open at once: to open one more, the least recently
	// used is closed. If all are in use, the call fails with ErrTooMany. 0 is no bound.
	Awake int
}

// Org is an organization: a customer with one plan for all its universes.
type Org struct {
	Name      string `json:"name"`
	Plan      Plan   `json:"plan"`
	Suspended bool   `json:"suspended"` // its keys, people and logins are refused
}

// User is a person who can sign in to a Cell.
type User struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

// Membership is a person's place in an organization.
type Membership struct {
	Name      string `json:"name"`
	Role      Role   `json:"role"`
	Suspended bool   `json:"suspended"`
}

// OrgUser is a person with a role in an organization. A person of several
// organizations has one password.
type OrgUser struct {
	Email    string `json:"email"`
	Name     string `json:"name"`     // "" keeps the old one
	Password string `json:"password"` // "" keeps the old one; never shown
	Role     Role   `json:"role"`
}

// Cell holds several isolated universes, each belonging to an organization. It is safe for
// concurrent use. An idle universe costs it no goroutine. Close it when done.
type Cell struct{ engine cellEngine }

type cellEngine interface {
	SetOrg(ctx context.Context, o Org) error
	DeleteOrg(ctx context.Context, name string) error
	Orgs() []Org
	CreateUniverse(ctx context.Context, org string, o Options) (*Universe, error)
	Universe(id string) (*Universe, error)
	Awake(id string) (*Universe, bool)
	Sleep(ctx context.Context, id string) error
	AwakeIDs() []string
	DeleteUniverse(ctx context.Context, id string) error
	Outbox() (sum Outbox)
	Settle(ctx context.Context) error
	Close() error
	Domain() string
	NewSession(i SessionInfo) Session
	Announce(s Service)
	AnnounceAuth(plainAllowed bool, smtpRequired bool, certificate []byte)
	AnnounceCertificate(der []byte)
	AnnounceProviders(url string)
	Authenticate(ctx context.Context, cr Credentials) (Caller, error)
	SetUser(ctx context.Context, org string, p OrgUser) error
	DeleteUser(ctx context.Context, org string, email string) error
	Users(org string) ([]OrgUser, error)
	SignIn(ctx context.Context, email string, password string, remote string) (id string, err error)
	SignOut(ctx context.Context, id string) error
	Pass(ctx context.Context, who Caller) (pass string, expires time.Time, err error)
	Reload(ctx context.Context, cfg *Config) error
	WatchAccess(look func()) (stop func())
}

// SetOrg makes an organization, or changes its plan and whether it is suspended.
func (c *Cell) SetOrg(ctx context.Context, o Org) error { return c.live().SetOrg(ctx, o) }

// DeleteOrg removes an organization and its users' roles. ErrNotFound when
// there is none; ErrConflict while it has universes.
func (c *Cell) DeleteOrg(ctx context.Context, name string) error {
	return c.live().DeleteOrg(ctx, name)
}

// Orgs lists the organizations by name.
func (c *Cell) Orgs() []Org { return c.live().Orgs() }

// CreateUniverse makes a universe in an organization. Its plan is always the organization's,
// whatever o.Plan says; Domain and Logger are the cell's if o sets none. ErrNotFound for an
// unknown organization, ErrConflict for an id that is taken.
func (c *Cell) CreateUniverse(ctx context.Context, org string, o Options) (*Universe, error) {
	return c.live().CreateUniverse(ctx, org, o)
}

// Universe returns a universe, opening it first if it sleeps; ErrNotFound when none
// has that id.
func (c *Cell) Universe(id string) (*Universe, error) { return c.live().Universe(id) }

// Awake returns a universe if it is open; it never opens one.
func (c *Cell) Awake(id string) (*Universe, bool) { return c.live().Awake(id) }

// AwakeIDs lists the universes that are open.
func (c *Cell) AwakeIDs() []string { return c.live().AwakeIDs() }

// Sleep closes a universe, even one in use: its sessions, waits and live event streams end.
// It is opened again when it is next needed. One that is not open stays closed. ErrInvalid
// without CellOptions.Open.
func (c *Cell) Sleep(ctx context.Context, id string) error { return c.live().Sleep(ctx, id) }

// DeleteUniverse closes a universe and removes it with all it holds.
func (c *Cell) DeleteUniverse(ctx context.Context, id string) error {
	return c.live().DeleteUniverse(ctx, id)
}

// Outbox adds up the webhook deliveries of all open universes: see Universe.Outbox.
func (c *Cell) Outbox() (sum Outbox) { return c.live().Outbox() }

// Settle settles all open universes at the same time: see Universe.Settle.
func (c *Cell) Settle(ctx context.Context) error { return c.live().Settle(ctx) }

// Close closes all universes; the cell takes no new ones.
func (c *Cell) Close() error { return c.live().Close() }

// Domain returns the name that servers greet with.
func (c *Cell) Domain() string { return c.live().Domain() }

// NewSession makes the Session of a connection; Session.Universe is nil until
// the login.
func (c *Cell) NewSession(i SessionInfo) Session { return c.live().NewSession(i) }

// Announce records where a door serves the cell. The [Connection] of each universe then shows
// it.
func (c *Cell) Announce(s Service) { c.live().Announce(s) }

// AnnounceAuth records whether doors take logins without TLS, and their certificate (DER). It
// ignores smtpRequired: in a cell SMTP always requires a login, because the login selects the
// universe.
func (c *Cell) AnnounceAuth(plainAllowed bool, smtpRequired bool, certificate []byte) {
	c.live().AnnounceAuth(plainAllowed, smtpRequired, certificate)
}

// AnnounceCertificate records the certificate (DER) that a door presents; nil is the self-signed
// one of the host's domain, which is made when it is first asked for.
func (c *Cell) AnnounceCertificate(der []byte) { c.live().AnnounceCertificate(der) }

// AnnounceProviders records the base URL of the mail providers' doors, each at
// /provider/NAME/ below it. URLs in their answers and webhooks begin with it.
func (c *Cell) AnnounceProviders(url string) { c.live().AnnounceProviders(url) }

// Authenticate finds out who is calling. Errors: ErrUnauthorized without a valid key or
// session, ErrForbidden for another universe or a suspended organization.
func (c *Cell) Authenticate(ctx context.Context, cr Credentials) (Caller, error) {
	return c.live().Authenticate(ctx, cr)
}

// SetUser gives a person a role in an organization, and changes their name and
// password when these are given. A new password ends their sessions.
func (c *Cell) SetUser(ctx context.Context, org string, p OrgUser) error {
	return c.live().SetUser(ctx, org, p)
}

// DeleteUser removes a person from an organization; removal from their last organization ends
// their sessions.
func (c *Cell) DeleteUser(ctx context.Context, org string, email string) error {
	return c.live().DeleteUser(ctx, org, email)
}

// Users lists the people of an organization by address, without passwords.
func (c *Cell) Users(org string) ([]OrgUser, error) { return c.live().Users(org) }

// SignIn opens a session of 12 hours. Remote is the caller's IP. A wrong password and an
// unknown person both give ErrUnauthorized. Event: auth.ok or auth.failed in each universe of
// the person's organizations.
func (c *Cell) SignIn(ctx context.Context, email string, password string, remote string) (id string, err error) {
	return c.live().SignIn(ctx, email, password, remote)
}

// SignOut ends a session; an unknown one counts as ended.
func (c *Cell) SignOut(ctx context.Context, id string) error { return c.live().SignOut(ctx, id) }

// Pass makes a key for a signed-in person. The key opens the universe that who.Universe
// returns, with that person's role, but at most as a member. It ends after 15 minutes of real
// time, or with the person's sessions. ErrForbidden unless CellOptions.Passes is set and who is
// a signed-in person.
func (c *Cell) Pass(ctx context.Context, who Caller) (pass string, expires time.Time, err error) {
	return c.live().Pass(ctx, who)
}

// Reload applies a file of organizations. Plans, people and universes are set as it says;
// people and organizations that are no longer in it are removed. ErrInvalid, with nothing
// changed, when the file is wrong, leaves out a universe that the earlier file had and that
// still exists, or changes a universe's id, name, seed or clock. If one universe cannot be set, for example because a
// login name is in use elsewhere, those before it stay changed.
func (c *Cell) Reload(ctx context.Context, cfg *Config) error { return c.live().Reload(ctx, cfg) }

// WatchAccess is Universe.WatchAccess for all universes and for the cell's own people.
func (c *Cell) WatchAccess(look func()) (stop func()) { return c.live().WatchAccess(look) }

func (c *Cell) live() cellEngine {
	if c.engine == nil {
		return unmade[cellEngine](seam.NoCell)
	}
	return c.engine
}

func (c *Cell) host() {}
