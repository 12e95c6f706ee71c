package cell

import (
	"context"
	"encoding/hex"
	"errors"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

// Caller is who asks, and what they may do.
type Caller struct {
	kind mailsim.CallerKind
	u    *Part
	role mailsim.Role
	key  *login.Key
	user mailsim.User
	pass bool // by a pass, not a session
	id   string

	register register // of a person or the server; nil for a key, which opens one universe

	until time.Time
	admin []byte // hash of the server's key
}

// register tells what people may open: that of a cell.
type register interface {
	// memberships lists a person's organizations by name.
	memberships(email string) []mailsim.Membership
	// universesOf lists what a person can open, or all for the email "", by
	// organization, name and id.
	universesOf(email string) []mailsim.UniverseInfo
	// now is the real time.
	now() time.Time
}

// Kind says what the caller is known by.
func (c *Caller) Kind() mailsim.CallerKind { return c.kind }

// Universe returns the universe that is asked for, nil when the caller may open
// several or none and named none.
func (c *Caller) Universe() *Part { return c.u }

// Role is the caller's in that universe, "" when there is none.
func (c *Caller) Role() mailsim.Role { return c.role }

// ID names the key or person, for rate limits: it is no secret.
func (c *Caller) ID() string { return c.id }

// Until is when the session or pass of the caller ends by itself, in real time;
// zero for a key.
func (c *Caller) Until() time.Time { return c.until }

// IsServerAdmin reports whether the caller administers the whole server.
func (c *Caller) IsServerAdmin() bool { return c.kind == mailsim.CallerServer }

// Me says who asks.
func (c *Caller) Me() mailsim.Me {
	me := mailsim.Me{Kind: c.kind, Universes: c.Universes()}
	switch c.kind {
	case mailsim.CallerKey:
		me.Key = &mailsim.KeyInfo{Prefix: c.key.Prefix, Name: c.key.Name, Universe: c.u.Opts.ID, Role: c.role}
	case mailsim.CallerPerson:
		user := c.user
		me.User, me.Orgs = &user, c.register.memberships(c.user.Email)
	}
	return me
}

// Universes lists those that the caller can open, by organization and name.
func (c *Caller) Universes() []mailsim.UniverseInfo {
	switch {
	case c.kind == mailsim.CallerServer:
		return c.register.universesOf("")
	case c.kind == mailsim.CallerPerson && !c.pass:
		return c.register.universesOf(c.user.Email)
	case c.u != nil:
		return []mailsim.UniverseInfo{c.u.info(c.role)}
	}
	return []mailsim.UniverseInfo{}
}

func (u *Part) info(r mailsim.Role) mailsim.UniverseInfo {
	out := mailsim.UniverseInfo{ID: u.Opts.ID, Name: u.Opts.Name, Org: u.login.OrgName(), Created: u.Opts.Start, Role: r}
	if !u.began.IsZero() {
		out.Created = u.began
	}
	return out
}

// Authenticate finds out who asks. Errors: ErrUnauthorized without a valid key or a
// session of one, ErrForbidden when another universe is asked for.
func (u *Part) Authenticate(_ context.Context, c mailsim.Credentials) (*Caller, error) {
	if err := u.Failure(); errors.Is(err, mailsim.ErrFenced) {
		return nil, err // what it would show is another's by now
	}
	switch {
	case c.Key == "" && c.Session != "":
		return u.byToken(c.Session, c.Universe)
	case c.Key == "":
		return nil, errNoKey
	}
	k := u.login.KeyOf(c.Key)
	if k == nil {
		return nil, errWrongKey
	}
	return u.keyCaller(k, c.Universe)
}

var (
	errNoKey    = fail.Errorf(mailsim.ErrUnauthorized, "a key is needed: send it as Authorization: Bearer <key>")
	errWrongKey = fail.Errorf(mailsim.ErrUnauthorized, "the key is not valid")
)

func (u *Part) keyCaller(k *login.Key, asked string) (*Caller, error) {
	if asked != "" && asked != u.Opts.ID {
		return nil, fail.Errorf(mailsim.ErrForbidden, "the key belongs to another universe")
	}
	return &Caller{kind: mailsim.CallerKey, u: u, role: k.Role, key: k, id: "key " + hex.EncodeToString(k.Hash[:8])}, nil
}

// Anonymous is a caller without a key, let in with a role by who serves the
// universe.
func (u *Part) Anonymous(r mailsim.Role) *Caller {
	return &Caller{kind: mailsim.CallerAnonymous, u: u, role: r, id: "anonymous"}
}
