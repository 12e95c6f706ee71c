package imapd

import (
	"bufio"
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// The PROXY header of version 2: its signature, then version and command, family,
// and the length of the rest.
const (
	proxyTwo   = "\r\n\r\n\x00\r\nQUIT\n"
	proxyIPv4  = proxyTwo + "\x21\x11\x00\x0c" + "\xc0\x00\x02\x09" + "\xc0\x00\x02\x01" + "\x30\x39\x00\x8f" // 192.0.2.9
	proxyLocal = proxyTwo + "\x20\x00\x00\x00"
)

func trust(networks ...string) (list []netip.Prefix) {
	for _, n := range networks {
		list = append(list, netip.MustParsePrefix(n))
	}
	return list
}

// TestProxyHeader believes a trusted proxy about the client's address: it is what
// events name and what the bound of an address counts.
func TestProxyHeader(t *testing.T) {
	t.Parallel()
	u, addr := serveBounded(t, mailsim.Options{}, Options{TrustProxy: trust("127.0.0.0/8"), MaxPerAddress: 2})
	login := func(head, password string) string {
		c := dial(t, addr)
		_, err := io.WriteString(c, head)
		require.NoError(t, err)
		if greeting := c.line(); !strings.HasPrefix(greeting, "* OK ") {
			return greeting
		}
		return last(c.say(t, "a", "LOGIN me@app.test "+password))
	}
	for _, k := range []struct{ head, remote string }{
		{"PROXY TCP4 192.0.2.7 192.0.2.1 12345 143\r\n", "192.0.2.7"},
		{"PROXY TCP6 2001:db8::7 2001:db8::1 12345 143\r\n", "2001:db8::7"},
		{"PROXY TCP6 ::ffff:192.0.2.8 2001:db8::1 12345 143\r\n", "192.0.2.8"},
		{proxyIPv4, "192.0.2.9"},
		{"PROXY UNKNOWN\r\n", "127.0.0.1"}, // the proxy's own
		{proxyLocal, "127.0.0.1"},
	} {
		wrong := k.remote != "127.0.0.1"
		if wrong {
			assert.Contains(t, login(k.head, "wrong"), "a NO [AUTHENTICATIONFAILED]", "%q", k.head)
		}
		assert.Contains(t, login(k.head, "secret"), "a OK", "%q", k.head)
		var failed, ok string
		for e := range u.Log(mailsim.EventFilter{}) {
			switch d := e.Data.(type) {
			case mailsim.AuthFailed:
				failed = d.Remote
			case mailsim.AuthOK:
				ok = d.Remote
			}
		}
		assert.Equal(t, k.remote, ok, "%q", k.head)
		if wrong {
			assert.Equal(t, k.remote, failed, "%q", k.head)
		}
	}
	// all of these are still there, two of each address
	assert.Contains(t, login("PROXY TCP4 192.0.2.7 192.0.2.1 12346 143\r\n", "secret"), "* BYE [UNAVAILABLE] Too many connections")
	assert.Contains(t, login(proxyIPv4, "secret"), "* BYE [UNAVAILABLE] Too many connections")
	assert.Contains(t, login("PROXY TCP4 192.0.2.77 192.0.2.1 12346 143\r\n", "secret"), "a OK", "another address has its own room")
}

// TestBrokenProxyHeader: who should speak for a client and does not say for whom is
// let go without a word, and the log names the proxy.
func TestBrokenProxyHeader(t *testing.T) {
	t.Parallel()
	log := &lockedLog{}
	u, addr := serveBounded(t, mailsim.Options{}, Options{TrustProxy: trust("127.0.0.0/8"), Logger: slog.New(slog.NewTextHandler(log, nil))})
	const then = "a LOGIN me@app.test secret\r\n"
	broken := []string{
		then, // none at all
		"PROXY TCP4 192.0.2.7 192.0.2.1 12345\r\n" + then,
		"PROXY TCP4 192.0.2.700 192.0.2.1 12345 143\r\n" + then,
		"PROXY TCP4 2001:db8::7 2001:db8::1 12345 143\r\n" + then,
		"PROXY TCP4 192.0.2.7 192.0.2.1 12345 65536\r\n" + then,
		"PROXY " + strings.Repeat("x", 200) + "\r\n" + then,
		"PROXY TCP4 192.0.2.7 192.0.2.1 12345 143\n" + then + then,
		strings.Replace(proxyIPv4, "\x21", "\x11", 1) + then, // of version 1 in the form of 2
		strings.Replace(proxyIPv4, "QUIT", "EXIT", 1) + then,
		proxyTwo + "\x21\x11\xff\xff" + strings.Repeat("x", 100) + then,
	}
	for _, head := range broken {
		c := dial(t, addr)
		_, err := io.WriteString(c, head)
		require.NoError(t, err)
		said, _ := io.ReadAll(c.r) // an end, or a reset where bytes were left unread
		assert.Empty(t, string(said), "%q", head)
	}
	for e := range u.Log(mailsim.EventFilter{}) {
		assert.NotContains(t, string(e.Type), "auth.", "nobody was let in")
	}
	assert.Equal(t, len(broken), strings.Count(log.String(), `level=WARN msg="a trusted proxy sent no valid PROXY header" remote=127.0.0.1 `), log.String())
}

// TestProxyHeaderOfStrangers is no header: it is a command that is none, and the
// client stays who it is.
func TestProxyHeaderOfStrangers(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{"others are trusted": {TrustProxy: trust("10.0.0.0/8", "::1/128")}, "nobody is": {}} {
		u, addr := serveBounded(t, mailsim.Options{}, o)
		c := dial(t, addr)
		assert.Contains(t, c.line(), "* OK ", name)
		_, err := io.WriteString(c, "PROXY TCP4 192.0.2.7 192.0.2.1 12345 143\r\n")
		require.NoError(t, err)
		assert.Contains(t, c.line(), "PROXY BAD ", name)
		assert.Contains(t, last(c.say(t, "a", "LOGIN me@app.test secret")), "a OK", name)
		var remote []string
		for e := range u.Log(mailsim.EventFilter{}) {
			if d, is := e.Data.(mailsim.AuthOK); is {
				remote = append(remote, d.Remote)
			}
		}
		assert.Equal(t, []string{"127.0.0.1"}, remote, name)
	}
}

// TestGuessesBehindAProxy slow the client that guesses, and no other behind it.
func TestGuessesBehindAProxy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u, err := universe.New(mailsim.Options{HashCost: 8}) // below 8 nobody waits
		require.NoError(t, err)
		_, err = u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "me@app.test", Password: "secret"})
		require.NoError(t, err)
		s := New(u, Options{TrustProxy: trust("127.0.0.0/8")})
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		done := make(chan error, 1)
		go func() { done <- s.Serve(l) }()
		login := func(client, password string) (answer string, took time.Duration) {
			near, far := net.Pipe()
			defer near.Close()
			l.conns <- fromLoopback{far}
			_, err := io.WriteString(near, "PROXY TCP4 "+client+" 192.0.2.1 12345 143\r\n")
			require.NoError(t, err)
			c := &session{near, bufio.NewReader(near)}
			require.Contains(t, c.line(), "* OK ")
			began := time.Now()
			return last(c.say(t, "a", "LOGIN me@app.test "+password)), time.Since(began)
		}
		var took time.Duration
		for range 5 {
			var answer string
			answer, took = login("192.0.2.7", "wrong")
			require.Contains(t, answer, "a NO [AUTHENTICATIONFAILED]")
		}
		assert.Positive(t, took, "who guesses waits")
		for _, password := range []string{"wrong", "secret"} {
			answer, took := login("192.0.2.8", password)
			assert.Equal(t, password == "secret", strings.Contains(answer, "a OK"))
			assert.Zero(t, took, "another client waits for nobody")
		}
		require.NoError(t, s.Close())
		<-done
		require.NoError(t, u.Close())
	})
}

// fromLoopback is a connection in memory that a proxy on this machine made.
type fromLoopback struct{ net.Conn }

func (fromLoopback) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000}
}

type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
