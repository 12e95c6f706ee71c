package mailsimtest

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/internal/selfcert"
	"github.com/mailsim/mailsim/smtpd"
)

// loopback is the host of every address: smtp.PlainAuth works with it in the
// clear, and the certificate names it.
const loopback = "127.0.0.1"

// door is one of the five listeners.
type door int

const (
	smtpDoor door = iota
	smtpsDoor
	imapDoor
	imapsDoor
	httpDoor
	numDoors
)

// doorNames are what the story calls them.
var doorNames = [numDoors]string{"SMTP", "SMTPS", "IMAP", "IMAPS", "HTTP"}

// memoryPorts are the ports of listeners in memory. No server has them on any
// machine: who dials them by the network is refused, instead of reaching
// another's.
var memoryPorts = [numDoors]int{1, 2, 3, 4, 5}

// errEnded is what a helper answers after the end.
var errEnded = errors.New("this world has ended with its test, or was closed: make it in the test that uses it")

// doors are the servers of one universe. A listener starts at first need.
type doors struct {
	u      *mailsim.Universe
	conf   *config
	key    string
	bubble string      // that of the world
	onFail func(error) // hears of a server that ended by itself

	mu          sync.Mutex
	listeners   [numDoors]net.Listener
	told        [numDoors]map[*part]bool // whose test has asked where it is (true), or for the variables of an account
	dialed      [numDoors]bool           // by what the test gives to programs
	closed      bool
	smtp        *smtpd.Server
	imap        *imapd.Server
	api         func() *httpapi.Handler
	asked       atomic.Bool // the API has had a request
	http        *http.Server
	client      *http.Client
	endRequests context.CancelFunc
	failed      []error        // of servers that ended before they were closed
	running     sync.WaitGroup // what serves a listener or an HTTP connection
	temp        string         // a directory for the certificate
}

func newDoors(u *mailsim.Universe, conf *config) *doors {
	return &doors{u: u, conf: conf}
}

// address starts a door's listener unless it runs, and returns where.
func (d *doors) address(which door) (*net.TCPAddr, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if l := d.listeners[which]; l != nil {
		return l.Addr().(*net.TCPAddr), nil
	}
	if d.closed {
		return nil, errEnded
	}
	if err := inBubbleOf(d.bubble); err != nil {
		return nil, err
	}
	l, err := d.listen(which)
	if err != nil {
		return nil, err
	}
	d.listeners[which] = l
	serve := d.serve(which)
	d.running.Go(func() { d.ended(which, serve(l)) })
	return l.Addr().(*net.TCPAddr), nil
}

// ended notes why a server no longer serves, unless it was closed.
func (d *doors) ended(which door, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil || d.closed {
		return
	}
	err = fmt.Errorf("the %s server ended: %w", doorNames[which], err)
	d.failed = append(d.failed, err)
	if d.onFail != nil {
		d.onFail(err)
	}
}

// sockets are plain TCP: multipath, which Go takes by default, makes a listener
// dearer to open and close, and has no use on loopback.
var sockets = func() (c net.ListenConfig) {
	c.SetMultipathTCP(false)
	return c
}()

func (d *doors) listen(which door) (net.Listener, error) {
	if d.conf.inMemory {
		return newPipeListener(memoryPorts[which], d.conf.bubble), nil
	}
	if which == httpDoor && *flagServe != "" {
		if l, err := net.Listen("tcp", *flagServe); err == nil {
			return l, nil
		}
	}
	return sockets.Listen(context.Background(), "tcp4", loopback+":0")
}

// hasIMAP tells whether anyone can have read mail over IMAP.
func (d *doors) hasIMAP() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.imap != nil
}

// serve returns what accepts the connections of a door. Called under the lock.
func (d *doors) serve(which door) func(net.Listener) error {
	switch which {
	case smtpDoor:
		return d.smtpServer().Serve
	case smtpsDoor:
		return d.smtpServer().ServeTLS
	case imapDoor:
		return d.imapServer().Serve
	case imapsDoor:
		return d.imapServer().ServeTLS
	}
	return d.httpServer().Serve
}

