package linkwalk

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Site is where links to a host lead: to a handler in this process, or to the
// server at a base URL. Exactly one of the two is set.
type Site struct {
	Handler http.Handler
	// Base is scheme and host of a server, like "http://127.0.0.1:3000". The
	// request keeps the public name in its Host header. A certificate is not
	// checked: who grants the address vouches for it.
	Base string
}

// Sites maps hosts to sites. The zero value has none. It is a value: With
// leaves the receiver as it is, so that readers need no lock.
type Sites struct {
	byKey map[string]grant
	more  func(*url.URL) http.Handler
}

// grant is a site with its base parsed.
type grant struct {
	handler http.Handler
	base    *url.URL
}

// With returns the sites and one more, which replaces that of the same name.
// The name is a host, which means all its ports; host:port; or *.domain, which
// means every name below the domain. A URL stands for its host:port, so that
// the address of a test server can be given as it is.
func (s Sites) With(name string, site Site) (Sites, error) {
	key, err := siteKey(name)
	if err != nil {
		return s, err
	}
	g, err := newGrant(site)
	if err != nil {
		return s, fmt.Errorf("site %q: %w", name, err)
	}
	next := maps.Clone(s.byKey)
	if next == nil {
		next = map[string]grant{}
	}
	next[key] = g
	return Sites{next, s.more}, nil
}

// Else returns the sites and, for a URL that leads to none of them, the handler that
// more names; nil is none. It is asked with a canonical host, outside any lock of the
// caller's, and must be safe for concurrent use.
func (s Sites) Else(more func(*url.URL) http.Handler) Sites { return Sites{s.byKey, more} }

// Has tells whether a URL leads to one of the sites.
func (s Sites) Has(rawURL string) bool {
	t, err := parseTarget(rawURL)
	return err == nil && s.find(t).granted()
}

// Len returns the number of sites.
func (s Sites) Len() int { return len(s.byKey) }

func (g grant) granted() bool { return g.handler != nil || g.base != nil }

func newGrant(site Site) (grant, error) {
	if (site.Handler == nil) == (site.Base == "") {
		return grant{}, errors.New("give either a handler or a base URL")
	}
	if site.Handler != nil {
		return grant{handler: site.Handler}, nil
	}
	base, err := url.Parse(site.Base)
	if err != nil {
		return grant{}, errors.New("the base is not a URL")
	}
	plain := base.User == nil && base.RawQuery == "" && base.Fragment == "" && strings.Trim(base.Path, "/") == ""
	if base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" || !plain {
		return grant{}, fmt.Errorf("the base %q is not of the form http://host:port", base.Redacted())
	}
	return grant{base: base}, nil
}

// siteKey returns "host", "host:port" or "*.domain" in canonical spelling.
func siteKey(name string) (string, error) {
	if strings.Contains(name, "://") {
		t, err := parseTarget(name)
		if err != nil {
			return "", fmt.Errorf("site %q: %w", name, err)
		}
		return portKey(t), nil
	}
	// A second colon and no bracket make a bare IPv6 address.
	if host, port, err := net.SplitHostPort(name); err == nil {
		t, err := newTarget(&url.URL{Scheme: "http", Host: hostPort(host, port)})
		if err != nil {
			return "", fmt.Errorf("site %q: %w", name, err)
		}
		return portKey(t), nil
	}
	host, below, err := parsePattern(name)
	if err != nil {
		return "", fmt.Errorf("site: %w", err)
	}
	if below {
		return "*." + host, nil
	}
	return host, nil
}

func portKey(t target) string { return net.JoinHostPort(t.host, strconv.Itoa(int(t.port))) }

// find returns the most exact grant, the zero value if there is none:
// host:port, then host, then the longest domain, then what Else gave.
func (s Sites) find(t target) grant {
	if g, ok := s.byKey[portKey(t)]; ok {
		return g
	}
	if g, ok := s.byKey[t.host]; ok {
		return g
	}
	_, parent, below := strings.Cut(t.host, ".")
	for below && !t.addr.IsValid() {
		if g, ok := s.byKey["*."+parent]; ok {
			return g
		}
		_, parent, below = strings.Cut(parent, ".")
	}
	if s.more != nil {
		return grant{handler: s.more(t.url)}
	}
	return grant{}
}

// Transport returns a round tripper that answers requests to a site from that
// site and hands all others to next; with a nil next no other host exists. Answers of handlers are cut at 1 MiB. It
// keeps no connections, so there is nothing to close.
func (s Sites) Transport(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = offline{}
	}
	return siteTransport{s, next}
}

type siteTransport struct {
	sites Sites
	next  http.RoundTripper
}

func (s siteTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	// A user name has gone into the Authorization header, if anywhere.
	u := *req.URL
	u.User = nil
	t, err := newTarget(&u)
	if err == nil {
		if g := s.sites.find(t); g.granted() {
			return g.roundTrip(req)
		}
	}
	return s.next.RoundTrip(req)
}

// roundTrip sends the request to where the grant leads.
func (g grant) roundTrip(req *http.Request) (*http.Response, error) {
	if g.handler != nil {
		return serve(g.handler, req)
	}
	out := req.Clone(req.Context())
	if out.Host == "" {
		out.Host = req.URL.Host
	}
	out.URL.Scheme, out.URL.Host = g.base.Scheme, g.base.Host
	return siteClient(req.URL.Hostname()).RoundTrip(out)
}
