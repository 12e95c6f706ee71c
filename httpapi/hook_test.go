package httpapi

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// hooks is an application that takes webhooks: a site of the universe.
type hooks struct {
	mu     sync.Mutex
	got    map[string][]*http.Request // by path
	bodies map[string][][]byte
	fail   map[string]bool
}

func newHooks(w *world) *hooks {
	h := &hooks{got: map[string][]*http.Request{}, bodies: map[string][][]byte{}, fail: map[string]bool{}}
	w.u.SetSite("hooks.test", h)
	return h
}

func (h *hooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.got[r.URL.Path] = append(h.got[r.URL.Path], r)
	h.bodies[r.URL.Path] = append(h.bodies[r.URL.Path], body)
	if h.fail[r.URL.Path] {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// types lists the types of the events that came to a path.
func (h *hooks) types(path string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := []string{}
	for _, b := range h.bodies[path] {
		var e struct{ Type string }
		_ = json.Unmarshal(b, &e)
		out = append(out, e.Type)
	}
	return out
}

func TestWebhookDelivery(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	app := newHooks(w)
	list := `[{"name": "all", "url": "http://hooks.test/all"},
		{"name": "prefix", "url": "http://hooks.test/prefix", "events": ["persona.*"], "secret": "s3cret"},
		{"name": "exact", "url": "http://hooks.test/exact", "events": ["pace"]},
		{"name": "dead", "url": "http://hooks.test/dead", "events": ["pace"]},
		{"name": "failures", "url": "http://hooks.test/failures", "events": ["webhook.failed"]}]`
	masked := w.put("/api/webhooks", list).ok()
	app.fail["/dead"] = true
	// spec: webhooks.secret.kept
	w.put("/api/webhooks", string(masked.Body)).ok()
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	w.put("/api/pace", `{"factor": 2}`).ok()
	require.NoError(t, w.u.Settle(context.Background()))
	// spec: webhooks.events.prefix webhooks.events.exact webhooks.events.all webhooks.failed.unfiltered webhooks.failed.filtered service.events.webhooks
	assert.Equal(t, []string{"persona.updated"}, app.types("/prefix"))
	assert.Equal(t, []string{"pace"}, app.types("/exact"))
	assert.ElementsMatch(t, []string{"persona.updated", "pace"}, app.types("/all"))
	assert.Equal(t, []string{"webhook.failed"}, app.types("/failures"))
	// spec: webhooks.retry.times webhooks.delivery.2xx
	assert.Len(t, app.types("/dead"), 4)
	// spec: webhooks.failed.event events.webhook.failed
	failed := w.get("/api/events?type=webhook.failed").at("events").([]any)
	require.Len(t, failed, 1)
	data := failed[0].(map[string]any)["data"].(map[string]any)
	assert.Equal(t, "http://hooks.test/dead", data["url"])
	assert.Contains(t, data["error"], "502")
	// spec: webhooks.delivery.post webhooks.delivery.user-agent webhooks.delivery.signature webhooks.secret.optional
	r, body := app.got["/prefix"][0], app.bodies["/prefix"][0]
	assert.Equal(t, []string{post, "application/json", "service-webhook"}, []string{r.Method, r.Header.Get("Content-Type"), r.Header.Get("User-Agent")})
	mac := hmac.New(sha256.New, []byte("s3cret"))
	mac.Write(body)
	assert.Equal(t, "sha256="+hex.EncodeToString(mac.Sum(nil)), r.Header.Get("X-Service-Signature"))
	assert.Empty(t, app.got["/exact"][0].Header.Values("X-Service-Signature"))
	// Once more, by hand, whatever the filter
	last := w.get("/api/events?limit=1").at("last")
	w.post("/api/webhooks/replay", toJSON(map[string]any{"name": "exact", "events": []any{1, 2, 1}})).ok()
	require.NoError(t, w.u.Settle(context.Background()))
	assert.ElementsMatch(t, []string{"pace", "persona.updated", "pace", "persona.updated"}, app.types("/exact"))
	for body, want := range map[string]string{`{"name": "exact", "events": [1, 99]}`: "no such event: 99", `{"name": "exact", "events": [0]}`: "no such event: 0", `{"name": "none", "events": [1]}`: "no such webhook"} {
		w.post("/api/webhooks/replay", body).fails(http.StatusNotFound, want)
	}
	require.NoError(t, w.u.Settle(context.Background()))
	assert.Len(t, app.types("/exact"), 4, "nothing is sent of what fails")
	assert.Equal(t, last, w.get("/api/events?limit=1").at("last"), "a replay is no event")
	// spec: webhooks.body.id webhooks.each-own
	var e map[string]any
	require.NoError(t, json.Unmarshal(app.bodies["/exact"][0], &e))
	assert.Equal(t, w.get("/api/events?type=pace").at("events.0"), any(e))
}
