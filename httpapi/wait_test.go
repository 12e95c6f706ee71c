package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

const codeMail = "Your sign-in code is 482913.\n\nOr open https://app.ours.test/login?token=Zk3x9Q7bT1mW8r\n\nOrder 20260105, call +49 30 1234567, 12.50 EUR."

func TestWaitExisting(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.send("app@ours.test", "anna@client.test", "First", "one")
	w.send("shop@ours.test", "anna@client.test", "Second thing", codeMail)
	// spec: wait.existing d.wait.existing-newest wait.answer
	got := w.get("/api/wait?to=Anna@client.test&existing=true").ok()
	assert.Equal(t, "Second thing", got.at("subject"))
	assert.Equal(t, "anna@client.test", got.at("address"))
	assert.Contains(t, got.at("text"), "sign-in code")
	// spec: wait.answer.codes wait.answer.magic_links extract.not-codes
	assert.Equal(t, []any{"482913"}, got.at("codes"))
	assert.Equal(t, []any{"https://app.ours.test/login?token=Zk3x9Q7bT1mW8r"}, got.at("magic_links"))
	// spec: beyond.extract.reasons
	reasons := got.at("reasons").(map[string]any)
	assert.NotEmpty(t, reasons["482913"])
	assert.NotEmpty(t, reasons["https://app.ours.test/login?token=Zk3x9Q7bT1mW8r"])
	// spec: wait.filter.from wait.filter.subject wait.filter.contains wait.filter.folder
	for query, subject := range map[string]string{"from=app@ours.test": "First", "subject=SECOND": "Second thing", "contains=one": "First", "folder=INBOX": "Second thing"} {
		assert.Equal(t, subject, w.get("/api/wait?to=anna@client.test&existing=true&timeout=1s&"+query).ok().at("subject"), query)
	}
	// spec: wait.timeout.408 wait.only-new wait.timeout.ms wait.timeout.duration beyond.wait.near-misses
	for _, query := range []string{"timeout=1", "timeout=0", "timeout=1ms", "existing=true&timeout=1&from=other@ours.test", "existing=true&timeout=1&folder=Sent", "existing=true&subject=nothing&timeout=1"} {
		w.get("/api/wait?to=anna@client.test&"+query).fails(http.StatusRequestTimeout, "timed out")
	}
	w.get("/api/wait?to=anna@client.test&existing=true&timeout=1&subject=Third").fails(http.StatusRequestTimeout, `its subject does not contain "Third"`)
	// spec: wait.to.required wait.timeout.invalid
	w.get("/api/wait?timeout=1").fails(bad, "to is required")
	w.get("/api/wait?to=anna&timeout=1").fails(bad, "to")
	for _, timeout := range []string{"soon", "-1", "-1s", "1e3", "NaN", ""} {
		w.get("/api/wait?to=anna@client.test&timeout="+timeout).fails(bad, "timeout must be")
	}
	w.get("/api/wait?to=anna@client.test&existing=perhaps").fails(bad, "existing must be")
}

// TestTimeouts checks how long a wait lasts without waiting for it.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	var in waitFor
	in.setDefaults()
	// spec: wait.timeout.default
	assert.Equal(t, 30*time.Second, time.Duration(in.Timeout))
	for text, want := range map[string]time.Duration{
		// spec: wait.timeout.ms wait.timeout.duration d.wait.cap time.durations
		"1500": 1500 * time.Millisecond, "45s": 45 * time.Second, "2m": 2 * time.Minute, "0": 0,
		"300001": maxTimeout, "6m": maxTimeout, "1h": maxTimeout, "3d": maxTimeout, "99999999999999999999999": maxTimeout,
	} {
		var got timeout
		require.NoError(t, got.parse(text))
		assert.Equal(t, want, time.Duration(got), text)
	}
}

func TestWaitNext(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.send("app@ours.test", "anna@client.test", "Old", "x")
	s := w.server()
	got := make(chan map[string]any)
	go func() {
		var m map[string]any
		_, b := w.fetch(context.Background(), get, s.URL+"/api/wait?to=anna@client.test&timeout=60s", "")
		_ = json.Unmarshal(b, &m)
		got <- m
	}()
	// spec: wait.next wait.only-new d.wait.oldest-match
	var m map[string]any
	for i := 0; m == nil; i++ {
		w.send("app@ours.test", "anna@client.test", "New", "x")
		select {
		case m = <-got:
		default:
		}
	}
	assert.Equal(t, "New", m["subject"])
}

func TestWaitAfter(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.send("app@ours.test", "anna@client.test", "First", "x")
	w.put("/api/pace", `{"factor": 2}`).ok() // an event between the two mails
	last := w.get("/api/events").at("last").(float64)
	w.send("app@ours.test", "anna@client.test", "Second", "x")
	w.send("app@ours.test", "anna@client.test", "Third", "x")
	// spec: beyond.mark.http-after d.wait.oldest-match
	assert.Equal(t, "Second", w.get("/api/wait?to=anna@client.test&timeout=1&after="+toJSON(last)).ok().at("subject"))
	assert.Equal(t, "First", w.get("/api/wait?to=anna@client.test&timeout=1&after=0").ok().at("subject"))
	w.get("/api/wait?to=anna@client.test&timeout=1&after=-1").fails(bad, "after")
}

