package engine

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

var errNoUniverse = fail.Errorf(mailsim.ErrInvalid, "choose a universe by the header X-Service-Universe")

// Authenticate finds out who asks. Errors: ErrUnauthorized without a valid key
// or session, ErrForbidden for another universe or a suspended organization.
func (c *Cell) Authenticate(_ context.Context, cr mailsim.Credentials) (*Caller, error) {
	pass, isPass := strings.CutPrefix(cr.Key, passPrefix)
	switch {
	case isPass:
		return c.person(pass, true, cr.Universe)
	case cr.Key != "":
		return c.withKey(cr)
	case cr.Session != "":
		return c.person(cr.Session, false, cr.Universe)
	case cr.Universe != "" && cr.Universe == c.opts.Demo:
		if u, err := c.Universe(cr.Universe); err == nil && !u.suspended() {
			return u.Anonymous(mailsim.RoleViewer), nil
		}
	}
	return nil, errNoKey
}

// withKey lets an API key or the server's administrator in.
func (c *Cell) withKey(cr mailsim.Credentials) (*Caller, error) {
	hash := sha256.Sum256([]byte(cr.Key))
	if c.admin != [sha256.Size]byte{} && subtle.ConstantTimeCompare(hash[:], c.admin[:]) == 1 {
		return c.server(cr.Universe)
	}
	c.mu.RLock()
	u := c.keys[hash]
	c.mu.RUnlock()
	if u == nil {
		return nil, errWrongKey
	}
	k := u.keyOf(cr.Key)
	switch {
	case k == nil:
		return nil, errWrongKey
	case u.suspended():
		return nil, u.errSuspended()
	}
	return u.keyCaller(k, cr.Universe)
}

// server is the administrator, who may open every universe as admin.
func (c *Cell) server(asked string) (*Caller, error) {
	who := &Caller{kind: mailsim.CallerServer, cell: c, role: mailsim.RoleAdmin, id: "server"}
	if asked == "" {
		if all := c.all(); len(all) == 1 {
			who.u = all[0]
		}
		return who, nil
	}
	var err error
	who.u, err = c.Universe(asked)
	return who, err
}

// person is who signed in, or shows a pass.
func (c *Cell) person(id string, pass bool, asked string) (*Caller, error) {
	s, user, ok := c.sessionOf(id)
	if !ok || pass != (s.universe != "") {
		if pass {
			return nil, errWrongKey
		}
		return nil, fail.Errorf(mailsim.ErrUnauthorized, "sign in: the session has ended")
	}
	who := &Caller{kind: mailsim.CallerPerson, cell: c, user: user.User, pass: pass, id: "person " + s.email, until: s.expires}
	if pass {
		if asked != "" && asked != s.universe {
			return nil, fail.Errorf(mailsim.ErrForbidden, "the pass belongs to another universe")
		}
		asked = s.universe
	}
	if asked == "" {
		if open := who.Universes(); len(open) == 1 {
			asked = open[0].ID
		} else {
			return who, nil
		}
	}
	return who, who.choose(asked)
}

// choose opens a universe for a person. One that is not there and one of others
// look the same.
func (c *Caller) choose(id string) error {
	foreign := fail.Errorf(mailsim.ErrForbidden, "you cannot open this universe")
	u, err := c.cell.Universe(id)
	if err != nil {
		return foreign
	}
	c.cell.mu.RLock()
	role, shut := u.org.roles[addr.Key(c.user.Email)], u.org.suspended
	c.cell.mu.RUnlock()
	switch {
	case shut && role != "":
		return u.errSuspended()
	case role == "" && id == c.cell.opts.Demo && !shut:
		role = mailsim.RoleViewer
	case role == "":
		return foreign
	}
	if c.pass {
		role = roleAtMost(role, mailsim.RoleMember)
	}
	c.u, c.role = u, role
	return nil
}
