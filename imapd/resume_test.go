package imapd

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// front is a host whose logins are all served by another server.
type front struct {
	*mailsim.Universe
	resume func(password string, at mailsim.Resumed) (net.Conn, error)
}

type frontSession struct {
	mailsim.Session
	f front
}

func (f front) NewSession(i mailsim.SessionInfo) mailsim.Session {
	return frontSession{f.Universe.NewSession(i), f}
}

func (s frontSession) AuthenticateAs(_ context.Context, _, _, password string) error {
	e := &mailsim.Elsewhere{Universe: "u_1"}
	if s.f.resume != nil {
		e.Resume = func(_ context.Context, at mailsim.Resumed) (net.Conn, error) { return s.f.resume(password, at) }
	}
	return e
}

// handedOver serves a front whose sessions go on at an owner.
func handedOver(t *testing.T) (owner *mailsim.Universe, behind, before *Server, addr string) {
	t.Helper()
	fresh := func() *mailsim.Universe {
		u, err := universe.New(mailsim.Options{HashCost: 4})
		require.NoError(t, err)
		t.Cleanup(func() { _ = u.Close() })
		return u
	}
	owner = fresh()
	_, err := owner.CreateLogin(t.Context(), mailsim.NewLogin{Address: "me@app.test", Password: "pw"})
	require.NoError(t, err)
	behind = New(owner, Options{})
	t.Cleanup(func() { _ = behind.Close() })
	before = New(front{fresh(), func(password string, at mailsim.Resumed) (net.Conn, error) {
		sess := owner.NewSession(mailsim.SessionInfo{Proto: "imap", Remote: at.Remote})
		if err := sess.Authenticate(t.Context(), "me@app.test", password); err != nil {
			return nil, err
		}
		here, yonder := tcpPair(t)
		go func() { _ = behind.Resume(yonder, sess, at) }()
		return here, nil
	}}, Options{})
	t.Cleanup(func() { _ = before.Close() })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = before.Serve(l) }()
	return owner, behind, before, l.Addr().String()
}

// tcpPair is a connection, both ends of it.
func tcpPair(t *testing.T) (a, b net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	a, err = net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	b, err = l.Accept()
	require.NoError(t, err)
	return a, b
}

// TestResume lets a session begin at one server and go on at another: what comes there
// is pushed through, and what was sent behind the login is answered there.
func TestResume(t *testing.T) {
	t.Parallel()
	owner, _, _, addr := handedOver(t)
	c := dial(t, addr)
	c.line()
	assert.Contains(t, last(c.say(t, "a", "LOGIN me@app.test wrong")), "a NO [UNAVAILABLE]", "the way there could not be made")
	_, err := c.Write([]byte("b LOGIN me@app.test pw\r\nc SELECT INBOX\r\n"))
	require.NoError(t, err)
	ok := c.line()
	assert.True(t, strings.HasPrefix(ok, "b OK [CAPABILITY ") && strings.Contains(ok, " COMPRESS=DEFLATE") && !strings.Contains(ok, "AUTH=PLAIN"), ok)
	assert.Contains(t, last(c.until(t, "c")), "c OK")
	assert.Contains(t, last(c.say(t, "d", "LOGIN me@app.test pw")), "d BAD", "the client is logged in there")
	_, err = c.Write([]byte("e IDLE\r\n"))
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(c.line(), "+ "))
	_, err = owner.Inject(t.Context(), mailsim.Inject{To: "me@app.test", Raw: "From: a@b.test\r\nSubject: hi\r\n\r\nHello.\r\n"})
	require.NoError(t, err)
	assert.Equal(t, "* 1 EXISTS", c.line())
	_, err = c.Write([]byte("DONE\r\n"))
	require.NoError(t, err)
	assert.Contains(t, last(c.until(t, "e")), "e OK")
	assert.Contains(t, last(c.say(t, "f", "LOGOUT")), "f OK")
}

// TestResumeNowhere answers a login whose universe is on its way for now.
func TestResumeNowhere(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	defer u.Close()
	s := New(front{u, nil}, Options{})
	defer s.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = s.Serve(l) }()
	c := dial(t, l.Addr().String())
	c.line()
	assert.Contains(t, last(c.say(t, "a", "LOGIN me@app.test pw")), "a NO [UNAVAILABLE]")
	assert.Contains(t, last(c.say(t, "b", "NOOP")), "b OK", "and the session goes on")
}

// TestResumeEnds ends a session that was handed over with either server.
func TestResumeEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, owner *mailsim.Universe, behind, before *Server) string{
		"before": func(t *testing.T, _ *mailsim.Universe, _, before *Server) string {
			require.NoError(t, before.Shutdown(t.Context()))
			return "* BYE Server shutting down"
		},
		"behind": func(t *testing.T, _ *mailsim.Universe, behind, _ *Server) string {
			require.NoError(t, behind.Shutdown(t.Context()))
			return "* BYE Server shutting down"
		},
		"login": func(t *testing.T, owner *mailsim.Universe, _, _ *Server) string {
			require.NoError(t, owner.DisableLogin(t.Context(), "me@app.test"))
			return "* BYE Logged out: "
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owner, behind, before, addr := handedOver(t)
			c := dial(t, addr)
			c.line()
			require.Contains(t, last(c.say(t, "a", "LOGIN me@app.test pw")), "a OK")
			require.Contains(t, last(c.say(t, "b", "NOOP")), "b OK")
			bye := end(t, owner, behind, before)
			assert.Contains(t, c.line(), bye)
			assert.Eventually(t, func() bool { return behind.Sessions()+before.Sessions() == 0 }, 10*time.Second, time.Millisecond)
		})
	}
}
