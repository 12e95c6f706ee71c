package mailsimtest

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
)

// Site makes people's links to a host reach the application: an http.Handler, a
// func(http.ResponseWriter, *http.Request), or the URL of a server such as that of an
// httptest.Server. The host is a name, host:port, *.domain, or a URL, which stands for its host
// and port (https://shop.test/ for shop.test:443); webhooks to it arrive there too.
// mailsim.VisitOf tells a handler who is visiting. Requests may run at the same time, as in any
// server; those of webhooks do. People sometimes look up a sender that they do not know and open
// the root of the site; [mailsim.LinkPolicy].SenderCheck of 0 ends that. A nil app removes the site. Any other host or app fails the
// test.
func (s *Server) Site(host string, app any) {
	s.t.Helper()
	if err := s.setSite(host, app); err != nil {
		s.fatalf("site %s: %v", host, err)
	}
}

func (s *Server) setSite(host string, app any) error {
	if s.Universe == nil {
		return errNotRemote
	}
	h, err := handlerOf(app)
	if err != nil {
		return err
	}
	if h != nil {
		h = s.pages.record(h)
	}
	return s.Universe.SetSite(host, h)
}

// proxy leads to a server by its URL. The request keeps the public host.
func proxy(base string) (http.Handler, error) {
	target, err := url.Parse(base)
	if err != nil || target.Host == "" {
		return nil, fmt.Errorf("%q is not a URL", base)
	}
	return &httputil.ReverseProxy{
		Transport: &http.Transport{DisableKeepAlives: true}, // no connection outlives its request
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host
		},
	}, nil
}

// Recipients sets who exists behind addresses never seen before.
func (s *Server) Recipients(r mailsim.Recipients) {
	s.t.Helper()
	_, err := s.world.SetRecipients(context.Background(), r)
	s.must("recipients", err)
}

// Faults replaces the fault rules; if only a Scenario is given, its preset is loaded.
func (s *Server) Faults(f mailsim.Faults) {
	s.t.Helper()
	_, err := s.world.SetFaults(context.Background(), f)
	s.must("faults", err)
}

// World sets the company and the streams of mail that reach it.
func (s *Server) World(w mailsim.World) {
	s.t.Helper()
	_, err := s.world.SetWorld(context.Background(), w)
	s.must("world", err)
}

// Webhook adds a webhook for events of these types; a name ending in * is a prefix, and
// none means all. Its target is a [Server.Site] or a server on loopback; hosts on the
// network are refused unless [With] sets mailsim.Options.Network. A host under .test is
// accepted, since it may become a site later. Deliveries may run at the same time, so the
// target needs a lock for what it counts, and they may arrive in another order than that of
// their events: sort them by [mailsim.Event.ID]. It fails on an unknown event name (see
// [mailsim.EventTypes]).
func (s *Server) Webhook(target, secret string, events ...mailsim.EventType) {
	s.t.Helper()
	if err := s.reachable(target); err != nil {
		s.fatalf("webhook %s: %v", target, err)
		return
	}
	list := append(s.world.Webhooks(), mailsim.Webhook{Name: target, URL: target, Secret: secret, Events: events})
	_, err := s.world.SetWebhooks(context.Background(), list)
	s.must("webhook "+target, err)
}

// reachable is an error for a URL of the network, which a test must not look up.
func (s *Server) reachable(target string) error {
	u, err := url.Parse(target)
	if s.Universe == nil || s.conf.options.Network || err != nil || s.Universe.IsSite(target) {
		return nil // or SetWebhooks says what is wrong
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsLoopback() || host == "" {
		return nil
	}
	for _, nobodys := range []string{"localhost", "test", "invalid"} { // RFC 6761
		if host == nobodys || strings.HasSuffix(host, "."+nobodys) {
			return nil
		}
	}
	return fmt.Errorf("a test reaches sites and loopback alone: call sim.Site(%q, handler) before, or allow the network by mailsimtest.With(func(o *mailsim.Options) { o.Network = true })", u.Hostname())
}

// pages remembers what people were shown.
type pages struct {
	mu   sync.Mutex
	last map[string]*shown // by person
}

// shown is one answer of a site.
type shown struct {
	status int
	header http.Header
	body   bytes.Buffer
}

// maxPage bounds how much of a page is kept.
const maxPage = 1 << 20

// record notes what a site answers to each person.
func (p *pages) record(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, ok := mailsim.VisitOf(r.Context())
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		note := &noting{ResponseWriter: w, seen: &shown{status: http.StatusOK}}
		next.ServeHTTP(note, r)
		note.seen.header = w.Header().Clone()
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.last == nil {
			p.last = map[string]*shown{}
		}
		p.last[who.PersonaID] = note.seen
	})
}

// take returns and forgets the last page that a person was shown.
func (p *pages) take(personaID string) *shown {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := p.last[personaID]
	delete(p.last, personaID)
	return seen
}

// noting keeps a copy of an answer.
type noting struct {
	http.ResponseWriter
	seen  *shown
	wrote bool
}

// Unwrap lets http.ResponseController reach the server's writer.
func (n *noting) Unwrap() http.ResponseWriter { return n.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (n *noting) WriteHeader(status int) {
	if !n.wrote && status >= 200 {
		n.seen.status, n.wrote = status, true
	}
	n.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (n *noting) Write(b []byte) (int, error) {
	n.wrote = true
	if room := maxPage - n.seen.body.Len(); room > 0 {
		n.seen.body.Write(b[:min(room, len(b))])
	}
	return n.ResponseWriter.Write(b)
}

// splitAddress reads "Name <address>", or an address alone.
func splitAddress(text string) (name, address string) {
	open := strings.LastIndexByte(text, '<')
	if open < 0 {
		return "", strings.TrimSpace(text)
	}
	return strings.Trim(strings.TrimSpace(text[:open]), `"`), strings.TrimSuffix(strings.TrimSpace(text[open+1:]), ">")
}
