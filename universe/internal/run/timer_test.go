package run_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestTimersRunBetweenJobs(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	var at []string
	u.Every(24*time.Hour, func() {
		at = append(at, u.Now().Format("2006-01-02 15:04"))
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Day", Text: "x"})
		assert.NoError(t, err)
	})
	stopped := u.AfterFunc(time.Hour, func() { t.Error("stopped timers do not run") })
	assert.True(t, stopped.Stop())
	u.AfterFunc(36*time.Hour, func() { at = append(at, "once "+u.Now().Format("15:04")) })
	testkit.Advance(t, u, 72*time.Hour)
	// spec: beyond.timers
	assert.Equal(t, []string{"2026-01-06 09:00", "once 21:00", "2026-01-07 09:00", "2026-01-08 09:00"}, at)
	assert.Len(t, testkit.Inbox(t, u, "anna@client.test"), 3)

	u = testkit.New(t, mailsim.Options{})
	p, err := u.CreatePersona(context.Background(), mailsim.Persona{Name: "Anna", Addresses: []string{"anna@client.test"}})
	require.NoError(t, err)
	at = nil
	for _, d := range []time.Duration{3 * time.Hour, time.Hour, 2 * time.Hour} {
		_, err := u.Act(context.Background(), p.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", Subject: d.String(), Text: "x", After: d})
		require.NoError(t, err)
	}
	note := func(what string) { // what there was when the timer ran, and whether the job due next was still planned
		pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: mailsim.JobInitiate})
		assert.NoError(t, err)
		at = append(at, fmt.Sprintf("%s at %s: %d sent, %d planned", what, u.Now().Format("15:04"), len(testkit.Inbox(t, u, "app@ours.test")), len(pending)))
	}
	entered, release := make(chan struct{}), make(chan struct{})
	u.AfterFunc(150*time.Minute, func() { close(entered); <-release; note("slow") })
	u.AfterFunc(2*time.Hour, func() { note("together") })
	u.AfterFunc(90*time.Minute, func() {
		note("between")
		u.AfterFunc(0, func() { note("now") })
	})
	go func() { <-entered; close(release) }()
	testkit.Advance(t, u, 4*time.Hour)
	// spec: beyond.timers
	assert.Equal(t, []string{
		"between at 10:30: 1 sent, 2 planned", "now at 10:30: 1 sent, 2 planned",
		"together at 11:00: 2 sent, 1 planned", "slow at 11:30: 2 sent, 1 planned",
	}, at)
	assert.Len(t, testkit.Inbox(t, u, "app@ours.test"), 3)
	bad := testkit.New(t, mailsim.Options{})
	bad.OnIdle(func(ctx context.Context) {
		_, err := bad.Advance(ctx, time.Hour)
		assert.ErrorIs(t, err, mailsim.ErrConflict)
	})
	testkit.Advance(t, bad, time.Minute)
}

// An application that has something new to do each time it is asked must not
// hold the clock for ever.
func TestRestlessApplicationEndsTheAdvance(t *testing.T) {
	t.Parallel()
	begin := func(t *testing.T) *engine.Universe {
		u := testkit.New(t, mailsim.Options{})
		u.OnIdle(func(context.Context) { testkit.SendTo(t, u, "anna@client.test", "Once more", "x") })
		return u
	}
	for name, move := range map[string]func(u *engine.Universe) error{
		"advance": func(u *engine.Universe) error { _, err := u.Advance(context.Background(), time.Hour); return err },
		"settle":  func(u *engine.Universe) error { return u.Settle(context.Background()) },
		"jobs":    func(u *engine.Universe) error { _, err := u.AdvanceJobs(context.Background(), 3); return err },
		"run": func(u *engine.Universe) error {
			p, err := u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"eve@client.test"}})
			require.NoError(t, err)
			j, err := u.Act(context.Background(), p.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", After: time.Hour})
			require.NoError(t, err)
			_, err = u.RunJob(context.Background(), j.ID)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := begin(t)
			err := move(u)
			require.ErrorIs(t, err, mailsim.ErrInternal)
			assert.Contains(t, err.Error(), "does not come to rest at 2026-01-05T09:00:00Z: after 1000 rounds")
			assert.Contains(t, err.Error(), `1 mail.delivered: "Once more" from app@ours.test to anna@client.test`)
			assert.Equal(t, "2026-01-05T09:00:00Z", u.Now().Format(time.RFC3339))
		})
	}
	u := testkit.New(t, mailsim.Options{}) // filing alone is something new, too
	u.OnIdle(func(context.Context) {
		_, err := u.Inject(context.Background(), mailsim.Inject{To: "anna@client.test", From: "app@ours.test", Subject: "Draft", Text: "x"})
		assert.NoError(t, err)
	})
	assert.ErrorContains(t, u.Settle(context.Background()), "mail filed without an event")
}

