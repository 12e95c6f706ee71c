package mailsim

// Who calls the API (spec 2.9, 5).

import (
	"context"
	"encoding/hex"
	"time"
)

// Credentials are what a request shows. Key counts before Session.
type Credentials struct {
	Key      string // an API key, a pass, or the server administrator's key
	Session  string // of a signed-in person
	Universe string // id of the one that is asked for; "" when none is named
	Remote   string // IP without the port
}

// CallerKind says what a caller is known by.
type CallerKind string

// The kinds of callers.
const (
	CallerKey       CallerKind = "key"       // an API key of one universe
	CallerPerson    CallerKind = "person"    // signed in, or with a pass
	CallerAnonymous CallerKind = "anonymous" // let in without a key
	CallerServer    CallerKind = "server"    // the server's administrator
)

// Caller is who asks, and what they may do.
type Caller struct {
	kind CallerKind
	u    *Universe
	role Role
	key  *keyRec
	user User
	pass bool // by a pass, not a session
	cell *Cell
	id   string

	until time.Time
}

// Kind says what the caller is known by.
func (c *Caller) Kind() CallerKind { return c.kind }

// Universe returns the universe that is asked for, nil when the caller may open
// several or none and named none.
func (c *Caller) Universe() *Universe { return c.u }

// Role is the caller's in that universe, "" when there is none.
func (c *Caller) Role() Role { return c.role }

// ID names the key or person, for rate limits: it is no secret.
func (c *Caller) ID() string { return c.id }

// Until is when the session or pass of the caller ends by itself, in real time;
// zero for a key.
func (c *Caller) Until() time.Time { return c.until }

// IsServerAdmin reports whether the caller administers the whole server.
func (c *Caller) IsServerAdmin() bool { return c.kind == CallerServer }

// UniverseInfo is a universe as a caller sees it.
type UniverseInfo struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Org     string    `json:"org"`     // name of its organization, "" outside a Cell
	Created time.Time `json:"created"` // when its clock began
	Role    Role      `json:"role"`    // the caller's
}

// KeyInfo is the key that a caller shows.
type KeyInfo struct {
	Prefix   string `json:"prefix"`
	Name     string `json:"name"`
	Universe string `json:"universe"`
	Role     Role   `json:"role"`
}

// Me is what GET /api/me answers.
type Me struct {
	Kind      CallerKind     `json:"kind"`
	Key       *KeyInfo       `json:"key,omitempty"`  // of a caller with a key
	User      *User          `json:"user,omitempty"` // of a signed-in person
	Orgs      []Membership   `json:"orgs,omitzero"`
	Universes []UniverseInfo `json:"universes"` // those that the caller can open
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

// Me says who asks.
func (c *Caller) Me() Me {
	me := Me{Kind: c.kind, Universes: c.Universes()}
	switch c.kind {
	case CallerKey:
		me.Key = &KeyInfo{c.key.Prefix, c.key.Name, c.u.id, c.role}
	case CallerPerson:
		user := c.user
		me.User, me.Orgs = &user, c.cell.memberships(c.user.Email)
	}
	return me
}

// Universes lists those that the caller can open, by organization and name.
func (c *Caller) Universes() []UniverseInfo {
	switch {
	case c.kind == CallerServer:
		return c.cell.universesOf("")
	case c.kind == CallerPerson && !c.pass:
		return c.cell.universesOf(c.user.Email)
	case c.u != nil:
		return []UniverseInfo{c.u.info(c.role)}
	}
	return []UniverseInfo{}
}

func (u *Universe) info(r Role) UniverseInfo {
	return UniverseInfo{u.id, u.name, u.orgName(), u.opts.Start, r}
}

// Authenticate finds out who asks. Errors: ErrUnauthorized without a valid key,
// ErrForbidden when another universe is asked for.
func (u *Universe) Authenticate(_ context.Context, c Credentials) (*Caller, error) {
	if c.Key == "" {
		return nil, errNoKey
	}
	k := u.keyOf(c.Key)
	if k == nil {
		return nil, errWrongKey
	}
	return u.keyCaller(k, c.Universe)
}

var (
	errNoKey    = errorf(ErrUnauthorized, "a key is needed: send it as Authorization: Bearer <key>")
	errWrongKey = errorf(ErrUnauthorized, "the key is not valid")
)

func (u *Universe) keyCaller(k *keyRec, asked string) (*Caller, error) {
	if asked != "" && asked != u.id {
		return nil, errorf(ErrForbidden, "the key belongs to another universe")
	}
	return &Caller{kind: CallerKey, u: u, role: k.Role, key: k, id: "key " + hex.EncodeToString(k.Hash[:8])}, nil
}

// Anonymous is a caller without a key, let in with a role by who serves the
// universe.
func (u *Universe) Anonymous(r Role) *Caller {
	return &Caller{kind: CallerAnonymous, u: u, role: r, id: "anonymous"}
}
