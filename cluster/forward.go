package cluster

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"time"

	"github.com/mailsim/mailsim"
)

// everywhere are all addresses: only processes of the cluster reach the inner listener.
var everywhere = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}

// hop marks what one process passed on to another, which passes nothing on.
const hop = "X-Mailsim-Hop"

// transport carries HTTP to other processes.
func (n *Node) transport() *http.Transport {
	return &http.Transport{
		DialTLSContext:  func(ctx context.Context, _, address string) (net.Conn, error) { return n.dial(ctx, address, protoHTTP) },
		TLSNextProto:    map[string]func(string, *tls.Conn) http.RoundTripper{}, // HTTP/1.1
		IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 64,
	}
}

// Forward passes a request on to the process that serves its universe, and streams the answer
// back. Use it as httpapi.Options.Elsewhere.
func (n *Node) Forward(w http.ResponseWriter, r *http.Request, at *mailsim.Elsewhere) {
	address := n.addressOf(at.Owner)
	if address == "" || r.Header.Get(hop) != "" {
		moving(w)
		return
	}
	n.count.forwarded.Add(1)
	n.inner.proxy(address).ServeHTTP(w, r)
}

// moving says that a universe has no owner that is known.
func moving(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(`{"error":"the universe is moving to another server: try again"}` + "\n"))
}

func (in *inner) proxy(address string) *httputil.ReverseProxy {
	target := &url.URL{Scheme: "https", Host: address}
	return &httputil.ReverseProxy{
		Transport:     in.http,
		FlushInterval: -1, // streams and waits go on at once
		ErrorLog:      slog.NewLogLogger(in.n.log.Handler(), slog.LevelWarn),
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(target)
			p.Out.Host = p.In.Host
			for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Proto", "X-Request-Id"} {
				if v := p.In.Header.Values(name); len(v) > 0 {
					p.Out.Header[name] = v
				}
			}
			p.SetXForwarded()
			p.Out.Header.Set(hop, in.n.opts.Name)
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil {
				in.n.log.Warn("a request could not be passed on", "to", address, "error", err)
			}
			moving(w)
		},
	}
}
