package smtpd_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// slowly has the server wait at a stage.
func slowly(t *testing.T, u *mailsim.Universe, at string, delay time.Duration) {
	t.Helper()
	_, err := u.SetFaults(t.Context(), mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "smtp", At: at, Kind: mailsim.FaultSlow, Delay: delay}}})
	require.NoError(t, err)
}

// TestNoTimeout waits for ever where it is told to.
func TestNoTimeout(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true, IdleTimeout: -1}, func(t *testing.T, _ *mailsim.Universe, dial func(...string) *talker) {
		c := dial()
		time.Sleep(1000 * time.Hour)
		c.do("NOOP", "250 ")
	})
}

// TestSilentTLS is let go as well as one that is silent in clear.
func TestSilentTLS(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u, err := universe.New(mailsim.Options{})
		require.NoError(t, err)
		defer u.Close()
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		s := smtpd.New(u, smtpd.Options{})
		defer s.Close()
		go s.ServeTLS(l)
		nc, start := l.dial(), time.Now()
		_, err = nc.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		assert.Equal(t, 5*time.Minute, time.Since(start))
	})
}

// TestSilentLMTP tells a client once that it was silent, whatever it owes.
func TestSilentLMTP(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true, LMTP: true}, func(t *testing.T, _ *mailsim.Universe, dial func(...string) *talker) {
		c := dial("LHLO me.test", "MAIL FROM:<a@x.test>", "RCPT TO:<b@x.test>", "RCPT TO:<c@x.test>")
		c.says("BDAT 10 LAST\r\nhalf", "421 4.4.2 mail.test ", "closed")
	})
}

// TestSlowChunks waits for each octet of a chunk, and for one that it passes over
// too, within the time of the whole.
func TestSlowChunks(t *testing.T) {
	t.Parallel()
	for most, want := range map[int64]string{100: "250 2.0.0", 5: "552 5.3.4"} {
		inBubble(t, smtpd.Options{NoSTARTTLS: true, MaxBytes: most}, func(t *testing.T, _ *mailsim.Universe, dial func(...string) *talker) {
			c := dial(begun...)
			_, err := io.WriteString(c.nc, "BDAT 10 LAST\r\n")
			require.NoError(t, err)
			for range 10 {
				time.Sleep(50 * time.Second)
				_, err := io.WriteString(c.nc, "x")
				require.NoError(t, err)
			}
			c.expect(want)
		})
	}
}

// TestDrops lets go a client whose command, message or chunk comes by drops.
func TestDrops(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		begin  string
		within time.Duration
	}{
		"a command": {"NO", 5 * time.Minute}, "a long line": {strings.Repeat("x", 20_000), 5 * time.Minute},
		"a message": {"DATA\r\nSubject: ", 10 * time.Minute}, "a chunk": {"BDAT 100000 LAST\r\nx", 10 * time.Minute},
	} {
		inBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, _ *mailsim.Universe, dial func(...string) *talker) {
			c := dial(begun...)
			start := time.Now()
			go func() {
				_, err := io.WriteString(c.nc, k.begin)
				for err == nil {
					time.Sleep(time.Minute)
					_, err = io.WriteString(c.nc, "x")
				}
			}()
			text, _ := io.ReadAll(c.r)
			assert.Contains(t, string(text), "421 4.4.2 ", name)
			assert.Equal(t, k.within, time.Since(start), name)
			c.nc.Close()
			time.Sleep(time.Hour)
		})
	}
}

// TestCrowd has silent strangers make room, and bounds those of one address.
func TestCrowd(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true, MaxClients: 3}, func(t *testing.T, _ *mailsim.Universe, dial func(...string) *talker) {
		busy := dial(begun...)
		first, second := dial(), dial("EHLO me.test")
		time.Sleep(10 * time.Second)
		second.do("NOOP", "250 ")
		next := dial("EHLO me.test")
		first.expect("421 4.3.2 ")
		next.do("NOOP", "250 ")
		second.do("NOOP", "250 ")
		busy.do("RCPT TO:<c@x.test>", "250 ")
	})
}

