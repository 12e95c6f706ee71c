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
	"github.com/mailsim/mailsim/universe/internal/login"
)

// TestGuessLine: an address has one guess at a time, slower with each wrong one; others
// wait for nothing, and a wait ends with its context.
func TestGuessLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g login.GuessLine
		began := time.Now()
		for n, want := range []time.Duration{0, 0, 0, 100, 300, 700, 1500, 3100, 5100, 7100} {
			leave, err := g.Enter(bg, "192.0.2.1")
			require.NoError(t, err)
			assert.Equal(t, want*time.Millisecond, time.Since(began), n)
			leave(true)
		}
		began = time.Now()
		leave, err := g.Enter(bg, "192.0.2.2")
		require.NoError(t, err)
		assert.Zero(t, time.Since(began), "another address")

		ctx, cancel := context.WithCancel(bg)
		leave(true) // then one by one
		leave, err = g.Enter(bg, "192.0.2.2")
		require.NoError(t, err)
		for range login.MaxWaiting - 1 {
			go func() {
				_, err := g.Enter(ctx, "192.0.2.2")
				assert.ErrorIs(t, err, context.Canceled)
			}()
		}
		synctest.Wait()
		_, err = g.Enter(bg, "192.0.2.2")
		require.ErrorIs(t, err, mailsim.ErrTooMany)
		for range login.MaxWaitWrong {
			go func() { _, _ = g.Enter(ctx, "192.0.2.1") }()
		}
		synctest.Wait()
		_, err = g.Enter(bg, "192.0.2.1")
		require.ErrorIs(t, err, mailsim.ErrTooMany, "who guesses wrong has less room")
		cancel()
		synctest.Wait()
		leave(false)
		began = time.Now()
		leave, err = g.Enter(bg, "192.0.2.2")
		require.NoError(t, err)
		leave(false)
		assert.Zero(t, time.Since(began))

		time.Sleep(login.GuessRest + login.LongestPause + time.Second)
		began = time.Now()
		for range login.FreeGuesses {
			leave, err = g.Enter(bg, "192.0.2.1")
			require.NoError(t, err)
			leave(true)
		}
		assert.Zero(t, time.Since(began), "who rests begins anew")
		leave, err = g.Enter(bg, "")
		require.NoError(t, err)
		leave(true)
		for i := range 3 * login.MaxGuessers {
			leave, err := g.Enter(bg, string(rune('a'+i%26))+strconv.Itoa(i))
			require.NoError(t, err)
			leave(true)
		}
		assert.LessOrEqual(t, len(g.ByAddress), login.MaxGuessers)
	})
	assert.Equal(t, login.GuessBucket("2001:db8::1"), login.GuessBucket("2001:db8::ffff:1"), "a host has a network")
	assert.Equal(t, "192.0.2.1", login.GuessBucket("::ffff:192.0.2.1"))
}

// TestGuessLineOfTheRight: those who were never wrong are tried together, as many as
// may hash; who leaves the line gives its place up at once.
func TestGuessLineOfTheRight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g login.GuessLine
		const each = 62 * time.Millisecond
		guess := func(ctx context.Context, wrong bool, ended *int) {
			leave, err := g.Enter(ctx, "192.0.2.1")
			if err != nil {
				return
			}
			time.Sleep(each)
			*ended++
			leave(wrong)
		}
		began := time.Now()
		for range 12 * cap(login.Hashing) {
			go guess(bg, false, new(int))
		}
		synctest.Wait()
		time.Sleep(12 * each)
		synctest.Wait()
		assert.Zero(t, g.ByAddress["192.0.2.1"].Users, "after %s", time.Since(began))

		ctx, cancel := context.WithCancel(bg)
		var wrong, right int
		for range cap(login.Hashing) {
			guess(bg, true, &wrong)
		}
		time.Sleep(login.LongestPause)
		began = time.Now()
		leave, err := g.Enter(bg, "192.0.2.1")
		require.NoError(t, err)
		for range 10 {
			go guess(ctx, true, new(int))
		}
		synctest.Wait()
		go func() { guess(bg, false, &right); assert.Less(t, time.Since(began), 3*each) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		assert.Equal(t, 2, g.ByAddress["192.0.2.1"].Users)
		leave(false)
		time.Sleep(each)
		synctest.Wait()
		assert.Equal(t, 1, right)
		assert.Zero(t, g.ByAddress["192.0.2.1"].Users)
	})
}

