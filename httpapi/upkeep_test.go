package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

func TestRetention(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: retention.get retention.zero-forever
	assert.JSONEq(t, `{"mail_days": 0, "event_days": 0}`, string(w.get("/api/retention").ok().Body))
	w.send("app@ours.test", "desk@ours.test", "Old", "x")
	w.send("app@ours.test", "desk@ours.test", "Old too", "x")
	w.post("/api/clock/advance", `{"by": "20d"}`).ok()
	assert.JSONEq(t, `{"messages": 0, "events": 0, "jobs": 0}`, string(w.post("/api/retention/prune", "").ok().Body))
	w.send("app@ours.test", "desk@ours.test", "New", "x")
	// spec: retention.put retention.field.days
	assert.JSONEq(t, `{"mail_days": 10, "event_days": 5}`, string(w.put("/api/retention", `{"mail_days": 10, "event_days": 5}`).ok().Body))
	assert.JSONEq(t, `{"mail_days": 10, "event_days": 5}`, string(w.get("/api/retention").Body))
	// spec: retention.prune retention.prune.old-only
	pruned := w.post("/api/retention/prune", "").ok()
	assert.Equal(t, 4.0, pruned.at("messages"))
	assert.Positive(t, pruned.at("events"))
	assert.Equal(t, []any{"New"}, w.get("/api/mailboxes/desk@ours.test/messages").column("subject"))
	// spec: retention.negative
	w.put("/api/retention", `{"mail_days": -1}`).fails(bad, "mail_days")
	w.put("/api/retention", `{"event_days": 1.5}`).fails(bad, "event_days")
	w.put("/api/retention", `{"days": 1}`).fails(bad, "days")
	assert.JSONEq(t, `{"mail_days": 10, "event_days": 5}`, string(w.get("/api/retention").Body))
	// a stream that asks for what was pruned hears of the gap
	s := w.server()
	in, end := open(t, w, s, "&after=1", "")
	defer end()
	first := readStream(t, in, 2)
	assert.Equal(t, "gap", first[0]["event"])
	assert.JSONEq(t, fmt.Sprintf(`{"from": 2, "to": %s}`, minusOne(first[1]["id"])), first[0]["data"])
	// spec: retention.plan-cap
	small := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Limits: mailsim.Limits{RetentionDays: 7}}})
	assert.JSONEq(t, `{"mail_days": 7, "event_days": 3}`, string(small.put("/api/retention", `{"mail_days": 90, "event_days": 3}`).ok().Body))
}

func minusOne(id string) string {
	var n int
	_, _ = fmt.Sscan(id, &n)
	return fmt.Sprint(n - 1)
}

