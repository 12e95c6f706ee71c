// Package pop3d serves a mailsim universe, or a cell of several, over POP3 (RFC
// 1939, 2449, 2595, 3206, 5034, 6856).
//
//	u, _ := universe.New(mailsim.Options{})
//	l, _ := net.Listen("tcp", "127.0.0.1:0")
//	s := pop3d.New(u, pop3d.Options{})
//	go s.Serve(l)
//	defer s.Close()
//
// A maildrop is the INBOX of a mailbox as it was at the login. A login that may use IMAP may
// use POP3. Only one session at a time can have a maildrop open. Retrieved messages become
// \Seen when the session ends; messages marked as deleted are expunged only if the client says
// QUIT. IMAP and the API show both changes.
package pop3d

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

// ErrServerClosed is what Serve returns after Shutdown or Close.
var ErrServerClosed = errors.New("pop3d: the server is closed")

// Options of a server. The zero value offers STLS with a self-signed certificate and takes
// logins without TLS.
type Options struct {
	TLS           *tls.Config    // nil: a self-signed certificate made once per process
	NoSTLS        bool           // do not offer STLS on a plain connection
	NoPlainAuth   bool           // logins only within TLS
	MaxClients    int            // connections at once; default 1,000. At the limit, a connection that has not logged in and has been silent for 5 seconds is closed to make room; if there is none, the new connection gets -ERR
	MaxPerAddress int            // connections from one address, or IPv6 /64 network, at once; default no limit
	IdleTimeout   time.Duration  // how long a client may take for a command after the login; default 10 minutes, the least that RFC 1939 allows
	LoginTimeout  time.Duration  // how long a client may take for a command before the login; the whole login may take five times as long; default 1 minute
	TrustProxy    []netip.Prefix // connections from these networks begin with a PROXY header (version 1 or 2); the address in it counts for limits and logs
	Logger        *slog.Logger   // default none
}

// Bounds of hostile clients.
const (
	defaultMaxClients   = 1000
	defaultIdleTimeout  = 10 * time.Minute
	defaultLoginTimeout = time.Minute
	writeTimeout        = time.Minute // for each buffer of an answer
	maxLine             = 12 << 10    // RFC 5034 section 4: a response of AUTH may be long
	maxMistakes         = 20
	maxFailedLogins     = 3
)

// Server serves POP3 on any number of listeners.
type Server struct {
	host  mailsim.Host
	opts  Options
	group netserve.Group
	crowd netserve.Crowd
	stop  context.CancelFunc
	ctx   context.Context

	once sync.Once
	tls  *tls.Config
	err  error

	mu    sync.Mutex
	drops map[dropKey]*conn // the maildrops that a session has
}

// dropKey names a maildrop.
type dropKey struct {
	u       string // id of the universe
	address string
}

// New returns a server. It does nothing until Serve or ServeTLS is called.
func New(h mailsim.Host, o Options) *Server {
	if o.MaxClients <= 0 {
		o.MaxClients = defaultMaxClients
	}
	if o.IdleTimeout <= 0 {
		o.IdleTimeout = defaultIdleTimeout
	}
	if o.LoginTimeout <= 0 {
		o.LoginTimeout = defaultLoginTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Server{host: h, opts: o, drops: map[dropKey]*conn{}}
	s.crowd.Max, s.crowd.PerAddress = o.MaxClients, o.MaxPerAddress
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// tlsConfig is made at first need.
func (s *Server) tlsConfig() (*tls.Config, error) {
	s.once.Do(func() { s.tls, s.err = selfcert.Config(s.opts.TLS, s.host.Domain()) })
	return s.tls, s.err
}

// Serve accepts plain connections until the server is closed, and then returns ErrServerClosed.
// If the listener fails, Serve returns its error. STLS is offered unless Options.NoSTLS is set.
func (s *Server) Serve(l net.Listener) error {
	if s.opts.NoSTLS {
		s.announce(l, "POP3", "none")
		return s.serve(l, false)
	}
	if _, err := s.tlsConfig(); err != nil {
		return err
	}
	s.announce(l, "POP3", "starttls")
	return s.serve(l, false)
}

// ServeTLS accepts connections that are TLS from the start (RFC 8314).
func (s *Server) ServeTLS(l net.Listener) error {
	if _, err := s.tlsConfig(); err != nil {
		return err
	}
	s.announce(l, "POP3S", "tls")
	return s.serve(l, true)
}

// announce tells the universe where it is served, and by which certificate.
func (s *Server) announce(l net.Listener, name, security string) {
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		host = l.Addr().String()
	}
	n, _ := strconv.Atoi(port)
	s.host.Announce(mailsim.Service{Name: name, Address: host, Port: n, Security: security})
	if der, known := selfcert.Presented(s.opts.TLS); known && security != "none" {
		s.host.AnnounceCertificate(der)
	}
}

func (s *Server) serve(l net.Listener, implicitTLS bool) error {
	open := func(nc net.Conn) netserve.Conn { return newConn(s, nc, implicitTLS) }
	return s.group.Serve(l, open, nil, ErrServerClosed)
}

// Sessions returns how many connections are open.
func (s *Server) Sessions() int { return s.group.Len() }

// Shutdown takes no more connections, ends the idle ones, lets the others finish their command,
// and returns when none is left. Messages marked as deleted stay, because the client has not
// said QUIT. When ctx ends, the connections that are left are cut.
func (s *Server) Shutdown(ctx context.Context) error {
	err := s.group.Shutdown(ctx)
	s.stop()
	return err
}

// Close cuts all connections and returns when the goroutines that served them have ended.
func (s *Server) Close() error {
	s.stop()
	return s.group.Close()
}

// take gives a maildrop to a session, unless another has it.
func (s *Server) take(k dropKey, c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drops[k] != nil {
		return false
	}
	s.drops[k] = c
	return true
}

func (s *Server) giveBack(k dropKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.drops, k)
}
