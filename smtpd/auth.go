package smtpd

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/netserve"
)

// doAuth logs in by PLAIN (RFC 4616) or LOGIN (RFC 4954; LOGIN as in
// draft-murchison-sasl-login).
func (c *conn) doAuth(arg string) {
	if !c.greeted() {
		return
	}
	mech, initial := word(arg)
	mech = strings.ToUpper(mech)
	switch {
	case c.tx.open:
		c.refuse(503, "5.5.1", "Error: MAIL transaction in progress")
		return
	case c.loggedIn():
		c.refuse(503, "5.5.1", "Error: already authenticated")
		return
	case mech == "":
		c.refuse(501, "5.5.4", "Syntax: AUTH mechanism")
		return
	case !c.canAuth():
		c.refuse(538, "5.7.11", "Encryption required for requested authentication mechanism")
		return
	case mech != "PLAIN" && mech != "LOGIN":
		c.refuse(504, "5.5.4", "Error: authentication mechanism not supported")
		return
	}
	actAs, user, password, ok := c.credentials(mech, initial)
	if !ok {
		return
	}
	if answered, _ := c.faultPoint(mailsim.FaultPoint{At: "auth", Username: user}); answered {
		return
	}
	if err := c.authenticate(actAs, user, password); err != nil && !c.anyLogin() {
		var other *mailsim.Elsewhere
		if errors.As(err, &other) && other.Resume != nil {
			c.handOver(other)
			return
		}
		if kind := mailsim.KindOf(err); kind != mailsim.ErrUnauthorized && kind != mailsim.ErrForbidden {
			c.reply(454, "4.7.0", "Temporary authentication failure")
			return
		}
		c.refuse(535, "5.7.8", "Error: authentication failed")
		return
	}
	if c.sess.LoginAddress() != "" {
		c.sess.OnRevoked(c.revoke)
	} else {
		c.nobody = true
	}
	c.reply(235, "2.7.0", "Authentication successful")
}

// loggedIn reports whether there was a login, be it nobody's.
func (c *conn) loggedIn() bool { return c.nobody || c.sess.LoginAddress() != "" }

// anyLogin reports whether those who are no login may pass for nobody.
func (c *conn) anyLogin() bool { return c.s.opts.AnyLogin && !c.sess.NeedsLogin() }

// isLogin reports whether there is a login of a name, its address or username.
func isLogin(u *mailsim.Universe, name string) bool {
	if _, err := u.Login(name); err == nil {
		return true
	}
	return !strings.Contains(name, "@") && slices.ContainsFunc(u.Logins(), func(l mailsim.Login) bool { return strings.EqualFold(l.Username, name) })
}

var errNobody = errors.New("no login of that name")

// authenticate tries a password. One that waits for its turn is given up when the
// client leaves.
func (c *conn) authenticate(actAs, user, password string) (err error) {
	if c.anyLogin() && !isLogin(c.sess.Universe(), user) {
		return errNobody // and no guess, for which the next one would have to wait
	}
	netserve.Attend(c.s.ctx, c.r, func() { _ = c.raw.SetReadDeadline(time.Unix(1, 0)) }, func(ctx context.Context) {
		err = c.sess.AuthenticateAs(ctx, actAs, user, password)
	})
	_ = c.raw.SetReadDeadline(time.Time{})
	c.deadline()
	return err
}

// credentials runs the exchange of a mechanism; ok is false when it has been
// answered already. actAs is whom a client wants to act as, "" for the user.
func (c *conn) credentials(mech, initial string) (actAs, user, password string, ok bool) {
	if mech == "PLAIN" {
		text, ok := c.response(initial, "")
		if !ok {
			return "", "", "", false
		}
		parts := strings.Split(text, "\x00")
		if len(parts) != 3 || parts[1] == "" {
			c.refuse(501, "5.5.2", "Error: malformed PLAIN response")
			return "", "", "", false
		}
		return parts[0], parts[1], parts[2], true
	}
	if user, ok = c.response(initial, "VXNlcm5hbWU6"); !ok { // "Username:"
		return "", "", "", false
	}
	password, ok = c.response("", "UGFzc3dvcmQ6") // "Password:"
	return "", user, password, ok
}

// response returns one decoded response: the initial one, else what the client
// answers to the challenge. "=" is an empty initial response, "*" cancels.
func (c *conn) response(initial, challenge string) (string, bool) {
	line := initial
	if line == "" {
		c.reply(334, "", challenge)
		if c.w.Flush() != nil {
			c.quit = true
			return "", false
		}
		var err error
		c.sess.Mask(true)
		line, err = c.readLine()
		c.sess.Mask(false)
		if errors.Is(err, errLineTooLong) {
			c.refuse(500, "5.5.6", "Error: response too long")
			return "", false
		}
		if err != nil {
			c.readFailed(err)
			c.quit = true
			return "", false
		}
	}
	switch line {
	case "*":
		c.refuse(501, "5.7.0", "Authentication aborted")
		return "", false
	case "=":
		return "", true
	}
	b, err := base64.StdEncoding.DecodeString(line)
	if err != nil {
		c.refuse(501, "5.5.2", "Error: invalid base64")
		return "", false
	}
	return string(b), true
}
