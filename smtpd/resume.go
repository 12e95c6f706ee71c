package smtpd

import (
	"bytes"
	"net"
	"time"

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
	c := newConn(s, nc, false)
	c.info.Remote, c.tlsText, c.helo, c.extended = at.Remote, at.TLS, at.Helo, !at.Basic
	c.sess, c.resumed = sess, true
	if !s.group.Run(c) {
		sess.Close()
		nc.Close()
		return ErrServerClosed
	}
	return nil
}

// handOver answers a login whose universe another server has, and joins the client to
// that one.
func (c *conn) handOver(e *mailsim.Elsewhere) {
	server, err := e.Resume(c.s.ctx, mailsim.Resumed{Remote: c.info.Remote, TLS: c.tlsText, Helo: c.helo, Basic: !c.extended})
	if err != nil {
		c.s.opts.Logger.Warn("a session could not be handed over", "universe", e.Universe, "owner", e.Owner, "error", err)
		c.reply(454, "4.7.0", "Temporary authentication failure")
		return
	}
	c.quit = true
	c.reply(235, "2.7.0", "Authentication successful")
	if c.w.Flush() != nil {
		server.Close()
		return
	}
	read, _ := c.r.Peek(c.r.Buffered())
	splice := netserve.NewSplice(c.nc, server, max(0, c.s.opts.IdleTimeout))
	c.splice.Store(splice)
	if c.stopping.Load() {
		splice.End()
	}
	switch splice.Run(bytes.Clone(read)) {
	case netserve.Told:
		return
	case netserve.Ended:
		c.reply(421, "4.3.2", c.s.host.Domain()+" Service shutting down")
	case netserve.Lost:
		c.reply(421, "4.3.2", c.s.host.Domain()+" The server of your mailbox is gone, connect again")
	}
	_ = c.raw.SetWriteDeadline(time.Now().Add(time.Second))
}
