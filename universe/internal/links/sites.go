package links

import (
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Sites are where hosts lead. They belong to the running universe, not to its
// state: a fork and a saved universe have none.
type Sites struct {
	mu     sync.Mutex
	sites  linkwalk.Sites
	Names  map[string]any // the sites by host, exported for tests
	walker *linkwalk.Walker

	// More has the pages of the simulation's own, for URLs that lead to no site: the
	// handler of a URL, nil for none. It is set once, when the universe is made.
	More func(*url.URL) http.Handler
}

// SetSite lets people's links to a host reach a handler in this process, at the
// simulated instant of the click. The host is exact, host:port, or *.domain for
// every name below it; nil removes it. The link policy still applies. The
// request's context tells who visits: see VisitOf. ErrInvalid for a host that is none
// of these forms: then nothing has changed.
func (u *Part) SetSite(host string, h http.Handler) error {
	if h == nil {
		u.RemoveSite(host)
		return nil
	}
	if err := u.AddSite(host, linkwalk.Site{Handler: h}); err != nil {
		return fail.Invalidf("%s", siteError(err))
	}
	return nil
}

// siteError names the site, once.
func siteError(err error) string {
	if text := err.Error(); strings.HasPrefix(text, "site") {
		return text
	}
	return "site: " + err.Error()
}

// SetSiteURL is SetSite for a server at a base URL, such as http://127.0.0.1:3000; the
// request keeps the public host. ErrInvalid when one of them is wrong; "" removes the
// site.
func (u *Part) SetSiteURL(host, base string) error {
	if base == "" {
		u.RemoveSite(host)
		return nil
	}
	if err := u.AddSite(host, linkwalk.Site{Base: base}); err != nil {
		return fail.Invalidf("%s", siteError(err))
	}
	return nil
}

// IsSite tells whether a URL leads to a site of this universe.
func (u *Part) IsSite(url string) bool { return u.Sites.Current().Has(url) }

// SiteTransport answers requests to the sites of this universe, as they are at each
// request, and hands all others to next; with a nil next no other host exists.
func (u *Part) SiteTransport(next http.RoundTripper) http.RoundTripper { return siteTransport{u, next} }

type siteTransport struct {
	u    *Part
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (s siteTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	return s.u.Sites.Current().Transport(s.next).RoundTrip(r)
}

// AddSite lets people's links to a host reach a site.
func (u *Part) AddSite(host string, s linkwalk.Site) error {
	t := &u.Sites
	t.mu.Lock()
	defer t.mu.Unlock()
	next, err := t.sites.With(host, s)
	if err != nil {
		return err
	}
	t.sites = next
	if t.Names == nil {
		t.Names = map[string]any{}
	}
	t.Names[host] = s
	return nil
}

// RemoveSite takes a site away, where there is one.
func (u *Part) RemoveSite(host string) {
	t := &u.Sites
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.Names, host)
	t.sites = linkwalk.Sites{}
	for h, s := range t.Names {
		t.sites, _ = t.sites.With(h, s.(linkwalk.Site))
	}
}

// Current are the sites as they are now; they never change.
func (t *Sites) Current() linkwalk.Sites {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sites.Else(t.More)
}

// walk returns the walker, made at first need.
func (u *Part) walk() *linkwalk.Walker {
	t := &u.Sites
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.walker == nil {
		t.walker = &linkwalk.Walker{Network: u.Opts.Network, Now: u.Wall.Now}
	}
	return t.walker
}
