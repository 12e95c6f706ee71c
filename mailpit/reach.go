package mailpit

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/linkwalk"
)

// blockedError says that an address must not be reached.
type blockedError struct{}

func (*blockedError) Error() string { return blockedMessage }

// links is the transport of whatever opens links of mails: the universe's sites, and as
// far as the options let it the network; never ports of mail, and no host that the
// universe's policy of links keeps out.
func (h *Handler) links() http.RoundTripper {
	h.transport.Do(func() {
		var next http.RoundTripper = noNetwork{}
		if h.opts.Network || h.opts.Internal {
			next = newTransport(h.opts.Network, h.opts.Internal)
		}
		h.client = allowed{h.u, h.u.SiteTransport(next)}
	})
	return h.client
}

// allowed opens what the policy of the universe does not keep out.
type allowed struct {
	u    *mailsim.Universe
	next http.RoundTripper
}

func (a allowed) RoundTrip(r *http.Request) (*http.Response, error) {
	p := a.u.Links().Policy
	if err := (linkwalk.Policy{Allow: p.Allow, Deny: p.Deny}).Refuses(r.URL.String()); err != nil {
		return nil, &blockedError{}
	}
	return a.next.RoundTrip(r)
}

// noNetwork reaches nothing. Private addresses are refused as those.
type noNetwork struct{}

func (noNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	name := r.URL.Hostname()
	if a, err := netip.ParseAddr(name); err == nil {
		if _, bad := linkwalk.Forbidden(a); bad {
			return nil, &blockedError{}
		}
	}
	if strings.EqualFold(name, "localhost") {
		return nil, &blockedError{}
	}
	return nil, errors.New("the network is switched off")
}

// newTransport dials the addresses that are allowed: each is judged as it is dialled, so
// that no name leads elsewhere.
func newTransport(public, internal bool) http.RoundTripper {
	d := &net.Dialer{Timeout: linkWait}
	d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return &blockedError{}
		}
		if _, bad := linkwalk.Forbidden(at.Addr()); bad && !internal || !bad && !public {
			return &blockedError{}
		}
		return nil
	}
	return &http.Transport{DialContext: d.DialContext, MaxResponseHeaderBytes: 64 << 10, IdleConnTimeout: 5 * time.Second, DisableKeepAlives: true}
}
