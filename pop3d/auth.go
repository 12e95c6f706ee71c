package pop3d

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/netserve"
)

// Commands before the login.

// mayLogin reports whether passwords are taken on this connection.
func (c *conn) mayLogin() bool { return c.secure || !c.s.opts.NoPlainAuth }

func (c *conn) canSTLS() bool { return !c.secure && !c.s.opts.NoSTLS && c.drop == nil }

func (c *conn) doSTLS(string) {
	if !c.canSTLS() {
		c.mistake("TLS is active already, or not available")
		return
	}
	c.ok("begin TLS negotiation")
	if c.w.Flush() != nil || !c.startTLS() {
		c.quit = true
		return
	}
	c.user = "" // RFC 2595 section 4: what was said in the clear is forgotten
}

func (c *conn) doUser(arg string) {
	if !c.mayLogin() {
		c.mistake("log in over TLS: say STLS first")
		return
	}
	if arg == "" {
		c.mistake("syntax: USER name")
		return
	}
	c.user = arg
	c.ok("send PASS") // whoever has the name: nobody learns which names there are
}

// doPass takes the rest of the line as it is: a password may hold spaces.
func (c *conn) doPass(password string) {
	if c.user == "" {
		c.mistake("send USER first")
		return
	}
	user := c.user
	c.user = ""
	c.logIn("", user, password)
}

// doAuth is AUTH (RFC 5034) with PLAIN (RFC 4616) or LOGIN.
func (c *conn) doAuth(arg string) {
	mech, initial, _ := strings.Cut(arg, " ")
	switch mech = strings.ToUpper(mech); {
	case !c.mayLogin():
		c.mistake("log in over TLS: say STLS first")
	case mech == "PLAIN":
		text, ok := c.response(initial, "")
		if !ok {
			return
		}
		parts := strings.Split(text, "\x00")
		if len(parts) != 3 || parts[1] == "" {
			c.mistake("malformed PLAIN response")
			return
		}
		c.logIn(parts[0], parts[1], parts[2])
	case mech == "LOGIN":
		user, ok := c.response(initial, "VXNlcm5hbWU6") // "Username:"
		if !ok {
			return
		}
		password, ok := c.response("", "UGFzc3dvcmQ6") // "Password:"
		if !ok {
			return
		}
		c.logIn("", user, password)
	default:
		c.mistake("the mechanisms are PLAIN and LOGIN")
	}
}

// response returns one decoded response: the initial one, else what the client
// answers to the challenge. "=" is an empty one, "*" cancels.
func (c *conn) response(initial, challenge string) (string, bool) {
	line := initial
	if line == "" {
		c.say("+ " + challenge)
		if c.w.Flush() != nil {
			c.quit = true
			return "", false
		}
		var err error
		if line, err = c.readLine(); err != nil {
			if err == errLineTooLong {
				c.mistake("response too long")
				return "", false
			}
			c.readFailed(err)
			c.quit = true
			return "", false
		}
		c.tap("C: ", hidden)
	}
	switch line {
	case "*":
		c.mistake("cancelled")
		return "", false
	case "=":
		return "", true
	}
	b, err := base64.StdEncoding.DecodeString(line)
	if err != nil {
		c.mistake("invalid base64")
		return "", false
	}
	return string(b), true
}

// hidden stands for a secret in a transcript.
const hidden = "****"

// logIn tries a password and takes the maildrop.
func (c *conn) logIn(actAs, user, password string) {
	if c.fault("login", user) {
		return
	}
	err := c.authenticate(actAs, user, password)
	switch kind := mailsim.KindOf(err); {
	case err == nil:
	case kind == mailsim.ErrUnauthorized || kind == mailsim.ErrForbidden:
		c.err("AUTH", "authentication failed")
		if c.failures++; c.failures >= maxFailedLogins {
			c.quit = true
		}
		return
	default:
		var other *mailsim.Elsewhere
		if errors.As(err, &other) && other.Resume != nil {
			c.handOver(other)
			return
		}
		c.err("SYS/TEMP", "logging in is not possible now, try again later")
		return
	}
	if !c.openDrop() {
		c.sess.Close()
		c.sess = c.s.host.NewSession(c.info) // whoever waits for the maildrop is not logged in
		return
	}
	c.sess.OnRevoked(c.revoke)
	c.ok(c.drop.describe())
}

// openDrop takes the maildrop of who logged in.
func (c *conn) openDrop() bool {
	box, err := c.sess.Mailbox()
	if err != nil {
		c.err("SYS/TEMP", "the mailbox cannot be opened")
		return false
	}
	key := dropKey{c.sess.Universe().ID(), box.Address()}
	if !c.s.take(key, c) {
		c.err("IN-USE", "another session has the maildrop")
		return false
	}
	drop, err := openMaildrop(key, box)
	if err != nil {
		c.s.giveBack(key)
		c.err("SYS/TEMP", "the mailbox cannot be opened")
		return false
	}
	c.drop = drop
	return true
}

// authenticate tries a password. One that waits for its turn is given up when the
// client leaves.
func (c *conn) authenticate(actAs, user, password string) (err error) {
	netserve.Attend(c.s.ctx, c.r, func() { _ = c.raw.SetReadDeadline(longAgo) }, func(ctx context.Context) {
		err = c.sess.AuthenticateAs(ctx, actAs, user, password)
	})
	_ = c.raw.SetReadDeadline(time.Time{})
	return err
}
