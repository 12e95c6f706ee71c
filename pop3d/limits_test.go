package pop3d_test

import (
	"bufio"
	"io"
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
	"github.com/mailsim/mailsim/pop3d"
	"github.com/mailsim/mailsim/universe"
)

// pipes is a listener of connections in memory.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// inBubble serves a universe while time stands still.
func inBubble(t *testing.T, o pop3d.Options, f func(t *testing.T, u *mailsim.Universe, dial func(lines ...string) *talker)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		u := newUniverse(t)
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		s := pop3d.New(u, o)
		done := make(chan error, 1)
		go func() { done <- s.Serve(l) }()
		f(t, u, func(lines ...string) *talker {
			near, far := net.Pipe()
			l.conns <- far
			c := &talker{t, near, bufio.NewReader(near)}
			c.expect("+OK")
			for _, line := range lines {
				c.do(line, "+OK")
			}
			return c
		})
		require.NoError(t, s.Close())
		<-done
	})
}

var entered = []string{"USER app", "PASS s3cret"}

// TestTimeouts: less time before the login than behind it, and an end in any case.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	inBubble(t, pop3d.Options{}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
		began := time.Now()
		c := dial()
		c.expect("-ERR disconnected for inactivity")
		c.ended()
		assert.Equal(t, time.Minute, time.Since(began))

		began = time.Now()
		c = dial()
		for range 5 {
			time.Sleep(50 * time.Second)
			c.do("CAPA", "+OK")
			for c.line() != "." {
			}
		}
		c.expect("-ERR disconnected")
		assert.Equal(t, 5*time.Minute, time.Since(began), "talking is not enough")

		began = time.Now()
		c = dial(entered...)
		time.Sleep(9 * time.Minute)
		c.do("NOOP", "+OK")
		c.expect("-ERR disconnected")
		assert.Equal(t, 19*time.Minute, time.Since(began))
		assert.Len(t, folder(t, u), 3)
	})
}

// TestRevoked: a session ends when its login stands no longer.
func TestRevoked(t *testing.T) {
	t.Parallel()
	inBubble(t, pop3d.Options{}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
		c := dial(entered...)
		c.do("DELE 1", "+OK")
		_, err := u.UpdateLogin(bg, "app@ours.test", mailsim.LoginPatch{AllowIMAP: new(false)})
		require.NoError(t, err)
		c.expect("-ERR [SYS/PERM] logged out: the login may not use IMAP, nor POP3")
		c.ended()
		assert.Len(t, folder(t, u), 3)
		c = dial("USER app")
		c.do("PASS s3cret", "-ERR [AUTH]")
	})
}

// TestSilentOnesMakeRoom: at a bound one without a login goes, one with a login stays.
func TestSilentOnesMakeRoom(t *testing.T) {
	t.Parallel()
	inBubble(t, pop3d.Options{MaxClients: 2}, func(t *testing.T, u *mailsim.Universe, dial func(...string) *talker) {
		stays, goes := dial(entered...), dial()
		time.Sleep(6 * time.Second)
		next := dial()
		goes.expect("-ERR [SYS/TEMP] too many connections")
		goes.ended()
		next.do("CAPA", "+OK")
		stays.do("NOOP", "+OK")
	})
}

func TestHostileLines(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, newUniverse(t), pop3d.Options{MaxPerAddress: 2})
	c := dial(t, addr)
	c.expect("+OK")
	c.do("USER "+strings.Repeat("x", 13<<10), "-ERR line too long")
	c.do("USER a\x00b\x01", "+OK")
	for range 19 {
		c.do("WHAT", "-ERR unknown command")
	}
	c.do("WHAT", "-ERR unknown command")
	c.expect("-ERR too many errors")
	c.ended()

	c = dial(t, addr)
	c.expect("+OK")
	go io.WriteString(c.nc, strings.Repeat("x", 1<<20))
	c.expect("-ERR line too long")
	c.ended()

	a := login(t, addr)
	b := dial(t, addr)
	b.expect("+OK")
	refused := dial(t, addr)
	refused.expect("-ERR [SYS/TEMP] too many connections")
	refused.ended()
	for range 3 {
		b.do("USER app", "+OK")
		b.do("PASS guess", "-ERR [AUTH]")
	}
	b.ended()
	a.do("NOOP", "+OK")
}

