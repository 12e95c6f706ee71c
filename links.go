package mailsim

import "net/http"

type linking interface {
	SetSite(host string, h http.Handler)
	SetSiteURL(host string, base string) error
	IsSite(url string) bool
}

// SetSite lets people's links to a host reach a handler in this process, at the
// simulated instant of the click. The host is exact, host:port, or *.domain for
// every name below it; nil removes it. The link policy still applies. The
// request's context tells who visits: see VisitOf. It panics on a host that is
// none of these forms.
func (u *Universe) SetSite(host string, h http.Handler) { u.live().SetSite(host, h) }

// SetSiteURL lets people's links to a host reach a server at a base URL, such as
// http://127.0.0.1:3000; the request keeps the public host. ErrInvalid when one
// of them is wrong.
func (u *Universe) SetSiteURL(host string, base string) error { return u.live().SetSiteURL(host, base) }

// IsSite tells whether a URL leads to a site of this universe.
func (u *Universe) IsSite(url string) bool { return u.live().IsSite(url) }
