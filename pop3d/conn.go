package pop3d

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/netserve"
)

// conn is one connection. Only its own goroutine touches it, but for what is
// atomic or behind cutting.
type conn struct {
	s        *Server
	raw      net.Conn
	nc       net.Conn // raw, or TLS over it
	r        *bufio.Reader
	w        *bufio.Writer
	sess     mailsim.Session
	info     mailsim.SessionInfo
	implicit bool
	began    time.Time
	stopping atomic.Bool
	idle     atomic.Bool // waiting for a command
	crowded  atomic.Bool // it has to make room for another
	revoked  atomic.Pointer[string]
	cutting  sync.Mutex // guards cutter
	cutter   *time.Timer
	member   *netserve.Member
	splice   atomic.Pointer[netserve.Splice] // the session goes on at another server
	resumed  bool                            // it began at another server

	secure   bool
	user     string    // of USER
	drop     *maildrop // after the login
	mistakes int
	failures int
	quit     bool
}

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 4<<10) }}
var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 8<<10) }}

func newConn(s *Server, nc net.Conn, implicit bool) *conn {
	c := &conn{s: s, raw: nc, nc: nc, implicit: implicit, began: time.Now()}
	c.info = mailsim.SessionInfo{Proto: "pop3"}
	if implicit {
		c.info.Proto = "pop3s"
	}
	if a, err := netip.ParseAddrPort(nc.RemoteAddr().String()); err == nil {
		c.info.Remote = a.Addr().Unmap().String()
	}
	return c
}

// Cut closes the connection.
func (c *conn) Cut() { c.raw.Close() }

var longAgo = time.Unix(1, 0)

// Interrupt ends the connection: at once when it waits for a command, else after
// the one it works on.
func (c *conn) Interrupt() {
	c.stopping.Store(true)
	if splice := c.splice.Load(); splice != nil {
		splice.End()
		return
	}
	if c.idle.Load() {
		_ = c.raw.SetReadDeadline(longAgo)
	}
}

// makeRoom ends a connection that waits for a command.
func (c *conn) makeRoom() {
	c.crowded.Store(true)
	_ = c.raw.SetReadDeadline(longAgo)
}

// revokedPatience is how long a command under way has when the login stands no
// longer.
const revokedPatience = 800 * time.Millisecond

// revoke ends the connection because its login stands no longer.
func (c *conn) revoke(why string) {
	c.revoked.Store(&why)
	c.cutting.Lock()
	c.cutter = time.AfterFunc(revokedPatience, c.Cut)
	c.cutting.Unlock()
	c.Interrupt()
}

func (c *conn) uncut() {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	if c.cutter != nil {
		c.cutter.Stop()
	}
}

// Serve speaks POP3 until the client leaves or the server stops.
func (c *conn) Serve() {
	defer c.Cut()
	defer func() {
		if p := recover(); p != nil {
			c.s.opts.Logger.Error("panic in a POP3 session", "panic", p, "stack", string(debug.Stack()))
		}
		c.leave()
		c.uncut()
	}()
	if !c.enter() {
		return
	}
	defer func() { c.s.crowd.Leave(c.member) }()
	c.r, c.w = readers.Get().(*bufio.Reader), writers.Get().(*bufio.Writer)
	defer func() {
		c.r.Reset(nil)
		c.w.Reset(nil)
		readers.Put(c.r)
		writers.Put(c.w)
	}()
	c.r.Reset(c.nc)
	c.w.Reset(patient{c.nc})
	if c.implicit && !c.startTLS() {
		return
	}
	if c.resumed {
		c.goOn()
	} else {
		c.sess = c.s.host.NewSession(c.info)
		c.ok(c.s.host.Domain() + " POP3 mailsim")
	}
	c.converse()
	if t, ok := c.nc.(*tls.Conn); ok {
		_ = t.CloseWrite() // else the client takes the connection for cut off (RFC 8446 section 6.1)
	}
}

// leave gives back what the session has.
func (c *conn) leave() {
	if c.drop != nil {
		c.drop.noteSeen()
		c.s.giveBack(c.drop.key)
		c.drop = nil
	}
	if c.sess != nil {
		c.sess.Close()
	}
}

// converse answers commands until the session ends.
func (c *conn) converse() {
	for !c.quit && c.flush() {
		line, err := c.readLine()
		switch {
		case errors.Is(err, errLineTooLong):
			c.mistake("line too long")
		case err != nil:
			c.readFailed(err)
			return
		default:
			c.command(line)
		}
		if c.mistakes > maxMistakes && !c.quit {
			c.err("", "too many errors")
			c.quit = true
		}
	}
	_ = c.w.Flush()
}

