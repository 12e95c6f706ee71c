package webhook_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/hook"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

func TestWebhookBounds(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	at := func(edit func(*mailsim.Webhook)) []mailsim.Webhook {
		w := mailsim.Webhook{Name: "app", URL: "http://hooks.test/x"}
		edit(&w)
		return []mailsim.Webhook{w}
	}
	long := strings.Repeat("x", 5000)
	for name, c := range map[string][2][]mailsim.Webhook{
		"list":   {slices.Repeat(at(func(*mailsim.Webhook) {}), 200), slices.Repeat(at(func(*mailsim.Webhook) {}), 201)},
		"host":   {at(func(w *mailsim.Webhook) { w.URL = "https://h" }), at(func(w *mailsim.Webhook) { w.URL = "http:///x" })},
		"url":    {at(func(w *mailsim.Webhook) { w.URL = "http://h/" + long[:3991] }), at(func(w *mailsim.Webhook) { w.URL = "http://h/" + long[:3992] })},
		"name":   {at(func(w *mailsim.Webhook) { w.Name = long[:valid.MaxName] }), at(func(w *mailsim.Webhook) { w.Name = long[:valid.MaxName+1] })},
		"secret": {at(func(w *mailsim.Webhook) { w.Secret = long[:1000] }), at(func(w *mailsim.Webhook) { w.Secret = long[:1001] })},
		"event":  {at(func(w *mailsim.Webhook) { w.Events = []mailsim.EventType{"*"} }), at(func(w *mailsim.Webhook) { w.Events = []mailsim.EventType{""} })},
		"type":   {at(func(w *mailsim.Webhook) { w.Events = []mailsim.EventType{"persona.sent"} }), at(func(w *mailsim.Webhook) { w.Events = []mailsim.EventType{"persona.*", "persona.snet"} })},
		"types":  {at(func(w *mailsim.Webhook) { w.Events = []mailsim.EventType{"person*"} }), at(func(w *mailsim.Webhook) { w.Events = []mailsim.EventType{"person.*"} })},
		"prefix": {at(func(w *mailsim.Webhook) { w.Events = []mailsim.EventType{"persona.*"} }), at(func(w *mailsim.Webhook) { w.Events = []mailsim.EventType{"p*.sent*"} })},
	} {
		_, err := u.SetWebhooks(context.Background(), c[0])
		assert.NoError(t, err, name)
		_, err = u.SetWebhooks(context.Background(), c[1])
		assert.ErrorIs(t, err, mailsim.ErrInvalid, name)
	}
	assert.ErrorIs(t, u.ReplayWebhook(context.Background(), "app", make([]int64, 1001)...), mailsim.ErrInvalid)
	body := strings.NewReader(`{"type": "pace", "id": 1, "data": {}}` + strings.Repeat(" ", 16<<20))
	_, err := mailsim.ParseWebhook(httptest.NewRequest("POST", "/", body), "")
	assert.ErrorContains(t, err, "too large")
}

// TestSavedEventTypes: a saved webhook may know types that this version does not.
func TestSavedEventTypes(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	later := mailsim.Webhook{URL: "http://hooks.test/x", Events: []mailsim.EventType{"later.type"}}
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		state.Put(t, webhook.Table.In(t.State), webhook.Pad(0), &webhook.Record{Webhook: later})
		return nil
	}))
	var file bytes.Buffer
	require.NoError(t, u.Save(&file))
	loaded, err := engine.Load(&file, mailsim.Options{})
	require.NoError(t, err)
	defer loaded.Close()
	assert.Equal(t, []mailsim.Webhook{later}, loaded.Webhooks())
}

// TestMaskedSecrets: the mask keeps the secret of the same URL, else of the first
// of the name that has one.
func TestMaskedSecrets(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	set := func(list ...mailsim.Webhook) error { _, err := u.SetWebhooks(context.Background(), list); return err }
	secrets := func() (out []string) {
		u.Read(func(v state.View) {
			for _, w := range state.Sorted(webhook.Table.In(v.State)) {
				out = append(out, w.Secret)
			}
		})
		return out
	}
	require.NoError(t, set(mailsim.Webhook{Name: "a", URL: "http://h/0"}, mailsim.Webhook{Name: "a", URL: "http://h/1", Secret: "one"}, mailsim.Webhook{Name: "a", URL: "http://h/2", Secret: "two"}, mailsim.Webhook{Name: "b", URL: "http://h/3", Secret: "three"}))
	for _, w := range u.Webhooks()[1:] {
		assert.Equal(t, webhook.Mask, w.Secret)
	}
	require.NoError(t, set(mailsim.Webhook{Name: "a", URL: "http://h/3", Secret: webhook.Mask}, mailsim.Webhook{Name: "a", URL: "http://new/", Secret: webhook.Mask}, mailsim.Webhook{Name: "a", URL: "http://h/0", Secret: webhook.Mask}))
	assert.Equal(t, []string{"three", "one", "one"}, secrets())
	assert.ErrorIs(t, set(mailsim.Webhook{Name: "z", URL: "http://z/", Secret: webhook.Mask}), mailsim.ErrInvalid)
	assert.ErrorIs(t, set(mailsim.Webhook{URL: "http://z/", Secret: webhook.Mask}), mailsim.ErrInvalid, "no name is no name in common")
	assert.Len(t, secrets(), 3)
}

