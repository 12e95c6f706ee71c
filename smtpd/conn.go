package smtpd

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/netserve"
)

// conn is one connection. Only its own goroutine touches it, but for Interrupt
// and Cut.
type conn struct {
	s        *Server
	raw      net.Conn
	nc       net.Conn // raw, or TLS over it
	r        *bufio.Reader
	text     pile // of the message that comes in
	w        *bufio.Writer
	sess     mailsim.Session
	info     mailsim.SessionInfo
	implicit bool
	stopping atomic.Bool
	revoked  atomic.Pointer[string] // why the login stands no longer
	overdue  atomic.Bool            // and what was under way did not end in time
	cutter   *time.Timer
	cutting  sync.Mutex // guards cutter
	member   *netserve.Member
	crowded  atomic.Bool // it has to make room for another
	idle     atomic.Bool // waiting for a command

	helo     string
	extended bool // greeted with EHLO or LHLO
	tlsText  string
	mistakes int // since the last message that was taken
	quit     bool
	left     bool                            // by QUIT
	barred   bool                            // refused by the greeting: only QUIT is heard
	rate     int                             // bytes a second that a fault lets out; 0 is no bound
	until    time.Time                       // the deadline as deadline has set it
	nobody   bool                            // logged in by Options.AnyLogin
	resumed  bool                            // it began at another server
	splice   atomic.Pointer[netserve.Splice] // when it goes on at another one
	tx       transaction
	each     []string // over LMTP, those who each get a reply now (RFC 2033 section 4.2)
}

// transaction is one message on its way (RFC 5321 section 3.3).
type transaction struct {
	open   bool
	env    mailsim.Envelope
	size   int64 // as announced, 0 for none
	asked  bool  // a recipient was named, if only to be refused
	binary bool
	bdat   bool // a chunk has come
	lost   bool // and was refused
}

// drop forgets the message that is coming in, if there is one.
func (c *conn) drop() {
	c.tx = transaction{}
	c.text.clear()
}

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 8<<10) }}

func retire(r *bufio.Reader) {
	r.Reset(nil)
	readers.Put(r)
}

// unread gives back what was read behind a message.
func (c *conn) unread(rest []byte) {
	if len(rest) == 0 {
		return
	}
	buffered, _ := c.r.Peek(c.r.Buffered())
	c.r.Reset(io.MultiReader(bytes.NewReader(slices.Concat(rest, buffered)), c.nc))
}

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 2<<10) }}

func newConn(s *Server, nc net.Conn, implicit bool) *conn {
	c := &conn{s: s, raw: nc, nc: nc, implicit: implicit}
	c.info = mailsim.SessionInfo{Proto: "smtp", Remote: remoteIP(nc)}
	if s.opts.LMTP {
		c.info.Proto = "lmtp"
	} else if implicit {
		c.info.Proto = "smtps"
	}
	return c
}

// remoteIP is the client's address without its port.
func remoteIP(nc net.Conn) string {
	if a, err := netip.ParseAddrPort(nc.RemoteAddr().String()); err == nil {
		return a.Addr().Unmap().String()
	}
	return ""
}

// Cut closes the connection.
func (c *conn) Cut() { c.raw.Close() }

// Interrupt ends the connection: at once when it waits for a command, else
// after the one it works on.
func (c *conn) Interrupt() {
	c.stopping.Store(true)
	if s := c.splice.Load(); s != nil {
		s.End()
	} else if c.idle.Load() {
		_ = c.raw.SetReadDeadline(time.Unix(1, 0))
	}
}

// How long what is under way has to end by itself when the login stands no longer,
// and how long the client has to hear of it.
const (
	revokedPatience = 500 * time.Millisecond
	revokedFarewell = 300 * time.Millisecond
)

// revoke ends the connection as Interrupt does because its login stands no longer;
// what is under way for long, such as data that does not come, is broken off.
func (c *conn) revoke(why string) {
	c.revoked.Store(&why)
	c.cutAfter(revokedPatience, func() {
		c.overdue.Store(true)
		_ = c.raw.SetReadDeadline(time.Unix(1, 0))
		c.cutAfter(revokedFarewell, c.Cut)
	})
	c.Interrupt()
}

