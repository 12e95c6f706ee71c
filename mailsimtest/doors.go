package mailsimtest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/internal/selfcert"
	"github.com/mailsim/mailsim/smtpd"
)

// loopback is the host of every address: smtp.PlainAuth works with it in clear,
// and the certificate names it.
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

// memoryPorts are the ports of listeners in memory.
var memoryPorts = [numDoors]int{1025, 1465, 1143, 1993, 8025}

// doors are the servers of one universe. A listener starts at first need.
type doors struct {
	u    *mailsim.Universe
	conf *config
	key  string

	mu        sync.Mutex
	listeners [numDoors]net.Listener
	closed    bool
	smtp      *smtpd.Server
	imap      *imapd.Server
	api       func() *httpapi.Handler
	asked     atomic.Bool // the API has had a request
	http      *http.Server
	client    *http.Client
	running   sync.WaitGroup // what serves a listener or an HTTP connection
	temp      string         // a directory for the certificate
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
		return nil, net.ErrClosed
	}
	l, err := d.listen(which)
	if err != nil {
		return nil, err
	}
	d.listeners[which] = l
	serve := d.serve(which)
	d.running.Go(func() { _ = serve(l) })
	return l.Addr().(*net.TCPAddr), nil
}

func (d *doors) listen(which door) (net.Listener, error) {
	if d.conf.inMemory {
		return newPipeListener(memoryPorts[which], d.conf.bubble), nil
	}
	if which == httpDoor && *flagServe != "" {
		if l, err := net.Listen("tcp", *flagServe); err == nil {
			return l, nil
		}
	}
	return net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}) // no name to look up
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
func (d *doors) adminKey() string {
	if d.key == "" {
		d.key, _, _ = d.u.CreateKey(context.Background(), "mailsimtest", mailsim.RoleAdmin)
	}
	return d.key
}

// startAll starts every listener and tells the universe where, so that what the
// API says of them is whole from its first answer on.
func (d *doors) startAll() error {
	plain := "none"
	if d.conf.startTLS {
		plain = "starttls"
	}
	names := [numDoors][2]string{smtpDoor: {"SMTP", plain}, smtpsDoor: {"SMTPS", "tls"}, imapDoor: {"IMAP", "starttls"}, imapsDoor: {"IMAPS", "tls"}}
	for which := range numDoors {
		a, err := d.address(which)
		if err != nil {
			return err
		}
		if which != httpDoor {
			d.u.Announce(mailsim.Service{Name: names[which][0], Address: loopback, Port: a.Port, Security: names[which][1]})
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
func (d *doors) close() {
	d.mu.Lock()
	d.closed = true
	client, temp := d.client, d.temp
	d.mu.Unlock()
	if client != nil {
		client.CloseIdleConnections()
	}
	if d.http != nil {
		ctx, cancel := context.WithTimeout(context.Background(), defaultTimeout)
		defer cancel()
		if d.asked.Load() {
			_ = d.api().Shutdown(ctx) // ends streams and waits
		}
		_ = d.http.Close()
	}
	if d.smtp != nil {
		_ = d.smtp.Close()
	}
	if d.imap != nil {
		_ = d.imap.Close()
	}
	d.running.Wait()
	if temp != "" {
		os.RemoveAll(temp)
	}
}

// dial reaches a door by its address, in memory too.
func (d *doors) dial(ctx context.Context, network, address string) (net.Conn, error) {
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

// httpClient knows the key and the certificate, and dials in memory too.
func (d *doors) httpClient() *http.Client {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.client == nil {
		d.client = &http.Client{Transport: &keyed{key: d.adminKey(), next: &http.Transport{DialContext: d.dial}}}
	}
	return d.client
}

// keyed adds the API key to each request that has no authorization.
type keyed struct {
	key  string
	next *http.Transport
}

// RoundTrip implements http.RoundTripper.
func (k *keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Authorization") == "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+k.key)
	}
	return k.next.RoundTrip(r)
}

// CloseIdleConnections lets http.Client do so.
func (k *keyed) CloseIdleConnections() { k.next.CloseIdleConnections() }

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

func (s *Server) addr(which door) string {
	s.t.Helper()
	return net.JoinHostPort(s.Host(), strconv.Itoa(s.port(which)))
}

// Host is the host of every address: 127.0.0.1.
func (s *Server) Host() string {
	if s.doors == nil {
		return s.world.(*remote).host()
	}
	return loopback
}

// SMTPAddr is host:port of SMTP in clear. It takes mail from anyone, and logins.
func (s *Server) SMTPAddr() string { s.t.Helper(); return s.addr(smtpDoor) }

// SMTPSAddr is host:port of SMTP within TLS.
func (s *Server) SMTPSAddr() string { s.t.Helper(); return s.addr(smtpsDoor) }

// IMAPAddr is host:port of IMAP, in clear and with STARTTLS.
func (s *Server) IMAPAddr() string { s.t.Helper(); return s.addr(imapDoor) }

// IMAPSAddr is host:port of IMAP within TLS.
func (s *Server) IMAPSAddr() string { s.t.Helper(); return s.addr(imapsDoor) }

// SMTPPort is the port of SMTPAddr.
func (s *Server) SMTPPort() int { s.t.Helper(); return s.port(smtpDoor) }

// SMTPSPort is the port of SMTPSAddr.
func (s *Server) SMTPSPort() int { s.t.Helper(); return s.port(smtpsDoor) }

// IMAPPort is the port of IMAPAddr.
func (s *Server) IMAPPort() int { s.t.Helper(); return s.port(imapDoor) }

// IMAPSPort is the port of IMAPSAddr.
func (s *Server) IMAPSPort() int { s.t.Helper(); return s.port(imapsDoor) }

// URL is where the HTTP API is, without a slash at the end; paths begin /api.
func (s *Server) URL() string {
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
	s.doors.mu.Lock()
	defer s.doors.mu.Unlock()
	return s.doors.adminKey()
}

// Client is an HTTP client that carries the key and reaches servers in memory.
func (s *Server) Client() *http.Client {
	if s.doors == nil {
		return s.world.(*remote).client
	}
	return s.doors.httpClient()
}

// DialContext connects to one of the addresses, in memory or by the network. It
// has the shape that mail libraries take, such as go-mail's
// WithDialContextFunc, and http.Transport.
func (s *Server) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if s.doors == nil {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return s.doors.dial(ctx, network, address)
}

// TLS is a client's configuration that trusts the servers' certificate.
func (s *Server) TLS() *tls.Config {
	s.t.Helper()
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(s.certificate())
	return &tls.Config{RootCAs: pool, ServerName: s.Host(), MinVersion: tls.VersionTLS12}
}

// CertFile writes the servers' certificate to a PEM file that lasts as long as
// the server, for programs that take one, as in SSL_CERT_FILE.
func (s *Server) CertFile() string {
	s.t.Helper()
	if s.doors == nil {
		s.fatalf("CertFile: %v", errNotRemote)
	}
	cert := s.certificate()
	d := s.doors
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.temp == "" {
		dir, err := os.MkdirTemp("", "mailsim")
		s.must("CertFile", err)
		d.temp = dir
		s.must("CertFile", os.WriteFile(filepath.Join(dir, "cert.pem"), cert, 0o600))
	}
	return filepath.Join(d.temp, "cert.pem")
}

// certificate returns the servers' certificate as PEM.
func (s *Server) certificate() []byte {
	s.t.Helper()
	if s.doors == nil {
		return s.world.(*remote).certificate()
	}
	c, err := selfcert.For(s.Universe.Domain())
	s.must("certificate", err)
	return pemOf(c.Certificate[0])
}
