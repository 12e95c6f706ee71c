package testkit

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// HookSite is a webhook endpoint that notes the events it hears of.
func HookSite(t *testing.T, u *engine.Universe) (heard func() []int64) {
	var mu sync.Mutex
	var ids []int64
	u.SetSite("hooks.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e, err := mailsim.ParseWebhook(r, "")
		assert.NoError(t, err)
		mu.Lock()
		defer mu.Unlock()
		ids = append(ids, e.ID)
	}))
	_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/mail", Events: []mailsim.EventType{"note", "fault.*"}}})
	require.NoError(t, err)
	return func() []int64 {
		mu.Lock()
		defer mu.Unlock()
		return ids
	}
}

// Visits notes what comes to the sites of a universe: method, URL, agent, body.
type Visits struct {
	mu   sync.Mutex
	List []string
}

func (v *Visits) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.List = append(v.List, strings.TrimSpace(r.Method+" "+r.Host+r.URL.RequestURI()+" "+r.UserAgent()+" "+string(body)))
	io.WriteString(w, "<title>Page</title>")
}

// QuietLinks lets nobody look up the site of a sender.
func QuietLinks(t *testing.T, u *engine.Universe) {
	t.Helper()
	p := mailsim.DefaultLinkPolicy()
	p.SenderCheck = new(0.0)
	_, err := u.SetLinks(context.Background(), p)
	require.NoError(t, err)
}
