package cluster

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/pop3d"
	"github.com/mailsim/mailsim/smtpd"
)

// The protocols of the inner listener, which the two sides agree on in the handshake.
const (
	protoHTTP = "http/1.1"
	protoDoor = "mailsim-door/1"
)

// inner is what the other processes of the cluster reach.
type inner struct {
	n       *Node
	l       net.Listener
	address string
	conf    *tls.Config
	conns   chan net.Conn // of HTTP
	ended   chan struct{}
	once    sync.Once
	web     *http.Server
	http    *http.Transport // to other processes
	tickets tickets

	mu   sync.Mutex
	api  http.Handler
	smtp *smtpd.Server
	imap *imapd.Server
	pop3 *pop3d.Server
}

// identity is the certificate that the secret gives. Both sides have the same key, and take
// no other.
func identity(secret string) (*tls.Config, error) {
	seed, err := hkdf.Key(sha256.New, []byte(secret), nil, "mailsim cluster identity", ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	key := ed25519.NewKeyFromSeed(seed)
	own := key.Public().(ed25519.PublicKey)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mailsim cluster"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC),
	}
	der, err := x509.CreateCertificate(nil, template, template, own, key)
	if err != nil {
		return nil, err
	}
	return &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		MinVersion:   tls.VersionTLS13, ClientAuth: tls.RequireAnyClientCert,
		InsecureSkipVerify:     true, // the key itself is compared
		SessionTicketsDisabled: true,
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) != 1 || !own.Equal(s.PeerCertificates[0].PublicKey) {
				return errors.New("not a process of this cluster")
			}
			return nil
		},
	}, nil
}

func listen(n *Node) (*inner, error) {
	conf, err := identity(n.opts.Secret)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", n.opts.Listen)
	if err != nil {
		return nil, err
	}
	in := &inner{n: n, l: l, conf: conf, conns: make(chan net.Conn), ended: make(chan struct{}), http: n.transport()}
	if in.address, err = advertised(l, n.opts.Advertise); err != nil {
		l.Close()
		return nil, err
	}
	return in, nil
}

// Serve sets the servers that answer what the other processes pass on: the API, made with
// [InnerOptions], and the mail servers. One that is nil is not served. If handlers of
// package provider pass requests on with [Node.Forward], mount such a handler in api too, at
// /provider/ (httpapi.Options.Mount), to answer them.
func (n *Node) Serve(api http.Handler, smtp *smtpd.Server, imap *imapd.Server, pop3 *pop3d.Server) {
	n.inner.mu.Lock()
	defer n.inner.mu.Unlock()
	n.inner.api, n.inner.smtp, n.inner.imap, n.inner.pop3 = api, smtp, imap, pop3
}

// InnerOptions adapts o for the API that is given to [Node.Serve]. That API trusts what the
// other processes say about the client, and passes nothing on.
func InnerOptions(o httpapi.Options) httpapi.Options {
	o.Elsewhere = nil
	o.TrustProxy = everywhere
	return o
}

func (in *inner) serve() {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+loginPath, in.login)
	mux.HandleFunc("POST "+movePath, in.move)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		in.mu.Lock()
		api := in.api
		in.mu.Unlock()
		if api == nil {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "not ready", http.StatusServiceUnavailable)
			return
		}
		api.ServeHTTP(w, fromClient(r))
	})
	in.web = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 128 << 10}
	go func() { _ = in.web.Serve(in) }()
	go in.accept()
}

// fromClient is a request with the address of the client of the process that passed it on.
func fromClient(r *http.Request) *http.Request {
	all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	ip, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1]))
	if err != nil {
		return r
	}
	out := *r
	out.RemoteAddr = netip.AddrPortFrom(ip, 0).String()
	return &out
}

// accept takes connections and tells by their protocol what they are.
func (in *inner) accept() {
	conf := in.conf.Clone()
	conf.NextProtos = []string{protoHTTP, protoDoor}
	for {
		nc, err := in.l.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(10 * time.Millisecond)
			continue
		}
		go in.welcome(tls.Server(nc, conf))
	}
}

// handshake bounds how long a connection may take to say what it wants.
const handshake = 5 * time.Second

