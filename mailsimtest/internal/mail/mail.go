// Package mail sends mail for the tests of mailsimtest, with the names that a
// popular mail library has, so that those tests read as a user's would.
package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"net/textproto"
	"strconv"
	"strings"
)

// TLSPolicy says whether STARTTLS is used.
type TLSPolicy int

// The policies.
const (
	TLSMandatory TLSPolicy = iota
	TLSOpportunistic
	NoTLS
)

// DialContextFunc connects to a server.
type DialContextFunc func(ctx context.Context, network, address string) (net.Conn, error)

// Client sends messages through one server.
type Client struct {
	host   string
	port   int
	policy TLSPolicy
	tls    *tls.Config
	dial   DialContextFunc
}

// Option sets a client up.
type Option func(*Client) error

// NewClient returns a client of a server.
func NewClient(host string, opts ...Option) (*Client, error) {
	c := &Client{host: host, port: 25, tls: &tls.Config{ServerName: host}, dial: (&net.Dialer{}).DialContext}
	for _, o := range opts {
		if err := o(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// WithPort chooses the port.
func WithPort(port int) Option { return func(c *Client) error { c.port = port; return nil } }

// WithTLSPolicy chooses when STARTTLS is used.
func WithTLSPolicy(p TLSPolicy) Option { return func(c *Client) error { c.policy = p; return nil } }

// WithTLSConfig chooses whom to trust.
func WithTLSConfig(conf *tls.Config) Option {
	return func(c *Client) error { c.tls = conf; return nil }
}

// WithDialContextFunc chooses how to connect.
func WithDialContextFunc(f DialContextFunc) Option {
	return func(c *Client) error { c.dial = f; return nil }
}

// Msg is a message.
type Msg struct {
	From    string
	To      []string
	Header  [][2]string
	Subject string
	Text    string
}

// Bytes is the message as it is sent.
func (m *Msg) Bytes() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: %s\r\n", m.From, strings.Join(m.To, ", "), m.Subject)
	for _, h := range m.Header {
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
	}
	b.WriteString("\r\n" + strings.ReplaceAll(m.Text, "\n", "\r\n") + "\r\n")
	return []byte(b.String())
}

// DialAndSend connects, sends the messages and closes.
func (c *Client) DialAndSend(list ...*Msg) error {
	conn, err := c.dial(context.Background(), "tcp", net.JoinHostPort(c.host, strconv.Itoa(c.port)))
	if err != nil {
		return err
	}
	s, err := smtp.NewClient(conn, c.host)
	if err != nil {
		conn.Close()
		return err
	}
	defer s.Close()
	offered, _ := s.Extension("STARTTLS")
	switch {
	case c.policy != NoTLS && offered:
		err = s.StartTLS(c.tls)
	case c.policy == TLSMandatory:
		err = fmt.Errorf("the server offers no STARTTLS")
	}
	if err != nil {
		return err
	}
	for _, m := range list {
		if err := send(s, m); err != nil {
			if reply := (*textproto.Error)(nil); errors.As(err, &reply) {
				return fmt.Errorf("%d %s", reply.Code, reply.Msg) // textproto quotes it
			}
			return err
		}
	}
	return s.Quit()
}

func send(s *smtp.Client, m *Msg) error {
	if err := s.Mail(m.From); err != nil {
		return err
	}
	for _, to := range m.To {
		if err := s.Rcpt(to); err != nil {
			return err
		}
	}
	w, err := s.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(m.Bytes()); err != nil {
		return err
	}
	return w.Close()
}
