package engine

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
)

// An application that has something new to do each time it is asked must not
// hold the clock for ever.
func TestRestlessApplicationEndsTheAdvance(t *testing.T) {
	t.Parallel()
	begin := func(t *testing.T) *Universe {
		u := newTestUniverse(t, mailsim.Options{})
		u.OnIdle(func(context.Context) { sendTo(t, u, "anna@client.test", "Once more", "x") })
		return u
	}
	for name, move := range map[string]func(u *Universe) error{
		"advance": func(u *Universe) error { _, err := u.Advance(bg, time.Hour); return err },
		"settle":  func(u *Universe) error { return u.Settle(bg) },
		"jobs":    func(u *Universe) error { _, err := u.AdvanceJobs(bg, 3); return err },
		"run": func(u *Universe) error {
			p, err := u.CreatePersona(bg, mailsim.Persona{Addresses: []string{"eve@client.test"}})
			require.NoError(t, err)
			j, err := u.Act(bg, p.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", After: time.Hour})
			require.NoError(t, err)
			_, err = u.RunJob(bg, j.ID)
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
	u := newTestUniverse(t, mailsim.Options{}) // filing alone is something new, too
	u.OnIdle(func(context.Context) {
		_, err := u.Inject(bg, mailsim.Inject{To: "anna@client.test", From: "app@ours.test", Subject: "Draft", Text: "x"})
		assert.NoError(t, err)
	})
	assert.ErrorContains(t, u.Settle(bg), "mail filed without an event")
}

// What is bounded are the rounds at one instant: many instants, and much to do at
// one of them, are none.
func TestBusyApplicationIsNotRestless(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	left, ticks := 0, 0
	u.Every(time.Hour, func() { ticks++; left = 7 })
	u.AfterFunc(48*time.Hour, func() { left = 900 })
	u.OnIdle(func(context.Context) {
		if left > 0 {
			left--
			sendTo(t, u, "anna@client.test", "One more", "x")
		}
	})
	advance(t, u, 30*24*time.Hour)
	assert.Equal(t, 30*24, ticks)
	assert.Zero(t, left)
}

// Timers that set each other at one instant are a runaway, as jobs are.
func TestTimersThatSetEachOtherEndTheAdvance(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	n := 0
	var again func()
	again = func() { n++; u.AfterFunc(0, again) }
	u.AfterFunc(time.Minute, again)
	_, err := u.Advance(bg, time.Hour)
	require.ErrorIs(t, err, mailsim.ErrInternal)
	assert.ErrorContains(t, err, "runaway: more than 1000 timers of the application set each other at 2026-01-05T09:01:00Z")
	assert.Less(t, n, 1100)

	u = newTestUniverse(t, mailsim.Options{})
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
	advance(t, u, 24*time.Hour)
	assert.Equal(t, 6000, n)
}

// A live clock stops where the application does not come to rest, instead of
// asking it for ever.
func TestRestlessApplicationStopsTheLiveClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newTestUniverse(t, mailsim.Options{Speed: 1})
		rounds := 0
		u.OnIdle(func(context.Context) { rounds++; sendTo(t, u, "anna@client.test", "Once more", "x") })
		u.AfterFunc(time.Minute, func() {})
		time.Sleep(time.Hour)
		assert.True(t, u.Clock().Frozen)
		assert.Equal(t, 1000, rounds)
		assert.Equal(t, config.DefaultStart.Add(time.Minute), u.Now())
	})
}

// A test's t.FailNow and an application's runtime.Goexit end the advance.
func TestGoexitInATimerEndsTheAdvance(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(u *Universe){
		"every": func(u *Universe) { u.Every(time.Hour, runtime.Goexit) },
		"after": func(u *Universe) {
			u.AfterFunc(time.Hour, func() { defer func() { _ = recover() }(); runtime.Goexit() })
		},
		"idle": func(u *Universe) {
			u.OnIdle(func(context.Context) {
				if u.Now().Hour() == 10 {
					runtime.Goexit()
				}
			})
			u.AfterFunc(time.Hour, func() {})
		},
	} {
		u := newTestUniverse(t, mailsim.Options{})
		set(u)
		_, err := u.Advance(bg, 24*time.Hour)
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
		u := newTestUniverse(t, mailsim.Options{})
		u.AfterFunc(time.Hour, f)
		defer func() { p = recover() }()
		advance(t, u, 24*time.Hour)
		return nil
	}
	for _, with := range []any{"broken", errBroken} {
		err, ok := run(func() { brokenHere(with) }).(error)
		require.True(t, ok)
		assert.Contains(t, err.Error(), "brokenHere")
		assert.True(t, strings.HasPrefix(err.Error(), "broken\n"), err.Error())
		assert.Equal(t, with == any(errBroken), errors.Is(err, errBroken))
	}
	var none *Universe
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
	for name, set := range map[string]func(u *Universe, close func()){
		"timer": func(u *Universe, close func()) { u.AfterFunc(time.Minute, close) },
		"idle":  func(u *Universe, close func()) { u.OnIdle(func(context.Context) { close() }) },
		"site": func(u *Universe, close func()) {
			u.SetSite("shop.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close() }))
			p, err := u.CreatePersona(bg, mailsim.Persona{Addresses: []string{"eve@client.test"}})
			require.NoError(t, err)
			id := sendTo(t, u, "eve@client.test", "Sale", "http://shop.test/sale")
			_, err = u.Act(bg, p.ID, mailsim.Act{Kind: mailsim.ActOpen, MessageID: id, URL: "http://shop.test/sale"})
			require.NoError(t, err)
		},
		"webhook": func(u *Universe, close func()) {
			u.SetSite("hooks.test", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close() }))
			_, err := u.SetWebhooks(bg, []mailsim.Webhook{{Name: "all", URL: "http://hooks.test/", Secret: "s3cret"}})
			require.NoError(t, err)
			sendTo(t, u, "eve@client.test", "Sale", "x")
		},
		"goroutine of a timer": func(u *Universe, close func()) {
			u.AfterFunc(time.Minute, func() { func() { defer close() }() })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := newTestUniverse(t, mailsim.Options{})
			var errs []error
			set(u, func() { errs = append(errs, u.Close()) })
			advance(t, u, time.Hour)
			require.NotEmpty(t, errs)
			for _, err := range errs {
				require.ErrorIs(t, err, mailsim.ErrConflict)
				assert.ErrorContains(t, err, "close it when Advance has returned")
			}
			sendTo(t, u, "eve@client.test", "Still open", "x")
			require.NoError(t, u.Close())
			require.NoError(t, u.Close())
		})
	}
	a, b := newTestUniverse(t, mailsim.Options{}), newTestUniverse(t, mailsim.Options{})
	a.AfterFunc(time.Minute, func() { assert.NoError(t, b.Close(), "another universe") })
	advance(t, a, time.Hour)
}
