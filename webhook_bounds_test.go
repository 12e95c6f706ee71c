package mailsim

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

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
