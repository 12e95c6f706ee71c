package httpapi

import (
	"net/http"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Admission is what a server with a sign-in of its own says about a caller: see
// [Options.Authenticate].
type Admission struct {
	// Role is what the caller may do. If it is "", the keys, sessions and Options.Anonymous
	// decide.
	Role mailsim.Role
	// User names the person: rate limits count per email address; GET /api/me shows address and
	// name.
	User mailsim.User
	// Universe is the id of the universe that the caller may open. A cell needs it; in a
	// handler of a single universe, "" is that universe.
	Universe string
}

// admitted is the caller of an admission.
type admitted struct {
	mailsim.Caller // without a key, in the universe
	user           mailsim.User
}

func (a admitted) Kind() mailsim.CallerKind { return mailsim.CallerPerson }
func (a admitted) ID() string               { return "person " + strings.ToLower(a.user.Email) }
func (a admitted) Me() mailsim.Me {
	me := a.Caller.Me()
	me.Kind, me.User, me.Orgs = a.Kind(), &a.user, []mailsim.Membership{}
	return me
}
func (a admitted) Session() (token string, expires time.Time, err error) {
	return "", time.Time{}, errorf(mailsim.ErrForbidden, "sessions are made for keys")
}

// signedIn returns whom the server's own sign-in lets in; nil when it leaves that to
// keys and sessions.
func (h *Handler) signedIn(r *http.Request, asked string) (mailsim.Caller, error) {
	if h.opts.Authenticate == nil {
		return nil, nil
	}
	a, err := h.opts.Authenticate(r)
	switch {
	case err != nil:
		return nil, err
	case a.Role == "":
		return nil, nil
	case !a.Role.Allows(mailsim.RoleViewer):
		return nil, errorf(mailsim.ErrInternal, "Options.Authenticate: there is no role %q", a.Role)
	case h.foreign(r):
		return nil, errForeign
	}
	u, err := h.universeOf(a.Universe)
	if err != nil {
		return nil, err
	}
	if asked != "" && asked != u.ID() {
		return nil, errorf(mailsim.ErrForbidden, "you cannot open this universe")
	}
	return admitted{u.Anonymous(a.Role), a.User}, nil
}

// universeOf is the universe of an id among those that are served.
func (h *Handler) universeOf(id string) (*mailsim.Universe, error) {
	switch host := h.host.(type) {
	case *mailsim.Universe:
		if id == "" || id == host.ID() {
			return host, nil
		}
	case interface {
		Universe(id string) (*mailsim.Universe, error)
	}:
		if u, err := host.Universe(id); err == nil {
			return u, nil
		}
	}
	return nil, errorf(mailsim.ErrForbidden, "you cannot open this universe")
}
