package imapd

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
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

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// inBubble runs f with a server in memory, its clock synctest's. No goroutine
// may be left when it is done.
func inBubble(t *testing.T, o Options, f func(t *testing.T, a *memAccount, dial func() *session)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newMemBackend()
		s := newServer(b, o)
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		done := make(chan error, 1)
		go func() { done <- s.Serve(l) }()
		f(t, b.acct, func() *session {
			near, far := net.Pipe()
			l.conns <- far
			c := &session{near, bufio.NewReader(near)}
			require.Contains(t, c.line(), "* OK [CAPABILITY")
			return c
		})
		require.NoError(t, s.Close())
		<-done
		require.Empty(t, b.acct.watchers, "a session that is gone still watches")
	})
}

func TestSimulatedTime(t *testing.T) {
	t.Parallel()
	inBubble(t, Options{IdleTimeout: -1}, func(t *testing.T, a *memAccount, dial func() *session) {
		c := dial()
		require.Contains(t, last(c.say(t, "a", "LOGIN user pass")), "a OK")
		require.Contains(t, last(c.say(t, "b", "SELECT INBOX")), "b OK")
		time.Sleep(48 * time.Hour)
		io.WriteString(c, "c IDLE\r\n")
		require.Equal(t, "+ idling", c.line())
		time.Sleep(48 * time.Hour)
		fill(t, a, 1)
		require.Equal(t, "* 1 EXISTS", c.line())
		require.Equal(t, "* 1 RECENT", c.line())
	})
}

// A client that falls silent is told, wherever it is, and let go.
func TestSilence(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		commands []string
		half     string
		reply    string // to half
		after    time.Duration
	}{
		"before login":                  {after: loginTimeout},
		"after login":                   {commands: []string{"LOGIN user pass"}, after: defaultIdle},
		"selected":                      {commands: []string{"LOGIN user pass", "SELECT INBOX"}, after: defaultIdle},
		"in a line":                     {commands: []string{"LOGIN user pass"}, half: "a NOO", after: lineTimeout},
		"in a literal":                  {commands: []string{"LOGIN user pass"}, half: "a APPEND INBOX {99}\r\n", reply: "+ OK", after: chunkTimeout},
		"in a password":                 {half: "a LOGIN user {4}\r\n", reply: "+ OK", after: chunkTimeout},
		"in a literal that was refused": {commands: []string{"LOGIN user pass"}, half: "a APPEND none {99+}\r\n", after: chunkTimeout},
		"in SASL":                       {half: "a AUTHENTICATE PLAIN\r\n", reply: "+ ", after: loginTimeout},
		"in IDLE":                       {commands: []string{"LOGIN user pass", "SELECT INBOX"}, half: "a IDLE\r\n", reply: "+ idling", after: defaultIdle},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, Options{}, func(t *testing.T, _ *memAccount, dial func() *session) {
				other := dial()
				other.say(t, "a", "LOGIN user pass")
				c := dial()
				for _, command := range k.commands {
					require.Contains(t, last(c.say(t, "a", command)), "a OK")
				}
				io.WriteString(c, k.half)
				if k.reply != "" {
					require.Equal(t, k.reply, c.line())
				}
				start := time.Now()
				require.Equal(t, "* BYE Disconnected for inactivity", c.line())
				require.Equal(t, k.after, time.Since(start))
				require.Contains(t, c.line(), "EOF")
				if k.after < defaultIdle {
					require.Equal(t, "b OK NOOP completed", last(other.say(t, "b", "NOOP")))
				}
			})
		})
	}
}

// A literal that comes by drops ends, and so does an answer that nobody reads.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	inBubble(t, Options{}, func(t *testing.T, a *memAccount, dial func() *session) {
		drops := dial()
		drops.say(t, "a", "LOGIN user pass")
		io.WriteString(drops, "a APPEND INBOX {1000}\r\n")
		require.Equal(t, "+ OK", drops.line())
		start := time.Now()
		go func() {
			for range 1000 {
				if _, err := io.WriteString(drops, "x"); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}()
		require.Equal(t, "* BYE Disconnected for inactivity", drops.line())
		require.Equal(t, chunkTimeout, time.Since(start))

		fill(t, a, 10)
		deaf := dial()
		deaf.say(t, "a", "LOGIN user pass")
		deaf.say(t, "a", "SELECT INBOX")
		io.WriteString(deaf, "a FETCH 1:* (BODY.PEEK[])\r\n")
		time.Sleep(2 * writeTimeout)
		_, err := io.WriteString(deaf, "a NOOP\r\n")
		require.ErrorIs(t, err, io.ErrClosedPipe)
	})
}

// A client may go at any byte: nothing is half done, nobody else notices.
func TestDisconnectAnywhere(t *testing.T) {
	t.Parallel()
	inBubble(t, Options{}, func(t *testing.T, a *memAccount, dial func() *session) {
		other := dial()
		other.say(t, "a", "LOGIN user pass")
		other.say(t, "a", "SELECT INBOX")
		before := strings.Join([]string{"a LOGIN user pass", "a SELECT INBOX", "a APPEND INBOX {5+}", "hello"}, "\r\n")
		script := before + "\r\na STORE 1:* +FLAGS (\\Seen)\r\na FETCH 1:* (ENVELOPE BODY[])\r\na IDLE\r\nDONE\r\na CREATE x\r\na LOGOUT\r\n"
		for cut := range script {
			c := dial()
			go io.Copy(io.Discard, c)
			io.WriteString(c, script[:cut])
			c.Close()
			synctest.Wait()
			want := 0
			if cut >= len(before)+2 {
				want = cut - len(before) - 1
			}
			f, err := a.Status("INBOX")
			require.NoError(t, err)
			require.Equal(t, want, f.Total, "cut after %q", script[:cut])
			require.Equal(t, "b OK NOOP completed", last(other.say(t, "b", "NOOP")))
		}
	})
}
