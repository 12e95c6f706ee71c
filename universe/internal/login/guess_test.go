package login

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
		var g Guesses
		began := time.Now()
		for n, want := range []time.Duration{0, 0, 0, 100, 300, 700, 1500, 3100, 5100, 7100} {
			leave, err := g.Enter(context.Background(), "192.0.2.1")
			require.NoError(t, err)
			assert.Equal(t, want*time.Millisecond, time.Since(began), n)
			leave(true)
		}
		began = time.Now()
		leave, err := g.Enter(context.Background(), "192.0.2.2")
		require.NoError(t, err)
		assert.Zero(t, time.Since(began), "another address")

		ctx, cancel := context.WithCancel(context.Background())
		leave(true) // then one by one
		leave, err = g.Enter(context.Background(), "192.0.2.2")
		require.NoError(t, err)
		for range maxWaiting - 1 {
			go func() {
				_, err := g.Enter(ctx, "192.0.2.2")
				assert.ErrorIs(t, err, context.Canceled)
			}()
		}
		synctest.Wait()
		_, err = g.Enter(context.Background(), "192.0.2.2")
		require.ErrorIs(t, err, mailsim.ErrTooMany)
		for range maxWaitWrong {
			go func() { _, _ = g.Enter(ctx, "192.0.2.1") }()
		}
		synctest.Wait()
		_, err = g.Enter(context.Background(), "192.0.2.1")
		require.ErrorIs(t, err, mailsim.ErrTooMany, "who guesses wrong has less room")
		cancel()
		synctest.Wait()
		leave(false)
		began = time.Now()
		leave, err = g.Enter(context.Background(), "192.0.2.2")
		require.NoError(t, err)
		leave(false)
		assert.Zero(t, time.Since(began))

		time.Sleep(guessRest + longestPause + time.Second)
		began = time.Now()
		for range FreeGuesses {
			leave, err = g.Enter(context.Background(), "192.0.2.1")
			require.NoError(t, err)
			leave(true)
		}
		assert.Zero(t, time.Since(began), "who rests begins anew")
		leave, err = g.Enter(context.Background(), "")
		require.NoError(t, err)
		leave(true)
		for i := range 3 * maxGuessers {
			leave, err := g.Enter(context.Background(), string(rune('a'+i%26))+strconv.Itoa(i))
			require.NoError(t, err)
			leave(true)
		}
		assert.LessOrEqual(t, len(g.byAddress), maxGuessers)
	})
	assert.Equal(t, guessBucket("2001:db8::1"), guessBucket("2001:db8::ffff:1"), "a host has a network")
	assert.Equal(t, "192.0.2.1", guessBucket("::ffff:192.0.2.1"))
}

// TestGuessLineOfTheRight: those who were never wrong are tried together, as many as
// may hash; who leaves the line gives its place up at once.
func TestGuessLineOfTheRight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g Guesses
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
		for range 12 * cap(Hashing) {
			go guess(context.Background(), false, new(int))
		}
		synctest.Wait()
		time.Sleep(12 * each)
		synctest.Wait()
		assert.Zero(t, g.byAddress["192.0.2.1"].users, "after %s", time.Since(began))

		ctx, cancel := context.WithCancel(context.Background())
		var wrong, right int
		for range cap(Hashing) {
			guess(context.Background(), true, &wrong)
		}
		time.Sleep(longestPause)
		began = time.Now()
		leave, err := g.Enter(context.Background(), "192.0.2.1")
		require.NoError(t, err)
		for range 10 {
			go guess(ctx, true, new(int))
		}
		synctest.Wait()
		go func() { guess(context.Background(), false, &right); assert.Less(t, time.Since(began), 3*each) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		assert.Equal(t, 2, g.byAddress["192.0.2.1"].users)
		leave(false)
		time.Sleep(each)
		synctest.Wait()
		assert.Equal(t, 1, right)
		assert.Zero(t, g.byAddress["192.0.2.1"].users)
	})
}
