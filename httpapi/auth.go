package httpapi

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// sessionCookie carries the session of a signed-in person.
const sessionCookie = "mailsim_session"

// cookieName is that of the session's cookie: over TLS one that browsers take from
// this host alone, over TLS alone (RFC 6265bis section 4.1.3.2).
func (h *Handler) cookieName(r *http.Request) string {
	if h.secure(r) {
		return "__Host-" + sessionCookie
	}
	return sessionCookie
}

// universeHeader chooses the universe of a signed-in person.
const universeHeader = "X-Service-Universe"

// shown is what a request shows of who asks.
type shown struct {
	mailsim.Credentials
	basic bool   // Key is the password of HTTP Basic
	user  string // of HTTP Basic

	sessions []string // of cookies, the one that counts first
}

// credentialsOf reads what a request shows. The header Authorization counts
// before the query's token, as queries end up in logs. The password of HTTP Basic
// may be a key, whoever the user is said to be.
func (h *Handler) credentialsOf(r *http.Request, query url.Values, universe string) (c shown, err error) {
	c.Remote, c.Universe = h.remote(r), universe
	if c.user, c.Key, c.basic = r.BasicAuth(); c.basic {
		return c, nil
	}
	if header := r.Header.Get("Authorization"); header != "" {
		scheme, key, _ := strings.Cut(header, " ")
		if c.Key = strings.TrimSpace(key); !strings.EqualFold(scheme, "Bearer") || c.Key == "" {
			return c, errorf(mailsim.ErrUnauthorized, "send the key as Authorization: Bearer <key>")
		}
	} else if c.Key = query.Get("token"); c.Key == "" {
		c.sessions = h.sessionsOf(r, c.Universe)
	}
	return c, nil
}

// admit lets a request through to a row, or says why not.
func (h *Handler) admit(c *call, row *Route) error {
	if err := h.cross.Check(c.r); err != nil {
		return errorf(mailsim.ErrForbidden, "a page of another origin may not do this")
	}
	if row.Path == keySessionPath || row.Role == "" && !row.changes() { // a key is as good there as in a header
		if wait, ok := h.limits.take(c.remoteBucket()); !ok {
			return tooMany(c.w, wait)
		}
		return nil
	}
	if row.Role == "" { // before anything of it is read
		if wait, ok := h.signIns.take(c.remoteBucket()); !ok {
			return tooMany(c.w, wait)
		}
		return nil
	}
	byCookie, err := h.identify(c)
	c.by = c.remoteBucket()
	if err == nil && c.who.Kind() != mailsim.CallerAnonymous {
		c.by = c.who.ID()
	}
	if wait, ok := h.limits.take(c.by); !ok {
		return tooMany(c.w, wait)
	}
	switch {
	case err != nil:
		return err
	case row.anywhere:
		return nil
	case c.u == nil:
		return invalidf("name a universe in the header %s: see /api/universes", universeHeader)
	case !c.who.Role().Allows(row.Role):
		return c.tooLow(row.Role)
	case row.keyed && c.who.Kind() == mailsim.CallerAnonymous && !c.who.Role().Allows(mailsim.RoleAdmin):
		return errorf(mailsim.ErrForbidden, "this needs a key with the role %s: without a key you have the role %s, which does not count here", row.Role, c.who.Role())
	case byCookie && row.changes() && c.r.Header.Get(universeHeader) == "":
		return errorf(mailsim.ErrForbidden, "a change by a signed-in person needs the header %s", universeHeader)
	case row.Feature != "":
		return c.u.NeedFeature(row.Feature)
	}
	return nil
}

// identify finds out who asks, and of which universe.
func (h *Handler) identify(c *call) (byCookie bool, err error) {
	query, err := queryOf(c.r)
	if err != nil {
		return false, err
	}
	universe := cmp.Or(c.r.Header.Get(universeHeader), query.Get("universe"))
	if who, err := h.signedIn(c.r, universe); who != nil || err != nil {
		if err == nil {
			c.who, c.u = who, who.Universe()
		}
		return false, err
	}
	shown, err := h.credentialsOf(c.r, query, universe)
	if err != nil {
		return false, err
	}
	who, err := h.authenticate(c, &shown)
	if err != nil && (shown.Key == "" || shown.basic) {
		who, err = h.letIn(c, shown, err)
		shown.Session = ""
	}
	if err != nil {
		return false, err
	}
	c.who, c.u = who, who.Universe()
	return shown.Session != "", nil
}

// authenticate finds out who asks by a key, else by the first session that is one.
func (h *Handler) authenticate(c *call, s *shown) (who mailsim.Caller, err error) {
	if len(s.sessions) == 0 {
		return h.host.Authenticate(c.ctx(), s.Credentials)
	}
	var first error
	for _, s.Session = range s.sessions {
		if who, err = h.host.Authenticate(c.ctx(), s.Credentials); err == nil {
			return who, nil
		}
		first = cmp.Or(first, err)
	}
	return nil, first
}

// hostName strips the port and the brackets of a Host.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

// remote returns the IP address that a request comes from: that of the client
// where a trusted proxy names it.
func (h *Handler) remote(r *http.Request) string {
	addr := hostName(r.RemoteAddr)
	if !h.trusted(addr) {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop := strings.TrimSpace(hops[i])
		if _, err := netip.ParseAddr(hop); err != nil {
			break
		}
		if addr = hop; !h.trusted(hop) {
			break
		}
	}
	return addr
}

// trusted reports whether an address is that of a proxy to believe.
func (h *Handler) trusted(addr string) bool {
	if len(h.opts.TrustProxy) == 0 {
		return false
	}
	ip, err := netip.ParseAddr(addr)
	if err != nil {
		return false
	}
	for _, p := range h.opts.TrustProxy {
		if p.Contains(ip.Unmap()) {
			return true
		}
	}
	return false
}

// secure reports whether the client speaks TLS, to us or to a trusted proxy.
func (h *Handler) secure(r *http.Request) bool {
	return r.TLS != nil || h.trusted(hostName(r.RemoteAddr)) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// remoteBucket names where a request comes from, to the rate limit.
func (c *call) remoteBucket() string { return "from " + c.h.remote(c.r) }

// tooMany is the answer to who asks too often.
func tooMany(w http.ResponseWriter, wait time.Duration) error {
	setRetryAfter(w, wait)
	return errorf(mailsim.ErrTooMany, "too many requests: try again in %s", wait.Round(time.Millisecond))
}

// tooLow refuses a caller whose role is below the one that a request needs. Who sent no
// key is told that one helps.
func (c *call) tooLow(least mailsim.Role) error {
	text := fmt.Sprintf("your role (%s) cannot do this", c.who.Role())
	if c.who.Kind() == mailsim.CallerAnonymous {
		text += fmt.Sprintf(": it is that of requests without a key; send a key with the role %s", least)
	}
	return errorf(mailsim.ErrForbidden, "%s", text)
}