// TestPipelining: commands sent at once are answered in order.
func TestPipelining(t *testing.T) {
	t.Parallel()
	_, addr := serve(t, newUniverse(t), pop3d.Options{})
	c := dial(t, addr)
	c.do("USER app\r\nPASS s3cret\r\nSTAT\r\nDELE 1\r\nSTAT\r\nQUIT", "+OK")
	for _, want := range []string{"+OK send PASS", "+OK 3", "+OK 3 245", "+OK message 1", "+OK 2 151", "+OK goodbye"} {
		c.expect(want)
	}
	c.ended()
}

func TestShutdown(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s, addr := serve(t, u, pop3d.Options{})
	c := login(t, addr)
	c.do("DELE 1", "+OK")
	require.NoError(t, s.Shutdown(bg))
	c.expect("-ERR [SYS/TEMP] the server is shutting down")
	c.ended()
	assert.Len(t, folder(t, u), 3)
}

func TestProxyHeader(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	_, addr := serve(t, u, pop3d.Options{TrustProxy: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	c := dial(t, addr)
	c.do("PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\nUSER app", "+OK mail.test")
	c.expect("+OK send PASS")
	c.do("PASS s3cret", "+OK")
	for e := range u.Log(mailsim.EventFilter{}) {
		if ok, is := e.Data.(mailsim.AuthOK); is {
			assert.Equal(t, "192.0.2.7 pop3", ok.Remote+" "+ok.Proto)
			return
		}
	}
	t.Error("no login in the log")
}

// TestTranscript: a session is written down without its secrets and mails.
func TestTranscript(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	_, addr := serve(t, u, pop3d.Options{})
	c := dial(t, addr)
	c.expect("+OK")
	c.do("AUTH PLAIN", "+ ")
	c.do("AGFwcABndWVzcw==", "-ERR [AUTH]")
	c.do("AUTH PLAIN AGFwcABndWVzcw==", "-ERR [AUTH]")
	c.do("USER app", "+OK")
	c.do("PASS s3cret", "+OK")
	c.do("RETR 1", "+OK")
	for c.line() != "." {
	}
	c.do("QUIT", "+OK")
	c.ended()
	text := u.Transcripts()[0].Text
	assert.Equal(t, "pop3", u.Transcripts()[0].Proto)
	for _, want := range []string{"C: USER app\nS: +OK send PASS\nC: PASS ****\n", "C: AUTH PLAIN ****\n", "S: + \nC: ****\n", "S: (94 bytes, Message-ID <1@client.test>)\n", "C: QUIT\nS: +OK goodbye\n"} {
		assert.Contains(t, text, want)
	}
	for _, secret := range []string{"s3cret", "AGFwc", "One."} {
		assert.NotContains(t, text, secret)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	_, addr := serve(t, u, pop3d.Options{})
	set := func(rules ...mailsim.FaultRule) {
		_, err := u.SetFaults(bg, mailsim.Faults{Rules: rules})
		require.NoError(t, err)
	}
	set(mailsim.FaultRule{Where: "pop3", At: "login", Kind: mailsim.FaultAuthFail, Times: 1}, mailsim.FaultRule{Where: "pop3", At: "retr", Kind: mailsim.FaultUnavailable, Times: 1, Match: mailsim.FaultMatch{Username: "app@ours.test"}},
		mailsim.FaultRule{Where: "pop3", At: "list", Kind: mailsim.FaultSlow, Delay: time.Millisecond}, mailsim.FaultRule{Where: "pop3", At: "quit", Kind: mailsim.FaultUnavailable})
	c := dial(t, addr)
	c.expect("+OK")
	c.do("USER app", "+OK")
	c.do("PASS s3cret", "-ERR [AUTH] ")
	c.do("USER app", "+OK")
	c.do("PASS s3cret", "+OK")
	c.do("STAT", "+OK 3")
	c.do("RETR 1", "-ERR [SYS/TEMP] Temporarily unavailable")
	c.do("RETR 1", "+OK")
	for c.line() != "." {
	}
	c.do("DELE 1", "+OK")
	c.do("QUIT", "-ERR [SYS/TEMP]")
	c.ended()
	assert.Len(t, folder(t, u), 3)
	set(mailsim.FaultRule{Where: "pop3", At: "list", Kind: mailsim.FaultDisconnect, Text: "reset"})
	c = login(t, addr)
	_, err := io.WriteString(c.nc, "LIST\r\n")
	require.NoError(t, err)
	c.ended()
	_, err = u.SetFaults(bg, mailsim.Faults{Rules: []mailsim.FaultRule{{Where: "pop3", At: "idle", Kind: mailsim.FaultSlow}}})
	assert.ErrorContains(t, err, "at: unknown stage")
}

// TestCell: the login says which universe, and two of one name in two universes do
// not share a maildrop.
func TestCell(t *testing.T) {
	t.Parallel()
	cell, err := universe.NewCell(mailsim.CellOptions{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, cell.Close()) })
	for _, org := range []string{"one", "two"} {
		require.NoError(t, cell.SetOrg(bg, mailsim.Org{Name: org}))
		u, err := cell.CreateUniverse(bg, org, mailsim.Options{ID: "u_" + org, HashCost: 4})
		require.NoError(t, err)
		_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Username: org, Password: "s3cret " + org})
		require.NoError(t, err)
		_, err = u.Inject(bg, mailsim.Inject{To: "app@ours.test", Raw: "Subject: " + org + "\r\n\r\n"})
		require.NoError(t, err)
	}
	_, addr := serve(t, cell, pop3d.Options{})
	for _, org := range []string{"one", "two"} {
		c := dial(t, addr)
		c.expect("+OK")
		c.do("USER "+org, "+OK")
		c.do("PASS s3cret", "-ERR [AUTH]")
		c.do("USER "+org, "+OK")
		c.do("PASS s3cret "+org, "+OK 1 messages")
		c.do("TOP 1 0", "+OK")
		c.expect("Subject: " + org)
	}
}

