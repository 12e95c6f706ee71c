package mailsimd

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/pop3d"
	"github.com/mailsim/mailsim/smtpd"
)

// server is all that runs.
type server struct {
	opts    *options
	log     *slog.Logger // of the program itself
	traffic *slog.Logger // of what it serves
	tls     *tls.Config  // nil: self-signed
	host    *host
	addrs   map[string]net.Addr // by flag
	api     *httpapi.Handler
	web     [2]*http.Server // of http and https
	doors   *http.Server    // of providers
	smtp    *smtpd.Server
	imap    *imapd.Server
	pop3    *pop3d.Server
	failed  chan error
}

func newServer(ctx context.Context, o *options, stderr io.Writer) (*server, error) {
	log := newLogger(stderr, slog.LevelInfo)
	traffic := newLogger(stderr, slog.LevelWarn)
	if o.verbose {
		traffic = log
	}
	conf, err := o.tlsConfig()
	if err != nil {
		return nil, err
	}
	h, err := newHost(ctx, o, traffic)
	if err != nil {
		return nil, err
	}
	s := &server{opts: o, log: log, traffic: traffic, tls: conf, host: h, addrs: map[string]net.Addr{}, failed: make(chan error, len(o.listeners()))}
	s.smtp = smtpd.New(h.mail(), smtpd.Options{TLS: conf, NoSTARTTLS: o.plainAlone(), RequireAuth: o.smtpAuth, AnyLogin: o.anyLogin, MaxBytes: int64(o.maxSize), MaxClients: o.maxClients, MaxPerAddress: o.maxOfAddress, TrustProxy: o.trustProxy, Logger: traffic})
	s.imap = imapd.New(h.mail(), imapd.Options{
		TLS: conf, NoSTARTTLS: o.plainAlone(), MaxBytes: int64(o.maxSize), MaxClients: cmp.Or(o.maxClients, math.MaxInt), MaxPerAddress: o.maxOfAddress, TrustProxy: o.trustProxy, Logger: traffic,
	})
	s.pop3 = pop3d.New(h.mail(), pop3d.Options{TLS: conf, NoSTLS: o.plainAlone(), MaxClients: cmp.Or(o.maxClients, math.MaxInt), MaxPerAddress: o.maxOfAddress, TrustProxy: o.trustProxy, Logger: traffic})
	return s, nil
}

func newLogger(w io.Writer, least slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: least}))
}

// start binds every address, then serves them, and returns when all accept.
func (s *server) start() error {
	bound := map[string]*servingListener{}
	for _, l := range s.opts.listeners() {
		if *l.addr == "" {
			continue
		}
		nl, err := net.Listen("tcp", *l.addr)
		if err != nil {
			for _, b := range bound {
				b.Close()
			}
			return bindError(l.flag, *l.addr, err)
		}
		s.addrs[l.flag] = nl.Addr()
		bound[l.flag] = &servingListener{Listener: nl, serving: make(chan struct{})}
	}
	s.serveHTTP(bound["http"], bound["https"])
	s.serveProviders(bound["provider"])
	for flag, serve := range map[string]func(net.Listener) error{
		"smtp": s.smtp.Serve, "smtps": s.smtp.ServeTLS, "imap": s.imap.Serve, "imaps": s.imap.ServeTLS, "pop3": s.pop3.Serve, "pop3s": s.pop3.ServeTLS,
	} {
		s.serve(flag, bound[flag], serve)
	}
	for _, l := range bound {
		select {
		case <-l.serving:
		case err := <-s.failed:
			return err
		}
	}
	return nil
}

// bindError says what to do about an address that cannot be served.
func bindError(flag, addr string, err error) error {
	switch host, _, _ := net.SplitHostPort(addr); {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("-%s: %s is in use: end who uses it, or choose another port, such as -%s %s for any free one", flag, addr, flag, net.JoinHostPort(host, "0"))
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("-%s: %s may not be served by this user: choose a port above 1023", flag, addr)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("-%s: %s is not an address of this machine", flag, addr)
	}
	return fmt.Errorf("-%s: %w", flag, err)
}

