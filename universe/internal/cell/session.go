package cell

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

// SignIn opens a session of 12 hours. Remote is the caller's IP. A wrong password
// and an unknown person give the same ErrUnauthorized in the same time. Event:
// auth.ok or auth.failed in each universe of the person's organizations.
func (c *Cell) SignIn(ctx context.Context, email, password, remote string) (id string, err error) {
	user, err := c.account(ctx, addr.Key(email))
	if err != nil {
		return "", err
	}
	its, known := c.dummy, user != nil && user.password != nil
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
		c.tellAll(context.WithoutCancel(ctx), user, e)
	}
	if !ok {
		return "", errWrongPassword
	}
	return c.open(ctx, user, mailsim.PersonSession{Email: addr.Key(user.Email), Expires: c.now().Add(SessionTime)})
}

var errWrongPassword = fail.Errorf(mailsim.ErrUnauthorized, "wrong email or password")

// tellAll records an event in the open universes of a person's organizations: those that
// sleep are not woken by who knocks.
func (c *Cell) tellAll(ctx context.Context, user *account, e mailsim.EventData) {
	for _, t := range c.All() {
		if role, shut := user.role(t.org.name); role != "" && !shut {
			t.Part.tell(ctx, e)
		}
	}
}

// open begins a session unless the person changed meanwhile.
func (c *Cell) open(ctx context.Context, user *account, s mailsim.PersonSession) (id string, err error) {
	id = rand.Text()
	defer c.access.Changed() // an old session may have had to go
	var hash []byte
	if user.password != nil {
		hash, _ = user.password.Sum()
	}
	return id, c.dir.OpenSession(ctx, sha256.Sum256([]byte(id)), s, hash, c.now())
}

// SignOut ends a session; one that is not there has ended already.
func (c *Cell) SignOut(ctx context.Context, id string) error {
	defer c.access.Changed()
	return c.dir.CloseSession(ctx, sha256.Sum256([]byte(id)))
}

// PassPrefix begins every pass, so that what it is can be seen.
const PassPrefix = "pass_"

// Pass makes a key for one universe that a signed-in person can open, with at
// most the member role. It ends after 15 minutes, or with the person's sessions.
// ErrForbidden unless CellOptions.Passes.
func (c *Cell) Pass(ctx context.Context, who *Caller) (pass string, expires time.Time, err error) {
	switch {
	case !c.opts.Passes:
		return "", time.Time{}, fail.Errorf(mailsim.ErrForbidden, "this server gives no passes")
	case who.kind != mailsim.CallerPerson || who.pass:
		return "", time.Time{}, fail.Errorf(mailsim.ErrForbidden, "passes are for signed-in people")
	case who.u == nil:
		return "", time.Time{}, errNoUniverse
	}
	email := addr.Key(who.user.Email)
	user, err := c.account(ctx, email)
	if err != nil {
		return "", time.Time{}, err
	}
	if user == nil {
		return "", time.Time{}, errWrongKey
	}
	expires = c.now().Add(passTime)
	if pass, err = c.open(ctx, user, mailsim.PersonSession{Email: email, Universe: who.u.Opts.ID, Expires: expires}); err != nil {
		return "", time.Time{}, err
	}
	return PassPrefix + pass, expires, nil
}

// sessionOf returns a session that has not ended, and whose it is.
func (c *Cell) sessionOf(ctx context.Context, id string) (s mailsim.PersonSession, user *account, ok bool, err error) {
	s, err = c.dir.Session(ctx, sha256.Sum256([]byte(id)))
	if err != nil {
		return s, nil, false, orWhen(away(err), err, nil)
	}
	user, err = c.account(ctx, s.Email)
	return s, user, user != nil && s.Expires.After(c.now()), err
}
