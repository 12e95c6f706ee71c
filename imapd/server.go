// Package imapd serves IMAP: IMAP4rev1 (RFC 3501) and IMAP4rev2 (RFC 9051)
// with the extensions that current clients use, on any listener. CAPABILITY
// lists them: among others CONDSTORE and QRESYNC, SORT and THREAD, searches that
// are kept up to date (CONTEXT), MOVE, BINARY, MULTIAPPEND and CATENATE, NOTIFY,
// and COMPRESS.
//
// Each session works on immutable snapshots of a folder and keeps its own numbering of
// messages, which changes only when the protocol allows. A slow client delays nobody else.
package imapd

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/netserve"
	"github.com/mailsim/mailsim/internal/selfcert"
)

// Options of a server. The zero value offers STARTTLS with a self-signed certificate, and
// takes logins without TLS.
type Options struct {
	// TLS is for STARTTLS and ServeTLS; nil: a self-signed certificate made once per
	// process.
	TLS *tls.Config
	// NoSTARTTLS does not offer STARTTLS on a plain connection.
	NoSTARTTLS bool
	// NoPlainAuth refuses logins without TLS (LOGINDISABLED).
	NoPlainAuth bool
	// MaxBytes is the largest message that APPEND takes; default 32 MiB.
	MaxBytes int64
	// MaxClients is how many sessions there may be at once; default 1,000. At the limit, a
	// session that has not logged in and has been silent for 5 seconds is closed to make room;
	// if there is none, the new session gets BYE.
	MaxClients int
	// MaxPerAddress is how many sessions one address, or IPv6 /64 network, may have at
	// once; default no limit.
	MaxPerAddress int
	// LoginTimeout is how long a client that has not logged in may take for one command; the
	// whole login may take five times as long. Default 1 minute.
	LoginTimeout time.Duration
	// TrustProxy are the networks whose connections begin with a PROXY header (version 1 or 2).
	// The address in that header counts for limits, events and logs.
	TrustProxy []netip.Prefix
	// IdleTimeout ends a session that sends nothing; default 30 minutes (RFC 9051 section 5.4).
	// If it is below 0 there are no timeouts at all, not even before the login, as tests in a
	// bubble of testing/synctest need.
	IdleTimeout time.Duration
	// Tap is asked for a transcript of each session; it may return nil for none. If Tap is nil,
	// the universe keeps transcripts (mailsim.Options.Transcripts); if it is set, the universe
	// keeps none.
	Tap func(SessionInfo) Transcript
	// Fault is called before each step named by a Stage, outside all locks. It may wait until
	// ctx ends. An *imap.Error (github.com/emersion/go-imap/v2) that it returns is the reply to
	// the step; ErrDisconnect and ErrReset cut the connection. If Fault is set, the fault rules
	// of the universe do not act on IMAP.
	Fault func(ctx context.Context, stage Stage, info SessionInfo) error
	// Logger gets the errors that the server, not a client, has caused; default none.
	Logger *slog.Logger
}

// Stage is a step before which Options.Fault is called.
type Stage string

// The stages, in the order a session meets them.
const (
	StageLogin  Stage = "login"
	StageSelect Stage = "select"
	StageFetch  Stage = "fetch"
	StageIdle   Stage = "idle"
	StageAppend Stage = "append"
)

// SessionInfo describes the present state of a session.
type SessionInfo struct {
	ID       uint64 // counts from 1 in each Server
	Remote   string // IP address of the client, without port
	TLS      bool
	Username string // as given at login; empty before
	Folder   string // at StageSelect and StageAppend the folder named in the command, otherwise the selected one
}

// Transcript receives what a session said, line by line without line ends,
// with secrets masked and literals shown by their size. Its methods are
// called from one goroutine at a time, Close last.
type Transcript interface {
	Client(line string)
	Server(line string)
	Close()
}

const (
	defaultMaxBytes   = 32 << 20
	defaultMaxClients = 1000
	defaultIdle       = 30 * time.Minute
	loginTimeout      = time.Minute // before login
	writeTimeout      = time.Minute
)

// Server serves IMAP for one [mailsim.Host]: a universe or a cell. All methods may be
// called from several goroutines.
type Server struct {
	backend backend
	host    mailsim.Host // nil in tests of the protocol alone
	certify sync.Once
	// What it presents, as selfcert.Presented tells.
	presents  []byte
	certified bool
	opts      Options
	ctx       context.Context
	cancel    context.CancelFunc
	crowd     netserve.Crowd

	mu        sync.Mutex
	closed    bool
	sessions  uint64
	listeners map[net.Listener]struct{}
	conns     map[*conn]struct{}
	done      sync.WaitGroup // of the sessions
}

// New returns a server of a universe, or of a cell of several. It starts
// nothing before Serve is called.
func New(h mailsim.Host, o Options) *Server {
	b := &hostBackend{host: h, sessions: map[uint64]*hostSession{}}
	if o.Tap == nil {
		o.Tap = b.tap
	}
	if o.Fault == nil {
		o.Fault = b.fault
	}
	s := newServer(b, o)
	s.host = h
	return s
}

