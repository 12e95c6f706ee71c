package smtpd_test

import (
	"context"
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// slowLogins is a host where a login takes until its client has left, unless the
// password is right.
type slowLogins struct {
	*mailsim.Universe
	asked, left chan struct{}
}

func (h slowLogins) NewSession(i mailsim.SessionInfo) mailsim.Session {
	return slowSession{h.Universe.NewSession(i), h}
}

type slowSession struct {
	mailsim.Session
	host slowLogins
}

func (s slowSession) AuthenticateAs(ctx context.Context, actAs, user, password string) error {
	s.host.asked <- struct{}{}
	if password != "right" {
		<-ctx.Done()
		s.host.left <- struct{}{}
		return context.Cause(ctx)
	}
	return s.Session.AuthenticateAs(ctx, actAs, user, password)
}

// TestLeavingGivesUpTheLogin: a client that leaves while its password waits, and what
// it has sent meanwhile is not lost.
func TestLeavingGivesUpTheLogin(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	_, err = u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "app@ours.test", Password: "right"})
	require.NoError(t, err)
	host := slowLogins{u, make(chan struct{}, 1), make(chan struct{}, 1)}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := smtpd.New(host, smtpd.Options{})
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	c := dial(t, l.Addr().String())
	c.do("EHLO me.test", "250 ")
	_, err = c.nc.Write([]byte(plain("app@ours.test", "wrong") + "\r\nNOOP\r\n"))
	require.NoError(t, err)
	<-host.asked
	require.NoError(t, c.nc.Close())
	<-host.left

	c = dial(t, l.Addr().String())
	c.do("EHLO me.test", "250 ")
	_, err = c.nc.Write([]byte(plain("app@ours.test", "right") + "\r\nNOOP\r\n"))
	require.NoError(t, err)
	c.expect("235 ")
	c.expect("250 ")
	c.do("NOOP", "250 ")
	require.NoError(t, s.Close())
	<-done
	require.NoError(t, u.Close())
}
