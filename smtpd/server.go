// Package smtpd serves a mailsim universe, or a cell of several, over SMTP, SMTPS
// and LMTP (RFC 5321, 3207, 4954, 3461, 3030, 6531, 2033).
//
//	u, _ := universe.New(mailsim.Options{})
//	l, _ := net.Listen("tcp", "127.0.0.1:0")
//	s := smtpd.New(u, smtpd.Options{})
//	go s.Serve(l)
//	defer s.Close()
package smtpd

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
var ErrServerClosed = errors.New("smtpd: the server is closed")

// Options of a server. The zero value takes mail from anyone, offers STARTTLS with a
// self-signed certificate, and takes logins without TLS.
type Options struct {
	TLS           *tls.Config // nil: a self-signed certificate made once per process
	NoSTARTTLS    bool        // do not offer STARTTLS on a plain connection
	RequireAuth   bool        // MAIL before a login gets 530; always so in a Cell
	AnyLogin      bool        // accept any name and password, as other mail catchers do; a client whose name and password match no login then sends as if it had not logged in. Not in a Cell
	NoPlainAuth   bool        // logins only within TLS
	LMTP          bool        // speak LMTP (RFC 2033)
	MaxBytes      int64       // of one message; default 32 MiB
	MaxRecipients int         // of one message; default 1,000
	// MaxClients is how many connections there may be at once; default no limit. At the limit,
	// a connection that has not logged in, has no mail under way and has been silent for 5
	// seconds is closed to make room; if there is none, the new connection gets 421.
	MaxClients    int
	MaxPerAddress int            // connections from one address, or IPv6 /64 network, at once; default no limit
	IdleTimeout   time.Duration  // how long a client may take for a command or a part of the data; default 5 minutes; below 0 there are no timeouts
	TrustProxy    []netip.Prefix // connections from these networks begin with a PROXY header (version 1 or 2); the address in it counts for limits and logs
	Logger        *slog.Logger   // default none
}

// Bounds of RFC 5321 section 4.5.3 and of hostile clients.
const (
	defaultMaxBytes      = 32 << 20
	defaultMaxRecipients = 1000
	defaultIdleTimeout   = 5 * time.Minute
	maxCommandLine       = 12 << 10 // RFC 4954 section 4.3 wants 12,288 for AUTH
	maxPassedOver        = 1 << 20  // of a longer line, before the client is cut off
	maxErrors            = 20
)

// Server serves SMTP on any number of listeners.
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
}

// New returns a server. It does nothing until Serve or ServeTLS is called.
func New(h mailsim.Host, o Options) *Server {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultMaxBytes
	}
	if o.MaxRecipients <= 0 {
		o.MaxRecipients = defaultMaxRecipients
	}
	if o.IdleTimeout == 0 {
		o.IdleTimeout = defaultIdleTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Server{host: h, opts: o}
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
// If the listener fails, Serve returns its error. STARTTLS is offered unless Options.NoSTARTTLS
// is set.
func (s *Server) Serve(l net.Listener) error {
	if s.opts.NoSTARTTLS {
		s.announce(l, "SMTP", "none")
		return s.serve(l, false)
	}
	if _, err := s.tlsConfig(); err != nil {
		return err
	}
	s.announce(l, "SMTP", "starttls")
	return s.serve(l, false)
}

// ServeTLS accepts connections that are TLS from the start (RFC 8314).
func (s *Server) ServeTLS(l net.Listener) error {
	if _, err := s.tlsConfig(); err != nil {
		return err
	}
	s.announce(l, "SMTPS", "tls")
	return s.serve(l, true)
}

// announce tells the universe where it is served, and by which certificate.
func (s *Server) announce(l net.Listener, name, security string) {
	if s.opts.LMTP {
		name = "LMTP"
	}
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		host = l.Addr().String()
	}
	n, _ := strconv.Atoi(port)
	s.host.Announce(mailsim.Service{Name: name, Address: host, Port: n, Security: security})
	var der []byte
	if security != "none" {
		var known bool
		if der, known = selfcert.Presented(s.opts.TLS); known && der == nil {
			s.host.AnnounceCertificate(nil)
		}
	}
	s.host.AnnounceAuth(!s.opts.NoPlainAuth, s.opts.RequireAuth, der)
}

func (s *Server) serve(l net.Listener, implicitTLS bool) error {
	open := func(nc net.Conn) netserve.Conn { return newConn(s, nc, implicitTLS) }
	return s.group.Serve(l, open, nil, ErrServerClosed)
}

// Sessions returns how many connections are open.
func (s *Server) Sessions() int { return s.group.Len() }

// Shutdown accepts no more connections, sends 421 to the idle ones, lets the others finish
// their command, and returns when none is left. When ctx ends, the connections that are left
// are cut.
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