// serveHTTP makes the API. Its links name the address that clients reach.
func (s *server) serveHTTP(plain, secure *servingListener) {
	o := s.opts
	s.api = s.newAPI(httpapi.Options{
		Anonymous: mailsim.Role(o.open), Hosts: o.hosts, Basic: o.users.knows(),
		BaseURL: cmp.Or(s.base("http"), s.base("https")), MaxBody: int64(o.maxSize) * 3 / 2, MaxMail: int64(o.maxSize), Rate: o.rate, NoLimit: o.rate == 0, ReadOnlyTools: o.readOnlyTools,
		MaxStreams: o.maxClients, MaxStreamsPerAddress: o.maxOfAddress, TrustProxy: o.trustProxy,
		Metrics: o.metrics, Sessions: map[string]func() int{"smtp": s.smtp.Sessions, "imap": s.imap.Sessions, "pop3": s.pop3.Sessions}, Logger: s.traffic,
		Mount: s.mounts(o.newCompat().mounted()),
	})
	// A server each: HTTP/2 is set up by the first listener of a server.
	for i := range s.web {
		s.web[i] = &http.Server{
			Handler: below(o.webroot, o.compatPaths(s.api)), TLSConfig: s.tls, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
			MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
		}
	}
	s.serve("http", plain, s.web[0].Serve)
	s.serve("https", secure, func(l net.Listener) error { return s.web[1].ServeTLS(l, "", "") })
}

func (s *server) serve(flag string, l *servingListener, serve func(net.Listener) error) {
	if l == nil {
		return
	}
	go func() {
		err := serve(l)
		if !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, smtpd.ErrServerClosed) && !errors.Is(err, imapd.ErrServerClosed) && !errors.Is(err, pop3d.ErrServerClosed) {
			s.failed <- fmt.Errorf("-%s: %w", flag, err)
		}
	}()
}

// servingListener tells when its server has come to accept.
type servingListener struct {
	net.Listener
	once    sync.Once
	serving chan struct{}
}

func (l *servingListener) Accept() (net.Conn, error) {
	l.once.Do(func() { close(l.serving) })
	return l.Listener.Accept()
}

// readyFile is what -ready writes: a URL for http and https, else host:port, ""
// when off.
type readyFile struct {
	HTTP     string `json:"http"`
	HTTPS    string `json:"https,omitempty"`
	SMTP     string `json:"smtp"`
	SMTPS    string `json:"smtps"`
	IMAP     string `json:"imap"`
	IMAPS    string `json:"imaps"`
	POP3     string `json:"pop3,omitempty"`
	POP3S    string `json:"pop3s,omitempty"`
	Provider string `json:"provider,omitempty"`
	Key      string `json:"key"`
	Universe string `json:"universe"`
}

// reach is how this machine reaches a listener, "" when it is off.
func (s *server) reach(flag string) string {
	a, ok := s.addrs[flag].(*net.TCPAddr)
	switch {
	case !ok:
		return ""
	case a.IP.IsUnspecified():
		return net.JoinHostPort("127.0.0.1", fmt.Sprint(a.Port))
	}
	return a.String()
}

// url is where the API is reached by http or https, "" when that is off.
func (s *server) url(scheme string) string {
	if at := s.reach(scheme); at != "" {
		return scheme + "://" + at
	}
	return ""
}

// base is url with the path below which the API is.
func (s *server) base(scheme string) string {
	if at := s.url(scheme); at != "" {
		return at + s.opts.webroot
	}
	return ""
}

// page is the address to open in a browser, which signs it in: the key is in the
// fragment, which no browser sends.
func (s *server) page() string {
	if at := cmp.Or(s.base("http"), s.base("https")); at != "" {
		return at + "/#key=" + url.QueryEscape(s.host.key)
	}
	return ""
}