// TestDelayOutlastsTheTimeout has a fault hold replies back for longer than a
// client may be silent: that is not the client's silence.
func TestDelayOutlastsTheTimeout(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true, IdleTimeout: time.Minute}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
		slowly(t, u, "rcpt", 50*time.Second)
		c := dial(begun[:2]...)
		start := time.Now()
		c.says(strings.Repeat("RCPT TO:<b@x.test>\r\n", 5), "250 ", "250 ", "250 ", "250 ", "250 ")
		assert.Equal(t, 250*time.Second, time.Since(start))
		slowly(t, u, "rcpt", time.Hour)
		c.do("RCPT TO:<b@x.test>", "250 ")
		c.do("DATA", "354 ")
		c.do("Subject: x\r\n\r\nx\r\n.", "250 ")
	})
}

// TestSlowStageOfAMessage counts once for a message, however many chunks bring it.
func TestSlowStageOfAMessage(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
		slowly(t, u, "data", 10*time.Second)
		c := dial(begun...)
		start := time.Now()
		c.says("BDAT 3\r\nabcBDAT 3\r\nabcBDAT 3 LAST\r\nabc", "250 ", "250 ", "250 ")
		assert.Equal(t, 10*time.Second, time.Since(start))
	})
}

// TestOneSegment answers what was pipelined in one piece (RFC 2920 section 3.2).
func TestOneSegment(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, _ *mailsim.Universe, dial func(...string) *talker) {
		c := dial()
		_, err := io.WriteString(c.nc, strings.Repeat("NOOP\r\n", 5))
		require.NoError(t, err)
		room := make([]byte, 4096)
		n, err := c.nc.Read(room)
		require.NoError(t, err)
		assert.Equal(t, 5, strings.Count(string(room[:n]), "250 2.0.0 Ok\r\n"))
	})
}

// TestWhoWaitsIsAnswered answers what came before the half of a command or chunk,
// whose other half may wait for it (RFC 2920 section 3.2), and has its full time.
func TestWhoWaitsIsAnswered(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, _ *mailsim.Universe, dial func(...string) *talker) {
		for half, rest := range map[string]string{"RS": "ET\r\n", "BDAT 10 LAST\r\nhalf": "chunks"} {
			c := dial(begun...)
			time.Sleep(4 * time.Minute)
			c.says("NOOP\r\n"+half, "250 ")
			time.Sleep(4 * time.Minute)
			c.says(rest, "250 ")
		}
	})
}

// TestShutdownLetsFinish ends a session after the command that it works on and
// those it has, and after a message on its way; half a command is not waited for.
func TestShutdownLetsFinish(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		lines   []string
		at      string
		text    string
		replies []string
		after   time.Duration
	}{
		"nothing behind": {begun[:2], "rcpt", "RCPT TO:<b@x.test>\r\n", []string{"250 2.1.5"}, 10 * time.Second},
		"half behind":    {begun[:2], "rcpt", "RCPT TO:<b@x.test>\r\nNOO", []string{"250 2.1.5"}, 10 * time.Second},
		"whole behind":   {begun[:2], "rcpt", "RCPT TO:<b@x.test>\r\nNOOP\r\n", []string{"250 2.1.5", "250 2.0.0"}, 10 * time.Second},
		"in data":        {begun, "body", "DATA\r\nSubject: x\r\n\r\nx\r\n.\r\n", []string{"354 ", "250 2.0.0"}, 11 * time.Second},
		"half a login":   {begun[:1], "quit", "AUTH LOGIN\r\n", []string{"334 "}, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			serverInBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, u *mailsim.Universe, s *smtpd.Server, _ *pipes, dial func(...string) *talker) {
				slowly(t, u, k.at, 10*time.Second)
				c := dial(k.lines...)
				idle := dial()
				start := time.Now()
				go io.WriteString(c.nc, k.text)
				ended := make(chan error, 1)
				go func() {
					time.Sleep(time.Second)
					ended <- s.Shutdown(context.Background()) // nobody has read a reply yet
				}()
				idle.expect("421 4.3.2")
				assert.Equal(t, time.Second, time.Since(start))
				for _, want := range k.replies {
					c.expect(want)
				}
				c.expect("421 4.3.2")
				_, err := c.r.ReadByte()
				assert.ErrorIs(t, err, io.EOF)
				require.NoError(t, <-ended)
				assert.Equal(t, k.after, time.Since(start))
			})
		})
	}
}

