package cell

import (
	"context"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// account is a person as held.
type account struct {
	mailsim.User
	password *login.Secret // nil: cannot sign in
	orgs     []mailsim.Membership
}

// account returns a person, nil for none.
func (c *Cell) account(ctx context.Context, email string) (*account, error) {
	if c.memory != nil {
		if p, password, ok := c.memory.account(email); ok {
			return &account{p.User, password, p.Orgs}, nil
		}
		return nil, nil
	}
	p, err := c.dir.Person(ctx, email)
	if err != nil {
		return nil, orWhen(away(err), err, nil)
	}
	a := &account{User: p.User, orgs: p.Orgs}
	if p.Password != nil {
		a.password = &login.Secret{Hash: p.Password}
	}
	return a, nil
}

// role is a person's in an organization, "" for none, and whether that is suspended.
func (a *account) role(org string) (r mailsim.Role, suspended bool) {
	for _, m := range a.orgs {
		if m.Name == org {
			return m.Role, m.Suspended
		}
	}
	return "", false
}

// How long a sign-in and a pass last.
const (
	SessionTime = 12 * time.Hour
	passTime    = 15 * time.Minute
)

// SetUser gives a person a role in an organization, and changes their name and
// password when these are given. A new password ends their sessions.
func (c *Cell) SetUser(ctx context.Context, org string, p mailsim.OrgUser) error {
	if err := valid.OrgUser(p); err != nil {
		return err
	}
	password, err := login.HashPassword(ctx, p.Password, c.opts.HashCost)
	if err != nil {
		return err
	}
	return c.setUser(ctx, org, p, password)
}

// setUser is SetUser with the password made ready: in memory it need not be hashed.
func (c *Cell) setUser(ctx context.Context, org string, p mailsim.OrgUser, password *login.Secret) error {
	defer c.accessChanged()
	p.Password = ""
	if c.memory != nil {
		return c.memory.setMember(org, p, password)
	}
	var hash []byte
	if password != nil {
		hash, _ = password.Sum()
	}
	return c.dir.SetMember(ctx, org, p, hash)
}

// DeleteUser takes a person out of an organization; out of the last one ends
// their sessions.
func (c *Cell) DeleteUser(ctx context.Context, org, email string) error {
	defer c.accessChanged()
	return c.dir.DeleteMember(ctx, org, addr.Key(email))
}

// Users lists the people of an organization by address, without passwords.
func (c *Cell) Users(org string) ([]mailsim.OrgUser, error) {
	ctx, cancel := c.brief()
	defer cancel()
	return c.dir.Members(ctx, org)
}

// tell records an event that goes with what happened elsewhere, which is not undone
// when it cannot be recorded: that is logged.
func (u *Part) tell(ctx context.Context, e mailsim.EventData) {
	err := u.Update(ctx, func(t *state.Tx) error { t.Emit(e); return nil })
	if err != nil && !u.IsClosed() {
		u.Logger.ErrorContext(ctx, "an event could not be recorded", "universe", u.Opts.ID, "event", e.EventType(), "err", err)
	}
}

// memberships lists a person's organizations by name.
func (c *Cell) memberships(email string) []mailsim.Membership {
	ctx, cancel := c.brief()
	defer cancel()
	user, err := c.account(ctx, addr.Key(email))
	c.unanswered(err)
	if user == nil || user.orgs == nil {
		return []mailsim.Membership{}
	}
	return user.orgs
}

// universesOf lists what a person can open, or all for the email "", by
// organization, name and id.
func (c *Cell) universesOf(email string) []mailsim.UniverseInfo {
	ctx, cancel := c.brief()
	defer cancel()
	out := []mailsim.UniverseInfo{}
	var orgs []string
	roles := map[string]mailsim.Role{}
	if email != "" {
		orgs = []string{}
		for _, m := range c.memberships(email) {
			if !m.Suspended {
				orgs, roles[m.Name] = append(orgs, m.Name), m.Role
			}
		}
		if len(orgs) == 0 {
			return out
		}
	}
	list, err := c.dir.Universes(ctx, orgs, 0)
	c.unanswered(err)
	for _, u := range list {
		if _, open := c.Awake(u.ID); !open && c.opts.Open == nil {
			continue // it is being made
		}
		role := mailsim.RoleAdmin
		if email != "" {
			role = roles[u.Org]
		}
		out = append(out, mailsim.UniverseInfo{ID: u.ID, Name: u.Name, Org: u.Org, Created: u.Created, Role: role})
	}
	return out
}
