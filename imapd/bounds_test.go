package imapd

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// serveBounded serves a universe with one login.
func serveBounded(t *testing.T, w mailsim.Options, o Options) (*mailsim.Universe, string) {
	t.Helper()
	w.HashCost = 4
	u, err := universe.New(w)
	require.NoError(t, err)
	_, err = u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "me@app.test", Password: "secret"})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := New(u, o)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		assert.NoError(t, s.Close())
		assert.ErrorIs(t, <-done, ErrServerClosed)
		assert.NoError(t, u.Close())
	})
	return u, l.Addr().String()
}

// TestFull refuses what a full universe cannot keep (RFC 5530 section 3).
func TestFull(t *testing.T) {
	t.Parallel()
	_, addr := serveBounded(t, mailsim.Options{Bounds: mailsim.Bounds{Copies: 2, Bytes: 100}}, Options{})
	c := dial(t, addr)
	c.line()
	for _, k := range []struct{ command, want string }{
		{"LOGIN me@app.test secret", "a OK "},
		{"APPEND INBOX {5+}\r\nhello", "a OK "},
		{"SELECT INBOX", "a OK "},
		{"COPY 1 Archive", "a OK "},
		{"COPY 1 Archive", "a NO [OVERQUOTA] "},
		{"APPEND INBOX {5+}\r\nhello", "a NO [OVERQUOTA] "},
		{"REPLACE 1 INBOX {3+}\r\nnew", "a OK "},
		{"MOVE 1 Trash", "a OK "},
		{"SELECT Trash", "a OK "},
		{"STORE 1 +FLAGS (\\Deleted)", "a OK "},
		{"EXPUNGE", "a OK "},
		{"APPEND INBOX {200+}\r\n0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789" +
			"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789", "a NO [OVERQUOTA] "},
		{"APPEND INBOX {5+}\r\nhello", "a OK "},
	} {
		assert.Contains(t, last(c.say(t, "a", k.command)), k.want, k.command)
	}
}

// TestCrowd has strangers who never log in make room for those who do.
func TestCrowd(t *testing.T) {
	t.Parallel()
	inBubble(t, Options{MaxClients: 3}, func(t *testing.T, _ *memAccount, dial func() *session) {
		in := dial()
		require.Contains(t, last(in.say(t, "a", "LOGIN user pass")), "a OK")
		first := dial()
		time.Sleep(time.Second)
		dial()
		time.Sleep(10 * time.Second)
		for range 5 {
			c := dial()
			require.Contains(t, last(c.say(t, "a", "LOGIN user pass")), "a OK")
			require.Contains(t, last(c.say(t, "b", "LOGOUT")), "b OK")
			synctest.Wait()
		}
		require.Contains(t, first.line(), "* BYE [UNAVAILABLE]")
		require.Contains(t, last(in.say(t, "c", "NOOP")), "c OK")
	})
}

// A client that has not logged in cannot stay, whatever it says.
func TestNoStayBeforeLogin(t *testing.T) {
	t.Parallel()
	for name, say := range map[string]string{"commands": "a NOOP\r\n", "drops": "a"} {
		inBubble(t, Options{}, func(t *testing.T, _ *memAccount, dial func() *session) {
			c, start := dial(), time.Now()
			go func() {
				for err := error(nil); err == nil; time.Sleep(50 * time.Second) {
					_, err = io.WriteString(c, say)
				}
			}()
			text, _ := io.ReadAll(c.r)
			assert.Contains(t, string(text), "* BYE", name)
			assert.LessOrEqual(t, time.Since(start), 5*loginTimeout, name)
			time.Sleep(time.Hour)
		})
	}
}
