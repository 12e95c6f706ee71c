package relay

import (
	"context"
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // CRAM-MD5 (RFC 2195) has no other
	"crypto/tls"
	"encoding/hex"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"github.com/mailsim/mailsim/internal/linkwalk"
)

// session is a conversation with the server, after its hello.
type session struct {
	*smtp.Client
	conn   net.Conn // without TLS
	secure bool     // by TLS
	end    func()
}

// connect opens a session that mail can be handed to; end closes it.
func (c *Client) connect(ctx context.Context) (*session, error) {
	s, err := c.open(ctx, c.o.TLS == Required || c.o.TLS == Opportunistic && c.secure.Load())
	if err != nil {
		return nil, err
	}
	if has, _ := s.Extension("STARTTLS"); has && c.o.TLS == Opportunistic && !s.secure {
		c.secure.Store(true)
		s.end()
		if s, err = c.open(ctx, true); err != nil {
			return nil, err
		}
	}
	if err := c.login(s); err != nil {
		s.end()
		return nil, err
	}
	return s, nil
}

// open connects and says hello.
func (c *Client) open(ctx context.Context, withTLS bool) (*session, error) {
	dialling, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	conn, err := c.o.Dial(dialling, "tcp", c.o.Addr)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	s := &session{conn: conn, end: func() {
		stop()
		_ = conn.Close()
	}}
	_ = conn.SetDeadline(time.Now().Add(c.o.Timeout)) // the client itself waits longer for a greeting
	if err := c.hello(s, withTLS); err != nil {
		s.end()
		return nil, err
	}
	hangUp := s.end
	s.end = func() {
		if ctx.Err() == nil {
			_ = s.Quit()
		}
		hangUp()
	}
	return s, nil
}

// hello begins TLS where it is asked for, and says hello.
func (c *Client) hello(s *session, withTLS bool) (err error) {
	wire := s.conn
	switch {
	case c.o.TLS == Implicit:
		wire = tls.Client(s.conn, c.tls())
	case withTLS:
		if wire, err = c.startTLS(s.conn); err != nil {
			return err
		}
	}
	s.secure = wire != s.conn
	if c.o.LMTP {
		s.Client = smtp.NewClientLMTP(wire)
	} else {
		s.Client = smtp.NewClient(wire)
	}
	s.CommandTimeout, s.SubmissionTimeout = c.o.Timeout, 2*c.o.Timeout
	return s.Hello(c.o.Hello)
}

// tls is the configuration of a connection.
func (c *Client) tls() *tls.Config {
	conf := &tls.Config{MinVersion: tls.VersionTLS12}
	if c.o.TLSConfig != nil {
		conf = c.o.TLSConfig.Clone()
	}
	if conf.ServerName == "" {
		conf.ServerName = c.host
	}
	conf.InsecureSkipVerify = conf.InsecureSkipVerify || c.o.Insecure
	return conf
}

// login authenticates, where there is a name to do it with.
func (c *Client) login(s *session) error {
	if c.o.Username == "" {
		return nil
	}
	if !s.secure && !c.o.PlainAuth && !local(s.conn) {
		return fmt.Errorf("%w log in at %s without TLS", errNever, c.o.Addr)
	}
	how := c.o.Mechanism
	if how == "" {
		if how = "PLAIN"; !s.SupportsAuth("PLAIN") && s.SupportsAuth("LOGIN") {
			how = "LOGIN"
		}
	}
	switch how {
	case "LOGIN":
		return s.Auth(sasl.NewLoginClient(c.o.Username, c.o.Password))
	case "CRAM-MD5":
		return s.Auth(&cramMD5{c.o.Username, c.o.Password})
	}
	return s.Auth(sasl.NewPlainClient("", c.o.Username, c.o.Password))
}

// cramMD5 is CRAM-MD5 (RFC 2195), which go-sasl has not.
type cramMD5 struct{ username, password string }

func (a *cramMD5) Start() (string, []byte, error) { return "CRAM-MD5", nil, nil }

func (a *cramMD5) Next(challenge []byte) ([]byte, error) {
	sum := hmac.New(md5.New, []byte(a.password))
	sum.Write(challenge)
	return []byte(a.username + " " + hex.EncodeToString(sum.Sum(nil))), nil
}

// mailPorts are those of mail servers.
var mailPorts = []uint16{25, 465, 587, 2525}

// guarded is a dialer that looks at the address that a name has led to.
func guarded(publicOnly bool, timeout time.Duration) func(context.Context, string, string) (net.Conn, error) {
	d := &net.Dialer{Timeout: timeout, Control: func(_, address string, _ syscall.RawConn) error {
		return reach(address, publicOnly)
	}}
	return d.DialContext
}

// reach refuses an address that mail must not be taken to.
func reach(address string, publicOnly bool) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w reach %s", errNever, address)
	}
	a := at.Addr().Unmap()
	if a.IsUnspecified() || a.IsMulticast() || a.IsLinkLocalUnicast() || a == netip.AddrFrom4([4]byte{255, 255, 255, 255}) {
		return fmt.Errorf("%w reach %s", errNever, a)
	}
	if !publicOnly {
		return nil
	}
	if why, bad := linkwalk.Forbidden(at.Addr()); bad {
		return fmt.Errorf("%w reach %s, %s", errNever, a, why)
	}
	if !slices.Contains(mailPorts, at.Port()) {
		return fmt.Errorf("%w reach port %d", errNever, at.Port())
	}
	return nil
}
