package engine

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestGuessLine: an address has one guess at a time, slower with each wrong one; others
// wait for nothing, and a wait ends with its context.
func TestGuessLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g guessLine
		began := time.Now()
		for n, want := range []time.Duration{0, 0, 0, 100, 300, 700, 1500, 3100, 5100, 7100} {
			leave, err := g.enter(bg, "192.0.2.1")
			require.NoError(t, err)
			assert.Equal(t, want*time.Millisecond, time.Since(began), n)
			leave(true)
		}
		began = time.Now()
		leave, err := g.enter(bg, "192.0.2.2")
		require.NoError(t, err)
		assert.Zero(t, time.Since(began), "another address")

		ctx, cancel := context.WithCancel(bg)
		for range maxWaiting - 1 {
			go func() {
				_, err := g.enter(ctx, "192.0.2.2")
				assert.ErrorIs(t, err, context.Canceled)
			}()
		}
		synctest.Wait()
		_, err = g.enter(bg, "192.0.2.2")
		require.ErrorIs(t, err, mailsim.ErrTooMany)
		for range maxWaitWrong {
			go func() { _, _ = g.enter(ctx, "192.0.2.1") }()
		}
		synctest.Wait()
		_, err = g.enter(bg, "192.0.2.1")
		require.ErrorIs(t, err, mailsim.ErrTooMany, "who guesses wrong has less room")
		cancel()
		synctest.Wait()
		leave(false)
		began = time.Now()
		leave, err = g.enter(bg, "192.0.2.2")
		require.NoError(t, err)
		leave(false)
		assert.Zero(t, time.Since(began))

		time.Sleep(guessRest + longestPause + time.Second)
		began = time.Now()
		for range freeGuesses {
			leave, err = g.enter(bg, "192.0.2.1")
			require.NoError(t, err)
			leave(true)
		}
		assert.Zero(t, time.Since(began), "who rests begins anew")
		leave, err = g.enter(bg, "")
		require.NoError(t, err)
		leave(true)
		for i := range 3 * maxGuessers {
			leave, err := g.enter(bg, string(rune('a'+i%26))+strconv.Itoa(i))
			require.NoError(t, err)
			leave(true)
		}
		assert.LessOrEqual(t, len(g.byAddress), maxGuessers)
	})
	assert.Equal(t, guessBucket("2001:db8::1"), guessBucket("2001:db8::ffff:1"), "a host has a network")
	assert.Equal(t, "192.0.2.1", guessBucket("::ffff:192.0.2.1"))
}

// TestKnownPasswordsWaitForNobody: a password that was verified goes on while the address
// guesses, and while all who may hash do.
func TestKnownPasswordsWaitForNobody(t *testing.T) {
	for _, inCell := range []bool{false, true} {
		u, err := New(mailsim.Options{HashCost: cheapHashCost})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, u.Close()) })
		host, line := opener(u), &u.guesses
		if inCell {
			c, err := NewCell(mailsim.CellOptions{HashCost: cheapHashCost})
			require.NoError(t, err)
			t.Cleanup(func() { assert.NoError(t, c.Close()) })
			require.NoError(t, c.SetOrg(bg, mailsim.Org{Name: "Acme"}))
			u, err = c.CreateUniverse(bg, "Acme", mailsim.Options{HashCost: cheapHashCost})
			require.NoError(t, err)
			host, line = c, &c.guesses
		}
		_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Password: "right"})
		require.NoError(t, err)
		login := func(ctx context.Context, password string) error {
			return host.NewSession(mailsim.SessionInfo{Proto: "imap", Remote: "192.0.2.1"}).Authenticate(ctx, "app@ours.test", password)
		}
		require.NoError(t, login(bg, "right"))
		require.ErrorIs(t, login(bg, "wrong"), mailsim.ErrUnauthorized)
		leave, err := line.enter(bg, "192.0.2.1")
		require.NoError(t, err)
		ended, cancel := context.WithCancel(bg)
		cancel()
		events := len(eventsOf[mailsim.AuthFailed](u))
		require.NoError(t, login(bg, "right"))
		require.ErrorIs(t, login(ended, "wrong"), context.Canceled)
		leave(false)
		for range cap(hashing) {
			hashing <- struct{}{}
		}
		require.NoError(t, login(bg, "right"))
		require.ErrorIs(t, login(ended, "wrong"), context.Canceled)
		_, err = u.CheckPassword(ended, "app@ours.test", mailsim.PasswordCheck{Password: "wrong"})
		require.ErrorIs(t, err, context.Canceled)
		_, err = u.CreateLogin(ended, mailsim.NewLogin{Address: "b@ours.test", Password: "x"})
		require.ErrorIs(t, err, context.Canceled)
		for range cap(hashing) {
			<-hashing
		}
		assert.Len(t, eventsOf[mailsim.AuthFailed](u), events, "what was not tried is no failure")
	}
}
