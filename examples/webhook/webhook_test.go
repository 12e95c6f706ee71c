// Package webhook: an application learns by webhook what people do, each action
// exactly once despite failures.
package webhook

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// consumer is the application under test.
type consumer struct {
	mu          sync.Mutex
	calls, fail int
	seen        map[int64]bool
	opened      []string
}

func (c *consumer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock() // deliveries come at the same time
	defer c.mu.Unlock()
	c.calls++
	if c.calls <= c.fail {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	e, err := mailsim.ParseWebhook(r, "s3cret") // checks the signature
	if err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	if c.seen[e.ID] { // a retry may follow a lost answer
		return
	}
	c.seen[e.ID] = true
	if d, ok := e.Data.(mailsim.LinkOpened); ok {
		c.opened = append(c.opened, d.Persona+" "+d.URL)
	}
}

func TestWebhooksAreHeardOnce(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app := &consumer{fail: 2, seen: map[int64]bool{}}
	sim.Site("hooks.test", app)
	sim.Site("shop.test", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	sim.Webhook("http://hooks.test/mail", "s3cret", "link.opened")

	anna := sim.Person("Anna Weber <anna@client.test>", func(p *mailsim.Persona) { p.Style.Links = "curious" })
	sim.Login("shop@shop.test").Send(anna.Address(), "Sale", "Have a look: http://shop.test/sale")
	sim.Advance(24 * time.Hour) // she reads and clicks; the retries pass on the same clock
	if len(app.opened) != 1 || app.opened[0] != "Anna Weber http://shop.test/sale" {
		t.Errorf("heard %q in %d calls", app.opened, app.calls)
	}
	if app.calls != 3 {
		t.Errorf("%d calls, two of which failed", app.calls)
	}
}