// What is bounded are the rounds at one instant: many instants, and much to do at
// one of them, are none.
func TestBusyApplicationIsNotRestless(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	left, ticks := 0, 0
	u.Every(time.Hour, func() { ticks++; left = 7 })
	u.AfterFunc(48*time.Hour, func() { left = 900 })
	u.OnIdle(func(context.Context) {
		if left > 0 {
			left--
			testkit.SendTo(t, u, "anna@client.test", "One more", "x")
		}
	})
	testkit.Advance(t, u, 30*24*time.Hour)
	assert.Equal(t, 30*24, ticks)
	assert.Zero(t, left)
}

// Timers that set each other at one instant are a runaway, as jobs are.
func TestTimersThatSetEachOtherEndTheAdvance(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	n := 0
	var again func()
	again = func() { n++; u.AfterFunc(0, again) }
	u.AfterFunc(time.Minute, again)
	_, err := u.Advance(context.Background(), time.Hour)
	require.ErrorIs(t, err, mailsim.ErrInternal)
	assert.ErrorContains(t, err, "runaway: more than 1000 timers of the application set each other at 2026-01-05T09:01:00Z")
	assert.Less(t, n, 1100)

	u = testkit.New(t, mailsim.Options{})
	n = 0
	for range 3000 { // many at one instant are no chain, and a chain over time is none
		u.AfterFunc(time.Minute, func() { n++ })
	}
	var next func()
	next = func() {
		if n++; n < 6000 {
			u.AfterFunc(time.Second, next)
		}
	}
	u.AfterFunc(time.Hour, next)
	testkit.Advance(t, u, 24*time.Hour)
	assert.Equal(t, 6000, n)
}

// A live clock stops where the application does not come to rest, instead of
// asking it for ever.
func TestRestlessApplicationStopsTheLiveClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{Speed: 1})
		rounds := 0
		u.OnIdle(func(context.Context) { rounds++; testkit.SendTo(t, u, "anna@client.test", "Once more", "x") })
		u.AfterFunc(time.Minute, func() {})
		time.Sleep(time.Hour)
		assert.True(t, u.Clock().Frozen)
		assert.Equal(t, 1000, rounds)
		assert.Equal(t, config.DefaultStart.Add(time.Minute), u.Now())
	})
}

// A function that is late fails the advance after ten seconds of its own, however many
// ran before it. The universe goes on without it, and its late end changes nothing.
func TestLateFunctionIsLeftBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{})
		var mu sync.Mutex
		var ticks []string
		stuck, ended := make(chan struct{}), make(chan struct{})
		u.Every(time.Hour, func() {
			mu.Lock()
			ticks = append(ticks, u.Now().Format("15:04"))
			n := len(ticks)
			mu.Unlock()
			switch n {
			case 1, 2:
				time.Sleep(6 * time.Second) // twelve together
			case 3:
				<-stuck
				close(ended)
			}
		})
		start := time.Now()
		_, err := u.Advance(t.Context(), 24*time.Hour)
		require.ErrorIs(t, err, mailsim.ErrConflict)
		assert.ErrorContains(t, err, "a timer of the application did not return within 10s: it must not move the clock it runs on")
		assert.Equal(t, 22*time.Second, time.Since(start))
		assert.Equal(t, "12:00", u.Now().Format("15:04"), "the clock stands where it happened")

		testkit.Advance(t, u, time.Hour)
		close(stuck)
		<-ended
		synctest.Wait()
		testkit.Advance(t, u, 2*time.Hour)
		assert.Equal(t, []string{"10:00", "11:00", "12:00", "13:00", "14:00", "15:00"}, ticks)

		u.OnIdle(func(ctx context.Context) { <-ctx.Done() })
		p, err := u.CreatePersona(t.Context(), mailsim.Persona{Addresses: []string{"anna@client.test"}})
		require.NoError(t, err)
		j, err := u.Act(t.Context(), p.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", Subject: "x", Text: "x", After: time.Hour})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		start = time.Now()
		_, err = u.RunJob(ctx, j.ID)
		assert.ErrorContains(t, err, "the application's idle function did not return within 10s")
		assert.Equal(t, 10*time.Second, time.Since(start))
		cancel()
	})
}

