package mailsim

import (
	"context"
	"time"
)

// Who calls the API, and what they may do.

// Credentials are what a request presents. Key takes precedence over Session.
type Credentials struct {
	Key      string // an API key, a pass, or the server administrator's key
	Session  string // of a signed-in person, or of a key (Caller.Session)
	Universe string // id of the universe asked for; "" when none is named
	Remote   string // IP without the port
}

// CallerKind says how a caller was let in.
type CallerKind string

// The kinds of callers.
const (
	CallerKey       CallerKind = "key"       // an API key of one universe
	CallerPerson    CallerKind = "person"    // signed in, or with a pass
	CallerAnonymous CallerKind = "anonymous" // let in without a key
	CallerServer    CallerKind = "server"    // the server's administrator
)

// UniverseInfo is a universe as a caller sees it.
type UniverseInfo struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Org     string    `json:"org"`     // name of its organization, "" outside a Cell
	Created time.Time `json:"created"` // when its clock began
	Role    Role      `json:"role"`    // the caller's
}

// KeyInfo is the key that a caller presents.
type KeyInfo struct {
	Prefix   string `json:"prefix"`
	Name     string `json:"name"`
	Universe string `json:"universe"`
	Role     Role   `json:"role"`
}

// Me is what GET /api/me returns.
type Me struct {
	Kind      CallerKind     `json:"kind"`
	Key       *KeyInfo       `json:"key,omitempty"`  // of a caller with a key
	User      *User          `json:"user,omitempty"` // of a signed-in person
	Orgs      []Membership   `json:"orgs,omitzero"`
	Universes []UniverseInfo `json:"universes"` // those that the caller can open
}

// Caller is who makes a request, and what they may do.
type Caller interface {

	// Kind says how the caller was let in.
	Kind() CallerKind

	// Universe returns the universe asked for or, if none is named, the only one that the
	// caller may open; nil if there are several, or none.
	Universe() *Universe

	// Role is the caller's role in that universe, "" when there is none.
	Role() Role

	// ID names the key or person, for rate limits; it may be shown.
	ID() string

	// Until is when the session or pass of the caller ends by itself, in real time;
	// zero for a key.
	Until() time.Time

	// Session makes a token that a browser can keep instead of the key. Given as
	// Credentials.Session, it opens what the key opens, for 12 hours of real time or until the
	// key is deleted. ErrForbidden for a caller without a key.
	Session() (token string, expires time.Time, err error)

	// IsServerAdmin reports whether the caller administers the whole server.
	IsServerAdmin() bool

	// Me describes the caller.
	Me() Me

	// Universes lists the universes that the caller can open, by organization and name.
	Universes() []UniverseInfo
}

type calling interface {
	WatchAccess(look func()) (stop func())
	Authenticate(ctx context.Context, c Credentials) (Caller, error)
	Anonymous(r Role) Caller
}

// WatchAccess calls the function look each time a change may have ended the access of a key or
// login or, in a Cell, of a person, a session or an organization. The function must not block.
func (u *Universe) WatchAccess(look func()) (stop func()) { return u.live().WatchAccess(look) }

// Authenticate finds out who is calling. Errors: ErrUnauthorized without a valid key or a session
// made from one (Caller.Session), ErrForbidden when another universe is asked for.
func (u *Universe) Authenticate(ctx context.Context, c Credentials) (Caller, error) {
	return u.live().Authenticate(ctx, c)
}

// Anonymous returns the caller of requests without a key, with the given role.
func (u *Universe) Anonymous(r Role) Caller { return u.live().Anonymous(r) }
