package httpapi

import (
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// asked is a request as a browser or a program makes it.
type asked struct {
	method, path, host, from string
	header                   map[string]string
	user, password           string
}

func (a asked) of(h http.Handler, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequest(cmp.Or(a.method, get), "http://"+cmp.Or(a.host, "localhost:8025")+a.path, body)
	r.RemoteAddr = cmp.Or(a.from, "127.0.0.1:4000")
	for name, value := range a.header {
		r.Header.Set(name, value)
	}
	if a.user != "" {
		r.SetBasicAuth(a.user, a.password)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// outsiders are pages of others and what their browsers say of them.
var outsiders = map[string]asked{
	"DNS rebinding":                {host: "evil.test:8025", header: map[string]string{"Origin": "http://evil.test:8025", "Sec-Fetch-Site": "same-origin"}},
	"DNS rebinding, older browser": {host: "evil.test:8025"},
	"a name of a name service":     {host: "127.0.0.1.nip.test:8025"},
	"a name that ends in a dot":    {host: "localhost."},
	"no name":                      {host: "", header: map[string]string{"no": "host"}},
	"a foreign form":               {method: post, header: map[string]string{"Origin": "http://evil.test", "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}},
	"a foreign form, no Sec-Fetch": {method: post, host: "mailsim:8025", header: map[string]string{"Origin": "http://evil.test", "Content-Type": "text/plain"}},
	"a sandboxed frame":            {method: post, header: map[string]string{"Origin": "null"}},
	"a foreign fetch":              {header: map[string]string{"Origin": "http://evil.test", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}},
	"a foreign websocket":          {header: map[string]string{"Origin": "http://evil.test", "Upgrade": "websocket", "Connection": "Upgrade"}},
	"a foreign picture":            {header: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}},
	"another port of this machine": {method: del, header: map[string]string{"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site"}},
	"a foreign preflight":          {method: http.MethodOptions, header: map[string]string{"Origin": "http://evil.test", "Access-Control-Request-Method": "DELETE"}},
}

// insiders may come in without a key.
var insiders = map[string]asked{
	"curl":                   {},
	"another port":           {host: "127.0.0.1:18025"},
	"IPv6":                   {host: "[::1]:8025"},
	"a service of a network": {host: "mailpit:8025", from: "172.18.0.4:1234"},
	"a name that was set":    {host: "Mail.dev.test:8025"},
	"our own page":           {method: post, header: map[string]string{"Origin": "http://localhost:8025", "Sec-Fetch-Site": "same-origin"}},
	"our own, no Sec-Fetch":  {method: post, host: "mailpit:8025", header: map[string]string{"Origin": "http://mailpit:8025"}},
	"a page that was set":    {method: post, header: map[string]string{"Origin": "https://app.test", "Sec-Fetch-Site": "cross-site"}},
	"a link":                 {header: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}},
	"the address bar":        {header: map[string]string{"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}},
	"any Basic":              {user: "admin", password: "admin"},
}

// echo is a mounted handler that says who asks.
func echo(t *testing.T) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g := GuestOf(r.Context())
		if assert.NotNil(t, g) && g.Caller != nil {
			_, _ = io.WriteString(w, string(g.Caller.Kind())+" "+string(g.Caller.Role())+" "+g.User)
		}
	})
}

func openWorld(t *testing.T, o Options) *world {
	o.Mount = map[string]http.Handler{
		"/api/v1/":  &Guarded{Handler: echo(t)},
		"/api/v9/":  &Guarded{Handler: echo(t), Role: func(*http.Request) mailsim.Role { return admin }, Refuse: refuseInText},
		"/freely/":  &Guarded{Handler: echo(t), Role: func(*http.Request) mailsim.Role { return nobody }},
		"/unowned/": echo(t),
	}
	return newWorldWith(t, mailsim.Options{}, o)
}

func refuseInText(w http.ResponseWriter, _ *http.Request, status int, err error) {
	http.Error(w, "refused: "+err.Error(), status)
}

// Pages of others reach neither the API nor what is mounted, and what they send
// changes nothing.
func TestOpenKeepsPagesOut(t *testing.T) {
	t.Parallel()
	w := openWorld(t, Options{Anonymous: member, NoLimit: true, Hosts: []string{"mail.dev.test"}, Origins: []string{"https://app.test"}})
	before := universeState(w)
	paths := map[string]string{get: "/api/status", post: "/api/clock/advance", del: "/api/personas/p_1", http.MethodOptions: "/api/status"}
	for name, a := range outsiders {
		for _, path := range []string{"/api/v1/messages", paths[cmp.Or(a.method, get)]} {
			a.path = path
			got := a.of(noHost(w.h, a), nil)
			assert.Contains(t, []int{unauthorized, forbidden, http.StatusMethodNotAllowed}, got.Code, "%s: %s: %s", name, path, got.Body)
			assert.Empty(t, got.Header().Get("Access-Control-Allow-Origin"), name)
		}
	}
	assert.Equal(t, before, universeState(w))
	for name, a := range insiders {
		a.path = "/api/v1/messages"
		got := a.of(w.h, nil)
		assert.Equal(t, http.StatusOK, got.Code, "%s: %s", name, got.Body)
		assert.Equal(t, "anonymous member "+a.user, got.Body.String(), name)
		if a.method != post {
			a.path = "/api/status"
			assert.Equal(t, http.StatusOK, a.of(w.h, nil).Code, name)
		}
	}
}

// noHost takes the Host off where the case has none.
func noHost(h http.Handler, a asked) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.header["no"] == "host" {
			r.Host = ""
		}
		h.ServeHTTP(w, r)
	})
}