func (d *doors) smtpServer() *smtpd.Server {
	if d.smtp == nil {
		d.smtp = smtpd.New(d.u, smtpd.Options{NoSTARTTLS: !d.conf.startTLS, RequireAuth: d.conf.requireAuth})
	}
	return d.smtp
}

func (d *doors) imapServer() *imapd.Server {
	if d.imap == nil {
		d.imap = imapd.New(d.u, imapd.Options{})
	}
	return d.imap
}

// httpServer makes the API's handler with the first request: many tests ask for
// the address alone.
func (d *doors) httpServer() *http.Server {
	if d.http == nil {
		d.api = sync.OnceValue(func() *httpapi.Handler { return httpapi.New(d.u, httpapi.Options{NoLimit: true}) })
		answer := func(w http.ResponseWriter, r *http.Request) { d.asked.Store(true); d.api().ServeHTTP(w, r) }
		noHTTP2 := map[string]func(*http.Server, *tls.Conn, http.Handler){} // which is set up at some cost, and needs TLS
		d.http = &http.Server{Handler: http.HandlerFunc(answer), ConnState: d.track, TLSNextProto: noHTTP2}
	}
	return d.http
}

// track counts the connections of the HTTP server, so that close can wait for
// the last.
func (d *doors) track(_ net.Conn, s http.ConnState) {
	switch s {
	case http.StateNew:
		d.running.Add(1)
	case http.StateClosed, http.StateHijacked:
		d.running.Done()
	}
}

// adminKey makes the key at first need. Called under the lock.
func (d *doors) adminKey() (string, error) {
	if d.key == "" {
		var err error
		if d.key, _, err = d.u.CreateKey(context.Background(), "mailsimtest", mailsim.RoleAdmin); err != nil {
			return "", err
		}
	}
	return d.key, nil
}

// startAll starts every listener and tells the universe where, so that what the
// API says of them is whole from its first answer on.
func (d *doors) startAll() error {
	plain := "none"
	if d.conf.startTLS {
		plain = "starttls"
	}
	security := [numDoors]string{smtpDoor: plain, smtpsDoor: "tls", imapDoor: "starttls", imapsDoor: "tls"}
	for which := range numDoors {
		a, err := d.address(which)
		if err != nil {
			return err
		}
		if which != httpDoor {
			d.u.Announce(mailsim.Service{Name: doorNames[which], Address: loopback, Port: a.Port, Security: security[which]})
		}
	}
	cert, err := selfcert.For(d.u.Domain())
	if err != nil {
		return err
	}
	d.u.AnnounceAuth(true, d.conf.requireAuth, cert.Certificate[0])
	return nil
}

// close ends the servers and returns when none of their goroutines is left.
func (d *doors) close() error {
	d.mu.Lock()
	d.closed = true
	client, temp, failed := d.client, d.temp, d.failed
	d.mu.Unlock()
	if client != nil {
		d.endRequests()
		client.CloseIdleConnections()
	}
	if d.http != nil {
		ctx, cancel := context.WithTimeout(context.Background(), defaultTimeout)
		defer cancel()
		if d.asked.Load() {
			failed = append(failed, d.api().Shutdown(ctx)) // ends streams and waits
		}
		failed = append(failed, d.http.Close())
	}
	if d.smtp != nil {
		failed = append(failed, d.smtp.Close())
	}
	if d.imap != nil {
		failed = append(failed, d.imap.Close())
	}
	d.running.Wait()
	if temp != "" {
		failed = append(failed, os.RemoveAll(temp))
	}
	return errors.Join(failed...)
}

// dial is reach for the programs that the test gives it to.
func (d *doors) dial(ctx context.Context, network, address string) (net.Conn, error) {
	d.mu.Lock()
	for which, p := range memoryPorts {
		d.dialed[which] = d.dialed[which] || strings.HasSuffix(address, ":"+strconv.Itoa(p))
	}
	d.mu.Unlock()
	return d.reach(ctx, network, address)
}

