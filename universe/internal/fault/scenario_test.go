package fault_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// Each preset does what its text says.
func TestScenarios(t *testing.T) {
	t.Parallel()
	const app, anna = "app@ours.test", "anna@x.test"
	ctx := context.Background()
	tests := map[string]func(t *testing.T, u *engine.Universe, d testkit.Client){
		"calm": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			_, ok := d.Send(app, anna, "one")
			assert.True(t, ok)
			assert.Empty(t, testkit.EventsOf[mailsim.FaultFired](u))
		},
		"greylisting": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			for _, wait := range []time.Duration{0, 4 * time.Minute} {
				_, err := u.Advance(ctx, wait+1)
				require.NoError(t, err)
				e, ok := d.Send(app, anna, "one")
				assert.False(t, ok)
				assert.Equal(t, "451 4.7.1 Greylisted, please try again later", e.Reply.String())
			}
			_, err := u.Advance(ctx, time.Minute)
			require.NoError(t, err)
			for range 2 {
				_, ok := d.Send(app, anna, "one")
				assert.True(t, ok)
			}
		},
		"slow_server": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			for _, at := range []string{"connect", "ehlo", "auth", "mail", "rcpt", "data", "body", "quit"} {
				e, ok := d.Session.Fault(ctx, mailsim.FaultPoint{Where: "smtp", At: at})
				assert.True(t, ok && e.Delay >= 2*time.Second && e.Delay <= 20*time.Second, "%s %s", at, e.Delay)
			}
		},
		"flaky_network": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			reset := share(400, func(i int) bool { e, ok := d.Send(app, fmt.Sprint(i, anna), "x"); return !ok && e.Reset })
			assert.InDelta(t, 0.05, reset, 0.03)
		},
		"provider_outage": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			e, ok := d.Send(app, anna, "one")
			assert.False(t, ok)
			assert.Equal(t, 421, e.Reply.Code)
			_, err := u.Advance(ctx, 30*time.Minute)
			require.NoError(t, err)
			_, ok = d.Send(app, anna, "one")
			assert.True(t, ok)
		},
		"rate_limited": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			assert.Equal(t, 0.5, share(10, func(i int) bool { e, ok := d.Send(app, anna, "x"); return !ok && e.Reply.Enhanced == "4.7.0" }))
		},
		"blocklisted": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			e, ok := d.Session.Fault(ctx, mailsim.FaultPoint{Where: "smtp", At: "connect"})
			assert.True(t, ok)
			assert.Contains(t, e.Reply.String(), "554 5.7.1 ")
		},
		"full_mailboxes": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			full := share(500, func(i int) bool {
				e, ok := d.Send(app, fmt.Sprint(i, anna), "x")
				return !ok && (e.Reply.Code == 452 || e.Reply.Code == 552)
			})
			assert.InDelta(t, 0.2, full, 0.06)
		},
		"late_bounces": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			d.Send(app, anna, "x")
			_, err := u.Advance(ctx, 2*time.Hour)
			require.NoError(t, err)
			assert.Empty(t, d.Subjects(app))
			_, err = u.Advance(ctx, 6*time.Hour)
			require.NoError(t, err)
			assert.Len(t, d.Subjects(app), 1)
		},
		"duplicates": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			two := share(400, func(i int) bool { to := fmt.Sprint(i, anna); d.Send(app, to, "x"); return len(d.Subjects(to)) == 2 })
			assert.InDelta(t, 0.1, two, 0.05)
		},
		"out_of_order": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			for i := range 6 {
				d.Send(app, anna, fmt.Sprint(i))
			}
			assert.Equal(t, []string{"4", "5", "2", "3", "0", "1"}, d.Subjects(anna))
		},
		"lost_mail": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			lost := share(800, func(i int) bool {
				to := fmt.Sprint(i, anna)
				d.Send(app, to, "x")
				_, err := u.Mailbox(to)
				return err != nil
			})
			assert.InDelta(t, 0.03, lost, 0.02)
		},
		"mangled": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			spoilt := share(400, func(i int) bool {
				to := fmt.Sprint(i, anna)
				d.Send(app, to, "x")
				list, err := u.Messages(to, mailsim.MessageFilter{})
				require.NoError(t, err)
				return !strings.HasSuffix(string(list[0].Bytes()), "\r\n\r\nGrüße: "+strings.Repeat("some words ", 20)+"\r\n") ||
					strings.Contains(string(list[0].Bytes()), "charset=windows-1251")
			})
			assert.InDelta(t, 0.12, spoilt, 0.05)
		},
		"no_threading": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			d.Send(app, anna, "x")
			list, err := u.Messages(anna, mailsim.MessageFilter{})
			require.NoError(t, err)
			assert.Empty(t, list[0].References)
		},
		"imap_lag": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			for _, at := range []string{"select", "fetch", "idle"} {
				e, ok := d.Session.Fault(ctx, mailsim.FaultPoint{Where: "imap", At: at, Username: anna})
				assert.True(t, ok && e.Stale >= 30*time.Second && e.Stale <= 2*time.Minute, "%s %s", at, e.Stale)
			}
		},
		"webhooks_down": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			e, ok := u.Fault(ctx, mailsim.FaultPoint{Where: "webhook", To: "http://hooks.test"})
			assert.True(t, ok)
			assert.Equal(t, 503, e.Status)
			_, err := u.Advance(ctx, 10*time.Minute)
			require.NoError(t, err)
			_, ok = u.Fault(ctx, mailsim.FaultPoint{Where: "webhook", To: "http://hooks.test"})
			assert.False(t, ok)
		},
		"bad_monday": func(t *testing.T, u *engine.Universe, d testkit.Client) {
			share(200, func(i int) bool { _, ok := d.Send(app, fmt.Sprint(i, anna), "x"); return ok })
			kinds := map[string]bool{}
			for _, f := range testkit.EventsOf[mailsim.FaultFired](u) {
				kinds[f.Kind] = true
			}
			assert.True(t, kinds["greylist"] && kinds["delay"] && kinds["duplicate"], kinds)
		},
	}
	require.Len(t, tests, len(mailsim.Scenarios()))
	for _, s := range mailsim.Scenarios() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			testkit.LoadScenario(t, u, s.Name)
			require.NotNil(t, tests[s.Name])
			tests[s.Name](t, u, testkit.NewClient(t, u))
		})
	}
}

func share(n int, f func(i int) bool) float64 {
	hits := 0
	for i := range n {
		if f(i) {
			hits++
		}
	}
	return float64(hits) / float64(n)
}
