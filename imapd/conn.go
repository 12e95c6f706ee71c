package imapd

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/netserve"
)

const (
	maxBadCommands  = 20 // in a row
	maxFailedLogins = 10
	maxTag          = 128
	maxAppendFactor = 4 // one command may carry so many times MaxBytes

	revokedPatience = 500 * time.Millisecond // that a command has to end in when the login stands no longer
	byePatience     = 250 * time.Millisecond // and then the session, with its BYE
)

// conn is one session: the connection, who is logged in, and what is selected.
type conn struct {
	srv    *Server
	ctx    context.Context
	cancel context.CancelFunc
	id     uint64
	remote string
	r      *reader
	w      *writer

	member  *netserve.Member
	born    time.Time
	resumed *mailsim.Resumed // it began at another server, as this
	leaving bool             // it is handed over to another one

	nc  net.Conn // plain or TLS
	raw net.Conn // what was accepted

	mu       sync.Mutex // guards what drain and interrupt touch
	waiting  bool       // for a command, so that drain may interrupt
	draining bool
	revoked  string           // why the login stands no longer
	cutter   *time.Timer      // cuts what does not end by itself then
	hurried  bool             // reads fail from now on
	stopped  bool             // by interrupt
	deadline time.Time        // of what is being read; zero is none
	armed    time.Time        // the deadline that the connection knows
	slack    time.Duration    // by so much it may be earlier
	crowded  bool             // it has to make room for another
	held     bool             // nothing is read for now
	splice   *netserve.Splice // to where the session goes on

	tls        bool
	compressed bool
	tap        Transcript
	secret     bool // the current command carries a password

	acct     mailstore
	username string
	view     *view // of the selected folder
	failures int   // failed logins
	badRow   int   // bad commands in a row
	notify   *notifier
	now      request
	args     parser // of now
	logout   bool

	// Enabled for the session (RFC 5161).
	rev2, condstore, qresync bool
	utf8                     bool // folder names are UTF-8, not UTF-7
	acceptUTF8               bool // UTF8=ACCEPT
}

func newConn(s *Server, nc net.Conn, id uint64) *conn {
	c := &conn{srv: s, nc: nc, raw: nc, id: id, remote: remoteIP(nc), born: time.Now()}
	c.ctx, c.cancel = context.WithCancel(s.ctx)
	c.waiting = true // an interrupted TLS handshake loses nothing
	_, c.tls = nc.(*tls.Conn)
	c.w = &writer{sink: &netWriter{nc: nc, timeout: s.timeout(writeTimeout)}}
	c.r = newReader(nc, c.w.flush, c.expectRead, c.arm)
	return c
}

func remoteIP(nc net.Conn) string {
	if nc.RemoteAddr() == nil {
		return ""
	}
	addr := nc.RemoteAddr().String()
	if host, _, err := net.SplitHostPort(addr); err == nil {
		return host
	}
	return addr
}

// enter finds out who the client is, and whether there is room for it.
func (c *conn) enter(plain bool) bool {
	if c.resumed == nil && netserve.Trusted(c.raw, c.srv.opts.TrustProxy) {
		from, err := netserve.ClientAddress(c.raw)
		if err != nil {
			c.srv.opts.Logger.Warn("a trusted proxy sent no valid PROXY header", "remote", c.remote, "err", err)
			return false
		}
		if from.IsValid() {
			c.remote = from.String()
		}
	}
	var ok bool
	if c.member, ok = c.srv.crowd.Enter(c.remote, c.makeRoom); !ok {
		c.refuse(plain)
	}
	return ok
}

// makeRoom ends, from outside, a session that has not logged in.
func (c *conn) makeRoom() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.crowded = true
	c.setReadDeadline(longAgo)
}

// refuse tells a client that there is no room, if it can be told.
func (c *conn) refuse(plain bool) {
	if plain && !c.tls {
		c.w.text("* BYE [UNAVAILABLE] Too many connections\r\n")
		c.w.flush()
	}
}

