// Package relay hands mail to a real server by SMTP or LMTP. Pass a Client as
// [mailsim.Options].Relay to let mail leave the simulation. Mail leaves only on request, or as
// the relay rules say.
//
//	r, err := relay.New(relay.Options{Addr: "smtp.example.org:587", Username: "app", Password: secret})
//	u, err := universe.New(mailsim.Options{Relay: r})
package relay

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-smtp"

	"github.com/mailsim/mailsim"
)

// TLS says how a connection is protected.
type TLS string

// The ways to protect a connection.
const (
	Opportunistic TLS = "starttls" // STARTTLS if the server offers it; after the first offer this Client sends nothing without TLS
	Required      TLS = "require"  // STARTTLS, or nothing is sent
	Implicit      TLS = "tls"      // TLS from the first byte, as at port 465
	Off           TLS = "off"
)

// Options say where mail goes. Addr is required.
type Options struct {
	Addr  string // host or host:port; the default port is 25, or 465 with Implicit
	Hello string // the client's name in EHLO or LHLO; default localhost
	LMTP  bool   // speak LMTP (RFC 2033)

	TLS       TLS         // default Opportunistic
	TLSConfig *tls.Config // default: the system's roots, and the name in Addr; TLS 1.2 or later
	Insecure  bool        // accept any certificate

	Username, Password string // for AUTH; no login without a Username
	Mechanism          string // PLAIN, LOGIN or CRAM-MD5; default PLAIN, or LOGIN if the server offers only that
	PlainAuth          bool   // allow AUTH without TLS; by default it is allowed only to loopback addresses

	// Timeout bounds connecting and the wait for each reply; default 30 s, at most 5 min.
	// The reply after the message may take twice as long.
	Timeout time.Duration

	// PublicOnly allows only public addresses, and only the usual mail ports: 25, 465, 587 and
	// 2525. Without it, servers on loopback and private networks are allowed too. Link-local,
	// multicast and unspecified addresses are never allowed. The address is checked after the
	// name was looked up.
	PublicOnly bool

	// Dial, if not nil, makes the connections; addresses are then not checked,
	// and PublicOnly is ignored.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Client is a relay to one server. Its methods are safe for concurrent use. It keeps
// no connection open.
type Client struct {
	o      Options
	host   string
	secure atomic.Bool // the server has had STARTTLS
}

// New checks the options; it connects to nothing.
func New(o Options) (*Client, error) {
	host, port, err := net.SplitHostPort(o.Addr)
	if err != nil {
		host, port = strings.Trim(o.Addr, "[]"), "25"
		if o.TLS == Implicit {
			port = "465"
		}
	}
	switch {
	case host == "" || strings.ContainsAny(host, " \t\r\n/@") || strings.ContainsAny(port, " \t\r\n"):
		return nil, invalidf("addr: %.100q is not a server such as smtp.example.org:587", o.Addr)
	case strings.ContainsAny(o.Hello, " \t\r\n"):
		return nil, invalidf("hello must be a name")
	case o.Timeout < 0 || o.Timeout > 5*time.Minute:
		return nil, invalidf("timeout must be between 0 and 5m")
	case o.Username == "" && o.Password != "":
		return nil, invalidf("a password needs a username")
	case strings.ContainsRune(o.Username+o.Password, 0):
		return nil, invalidf("username and password must not hold NUL")
	}
	if _, err := net.LookupPort("tcp", port); err != nil {
		return nil, invalidf("addr: %.100q is not a port", port)
	}
	switch o.TLS {
	case "":
		o.TLS = Opportunistic
	case Opportunistic, Required, Implicit, Off:
	default:
		return nil, invalidf("tls must be %s, %s, %s or %s", Opportunistic, Required, Implicit, Off)
	}
	switch o.Mechanism = strings.ToUpper(o.Mechanism); o.Mechanism {
	case "", "PLAIN", "LOGIN", "CRAM-MD5":
	default:
		return nil, invalidf("mechanism must be PLAIN, LOGIN or CRAM-MD5")
	}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.Hello == "" {
		o.Hello = "localhost"
	}
	o.Addr = net.JoinHostPort(host, port)
	if o.Dial == nil {
		o.Dial = guarded(o.PublicOnly, o.Timeout)
	}
	return &Client{o: o, host: host}, nil
}

func invalidf(format string, args ...any) error {
	return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "relay: " + fmt.Sprintf(format, args...)}
}

