package imapd

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// slowLogins is a backend where a login takes until its client has left, unless the
// password is right.
type slowLogins struct {
	*memBackend
	asked, left chan struct{}
}

func (b slowLogins) Login(ctx context.Context, info loginAttempt) (mailstore, error) {
	b.asked <- struct{}{}
	if info.Password != "pass" {
		<-ctx.Done()
		b.left <- struct{}{}
		return nil, ctx.Err()
	}
	return b.memBackend.Login(ctx, info)
}

// TestLeavingGivesUpTheLogin: a client that leaves while its password waits, and what
// it has sent meanwhile is not lost.
func TestLeavingGivesUpTheLogin(t *testing.T) {
	t.Parallel()
	b := slowLogins{newMemBackend(), make(chan struct{}, 1), make(chan struct{}, 1)}
	_, addr := startServer(t, b, Options{})
	for _, rest := range []string{"", "b NOOP\r\n"} {
		c := dial(t, addr)
		c.line()
		_, err := c.Write([]byte("a LOGIN user {5+}\r\nwrong\r\n" + rest))
		require.NoError(t, err)
		<-b.asked
		require.NoError(t, c.Close())
		<-b.left
	}
	c := dial(t, addr)
	c.line()
	_, err := c.Write([]byte("a LOGIN user pass\r\nb NOOP\r\n"))
	require.NoError(t, err)
	<-b.asked
	require.Contains(t, last(c.until(t, "a")), "a OK")
	require.Contains(t, last(c.until(t, "b")), "b OK")
	require.Contains(t, last(c.say(t, "c", "NOOP")), "c OK")
}
