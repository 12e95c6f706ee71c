package mailsimd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/smtp"
	"net/textproto"
	"net/url"
	"strings"
)

// defaultServer is where sendmail looks for a server.
const defaultServer = "127.0.0.1:1025"

// login is what a server wants to be shown.
type login struct{ user, password string }

// serverOf reads a server: HOST, HOST:PORT or a URL of them with a login. An address
// that listens everywhere is this machine's.
func serverOf(text string) (addr string, l *login, err error) {
	text = cmp.Or(text, defaultServer)
	if strings.Contains(text, "://") {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "smtp" || u.Host == "" {
			return "", nil, errors.New("want HOST:PORT or smtp://USER:PASSWORD@HOST:PORT")
		}
		if u.User != nil {
			password, _ := u.User.Password()
			l = &login{u.User.Username(), password}
		}
		text = u.Host
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = strings.Trim(text, "[]"), "1025"
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	if strings.ContainsAny(host, " /@") {
		return "", nil, fmt.Errorf("%q is not HOST:PORT", text)
	}
	return net.JoinHostPort(host, port), l, nil
}

// deliver hands the mail over: to all recipients, or to none when one is refused.
func (s *sendmail) deliver(ctx context.Context, d *draft) error {
	nc, l, err := s.dial(ctx)
	if err != nil {
		return err
	}
	defer nc.Close()
	c, err := smtp.NewClient(nc, "localhost")
	if err != nil {
		return refused(exTempFail, "greeting", err)
	}
	if err := c.Hello(thisHost()); err != nil {
		return refused(exUnavailable, "EHLO", err)
	}
	if l != nil {
		if err := c.Auth(inClear{l}); err != nil {
			return refused(exNoPerm, "AUTH", err)
		}
	}
	if err := s.envelope(c); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return refused(exUnavailable, "DATA", err)
	}
	if _, err := w.Write(d.bytes()); err != nil {
		return refused(exUnavailable, "the mail", err)
	}
	if err := w.Close(); err != nil {
		return refused(exUnavailable, "the mail", err)
	}
	_ = c.Quit() // the mail is taken
	return nil
}

// envelope names sender and recipients.
func (s *sendmail) envelope(c *smtp.Client) error {
	line := "MAIL FROM:<" + *s.from + ">"
	if ok, _ := c.Extension("8BITMIME"); ok {
		line += " BODY=8BITMIME"
	}
	if ok, _ := c.Extension("SMTPUTF8"); ok && !isASCII(*s.from+strings.Join(s.to, "")) {
		line += " SMTPUTF8"
	}
	dsn, _ := c.Extension("DSN")
	if dsn && s.ret != "" {
		line += " RET=" + s.ret
	}
	if dsn && s.envID != "" {
		line += " ENVID=" + xtext(s.envID)
	}
	if err := ask(c, line, 250); err != nil {
		return refused(exUnavailable, "MAIL FROM:<"+*s.from+">", err)
	}
	for _, to := range s.to {
		line := "RCPT TO:<" + to + ">"
		if dsn && s.notify != "" {
			line += " NOTIFY=" + s.notify
		}
		if err := ask(c, line, 25); err != nil {
			return refused(exNoUser, to, err)
		}
	}
	return nil
}

// ask sends one command and reads its reply.
func ask(c *smtp.Client, line string, want int) error {
	if strings.ContainsAny(line, "\r\n") {
		return &textproto.Error{Code: 501, Msg: "a line end in an address"}
	}
	id, err := c.Text.Cmd("%s", line)
	if err != nil {
		return err
	}
	c.Text.StartResponse(id)
	defer c.Text.EndResponse(id)
	_, _, err = c.Text.ReadResponse(want)
	return err
}

// refused is an error of the server with its status: the one given for good, else to
// try again.
func refused(status int, what string, err error) error {
	var reply *textproto.Error
	if !errors.As(err, &reply) || reply.Code < 500 {
		status = exTempFail
	} else if reply.Code == 530 || reply.Code == 535 || reply.Code == 538 {
		status = exNoPerm
	}
	if reply != nil {
		return exitf(status, "%s: %d %s", what, reply.Code, reply.Msg)
	}
	return exitf(status, "%s: %w", what, err)
}

// inClear is AUTH PLAIN on whatever connection there is: it is a test server's.
type inClear struct{ l *login }

// Start begins the exchange.
func (a inClear) Start(*smtp.ServerInfo) (string, []byte, error) {
	return "PLAIN", []byte("\x00" + a.l.user + "\x00" + a.l.password), nil
}

// Next has nothing to add.
func (a inClear) Next([]byte, bool) ([]byte, error) { return nil, nil }

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 })
}

// xtext writes a text as RFC 3461 section 4 wants it.
func xtext(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || c == '+' || c == '=' {
			fmt.Fprintf(&b, "+%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
