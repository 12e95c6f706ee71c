package smtpd_test

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// pipes is a listener in memory: what is dialled on it needs no network.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case nc := <-p.conns:
		return nc, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// inBubble runs f with a server in memory, its clock synctest's. Dial greets.
func inBubble(t *testing.T, o smtpd.Options, f func(t *testing.T, u *mailsim.Universe, dial func(lines ...string) *talker)) {
	t.Helper()
	serverInBubble(t, o, func(t *testing.T, u *mailsim.Universe, _ *smtpd.Server, _ *pipes, dial func(...string) *talker) {
		f(t, u, dial)
	})
}

func serverInBubble(t *testing.T, o smtpd.Options, f func(t *testing.T, u *mailsim.Universe, s *smtpd.Server, l *pipes, dial func(lines ...string) *talker)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		u, err := universe.New(mailsim.Options{HashCost: 4})
		require.NoError(t, err)
		defer u.Close()
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		s := smtpd.New(u, o)
		done := make(chan error, 1)
		go func() { done <- s.Serve(l) }()
		f(t, u, s, l, func(lines ...string) *talker {
			c := &talker{t, l.dial(), nil}
			c.r = bufio.NewReader(c.nc)
			c.expect("220 ")
			for _, line := range lines {
				c.do(line, "250 ")
			}
			return c
		})
		require.NoError(t, s.Close())
		<-done
	})
}

// dial makes a connection.
func (p *pipes) dial() net.Conn {
	near, far := net.Pipe()
	p.conns <- far
	return near
}

var begun = []string{"EHLO me.test", "MAIL FROM:<a@x.test>", "RCPT TO:<b@x.test>"}

// TestTimeout tells a client that falls silent, wherever it is, and lets it go.
func TestTimeout(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		lines []string
		half  string
		reply string // to half
		cut   bool   // without a word
	}{
		"before a word": {}, "in a handshake": {half: "STARTTLS\r\n", reply: "220 2.0.0", cut: true}, "in a command": {half: "EHL"}, "in a login": {lines: begun[:1], half: "AUTH LOGIN\r\n", reply: "334 "},
		"in data": {lines: begun, half: "DATA\r\n", reply: "354 "}, "in a chunk": {lines: begun, half: "BDAT 10 LAST\r\nhalf"},
		"after a mail": {lines: begun, half: "BDAT 3 LAST\r\nx\r\n", reply: "250 "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, smtpd.Options{}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
				c := dial(k.lines...)
				start := time.Now()
				_, err := io.WriteString(c.nc, k.half)
				require.NoError(t, err)
				if k.reply != "" {
					c.expect(k.reply)
				}
				if !k.cut {
					c.expect("421 4.4.2")
				}
				_, err = c.r.ReadByte()
				assert.ErrorIs(t, err, io.EOF)
				assert.Equal(t, 5*time.Minute, time.Since(start))
			})
		})
	}
}

// TestSlowClients serves one that types a byte every half minute, and 500 that
// say nothing, while another one gets its mail through at once.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true, IdleTimeout: 5 * time.Minute}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
		slow := dial(begun...)
		slow.do("DATA", "354 ")
		told := make(chan string, 500)
		for range cap(told) {
			c := dial("EHLO me.test")
			go func() {
				line, _ := c.r.ReadString('\n')
				told <- line[:min(len(line), 9)]
			}()
		}
		for _, b := range []byte("Subject: slow\r\n") {
			time.Sleep(30 * time.Second)
			_, err := slow.nc.Write([]byte{b})
			require.NoError(t, err)
		}
		start := time.Now()
		quick := dial(begun...)
		quick.do("DATA", "354 ")
		quick.do("Subject: quick\r\n\r\nx\r\n.", "250 ")
		assert.Zero(t, time.Since(start))
		slow.do("\r\nx\r\n.", "250 ")
		list, err := u.Messages("b@x.test", mailsim.MessageFilter{})
		require.NoError(t, err)
		assert.Len(t, list, 2)
		for range cap(told) {
			assert.Equal(t, "421 4.4.2", <-told)
		}
	})
}

// TestReaderThatStops never reads its replies: the server waits for it no longer
// than for one that never speaks.
func TestReaderThatStops(t *testing.T) {
	t.Parallel()
	inBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, _ *mailsim.Universe, dial func(...string) *talker) {
		c := dial("EHLO me.test")
		start := time.Now()
		_, err := io.WriteString(c.nc, strings.Repeat("NOOP\r\n", 10_000))
		assert.ErrorIs(t, err, io.ErrClosedPipe)
		assert.Equal(t, 5*time.Minute, time.Since(start))
	})
}

// TestClientGoesAway cuts a conversation after every octet: only the mails whose
// end has come are filed, and no goroutine stays (synctest waits for all).
func TestClientGoesAway(t *testing.T) {
	t.Parallel()
	const data = "Subject: x\r\n\r\nx\r\n"
	for name, text := range map[string]string{
		"data":  strings.Join(begun, "\r\n") + "\r\nDATA\r\n" + data + ".\r\nQUIT\r\n",
		"chunk": strings.Join(begun, "\r\n") + "\r\nBDAT 10\r\n" + data[:10] + "BDAT " + "7" + " LAST\r\n" + data[10:] + "QUIT\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := strings.LastIndex(text, "QUIT")
			inBubble(t, smtpd.Options{NoSTARTTLS: true}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
				for end := range len(text) {
					before := u.Status().Messages
					c := dial()
					go io.Copy(io.Discard, c.r)
					_, _ = io.WriteString(c.nc, text[:end])
					synctest.Wait()
					c.nc.Close()
					synctest.Wait()
					assert.Equal(t, end >= whole, u.Status().Messages > before, "%q", text[:end])
				}
			})
		})
	}
}