func TestReset(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}}`)
	w.post("/api/accounts", `{"address": "desk@ours.test", "password": "a long password"}`).ok()
	w.send("desk@ours.test", "anna@client.test", "Hello", "Is Tuesday fine?")
	w.put("/api/pace", `{"factor": 2}`).ok()
	// spec: d.reset.keep
	before := universeState(w)
	w.post("/api/reset", `{"keep": ["logins", "everything"]}`).fails(bad, "everything")
	w.post("/api/reset", `{"keep": "logins"}`).fails(bad, "keep")
	assert.Equal(t, before, universeState(w))
	got := w.post("/api/reset", `{"keep": ["logins", "pace"]}`).ok()
	for field, want := range map[string]float64{"personas": 1, "messages": 2} {
		assert.Equal(t, want, got.at(field), field)
	}
	for _, field := range []string{"mailboxes", "cases", "jobs", "events"} {
		assert.Contains(t, into[map[string]any](got), field)
	}
	assert.Empty(t, w.get("/api/personas").list())
	assert.Len(t, w.get("/api/accounts").list(), 1)
	assert.Equal(t, 2.0, w.get("/api/pace").at("factor"))
	// spec: d.reset
	w.post("/api/reset", ``).ok()
	for _, path := range []string{"personas", "mailboxes", "jobs", "accounts", "cases"} {
		assert.Empty(t, w.get("/api/"+path).list(), path)
	}
	assert.Equal(t, 1.0, w.get("/api/pace").at("factor"))
	assert.Len(t, w.get("/api/keys").list(), 3)
}

func TestShares(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, BaseURL: "https://sim.ours.test/mail/"})
	// spec: d.shares.list
	assert.Empty(t, w.get("/api/shares").list())
	w.post("/api/send", `{"from": "app@ours.test", "to": ["desk@ours.test"], "subject": "<b>Look</b>", "html": "<p>Hi <i>you</i></p><script>alert(1)</script><img src=\"https://t.test/p.gif\">"}`).ok()
	// spec: d.shares.create roles.member.shares
	made := w.as(member, post, "/api/shares", `{"address": "desk@ours.test", "folder": "INBOX", "uid": 1, "expires": "2d"}`).ok()
	id := made.at("id").(string)
	assert.GreaterOrEqual(t, len(id), 20)
	assert.Equal(t, "https://sim.ours.test/mail/share/"+id, made.at("url"))
	assert.Equal(t, "2026-01-07T09:00:00Z", made.at("expires"))
	assert.Equal(t, []any{id}, w.get("/api/shares").column("id"))
	assert.Equal(t, []any{made.at("url")}, w.get("/api/shares").column("url"))
	// spec: d.shares.open
	page := w.as("", get, "/share/"+id, "").ok()
	assert.Contains(t, string(page.Body), "Hi <i>you</i>")
	assert.Contains(t, string(page.Body), "&lt;b&gt;Look&lt;/b&gt;")
	for _, hostile := range []string{"<script", "t.test/p.gif\""} {
		assert.NotContains(t, strings.ReplaceAll(string(page.Body), "data-", ""), `src="https://`+hostile)
		assert.NotContains(t, string(page.Body), "<script")
	}
	assert.Contains(t, page.Header.Get("Content-Security-Policy"), "sandbox; default-src 'none'")
	assert.Equal(t, "no-referrer", page.Header.Get("Referrer-Policy"))
	assert.Equal(t, "no-store", page.Header.Get("Cache-Control"), "it may be ended at any time")
	assert.Equal(t, "text/html; charset=utf-8", page.Header.Get("Content-Type"))
	assert.Equal(t, "nosniff", page.Header.Get("X-Content-Type-Options"))
	assert.NotContains(t, page.Header.Get("Content-Security-Policy"), "script")
	// spec: d.shares.expired
	w.post("/api/clock/advance", `{"by": "3d"}`).ok()
	w.as("", get, "/share/"+id, "").fails(notFound, "no such share")
	assert.Empty(t, w.get("/api/shares").list())
	// spec: d.shares.delete errors.404.share
	again := w.post("/api/shares", `{"address": "desk@ours.test", "uid": 1}`).ok().at("id").(string)
	w.as("", get, "/share/"+again, "").ok()
	w.as(member, del, "/api/shares/"+again, "").ok()
	w.as("", get, "/share/"+again, "").fails(notFound, "no such share")
	// spec: d.shares.404
	w.delete("/api/shares/"+again).fails(notFound, "no such share")
	w.post("/api/shares", `{"address": "desk@ours.test", "uid": 99}`).fails(notFound, "no such message")
	w.post("/api/shares", `{"address": "desk@ours.test"}`).fails(bad, "uid")
	for _, expires := range []string{"soon", "-1d", "0s"} {
		w.post("/api/shares", `{"address": "desk@ours.test", "uid": 1, "expires": "`+expires+`"}`).fails(bad, "expires")
	}
}

