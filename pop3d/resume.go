package pop3d

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
// client has logged in, as sess says, but has had no answer. Resume sends that answer: -ERR if,
// for example, the maildrop is in use. nc carries what the client sends next. Resume closes nc.
// If the server is closed already, Resume closes nc and sess at once and returns
// ErrServerClosed.
func (s *Server) Resume(nc net.Conn, sess mailsim.Session, at mailsim.Resumed) error {
	c := newConn(s, nc, false)
	c.info.Remote, c.secure = at.Remote, at.TLS != ""
	c.sess, c.resumed = sess, true
	if !s.group.Run(c) {
		sess.Close()
		nc.Close()
		return ErrServerClosed
	}
	return nil
}

// goOn gives a session that began elsewhere its maildrop, or ends it.
func (c *conn) goOn() {
	if !c.openDrop() {
		c.quit = true
		return
	}
	c.sess.OnRevoked(c.revoke)
	c.ok(c.drop.describe())
}

// handOver joins the client to the server that has the universe of the login. That one
// answers the login.
func (c *conn) handOver(e *mailsim.Elsewhere) {
	server, err := e.Resume(c.s.ctx, mailsim.Resumed{Remote: c.info.Remote, TLS: c.tlsText()})
	if err != nil {
		c.s.opts.Logger.Warn("a session could not be handed over", "universe", e.Universe, "owner", e.Owner, "error", err)
		c.err("SYS/TEMP", "logging in is not possible now, try again later")
		return
	}
	c.quit = true
	if c.w.Flush() != nil {
		server.Close()
		return
	}
	read, _ := c.r.Peek(c.r.Buffered())
	splice := netserve.NewSplice(c.nc, server, writeTimeout)
	c.splice.Store(splice)
	if c.stopping.Load() {
		splice.End()
	}
	switch splice.Run(bytes.Clone(read)) {
	case netserve.Told:
		return
	case netserve.Ended:
		c.err("SYS/TEMP", "the server is shutting down")
	case netserve.Lost:
		c.err("SYS/TEMP", "the server of your mailbox is gone, connect again")
	}
	_ = c.raw.SetWriteDeadline(time.Now().Add(time.Second))
}
