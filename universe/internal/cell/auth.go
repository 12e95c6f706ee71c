package cell

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

var errNoUniverse = fail.Errorf(mailsim.ErrInvalid, "choose a universe by the header X-Service-Universe")

// Authenticate finds out who asks. Errors: ErrUnauthorized without a valid key
// or session, ErrForbidden for another universe or a suspended organization.
func (c *Cell) Authenticate(_ context.Context, cr mailsim.Credentials) (*Caller, error) {
	pass, isPass := strings.CutPrefix(cr.Key, PassPrefix)
	switch {
	case isPass:
		return c.person(pass, true, cr.Universe)
	case cr.Key != "":
		return c.withKey(cr)
	case strings.HasPrefix(cr.Session, tokenPrefix):
		return c.byToken(cr.Session, cr.Universe)
	case cr.Session != "":
		return c.person(cr.Session, false, cr.Universe)
	case cr.Universe != "" && cr.Universe == c.opts.Demo:
		if u, err := c.Universe(cr.Universe); err == nil && !u.login.Suspended() {
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
	t := c.keys[hash]
	c.mu.RUnlock()
	if t == nil {
		return nil, errWrongKey
	}
	u := t.Part
	k := u.login.KeyOf(cr.Key)
	switch {
	case k == nil:
		return nil, errWrongKey
	case u.login.Suspended():
		return nil, u.login.ErrSuspended()
	}
	return u.keyCaller(k, cr.Universe)
}

// server is the administrator, who may open every universe as admin.
func (c *Cell) server(asked string) (*Caller, error) {
	who := &Caller{kind: mailsim.CallerServer, register: c, role: mailsim.RoleAdmin, id: "server", admin: c.admin[:]}
	if asked == "" {
		if all := c.All(); len(all) == 1 {
			who.u = all[0].Part
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
	who := &Caller{kind: mailsim.CallerPerson, register: c, user: user.User, pass: pass, id: "person " + s.email, until: s.expires}
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
	return who, c.choose(who, asked)
}

// choose opens a universe for a person. One that is not there and one of others
// look the same.
func (c *Cell) choose(who *Caller, id string) error {
	foreign := fail.Errorf(mailsim.ErrForbidden, "you cannot open this universe")
	t, err := c.tenant(id)
	if err != nil {
		return foreign
	}
	c.mu.RLock()
	role, shut := t.org.roles[addr.Key(who.user.Email)], t.org.suspended
	c.mu.RUnlock()
	switch {
	case shut && role != "":
		return t.Part.login.ErrSuspended()
	case role == "" && id == c.opts.Demo && !shut:
		role = mailsim.RoleViewer
	case role == "":
		return foreign
	}
	if who.pass {
		role = login.RoleAtMost(role, mailsim.RoleMember)
	}
	who.u, who.role = t.Part, role
	return nil
}