// A test's t.FailNow and an application's runtime.Goexit end the advance.
func TestGoexitInATimerEndsTheAdvance(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(u *engine.Universe){
		"every": func(u *engine.Universe) { u.Every(time.Hour, runtime.Goexit) },
		"after": func(u *engine.Universe) {
			u.AfterFunc(time.Hour, func() { defer func() { _ = recover() }(); runtime.Goexit() })
		},
		"idle": func(u *engine.Universe) {
			u.OnIdle(func(context.Context) {
				if u.Now().Hour() == 10 {
					runtime.Goexit()
				}
			})
			u.AfterFunc(time.Hour, func() {})
		},
	} {
		u := testkit.New(t, mailsim.Options{})
		set(u)
		_, err := u.Advance(context.Background(), 24*time.Hour)
		require.ErrorIs(t, err, mailsim.ErrConflict, name)
		assert.ErrorContains(t, err, "ended its goroutine, as t.FailNow and runtime.Goexit do", name)
		assert.Equal(t, "2026-01-05T10:00:00Z", u.Now().Format(time.RFC3339), "%s: the clock stands where it happened", name)
	}
}

// brokenHere panics; its name is looked for in the stack.
func brokenHere(with any) { panic(with) }

var errBroken = errors.New("broken")

type ownPanic struct{ n int }

// A panic of a timer goes on where Advance was called, and says where it began.
func TestPanicOfATimerKeepsItsStack(t *testing.T) {
	t.Parallel()
	run := func(f func()) (p any) {
		u := testkit.New(t, mailsim.Options{})
		u.AfterFunc(time.Hour, f)
		defer func() { p = recover() }()
		testkit.Advance(t, u, 24*time.Hour)
		return nil
	}
	for _, with := range []any{"broken", errBroken} {
		err, ok := run(func() { brokenHere(with) }).(error)
		require.True(t, ok)
		assert.Contains(t, err.Error(), "brokenHere")
		assert.True(t, strings.HasPrefix(err.Error(), "broken\n"), err.Error())
		assert.Equal(t, with == any(errBroken), errors.Is(err, errBroken))
	}
	var none *engine.Universe
	err, _ := run(func() { _ = none.Opts.ID }).(error)
	var re runtime.Error
	require.ErrorAs(t, err, &re, "a fault of the program")
	assert.Equal(t, ownPanic{7}, run(func() { brokenHere(ownPanic{7}) }), "test frameworks know their own panics")
	err, _ = run(func() { panic(nil) }).(error)
	assert.ErrorContains(t, err, "panic called with nil")
}

// Close from within an advance would wait for itself.
func TestCloseWithinAnAdvanceIsAConflict(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(u *engine.Universe, close func()){
		"timer": func(u *engine.Universe, close func()) { u.AfterFunc(time.Minute, close) },
		"idle":  func(u *engine.Universe, close func()) { u.OnIdle(func(context.Context) { close() }) },
		"site": func(u *engine.Universe, close func()) {
			u.SetSite("shop.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close() }))
			p, err := u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"eve@client.test"}})
			require.NoError(t, err)
			id := testkit.SendTo(t, u, "eve@client.test", "Sale", "http://shop.test/sale")
			_, err = u.Act(context.Background(), p.ID, mailsim.Act{Kind: mailsim.ActOpen, MessageID: id, URL: "http://shop.test/sale"})
			require.NoError(t, err)
		},
		"webhook": func(u *engine.Universe, close func()) {
			u.SetSite("hooks.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close() }))
			_, err := u.SetWebhooks(context.Background(), []mailsim.Webhook{{Name: "all", URL: "http://hooks.test/", Secret: "s3cret"}})
			require.NoError(t, err)
			testkit.SendTo(t, u, "eve@client.test", "Sale", "x")
		},
		"goroutine of a timer": func(u *engine.Universe, close func()) {
			u.AfterFunc(time.Minute, func() { func() { defer close() }() })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := testkit.New(t, mailsim.Options{})
			var mu sync.Mutex // webhooks are posted side by side
			var errs []error
			set(u, func() {
				err := u.Close()
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, err)
			})
			testkit.Advance(t, u, time.Hour)
			mu.Lock()
			defer mu.Unlock()
			require.NotEmpty(t, errs)
			for _, err := range errs {
				require.ErrorIs(t, err, mailsim.ErrConflict)
				assert.ErrorContains(t, err, "close it when Advance has returned")
			}
			testkit.SendTo(t, u, "eve@client.test", "Still open", "x")
			require.NoError(t, u.Close())
			require.NoError(t, u.Close())
		})
	}
	a, b := testkit.New(t, mailsim.Options{}), testkit.New(t, mailsim.Options{})
	a.AfterFunc(time.Minute, func() { assert.NoError(t, b.Close(), "another universe") })
	testkit.Advance(t, a, time.Hour)
}
