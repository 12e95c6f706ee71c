package httpapi

import (
	"net/http"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Signing in and out. A session lives in the cell; the
// browser holds its id in a cookie that scripts cannot read and that no page of
// another site can send.

// sessionTime is how long a session lasts.
const sessionTime = 12 * time.Hour

// Attempts to sign in, of one account and from one address: ten, then one more
// every six seconds.
const (
	signInRate  = 1.0 / 6
	signInBurst = 10
)

// maxEmail bounds what is remembered of an email address (RFC 5321 section 4.5.3.1).
const maxEmail = 320

func cutTo(s string, n int) string { return s[:min(len(s), n)] }

func (c *call) signIn(in signIn) (done, error) {
	if wait, ok := c.h.signIns.take("account " + strings.ToLower(cutTo(in.Body.Email, maxEmail))); !ok { // admit counts addresses
		return done{}, tooMany(c.w, wait)
	}
	cell, there := c.h.host.(*mailsim.Cell)
	if !there {
		return done{}, errorf(mailsim.ErrUnauthorized, "nobody can sign in to a single universe: use a key")
	}
	session, err := cell.SignIn(c.ctx(), in.Body.Email, in.Body.Password, c.h.remote(c.r))
	if err != nil {
		return done{}, err
	}
	c.setSession(session, sessionTime)
	return ok(nil)
}

// guessed says when to come back to who changed logins of a name that another
// organization has too often.
func (c *call) guessed(err error) error {
	if mailsim.KindOf(err) == mailsim.ErrTooMany {
		setRetryAfter(c.w, 6*time.Second)
	}
	return err
}

func (c *call) signOut(none) (done, error) {
	cookie, err := c.r.Cookie(c.h.cookieName(c.r))
	if cell, there := c.h.host.(*mailsim.Cell); there && err == nil {
		if err := cell.SignOut(c.ctx(), cookie.Value); err != nil {
			return done{}, err
		}
	}
	c.setSession("", -time.Second)
	c.closeKeySession()
	return ok(nil)
}

func (c *call) setSession(id string, life time.Duration) {
	http.SetCookie(c.w, &http.Cookie{
		Name: c.h.cookieName(c.r), Value: id, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: c.h.secure(c.r),
	})
}

// pass makes a key that ends after 15 minutes, for the consoles of a reference.
func (c *call) pass(none) (pass, error) {
	cell, there := c.h.host.(*mailsim.Cell)
	if !there {
		return pass{}, errorf(mailsim.ErrForbidden, "passes are for people who signed in to a cell")
	}
	key, expires, err := cell.Pass(c.ctx(), c.who)
	return pass{key, expires}, err
}
