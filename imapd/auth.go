package imapd

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"

	"github.com/emersion/go-imap/v2"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/netserve"
)

func (c *conn) canStartTLS() bool {
	return !c.tls && c.srv.opts.TLS != nil && !c.srv.opts.NoSTARTTLS
}

// mayLogin tells whether passwords are taken on this connection.
func (c *conn) mayLogin() bool { return c.tls || !c.srv.opts.NoPlainAuth }

func (c *conn) startTLSCommand(req *request) error {
	if err := req.end(); err != nil {
		return err
	}
	if c.tls {
		return bad("TLS is already active")
	}
	if !c.canStartTLS() {
		return bad("TLS is not available")
	}
	c.w.text(req.tag + " OK Begin TLS negotiation now\r\n")
	if err := c.w.flush(); err != nil {
		return err
	}
	if !c.startTLS(c.srv.opts.TLS) {
		return ErrDisconnect
	}
	return errAnswered
}

// errAnswered says that the tagged reply is already out.
var errAnswered = errors.New("imapd: answered")

// login is the LOGIN command.
func (c *conn) login(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	username, err := req.astring()
	if err != nil {
		return err
	}
	if err := req.space(); err != nil {
		return err
	}
	password, err := req.astring()
	if err != nil {
		return err
	}
	if err := req.end(); err != nil {
		return err
	}
	return c.authorize(req, loginAttempt{Mechanism: "LOGIN", Username: username, Password: password})
}

var errActAs = no(imap.ResponseCodeAuthorizationFailed, "Cannot act as another user")

var errNoPlain = no(imap.ResponseCodePrivacyRequired, "Plaintext authentication is not allowed without TLS")

// authenticate is AUTHENTICATE with PLAIN (RFC 4616) or LOGIN, with or
// without initial response (RFC 4959).
func (c *conn) authenticate(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	mechanism, err := req.keyword()
	if err != nil {
		return err
	}
	var initial *string
	if req.spaces() {
		s := req.while(func(b byte) bool { return b > ' ' && b < 0x7f })
		initial = &s
	}
	if err := req.end(); err != nil {
		return err
	}
	if !c.mayLogin() {
		return errNoPlain
	}
	switch mechanism {
	case "PLAIN":
		response, err := c.saslResponse("", initial)
		if err != nil {
			return err
		}
		parts := strings.Split(response, "\x00")
		if len(parts) != 3 {
			return bad("Invalid PLAIN response")
		}
		return c.authorize(req, loginAttempt{Mechanism: mechanism, ActAs: parts[0], Username: parts[1], Password: parts[2]})
	case "LOGIN":
		username, err := c.saslResponse("Username:", initial)
		if err != nil {
			return err
		}
		password, err := c.saslResponse("Password:", nil)
		if err != nil {
			return err
		}
		return c.authorize(req, loginAttempt{Mechanism: mechanism, Username: username, Password: password})
	}
	return no(imap.ResponseCodeCannot, "Unsupported authentication mechanism")
}

// saslResponse decodes the initial response or asks for one. An initial "="
// is an empty one; so is an empty line.
func (c *conn) saslResponse(challenge string, initial *string) (string, error) {
	var encoded string
	switch {
	case initial != nil && *initial == "=":
	case initial != nil:
		encoded = *initial
	default:
		c.w.text("+ " + base64.StdEncoding.EncodeToString([]byte(challenge)) + "\r\n")
		c.expectRead(lineTimeout)
		line, err := c.r.line()
		if errors.Is(err, errLineTooLong) {
			return "", bad("Response too long")
		}
		if err != nil {
			return "", err
		}
		c.tapLine(line)
		encoded = string(line)
	}
	if encoded == "*" {
		return "", bad("Authentication cancelled")
	}
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return "", bad("Invalid base64 data")
	}
	return string(raw), nil
}

// authorize asks the backend and puts the session into its account.
func (c *conn) authorize(req *request, who loginAttempt) error {
	if !c.mayLogin() {
		return errNoPlain
	}
	c.username = who.Username
	who.ID, who.Remote, who.TLS = c.id, c.remote, c.tls
	err := c.fault(StageLogin, "")
	var acct mailstore
	if err == nil {
		acct, err = c.tryPassword(who)
	}
	if err != nil {
		c.username = ""
		var other *mailsim.Elsewhere
		if errors.As(err, &other) && other.Resume != nil {
			return c.handOver(req, other)
		}
		if c.fatal(err) {
			return err
		}
		if c.failures++; c.failures >= maxFailedLogins {
			return &errBye{"Too many failed logins"}
		}
		var reply *imap.Error
		if errors.As(err, &reply) {
			return err
		}
		return no(imap.ResponseCodeAuthenticationFailed, "Authentication failed.")
	}
	c.acct = acct
	if a, ok := acct.(interface{ onRevoked(func(why string)) }); ok {
		a.onRevoked(c.revoke)
	}
	req.code, req.text = imap.ResponseCode("CAPABILITY "+c.capabilities()), "Logged in"
	return nil
}

// tryPassword tries a password. One that waits for its turn is given up when the client
// leaves. What was answered so far is written meanwhile.
func (c *conn) tryPassword(who loginAttempt) (acct mailstore, err error) {
	if err := c.w.flush(); err != nil {
		return nil, err
	}
	c.args.line, c.args.pos = nil, 0 // its buffer is read into
	c.r.flush = nil
	netserve.Attend(c.ctx, c.r.br, func() { c.hold(true) }, func(ctx context.Context) {
		acct, err = c.srv.backend.Login(ctx, who)
	})
	c.r.flush = c.w.flush
	c.hold(false)
	return acct, err
}

// unauthenticate is UNAUTHENTICATE (RFC 8437): all but TLS is as after the greeting.
func (c *conn) unauthenticate(req *request) error {
	if err := req.end(); err != nil {
		return err
	}
	if c.compressed { // NO is not among the answers (section 3)
		return &errBye{"Compression cannot be ended"}
	}
	c.leave()
	c.acct, c.username = nil, ""
	c.rev2, c.condstore, c.qresync, c.utf8, c.acceptUTF8 = false, false, false, false, false
	c.startTap()
	return nil
}