// TestPasswordCheckWaits: a caller who has guessed wrong is slowed, others are not.
func TestPasswordCheckWaits(t *testing.T) {
	t.Parallel()
	u, err := New(mailsim.Options{HashCost: login.CheapHashCost})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Password: "right"})
	require.NoError(t, err)
	check := func(ctx context.Context, caller, password string) error {
		_, err := u.CheckPassword(ctx, "app@ours.test", mailsim.PasswordCheck{Password: password, Caller: caller})
		return err
	}
	for range login.FreeGuesses {
		require.NoError(t, check(bg, "one", "wrong"))
	}
	ended, cancel := context.WithCancel(bg)
	cancel()
	require.ErrorIs(t, check(ended, "one", "wrong"), context.Canceled)
	require.NoError(t, check(ended, "two", "wrong"), "its first one")
	require.NoError(t, check(bg, "", "wrong"))
	require.NoError(t, check(bg, "two", "right"))
	require.NoError(t, check(ended, "one", "right"), "known")
}

// TestKnownPasswordsWaitForNobody: a password that was verified goes on while the address
// guesses, and while all who may hash do.
func TestKnownPasswordsWaitForNobody(t *testing.T) {
	for _, inCell := range []bool{false, true} {
		u, err := New(mailsim.Options{HashCost: login.CheapHashCost})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, u.Close()) })
		host, line := opener(u), &u.Guesses
		if inCell {
			c, err := NewCell(mailsim.CellOptions{HashCost: login.CheapHashCost})
			require.NoError(t, err)
			t.Cleanup(func() { assert.NoError(t, c.Close()) })
			require.NoError(t, c.SetOrg(bg, mailsim.Org{Name: "Acme"}))
			u, err = whole(c.CreateUniverse(bg, "Acme", mailsim.Options{HashCost: login.CheapHashCost}))
			require.NoError(t, err)
			host, line = c, &c.Guesses
		}
		_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Password: "right"})
		require.NoError(t, err)
		account := func(ctx context.Context, password string) error {
			return host.NewSession(mailsim.SessionInfo{Proto: "imap", Remote: "192.0.2.1"}).Authenticate(ctx, "app@ours.test", password)
		}
		require.NoError(t, account(bg, "right"))
		require.ErrorIs(t, account(bg, "wrong"), mailsim.ErrUnauthorized)
		leave, err := line.Enter(bg, "192.0.2.1") // one by one after a wrong one
		require.NoError(t, err)
		ended, cancel := context.WithCancel(bg)
		cancel()
		events := len(eventsOf[mailsim.AuthFailed](u))
		require.NoError(t, account(bg, "right"))
		require.ErrorIs(t, account(ended, "wrong"), context.Canceled)
		leave(false)
		for range cap(login.Hashing) {
			login.Hashing <- struct{}{}
		}
		require.NoError(t, account(bg, "right"))
		require.ErrorIs(t, account(ended, "wrong"), context.Canceled)
		_, err = u.CheckPassword(ended, "app@ours.test", mailsim.PasswordCheck{Password: "wrong"})
		require.ErrorIs(t, err, context.Canceled)
		_, err = u.CreateLogin(ended, mailsim.NewLogin{Address: "b@ours.test", Password: "x"})
		require.ErrorIs(t, err, context.Canceled)
		for range cap(login.Hashing) {
			<-login.Hashing
		}
		assert.Len(t, eventsOf[mailsim.AuthFailed](u), events, "what was not tried is no failure")
	}
}
