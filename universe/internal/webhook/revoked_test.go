package webhook_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestRevokedWebhookStopsItsRetries when it is taken off the list, or its secret
// changes; that is no failure, and others go on.
func TestRevokedWebhookStopsItsRetries(t *testing.T) {
	t.Parallel()
	for name, next := range map[string][]mailsim.Webhook{
		"removed":    {{URL: "http://hooks.test/other"}},
		"none":       {},
		"new secret": {{URL: "http://hooks.test/bad", Secret: "two", Events: []mailsim.EventType{"note"}}},
		"no secret":  {{URL: "http://hooks.test/bad", Events: []mailsim.EventType{"note"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u, l := testkit.New(t, mailsim.Options{}), &hookLog{}
			u.SetSite("hooks.test", l)
			_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/bad", Secret: "one", Events: []mailsim.EventType{mailsim.EventPaceChanged}}})
			require.NoError(t, err)
			testkit.MakeEvents(t, u, 3)
			require.NoError(t, u.Hooks.Wait(context.Background(), nil))
			require.Len(t, l.take(), 3)
			_, err = u.SetWebhooks(context.Background(), next)
			require.NoError(t, err)
			assert.Equal(t, mailsim.Outbox{Attempts: 3, Dropped: 3}, u.Outbox(), "at once")
			testkit.Advance(t, u, time.Hour)
			assert.NotContains(t, l.take(), "/bad 1 pace")
			assert.Empty(t, testkit.EventsOf[mailsim.WebhookFailed](u))
		})
	}
}

// TestRevokedWebhookEndsWithinASecond: an attempt under way is broken off, and
// thousands that never had one are not made.
func TestRevokedWebhookEndsWithinASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u, begun, ended := testkit.New(t, mailsim.Options{}), new(atomic.Int64), make(chan time.Time, 100)
		u.SetSite("hooks.test", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/good" {
				return
			}
			begun.Add(1)
			<-r.Context().Done()
			ended <- time.Now()
		}))
		_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/hangs", Events: []mailsim.EventType{mailsim.EventPaceChanged}}})
		require.NoError(t, err)
		testkit.MakeEvents(t, u, 2000)
		synctest.Wait()
		require.EqualValues(t, 4, begun.Load())
		removed := time.Now()
		_, err = u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/good"}})
		require.NoError(t, err)
		time.Sleep(time.Second)
		synctest.Wait()
		assert.EqualValues(t, 4, begun.Load())
		require.Len(t, ended, 4)
		assert.LessOrEqual(t, (<-ended).Sub(removed), time.Second)
		assert.Zero(t, u.Outbox().Pending)
		assert.EqualValues(t, 2000, u.Outbox().Dropped)
		testkit.MakeEvents(t, u, 1)
		synctest.Wait()
		assert.EqualValues(t, 1, u.Outbox().Delivered)
		assert.Empty(t, testkit.EventsOf[mailsim.WebhookFailed](u))
	})
}

// TestFailedAttemptOfARevokedWebhook: an attempt that was under way when its webhook
// was taken off the list has no retry.
func TestFailedAttemptOfARevokedWebhook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u, calls := testkit.New(t, mailsim.Options{}), 0
		u.SetSite("hooks.test", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			calls++
			time.Sleep(100 * time.Millisecond)
			w.WriteHeader(http.StatusBadGateway)
		}))
		_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/x", Events: []mailsim.EventType{mailsim.EventPaceChanged}}})
		require.NoError(t, err)
		testkit.MakeEvents(t, u, 1)
		synctest.Wait()
		_, err = u.SetWebhooks(context.Background(), nil)
		require.NoError(t, err)
		time.Sleep(200 * time.Millisecond)
		synctest.Wait()
		assert.Equal(t, mailsim.Outbox{Attempts: 1, Dropped: 1}, u.Outbox())
		testkit.Advance(t, u, time.Hour)
		assert.Equal(t, 1, calls)
		assert.Empty(t, testkit.EventsOf[mailsim.WebhookFailed](u))
	})
}
