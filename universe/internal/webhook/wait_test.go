package webhook_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// hangingHook is a universe with a webhook that accepts and says nothing.
func hangingHook(t *testing.T, o mailsim.Options) *engine.Universe {
	t.Helper()
	o.HashCost = 4
	o.Sites = map[string]http.Handler{"hooks.test": http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })}
	u, err := engine.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	_, err = u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/x"}})
	require.NoError(t, err)
	return u
}

// TestHangingWebhookDoesNotStopTheClock: a call waits for webhooks as long as the
// option says, whatever happens on the way.
func TestHangingWebhookDoesNotStopTheClock(t *testing.T) {
	t.Parallel()
	for option, want := range map[time.Duration]time.Duration{0: time.Second, -1: 0, 3 * time.Second: 3 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			u := hangingHook(t, mailsim.Options{WebhookWait: option})
			for i := range 6 {
				u.AfterFunc(time.Duration(i)*time.Minute, func() { testkit.MakeEvents(t, u, 1) })
			}
			start := time.Now()
			testkit.Advance(t, u, time.Hour)
			assert.Equal(t, want, time.Since(start))
			synctest.Wait()
			assert.GreaterOrEqual(t, u.Outbox().Pending, 6, "the webhook goes on without the clock")
			waits := u.WebhookWaits()
			if want == 0 {
				assert.Empty(t, waits)
				return
			}
			require.Len(t, waits, 1)
			assert.Equal(t, "http://hooks.test/x", waits[0].URL)
			assert.Equal(t, want, waits[0].Took)
			assert.True(t, waits[0].Left)
			assert.Equal(t, config.DefaultStart, waits[0].At)
		})
	}
}

// TestHangingWebhookOnTheClock is waited for, and the wait ends with the caller.
func TestHangingWebhookOnTheClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := hangingHook(t, mailsim.Options{HooksOnClock: true})
		testkit.MakeEvents(t, u, 1)
		start := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_, err := u.Advance(ctx, time.Hour)
		require.ErrorIs(t, err, mailsim.ErrTimeout)
		assert.Equal(t, 2*time.Second, time.Since(start))
		require.Len(t, u.WebhookWaits(), 1)
		assert.True(t, u.WebhookWaits()[0].Left)
		testkit.Advance(t, u, time.Minute)
		assert.Equal(t, 40*time.Second, time.Since(start), "four attempts of 10 s")
		assert.Zero(t, u.Outbox().Pending)
		waits := u.WebhookWaits()
		assert.False(t, waits[len(waits)-1].Left)
	})
}

// TestSettleLetsOthersMoveTheClock while it waits for a webhook.
func TestSettleLetsOthersMoveTheClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := hangingHook(t, mailsim.Options{WebhookWait: -1})
		testkit.MakeEvents(t, u, 1)
		done := make(chan error, 1)
		go func() { done <- u.Settle(context.Background()) }()
		synctest.Wait()
		start := time.Now()
		_, err := u.Freeze(context.Background(), true)
		require.NoError(t, err)
		testkit.Advance(t, u, time.Hour)
		assert.Zero(t, time.Since(start))
		require.NoError(t, u.Close())
		assert.Error(t, <-done)
	})
}

// TestWebhookQueue: what finds no room in all is told by few events, and counted.
func TestWebhookQueue(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, webhook.MaxQueue + 1} {
		_, err := engine.New(mailsim.Options{WebhookQueue: n})
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	synctest.Test(t, func(t *testing.T) {
		u := hangingHook(t, mailsim.Options{WebhookQueue: 50, WebhookWait: -1})
		_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{URL: "http://hooks.test/a", Events: []mailsim.EventType{mailsim.EventPaceChanged}}, {URL: "http://hooks.test/b", Events: []mailsim.EventType{mailsim.EventPaceChanged}}})
		require.NoError(t, err)
		testkit.MakeEvents(t, u, 525)
		synctest.Wait()
		assert.Equal(t, 50, u.Outbox().Pending)
		assert.Equal(t, mailsim.Usage{Used: 50, Max: 50}, u.Status().Bounds.Webhooks)
		assert.Equal(t, mailsim.Usage{Used: 50, Max: 50}, u.Bounds().Webhooks)
		assert.EqualValues(t, 1000, u.Outbox().Dropped)
		failed := testkit.EventsOf[mailsim.WebhookFailed](u)
		assert.Len(t, failed, 2*9, "of 500 at each URL, at 1, 2, 4 … 256")
		assert.Contains(t, failed[0].Error, "too many events are waiting for the webhook (50 for all webhooks): this event is dropped")
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		testkit.MakeEvents(t, u, 1)
		synctest.Wait()
		again := testkit.EventsOf[mailsim.WebhookFailed](u)
		assert.Contains(t, again[len(again)-1].Error, "there is room again: 500 events are dropped, this one the last")
	})
}
