package httpapi

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/mailsim/mailsim"
)

// Guarded is a handler for [Options.Mount] with the checks of the API: requests need a key
// or HTTP Basic, or neither where [Options.Anonymous] allows that, and must not come from
// pages of other origins. [GuestOf] returns the caller.
type Guarded struct {
	// Handler answers the requests that are let in.
	Handler http.Handler
	// Role returns the lowest role that a request needs. If it returns "", the
	// request needs no key and may have any Host. A nil Role asks every
	// request for the member role.
	Role func(*http.Request) mailsim.Role
	// Refuse answers the requests that are not let in. status is mostly 401, 403 or 429; the
	// header already has WWW-Authenticate (401) or Retry-After (429). If Refuse is nil, the
	// API's own answer is sent.
	Refuse func(w http.ResponseWriter, r *http.Request, status int, err error)
}

// ServeHTTP answers 500: give a Guarded to Options.Mount, which checks the caller, and do not
// serve it yourself.
func (g *Guarded) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "a Guarded is for httpapi.Options.Mount", http.StatusInternalServerError)
}

// Guest is who makes a request to a [Guarded] handler.
type Guest struct {
	// Caller is who makes the request, with the universe and the role. It is nil if the request
	// needed no key.
	Caller mailsim.Caller
	// User is the user name given by HTTP Basic, "" if none.
	User string
	// Remote is the IP address that the request comes from.
	Remote string
	// Closing is done when the server begins to stop; streams and waits should end then.
	Closing context.Context
}

type guestKey struct{}

// GuestOf returns the Guest of the request that ctx belongs to, or nil outside of
// a [Guarded] handler.
func GuestOf(ctx context.Context) *Guest {
	g, _ := ctx.Value(guestKey{}).(*Guest)
	return g
}

// guard is a mounted handler behind the checks of the API.
func (h *Handler) guard(g *Guarded) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &call{h: h, w: w, r: r}
		if err := h.admitGuest(c, g); err != nil {
			status, _ := statusOf(err)
			if g.Refuse == nil {
				h.fail(w, r, err)
				return
			}
			if status == http.StatusUnauthorized {
				h.challenge(w)
			}
			g.Refuse(w, r, status, err)
			return
		}
		user, _, _ := r.BasicAuth()
		guest := &Guest{Caller: c.who, User: user, Remote: h.remote(r), Closing: h.closing}
		g.Handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), guestKey{}, guest)))
	}
}

// admitGuest is admit for a mounted handler. From this machine it may be asked as
// often as anyone likes: what is mounted are APIs whose clients poll.
func (h *Handler) admitGuest(c *call, g *Guarded) error {
	if h.foreign(c.r) {
		return errForeign
	}
	least := mailsim.RoleMember
	if g.Role != nil {
		least = g.Role(c.r)
	}
	if least == nobody {
		return nil
	}
	_, err := h.identify(c)
	if !h.fromHere(c.r) {
		by := c.remoteBucket()
		if err == nil && c.who.Kind() != mailsim.CallerAnonymous {
			by = c.who.ID()
		}
		if wait, ok := h.limits.take(by); !ok {
			return tooMany(c.w, wait)
		}
	}
	switch {
	case err != nil:
		return err
	case c.u == nil:
		return invalidf("name a universe in the header %s: see /api/universes", universeHeader)
	case !c.who.Role().Allows(least):
		return c.tooLow(least)
	}
	return nil
}

// fromHere reports whether a request comes from this machine.
func (h *Handler) fromHere(r *http.Request) bool {
	ip, err := netip.ParseAddr(h.remote(r))
	return err == nil && ip.Unmap().IsLoopback()
}
