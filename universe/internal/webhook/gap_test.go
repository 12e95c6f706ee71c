package webhook_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestWebhooksAreToldOfAGap has events leave the log before the webhooks are sent
// them, by the bound of events: those that are sent are the rest, and an event for
// each webhook says which were not. More webhooks than there is room end too.
func TestWebhooksAreToldOfAGap(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 12} {
		u, l := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Events: 8}}), &hookLog{}
		u.SetSite("hooks.test", l)
		var hooks []mailsim.Webhook
		for i := range n {
			hooks = append(hooks, mailsim.Webhook{Name: fmt.Sprint("app", i), URL: fmt.Sprintf("http://hooks.test/%d", i), Events: []mailsim.EventType{"note", "webhook.failed"}})
		}
		_, err := u.SetWebhooks(context.Background(), hooks)
		require.NoError(t, err)
		settle(t, u)
		require.Empty(t, l.take())
		first := u.Committed().Last() + 1
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			for range 20 {
				t.Emit(mailsim.NoteWritten{Text: "x"})
			}
			return nil
		}))
		settle(t, u)
		failed := testkit.EventsOf[mailsim.WebhookFailed](u)
		require.Len(t, failed, min(n, 8))
		for _, f := range failed {
			assert.Equal(t, fmt.Sprintf("events %d to %d were gone from the log before being sent: raise the bound of events, or keep them for longer", first, first+11), f.Error)
			assert.Equal(t, first+11, f.EventID)
		}
		calls := l.take()
		assert.Contains(t, calls, fmt.Sprintf("/0 %d note", first+12))
		assert.NotContains(t, calls, fmt.Sprintf("/0 %d note", first+11))
		if n == 2 {
			assert.Contains(t, calls, fmt.Sprintf("/1 %d webhook.failed", first+20))
		}
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "x"}); return nil }))
		settle(t, u)
		assert.Equal(t, int64(1), u.Committed().Last()-(first+19+int64(n)), "without a gap nothing is told")
	}
}

func settle(t *testing.T, u *engine.Universe) {
	t.Helper()
	require.NoError(t, u.Settle(context.Background()))
}
