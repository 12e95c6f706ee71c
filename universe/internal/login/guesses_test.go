package login_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestPasswordCheckWaits: a caller who has guessed wrong is slowed, others are not.
func TestPasswordCheckWaits(t *testing.T) {
	t.Parallel()
	u, err := engine.New(mailsim.Options{HashCost: login.CheapHashCost})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Password: "right"})
	require.NoError(t, err)
	check := func(ctx context.Context, caller, password string) error {
		_, err := u.CheckPassword(ctx, "app@ours.test", mailsim.PasswordCheck{Password: password, Caller: caller})
		return err
	}
	for range login.FreeGuesses {
		require.NoError(t, check(context.Background(), "one", "wrong"))
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, check(ended, "one", "wrong"), context.Canceled)
	require.NoError(t, check(ended, "two", "wrong"), "its first one")
	require.NoError(t, check(context.Background(), "", "wrong"))
	require.NoError(t, check(context.Background(), "two", "right"))
	require.NoError(t, check(ended, "one", "right"), "known")
}

// TestKnownPasswordsWaitForNobody: a password that was verified goes on while the address
// guesses, and while all who may hash do.
func TestKnownPasswordsWaitForNobody(t *testing.T) {
	for _, inCell := range []bool{false, true} {
		u, err := engine.New(mailsim.Options{HashCost: login.CheapHashCost})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, u.Close()) })
		host, line := opener(u), &u.Guesses
		if inCell {
			c, err := engine.NewCell(mailsim.CellOptions{HashCost: login.CheapHashCost})
			require.NoError(t, err)
			t.Cleanup(func() { assert.NoError(t, c.Close()) })
			require.NoError(t, c.SetOrg(context.Background(), mailsim.Org{Name: "Acme"}))
			u, err = testkit.Whole(c.CreateUniverse(context.Background(), "Acme", mailsim.Options{HashCost: login.CheapHashCost}))
			require.NoError(t, err)
			host, line = c, &c.Guesses
		}
		_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Password: "right"})
		require.NoError(t, err)
		account := func(ctx context.Context, password string) error {
			return host.NewSession(mailsim.SessionInfo{Proto: "imap", Remote: "192.0.2.1"}).Authenticate(ctx, "app@ours.test", password)
		}
		require.NoError(t, account(context.Background(), "right"))
		require.ErrorIs(t, account(context.Background(), "wrong"), mailsim.ErrUnauthorized)
		leave, err := line.Enter(context.Background(), "192.0.2.1") // one by one after a wrong one
		require.NoError(t, err)
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		events := len(testkit.EventsOf[mailsim.AuthFailed](u))
		require.NoError(t, account(context.Background(), "right"))
		require.ErrorIs(t, account(ended, "wrong"), context.Canceled)
		leave(false)
		for range cap(login.Hashing) {
			login.Hashing <- struct{}{}
		}
		require.NoError(t, account(context.Background(), "right"))
		require.ErrorIs(t, account(ended, "wrong"), context.Canceled)
		_, err = u.CheckPassword(ended, "app@ours.test", mailsim.PasswordCheck{Password: "wrong"})
		require.ErrorIs(t, err, context.Canceled)
		_, err = u.CreateLogin(ended, mailsim.NewLogin{Address: "b@ours.test", Password: "x"})
		require.ErrorIs(t, err, context.Canceled)
		for range cap(login.Hashing) {
			<-login.Hashing
		}
		assert.Len(t, testkit.EventsOf[mailsim.AuthFailed](u), events, "what was not tried is no failure")
	}
}