// FuzzSession: no input ends the server or lets it hang, and an answer is of lines.
func FuzzSession(f *testing.F) {
	f.Add("USER app\r\nPASS s3cret\r\nLIST\r\nRETR 2\r\nTOP 1 1\r\nUIDL\r\nDELE 1\r\nRSET\r\nQUIT\r\n")
	f.Add("AUTH PLAIN\r\nAGFwcABzM2NyZXQ=\r\nSTAT\r\nTOP 3 99999999999\r\n")
	f.Add("CAPA\nUTF8\nAUTH LOGIN YXBw\n*\nSTLS\r\nx")
	f.Fuzz(func(t *testing.T, said string) {
		if len(said) > 4<<10 {
			return
		}
		_, addr := serve(t, newUniverse(t), pop3d.Options{NoSTLS: true})
		c := dial(t, addr)
		go func() {
			_, _ = io.WriteString(c.nc, said)
			_ = c.nc.(*net.TCPConn).CloseWrite()
		}()
		all, _ := io.ReadAll(c.r)
		require.True(t, strings.HasPrefix(string(all), "+OK mail.test POP3 mailsim\r\n"), "%q", all)
		for _, line := range strings.Split(strings.TrimSuffix(string(all), "\r\n"), "\r\n") {
			assert.NotContains(t, line, "\n")
		}
	})
}
