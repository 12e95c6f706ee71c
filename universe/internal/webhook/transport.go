package webhook

import (
	"net/http"
	"net/netip"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// transport sends to sites in the process, else to the network.
type transport struct{ h *Runner }

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	return t.h.u.attemptFaulty(r, t.send)
}

func (t transport) send(r *http.Request) (*http.Response, error) {
	next := http.RoundTripper(directTransport)
	u := t.h.u
	if t.h.guarded() {
		next = linkwalk.Transport(nil)
		return next.RoundTrip(r)
	}
	if u.Opts.HooksOnClock && !u.Opts.Network {
		next = localTransport{}
	}
	return u.links.Sites.Current().Transport(next).RoundTrip(r.WithContext(u.EffectContext(r.Context())))
}

// directTransport keeps no connections, so that none outlives its request.
var directTransport = &http.Transport{DisableKeepAlives: true, Proxy: nil}

// localTransport reaches this machine alone, and looks no other host up.
type localTransport struct{}

func (localTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	host := strings.ToLower(strings.TrimSuffix(r.URL.Hostname(), "."))
	ip, _ := netip.ParseAddr(host)
	if host != "localhost" && !ip.IsLoopback() {
		return nil, fail.Errorf(mailsim.ErrForbidden, "%s is neither a site nor on loopback, and the network is not allowed (Options.Network)", r.URL.Host)
	}
	return directTransport.RoundTrip(r)
}