// TestWebhooksCarryTheirSignature, and the way back is checked by it.
func TestWebhooksCarryTheirSignature(t *testing.T) {
	t.Parallel()
	r := func(signature string) error {
		req := httptest.NewRequest("POST", "/", strings.NewReader(`{"type": "pace", "id": 1, "data": {}}`))
		req.Header.Set(hook.SignatureHeader, signature)
		_, err := mailsim.ParseWebhook(req, "s3cret")
		return err
	}
	assert.NoError(t, r(hook.Sign("s3cret", []byte(`{"type": "pace", "id": 1, "data": {}}`))))
	assert.ErrorIs(t, r("sha256=00"), mailsim.ErrUnauthorized)
	assert.ErrorIs(t, r(""), mailsim.ErrUnauthorized)
}

// TestFailedNoticeEndsThere: a notice of a failure that cannot be delivered is no
// cause of a further one.
func TestFailedNoticeEndsThere(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	u.SetSite("hooks.test", http.NotFoundHandler())
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/a", Events: []mailsim.EventType{mailsim.EventPaceChanged}}, {URL: "http://hooks.test/b", Events: []mailsim.EventType{mailsim.EventWebhookFailed}}})
	require.NoError(t, err)
	testkit.MakeEvents(t, u, 1)
	testkit.Advance(t, u, time.Hour)
	assert.Len(t, testkit.EventsOf[mailsim.WebhookFailed](u), 1)
	assert.Equal(t, mailsim.Outbox{Attempts: 8, GivenUp: 2}, u.Outbox())
}

// TestWebhooksBeginWithTheirList: what happened before there was one is not sent.
func TestWebhooksBeginWithTheirList(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.MakeEvents(t, u, 3)
	got := make(chan mailsim.Event, 10)
	u.SetSite("hooks.test", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		e, err := mailsim.ParseWebhook(r, "")
		assert.NoError(t, err)
		got <- e
	}))
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{Name: "app", URL: "http://hooks.test/a"}})
	require.NoError(t, err)
	testkit.MakeEvents(t, u, 1)
	require.NoError(t, u.Settle(context.Background()))
	require.Len(t, got, 1)
	assert.EqualValues(t, 4, (<-got).ID)
}

// TestFullOutbox: what finds no place is a webhook that failed, at once.
func TestFullOutbox(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	gate := make(chan struct{})
	u.SetSite("hooks.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-gate }))
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{Name: "app", URL: "http://hooks.test/a", Events: []mailsim.EventType{"note"}}})
	require.NoError(t, err)
	testkit.MakeEvents(t, u, 1)
	for range 10 {
		require.NoError(t, u.ReplayWebhook(context.Background(), "app", slices.Repeat([]int64{1}, 1000)...))
	}
	assert.Empty(t, testkit.EventsOf[mailsim.WebhookFailed](u))
	require.NoError(t, u.ReplayWebhook(context.Background(), "app", 1))
	failed := testkit.EventsOf[mailsim.WebhookFailed](u)
	require.Len(t, failed, 1)
	assert.Contains(t, failed[0].Error, "too many events are waiting")
	_, err = u.Reset(context.Background())
	require.NoError(t, err)
	assert.Zero(t, u.Outbox().Pending)
	close(gate)
}

// TestResetDropsWhatIsHeldBack by a fault rule too.
func TestResetDropsWhatIsHeldBack(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	heard := testkit.HookSite(t, u)
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/mail", Events: []mailsim.EventType{"note"}}})
	require.NoError(t, err)
	_, err = u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "webhook", Kind: mailsim.FaultReorder}}})
	require.NoError(t, err)
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "x"}); return nil }))
	require.NoError(t, u.Hooks.Wait(context.Background(), nil))
	_, err = u.Reset(context.Background(), mailsim.PartWebhooks)
	require.NoError(t, err)
	testkit.Advance(t, u, time.Hour)
	assert.Empty(t, heard())
}

// The name of a webhook is one line.
func TestWebhookNames(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for _, name := range []string{"a\r\nb", "a\nb", "a\x00b"} {
		_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{Name: name, URL: "http://hooks.test/"}})
		require.ErrorIs(t, err, mailsim.ErrInvalid, "%q", name)
		assert.ErrorContains(t, err, "name must be one line")
	}
	assert.Empty(t, u.Webhooks())
}

// TestEventsThatAShapeNeverSends are refused by name: the application would wait for them in vain.
func TestEventsThatAShapeNeverSends(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	set := func(shape string, events ...mailsim.EventType) error {
		_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/", Shape: shape, Events: events}})
		return err
	}
	err := set("sendgrid", "mail.report", "mail.delivered", "job.*")
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.EqualError(t, err, "events: the shape sendgrid never sends mail.delivered, job.*, only mail.report, persona.sent, world.mail: leave them out, or add a webhook of the shape mailsim")
	assert.ErrorContains(t, set("mailpit", "mail.report"), "the shape mailpit never sends mail.report, only mail.delivered")
	for _, shape := range []string{"ses-sns", "sendgrid", "postmark", "mailgun", "resend"} {
		assert.NoError(t, set(shape))
		assert.NoError(t, set(shape, "mail.*", "persona.sent", "world.mail", "*"))
	}
	assert.NoError(t, set("mailpit", "mail.*"))
	assert.NoError(t, set("mailsim", "job.*"))
	assert.NoError(t, set("", "job.*"))
}