func (c *conn) cutAfter(d time.Duration, f func()) {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	c.cutter = time.AfterFunc(d, f)
}

func (c *conn) uncut() {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	if c.cutter != nil {
		c.cutter.Stop()
	}
}

// Serve speaks SMTP until the client leaves or the server stops.
func (c *conn) Serve() {
	defer c.Cut()
	defer func() {
		if p := recover(); p != nil {
			c.s.opts.Logger.Error("panic in an SMTP session", "panic", p, "stack", string(debug.Stack()))
		}
		if c.sess != nil {
			c.sess.Close()
		}
		c.uncut()
	}()
	if !c.enter() {
		return
	}
	defer func() { c.s.crowd.Leave(c.member) }()
	c.r, c.w = readers.Get().(*bufio.Reader), writers.Get().(*bufio.Writer)
	defer func() {
		retire(c.r)
		c.w.Reset(nil)
		writers.Put(c.w)
		c.text.clear()
	}()
	c.r.Reset(c.nc)
	c.w.Reset(c.nc)
	if c.implicit && !c.startTLS() {
		return
	}
	if c.resumed {
		c.sess.OnRevoked(c.revoke)
	} else {
		c.newSession()
		c.welcome()
	}
	for !c.quit && c.flush() {
		line, err := c.readLine()
		switch {
		case errors.Is(err, errLineTooLong):
			c.refuse(500, "5.5.2", "Error: line too long")
		case err != nil:
			c.readFailed(err)
			return
		default:
			c.command(line)
		}
		if c.mistakes > maxErrors {
			c.reply(421, "4.7.0", "Error: too many errors")
			c.quit = true
		}
	}
	c.flush()
	c.sayGoodbye()
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
	_, _ = io.WriteString(c.raw, "421 4.3.2 "+c.s.host.Domain()+" Too many connections, try again later\r\n")
	return false
}

// makeRoom ends a connection that waits for a command.
func (c *conn) makeRoom() {
	c.crowded.Store(true)
	_ = c.raw.SetReadDeadline(time.Unix(1, 0))
}

// welcome greets the client. One that a rule for connections refuses in place of
// the greeting is heard no further (RFC 5321 section 3.1).
func (c *conn) welcome() {
	if c.barred, _ = c.faultAt("connect", "", ""); c.barred {
		return
	}
	proto := "ESMTP"
	if c.s.opts.LMTP {
		proto = "LMTP"
	}
	c.reply(220, "", c.s.host.Domain()+" "+proto+" mailsim")
}

// sayGoodbye ends TLS as it should be ended: a client that finds the connection
// closed without a close_notify takes it for cut off (RFC 8446 section 6.1).
func (c *conn) sayGoodbye() {
	if t, ok := c.nc.(*tls.Conn); ok {
		_ = t.CloseWrite()
	}
	if !c.left {
		netserve.Linger(c.raw)
	}
}

// newSession gives the connection a fresh view of the host.
func (c *conn) newSession() {
	if c.sess != nil {
		c.sess.Close()
	}
	c.sess, c.nobody = c.s.host.NewSession(c.info), false
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
	c.nc = t
	state := t.ConnectionState()
	c.tlsText = tls.VersionName(state.Version) + " " + tls.CipherSuiteName(state.CipherSuite)
	c.r.Reset(t) // what was sent in the clear after STARTTLS is dropped (RFC 3207 section 4.2)
	c.w.Reset(c.out())
	return true
}

// deadline gives the client its full time again. To set a deadline costs more than to
// look at one: one that was set a moment ago stands.
func (c *conn) deadline() {
	if d := c.s.opts.IdleTimeout; d > 0 {
		now, hurried := time.Now(), c.stopping.Load() || c.overdue.Load() || c.crowded.Load()
		if hurried || c.until.Sub(now) <= d-min(d/64, 100*time.Millisecond) { // whoever hurries it sets the deadline too
			c.until = now.Add(d)
			_ = c.nc.SetDeadline(c.until)
		}
	}
	if c.stopping.Load() && c.idle.Load() || c.overdue.Load() || c.crowded.Load() {
		_ = c.nc.SetReadDeadline(time.Unix(1, 0))
	}
}

