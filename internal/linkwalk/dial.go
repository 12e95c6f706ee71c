package linkwalk

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

const (
	dialTimeout    = 5 * time.Second
	maxHeaderBytes = 64 << 10
)

// newTransport returns HTTP/1.1 without proxy, compression and kept
// connections: each request has a connection of its own, and no goroutine
// stays when its body is closed.
func newTransport(dial func(ctx context.Context, network, addr string) (net.Conn, error), conf *tls.Config) *http.Transport {
	return &http.Transport{
		DialContext:            dial,
		TLSClientConfig:        conf,
		TLSHandshakeTimeout:    dialTimeout,
		TLSNextProto:           map[string]func(string, *tls.Conn) http.RoundTripper{},
		DisableKeepAlives:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
}

// siteClient reaches the base of a granted site.
func siteClient(serverName string) http.RoundTripper {
	d := &net.Dialer{Timeout: dialTimeout, KeepAlive: -1}
	return discreet{newTransport(d.DialContext, &tls.Config{ServerName: serverName, InsecureSkipVerify: true})}
}

// Transport returns a round tripper to public addresses alone: each address
// is judged when the connection is made to it, so that a name that resolves to
// a private address, or to another one the second time, leads nowhere.
// resolver may be nil.
func Transport(resolver *net.Resolver) http.RoundTripper { return guarded(resolver, admit) }

func guarded(resolver *net.Resolver, admit func(address string) error) http.RoundTripper {
	d := &net.Dialer{
		Timeout: dialTimeout, KeepAlive: -1, Resolver: resolver,
		Control: func(_, address string, _ syscall.RawConn) error { return admit(address) },
	}
	return discreet{newTransport(d.DialContext, nil)}
}

// errNotPublic does not say which address a name has within.
var errNotPublic = errors.New("refused: the host has no public address")

// discreet says nothing of addresses in its errors: neither those that names
// resolve to, nor those of this machine and of who resolves names for it.
type discreet struct{ next http.RoundTripper }

func (d discreet) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := d.next.RoundTrip(req)
	if err != nil {
		return res, hush(err)
	}
	res.Body = discreetBody{res.Body}
	return res, nil
}

type discreetBody struct{ io.ReadCloser }

func (b discreetBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = hush(err)
	}
	return n, err
}

// hushed is an error in words without addresses.
type hushed struct {
	text string
	err  error
}

func (e *hushed) Error() string { return e.text }

func (e *hushed) Unwrap() error { return e.err }

func hush(err error) error {
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return &hushed{"no such host", err}
	case errors.As(err, &dns):
		return &hushed{"the host cannot be looked up", err}
	case errors.As(err, &op):
		inner := op.Err
		for errors.As(inner, &op) {
			inner = op.Err
		}
		return &hushed{inner.Error(), err}
	}
	return err
}

// admit judges the address that a connection is about to be made to.
func admit(address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return errNotPublic
	}
	if _, bad := Forbidden(to.Addr()); bad {
		return errNotPublic
	}
	if slices.Contains(mailPorts, to.Port()) {
		return fmt.Errorf("refused: port %d is a mail port", to.Port())
	}
	return nil
}

// offline answers as if no name existed.
type offline struct{}

func (offline) RoundTrip(req *http.Request) (*http.Response, error) {
	return nil, &net.DNSError{Err: "no such host", Name: req.URL.Hostname(), IsNotFound: true}
}
