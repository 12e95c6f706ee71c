package httpapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// TestFull refuses what a full universe cannot keep, and shows how full it is.
func TestFull(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 1, Mailboxes: 3, Events: 50}, WebhookQueue: 70}, Options{NoLimit: true, Metrics: true})
	send := `{"from": "me@app.test", "to": ["a@x.test"], "subject": "s", "text": "t"}`
	w.as(member, post, "/api/send", send).ok()
	w.as(member, post, "/api/send", send).fails(http.StatusInsufficientStorage, "bound of 1 for mails")
	w.as(member, post, "/api/personas", `{"name": "Ann", "addresses": ["ann@x.test"]}`).ok()
	w.as(member, post, "/api/personas", `{"name": "Ben", "addresses": ["ben@x.test"]}`).fails(http.StatusInsufficientStorage, "bound of 3 for mailboxes")
	got := w.as(viewer, get, "/api/status", "").ok()
	assert.Contains(t, string(got.Body), `"mails":{"used":1,"max":1}`)
	assert.Contains(t, string(got.Body), `"webhooks":{"used":0,"max":70}`)
	assert.Contains(t, string(got.Body), `"when_full":"refuse"`)
	metrics := string(w.as(admin, get, "/metrics", "").ok().Body)
	for _, line := range []string{`mailsim_bound_used{universe="` + w.u.ID() + `",bound="mails"} 1`, `mailsim_bound_max{universe="` + w.u.ID() + `",bound="events"} 50`, `mailsim_bound_max{universe="` + w.u.ID() + `",bound="webhooks"} 70`} {
		assert.Contains(t, metrics, line)
	}
	w.as(viewer, get, "/api/events", "").ok()
}

// TestMaxStreams refuses one stream or wait too many.
func TestMaxStreams(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, MaxStreams: 1})
	ctx, end := context.WithCancel(t.Context())
	r := w.request(viewer, get, "/api/events/stream", "").WithContext(ctx)
	out, done := &notified{httptest.NewRecorder(), make(chan struct{}, 100)}, make(chan struct{})
	go func() { w.h.ServeHTTP(out, r); close(done) }()
	<-out.wrote
	w.as(viewer, get, "/api/events/stream", "").fails(http.StatusServiceUnavailable, "too many streams")
	w.as(viewer, get, "/api/status", "").ok()
	end()
	<-done
	w.as(viewer, http.MethodHead, "/api/events/stream", "").ok()
}

// notified tells when something has been written.
type notified struct {
	*httptest.ResponseRecorder
	wrote chan struct{}
}

func (n *notified) Write(b []byte) (int, error) {
	select {
	case n.wrote <- struct{}{}:
	default:
	}
	return n.ResponseRecorder.Write(b)
}
