package httpapi

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// A browser that was given a key holds a session of it in a cookie that scripts
// cannot read and that no page of another site can send. It goes to the API alone,
// and its name holds the universe's id, as cookies are the same for all ports.

// keySessionPath is where a key is exchanged for a cookie.
const keySessionPath = "/session"

type keySession struct {
	Body struct {
		Key string `json:"key"`
	} `body:"" required:"key"`
}

// openedSession is what POST /api/session answers.
type openedSession struct {
	Universe string       `json:"universe"` // "" for the server's administrator
	Role     mailsim.Role `json:"role"`
	Expires  time.Time    `json:"expires"` // real time
}

func (c *call) openKeySession(in keySession) (openedSession, error) {
	who, err := c.h.host.Authenticate(c.ctx(), mailsim.Credentials{Key: in.Body.Key, Remote: c.h.remote(c.r)})
	if err != nil {
		return openedSession{}, err
	}
	token, expires, err := who.Session()
	if err != nil {
		return openedSession{}, err
	}
	out := openedSession{Role: who.Role(), Expires: expires}
	if u := who.Universe(); u != nil && who.Kind() == mailsim.CallerKey {
		out.Universe = u.ID()
	}
	c.setKeySession(c.h.keyCookie(c.r, out.Universe), token, sessionTime)
	return out, nil
}

// closeKeySession takes the cookies of keys out of the browser.
func (c *call) closeKeySession() {
	for _, cookie := range c.r.Cookies() {
		if strings.HasPrefix(cookie.Name, c.h.keyCookie(c.r, "")) && strings.HasPrefix(cookie.Value, "key1_") {
			c.setKeySession(cookie.Name, "", -time.Second)
		}
	}
}

func (c *call) setKeySession(name, value string, life time.Duration) {
	http.SetCookie(c.w, &http.Cookie{
		Name: name, Value: value, Path: c.h.apiPath(c.r), MaxAge: int(life.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: c.h.secure(c.r),
	})
}

// keyCookie names the cookie of a universe's keys, "" of the server's.
func (h *Handler) keyCookie(r *http.Request, universe string) string {
	name := "mailsim_key_" + universe
	if h.secure(r) {
		return "__Secure-" + name
	}
	return name
}

// apiPath is the path of the API as the browser sees it.
func (h *Handler) apiPath(r *http.Request) string {
	path := r.URL.Path
	if asked, err := url.ParseRequestURI(r.RequestURI); err == nil {
		path = asked.Path
	}
	path = path[:strings.LastIndex(path, "/")+1]
	if base, err := url.Parse(h.opts.BaseURL); err == nil && base.Path != "" && !strings.HasPrefix(path, base.Path+"/") {
		path = base.Path + path
	}
	return path
}

// maxKeySessions is how many cookies of keys a request to a cell is tried with.
const maxKeySessions = 4

// sessionsOf lists the sessions that cookies of a request hold: of whoever signed in,
// then of keys, that of the universe that is asked for first.
func (h *Handler) sessionsOf(r *http.Request, universe string) (out []string) {
	if u, alone := h.host.(*mailsim.Universe); alone {
		return cookiesOf(r, h.keyCookie(r, u.ID()))
	}
	out = cookiesOf(r, h.cookieName(r), h.keyCookie(r, universe))
	for _, cookie := range r.Cookies() {
		if len(out) < maxKeySessions && strings.HasPrefix(cookie.Name, h.keyCookie(r, "")) && !slices.Contains(out, cookie.Value) {
			out = append(out, cookie.Value)
		}
	}
	return out
}

// cookiesOf lists the values of cookies that are there.
func cookiesOf(r *http.Request, names ...string) (out []string) {
	for _, name := range names {
		if cookie, err := r.Cookie(name); err == nil && cookie.Value != "" {
			out = append(out, cookie.Value)
		}
	}
	return out
}
