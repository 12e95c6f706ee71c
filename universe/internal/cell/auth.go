package cell

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

var errNoUniverse = fail.Errorf(mailsim.ErrInvalid, "choose a universe by the header X-Service-Universe")

// Authenticate finds out who asks. Errors: ErrUnauthorized without a valid key
// or session, ErrForbidden for another universe or a suspended organization.
func (c *Cell) Authenticate(ctx context.Context, cr mailsim.Credentials) (*Caller, error) {
	pass, isPass := strings.CutPrefix(cr.Key, PassPrefix)
	switch {
	case isPass:
		return c.person(ctx, pass, true, cr.Universe)
	case cr.Key != "":
		return c.withKey(ctx, cr)
	case strings.HasPrefix(cr.Session, tokenPrefix):
		return c.byToken(ctx, cr.Session, cr.Universe)
	case cr.Session != "":
		return c.person(ctx, cr.Session, false, cr.Universe)
	case cr.Universe != "" && cr.Universe == c.opts.Demo:
		if u, err := c.visit(ctx, cr.Universe); err == nil && !u.login.Suspended() {
			return u.Anonymous(mailsim.RoleViewer), nil
		} else if away(err) {
			return nil, err
		}
	}
	return nil, errNoKey
}

// visit returns a universe that stays open until the caller's context ends.
func (c *Cell) visit(ctx context.Context, id string) (*Part, error) {
	t, leave, err := c.need(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case c.opts.Open == nil || ctx.Done() == nil:
		leave()
	default:
		context.AfterFunc(ctx, leave)
	}
	return t.Part, nil
}

// away tells whether a universe is there and cannot be had now.
func away(err error) bool { return err != nil && mailsim.KindOf(err) != mailsim.ErrNotFound }

// withKey lets an API key or the server's administrator in.
func (c *Cell) withKey(ctx context.Context, cr mailsim.Credentials) (*Caller, error) {
	hash := sha256.Sum256([]byte(cr.Key))
	if c.admin != [sha256.Size]byte{} && subtle.ConstantTimeCompare(hash[:], c.admin[:]) == 1 {
		return c.server(ctx, cr.Universe)
	}
	id, err := c.dir.KeyUniverse(ctx, hash)
	if err != nil {
		return nil, orWhen(away(err), err, errWrongKey)
	}
	u, err := c.visit(ctx, id)
	if err != nil {
		return nil, orWhen(away(err), err, errWrongKey)
	}
	k := u.login.KeyOf(cr.Key)
	switch {
	case k == nil:
		return nil, errWrongKey
	case u.login.Suspended():
		return nil, u.login.ErrSuspended()
	}
	return u.keyCaller(k, cr.Universe)
}

// orWhen is err when something holds, else what is answered in its place.
func orWhen(holds bool, err, otherwise error) error {
	if holds {
		return err
	}
	return otherwise
}

// server is the administrator, who may open every universe as admin.
func (c *Cell) server(ctx context.Context, asked string) (*Caller, error) {
	who := &Caller{kind: mailsim.CallerServer, register: c, role: mailsim.RoleAdmin, id: "server", admin: c.admin[:]}
	if asked == "" {
		only, err := c.dir.Universes(ctx, nil, 2)
		if err != nil {
			return nil, err
		}
		if len(only) != 1 {
			return who, nil
		}
		asked = only[0].ID
	}
	var err error
	who.u, err = c.visit(ctx, asked)
	if err != nil {
		return nil, err
	}
	return who, nil
}

// person is who signed in, or shows a pass.
func (c *Cell) person(ctx context.Context, id string, pass bool, asked string) (*Caller, error) {
	s, user, ok, err := c.sessionOf(ctx, id)
	if err != nil {
		return nil, err
	}
	if !ok || pass != (s.Universe != "") {
		if pass {
			return nil, errWrongKey
		}
		return nil, fail.Errorf(mailsim.ErrUnauthorized, "sign in: the session has ended")
	}
	who := &Caller{kind: mailsim.CallerPerson, register: c, user: user.User, pass: pass, id: "person " + s.Email, until: s.Expires}
	if pass {
		if asked != "" && asked != s.Universe {
			return nil, fail.Errorf(mailsim.ErrForbidden, "the pass belongs to another universe")
		}
		asked = s.Universe
	}
	if asked == "" {
		if open := who.Universes(); len(open) == 1 {
			asked = open[0].ID
		} else {
			return who, nil
		}
	}
	return who, c.choose(ctx, who, user, asked)
}

// choose opens a universe for a person. One that is not there and one of others
// look the same, and it is not opened for who may not.
func (c *Cell) choose(ctx context.Context, who *Caller, user *account, id string) error {
	foreign := fail.Errorf(mailsim.ErrForbidden, "you cannot open this universe")
	rec, err := c.dir.Universe(ctx, id)
	if err != nil {
		return orWhen(away(err), err, foreign)
	}
	role, shut := user.role(rec.Org)
	switch {
	case shut && role != "":
		return fail.Errorf(mailsim.ErrForbidden, "the organization %s is suspended", rec.Org)
	case role == "" && id == c.opts.Demo:
		if o, err := c.dir.Org(ctx, rec.Org); err != nil || o.Suspended {
			return orWhen(away(err), err, foreign)
		}
		role = mailsim.RoleViewer
	case role == "":
		return foreign
	}
	if who.pass {
		role = login.RoleAtMost(role, mailsim.RoleMember)
	}
	u, err := c.visit(ctx, id)
	if err != nil {
		return orWhen(away(err), err, foreign)
	}
	who.u, who.role = u, role
	return nil
}
