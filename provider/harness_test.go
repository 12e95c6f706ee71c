package provider_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/provider"
	"github.com/mailsim/mailsim/universe"
)

// world is a universe with its doors, and an application that hears of it.
type world struct {
	t *testing.T
	u *mailsim.Universe
	h http.Handler

	mu    sync.Mutex
	heard []heard
}

// heard is a webhook as it came.
type heard struct {
	path string
	head http.Header
	body []byte
}

func newWorld(t *testing.T, o mailsim.Options) *world {
	t.Helper()
	o.HashCost, o.HooksOnClock, o.Frozen = 4, true, true
	o.Start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	u, err := universe.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { u.Close() })
	w := &world{t: t, u: u, h: provider.New(u, provider.Options{Open: true})}
	u.SetSite("hooks.test", http.HandlerFunc(w.hear))
	u.AnnounceProviders("http://127.0.0.1:8026")
	return w
}

func (w *world) hear(_ http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard = append(w.heard, heard{r.URL.Path, r.Header, body})
}

// take returns what the application has heard, and forgets it.
func (w *world) take() []heard {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.heard
	w.heard = nil
	return out
}

func (w *world) hooks(list ...mailsim.Webhook) {
	w.t.Helper()
	_, err := w.u.SetWebhooks(context.Background(), list)
	require.NoError(w.t, err)
}

func (w *world) advance(d time.Duration) {
	w.t.Helper()
	_, err := w.u.Advance(context.Background(), d)
	require.NoError(w.t, err)
	require.NoError(w.t, w.u.Settle(context.Background()))
}

// answer is what a door said.
type answer struct {
	code int
	head http.Header
	body []byte
}

func (a answer) json(t *testing.T) (out map[string]any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.body, &out), "%s", a.body)
	return out
}

// ask makes a request with a JSON body; head are pairs of name and value.
func (w *world) ask(method, path string, body any, head ...string) answer {
	w.t.Helper()
	var b []byte
	switch body := body.(type) {
	case nil:
	case string:
		b = []byte(body)
	default:
		var err error
		b, err = json.Marshal(body)
		require.NoError(w.t, err)
	}
	r := httptest.NewRequest(method, "http://127.0.0.1:8026"+path, bytes.NewReader(b))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, r)
	return answer{rec.Code, rec.Header(), rec.Body.Bytes()}
}

// outcomes lists what became of mails, as "kind recipient".
func (w *world) outcomes() (out []string) {
	for _, o := range mailsim.EventsOf[mailsim.MailReport](w.u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventMailReport}})) {
		out = append(out, string(o.Kind)+" "+o.Recipient)
	}
	return out
}

// inbox is the whole newest mail of a mailbox.
func (w *world) inbox(address string) string {
	w.t.Helper()
	a, err := w.u.Access(address)
	require.NoError(w.t, err)
	s, err := a.Open("INBOX")
	require.NoError(w.t, err)
	require.Positive(w.t, s.Len())
	return strings.ReplaceAll(s.At(s.Len()-1).Bytes(), "\r\n", "\n")
}