// reference is where the API is described.
func (s *server) reference() string {
	if at := cmp.Or(s.base("http"), s.base("https")); at != "" {
		return at + "/docs"
	}
	return ""
}

// announce prints where everything is, and writes the ready file last.
func (s *server) announce(stdout io.Writer) error {
	r := readyFile{s.base("http"), s.base("https"), s.reach("smtp"), s.reach("smtps"), s.reach("imap"), s.reach("imaps"), s.reach("pop3"), s.reach("pop3s"), s.providerURL(), s.host.key, s.host.universe}
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"http", r.HTTP}, {"https", r.HTTPS}, {"smtp", r.SMTP}, {"smtps", r.SMTPS}, {"imap", r.IMAP}, {"imaps", r.IMAPS}, {"pop3", r.POP3}, {"pop3s", r.POP3S}, {"provider", r.Provider}, {"key", r.Key}, {"universe", r.Universe},
		{"login", s.host.login}, {"password", s.host.password}, {"page", s.page()}, {"reference", s.reference()},
	} {
		if row[1] != "" {
			fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	s.tellAccess()
	if s.opts.ready == "" {
		return nil
	}
	return writeReady(s.opts.ready, r)
}

// writeReady writes the file whole, readable by its owner: it holds a key.
func writeReady(file string, r readyFile) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".mailsimd-*") // mode 0600
	if err != nil {
		return fmt.Errorf("-ready: %w", err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(append(text, '\n'))
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("-ready: %w", err)
	}
	return nil
}

// reload reads the file again; what is wrong with it leaves all as it was.
func (s *server) reload(ctx context.Context) {
	if s.opts.config == "" {
		s.log.Warn("there is no file to read again")
		return
	}
	c, err := readConfig(s.opts.config)
	if err == nil {
		err = s.host.reload(ctx, c)
	}
	if err != nil {
		s.log.Error("the file was not taken over", "error", err)
		return
	}
	s.log.Info("the file was read again", "file", s.opts.config)
}

// drain ends the run. What there is is written first: whoever stops the process
// may not wait for long. Meanwhile nobody new is let in, and what is under way may
// end; then the webhooks that are due are delivered. Each has its own time, and
// what goes on beyond it is cut. What came meanwhile is written at the end.
func (s *server) drain() error {
	var all sync.WaitGroup
	ctx, cancel := context.WithTimeout(context.Background(), s.opts.drainDoors)
	defer cancel()
	for _, shut := range []func(context.Context) error{s.web[0].Shutdown, s.web[1].Shutdown, s.doors.Shutdown, s.api.Shutdown, s.smtp.Shutdown, s.imap.Shutdown, s.pop3.Shutdown} {
		all.Go(func() {
			if err := shut(ctx); err != nil {
				s.log.Warn("cut what did not end in time", "error", err)
			}
		})
	}
	written, err := s.host.keep(s.opts.save)
	if err != nil {
		s.log.Error("not saved yet", "error", err)
	}
	all.Wait()
	s.cut()
	s.settle()
	return s.host.finish(s.opts.save, written)
}

// settle delivers the webhooks that are due, for as long as they may take.
func (s *server) settle() {
	ctx, cancel := context.WithTimeout(context.Background(), s.opts.drainWebhooks)
	defer cancel()
	err := s.host.settle(ctx)
	if n := s.host.outbox().Pending; n > 0 {
		s.log.Warn("some webhooks were not delivered", "deliveries", n, "error", err)
	} else if err != nil {
		s.log.Warn("what was due did not end in time", "error", err)
	}
}

// cut ends everything at once.
func (s *server) cut() {
	for _, web := range []*http.Server{s.web[0], s.web[1], s.doors} {
		if web != nil {
			web.Close()
		}
	}
	s.smtp.Close()
	s.imap.Close()
	s.pop3.Close()
}
