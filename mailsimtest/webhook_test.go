package mailsimtest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// A test looks no host up: webhooks reach sites and loopback, however they are set.
func TestWebhooksStayOnTheMachine(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"http://example.com/x", "https://hooks.shop.com:8443/", "http://8.8.8.8/", "http://10.0.0.1/", "http://[2001:db8::1]/", "http://mailhog/", "http://localhost.example.com/"} {
		r := record(url, func(t mailsimtest.TB) { mailsimtest.New(t).Webhook(url, "s3cret") })
		assert.Contains(t, r.fatal, "a test reaches sites and loopback alone: call sim.Site(", url)
		mailsimtest.New(t, mailsimtest.With(func(o *mailsim.Options) { o.Network = true })).Webhook(url, "s3cret")

		sim := mailsimtest.New(t) // by the API, or a file
		_, err := sim.Universe.SetWebhooks(context.Background(), []mailsim.Webhook{{Name: "all", URL: url, Secret: "s3cret", Events: []mailsim.EventType{"mail.delivered"}}})
		require.NoError(t, err)
		sim.Box("app@ours.test").Send("anna@client.test", "Hi", "Hi.")
		sim.Settle()
		failed := mailsimtest.Events[mailsim.WebhookFailed](sim)
		require.Len(t, failed, 1)
		assert.Contains(t, failed[0].Error, "is neither a site nor on loopback", url)
	}
	calls := make(chan string, 10)
	note := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { calls <- r.Host })
	srv := httptest.NewServer(note)
	defer srv.Close()
	sim := mailsimtest.New(t, mailsimtest.Site("*.shop.com", note))
	sim.Webhook("http://later.test/", "s3cret")
	sim.Site("later.test", note)
	sim.Webhook("http://hooks.shop.com/mail", "s3cret")
	sim.Webhook(srv.URL, "s3cret")
	sim.Webhook(strings.Replace(srv.URL, "127.0.0.1", "localhost", 1), "s3cret")
	sim.Universe.SetSite("own.example.com", note)
	sim.Webhook("http://own.example.com/", "s3cret")
	sim.Box("app@ours.test").Send("anna@client.test", "Hi", "Hi.")
	sim.Settle()
	assert.Len(t, calls, 5)
}