func (in *inner) welcome(nc *tls.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), handshake)
	defer cancel()
	if err := nc.HandshakeContext(ctx); err != nil {
		nc.Close()
		return
	}
	switch nc.ConnectionState().NegotiatedProtocol {
	case protoDoor:
		in.enter(nc)
	case protoHTTP:
		select {
		case in.conns <- nc:
		case <-in.ended:
			nc.Close()
		}
	default:
		nc.Close()
	}
}

// Accept gives the server of HTTP its connections.
func (in *inner) Accept() (net.Conn, error) {
	select {
	case nc := <-in.conns:
		return nc, nil
	case <-in.ended:
		return nil, net.ErrClosed
	}
}

// Addr is where the node listens.
func (in *inner) Addr() net.Addr { return in.l.Addr() }

// Close ends Accept.
func (in *inner) Close() error {
	in.once.Do(func() { close(in.ended) })
	return nil
}

func (in *inner) close() {
	in.l.Close()
	_ = in.Close()
	if in.web != nil {
		in.web.Close()
	}
	in.http.CloseIdleConnections()
	in.tickets.clear()
}

// dial connects to another process. The connection is closed when the heartbeat of that one
// ends: what was stopped, or cut off, would keep others waiting.
func (n *Node) dial(ctx context.Context, address, proto string) (*wayConn, error) {
	conf := n.inner.conf.Clone()
	conf.NextProtos = []string{proto}
	ctx, cancel := context.WithTimeout(ctx, min(handshake, n.opts.Lease))
	defer cancel()
	c := &wayConn{n: n, address: address, giveUp: cancel}
	n.mu.Lock()
	if n.ways[address] == nil {
		n.ways[address] = map[*wayConn]struct{}{}
	}
	n.ways[address][c] = struct{}{}
	n.mu.Unlock()
	nc, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		c.forget()
		return nil, err
	}
	c.raw.Conn = nc
	secured := tls.Client(&c.raw, conf)
	if err := secured.HandshakeContext(ctx); err != nil {
		nc.Close()
		c.forget()
		return nil, err
	}
	n.mu.Lock()
	c.Conn = secured
	n.mu.Unlock()
	return c, nil
}

// wayConn is a connection to another process, or one that is being made.
type wayConn struct {
	*tls.Conn // set with n.mu held
	n         *Node
	address   string
	giveUp    context.CancelFunc // making it
	raw       rawConn
}

// rawConn notes the end of what is below TLS, which may come without TLS's own.
type rawConn struct {
	net.Conn
	ended atomic.Bool
}

func (c *rawConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if err != nil {
		c.ended.Store(true)
	}
	return n, err
}

// sessionConn is a wayConn of a session: the end of a process that was killed is an error,
// other than that of one which has hung up.
type sessionConn struct{ *wayConn }

func (c sessionConn) Read(b []byte) (int, error) {
	n, err := c.wayConn.Read(b)
	if err == io.EOF && c.raw.ended.Load() {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Close closes the connection.
func (c *wayConn) Close() error {
	c.forget()
	return c.Conn.Close()
}

func (c *wayConn) forget() {
	c.n.mu.Lock()
	defer c.n.mu.Unlock()
	delete(c.n.ways[c.address], c)
	if len(c.n.ways[c.address]) == 0 {
		delete(c.n.ways, c.address)
	}
}

// cut ends the connections to processes whose heartbeat has ended, without a farewell, which
// they may not take. Who uses them closes them. It needs n.mu.
func (n *Node) cut() {
	for address, list := range n.ways {
		if slices.ContainsFunc(n.peers, func(p peer) bool { return p.address == address }) {
			continue
		}
		for c := range list {
			c.giveUp()
			if c.Conn != nil {
				_ = c.NetConn().Close()
			}
		}
	}
}

// readConn is a connection of which something has been read ahead.
type readConn struct {
	*tls.Conn
	r *bufio.Reader
}

func (c *readConn) Read(b []byte) (int, error) { return c.r.Read(b) }

// WriteTo is not that of the connection.
func (c *readConn) WriteTo(w io.Writer) (int64, error) { return c.r.WriteTo(w) }