// TestSharePage: what a stranger's mail says is text on the page, whatever field it
// stands in.
func TestSharePage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	raw := "From: \"<i>Eve</i>\" <eve@x.test>\r\nTo: \"<i>\" <a@x.test>, b@x.test\r\nCc: c@x.test, d@x.test\r\nSubject: <i>R&D</i>\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n<i>plain</i> & so\r\n--b\r\nContent-Type: text/csv; name=\"<i>.csv\"\r\nContent-Disposition: attachment; filename=\"<i>.csv\"\r\n\r\nx\r\n--b--\r\n"
	ref, err := w.u.Inject(t.Context(), mailsim.Inject{To: "desk@ours.test", Raw: raw})
	require.NoError(t, err)
	s, err := w.u.CreateShare(t.Context(), ref, 0)
	require.NoError(t, err)
	page := w.as("", get, s.URL, "").ok()
	body := string(page.Body)
	assert.NotContains(t, body, "<i>")
	for _, want := range []string{"<h1>&lt;i&gt;R&amp;D&lt;/i&gt;</h1>", "<title>&lt;i&gt;R&amp;D&lt;/i&gt;</title>", "From: &lt;i&gt;Eve&lt;/i&gt; &lt;eve@x.test&gt;", "<p>To: a@x.test, b@x.test</p>",
		"<p>Cc: c@x.test, d@x.test</p>", "<pre>&lt;i&gt;plain&lt;/i&gt; &amp; so", "Attached: _i_.csv (1 bytes)", "5 Jan 2026 09:00 UTC", `<meta name="robots" content="noindex">`} {
		assert.Contains(t, body, want)
	}
	assert.Equal(t, "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'", page.Header.Get("Content-Security-Policy"))
	head := w.as("", "HEAD", s.URL, "").ok()
	assert.Equal(t, "no-store", head.Header.Get("Cache-Control"))
	for _, method := range []string{post, del, "PUT", "OPTIONS"} {
		got := w.as("", method, s.URL, "")
		got.fails(http.StatusMethodNotAllowed, "GET, HEAD")
		assert.Equal(t, "GET, HEAD", got.Header.Get("Allow"))
	}
	got, err := w.u.Messages("desk@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.NotContains(t, got[0].Flags, "\\Seen", "a look at it marks nothing")
}

// TestShareLimit: without a key, who asks is known by the address they come from.
func TestShareLimit(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{Rate: 0.001})
	ask := func(from string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(get, "/share/none", nil)
		r.RemoteAddr = from
		rec := httptest.NewRecorder()
		w.h.ServeHTTP(rec, r)
		return rec
	}
	assert.Equal(t, notFound, ask("192.0.2.1:1000").Code)
	for range 3 {
		rec := ask("192.0.2.1:2000")
		assert.Equal(t, http.StatusTooManyRequests, rec.Code)
		seconds, err := strconv.Atoi(rec.Header().Get("Retry-After"))
		require.NoError(t, err)
		assert.InDelta(t, 1000, seconds, 60)
	}
	assert.Equal(t, notFound, ask("192.0.2.2:1000").Code, "another one is let in")
}

func TestShareInCell(t *testing.T) {
	t.Parallel()
	w, cell := newCell(t, mailsim.CellOptions{}, Options{NoLimit: true})
	u, err := cell.Universe("u_one")
	require.NoError(t, err)
	_, err = u.Send(t.Context(), mailsim.Outgoing{From: "app@ours.test", To: []string{"desk@ours.test"}, Text: "Hi"})
	require.NoError(t, err)
	path := w.as("one", post, "/api/shares", `{"address": "desk@ours.test", "uid": 1}`).ok().at("url").(string)
	w.as("", get, path, "").ok()
	w.as("", get, strings.Replace(path, "u_one", "u_two", 1), "").fails(notFound, "no such share")
	w.as("", get, strings.Split(path, "?")[0], "").fails(notFound, "no such share")
	// spec: errors.403.suspended
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "one", Suspended: true}))
	w.as("", get, path, "").fails(forbidden, "suspended")
	w.as("", get, "/share/none?universe=u_one", "").fails(notFound, "no such share")
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "one"}))
	w.as("", get, path, "").ok()
}

