package cell

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// account is a person as held.
type account struct {
	mailsim.User
	password *login.Secret // nil: cannot sign in
	orgs     int           // organizations that they have a role in
}

// How long a sign-in and a pass last.
const (
	SessionTime = 12 * time.Hour
	passTime    = 15 * time.Minute
	maxSessions = 100 // of one person; the oldest end first
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
	return c.setUser(org, p, password)
}

// setUser is SetUser with the password made ready.
func (c *Cell) setUser(org string, p mailsim.OrgUser, password *login.Secret) error {
	defer c.accessChanged()
	c.mu.Lock()
	defer c.mu.Unlock()
	rec := c.orgs[org]
	if rec == nil {
		return fail.NoSuch("organization")
	}
	email := addr.Key(p.Email)
	next := account{User: mailsim.User{Email: p.Email}}
	if old := c.users[email]; old != nil {
		next = *old
	}
	next.Name = cmp.Or(p.Name, next.Name)
	if password != nil {
		next.password = password
		c.endSessions(email)
	}
	if _, member := rec.roles[email]; !member {
		next.orgs++
	}
	rec.roles[email] = p.Role
	c.users[email] = &next
	return nil
}

// DeleteUser takes a person out of an organization; out of the last one ends
// their sessions.
func (c *Cell) DeleteUser(_ context.Context, org, email string) error {
	defer c.accessChanged()
	c.mu.Lock()
	defer c.mu.Unlock()
	rec := c.orgs[org]
	if rec == nil {
		return fail.NoSuch("organization")
	}
	if _, member := rec.roles[addr.Key(email)]; !member {
		return fail.NoSuch("user")
	}
	c.leave(rec, addr.Key(email))
	return nil
}

// leave needs c.mu.
func (c *Cell) leave(org *organization, email string) {
	delete(org.roles, email)
	next := *c.users[email]
	if next.orgs--; next.orgs == 0 {
		delete(c.users, email)
		c.endSessions(email)
		return
	}
	c.users[email] = &next
}

// Users lists the people of an organization by address, without passwords.
func (c *Cell) Users(org string) ([]mailsim.OrgUser, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	rec := c.orgs[org]
	if rec == nil {
		return nil, fail.NoSuch("organization")
	}
	out := []mailsim.OrgUser{}
	for _, email := range slices.Sorted(maps.Keys(rec.roles)) {
		u := c.users[email]
		out = append(out, mailsim.OrgUser{Email: u.Email, Name: u.Name, Role: rec.roles[email]})
	}
	return out, nil
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
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := []mailsim.Membership{}
	for _, name := range slices.Sorted(maps.Keys(c.orgs)) {
		if role := c.orgs[name].roles[addr.Key(email)]; role != "" {
			out = append(out, mailsim.Membership{Name: name, Role: role, Suspended: c.orgs[name].suspended})
		}
	}
	return out
}

// universesOf lists what a person can open, or all for the email "", by
// organization, name and id.
func (c *Cell) universesOf(email string) []mailsim.UniverseInfo {
	out := []mailsim.UniverseInfo{}
	for _, t := range c.All() {
		c.mu.RLock()
		role, shut := t.org.roles[addr.Key(email)], t.org.suspended
		c.mu.RUnlock()
		if email == "" {
			role, shut = mailsim.RoleAdmin, false
		}
		if role != "" && !shut {
			out = append(out, t.Part.info(role))
		}
	}
	slices.SortStableFunc(out, func(a, b mailsim.UniverseInfo) int {
		return cmp.Or(strings.Compare(a.Org, b.Org), strings.Compare(a.Name, b.Name))
	})
	return out
}