// leastRate is how many bytes a second a message has to bring once the time of a
// first part is over.
const leastRate = 1 << 10

// deadlineSince is deadline for a part of what has been coming since an instant:
// drops do not keep a connection forever.
func (c *conn) deadlineSince(start time.Time, got int64) {
	c.deadline()
	d := c.s.opts.IdleTimeout
	if d <= 0 || c.stopping.Load() && c.idle.Load() || c.overdue.Load() || c.crowded.Load() {
		return
	}
	if last := start.Add(2*d + time.Duration(got/leastRate)*time.Second); time.Until(last) < d {
		_ = c.nc.SetDeadline(last)
		c.until = time.Time{}
	}
}

// flush writes the replies unless another command has come already: what was
// pipelined is answered in one segment, and who waits has his answers (RFC 2920).
func (c *conn) flush() bool {
	if c.pipelined() && !c.quit && c.w.Available() > 512 {
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

// readLine reads one command line without its end. A line that ends with a bare
// LF is taken as well, as real servers do. Of one that is too long the rest is
// passed over.
func (c *conn) readLine() (string, error) {
	c.idle.Store(true)
	defer c.idle.Store(false)
	if !c.pipelined() || c.stopping.Load() {
		if !c.tx.open && c.sess.LoginAddress() == "" {
			c.member.Quiet(true)
			defer c.member.Quiet(false)
		}
		c.deadline() // for the whole line
	}
	line, err := c.r.ReadSlice('\n')
	if err == nil {
		line = bytes.TrimRight(line, "\r\n")
		c.tap("C: ", line)
		return string(line), nil
	}
	if !errors.Is(err, bufio.ErrBufferFull) {
		return "", err
	}
	long := append([]byte(nil), line...)
	for passed := 0; ; passed += len(line) {
		line, err = c.r.ReadSlice('\n')
		if len(long) <= maxCommandLine {
			long = append(long, line...)
		}
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
		if passed > maxPassedOver {
			c.quit = true
			return "", errLineTooLong
		}
	}
	if len(long) > maxCommandLine {
		return "", errLineTooLong
	}
	long = bytes.TrimRight(long, "\r\n")
	c.tap("C: ", long)
	return string(long), nil
}

func (c *conn) readFailed(err error) {
	c.each = nil
	var timeout net.Error
	why := c.revoked.Load()
	switch {
	case why != nil:
		c.reply(421, "4.7.0", c.s.host.Domain()+" Logged out: "+*why)
	case c.crowded.Load():
		c.reply(421, "4.3.2", c.s.host.Domain()+" Too many connections, try again later")
	case c.stopping.Load():
		c.reply(421, "4.3.2", c.s.host.Domain()+" Service shutting down")
	case errors.As(err, &timeout) && timeout.Timeout():
		c.reply(421, "4.4.2", c.s.host.Domain()+" Error: timeout exceeded")
	default:
		return
	}
	_ = c.raw.SetWriteDeadline(time.Now().Add(time.Second))
	c.w.Flush()
	c.sayGoodbye()
}

// reply writes one reply, over LMTP after the data one for each recipient;
// further lines make it a multi-line one.
func (c *conn) reply(code int, enhanced, text string, more ...string) {
	if c.each != nil {
		for _, to := range c.each {
			c.replyLine(code, ' ', enhanced, "<"+to+"> "+text)
		}
		return
	}
	for _, next := range more {
		c.replyLine(code, '-', enhanced, text)
		text = next
	}
	c.replyLine(code, ' ', enhanced, text)
}

// maxReplyLine is that of RFC 5321 section 4.5.3.1.5, without the CRLF.
const maxReplyLine = 510

func (c *conn) replyLine(code int, sep byte, enhanced, text string) {
	b := append(strconv.AppendInt(c.w.AvailableBuffer(), int64(code), 10), sep)
	if enhanced != "" {
		b = append(append(b, enhanced...), ' ')
	}
	b = append(b, text[:min(len(text), maxReplyLine-len(b))]...)
	c.tap("S: ", b)
	_, _ = c.w.Write(append(b, '\r', '\n'))
}

// refuse answers an error of the client and counts it.
func (c *conn) refuse(code int, enhanced, text string) {
	c.mistakes++
	c.reply(code, enhanced, text)
}

// fail answers an error of the universe.
func (c *conn) fail(err error) {
	code, enhanced := replyTo(err)
	c.reply(code, enhanced, oneLine(err.Error()))
	c.quit = c.quit || code == 421
}

// replyTo refuses for good where the mail or its sender is at fault, else for now.
func replyTo(err error) (code int, enhanced string) {
	switch mailsim.KindOf(err) {
	case mailsim.ErrInvalid, mailsim.ErrForbidden, mailsim.ErrPlan, mailsim.ErrNotFound:
		return 554, "5.7.1"
	case mailsim.ErrFull:
		return 452, "4.3.1" // RFC 3463: the mail system is full
	case mailsim.ErrFenced:
		return 421, "4.3.2" // RFC 3463: the system is not accepting messages; another connection reaches the owner
	}
	return 451, "4.3.0"
}

// oneLine makes a text one that a reply may hold: printable ASCII.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ', r == 0x7f:
			return ' '
		case r > 0x7f:
			return '?'
		}
		return r
	}, s)
}