// guard runs a part of the session. A panic in it is the server's fault, not that of
// the other sessions: it is logged and ends this one.
func (c *conn) guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.srv.opts.Logger.Error("panic in an IMAP session", "panic", p, "command", c.now.name, "stack", string(debug.Stack()))
			err = &errBye{"[SERVERBUG] Internal error"}
		}
	}()
	return f()
}

// close ends the session for good.
func (c *conn) close() {
	c.srv.crowd.Leave(c.member)
	_ = c.guard(func() error {
		c.leave()
		return nil
	})
	c.cancel()
	c.nc.Close()
}

// leave ends what the session has of its account, and its transcript.
func (c *conn) leave() {
	c.mu.Lock()
	if c.cutter != nil {
		c.cutter.Stop()
		c.cutter = nil
	}
	c.mu.Unlock()
	c.unselect()
	c.endNotify()
	if c.tap != nil {
		c.tap.Close()
		c.tap, c.w.record = nil, nil
	}
	if b, ok := c.srv.backend.(interface{ closed(uint64) }); ok {
		b.closed(c.id)
	}
}

// cut ends the session from outside.
func (c *conn) cut() {
	c.cancel()
	c.raw.Close()
}

// drain asks the session from outside to end after its command.
func (c *conn) drain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.draining = true
	if c.splice != nil {
		c.splice.End()
	} else if c.waiting {
		c.setReadDeadline(longAgo)
	}
}

// revoke ends the session from outside because its login stands no longer: after
// its command if that ends soon.
func (c *conn) revoke(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.revoked, c.draining = why, true
	if c.cutter == nil {
		c.cutter = time.AfterFunc(revokedPatience, c.hurry)
	}
	if c.waiting {
		c.setReadDeadline(longAgo)
	}
}

// hurry lets the read that is under way fail, so that the session ends with its BYE,
// and cuts what does not end by that.
func (c *conn) hurry() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cutter == nil {
		return // it has ended
	}
	c.hurried = true
	c.setReadDeadline(longAgo)
	c.cutter = time.AfterFunc(byePatience, c.cut)
}

// whyEnded is what BYE says of a session that is ended from outside.
func (c *conn) whyEnded() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.revoked != "" {
		return "Logged out: " + c.revoked
	}
	return "Server shutting down"
}

// interrupt lets a read that is under way fail.
func (c *conn) interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	c.setReadDeadline(longAgo)
}

// hold lets a read that is under way time out, and those to come, until it is undone.
func (c *conn) hold(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held = on; on {
		c.setReadDeadline(longAgo)
	}
}

var longAgo = time.Unix(1, 0)

// await prepares the wait for a command. It is false when there is to be none.
func (c *conn) await() bool {
	d := c.srv.timeout(c.srv.opts.IdleTimeout)
	c.member.Quiet(c.acct == nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = true
	c.setDue(d)
	return !c.draining
}

// expectRead gives the rest of a command its time, and keeps drain away.
func (c *conn) expectRead(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = false
	c.setDue(c.srv.timeout(d))
}

// setDue says how long the next reads may take. To tell the connection costs more than
// to look at the clock: a deadline of a moment ago does after the login.
func (c *conn) setDue(d time.Duration) {
	c.deadline, c.slack = c.beforeLogin(dueIn(d)), 0
	if c.acct != nil {
		c.slack = max(0, min(d/64, 100*time.Millisecond))
	}
}

// beforeLogin brings a deadline forward for a client that has not logged in: its
// commands are short, and it cannot stay forever.
func (c *conn) beforeLogin(at time.Time) time.Time {
	if c.acct != nil || at.IsZero() {
		return at
	}
	own, last := time.Now().Add(c.srv.opts.LoginTimeout), c.born.Add(5*c.srv.opts.LoginTimeout)
	if last.Before(own) {
		own = last
	}
	if own.Before(at) {
		return own
	}
	return at
}

func dueIn(d time.Duration) time.Time {
	if d <= 0 {
		return time.Time{}
	}
	return time.Now().Add(d)
}

// arm tells the connection the deadline when it is about to be read from, which
// most commands are once.
func (c *conn) arm() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped || c.crowded || c.held || c.hurried || c.draining && c.waiting {
		c.setReadDeadline(longAgo)
	} else if c.armed.IsZero() != c.deadline.IsZero() || c.armed.After(c.deadline) || c.deadline.Sub(c.armed) > c.slack {
		c.setReadDeadline(c.deadline)
	}
}

