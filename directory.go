package mailsim

import (
	"context"
	"crypto/sha256"
	"time"
)

// What a Cell knows beside what its universes hold.

// Directory holds what a Cell knows: organizations, people and their sessions, which universes
// there are, and which keys and login names lead to them. The default is in memory. If several
// processes share a Directory, their cells act as one: each process opens only the universes that
// CellOptions.Open lets it open.
//
// An implementation must be safe for concurrent use. Emails and names to look up are given
// in lower case. Errors: ErrNotFound for what is not there; any error not named here means
// that the directory cannot be reached now.
type Directory interface {
	// Orgs lists the organizations by name.
	Orgs(ctx context.Context) ([]Org, error)
	// Org returns one of them.
	Org(ctx context.Context, name string) (Org, error)
	// SetOrg makes an organization, or changes it.
	SetOrg(ctx context.Context, o Org) error
	// DeleteOrg removes one, the roles in it, and people who then have no role. ErrConflict
	// while it has universes.
	DeleteOrg(ctx context.Context, name string) error

	// Person returns a person who has a role.
	Person(ctx context.Context, email string) (Person, error)
	// Members lists the people of an organization by email, without passwords.
	Members(ctx context.Context, org string) ([]OrgUser, error)
	// SetMember gives a person a role; password is a bcrypt hash. An empty name keeps
	// the old name, and a nil password keeps the old password; a new password ends the
	// person's sessions. The email of a new person is kept as it is written.
	// OrgUser.Password is "".
	SetMember(ctx context.Context, org string, p OrgUser, password []byte) error
	// DeleteMember takes a role away. A person without any role left is removed, with their
	// sessions.
	DeleteMember(ctx context.Context, org, email string) error

	// Session returns a session by the hash of its id. One that has ended may still be
	// returned.
	Session(ctx context.Context, id Hash) (PersonSession, error)
	// OpenSession stores a session, or returns ErrUnauthorized if password is no longer the
	// person's. It also removes the person's expired sessions and, if more than
	// MaxPersonSessions are left, the one that expires first.
	OpenSession(ctx context.Context, id Hash, s PersonSession, password []byte, now time.Time) error
	// CloseSession ends a session; an unknown one counts as ended.
	CloseSession(ctx context.Context, id Hash) error

	// Universes lists the universes of orgs, nil for all, sorted by organization, name and
	// id; with a limit above 0, at most that many.
	Universes(ctx context.Context, orgs []string, limit int) ([]UniverseRecord, error)
	// Universe returns one.
	Universe(ctx context.Context, id string) (UniverseRecord, error)
	// AddUniverse stores a new one. ErrConflict for an id that is taken, ErrNotFound
	// for an organization that is not there.
	AddUniverse(ctx context.Context, u UniverseRecord) error
	// DeleteUniverse removes one with its keys and login names.
	DeleteUniverse(ctx context.Context, id string) error

	// KeyUniverse returns the id of the universe that a key opens, by its hash.
	KeyUniverse(ctx context.Context, key Hash) (universe string, err error)
	// ClaimKeys makes keys open a universe, all or none. It returns those that did not open
	// it before or, with ErrConflict, the one that opens another universe.
	ClaimKeys(ctx context.Context, universe string, keys []Hash) (fresh []Hash, err error)
	// DropKeys removes those keys that open this universe.
	DropKeys(ctx context.Context, universe string, keys []Hash) error

	// LoginsNamed lists the logins with this name, by organization and universe.
	LoginsNamed(ctx context.Context, name string) ([]LoginEntry, error)
	// ClaimLogins looks up the login of each entry by its Address in the universe, and makes the
	// login if there is none. It adds the entry's Names to it. If the entry has a Mark, it
	// replaces the login's Mark. If one entry is refused, nothing changes. ClaimLogins returns
	// the logins that existed, as they were before. Errors: ErrNameTaken if another universe of
	// the organization has one of the names; ErrMarkTaken if a login of another organization
	// has one of the names and the same Mark.
	ClaimLogins(ctx context.Context, universe string, list []LoginEntry) (before []LoginEntry, err error)
	// LoginsOf lists the logins of a universe by address.
	LoginsOf(ctx context.Context, universe string) ([]LoginEntry, error)
	// SetLogins replaces the logins that the given addresses have in a universe by those in
	// list. Each of the given addresses without an entry in list loses its login; all other
	// addresses are left alone.
	SetLogins(ctx context.Context, universe string, addresses []string, list []LoginEntry) error

	// Watch calls the function look each time another user of the directory has made a change
	// that may have ended someone's access; org is the organization that changed, "" when
	// something else did. The function must not block.
	Watch(look func(org string)) (stop func())
}

// The errors with which Directory.ClaimLogins refuses names; both are ErrConflict.
// ErrMarkTaken: a login of another organization has one of the names and the same password (an
// equal LoginEntry.Mark).
var (
	ErrNameTaken error = &Error{Kind: ErrConflict, Message: "another universe of the organization has the login name"}
	ErrMarkTaken error = &Error{Kind: ErrConflict, Message: "another organization has a login of this name and mark"}
)

// MaxPersonSessions is the most sessions and passes (see Cell.Pass) that one person can have.
const MaxPersonSessions = 100

// Hash is the SHA-256 by which a Directory knows a key or a session.
type Hash [sha256.Size]byte

// Person is a person as a Directory holds them.
type Person struct {
	User
	Password []byte       // bcrypt hash, nil for a person who cannot sign in
	Orgs     []Membership // by name
}

// PersonSession is the session of a signed-in person, or their pass to one universe.
type PersonSession struct {
	Email    string // in lower case
	Universe string // of a pass, else ""
	Expires  time.Time
}

// UniverseRecord is a universe as a Directory holds it: what is known of one that sleeps.
type UniverseRecord struct {
	ID       string
	Org      string
	Name     string
	Created  time.Time // when its clock began
	Database string    // which database holds it, for whoever opens it; Cell does not read it
}

// LoginEntry is a login as a Directory holds it.
type LoginEntry struct {
	Universe string // set by the Directory
	Org      string // set by the Directory
	Address  string
	Names    []string // the names it can log in with, the address among them
	Mark     []byte   // a keyed hash of the password, the same for equal passwords; nil if there is no password
}
