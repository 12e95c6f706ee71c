package httpapi

import (
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Role is what a caller may do.
type Role = string

// The roles, each including the one before (spec 5).
const (
	RoleViewer Role = "viewer"
	RoleMember Role = "member"
	RoleAdmin  Role = "admin"
)

// Key is an API key of a single universe.
type Key struct {
	Secret string // at least 16 characters
	Name   string
	Role   Role
}

// rank orders the roles; "" is below all.
var rank = map[Role]int{RoleViewer: 1, RoleMember: 2, RoleAdmin: 3}

// caller is who asks, of which universe, with which role.
type caller struct {
	u      *mailsim.Universe
	role   Role
	bucket string // names the caller to the rate limit
	cookie bool   // signed in by session cookie
	me     func() any
}

// credentials are what a request shows.
type credentials struct{ key, session, universe string }

// gate finds out who asks.
type gate interface {
	// admit returns the caller. Errors: ErrUnauthorized, ErrForbidden.
	admit(r *http.Request, c credentials) (*caller, error)
}

// sessionCookie carries the session of a signed-in person.
const sessionCookie = "mailsim_session"

// universeHeader chooses the universe of a signed-in person.
const universeHeader = "X-Service-Universe"

// credentialsOf reads what a request shows. The header Authorization counts
// before the query's token, as queries end up in logs.
func credentialsOf(r *http.Request) (c credentials, err error) {
	query, err := queryOf(r)
	if err != nil {
		return c, err
	}
	c.universe = r.Header.Get(universeHeader)
	if c.universe == "" {
		c.universe = query.Get("universe")
	}
	if header := r.Header.Get("Authorization"); header != "" {
		scheme, key, _ := strings.Cut(header, " ")
		if key = strings.TrimSpace(key); !strings.EqualFold(scheme, "Bearer") || key == "" {
			return c, errorf(mailsim.ErrUnauthorized, "send the key as Authorization: Bearer <key>")
		}
		c.key = key
	} else if c.key = query.Get("token"); c.key == "" {
		if cookie, err := r.Cookie(sessionCookie); err == nil {
			c.session = cookie.Value
		}
	}
	return c, nil
}

// admit lets a request through to a row, or says why not.
func (h *Handler) admit(c *call, row *Route) error {
	if err := h.cross.Check(c.r); err != nil {
		return errorf(mailsim.ErrForbidden, "a page of another origin may not do this")
	}
	if row.Role == "" {
		return nil
	}
	shown, err := credentialsOf(c.r)
	if err == nil {
		c.who, err = h.gate.admit(c.r, shown)
	}
	if err != nil {
		if wait, ok := h.limits.take("from " + h.remote(c.r)); !ok {
			return tooMany(c.w, wait)
		}
		return err
	}
	if wait, ok := h.limits.take(c.who.bucket); !ok {
		return tooMany(c.w, wait)
	}
	if rank[c.who.role] < rank[row.Role] {
		return errorf(mailsim.ErrForbidden, "your role (%s) cannot do this", c.who.role)
	}
	if c.who.cookie && row.changes() && c.r.Header.Get(universeHeader) == "" {
		return errorf(mailsim.ErrForbidden, "a change by a signed-in person needs the header %s", universeHeader)
	}
	c.u = c.who.u
	if row.Feature != "" {
		return c.u.NeedFeature(row.Feature)
	}
	return nil
}

// universeGate guards a single universe.
type universeGate struct {
	h    *Options
	u    *mailsim.Universe
	keys map[[sha256.Size]byte]Key
}

func newGate(host mailsim.Host, o Options) gate {
	u, ok := host.(*mailsim.Universe)
	if !ok {
		panic("httpapi: no cells yet")
	}
	g := &universeGate{h: &o, u: u, keys: map[[sha256.Size]byte]Key{}}
	for _, k := range o.Keys {
		g.keys[sha256.Sum256([]byte(k.Secret))] = k
	}
	return g
}

func (g *universeGate) admit(r *http.Request, c credentials) (*caller, error) {
	who := &caller{u: g.u}
	if k, known := g.keys[sha256.Sum256([]byte(c.key))]; known && c.key != "" {
		who.role, who.bucket = k.Role, "key "+k.Name
		prefix := k.Secret[:min(8, len(k.Secret)/3)]
		who.me = func() any {
			return map[string]any{"kind": "key", "key": map[string]string{"prefix": prefix, "name": k.Name, "universe": g.u.ID(), "role": k.Role}, "universes": []any{}}
		}
	} else if c.key == "" && g.h.Anonymous != "" && localHost(r, g.h) {
		who.role, who.bucket = g.h.Anonymous, "anonymous"
		who.me = func() any { return map[string]any{"kind": "anonymous", "universes": []any{}} }
	} else if c.key == "" {
		return nil, errorf(mailsim.ErrUnauthorized, "a key is needed: send it as Authorization: Bearer <key>")
	} else {
		return nil, errorf(mailsim.ErrUnauthorized, "the key is not valid")
	}
	if c.universe != "" && c.universe != g.u.ID() {
		return nil, errorf(mailsim.ErrForbidden, "the key belongs to another universe")
	}
	return who, nil
}

// localHost reports whether a request names a Host that no foreign page can
// resolve to this server: a browser led here by another name is kept out.
func localHost(r *http.Request, o *Options) bool {
	host := hostName(r.Host)
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return strings.EqualFold(host, "localhost") || strings.EqualFold(host, hostName(baseHost(o.BaseURL)))
}

func baseHost(base string) string {
	_, rest, _ := strings.Cut(base, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
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

// tooMany is the answer to who asks too often.
func tooMany(w http.ResponseWriter, wait time.Duration) error {
	setRetryAfter(w, wait)
	return errorf(mailsim.ErrTooMany, "too many requests: try again in %s", wait.Round(time.Millisecond))
}