func (c *conn) setReadDeadline(t time.Time) {
	c.armed = t
	c.raw.SetReadDeadline(t)
}

func (c *conn) serve(implicit *tls.Config) {
	err := c.guard(func() error {
		if implicit != nil && !c.startTLS(implicit) {
			return ErrDisconnect
		}
		if c.resumed == nil {
			c.startTap()
			c.w.text("* OK [CAPABILITY " + c.capabilities() + "] IMAP server ready\r\n")
		} else if err := c.goOn(); err != nil {
			return err
		}
		return c.loop()
	})
	_ = c.guard(func() error {
		c.farewell(err)
		return nil
	})
}

// farewell says why the session ends.
func (c *conn) farewell(err error) {
	var bye *errBye
	switch {
	case errors.As(err, &bye):
		if c.w.open { // a panic came in the midst of a line
			c.w.text("\r\n")
		}
		c.w.text("* BYE " + bye.text + "\r\n")
	case c.logout || errors.Is(err, ErrDisconnect):
	case c.isDraining():
		c.w.text("* BYE " + c.whyEnded() + "\r\n")
	case c.isCrowded():
		c.w.text("* BYE [UNAVAILABLE] Too many connections\r\n")
	case isTimeout(err):
		c.w.text("* BYE Disconnected for inactivity\r\n")
	}
	if z, ok := c.w.sink.(*deflater); ok {
		z.last = true
	}
	if errors.Is(err, ErrDisconnect) || c.w.flush() != nil {
		return
	}
	if !c.logout {
		if t, ok := c.nc.(*tls.Conn); ok {
			_ = t.CloseWrite()
		}
		netserve.Linger(c.raw)
	}
}

func (c *conn) isDraining() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.draining
}

func (c *conn) isCrowded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.crowded
}

