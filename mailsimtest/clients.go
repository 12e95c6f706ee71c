package mailsimtest

// How a test, or the application in it, reaches the servers.

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/smtp"
	"os"
	"path/filepath"

	"github.com/mailsim/mailsim/internal/selfcert"
)

// Client is an HTTP client that carries the key and reaches servers in memory. It reaches
// sites too, without the key, as [mailsim.Universe.SiteTransport] does: an application that
// uses it can unsubscribe from the World's newsletters.
func (s *Server) Client() *http.Client {
	if s.doors == nil {
		return s.world.(*remote).client
	}
	s.t.Helper()
	client, err := s.doors.httpClient()
	s.must("client", err)
	return client
}

// DialContext connects to one of the server's addresses (SMTPAddr, IMAPAddr and
// so on), in memory or over the network. Its signature is the one that mail
// libraries expect, as in go-mail's WithDialContextFunc, and that of
// http.Transport.DialContext.
func (s *Server) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if s.doors == nil {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return s.doors.dial(ctx, network, address)
}

// SendMail is smtp.SendMail, with the same signature, but dials with [Server.DialContext] and
// trusts the servers' certificate. So it also works with servers in memory and with STARTTLS.
func (s *Server) SendMail(addr string, a smtp.Auth, from string, to []string, msg []byte) error {
	conn, err := s.DialContext(context.Background(), "tcp", addr)
	if err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, s.Host())
	if err != nil {
		conn.Close()
		return err
	}
	defer c.Close()
	if ok, _ := c.Extension("STARTTLS"); ok {
		if err := c.StartTLS(s.TLS()); err != nil {
			return err
		}
	}
	if a != nil {
		if err := c.Auth(a); err != nil {
			return err
		}
	}
	if err := c.Mail(from); err != nil {
		return err
	}
	for _, address := range to {
		if err := c.Rcpt(address); err != nil {
			return err
		}
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(msg); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}

// TLS is a client's configuration that trusts the servers' certificate.
func (s *Server) TLS() *tls.Config {
	s.t.Helper()
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(s.certificate())
	return &tls.Config{RootCAs: pool, ServerName: s.Host(), MinVersion: tls.VersionTLS12}
}

// CertFile writes the servers' certificate to a PEM file and returns its path, for programs
// that read one, for example from the path in SSL_CERT_FILE. The file is removed when the
// server closes.
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

// httpClient knows the key and the certificate, and dials in memory too.
func (d *doors) httpClient() (*http.Client, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.client == nil {
		key, err := d.adminKey()
		if err != nil {
			return nil, err
		}
		k := &keyed{key: key, next: &http.Transport{DialContext: d.dial}, sites: d.toSites}
		k.open, k.end = context.WithCancel(context.Background())
		d.client, d.endRequests = &http.Client{Transport: k}, k.end
	}
	return d.client, nil
}

// toSites is how a request gets to a site, nil for one that is for no site.
func (d *doors) toSites(r *http.Request) http.RoundTripper {
	if a, err := d.address(httpDoor); err == nil && a.String() == r.URL.Host || !d.u.IsSite(r.URL.String()) {
		return nil
	}
	return d.u.SiteTransport(nil)
}

// keyed adds the API key to each request that has no authorization.
type keyed struct {
	key   string
	next  *http.Transport
	sites func(*http.Request) http.RoundTripper // nil for none; what it answers, if anything, makes a request without the key

	open context.Context // nil for never; its end ends what is still being read, which a bubble would wait for
	end  context.CancelFunc
}

// RoundTrip implements http.RoundTripper.
func (k *keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	if k.sites != nil {
		if to := k.sites(r); to != nil {
			return to.RoundTrip(r)
		}
	}
	ctx, done := r.Context(), func() {}
	if k.open != nil {
		limited, cancel := context.WithCancel(ctx)
		stop := context.AfterFunc(k.open, cancel)
		ctx, done = limited, func() { stop(); cancel() }
	}
	r = r.Clone(ctx)
	if k.key != "" && r.Header.Get("Authorization") == "" {
		r.Header.Set("Authorization", "Bearer "+k.key)
	}
	res, err := k.next.RoundTrip(r)
	if err != nil {
		done()
		return nil, err
	}
	res.Body = &body{res.Body, done}
	return res, nil
}

// body is that of a response, which ends its request when it is closed.
type body struct {
	io.ReadCloser
	done func()
}

// Close implements io.Closer.
func (b *body) Close() error {
	defer b.done()
	return b.ReadCloser.Close()
}

// CloseIdleConnections lets http.Client do so.
func (k *keyed) CloseIdleConnections() { k.next.CloseIdleConnections() }
