package mailsimtest

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"net"
	"net/smtp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// Account is a mailbox with a login: the application's own.
type Account struct{ Box }

// passwords are those that helpers made.
type passwords struct {
	mu    sync.Mutex
	list  map[string]string
	shown map[string]bool // those that the test has asked for
}

func (p *passwords) of(address string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.list[addr.Key(address)]
}

func (p *passwords) set(address, password string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.list == nil {
		p.list = map[string]string{}
	}
	p.list[addr.Key(address)] = password
}

func (p *passwords) show(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown == nil {
		p.shown = map[string]bool{}
	}
	p.shown[addr.Key(address)] = true
}

// given are the addresses, in lower case, whose password the test has asked for.
func (p *passwords) given() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Keys(p.shown))
}

func (p *passwords) copyFrom(other *passwords) {
	other.mu.Lock()
	defer other.mu.Unlock()
	p.list = maps.Clone(other.list)
}

// Login is the account of an address, "app@ours.test" or "Our App <app@ours.test>", created
// with a password if there is none. Mail that its methods send has the name in From. A login
// that existed before keeps its password until a method of the Account needs the password:
// Password, Auth, SMTP, IMAP, Env or Setenv. The first of these calls gives it a new one.
func (s *Server) Login(nameAddr string) *Account {
	s.t.Helper()
	name, address := splitAddress(nameAddr)
	s.part.name(address)
	s.logins.Lock()
	defer s.logins.Unlock()
	a := &Account{Box{s: s, address: address, name: name}}
	if s.secrets.of(address) != "" {
		return a
	}
	_, err := s.world.Login(address)
	if errors.Is(err, mailsim.ErrNotFound) {
		password := rand.Text()
		_, err = s.world.CreateLogin(context.Background(), mailsim.NewLogin{Address: address, Password: password})
		s.secrets.set(address, password)
	}
	s.must("login "+address, err)
	return a
}

// Password is the account's password.
func (a *Account) Password() string {
	a.s.t.Helper()
	a.s.secrets.show(a.address)
	a.s.logins.Lock()
	defer a.s.logins.Unlock()
	if p := a.s.secrets.of(a.address); p != "" {
		return p
	}
	password := rand.Text()
	_, err := a.s.world.UpdateLogin(context.Background(), a.address, mailsim.LoginPatch{Password: &password})
	a.s.must("password of "+a.address, err)
	a.s.secrets.set(a.address, password)
	return password
}

// Auth is for smtp.SendMail and smtp.Client.Auth.
func (a *Account) Auth() smtp.Auth {
	a.s.t.Helper()
	return smtp.PlainAuth("", a.address, a.Password(), a.s.Host())
}

// SMTP returns a logged-in client, which is closed at the end of the test. The connection is
// unencrypted unless the option STARTTLS is given.
func (a *Account) SMTP() *smtp.Client {
	a.s.t.Helper()
	conn := a.s.dial(a.s.addr(smtpDoor))
	if conn == nil {
		return nil
	}
	c, err := smtp.NewClient(conn, a.s.Host())
	if err == nil {
		a.s.t.Cleanup(func() { c.Close() })
		if ok, _ := c.Extension("STARTTLS"); ok {
			err = c.StartTLS(a.s.TLS())
		}
	}
	if err == nil {
		err = c.Auth(a.Auth())
	}
	a.s.must("SMTP login of "+a.address, err)
	return c
}

// IMAP returns a logged-in client over an unencrypted connection, which closes with the test.
func (a *Account) IMAP() *imapclient.Client {
	a.s.t.Helper()
	conn := a.s.dial(a.s.addr(imapDoor))
	if conn == nil {
		return nil
	}
	c := imapclient.New(conn, nil)
	a.s.t.Cleanup(func() { c.Close() })
	a.s.must("IMAP login of "+a.address, c.Login(a.address, a.Password()).Wait())
	return c
}

func (s *Server) dial(address string) net.Conn {
	s.t.Helper()
	s.here("connect")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	dial := s.DialContext
	if s.doors != nil {
		dial = s.doors.reach
	}
	conn, err := dial(ctx, "tcp", address)
	s.must("dial", err)
	return conn
}

// variables are the settings of the account for a program.
func (a *Account) variables() [][2]string {
	a.s.t.Helper()
	password, url := a.Password(), a.s.url()
	port := func(which door) string {
		a.s.tells(which, false)
		return strconv.Itoa(a.s.port(which))
	}
	a.s.tells(httpDoor, false)
	return [][2]string{
		{"SMTP_HOST", a.s.Host()}, {"SMTP_PORT", port(smtpDoor)}, {"SMTPS_PORT", port(smtpsDoor)},
		{"SMTP_USERNAME", a.address}, {"SMTP_PASSWORD", password}, {"SMTP_FROM", a.address},
		{"IMAP_HOST", a.s.Host()}, {"IMAP_PORT", port(imapDoor)}, {"IMAPS_PORT", port(imapsDoor)},
		{"IMAP_USERNAME", a.address}, {"IMAP_PASSWORD", password},
		{"SERVICE_URL", url}, {"SERVICE_API_KEY", a.s.Key()},
	}
}

// Env is for exec.Cmd.Env: SMTP_HOST, SMTP_PORT, SMTPS_PORT, SMTP_USERNAME,
// SMTP_PASSWORD, SMTP_FROM, IMAP_HOST, IMAP_PORT, IMAPS_PORT, IMAP_USERNAME,
// IMAP_PASSWORD, SERVICE_URL and SERVICE_API_KEY, each as "NAME=value". Servers in
// memory cannot be reached by another process.
func (a *Account) Env() []string {
	a.s.t.Helper()
	var out []string
	for _, v := range a.variables() {
		out = append(out, v[0]+"="+v[1])
	}
	return out
}

// Setenv sets the variables that Env lists; they stay set for the rest of
// the test. It cannot be used in parallel tests.
func (a *Account) Setenv() {
	a.s.t.Helper()
	for _, v := range a.variables() {
		a.s.t.Setenv(v[0], v[1])
	}
}