func isTimeout(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

// loop runs commands until the session ends.
func (c *conn) loop() error {
	for !c.logout {
		if c.w.err != nil {
			return c.w.err
		}
		if !c.await() {
			return nil
		}
		if err := c.waitCommand(); err != nil {
			return err
		}
		c.expectRead(lineTimeout)
		line, err := c.r.line()
		switch {
		case errors.Is(err, errLineTooLong):
			err = c.lineTooLong()
		case err == nil:
			err = c.command(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lineTooLong answers a command whose first line was given up.
func (c *conn) lineTooLong() error {
	c.args = parser{c: c, line: c.r.end}
	if err := c.args.skip(); err != nil {
		return err
	}
	return c.reject(tagOf(c.r.head), "Line too long")
}

// reject answers a command that cannot be run, and counts it.
func (c *conn) reject(tag, why string) error {
	c.tagged(tag, imap.StatusResponse{Type: imap.StatusResponseTypeBad, Text: why})
	if c.badRow++; c.badRow >= maxBadCommands {
		return &errBye{"Too many invalid commands"}
	}
	return nil
}

// request is a command being run.
type request struct {
	*parser
	tag, name string
	uid       bool              // UID FETCH and the like
	code      imap.ResponseCode // for the tagged OK
	text      string            // for the tagged OK, if not the usual one
	expunged  bool              // the tagged OK tells HIGHESTMODSEQ (RFC 7162 section 3.2.7)
}

// command runs one command. An error ends the session.
func (c *conn) command(line []byte) error {
	c.tapCommand(line)
	p, req := &c.args, &c.now
	*p = parser{c: c, line: line}
	*req = request{parser: p, tag: p.while(isTagChar)}
	if req.tag == "" || len(req.tag) > maxTag || !p.take(' ') {
		tag := "*"
		if p.atEnd() && req.tag != "" && len(req.tag) <= maxTag {
			tag = req.tag // a lone tag
		}
		if err := p.skip(); err != nil {
			return err
		}
		return c.reject(tag, "Invalid tag or missing command")
	}
	req.name = strings.ToUpper(p.while(isAtomChar))
	if req.name == "UID" && p.spaces() {
		req.uid = true
		req.name = "UID " + strings.ToUpper(p.while(isAtomChar))
	}
	cmd, known := commands[req.name]
	var err error
	switch {
	case !known:
		err = bad("Unknown command")
	case cmd.states&c.state() == 0:
		err = c.wrongState(cmd.states)
	default:
		err = c.run(cmd.run, req)
	}
	if skipErr := p.skip(); skipErr != nil {
		return skipErr
	}
	return c.finish(req, cmd.poll, err)
}

// isTagChar: nothing may begin like an untagged response or a continuation
// (RFC 9051 section 9).
func isTagChar(b byte) bool { return (isAtomChar(b) || b == ']') && b != '+' }

// tagOf is the tag that a line begins with, "*" where there is none.
func tagOf(line []byte) string {
	n := bytes.IndexByte(line, ' ')
	if n < 1 || n > maxTag || bytes.ContainsFunc(line[:n], func(r rune) bool { return r >= 0x80 || !isTagChar(byte(r)) }) {
		return "*"
	}
	return string(line[:n])
}

// run runs a command. It fails where a mail cannot be read: the universe was closed
// meanwhile, or its store fails.
func (c *conn) run(f func(*conn, *request) error, req *request) (err error) {
	defer func() {
		p := recover()
		unread, _ := p.(error)
		var known *mailsim.Error
		switch {
		case p == nil:
		case !errors.As(unread, &known):
			panic(p)
		case c.w.open: // in the midst of a line
			err = &errBye{"[UNAVAILABLE] " + known.Message}
		default:
			c.srv.opts.Logger.Error("a mail cannot be read", "command", req.name, "username", c.username, "err", cmp.Or(known.Err, error(known)))
			err = &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeUnavailable, Text: known.Message}
		}
	}()
	return f(c, req)
}

func (c *conn) wrongState(want state) error {
	switch {
	case c.acct == nil:
		return bad("Please log in first")
	case want&stateSelected != 0:
		return bad("No mailbox selected")
	default:
		return bad("Already logged in")
	}
}

// finish polls the selected folder and writes the tagged reply. What was done is
// answered even when the poll finds the folder gone and so ends the session.
func (c *conn) finish(req *request, poll pollKind, err error) error {
	reply := imap.StatusResponse{Type: imap.StatusResponseTypeOK, Code: req.code, Text: req.text}
	switch {
	case err != nil:
		var end error
		if reply, end = c.refusal(req, err); reply.Type == "" {
			return end
		}
	case reply.Text == "":
		reply.Text = req.name + " completed"
	}
	if reply.Type == imap.StatusResponseTypeBad {
		return c.reject(req.tag, reply.Text)
	}
	c.badRow = 0
	var gone error
	if c.view != nil && poll != pollNone {
		var bye *errBye
		if gone = c.refresh(poll == pollAll, req.uid); gone != nil && !errors.As(gone, &bye) {
			return gone
		}
	}
	if poll != pollNone {
		c.tellFolders()
	}
	if req.expunged && err == nil && c.condstore && c.view != nil {
		reply.Code = imap.ResponseCode("HIGHESTMODSEQ " + strconv.FormatUint(c.view.snap.HighestModSeq(), 10))
	}
	c.tagged(req.tag, reply)
	return gone
}

// refusal is the reply to a command that failed; without one, the command has
// been answered, or end ends the session.
func (c *conn) refusal(req *request, err error) (reply imap.StatusResponse, end error) {
	var said *imap.Error
	switch {
	case errors.Is(err, errAnswered):
		return reply, nil
	case errors.As(err, &said):
		return imap.StatusResponse(*said), nil
	case errors.Is(err, errLineTooLong): // behind a literal
		return imap.StatusResponse{Type: imap.StatusResponseTypeBad, Text: "Line too long"}, nil
	case c.fatal(err):
		return reply, err
	}
	c.srv.opts.Logger.Error("imap command failed", "command", req.name, "username", c.username, "err", err)
	return imap.StatusResponse{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeServerBug, Text: "Internal error"}, nil
}

// fatal tells errors of the connection from those of a command.
func (c *conn) fatal(err error) bool {
	var bye *errBye
	var ne net.Error
	return errors.As(err, &bye) || errors.As(err, &ne) || c.w.err != nil || c.ctx.Err() != nil ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe) ||
		errors.Is(err, ErrDisconnect) || errors.Is(err, errDeflate)
}

// tagged writes a tagged status response. Its text never ends the line early.
func (c *conn) tagged(tag string, r imap.StatusResponse) {
	c.w.text(tag)
	c.w.text(" ")
	c.w.text(string(r.Type))
	if r.Code != "" {
		c.w.text(" [")
		c.w.text(string(r.Code))
		c.w.text("]")
	}
	c.w.text(" ")
	c.w.text(cmp.Or(c.plainText(r.Text), "Failed"))
	c.w.text("\r\n")
}

// plainText has spaces for control characters, and "?" for what is not ASCII until
// the client enables UTF-8 (RFC 9051 section 9, "text").
func (c *conn) plainText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f:
			return ' '
		case r > 0x7f && !c.utf8:
			return '?'
		}
		return r
	}, s)
}

