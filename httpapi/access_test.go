package httpapi

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

const (
	unauthorized = http.StatusUnauthorized
	forbidden    = http.StatusForbidden
)

// universeState is all that the API shows of a universe.
func universeState(w *world) string {
	var b strings.Builder
	for _, path := range []string{"personas", "mailboxes", "jobs", "events", "accounts", "recipients", "links", "pace", "ai", "webhooks", "cases", "keys", "clock"} {
		b.Write(w.get("/api/" + path).ok().Body)
	}
	return b.String()
}

// TestRolesSuffice checks that the least role is enough for what changes.
func TestRolesSuffice(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}, "external_ids": {"crm": "1"}}`)
	w.send("app@ours.test", "anna@client.test", "Hello", "Is Tuesday fine?")
	job := w.get("/api/jobs?state=pending").list()[0]["id"].(string)
	p := "/api/personas/" + anna.ID
	for _, c := range []struct{ method, path, body string }{
		// spec: roles.member.personas
		{post, "/api/personas", `{"addresses": ["ben@client.test"]}`}, {patch, p, `{}`}, {put, p, `{}`},
		// spec: roles.member.memory
		{post, p + "/memory", `{"text": "x"}`}, {del, p + "/memory", ""}, {del, p + "/relations", ""}, {post, "/api/memory/by-external", `{"system": "crm", "id": "1", "text": "x"}`},
		// spec: roles.member.mailbox-status roles.member.messages roles.member.send
		{put, "/api/mailboxes/anna@client.test/status", `{"status": "ok"}`}, {patch, "/api/mailboxes/anna@client.test/messages/INBOX/1", `{"seen": true}`},
		{post, "/api/send", `{"from": "app@ours.test", "to": ["x@client.test"]}`}, {post, "/api/inject", `{"to": "x@client.test", "from": "y@client.test", "text": "x"}`},
		// spec: roles.member.ai roles.member.pace roles.member.jobs roles.member.clock roles.member.cases
		{put, "/api/ai", `{"mode": "off"}`}, {put, "/api/pace", `{"factor": 1}`},
		{patch, "/api/jobs/" + job, `{"due": "2026-01-05T12:00:00Z"}`}, {post, "/api/jobs/" + job + "/run", ""},
		{post, "/api/clock/advance", `{"by": "1s"}`}, {post, "/api/clock/freeze", `{}`}, {post, "/api/clock/speed", `{"factor": 1}`},
		{put, "/api/cases/c1", `{}`}, {del, "/api/cases/c1", ""}, {del, p, ""},
	} {
		got := w.as(member, c.method, c.path, c.body)
		assert.Equal(t, http.StatusOK, got.Status, "%s %s: %s", c.method, c.path, got.Body)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: d.keys.create secrets.hidden
	made := w.post("/api/keys", `{"name": "ci", "role": "member"}`).ok()
	key, prefix := made.at("key").(string), made.at("prefix").(string)
	assert.Equal(t, []any{"ci", "member"}, []any{made.at("name"), made.at("role")})
	assert.True(t, strings.HasPrefix(key, prefix) && len(prefix) <= len(key)/3)
	// spec: d.keys.list
	listed := w.get("/api/keys").ok()
	assert.NotContains(t, string(listed.Body), key)
	for _, k := range listed.list() {
		assert.Len(t, k, 3)
	}
	ask := func(change func(*http.Request)) *reply {
		r := w.request("", get, "/api/me", "")
		change(r)
		return w.do(r)
	}
	bearer := func(key string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+key) }
	}
	// spec: auth.bearer me.key me.key.prefix auth.key.one-universe
	me := ask(bearer(key)).ok()
	assert.Equal(t, "key", me.at("kind"))
	assert.Equal(t, map[string]any{"prefix": prefix, "name": "ci", "universe": w.u.ID(), "role": "member"}, me.at("key"))
	// spec: universes.entry universes.list
	entry := me.at("universes.0").(map[string]any)
	assert.Equal(t, []any{w.u.ID(), w.u.Name(), "member", "2026-01-05T09:00:00Z"}, []any{entry["id"], entry["name"], entry["role"], entry["created"]})
	assert.Contains(t, entry, "org")
	assert.Equal(t, toJSON([]any{entry}), toJSON(into[any](w.as("", get, "/api/universes?token="+key, "").ok())))
	// spec: auth.query-token auth.header-preferred
	assert.Equal(t, http.StatusOK, w.as("", get, "/api/me?token="+key, "").Status)
	w.as("", get, "/api/me?token=ms_0000000000000000", "").fails(unauthorized, "not valid")
	assert.Equal(t, http.StatusOK, w.as(viewer, get, "/api/me?token=wrong", "").Status)
	// spec: auth.invalid-401
	for _, header := range []string{"Basic " + key, key, "Bearer", "Bearer ", "Token " + key, "Bearer " + key + "x", "Bearer " + prefix} {
		got := ask(func(r *http.Request) { r.Header.Set("Authorization", header) })
		assert.Equal(t, unauthorized, got.Status, header)
		assert.Equal(t, "Bearer", got.Header.Get("WWW-Authenticate"))
		assert.NotContains(t, string(got.Body), key)
	}
	// spec: auth.key.other-universe-403
	for _, other := range []func(*http.Request){
		func(r *http.Request) { r.Header.Set(universeHeader, "u_other") },
		func(r *http.Request) { r.URL.RawQuery = "universe=u_other" },
	} {
		assert.Equal(t, forbidden, ask(func(r *http.Request) { bearer(key)(r); other(r) }).Status)
	}
	assert.Equal(t, http.StatusOK, ask(func(r *http.Request) { bearer(key)(r); r.Header.Set(universeHeader, w.u.ID()) }).Status)
	// spec: d.keys.role.invalid roles.values
	w.post("/api/keys", `{"name": "x", "role": "owner"}`).fails(bad, "role")
	w.post("/api/keys", `{"name": "x"}`).fails(bad, "role")
	// spec: d.keys.delete auth.revoked-401
	w.delete("/api/keys/" + prefix).ok()
	assert.Equal(t, unauthorized, ask(bearer(key)).Status)
	w.delete("/api/keys/"+prefix).fails(notFound, "no such key")
}

func TestAnonymous(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{Anonymous: viewer, BaseURL: "https://sim.ours.test/mail"})
	ask := func(host, query string) *reply {
		r := w.request("", get, "/api/status"+query, "")
		r.Host = host
		return w.do(r)
	}
	// spec: d.handler.anonymous
	for _, host := range []string{"localhost", "localhost:8025", "127.0.0.1:8025", "[::1]:8025", "::1", "SIM.ours.test"} {
		assert.Equal(t, http.StatusOK, ask(host, "").Status, host)
	}
	for _, host := range []string{"evil.test", "localhost.evil.test", "127.0.0.1.nip.test", ""} {
		assert.Equal(t, unauthorized, ask(host, "").Status, host)
	}
	assert.Equal(t, forbidden, ask("localhost", "?universe=u_other").Status)
	assert.Equal(t, unauthorized, ask("localhost", "?token=wrong").Status)
	r := w.request("", put, "/api/pace", `{"factor": 2}`)
	r.Host = "localhost"
	w.do(r).fails(forbidden, "your role (viewer) cannot do this")
}

// newCell is a cell of two organizations with a universe each.
func newCell(t *testing.T, o mailsim.CellOptions, ho Options) (*world, *mailsim.Cell) {
	t.Helper()
	o.HashCost = 4
	cell, err := universe.NewCell(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, cell.Close()) })
	w := &world{t, nil, New(cell, ho), map[mailsim.Role]string{}}
	for _, org := range []string{"one", "two"} {
		require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: org}))
		u, err := cell.CreateUniverse(t.Context(), org, mailsim.Options{ID: "u_" + org, HashCost: 4, Real: start, Relay: gone{}})
		require.NoError(t, err)
		w.keys[mailsim.Role(org)], _, err = u.CreateKey(t.Context(), org, admin)
		require.NoError(t, err)
	}
	return w, cell
}

func TestCell(t *testing.T) {
	t.Parallel()
	w, cell := newCell(t, mailsim.CellOptions{}, Options{NoLimit: true})
	require.NoError(t, cell.SetUser(t.Context(), "one", mailsim.OrgUser{Email: "kim@one.test", Name: "Kim", Password: "a long password", Role: member}))
	// spec: service.universe.isolation d.cell.orgs
	w.as("one", post, "/api/personas", `{"name": "Anna", "addresses": ["anna@client.test"]}`).ok()
	assert.Len(t, w.as("one", get, "/api/personas", "").list(), 1)
	assert.Empty(t, w.as("two", get, "/api/personas", "").list())
	assert.Empty(t, w.as("two", get, "/api/mailboxes", "").list())
	assert.Empty(t, w.as("two", get, "/api/events", "").at("events"))
	// spec: d.signin.wrong
	for _, body := range []string{`{"email": "kim@one.test", "password": "another password"}`, `{"email": "nobody@one.test", "password": "a long password"}`} {
		got := w.as("", post, "/api/signin", body)
		assert.Equal(t, unauthorized, got.Status)
		assert.Empty(t, got.Header.Get("Set-Cookie"))
		assert.Equal(t, string(w.as("", post, "/api/signin", `{"email": "x@one.test", "password": "x"}`).Body), string(got.Body))
	}
	// spec: d.signin
	in := w.as("", post, "/api/signin", `{"email": "Kim@one.test", "password": "a long password"}`).ok()
	cookies := (&http.Response{Header: in.Header}).Cookies()
	require.Len(t, cookies, 1)
	c := cookies[0]
	assert.True(t, c.HttpOnly)
	assert.Equal(t, http.SameSiteStrictMode, c.SameSite)
	assert.False(t, c.Secure)
	assert.Equal(t, 12*60*60, c.MaxAge)
	ask := func(method, path, body, universe string) *reply {
		r := w.request("", method, path, body)
		r.AddCookie(c)
		if universe != "" {
			r.Header.Set(universeHeader, universe)
		}
		return w.do(r)
	}
	// spec: me.person
	me := ask(get, "/api/me", "", "").ok()
	assert.Equal(t, map[string]any{"email": "kim@one.test", "name": "Kim"}, me.at("user"))
	assert.Equal(t, "one", me.at("orgs.0.name"))
	assert.Equal(t, []any{"u_one", "one", "member"}, []any{me.at("universes.0.id"), me.at("universes.0.org"), me.at("universes.0.role")})
	// spec: auth.person.universe-header auth.person.universe-query universes.list
	assert.Len(t, ask(get, "/api/personas", "", "u_one").list(), 1)
	assert.Len(t, ask(get, "/api/personas?universe=u_one", "", "").list(), 1)
	assert.Equal(t, []any{"u_one"}, ask(get, "/api/universes", "", "").column("id"))
	ask(get, "/api/personas", "", "u_two").fails(forbidden, "")
	ask(get, "/api/personas?universe=u_none", "", "").fails(forbidden, "")
	// spec: d.signin.header
	ask(put, "/api/pace?universe=u_one", `{"factor": 2}`, "").fails(forbidden, universeHeader)
	ask(put, "/api/pace", `{"factor": 2}`, "u_one").ok()
	ask(put, "/api/webhooks", `[]`, "u_one").fails(forbidden, "your role (member)")
	// a page of another site may not change anything
	cross := w.request("", put, "/api/pace", `{"factor": 3}`)
	cross.AddCookie(c)
	cross.Header.Set(universeHeader, "u_one")
	cross.Header.Set("Sec-Fetch-Site", "cross-site")
	w.do(cross).fails(forbidden, "another origin")
	// spec: auth.key.other-universe-403
	foreign := w.request("one", get, "/api/status", "")
	foreign.Header.Set(universeHeader, "u_two")
	w.do(foreign).fails(forbidden, "another universe")
	// spec: errors.403.suspended
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "one", Suspended: true}))
	w.as("one", get, "/api/status", "").fails(forbidden, "suspended")
	ask(get, "/api/status", "", "u_one").fails(forbidden, "suspended")
	w.as("two", get, "/api/status", "").ok()
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "one"}))
	// spec: d.signout
	ask(post, "/api/signout", "", "").ok()
	ask(get, "/api/me", "", "").fails(unauthorized, "")
}

func TestDemoAndPass(t *testing.T) {
	t.Parallel()
	w, cell := newCell(t, mailsim.CellOptions{Demo: "u_two", Passes: true}, Options{NoLimit: true})
	w.as("", get, "/api/status?universe=u_two", "").ok()
	w.as("", put, "/api/pace?universe=u_two", `{"factor": 2}`).fails(forbidden, "your role (viewer)")
	w.as("", get, "/api/status?universe=u_one", "").fails(unauthorized, "")
	require.NoError(t, cell.SetUser(t.Context(), "one", mailsim.OrgUser{Email: "kim@one.test", Password: "a long password", Role: admin}))
	session, err := cell.SignIn(t.Context(), "kim@one.test", "a long password", "")
	require.NoError(t, err)
	r := w.request("", post, "/api/pass", "")
	r.AddCookie(&http.Cookie{Name: sessionCookie, Value: session})
	r.Header.Set(universeHeader, "u_one")
	key := w.do(r).ok().at("key").(string)
	w.as("", put, "/api/pace?token="+key, `{"factor": 2}`).ok()
	w.as("", put, "/api/webhooks?token="+key, `[]`).fails(forbidden, "your role (member)")
	w.as("", get, "/api/status?universe=u_two&token="+key, "").fails(forbidden, "")
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{})
	at := time.Unix(1000, 0)
	w.h.limits.now = func() time.Time { return at }
	// spec: limits.rate.burst
	for range 100 {
		w.as(viewer, get, "/api/clock", "").ok()
	}
	// spec: errors.429.rate
	got := w.as(viewer, get, "/api/clock", "")
	got.fails(http.StatusTooManyRequests, "too many requests")
	assert.Equal(t, "1", got.Header.Get("Retry-After"))
	// spec: limits.rate.per-key
	w.as(admin, get, "/api/clock", "").ok()
	// spec: limits.rate
	at = at.Add(time.Second)
	for range 20 {
		w.as(viewer, get, "/api/clock", "").ok()
	}
	assert.Equal(t, http.StatusTooManyRequests, w.as(viewer, get, "/api/clock", "").Status)
	// wrong keys are counted by where they come from
	for range 100 {
		assert.Equal(t, unauthorized, w.as("", get, "/api/clock?token=wrong", "").Status)
	}
	assert.Equal(t, http.StatusTooManyRequests, w.as("", get, "/api/clock?token=wrong", "").Status)
}

func TestSignInLimit(t *testing.T) {
	t.Parallel()
	w, _ := newCell(t, mailsim.CellOptions{}, Options{})
	at := time.Unix(1000, 0)
	w.h.signIns.now = func() time.Time { return at }
	try := func(email, from string) int {
		r := w.request("", post, "/api/signin", toJSON(map[string]string{"email": email, "password": "x"}))
		r.RemoteAddr = from + ":1"
		return w.do(r).Status
	}
	// spec: errors.429.signin
	for range signInBurst {
		assert.Equal(t, unauthorized, try("kim@one.test", "192.0.2.1"))
	}
	assert.Equal(t, http.StatusTooManyRequests, try("other@one.test", "192.0.2.1"), "by address")
	assert.Equal(t, http.StatusTooManyRequests, try("KIM@one.test", "192.0.2.2"), "by account")
	assert.Equal(t, unauthorized, try("third@one.test", "192.0.2.3"))
	at = at.Add(6 * time.Second)
	assert.Equal(t, unauthorized, try("kim@one.test", "192.0.2.1"))
}

// TestLimitsForget: who asks once is not remembered for ever.
func TestLimitsForget(t *testing.T) {
	t.Parallel()
	l := newLimit(20, 100)
	at := time.Unix(1000, 0)
	l.now = func() time.Time { return at }
	for i := range 3 * maxBuckets {
		l.take(fmt.Sprint("from ", i))
		assert.LessOrEqual(t, len(l.byName), maxBuckets)
	}
	clear(l.byName)
	for range 100 {
		_, ok := l.take("busy")
		assert.True(t, ok)
	}
	wait, ok := l.take("busy")
	assert.False(t, ok)
	assert.Equal(t, 50*time.Millisecond, wait.Round(time.Millisecond))
	for i := range maxBuckets - 1 {
		l.take(fmt.Sprint("from ", i))
	}
	at = at.Add(time.Second)
	l.take("another")
	assert.LessOrEqual(t, len(l.byName), 2, "those whose buckets are full again are")
	n := 0
	for ; n < 100; n++ {
		if _, ok := l.take("busy"); !ok {
			break
		}
	}
	assert.Equal(t, 20, n, "the busy one is not")
	for wait, want := range map[time.Duration]string{0: "1", time.Millisecond: "1", time.Second: "1", 2100 * time.Millisecond: "3"} {
		rec := httptest.NewRecorder()
		setRetryAfter(rec, wait)
		assert.Equal(t, want, rec.Header().Get("Retry-After"), "whole seconds, none too early")
	}
}

func TestPlanFeatures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Features: []mailsim.Feature{}, Limits: mailsim.Limits{Personas: 1, Logins: 1, Streams: 2, SentPerMonth: 2}}})
	// spec: plans.feature.links plans.feature.webhooks errors.402
	w.put("/api/links", `{}`).fails(http.StatusPaymentRequired, "links")
	w.put("/api/webhooks", `[]`).fails(http.StatusPaymentRequired, "webhooks")
	// spec: errors.400.plan-limit limits.plan.personas limits.plan.logins
	w.person(`{"addresses": ["anna@client.test"]}`)
	w.post("/api/personas", `{"addresses": ["ben@client.test"]}`).fails(bad, "the plan small allows 1 person")
	w.post("/api/accounts", `{"address": "desk@ours.test", "password": "a long password"}`).ok()
	refused := w.post("/api/accounts", `{"address": "shop@ours.test", "password": "a long password"}`)
	refused.fails(bad, "the plan small allows 1 login")
	assert.Len(t, w.get("/api/accounts").list(), 1)
	stream := func(id string) string {
		return `{"id": "` + id + `", "kind": "newsletter", "enabled": true, "per_day": 1, "to": ["desk@ours.test"]}`
	}
	w.put("/api/world", `{"streams": [`+stream("a")+`, `+stream("b")+`]}`).ok()
	refused = w.put("/api/world", `{"streams": [`+stream("a")+`, `+stream("b")+`, `+stream("c")+`]}`)
	refused.fails(bad, "plan")
	refused.fails(bad, "allows 2 inbound stream(s)")
	assert.Len(t, w.get("/api/world").at("world.streams"), 2)
	// spec: send.plan-limit limits.plan.sent_per_month
	w.send("desk@ours.test", "x@client.test", "1", "x")
	w.send("desk@ours.test", "x@client.test", "2", "x")
	w.post("/api/send", `{"from": "desk@ours.test", "to": ["x@client.test"]}`).fails(http.StatusInternalServerError, "the plan small allows 2 mails a month")
	assert.Len(t, w.get("/api/mailboxes/x@client.test/messages").list(), 2)
}

// TestWrongOriginIsLogged: a typo among the origins is an error in the log.
func TestWrongOriginIsLogged(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	newWorldWith(t, mailsim.Options{}, Options{Logger: slog.New(slog.NewTextHandler(&log, nil)), Origins: []string{"https://app.test", "app.test", "https://app.test/path"}})
	assert.Equal(t, 2, strings.Count(log.String(), "level=ERROR"))
	assert.Contains(t, log.String(), "origin=app.test ")
	assert.Contains(t, log.String(), "origin=https://app.test/path")
}

func TestCORSAndProxy(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, Origins: []string{"https://app.test"}, TrustProxy: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
	ask := func(method, origin string) *reply {
		r := w.request(admin, method, "/api/pace", "")
		r.Header.Set("Origin", origin)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		if method == http.MethodOptions {
			r.Header.Set("Access-Control-Request-Method", "PUT")
		} else {
			r.Body = http.NoBody
		}
		rec := httptest.NewRecorder()
		w.h.ServeHTTP(rec, r)
		return &reply{t, rec.Code, rec.Header(), rec.Body.Bytes()}
	}
	before := ask(http.MethodOptions, "https://app.test")
	assert.Equal(t, http.StatusNoContent, before.Status)
	for _, name := range []string{"Authorization", "Content-Type", universeHeader, mcpVersionHeader} {
		assert.Contains(t, before.Header.Get("Access-Control-Allow-Headers"), name)
	}
	assert.Equal(t, "https://app.test", ask(get, "https://app.test").Header.Get("Access-Control-Allow-Origin"))
	assert.Empty(t, ask(get, "https://evil.test").Header.Get("Access-Control-Allow-Origin"))
	assert.Equal(t, http.StatusMethodNotAllowed, ask(http.MethodOptions, "https://evil.test").Status)
	assert.Equal(t, forbidden, ask(put, "https://evil.test").Status)
	assert.Equal(t, bad, ask(put, "https://app.test").Status)
	for _, c := range []struct{ from, forwarded, want string }{
		{"192.0.2.9:1", "203.0.113.5", "203.0.113.5"},
		{"192.0.2.9:1", "6.6.6.6, 203.0.113.5, 192.0.2.8", "203.0.113.5"},
		{"192.0.2.9:1", "rubbish", "192.0.2.9"},
		{"198.51.100.1:1", "203.0.113.5", "198.51.100.1"},
	} {
		r := w.request(admin, get, "/api/me", "")
		r.RemoteAddr = c.from
		r.Header.Set("X-Forwarded-For", c.forwarded)
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set(requestIDHeader, "of-the-proxy")
		trusted := strings.HasPrefix(c.from, "192.0.2.")
		assert.Equal(t, trusted, w.answer(r).Header.Get(requestIDHeader) == "of-the-proxy")
		assert.Equal(t, c.want, w.h.remote(r))
		assert.Equal(t, trusted, w.h.secure(r))
	}
}

// TestLog: a line a request, with its id, and no secret.
func TestLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	got := w.as("", get, "/api/status?token="+w.keys[admin], "").ok()
	w.post("/api/accounts", `{"address": "desk@ours.test", "password": "s3cret password"}`).ok()
	// spec: secrets.hidden
	for _, secret := range []string{w.keys[admin], "s3cret", "token"} {
		assert.NotContains(t, log.String(), secret)
	}
	assert.Contains(t, log.String(), "path=/api/status status=200")
	assert.Contains(t, log.String(), "id="+got.Header.Get(requestIDHeader))
}

// TestPanic: a panic is logged with its stack and answered without detail.
func TestPanic(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	w.h.mux().HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { panic("secret detail") })
	got := w.as("", get, "/panic", "")
	assert.Equal(t, http.StatusInternalServerError, got.Status)
	assert.JSONEq(t, `{"error": "internal error"}`, string(got.Body))
	assert.Contains(t, log.String(), "secret detail")
	assert.Contains(t, log.String(), "access_test.go")
}

// TestGuessLimit: another organization's password cannot be guessed at will, by
// whatever request, right or wrong.
func TestGuessLimit(t *testing.T) {
	t.Parallel()
	for _, how := range []struct{ method, path string }{{post, "/api/accounts"}, {patch, "/api/accounts/app@ours.test"}, {put, "/api/accounts/app@ours.test"}} {
		w, _ := newCell(t, mailsim.CellOptions{}, Options{NoLimit: true})
		w.as("one", post, "/api/accounts", `{"address": "app@ours.test", "password": "a long password"}`).ok()
		guess := func(password string) *reply {
			body := fmt.Sprintf(`{"password": %q}`, password)
			if how.method == post {
				body = fmt.Sprintf(`{"address": "app@ours.test", "password": %q}`, password)
			}
			return w.as("two", how.method, how.path, body)
		}
		// spec: errors.login.name-other-org
		guess("a long password").fails(bad, "choose a different password")
		w.as("two", post, "/api/accounts", `{"address": "app@ours.test", "password": "another"}`).ok()
		for i := range 8 {
			guess(fmt.Sprint("wrong ", i))
		}
		for _, password := range []string{"a long password", "wrong"} {
			got := guess(password)
			got.fails(http.StatusTooManyRequests, "too many")
			assert.Equal(t, "6", got.Header.Get("Retry-After"))
		}
		told := into[mailsim.EventPage](w.as("one", get, "/api/events?type=auth.failed", "").ok())
		assert.Len(t, told.Events, 10)
		w.as("two", patch, "/api/accounts/app@ours.test", `{"note": "x"}`).ok()
	}
}
