package httpapi

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/mailsim/mailsim"
)

// Callers without a key. What keeps the pages of others out of a handler that
// asks for none are two checks: of Host, so that no name that someone else gives
// this server's address is served (DNS rebinding), and of where the page is from.

// letIn returns the caller that a request without a valid key is, or refused.
func (h *Handler) letIn(c *call, s shown, refused error) (mailsim.Caller, error) {
	open, ok := h.host.(interface {
		Anonymous(mailsim.Role) mailsim.Caller
	})
	if !ok || h.opts.Anonymous == "" {
		return nil, refused
	}
	if h.opts.Basic != nil {
		if err := h.checkBasic(c, s, refused); err != nil {
			return nil, err
		}
	} else if !h.ownName(c.r) {
		return nil, errorf(mailsim.ErrUnauthorized, "send a key: without one this is served as localhost, by IP address, by names without a dot and by names that were set, not as %q", cutTo(c.r.Host, maxNamed))
	}
	if h.foreign(c.r) {
		return nil, errForeign
	}
	guest := open.Anonymous(h.opts.Anonymous)
	if id := guest.Universe().ID(); s.Universe != "" && s.Universe != id {
		return nil, errorf(mailsim.ErrForbidden, "only the universe %s is open without a key", id)
	}
	return guest, nil
}

// maxNamed bounds what an error repeats of a Host.
const maxNamed = 100

// checkBasic lets who knows the user and password of Options.Basic pass. An
// address that was wrong too often waits before another guess is looked at.
func (h *Handler) checkBasic(c *call, s shown, refused error) error {
	if !s.basic {
		return refused
	}
	by := "basic " + h.remote(c.r)
	if wait, ok := h.signIns.left(by); !ok {
		return tooMany(c.w, wait)
	}
	if h.opts.Basic(s.user, s.Key) {
		return nil
	}
	h.signIns.take(by)
	return errorf(mailsim.ErrUnauthorized, "wrong user or password")
}

// ownName reports whether a request names a Host that no foreign page can make
// a browser resolve to this server: names without a dot are given by networks of
// one's own alone.
func (h *Handler) ownName(r *http.Request) bool {
	host := strings.ToLower(hostName(r.Host))
	if host == "" {
		return false
	}
	_, err := netip.ParseAddr(host)
	return err == nil || h.names[host] || !strings.ContainsAny(host, ".:")
}

var errForeign = errorf(mailsim.ErrForbidden, "a page of another origin may not do this")

// foreign reports whether a page of another origin made the request, but for
// links that are followed. Browsers say so by Sec-Fetch-Site to this machine and
// over TLS, else by Origin.
func (h *Handler) foreign(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin != "" && h.origins[origin] {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "":
		u, err := url.Parse(origin)
		return origin != "" && (err != nil || !strings.EqualFold(u.Host, r.Host))
	}
	read := r.Method == http.MethodGet || r.Method == http.MethodHead
	return !read || r.Header.Get("Sec-Fetch-Mode") != "navigate"
}