// TestShutdownDuringData lets a message that is coming in come to its end.
func TestShutdownDuringData(t *testing.T) {
	t.Parallel()
	serverInBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, u *mailsim.Universe, s *smtpd.Server, _ *pipes, dial func(...string) *talker) {
		c := dial(begun...)
		c.do("DATA", "354 ")
		_, err := io.WriteString(c.nc, "Subject: x\r\n")
		require.NoError(t, err)
		ended := make(chan error, 1)
		go func() { ended <- s.Shutdown(context.Background()) }()
		synctest.Wait()
		c.do("\r\nx\r\n.", "250 2.0.0")
		c.expect("421 4.3.2")
		require.NoError(t, <-ended)
		assert.Equal(t, 2, u.Status().Messages)
	})
}

// TestCloseEndsDelays waits for no fault that holds a session up.
func TestCloseEndsDelays(t *testing.T) {
	t.Parallel()
	serverInBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, u *mailsim.Universe, s *smtpd.Server, _ *pipes, dial func(...string) *talker) {
		slowly(t, u, "rcpt", time.Hour)
		c := dial(begun[:2]...)
		_, err := io.WriteString(c.nc, "RCPT TO:<b@x.test>\r\n")
		require.NoError(t, err)
		synctest.Wait()
		start := time.Now()
		require.NoError(t, s.Close())
		assert.Zero(t, time.Since(start))
		assert.Zero(t, s.Sessions())
	})
}

// TestOneTooMany is told so and let go, also when it does not listen.
func TestOneTooMany(t *testing.T) {
	t.Parallel()
	serverInBubble(t, smtpd.Options{NoSTARTTLS: true, MaxClients: 1}, func(t *testing.T, _ *mailsim.Universe, s *smtpd.Server, l *pipes, dial func(...string) *talker) {
		first := dial()
		text, err := io.ReadAll(l.dial())
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(text), "421 4.3.2 "), "%q", text)
		assert.Equal(t, 1, s.Sessions())
		l.dial() // and reads nothing
		synctest.Wait()
		start := time.Now()
		first.do("QUIT", "221 ")
		require.NoError(t, s.Shutdown(context.Background()))
		assert.Equal(t, time.Second, time.Since(start))
	})
}

// panicsOnce is a host that is broken for its first client.
type panicsOnce struct {
	*mailsim.Universe
	done atomic.Bool
}

func (p *panicsOnce) Domain() string {
	if !p.done.Swap(true) {
		panic("for once")
	}
	return p.Universe.Domain()
}

// TestPanicEndsOneSession alone: the next client is served.
func TestPanicEndsOneSession(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u, err := universe.New(mailsim.Options{})
		require.NoError(t, err)
		defer u.Close()
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		s := smtpd.New(&panicsOnce{Universe: u}, smtpd.Options{NoSTARTTLS: true})
		defer s.Close()
		go s.Serve(l)
		text, err := io.ReadAll(l.dial())
		require.NoError(t, err)
		assert.Empty(t, text)
		line, err := bufio.NewReader(l.dial()).ReadString('\n')
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(line, "220 "))
		assert.Equal(t, 1, s.Sessions())
	})
}
