package imapd

import (
	"bytes"
	"crypto/tls"
	"errors"
	"net"

	"github.com/emersion/go-imap/v2"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/netserve"
)

// A session may begin at one server and go on at another, where the universe of its
// login is.

// Resume takes over a session that began at another server, and serves it to its end. The
// client is logged in already, as sess says; nc carries what it sends next. Resume closes nc.
// If the server is closed already, Resume closes nc and sess at once and returns
// ErrServerClosed.
func (s *Server) Resume(nc net.Conn, sess mailsim.Session, at mailsim.Resumed) error {
	b, ok := s.backend.(*hostBackend)
	if !ok {
		return errors.New("imapd: Resume needs a server of a host")
	}
	c := s.enlist(nc)
	if c == nil {
		sess.Close()
		nc.Close()
		return ErrServerClosed
	}
	b.adopt(c.id, sess)
	c.remote, c.tls, c.resumed = at.Remote, at.TLS != "", &at
	s.run(c, nil)
	return nil
}

// adopt takes the host's view of a connection over.
func (b *hostBackend) adopt(id uint64, sess mailsim.Session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sessions[id] = &hostSession{Session: sess}
}

// goOn puts a session that began elsewhere into its account.
func (c *conn) goOn() error {
	c.startTap()
	s := c.srv.backend.(*hostBackend).session(c.id, c.remote, c.tls)
	a, err := s.Mailbox()
	if err != nil {
		return &errBye{"[UNAVAILABLE] The mailbox cannot be opened"}
	}
	c.username = s.LoginAddress()
	c.acct = account{a, s}
	s.OnRevoked(c.revoke)
	return nil
}

// handOver answers a login whose universe another server has, and joins the client to
// that one until the session ends.
func (c *conn) handOver(req *request, e *mailsim.Elsewhere) error {
	at := mailsim.Resumed{Remote: c.remote}
	if t, ok := c.nc.(*tls.Conn); ok {
		state := t.ConnectionState()
		at.TLS = tls.VersionName(state.Version) + " " + tls.CipherSuiteName(state.CipherSuite)
	}
	server, err := e.Resume(c.ctx, at)
	if err != nil {
		c.srv.opts.Logger.Warn("a session could not be handed over", "universe", e.Universe, "owner", e.Owner, "err", err)
		return no(imap.ResponseCodeUnavailable, "Temporary failure: try again")
	}
	c.leaving = true
	c.tagged(req.tag, imap.StatusResponse{Type: imap.StatusResponseTypeOK, Code: imap.ResponseCode("CAPABILITY " + c.capabilities()), Text: "Logged in"})
	if err := c.w.flush(); err != nil {
		server.Close()
		return err
	}
	c.member.Quiet(false)
	read, _ := c.r.br.Peek(c.r.br.Buffered())
	switch c.join(server).Run(bytes.Clone(read)) {
	case netserve.Ended:
		return &errBye{c.whyEnded()}
	case netserve.Lost:
		return &errBye{"[UNAVAILABLE] The server of your mailbox is gone, connect again"}
	}
	return ErrDisconnect
}

// join makes the way between the client and another server, which drain ends.
func (c *conn) join(server net.Conn) *netserve.Splice {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.splice = netserve.NewSplice(c.nc, server, c.srv.timeout(writeTimeout))
	if c.draining {
		c.splice.End()
	}
	return c.splice
}