// tap notes a line in the transcript.
func (c *conn) tap(who string, line []byte) {
	if c.sess != nil {
		c.sess.Tap(who, line)
	}
}

// faultAt lets the rules of a stage act on a sender and recipient. answered is
// true when a rule has replied in the server's place.
func (c *conn) faultAt(at, from, to string) (answered, alive bool) {
	return c.faultPoint(mailsim.FaultPoint{At: at, From: from, To: to})
}

// faultBody lets the rules of the stages around filing act on a message.
func (c *conn) faultBody(at string, tx transaction, raw string) (answered, alive bool) {
	if c.sess == nil || !c.sess.Faulty() {
		return false, true
	}
	h := mime.ScanHeader(raw)
	get := h.Get
	return c.faultPoint(mailsim.FaultPoint{
		At: at, From: tx.env.From, Recipients: tx.env.To, Header: get, Subject: get("Subject"), MessageID: get("Message-ID"),
	})
}

func (c *conn) faultPoint(p mailsim.FaultPoint) (answered, alive bool) {
	if c.sess == nil {
		return false, true
	}
	p.Where = "smtp"
	if p.Username == "" {
		p.Username = c.sess.LoginAddress()
	}
	f, ok := c.sess.Fault(c.s.ctx, p)
	if !ok {
		return false, true
	}
	if f.Delay > 0 {
		c.w.Flush()
		if !c.pause(f.Delay) {
			return true, false
		}
	}
	switch {
	case f.Disconnect:
		c.quit = true
		c.w.Flush()
		if tcp, ok := c.raw.(*net.TCPConn); ok && f.Reset {
			_ = tcp.SetLinger(0)
		}
		c.Cut()
		return true, false
	case f.Reply.Code != 0:
		c.reply(f.Reply.Code, f.Reply.Enhanced, f.Reply.Text)
		if f.Reply.Code == 421 {
			c.quit = true
			c.w.Flush()
			return true, false
		}
		return true, true
	case f.BytesPerSecond > 0:
		c.w.Flush()
		c.rate = f.BytesPerSecond
		c.w.Reset(c.out())
	}
	return false, true
}

// out is where replies go to.
func (c *conn) out() io.Writer {
	if c.rate == 0 {
		return c.nc
	}
	return &slowWriter{c.nc, c.rate, c}
}

// pause waits in real time; a stopping server ends it. What is said after it has
// its full time again.
func (c *conn) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		c.deadline()
		return true
	case <-c.s.ctx.Done():
		return false
	}
}

// slowWriter sends a few bytes a second.
type slowWriter struct {
	w    io.Writer
	rate int
	c    *conn
}

func (s *slowWriter) Write(b []byte) (n int, err error) {
	for len(b) > 0 {
		k := min(len(b), max(1, s.rate/10))
		m, err := s.w.Write(b[:k])
		n += m
		if err != nil {
			return n, err
		}
		if b = b[k:]; len(b) > 0 && !s.c.pause(time.Duration(k)*time.Second/time.Duration(s.rate)) {
			return n, net.ErrClosed
		}
	}
	return n, nil
}