func TestInspect(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	plain := w.send("app@ours.test", "desk@ours.test", "Lunch", "Shall we meet at noon?\n\nBest\nKim")
	spammy := w.send("app@ours.test", "desk@ours.test", "WIN $$$ NOW!!!", "CONGRATULATIONS!!! You WON 1,000,000 USD. Act now, click here: http://192.0.2.7/win 100% free viagra casino")
	got := w.get("/api/inspect?message_id=" + q(plain)).ok()
	// spec: d.inspect.fields d.inspect.auth general.message-id.encoded
	for _, field := range []string{"message_id", "subject", "engine", "score", "threshold", "action", "rules", "links", "auth.spf", "auth.dkim", "auth.dmarc", "html", "headers", "size"} {
		got.at(field)
	}
	assert.Equal(t, plain, got.at("message_id"))
	worse := w.get("/api/inspect?message_id=" + q(spammy)).ok()
	// spec: d.inspect.rules
	sum := 0.0
	for _, r := range worse.at("rules").([]any) {
		rule := r.(map[string]any)
		assert.NotEmpty(t, rule["name"])
		assert.NotEmpty(t, rule["text"])
		sum += rule["score"].(float64)
	}
	assert.InDelta(t, worse.at("score"), sum, 0.01)
	// spec: d.inspect.spam-higher
	assert.Greater(t, worse.at("score"), got.at("score"))
	// spec: d.inspect.links
	link := worse.at("links.0").(map[string]any)
	for _, field := range []string{"url", "text", "status", "ok", "error"} {
		assert.Contains(t, link, field)
	}
	// spec: d.inspect.404
	w.get("/api/inspect").fails(bad, "message_id")
	w.get("/api/inspect?message_id=%3Cnone@ours.test%3E").fails(notFound, "no such message")
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{ID: "u_m"}, Options{NoLimit: true, Metrics: true})
	w.send("app@ours.test", "desk@ours.test", "Hello", "x")
	w.get("/api/none")
	text := string(w.get("/metrics").ok().Body)
	for _, line := range []string{
		`mailsim_http_requests_total{path="/send",method="POST",status="200"} 1`,
		`mailsim_http_requests_total{path="",method="",status="404"} 1`,
		`mailsim_mailboxes{universe="u_m"} 2`, `mailsim_clock_lag_seconds{universe="u_m"} 0`,
		`mailsim_events_total{universe="u_m",type="mail.delivered"} 1`, "# TYPE mailsim_http_open gauge",
	} {
		assert.Contains(t, text, line+"\n")
	}
	w.send("app@ours.test", "desk@ours.test", "Hello", "x")
	assert.Contains(t, string(w.get("/metrics").Body), `mailsim_events_total{universe="u_m",type="mail.delivered"} 2`)
	checkMetrics(t, text)
	w.as(member, get, "/metrics", "").fails(forbidden, "your role (member)")
	w.as("", get, "/metrics", "").fails(unauthorized, "")
	w.as(admin, post, "/metrics", "").fails(http.StatusMethodNotAllowed, "GET")
	off := newWorld(t, mailsim.Options{})
	off.get("/metrics").fails(notFound, "")
}

// metricLine is a sample of the text format: a name, labels, a value.
var metricLine = regexp.MustCompile(`^([a-z_]+)(?:\{([a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})? (-?[0-9.e+-]+)$`)

