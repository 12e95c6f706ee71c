package mailsim

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/hook"
)

func TestWebhookBounds(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	at := func(edit func(*Webhook)) []Webhook {
		w := Webhook{Name: "app", URL: "http://hooks.test/x"}
		edit(&w)
		return []Webhook{w}
	}
	long := strings.Repeat("x", 5000)
	for name, c := range map[string][2][]Webhook{
		"list":   {slices.Repeat(at(func(*Webhook) {}), 200), slices.Repeat(at(func(*Webhook) {}), 201)},
		"host":   {at(func(w *Webhook) { w.URL = "https://h" }), at(func(w *Webhook) { w.URL = "http:///x" })},
		"url":    {at(func(w *Webhook) { w.URL = "http://h/" + long[:3991] }), at(func(w *Webhook) { w.URL = "http://h/" + long[:3992] })},
		"name":   {at(func(w *Webhook) { w.Name = long[:maxName] }), at(func(w *Webhook) { w.Name = long[:maxName+1] })},
		"secret": {at(func(w *Webhook) { w.Secret = long[:1000] }), at(func(w *Webhook) { w.Secret = long[:1001] })},
		"event":  {at(func(w *Webhook) { w.Events = []EventType{"*"} }), at(func(w *Webhook) { w.Events = []EventType{""} })},
		"type":   {at(func(w *Webhook) { w.Events = []EventType{"persona.sent"} }), at(func(w *Webhook) { w.Events = []EventType{"persona.*", "persona.snet"} })},
		"types":  {at(func(w *Webhook) { w.Events = []EventType{"person*"} }), at(func(w *Webhook) { w.Events = []EventType{"person.*"} })},
		"prefix": {at(func(w *Webhook) { w.Events = []EventType{"persona.*"} }), at(func(w *Webhook) { w.Events = []EventType{"p*.sent*"} })},
	} {
		_, err := u.SetWebhooks(bg, c[0])
		assert.NoError(t, err, name)
		_, err = u.SetWebhooks(bg, c[1])
		assert.ErrorIs(t, err, ErrInvalid, name)
	}
	assert.ErrorIs(t, u.ReplayWebhook(bg, "app", make([]int64, 1001)...), ErrInvalid)
	body := strings.NewReader(`{"type": "pace", "id": 1, "data": {}}` + strings.Repeat(" ", 16<<20))
	_, err := ParseWebhook(httptest.NewRequest("POST", "/", body), "")
	assert.ErrorContains(t, err, "too large")
}

// TestSavedEventTypes: a saved webhook may know types that this version does not.
func TestSavedEventTypes(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	later := Webhook{URL: "http://hooks.test/x", Events: []EventType{"later.type"}}
	require.NoError(t, u.update(bg, func(t *tx) error {
		put(t, t.webhooks, pad(0), &webhookRec{later})
		return nil
	}))
	var file bytes.Buffer
	require.NoError(t, u.Save(&file))
	loaded, err := Load(&file, Options{})
	require.NoError(t, err)
	defer loaded.Close()
	assert.Equal(t, []Webhook{later}, loaded.Webhooks())
}

// TestMaskedSecrets: the mask keeps the secret of the same URL, else of the first
// of the name that has one.
func TestMaskedSecrets(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	set := func(list ...Webhook) error { _, err := u.SetWebhooks(bg, list); return err }
	secrets := func() (out []string) {
		u.read(func(v view) {
			for _, w := range v.webhooks.sorted() {
				out = append(out, w.Secret)
			}
		})
		return out
	}
	require.NoError(t, set(Webhook{Name: "a", URL: "http://h/0"}, Webhook{Name: "a", URL: "http://h/1", Secret: "one"}, Webhook{Name: "a", URL: "http://h/2", Secret: "two"}, Webhook{Name: "b", URL: "http://h/3", Secret: "three"}))
	for _, w := range u.Webhooks()[1:] {
		assert.Equal(t, mask, w.Secret)
	}
	require.NoError(t, set(Webhook{Name: "a", URL: "http://h/3", Secret: mask}, Webhook{Name: "a", URL: "http://new/", Secret: mask}, Webhook{Name: "a", URL: "http://h/0", Secret: mask}))
	assert.Equal(t, []string{"three", "one", "one"}, secrets())
	assert.ErrorIs(t, set(Webhook{Name: "z", URL: "http://z/", Secret: mask}), ErrInvalid)
	assert.ErrorIs(t, set(Webhook{URL: "http://z/", Secret: mask}), ErrInvalid, "no name is no name in common")
	assert.Len(t, secrets(), 3)
}

