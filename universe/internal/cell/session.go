package cell

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"maps"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

// session is a signed-in person, or a pass of theirs to one universe. It is
// held under the SHA-256 of its id.
type session struct {
	email    string
	universe string // of a pass
	expires  time.Time
}

// SignIn opens a session of 12 hours. Remote is the caller's IP. A wrong password
// and an unknown person give the same ErrUnauthorized in the same time. Event:
// auth.ok or auth.failed in each universe of the person's organizations.
func (c *Cell) SignIn(ctx context.Context, email, password, remote string) (id string, err error) {
	c.mu.RLock()
	user, its := c.users[addr.Key(email)], c.dummy
	c.mu.RUnlock()
	known := user != nil && user.password != nil
	if known {
		its = user.password
	}
	leave := func(bool) {}
	if c.opts.HashCost >= login.CheapHashCost && !c.Secrets.Knows(its, password) {
		if leave, err = c.Guesses.Enter(ctx, remote); err != nil {
			return "", err
		}
	}
	ok, err := c.Secrets.Verify(ctx, its, password)
	ok = ok && known
	leave(!ok && err == nil)
	if err != nil {
		return "", err
	}
	if user != nil {
		e := mailsim.EventData(mailsim.AuthFailed{Proto: "http", Username: user.Email, Remote: remote, Why: "wrong password"})
		if ok {
			e = mailsim.AuthOK{Proto: "http", Username: user.Email, Address: user.Email, Remote: remote, Why: "password"}
		}
		for _, i := range c.universesOf(user.Email) {
			if u, err := c.Universe(i.ID); err == nil {
				u.tell(context.WithoutCancel(ctx), e)
			}
		}
	}
	if !ok {
		return "", fail.Errorf(mailsim.ErrUnauthorized, "wrong email or password")
	}
	return c.open(user, session{email: addr.Key(user.Email), expires: c.now().Add(SessionTime)})
}

// open begins a session unless the person changed meanwhile.
func (c *Cell) open(user *account, s session) (id string, err error) {
	id = rand.Text()
	defer c.access.Changed() // an old session may have had to go
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.users[s.email]; now == nil || now.password != user.password {
		return "", fail.Errorf(mailsim.ErrUnauthorized, "wrong email or password")
	}
	c.sweep(s.email)
	c.Sessions[sha256.Sum256([]byte(id))] = s
	return id, nil
}

// sweep drops the sessions that ended, and the oldest of a person who has too
// many. It needs c.mu.
func (c *Cell) sweep(email string) {
	now, own, count := c.now(), [sha256.Size]byte{}, 0
	oldest := time.Time{}
	for id, s := range c.Sessions {
		switch {
		case !s.expires.After(now):
			delete(c.Sessions, id)
		case s.email == email:
			if count++; oldest.IsZero() || s.expires.Before(oldest) {
				own, oldest = id, s.expires
			}
		}
	}
	if count >= maxSessions {
		delete(c.Sessions, own)
	}
}

// endSessions needs c.mu.
func (c *Cell) endSessions(email string) {
	maps.DeleteFunc(c.Sessions, func(_ [sha256.Size]byte, s session) bool { return s.email == email })
}

// SignOut ends a session; one that is not there has ended already.
func (c *Cell) SignOut(_ context.Context, id string) error {
	defer c.access.Changed()
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.Sessions, sha256.Sum256([]byte(id)))
	return nil
}

// PassPrefix begins every pass, so that what it is can be seen.
const PassPrefix = "pass_"

// Pass makes a key for one universe that a signed-in person can open, with at
// most the member role. It ends after 15 minutes, or with the person's sessions.
// ErrForbidden unless CellOptions.Passes.
func (c *Cell) Pass(_ context.Context, who *Caller) (pass string, expires time.Time, err error) {
	switch {
	case !c.opts.Passes:
		return "", time.Time{}, fail.Errorf(mailsim.ErrForbidden, "this server gives no passes")
	case who.kind != mailsim.CallerPerson || who.pass:
		return "", time.Time{}, fail.Errorf(mailsim.ErrForbidden, "passes are for signed-in people")
	case who.u == nil:
		return "", time.Time{}, errNoUniverse
	}
	email := addr.Key(who.user.Email)
	c.mu.RLock()
	user := c.users[email]
	c.mu.RUnlock()
	if user == nil {
		return "", time.Time{}, errWrongKey
	}
	expires = c.now().Add(passTime)
	pass, err = c.open(user, session{email: email, universe: who.u.Opts.ID, expires: expires})
	return PassPrefix + pass, expires, err
}

// sessionOf returns a session that has not ended, and whose it is.
func (c *Cell) sessionOf(id string) (s session, user *account, ok bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	s, ok = c.Sessions[sha256.Sum256([]byte(id))]
	user = c.users[s.email]
	return s, user, ok && user != nil && s.expires.After(c.now())
}
