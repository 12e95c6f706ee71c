package fault_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestFaultWebhooks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	note := func(t *testing.T, u *engine.Universe) int64 {
		require.NoError(t, u.Update(ctx, func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "x"}); return nil }))
		_, err := u.Advance(ctx, time.Second)
		require.NoError(t, err)
		for e := range u.Log(mailsim.EventFilter{}) {
			if n, ok := e.Data.(mailsim.NoteWritten); ok && n.Text == "x" {
				return e.ID
			}
		}
		return 0
	}
	for _, tc := range []struct {
		kind  mailsim.FaultKind
		delay time.Duration
		notes int // how often the note arrives
		fired int // of its first attempts
	}{
		{mailsim.FaultFail, 0, 1, 2}, {mailsim.FaultTimeout, 0, 1, 2}, {mailsim.FaultSlow, time.Second, 1, 1}, {mailsim.FaultSlow, 20 * time.Second, 1, 2}, {mailsim.FaultDuplicate, 0, 2, 1},
	} {
		t.Run(string(tc.kind), func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			heard := testkit.HookSite(t, u)
			_, err := u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "webhook", Kind: tc.kind, Delay: tc.delay, Times: tc.fired}}})
			require.NoError(t, err)
			id := note(t, u)
			_, err = u.Advance(ctx, time.Minute)
			require.NoError(t, err)
			times := 0
			for _, h := range heard() {
				if h == id {
					times++
				}
			}
			assert.Equal(t, tc.notes, times)
			assert.Len(t, testkit.EventsOf[mailsim.FaultFired](u), tc.fired, "reports of faults are no cause of further ones")
		})
	}
	t.Run("reorder", func(t *testing.T) {
		t.Parallel()
		u := testkit.New(t, mailsim.Options{})
		heard := testkit.HookSite(t, u)
		_, err := u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "webhook", Kind: mailsim.FaultReorder, Times: 1}}})
		require.NoError(t, err)
		first := note(t, u)
		_, err = u.Advance(ctx, time.Hour)
		require.NoError(t, err)
		ids := heard()
		require.Len(t, ids, 2)
		assert.Equal(t, []int64{first + 1, first}, ids, "the report of the fault overtook it")
	})
	t.Run("down", func(t *testing.T) {
		t.Parallel()
		u := testkit.New(t, mailsim.Options{})
		heard := testkit.HookSite(t, u)
		testkit.LoadScenario(t, u, "webhooks_down")
		note(t, u)
		_, err := u.Advance(ctx, 9*time.Minute)
		require.NoError(t, err)
		assert.Len(t, testkit.EventsOf[mailsim.WebhookFailed](u), 1)
		assert.Len(t, testkit.EventsOf[mailsim.FaultFired](u), 4, "four attempts")
		assert.Len(t, heard(), 4, "the reports")
	})
}

// A delivery that is held back waits its own minute, whatever was held before it.
func TestFaultReorderHoldsEachItsMinute(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	heard := testkit.HookSite(t, u)
	_, err := u.SetWebhooks(ctx, []mailsim.Webhook{{Name: "app", URL: "http://hooks.test/mail", Events: []mailsim.EventType{"note"}}})
	require.NoError(t, err)
	_, err = u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "webhook", Kind: mailsim.FaultReorder}}})
	require.NoError(t, err)
	note := func() int64 {
		require.NoError(t, u.Update(ctx, func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "x"}); return nil }))
		require.NoError(t, u.Hooks.Wait(ctx, nil))
		return lastNote(u)
	}
	first := note() // held at 0 s
	testkit.Advance(t, u, 30*time.Second)
	second := note() // overtakes it
	third := note()  // held at 30 s
	assert.Equal(t, []int64{second, first}, heard())
	testkit.Advance(t, u, 59*time.Second)
	assert.Len(t, heard(), 2, "the first one's minute is not that of the third")
	testkit.Advance(t, u, time.Second)
	assert.Equal(t, []int64{second, first, third}, heard())

	fourth := note()
	assert.Len(t, heard(), 3)
	require.NoError(t, u.Settle(ctx)) // as at the end of a server
	assert.Equal(t, []int64{second, first, third, fourth}, heard(), "nothing is lost")
}

func lastNote(u *engine.Universe) (id int64) {
	for e := range mailsim.EventsOf[mailsim.NoteWritten](u.Log(mailsim.EventFilter{})) {
		id = e.ID
	}
	return id
}

// An event that is sent again arrives as often as it was sent, whatever overtakes
// what.
func TestFaultReorderOfOneEventSentAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	heard := testkit.HookSite(t, u)
	_, err := u.SetWebhooks(ctx, []mailsim.Webhook{{Name: "app", URL: "http://hooks.test/mail", Events: []mailsim.EventType{"note"}}})
	require.NoError(t, err)
	require.NoError(t, u.Update(ctx, func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "x"}); return nil }))
	log := u.Committed()
	id := log.Last()
	require.NoError(t, u.Settle(ctx))
	_, err = u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "webhook", Kind: mailsim.FaultReorder, Every: 2}}})
	require.NoError(t, err)
	require.NoError(t, u.ReplayWebhook(ctx, "app", slices.Repeat([]int64{id}, 10)...))
	require.NoError(t, u.Settle(ctx))
	assert.Len(t, heard(), 1+10)
}