// TestWebhooksCarryTheirSignature, and the way back is checked by it.
func TestWebhooksCarryTheirSignature(t *testing.T) {
	t.Parallel()
	r := func(signature string) error {
		req := httptest.NewRequest("POST", "/", strings.NewReader(`{"type": "pace", "id": 1, "data": {}}`))
		req.Header.Set(hook.SignatureHeader, signature)
		_, err := ParseWebhook(req, "s3cret")
		return err
	}
	assert.NoError(t, r(hook.Sign("s3cret", []byte(`{"type": "pace", "id": 1, "data": {}}`))))
	assert.ErrorIs(t, r("sha256=00"), ErrUnauthorized)
	assert.ErrorIs(t, r(""), ErrUnauthorized)
}

// TestFailedNoticeEndsThere: a notice of a failure that cannot be delivered is no
// cause of a further one.
func TestFailedNoticeEndsThere(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	u.SetSite("hooks.test", http.NotFoundHandler())
	_, err := u.SetWebhooks(bg, []Webhook{{URL: "http://hooks.test/a", Events: []EventType{EventPaceChanged}}, {URL: "http://hooks.test/b", Events: []EventType{EventWebhookFailed}}})
	require.NoError(t, err)
	paces(t, u, 1)
	advance(t, u, time.Hour)
	assert.Len(t, eventsOf[WebhookFailed](u), 1)
	assert.Equal(t, Outbox{Attempts: 8, GivenUp: 2}, u.Outbox())
}

// TestWebhooksBeginWithTheirList: what happened before there was one is not sent.
func TestWebhooksBeginWithTheirList(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	paces(t, u, 3)
	got := make(chan Event, 10)
	u.SetSite("hooks.test", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		e, err := ParseWebhook(r, "")
		assert.NoError(t, err)
		got <- e
	}))
	_, err := u.SetWebhooks(bg, []Webhook{{Name: "app", URL: "http://hooks.test/a"}})
	require.NoError(t, err)
	paces(t, u, 1)
	require.NoError(t, u.Settle(bg))
	require.Len(t, got, 1)
	assert.EqualValues(t, 4, (<-got).ID)
}

// TestFullOutbox: what finds no place is a webhook that failed, at once.
func TestFullOutbox(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	gate := make(chan struct{})
	u.SetSite("hooks.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-gate }))
	_, err := u.SetWebhooks(bg, []Webhook{{Name: "app", URL: "http://hooks.test/a", Events: []EventType{"note"}}})
	require.NoError(t, err)
	paces(t, u, 1)
	for range 10 {
		require.NoError(t, u.ReplayWebhook(bg, "app", slices.Repeat([]int64{1}, 1000)...))
	}
	assert.Empty(t, eventsOf[WebhookFailed](u))
	require.NoError(t, u.ReplayWebhook(bg, "app", 1))
	failed := eventsOf[WebhookFailed](u)
	require.Len(t, failed, 1)
	assert.Contains(t, failed[0].Error, "too many events are waiting")
	_, err = u.Reset(bg)
	require.NoError(t, err)
	assert.Zero(t, u.Outbox().Pending)
	close(gate)
}

// TestResetDropsWhatIsHeldBack by a fault rule too.
func TestResetDropsWhatIsHeldBack(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	heard := hookSite(t, u)
	_, err := u.SetWebhooks(bg, []Webhook{{URL: "http://hooks.test/mail", Events: []EventType{"note"}}})
	require.NoError(t, err)
	_, err = u.SetFaults(bg, Faults{Rules: []FaultRule{{Where: "webhook", Kind: FaultReorder}}})
	require.NoError(t, err)
	require.NoError(t, u.update(bg, func(t *tx) error { t.emit(NoteWritten{"x"}); return nil }))
	require.NoError(t, u.hooks.wait(bg, nil))
	_, err = u.Reset(bg, PartWebhooks)
	require.NoError(t, err)
	advance(t, u, time.Hour)
	assert.Empty(t, heard())
}