func TestGuardedNeedsAKey(t *testing.T) {
	t.Parallel()
	w := openWorld(t, Options{NoLimit: true})
	for path, text := range map[string]string{"/api/v1/x": `{"error":`, "/api/v9/x": "refused: "} {
		got := asked{path: path}.of(w.h, nil)
		assert.Equal(t, unauthorized, got.Code)
		assert.Contains(t, got.Body.String(), text)
		assert.Equal(t, []string{"Bearer"}, got.Header().Values("WWW-Authenticate"))
	}
	key := func(role mailsim.Role) map[string]string {
		return map[string]string{"Authorization": "Bearer " + w.keys[role]}
	}
	assert.Equal(t, "key member ", asked{path: "/api/v1/x", header: key(member)}.of(w.h, nil).Body.String())
	assert.Equal(t, "key admin any", asked{path: "/api/v9/x", user: "any", password: w.keys[admin]}.of(w.h, nil).Body.String())
	assert.Equal(t, forbidden, asked{path: "/api/v1/x", header: key(viewer)}.of(w.h, nil).Code)
	assert.Equal(t, "refused: your role (member) cannot do this\n", asked{path: "/api/v9/x", user: "any", password: w.keys[member]}.of(w.h, nil).Body.String())
	assert.Equal(t, http.StatusOK, asked{path: "/freely/x", host: "any.name.test"}.of(w.h, nil).Code)
	assert.Equal(t, forbidden, asked{path: "/freely/x", header: map[string]string{"Origin": "http://evil.test"}}.of(w.h, nil).Code)
	assert.Equal(t, http.StatusInternalServerError, asked{path: "/"}.of(&Guarded{Handler: echo(t)}, nil).Code)
	assert.Nil(t, GuestOf(t.Context()))
}

// What an admin's key is needed for, an open API does not give.
func TestOpenIsNoAdmin(t *testing.T) {
	t.Parallel()
	w := openWorld(t, Options{Anonymous: member, NoLimit: true})
	for _, r := range Routes() {
		if r.Role == admin {
			got := asked{method: r.Method, path: "/api" + r.Path}.of(w.h, nil)
			assert.Equal(t, forbidden, got.Code, "%s %s", r.Method, r.Path)
		}
	}
	assert.Equal(t, forbidden, asked{path: "/api/keys"}.of(w.h, nil).Code, "not even how keys begin")
	got := asked{path: "/api/v9/x"}.of(w.h, nil)
	assert.Equal(t, "refused: your role (member) cannot do this: it is that of requests without a key; send a key with the role admin\n", got.Body.String())
}

func TestBasic(t *testing.T) {
	t.Parallel()
	w := openWorld(t, Options{Anonymous: member, Basic: func(user, password string) bool { return user == "kim" && password == "secret" }})
	clock := time.Unix(0, 0)
	w.h.signIns.now = func() time.Time { return clock }
	code := func(a asked) int {
		a.path = "/api/status"
		return a.of(w.h, nil).Code
	}
	// Whoever knows the password may use any name of the server.
	assert.Equal(t, http.StatusOK, code(asked{user: "kim", password: "secret", host: "mail.example.com"}))
	assert.Equal(t, forbidden, code(asked{user: "kim", password: "secret", header: map[string]string{"Origin": "http://evil.test"}}))
	none := asked{path: "/api/v1/x"}.of(w.h, nil)
	assert.Equal(t, unauthorized, none.Code)
	assert.Equal(t, []string{"Bearer", `Basic realm="Login"`}, none.Header().Values("WWW-Authenticate"))
	assert.Equal(t, http.StatusOK, code(asked{user: "any", password: w.keys[viewer]}))

	for range signInBurst {
		assert.Equal(t, unauthorized, code(asked{user: "kim", password: "guess"}))
	}
	assert.Equal(t, http.StatusTooManyRequests, code(asked{user: "kim", password: "secret"}), "right or not, a guesser learns nothing")
	assert.Equal(t, http.StatusOK, code(asked{user: "any", password: w.keys[viewer]}), "a key is no guess")
	assert.Equal(t, http.StatusOK, code(asked{user: "kim", password: "secret", from: "192.0.2.9:1"}), "another address")
	clock = clock.Add(time.Minute)
	assert.Equal(t, http.StatusOK, code(asked{user: "kim", password: "secret"}))
}

// Clients that poll what is mounted are not told to wait, but by other machines.
func TestGuardedLimit(t *testing.T) {
	t.Parallel()
	w := openWorld(t, Options{Anonymous: member, Rate: 1})
	w.h.limits.now = func() time.Time { return time.Unix(0, 0) }
	for range 50 {
		require.Equal(t, http.StatusOK, asked{path: "/api/v1/x"}.of(w.h, nil).Code)
	}
	codes := map[int]int{}
	for range 8 {
		codes[asked{path: "/api/v1/x", from: "192.0.2.1:5"}.of(w.h, nil).Code]++
	}
	assert.Equal(t, map[int]int{http.StatusOK: burstFactor, http.StatusTooManyRequests: 3}, codes)
}

// The Date of /livez is that of the universe, as clients of Mailpit expect.
func TestLive(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{Start: time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC), Frozen: true}, Options{})
	got := asked{path: "/livez", host: "any.name.test"}.of(w.h, nil)
	assert.Equal(t, http.StatusOK, got.Code)
	assert.Equal(t, "Wed, 01 May 2030 12:00:00 GMT", got.Header().Get("Date"))
}