// checkMetrics reads a text as Prometheus does: each sample belongs to the family
// above it, counters are named so, and nothing comes twice.
func checkMetrics(t *testing.T, text string) {
	t.Helper()
	require.True(t, strings.HasSuffix(text, "\n"))
	family, kind, seen := "", "", map[string]bool{}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			f := strings.Fields(rest)
			require.Len(t, f, 2, line)
			require.Equal(t, family, f[0])
			kind = f[1]
			assert.Equal(t, kind == "counter", strings.HasSuffix(family, "_total"), line)
			continue
		}
		if rest, ok := strings.CutPrefix(line, "# HELP "); ok {
			family, _, _ = strings.Cut(rest, " ")
			assert.False(t, seen[family], line)
			seen[family], kind = true, ""
			continue
		}
		m := metricLine.FindStringSubmatch(line)
		require.NotNil(t, m, line)
		assert.Equal(t, family, m[1], line)
		assert.NotEmpty(t, kind, line)
		series := strings.TrimSuffix(line, " "+m[3])
		assert.False(t, seen[series], line)
		seen[series] = true
	}
}

// TestMetricsOfDoors: what other doors and the webhooks do.
func TestMetricsOfDoors(t *testing.T) {
	t.Parallel()
	open := 2
	odd := "u \"odd\" \\ é"
	w := newWorldWith(t, mailsim.Options{ID: odd}, Options{NoLimit: true, Metrics: true, Sessions: map[string]func() int{"smtp": func() int { return open }, "imap": func() int { return 0 }}})
	down := true
	w.u.SetSite("hooks.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	w.put("/api/webhooks", `[{"name": "app", "url": "http://hooks.test/", "events": ["mail.delivered"]}]`).ok()
	has := func(lines ...string) {
		t.Helper()
		text := string(w.get("/metrics").ok().Body)
		checkMetrics(t, text)
		for _, line := range lines {
			assert.Contains(t, text, line+"\n")
		}
	}
	of := `{universe="u \"odd\" \\ é"} `
	has(`mailsim_sessions{proto="imap"} 0`, `mailsim_sessions{proto="smtp"} 2`, "mailsim_webhooks_pending"+of+"0", "mailsim_webhook_attempts_total"+of+"0")
	w.send("app@ours.test", "desk@ours.test", "Hello", "x")
	w.post("/api/clock/advance", `{"by": "1s"}`).ok() // waits for the attempt
	has("mailsim_webhooks_pending"+of+"1", "mailsim_webhook_attempts_total"+of+"1", "mailsim_webhooks_delivered_total"+of+"0")
	down = false
	w.post("/api/clock/advance", `{"by": "3s"}`).ok()
	has("mailsim_webhooks_pending"+of+"0", "mailsim_webhook_attempts_total"+of+"2", "mailsim_webhooks_delivered_total"+of+"1", "mailsim_webhooks_given_up_total"+of+"0")
	down = true
	w.send("app@ours.test", "desk@ours.test", "Hello", "x")
	w.post("/api/clock/advance", `{"by": "1m"}`).ok()
	has("mailsim_webhook_attempts_total"+of+"6", "mailsim_webhooks_given_up_total"+of+"1")
}

// TestMetricsInCell: the admin of a universe hears of nothing else.
func TestMetricsInCell(t *testing.T) {
	t.Parallel()
	key := "key-of-the-administrator"
	w, _ := newCell(t, mailsim.CellOptions{AdminKey: key}, Options{NoLimit: true, Metrics: true, Sessions: map[string]func() int{"smtp": func() int { return 1 }}})
	w.keys["server"] = key
	w.as("two", get, "/api/status", "").ok()
	one := string(w.as("one", get, "/metrics", "").ok().Body)
	checkMetrics(t, one)
	assert.Contains(t, one, `mailsim_mailboxes{universe="u_one"} 0`)
	assert.NotContains(t, one, "u_two")
	assert.NotContains(t, one, "mailsim_http_")
	assert.NotContains(t, one, "mailsim_sessions")
	all := string(w.as("server", get, "/metrics", "").ok().Body)
	checkMetrics(t, all)
	for _, part := range []string{`universe="u_one"`, `universe="u_two"`, "mailsim_http_requests_total{", "mailsim_sessions{"} {
		assert.Contains(t, all, part)
	}
}