// enter finds out who the client is, and whether there is room for it.
func (c *conn) enter() bool {
	if !c.resumed && netserve.Trusted(c.raw, c.s.opts.TrustProxy) {
		c.idle.Store(true)
		from, err := netserve.ClientAddress(c.raw)
		c.idle.Store(false)
		if err != nil {
			c.s.opts.Logger.Warn("a trusted proxy sent no valid PROXY header", "remote", c.info.Remote, "error", err)
			return false
		}
		if from.IsValid() {
			c.info.Remote = from.String()
		}
	}
	var ok bool
	if c.member, ok = c.s.crowd.Enter(c.info.Remote, c.makeRoom); ok {
		return true
	}
	_ = c.raw.SetDeadline(time.Now().Add(time.Second))
	_, _ = io.WriteString(c.raw, "-ERR [SYS/TEMP] too many connections, try again later\r\n")
	return false
}

// startTLS makes the connection TLS.
func (c *conn) startTLS() bool {
	conf, err := c.s.tlsConfig()
	if err != nil {
		return false
	}
	t := tls.Server(c.nc, conf)
	c.idle.Store(true) // a client that says nothing holds up no Shutdown
	defer c.idle.Store(false)
	c.deadline()
	if err := t.HandshakeContext(c.s.ctx); err != nil {
		return false
	}
	c.nc, c.secure = t, true
	c.r.Reset(t) // what was sent in the clear after STLS is dropped (RFC 2595 section 4)
	c.w.Reset(patient{t})
	return true
}

// tlsText is the version and cipher suite of the connection, "" without TLS.
func (c *conn) tlsText() string {
	t, ok := c.nc.(*tls.Conn)
	if !ok || !c.secure {
		return ""
	}
	state := t.ConnectionState()
	return tls.VersionName(state.Version) + " " + tls.CipherSuiteName(state.CipherSuite)
}

// deadline gives the next command its time: less before the login.
func (c *conn) deadline() {
	at := time.Now().Add(c.s.opts.IdleTimeout)
	if c.drop == nil {
		at = time.Now().Add(c.s.opts.LoginTimeout)
		if last := c.began.Add(5 * c.s.opts.LoginTimeout); last.Before(at) {
			at = last
		}
	}
	_ = c.nc.SetReadDeadline(at)
	if c.stopping.Load() && c.idle.Load() || c.crowded.Load() {
		_ = c.nc.SetReadDeadline(longAgo)
	}
}

// patient gives each buffer that is written a time of its own.
type patient struct{ net.Conn }

func (p patient) Write(b []byte) (int, error) {
	_ = p.SetWriteDeadline(time.Now().Add(writeTimeout))
	return p.Conn.Write(b)
}

// flush writes the answers unless another command has come already (RFC 2449
// section 6.6).
func (c *conn) flush() bool {
	if c.pipelined() && c.w.Available() > 512 {
		return true
	}
	return c.w.Flush() == nil
}

// pipelined reports whether the next line has been read already.
func (c *conn) pipelined() bool {
	part, _ := c.r.Peek(c.r.Buffered())
	return bytes.IndexByte(part, '\n') >= 0
}

var errLineTooLong = errors.New("line too long")

// readLine reads one line without its end, which may be a bare LF. Of one that is
// too long the rest is passed over, unless it is longer still: that ends the session.
func (c *conn) readLine() (string, error) {
	c.idle.Store(true)
	defer c.idle.Store(false)
	if c.drop == nil {
		c.member.Quiet(true)
		defer c.member.Quiet(false)
	}
	c.deadline()
	var line []byte
	for {
		part, err := c.r.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
		if len(line) > 16*maxLine {
			c.quit = true
			return "", errLineTooLong
		}
	}
	if len(line) > maxLine {
		return "", errLineTooLong
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}

// readFailed says why the session ends, where it is the server that ends it.
func (c *conn) readFailed(err error) {
	var timeout net.Error
	why := c.revoked.Load()
	switch {
	case why != nil:
		c.err("SYS/PERM", "logged out: "+*why)
	case c.crowded.Load():
		c.err("SYS/TEMP", "too many connections, try again later")
	case c.stopping.Load():
		c.err("SYS/TEMP", "the server is shutting down")
	case errors.As(err, &timeout) && timeout.Timeout():
		c.err("", "disconnected for inactivity")
	default:
		return
	}
	_ = c.raw.SetWriteDeadline(time.Now().Add(time.Second))
	_ = c.w.Flush()
}

// ok answers that a command was done.
func (c *conn) ok(text string) { c.say("+OK " + text) }

// err answers that it was not; code is a response code (RFC 2449 section 8), or "".
func (c *conn) err(code, text string) {
	if code != "" {
		text = "[" + code + "] " + text
	}
	c.say("-ERR " + text)
}

// mistake answers an error of the client and counts it.
func (c *conn) mistake(text string) {
	c.mistakes++
	c.err("", text)
}

// maxReply is that of a first line without its CRLF (RFC 2449 section 4).
const maxReply = 510

// say writes one line of an answer.
func (c *conn) say(line string) {
	line = oneLine(line)
	line = line[:min(len(line), maxReply)]
	c.tap("S: ", line)
	_, _ = c.w.WriteString(line)
	_, _ = c.w.WriteString("\r\n")
}

// oneLine has no control characters, so that nothing ends the line early.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// tap notes a line in the transcript.
func (c *conn) tap(who, line string) {
	if c.sess != nil && c.sess.Tapped() {
		c.sess.Tap(who, []byte(line))
	}
}