// reach connects to a door by its address, in memory too.
func (d *doors) reach(ctx context.Context, network, address string) (net.Conn, error) {
	if !d.conf.inMemory {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	for which, p := range memoryPorts {
		if strconv.Itoa(p) != port {
			continue
		}
		if _, err := d.address(door(which)); err != nil {
			return nil, err
		}
		d.mu.Lock()
		l := d.listeners[which].(*pipeListener)
		d.mu.Unlock()
		return l.dial(ctx)
	}
	return nil, fmt.Errorf("dial %s: nothing listens there in memory", address)
}

// port starts a door and returns its port.
func (s *Server) port(which door) int {
	s.t.Helper()
	if s.doors == nil {
		return s.world.(*remote).port(which)
	}
	a, err := s.doors.address(which)
	s.must("listen", err)
	if a == nil {
		return 0
	}
	return a.Port
}

// tell is addr for the test, which gives the address to a program.
func (s *Server) tell(which door) string {
	s.t.Helper()
	s.tells(which, true)
	return s.addr(which)
}

// tellPort is port for the test.
func (s *Server) tellPort(which door) int {
	s.t.Helper()
	s.tells(which, true)
	return s.port(which)
}

func (s *Server) tells(which door, byName bool) {
	d := s.doors
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.told[which] == nil {
		d.told[which] = map[*part]bool{}
	}
	d.told[which][s.part] = d.told[which][s.part] || byName
}

func (d *doors) isTold(which door) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.told[which]) > 0
}

func (s *Server) addr(which door) string {
	s.t.Helper()
	return net.JoinHostPort(s.Host(), strconv.Itoa(s.port(which)))
}

// Host is the host of every address: 127.0.0.1 or, after [Connect], that of the server's URL.
func (s *Server) Host() string {
	if s.doors == nil {
		return s.world.(*remote).host()
	}
	return loopback
}

// SMTPAddr is host:port of SMTP without TLS, or with STARTTLS if that option is
// given. It takes mail with or without a login, unless the option RequireAuth is
// given.
func (s *Server) SMTPAddr() string { s.t.Helper(); return s.tell(smtpDoor) }

// SMTPSAddr is host:port of SMTP within TLS.
func (s *Server) SMTPSAddr() string { s.t.Helper(); return s.tell(smtpsDoor) }

// IMAPAddr is host:port of IMAP, without TLS or with STARTTLS.
func (s *Server) IMAPAddr() string { s.t.Helper(); return s.tell(imapDoor) }

// IMAPSAddr is host:port of IMAP within TLS.
func (s *Server) IMAPSAddr() string { s.t.Helper(); return s.tell(imapsDoor) }

// SMTPPort is the port of SMTPAddr.
func (s *Server) SMTPPort() int { s.t.Helper(); return s.tellPort(smtpDoor) }

// SMTPSPort is the port of SMTPSAddr.
func (s *Server) SMTPSPort() int { s.t.Helper(); return s.tellPort(smtpsDoor) }

// IMAPPort is the port of IMAPAddr.
func (s *Server) IMAPPort() int { s.t.Helper(); return s.tellPort(imapDoor) }

// IMAPSPort is the port of IMAPSAddr.
func (s *Server) IMAPSPort() int { s.t.Helper(); return s.tellPort(imapsDoor) }

// URL is where the HTTP API is, without a slash at the end; paths begin with /api.
func (s *Server) URL() string {
	s.t.Helper()
	s.tells(httpDoor, true)
	return s.url()
}

func (s *Server) url() string {
	s.t.Helper()
	if s.doors == nil {
		return s.world.(*remote).base
	}
	s.must("listen", s.doors.startAll())
	return "http://" + s.addr(httpDoor)
}

// Key is the admin's key of the HTTP API, for "Authorization: Bearer" or ?token=.
func (s *Server) Key() string {
	if s.doors == nil {
		return s.world.(*remote).key
	}
	s.t.Helper()
	s.doors.mu.Lock()
	key, err := s.doors.adminKey()
	s.doors.mu.Unlock()
	s.must("key", err)
	return key
}