// String returns the server, as host:port.
func (c *Client) String() string { return c.o.Addr }

// Relay hands over one mail; see mailsim.Relay.
func (c *Client) Relay(ctx context.Context, from string, to []string, raw io.Reader) error {
	body, err := io.ReadAll(raw)
	if err != nil {
		return err
	}
	s, err := c.connect(ctx)
	if err != nil {
		return c.told(ctx, err)
	}
	defer s.end()
	opts := &smtp.MailOptions{UTF8: needsUTF8(from, to, body)}
	if _, bounded := s.Extension("SIZE"); bounded != "" {
		opts.Size = int64(len(body))
	}
	if err := s.Mail(from, opts); err != nil {
		return c.told(ctx, err)
	}
	var taken []string
	var refused []error
	for _, rcpt := range to {
		err := s.Rcpt(rcpt, nil)
		var reply *smtp.SMTPError
		switch {
		case err == nil:
			taken = append(taken, rcpt)
		case errors.As(err, &reply):
			refused = append(refused, errorOf(rcpt, err))
		default:
			return c.told(ctx, err)
		}
	}
	if len(taken) == 0 {
		return errors.Join(refused...)
	}
	return errors.Join(append(refused, c.data(ctx, s, body, taken)...)...)
}

// data hands over the message, and says for which of the recipients it was not taken.
func (c *Client) data(ctx context.Context, s *session, body []byte, taken []string) (refused []error) {
	each := func(err error) (list []error) {
		for _, rcpt := range taken {
			e := errorOf(rcpt, c.told(ctx, err))
			list = append(list, e)
		}
		return list
	}
	w, err := s.Data()
	if err != nil {
		return each(err)
	}
	if _, err = w.Write(body); err != nil {
		return each(err)
	}
	err = w.Close()
	var some smtp.LMTPDataError
	if !errors.As(err, &some) {
		if err != nil {
			return each(err)
		}
		return nil
	}
	for _, rcpt := range taken {
		if reply := some[rcpt]; reply != nil {
			refused = append(refused, errorOf(rcpt, reply))
		}
	}
	return refused
}

// told is an error with why the connection was cut, where a context cut it.
func (c *Client) told(ctx context.Context, err error) error {
	var reply *smtp.SMTPError
	if errors.As(err, &reply) {
		return errorOf("", err)
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("%s: %w", c.o.Addr, context.Cause(ctx))
	}
	return errorOf("", err)
}

// errorOf is an error in the words of mailsim: what a server says by 5yz, and what this
// client will not do, is for good.
func errorOf(rcpt string, err error) *mailsim.RelayError {
	var own *mailsim.RelayError
	if errors.As(err, &own) {
		e := *own
		e.To = rcpt
		return &e
	}
	out := &mailsim.RelayError{To: rcpt, Temporary: true, Err: err}
	var reply *smtp.SMTPError
	switch {
	case errors.As(err, &reply):
		out.Reply = mailsim.SMTPReply{Code: reply.Code, Text: strings.ReplaceAll(reply.Message, "\n", " ")}
		if e := reply.EnhancedCode; e[0] > 0 {
			out.Reply.Enhanced = fmt.Sprintf("%d.%d.%d", e[0], e[1], e[2])
		}
		out.Temporary = reply.Code/100 != 5
	case errors.Is(err, errNever), strings.Contains(err.Error(), "does not support SMTPUTF8"):
		out.Temporary = false
	}
	return out
}

// errNever leads what another attempt would not change.
var errNever = errors.New("the relay's settings do not let it")

// needsUTF8 tells whether addresses or the header are in other letters than ASCII.
func needsUTF8(from string, to []string, body []byte) bool {
	head, _, _ := bytes.Cut(body, []byte("\r\n\r\n"))
	if !ascii(head) && utf8.Valid(head) || !ascii([]byte(from)) {
		return true
	}
	for _, rcpt := range to {
		if !ascii([]byte(rcpt)) {
			return true
		}
	}
	return false
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// local tells whether a connection stays on this machine.
func local(conn net.Conn) bool {
	a, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	return conn.RemoteAddr().Network() == "unix" || err == nil && a.Addr().Unmap().IsLoopback()
}