// newServer returns a server of any backend.
func newServer(b backend, o Options) *Server {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultMaxBytes
	}
	if o.MaxClients <= 0 {
		o.MaxClients = defaultMaxClients
	}
	if o.IdleTimeout == 0 {
		o.IdleTimeout = defaultIdle
	}
	if o.LoginTimeout <= 0 {
		o.LoginTimeout = loginTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Server{backend: b, opts: o, listeners: map[net.Listener]struct{}{}, conns: map[*conn]struct{}{}}
	s.crowd.Max, s.crowd.PerAddress = o.MaxClients, o.MaxPerAddress
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Serve accepts sessions. It returns ErrServerClosed when the server is
// closed, or the error of the listener when that fails. It closes the
// listener. STARTTLS is offered unless Options say otherwise.
func (s *Server) Serve(l net.Listener) error {
	security := "none"
	if err := s.certificate(); err != nil {
		l.Close()
		return err
	}
	if s.opts.TLS != nil && !s.opts.NoSTARTTLS {
		security = "starttls"
	}
	s.announce(l, "IMAP", security)
	return s.serve(l, nil)
}

// ServeTLS is Serve with TLS from the first byte.
func (s *Server) ServeTLS(l net.Listener) error {
	if err := s.certificate(); err != nil {
		l.Close()
		return err
	}
	if s.opts.TLS == nil {
		l.Close()
		return errors.New("imapd: ServeTLS without Options.TLS")
	}
	s.announce(l, "IMAPS", "tls")
	return s.serve(l, s.opts.TLS)
}

// certificate sees to the TLS set-up, at first need.
func (s *Server) certificate() (err error) {
	if s.host == nil {
		return nil
	}
	s.certify.Do(func() {
		s.presents, s.certified = selfcert.Presented(s.opts.TLS)
		s.opts.TLS, err = selfcert.Config(s.opts.TLS, s.host.Domain())
	})
	return err
}

// announce tells the host where it is served.
func (s *Server) announce(l net.Listener, name, security string) {
	if s.host == nil {
		return
	}
	address, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		address = l.Addr().String()
	}
	n, _ := strconv.Atoi(port)
	s.host.Announce(mailsim.Service{Name: name, Address: address, Port: n, Security: security})
	if s.certified {
		s.host.AnnounceCertificate(s.presents)
	}
}

func (s *Server) serve(l net.Listener, implicit *tls.Config) error {
	defer l.Close()
	if !s.track(l) {
		return ErrServerClosed
	}
	defer s.untrack(l)
	for {
		nc, err := l.Accept()
		if err != nil {
			if s.isClosed() {
				return ErrServerClosed
			}
			if !passing(err) {
				return err
			}
			s.opts.Logger.Warn("imap accept failed", "err", err)
			time.Sleep(acceptPause)
			continue
		}
		s.start(nc, implicit)
	}
}

// acceptPause is how long a server out of file descriptors waits for some.
const acceptPause = 20 * time.Millisecond

// passing tells errors of Accept that are worth another try.
func passing(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary()
}

func (s *Server) track(l net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.listeners[l] = struct{}{}
	}
	return !s.closed
}

func (s *Server) untrack(l net.Listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.listeners, l)
}

func (s *Server) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// start runs a session in a goroutine of its own.
func (s *Server) start(nc net.Conn, implicit *tls.Config) {
	c := s.enlist(nc)
	if c == nil {
		nc.Close()
		return
	}
	go s.run(c, implicit)
}

// enlist makes the session of a connection, nil when the server is closed.
func (s *Server) enlist(nc net.Conn) *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.sessions++
	c := newConn(s, nc, s.sessions)
	s.conns[c] = struct{}{}
	s.done.Add(1)
	return c
}

// run serves a session until it ends.
func (s *Server) run(c *conn, implicit *tls.Config) {
	defer s.done.Done()
	defer c.close()
	defer s.drop(c)
	if c.enter(implicit == nil) {
		c.serve(implicit)
	}
}

func (s *Server) drop(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// stop closes the listeners and calls f for each session.
func (s *Server) stop(f func(*conn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for l := range s.listeners {
		l.Close()
	}
	for c := range s.conns {
		f(c)
	}
}

// Sessions returns how many connections are open.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

// Shutdown stops accepting, lets each session finish its command, says BYE
// and waits for all of them. When ctx ends first, it closes them and returns
// ctx's error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stop((*conn).drain)
	gone := make(chan struct{})
	go func() {
		s.done.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		s.cancel()
		return nil
	case <-ctx.Done():
		s.Close()
		<-gone
		return ctx.Err()
	}
}

// Close cuts all sessions and waits until they are gone.
func (s *Server) Close() error {
	s.cancel()
	s.stop((*conn).cut)
	s.done.Wait()
	return nil
}

func (s *Server) maxBytes() int64 { return s.opts.MaxBytes }

// timeout is d, or 0 when there are to be none.
func (s *Server) timeout(d time.Duration) time.Duration {
	if s.opts.IdleTimeout < 0 {
		return 0
	}
	return d
}