func TestWaitReply(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}}`)
	id := w.send("app@ours.test", "anna@client.test", "Meeting", "Is Tuesday fine?")
	query := "/api/wait/reply?from=" + anna.ID + "&in_reply_to=" + q(id)
	// spec: d.wait.fast.false wait.reply.408 beyond.wait.frozen-hint
	w.get(query+"&fast=false&timeout=1").fails(http.StatusRequestTimeout, "advance the clock")
	// a viewer changes nothing
	w.as(viewer, get, query+"&timeout=1", "").fails(http.StatusRequestTimeout, "")
	require.Empty(t, w.get(appBox+"/messages").list())
	before := w.get("/api/clock").at("now")
	// spec: wait.reply.next wait.reply.in_reply_to wait.reply.fast d.wait.fast.moves-job general.message-id.encoded
	got := w.as(member, get, query, "").ok()
	assert.Equal(t, "anna@client.test", got.at("from"))
	assert.Equal(t, id, got.at("in_reply_to"))
	assert.Equal(t, []any{id}, got.at("references"))
	assert.Equal(t, before, w.get("/api/clock").at("now"))
	assert.Equal(t, before, got.at("time"))
	// spec: d.wait.reply.already
	again := w.as(viewer, get, query+"&timeout=1", "").ok()
	assert.Equal(t, got.at("message_id"), again.at("message_id"))
	// spec: events.persona.sent ai.off.templates ai.off.threaded
	sent := w.get("/api/events?type=persona.sent").at("events.0.data").(map[string]any)
	for _, field := range []string{"persona_id", "persona", "kind", "case_id", "to", "cc", "subject", "message_id", "by", "links_opened", "text"} {
		assert.Contains(t, sent, field)
	}
	assert.Equal(t, "reply", sent["kind"])
	assert.Equal(t, "templates", sent["by"])
	assert.Equal(t, got.at("message_id"), sent["message_id"])
	w.get("/api/wait/reply?timeout=1").fails(bad, "from is required")
	w.get("/api/wait/reply?from=p_none&timeout=1").fails(notFound, "no such persona")
}

// TestWaitGone: a client that goes away frees its waiter, and Shutdown ends the rest.
func TestWaitGone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int)
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	wait := func(ctx context.Context, query string) {
		r := w.request(admin, get, query+"&timeout=5m", "").WithContext(ctx)
		go func() { ended <- w.do(r).Status }()
	}
	wait(ctx, "/api/wait?to=anna@client.test")
	wait(ctx, "/api/wait/reply?from=anna@client.test")
	cancel()
	// spec: d.wait.gone
	assert.Equal(t, http.StatusRequestTimeout, <-ended)
	assert.Equal(t, http.StatusRequestTimeout, <-ended)
	wait(t.Context(), "/api/wait?to=anna@client.test")
	stopped := make(chan error)
	go func() { stopped <- w.h.Shutdown(t.Context()) }()
	assert.Equal(t, http.StatusRequestTimeout, <-ended)
	assert.NoError(t, <-stopped)
	assert.Equal(t, http.StatusServiceUnavailable, w.as("", get, "/readyz", "").Status)
	assert.Equal(t, http.StatusOK, w.as("", get, "/healthz", "").Status)
}

func TestExtract(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: extract.codes extract.links extract.not-codes
	for _, body := range []string{
		toJSON(map[string]string{"text": codeMail}),
		toJSON(map[string]string{"html": `<p>Your sign-in code is <b>482913</b>.</p><p>Order 20260105</p><a href="https://app.ours.test/login?token=Zk3x9Q7bT1mW8r">Sign in</a>`}),
	} {
		got := w.as(viewer, post, "/api/extract", body).ok()
		assert.Equal(t, []any{"482913"}, got.at("codes"), body)
		assert.Equal(t, []any{"https://app.ours.test/login?token=Zk3x9Q7bT1mW8r"}, got.at("magic_links"), body)
		assert.Contains(t, got.at("links"), "https://app.ours.test/login?token=Zk3x9Q7bT1mW8r")
	}
	// spec: extract.empty
	assert.JSONEq(t, `{"codes": [], "magic_links": [], "links": [], "reasons": {}, "text": "Hello"}`, string(w.post("/api/extract", `{"text": "Hello"}`).ok().Body))
	assert.JSONEq(t, `{"codes": [], "magic_links": [], "links": [], "reasons": {}, "text": ""}`, string(w.post("/api/extract", `{}`).ok().Body))
	w.post("/api/extract", `{"text": 5}`).fails(bad, "text")
}
