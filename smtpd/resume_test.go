package smtpd

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
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
	if s.f.resume == nil {
		return &mailsim.Elsewhere{Universe: "u_1"}
	}
	return &mailsim.Elsewhere{Universe: "u_1", Owner: "b", Resume: func(_ context.Context, at mailsim.Resumed) (net.Conn, error) {
		return s.f.resume(password, at)
	}}
}

// handedOver serves a front whose sessions go on at an owner.
func handedOver(t *testing.T) (owner *mailsim.Universe, behind, before *Server, dial func() *lines) {
	t.Helper()
	owner, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { _ = owner.Close() })
	_, err = owner.CreateLogin(t.Context(), mailsim.NewLogin{Address: "me@app.test", Password: "correct horse"})
	require.NoError(t, err)
	behind = New(owner, Options{})
	t.Cleanup(func() { _ = behind.Close() })

	there, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { _ = there.Close() })
	before = New(front{there, func(password string, at mailsim.Resumed) (net.Conn, error) {
		sess := owner.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: at.Remote})
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
	return owner, behind, before, func() *lines {
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		return &lines{t, c, bufio.NewReader(c)}
	}
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

type lines struct {
	t *testing.T
	c net.Conn
	r *bufio.Reader
}

// say sends lines and returns the last line of the reply to them.
func (l *lines) say(text string) string {
	if text != "" {
		_, err := l.c.Write([]byte(text + "\r\n"))
		require.NoError(l.t, err)
	}
	for {
		line, err := l.r.ReadString('\n')
		require.NoError(l.t, err)
		if len(line) < 4 || line[3] != '-' {
			return strings.TrimSpace(line)
		}
	}
}

func plainAuth(password string) string {
	return "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00me@app.test\x00"+password))
}

// TestResume lets a session begin at one server and go on at another, with what the
// first knows of the client.
func TestResume(t *testing.T) {
	t.Parallel()
	owner, _, _, dial := handedOver(t)
	c := dial()
	assert.Contains(t, c.say(""), "220 ")
	assert.Contains(t, c.say("EHLO client.example"), "250 ")
	assert.Equal(t, "454 4.7.0 Temporary authentication failure", c.say(plainAuth("wrong")), "the way there could not be made")
	assert.Equal(t, "235 2.7.0 Authentication successful", c.say(plainAuth("correct horse")+"\r\nMAIL FROM:<me@app.test>"), "and what is sent behind is the other server's")
	assert.Contains(t, c.say(""), "250 2.1.0")
	assert.Contains(t, c.say(plainAuth("correct horse")), "503 ", "the client is logged in there")
	assert.Contains(t, c.say("RCPT TO:<me@app.test>"), "250 ")
	assert.Contains(t, c.say("DATA"), "354 ")
	assert.Contains(t, c.say("Subject: from afar\r\n\r\nHello.\r\n."), "250 ")
	assert.Contains(t, c.say("QUIT"), "221 ")
	_, err := c.r.ReadByte()
	assert.Error(t, err, "then the connection ends")

	got, err := owner.Messages("me@app.test", mailsim.MessageFilter{Folder: "INBOX"})
	require.NoError(t, err)
	require.Len(t, got, 1)
	ref := got[0].Ref
	ref.Address = "me@app.test"
	raw, err := owner.Raw(t.Context(), ref)
	require.NoError(t, err)
	assert.Contains(t, string(raw), "from client.example")
	assert.Contains(t, string(raw), "127.0.0.1")
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
	nc, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer nc.Close()
	c := &lines{t, nc, bufio.NewReader(nc)}
	c.say("")
	c.say("EHLO client.example")
	assert.Equal(t, "454 4.7.0 Temporary authentication failure", c.say(plainAuth("x")))
	assert.Contains(t, c.say("NOOP"), "250 ", "and the session goes on")
}

// TestResumeEnds ends a session that was handed over with either server.
func TestResumeEnds(t *testing.T) {
	t.Parallel()
	begin := func(t *testing.T, dial func() *lines) *lines {
		c := dial()
		c.say("")
		c.say("EHLO client.example")
		require.Contains(t, c.say(plainAuth("correct horse")), "235 ")
		require.Contains(t, c.say("NOOP"), "250 ")
		return c
	}
	t.Run("before", func(t *testing.T) {
		t.Parallel()
		_, _, before, dial := handedOver(t)
		c := begin(t, dial)
		require.NoError(t, before.Shutdown(t.Context()))
		assert.Contains(t, c.say(""), "421 4.3.2")
	})
	t.Run("behind", func(t *testing.T) {
		t.Parallel()
		_, behind, _, dial := handedOver(t)
		c := begin(t, dial)
		require.NoError(t, behind.Shutdown(t.Context()))
		assert.Contains(t, c.say(""), "421 4.3.2")
		nc, _ := tcpPair(t)
		assert.ErrorIs(t, behind.Resume(nc, c.session(t), mailsim.Resumed{}), ErrServerClosed)
		_, err := nc.Write([]byte("x"))
		assert.True(t, errors.Is(err, net.ErrClosed), "what came too late is closed")
	})
	t.Run("login", func(t *testing.T) {
		t.Parallel()
		owner, _, _, dial := handedOver(t)
		c := begin(t, dial)
		require.NoError(t, owner.DisableLogin(t.Context(), "me@app.test"))
		assert.Contains(t, c.say(""), "421 4.7.0")
	})
	t.Run("client", func(t *testing.T) {
		t.Parallel()
		_, behind, before, dial := handedOver(t)
		c := begin(t, dial)
		require.NoError(t, c.c.Close())
		assert.Eventually(t, func() bool { return behind.Sessions()+before.Sessions() == 0 }, 10*time.Second, time.Millisecond)
	})
}

// session is one that nobody uses.
func (l *lines) session(t *testing.T) mailsim.Session {
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { _ = u.Close() })
	return u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
}