// untaggedOK writes "* OK [code] text".
func (c *conn) untaggedOK(code, text string) {
	c.w.text("* OK [" + code + "] " + text + "\r\n")
}

// fault asks the fault hook about a stage; folder is the one that the command
// names, "" for the selected one.
func (c *conn) fault(stage Stage, folder string) error {
	if c.srv.opts.Fault == nil {
		return nil
	}
	info := c.info()
	if folder != "" {
		info.Folder = folder
	}
	err := c.srv.opts.Fault(c.ctx, stage, info)
	if errors.Is(err, ErrDisconnect) {
		c.w.err = ErrDisconnect
		if tcp, ok := c.raw.(*net.TCPConn); ok && errors.Is(err, ErrReset) {
			tcp.SetLinger(0) // close sends RST
		}
	}
	return err
}

func (c *conn) info() SessionInfo {
	info := SessionInfo{ID: c.id, Remote: c.remote, TLS: c.tls, Username: c.username}
	if c.view != nil {
		info.Folder = c.view.name
	}
	return info
}

// startTLS puts TLS over the connection. Bytes that came before the
// handshake are dropped (RFC 9051 section 11.1, command injection).
func (c *conn) startTLS(config *tls.Config) bool {
	t := tls.Server(c.raw, config)
	if !c.await() {
		return false
	}
	c.arm()
	if t.HandshakeContext(c.ctx) != nil {
		return false
	}
	c.nc, c.tls = t, true
	c.w.sink = &netWriter{nc: t, timeout: c.srv.timeout(writeTimeout)}
	c.r = newReader(t, c.w.flush, c.expectRead, c.arm)
	return true
}

// decodeName reads a folder name from the wire.
func (c *conn) decodeName(s string) (string, error) {
	if !c.utf8 && !bytes.ContainsFunc([]byte(s), func(r rune) bool { return r >= 0x80 }) {
		name, ok := decodeUTF7(s)
		if !ok {
			return "", no(imap.ResponseCodeCannot, "Mailbox name is not valid modified UTF-7")
		}
		s = name
	}
	return canonicalName(s)
}
