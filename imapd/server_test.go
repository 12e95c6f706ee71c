package imapd

import (
	"bufio"
	"compress/flate"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"
)

func testTLS(t testing.TB) *tls.Config {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
}

// say sends a command and returns the lines up to the tagged reply.
func (s *session) say(t testing.TB, tag, command string) []string {
	t.Helper()
	_, err := io.WriteString(s, tag+" "+command+"\r\n")
	require.NoError(t, err)
	return s.until(t, tag)
}

func (s *session) until(t testing.TB, tag string) (lines []string) {
	t.Helper()
	for {
		line := s.line()
		require.NotContains(t, line, "<EOF>")
		require.NotContains(t, line, "timeout")
		if lines = append(lines, line); strings.HasPrefix(line, tag+" ") {
			return lines
		}
	}
}

func last(lines []string) string { return lines[len(lines)-1] }

func TestSTARTTLS(t *testing.T) {
	t.Parallel()
	_, addr := startServer(t, newMemBackend(), Options{TLS: testTLS(t), NoPlainAuth: true})
	c := dial(t, addr)
	require.Contains(t, c.line(), "STARTTLS LOGINDISABLED]")
	require.Contains(t, last(c.say(t, "a", "LOGIN user pass")), "a NO [PRIVACYREQUIRED]")
	require.Contains(t, last(c.say(t, "a", "AUTHENTICATE PLAIN AHVzZXIAcGFzcw==")), "a NO [PRIVACYREQUIRED]")
	require.Contains(t, last(c.say(t, "a", "AUTHENTICATE PLAIN")), "a NO [PRIVACYREQUIRED]", "no password is asked for")
	// What is sent in the clear behind STARTTLS is not run later.
	io.WriteString(c, "b STARTTLS\r\nc LOGIN user pass\r\n")
	require.Equal(t, "b OK Begin TLS negotiation now", c.line())
	tc := tls.Client(c.Conn, &tls.Config{InsecureSkipVerify: true})
	s := newSession(tc)
	caps := s.say(t, "d", "CAPABILITY")
	require.Contains(t, caps[0], "AUTH=PLAIN")
	require.NotContains(t, caps[0], "STARTTLS")
	require.Contains(t, last(s.say(t, "e", "STARTTLS")), "e BAD TLS is already active")
	require.Contains(t, last(s.say(t, "f", "LOGIN user pass")), "f OK")
}

func TestServeTLS(t *testing.T) {
	t.Parallel()
	s := newServer(newMemBackend(), Options{TLS: testTLS(t), NoPlainAuth: true})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.ServeTLS(l) }()
	nc, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, err)
	c := newSession(nc)
	require.Contains(t, c.line(), "AUTH=PLAIN")
	require.Contains(t, last(c.say(t, "a", "LOGIN user pass")), "a OK")
	// One that never shakes hands does not hold up the end.
	half, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer half.Close()
	require.NoError(t, s.Shutdown(context.Background()))
	require.Equal(t, "* BYE Server shutting down", c.line())
	require.ErrorIs(t, <-done, ErrServerClosed)
	nc.Close()
}

// compress begins compression; what is written to w goes out at its Flush.
func (s *session) compress(t testing.TB) (w *flate.Writer) {
	t.Helper()
	require.Equal(t, "b OK Begin compression", last(s.say(t, "b", "COMPRESS DEFLATE")))
	w, err := flate.NewWriter(s.Conn, flate.DefaultCompression)
	require.NoError(t, err)
	s.r = bufio.NewReader(flate.NewReader(s.Conn))
	return w
}

// UNAUTHENTICATE cannot end compression, and may not be answered NO (RFC 8437).
func TestUnauthenticateCompressed(t *testing.T) {
	t.Parallel()
	_, addr := startServer(t, newMemBackend(), Options{})
	c := dial(t, addr)
	c.line()
	require.Contains(t, last(c.say(t, "a", "LOGIN user pass")), "UNAUTHENTICATE")
	w := c.compress(t)
	io.WriteString(w, "c CAPABILITY\r\nd UNAUTHENTICATE\r\n")
	w.Flush()
	require.NotContains(t, c.line(), "UNAUTHENTICATE")
	require.Contains(t, c.line(), "c OK")
	require.Contains(t, c.line(), "* BYE")
}

func TestCompress(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	fill(t, b.acct, 3)
	_, addr := startServer(t, b, Options{})
	c := dial(t, addr)
	c.line()
	require.Contains(t, last(c.say(t, "a", "LOGIN user pass")), "COMPRESS=DEFLATE")
	require.Contains(t, last(c.say(t, "a", "COMPRESS LZW")), "a NO")
	w := c.compress(t)
	say := func(tag, command string) []string {
		io.WriteString(w, tag+" "+command+"\r\n")
		w.Flush()
		return c.until(t, tag)
	}
	require.Contains(t, last(say("c", "SELECT INBOX")), "c OK")
	require.Len(t, say("d", "FETCH 1:* ENVELOPE"), 4)
	require.Contains(t, last(say("e", "COMPRESS DEFLATE")), "[COMPRESSIONACTIVE]")
	require.NotContains(t, say("f", "CAPABILITY")[0], "COMPRESS")
	// IDLE works on the compressed stream too.
	io.WriteString(w, "g IDLE\r\n")
	w.Flush()
	require.Equal(t, "+ idling", c.line())
	fill(t, b.acct, 1)
	require.Equal(t, "* 4 EXISTS", c.line())
	require.Contains(t, c.line(), "RECENT")
	io.WriteString(w, "DONE\r\n")
	require.Contains(t, last(say("h", "LOGOUT")), "h OK")
	_, err := io.ReadAll(c.r)
	require.NoError(t, err, "the stream has an end")
}

func TestShutdownDrains(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	s := newServer(b, Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	quiet, idle, busy := dial(t, l.Addr().String()), dial(t, l.Addr().String()), dial(t, l.Addr().String())
	for _, c := range []*session{quiet, idle, busy} {
		c.line()
		c.say(t, "a", "LOGIN user pass")
	}
	io.WriteString(idle, "b IDLE\r\n")
	require.Equal(t, "+ idling", idle.line())
	io.WriteString(busy, "b APPEND INBOX {10}\r\n")
	require.Equal(t, "+ OK", busy.line())
	stopped := make(chan error, 1)
	go func() { stopped <- s.Shutdown(context.Background()) }()
	require.Equal(t, "* BYE Server shutting down", quiet.line())
	require.Equal(t, "* BYE Server shutting down", idle.line())
	io.WriteString(busy, "0123456789\r\n")
	require.Equal(t, "b OK [APPENDUID 1 1] APPEND completed", busy.line())
	require.Equal(t, "* BYE Server shutting down", busy.line())
	require.NoError(t, <-stopped)
	require.ErrorIs(t, <-done, ErrServerClosed)
	l2, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.ErrorIs(t, s.Serve(l2), ErrServerClosed)
}

func TestShutdownGivesUp(t *testing.T) {
	t.Parallel()
	s := newServer(newMemBackend(), Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	c := dial(t, l.Addr().String())
	c.line()
	c.say(t, "a", "LOGIN user pass")
	io.WriteString(c, "b APPEND INBOX {10}\r\n")
	require.Equal(t, "+ OK", c.line())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, s.Shutdown(ctx), context.Canceled)
	<-done
}

func TestMaxClients(t *testing.T) {
	t.Parallel()
	_, addr := startServer(t, newMemBackend(), Options{MaxClients: 1})
	first := dial(t, addr)
	require.Contains(t, first.line(), "* OK")
	second := dial(t, addr) // only now: the two are served side by side
	require.Equal(t, "* BYE [UNAVAILABLE] Too many connections", second.line())
	require.Contains(t, second.line(), "EOF")
}

// memTap keeps a transcript.
type memTap struct {
	mu     sync.Mutex
	lines  []string
	closed chan struct{}
}

func (m *memTap) add(line string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines = append(m.lines, line)
}
func (m *memTap) Client(line string) { m.add("C: " + line) }
func (m *memTap) Server(line string) { m.add("S: " + line) }
func (m *memTap) Close()             { close(m.closed) }

func TestTranscript(t *testing.T) {
	t.Parallel()
	tap := &memTap{closed: make(chan struct{})}
	_, addr := startServer(t, newMemBackend(), Options{Tap: func(SessionInfo) Transcript { return tap }})
	c := dial(t, addr)
	c.line()
	for _, command := range []string{
		"a  LOGIN user secret1", "a LOGIN user {7+}\r\nsecret2", "a AUTHENTICATE PLAIN AHVzZXIAc2VjcmV0Mw==",
		"a AUTHENTICATE PLAIN\r\nAHVzZXIAc2VjcmV0NA==", "a LOGIN user pass",
	} {
		io.WriteString(c, command+"\r\n")
	}
	for range 6 {
		c.line()
	}
	c.say(t, "b", "APPEND INBOX {137+}\r\n"+plainMail)
	c.say(t, "c", "SELECT INBOX")
	c.say(t, "d", "FETCH 1 (ENVELOPE BODY[])")
	c.say(t, "e", "LOGOUT")
	<-tap.closed
	all := strings.Join(tap.lines, "\n")
	// spec: beyond.transcript.imap
	require.NotContains(t, all, "secret")
	require.NotContains(t, all, "AHVz")
	require.NotContains(t, all, "user pass")
	require.Contains(t, all, "C: a LOGIN user ***\nC: (7 bytes)\nC: \nS: a NO")
	require.Contains(t, all, "C: b APPEND INBOX {137+}\nC: (137 bytes, Message-ID <1@a.test>)\n")
	require.Contains(t, all, `S: * 1 FETCH (FLAGS (\Seen \Recent) ENVELOPE ("Mon, 5 Jan 2026 08:00:00 +0100"`)
	require.Contains(t, all, `BODY[] {137}, Message-ID <1@a.test>)`)
	require.NotContains(t, all, "Hello Bob")
	require.Contains(t, all, "S: e OK LOGOUT completed")
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, stage := range []Stage{StageLogin, StageSelect, StageFetch, StageIdle, StageAppend} {
		t.Run(string(stage), func(t *testing.T) {
			t.Parallel()
			b := newMemBackend()
			fill(t, b.acct, 1)
			var fault error
			_, addr := startServer(t, b, Options{Fault: func(_ context.Context, s Stage, _ SessionInfo) error {
				if s == stage {
					return fault
				}
				return nil
			}})
			script := []struct {
				stage   Stage
				command string
			}{
				{StageLogin, "LOGIN user pass"}, {StageSelect, "SELECT INBOX"}, {StageFetch, "FETCH 1 FLAGS"},
				{StageAppend, "APPEND INBOX {1+}\r\nx"}, {StageIdle, "IDLE\r\nDONE"},
			}
			for _, fault = range []error{no(imap.ResponseCodeUnavailable, "Not now"), ErrDisconnect} {
				c := dial(t, addr)
				c.line()
				for _, step := range script {
					if step.stage != stage {
						c.say(t, "a", step.command)
						continue
					}
					io.WriteString(c, "b "+strings.TrimSuffix(step.command, "\r\nDONE")+"\r\n")
					if got := c.line(); fault == ErrDisconnect {
						require.Contains(t, got, "EOF")
					} else {
						require.Equal(t, "b NO [UNAVAILABLE] Not now", got)
					}
					break
				}
			}
		})
	}
}

// A session that does not read what it asked for delays nobody else.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	big := plainMail + strings.Repeat("0123456789abcdef", 1<<16)
	_, _, err := b.acct.Append(context.Background(), "INBOX", []newMessage{{Data: big}})
	require.NoError(t, err)
	_, addr := startServer(t, b, Options{})
	slow, other := dial(t, addr), dial(t, addr)
	for _, c := range []*session{slow, other} {
		c.line()
		c.say(t, "a", "LOGIN user pass")
		c.say(t, "b", "SELECT INBOX")
	}
	for range 50 {
		io.WriteString(slow, "c FETCH 1 BODY.PEEK[]\r\n")
	}
	for i := range 20 {
		require.Contains(t, last(other.say(t, "d", "STORE 1 +FLAGS.SILENT (k"+fmt.Sprint(i)+")")), "d OK")
	}
	fill(t, b.acct, 1)
	require.Contains(t, other.say(t, "e", "NOOP"), "* 2 EXISTS")
}

func TestHostileInput(t *testing.T) {
	t.Parallel()
	_, addr := startServer(t, newMemBackend(), Options{MaxBytes: 1 << 20})
	open := func() *session {
		c := dial(t, addr)
		c.line()
		require.Contains(t, last(c.say(t, "a", "LOGIN user pass")), "a OK")
		return c
	}
	t.Run("long line", func(t *testing.T) {
		c := open()
		x := strings.Repeat("x", 100_000)
		for sent, want := range map[string]string{
			"a NOOP " + x: "a BAD Line too long", "c NOOP " + x[:maxLine-6]: "c BAD Line too long", "b12] " + x: "b12] BAD Line too long",
			x: "* BAD Line too long", "* " + x: "* BAD Line too long", x[:maxTag+1] + " " + x: "* BAD Line too long",
			"a SELECT {1+}\r\nx" + x:                   "a BAD Line too long",
			"a APPEND nowhere {1+}\r\nx" + x:           "a NO [TRYCREATE] Mailbox doesn't exist",
			"a APPEND nowhere {1+}\r\nx {1+}\r\nx" + x: "a NO [TRYCREATE] Mailbox doesn't exist",
		} {
			io.WriteString(c, sent+"\r\n")
			require.Equal(t, want, c.line(), "%.30q", sent)
		}
		// What follows as a literal is never taken for a command.
		for n := maxLine; n < maxLine+40; n += 3 {
			long := x[:n+n%2*readerBufSize] // its end stands across two buffers as well
			io.WriteString(c, "a NOOP "+long+" {10+}\r\nz LOGOUT\r\n\r\n")
			require.Contains(t, c.line(), "a BAD ")
			io.WriteString(c, "b CREATE {1+}\r\n"+long+"{10+}\r\nz LOGOUT\r\n"+x+"{10+}\r\nz LOGOUT\r\n\r\n")
			require.Contains(t, c.line(), "b BAD ")
			c.say(t, "c", "NOOP")
		}
		require.Equal(t, "b OK NOOP completed", last(c.say(t, "b", "NOOP")))
		go io.WriteString(c, strings.Repeat("x", 4<<20))
		require.Equal(t, "* BYE Line too long", c.line())
	})
	t.Run("deep criteria", func(t *testing.T) {
		c := open()
		c.say(t, "b", "SELECT INBOX")
		require.Contains(t, last(c.say(t, "c", "SEARCH "+strings.Repeat("(", 30_000))), "c BAD")
		require.Contains(t, last(c.say(t, "c", "SEARCH "+strings.Repeat("NOT ", 15_000)+"ALL")), "c BAD")
		require.Contains(t, last(c.say(t, "c", "SEARCH "+strings.Repeat("ALL ", 15_000)+"ALL")), "c BAD")
	})
	t.Run("refused literals are passed over", func(t *testing.T) {
		c := open()
		io.WriteString(c, "b APPEND INBOX {2000000+}\r\n")
		go io.WriteString(c, strings.Repeat("b LOGOUT\r\n", 200_000)+"\r\nc NOOP\r\n")
		require.Contains(t, c.line(), "b NO [TOOBIG]")
		require.Equal(t, "c OK NOOP completed", c.line())
		io.WriteString(c, "d APPEND INBOX {999999999+}\r\n")
		require.Equal(t, "* BYE Literal too big", c.line())
	})
	t.Run("an unending literal holds what came", func(t *testing.T) {
		c := open()
		io.WriteString(c, "b APPEND INBOX {1000000}\r\n")
		require.Equal(t, "+ OK", c.line())
		io.WriteString(c, "some")
	})
	t.Run("too many bad commands", func(t *testing.T) {
		c := open()
		io.WriteString(c, strings.Repeat("b FOO\r\n", maxBadCommands))
		for range maxBadCommands {
			require.Equal(t, "b BAD Unknown command", c.line())
		}
		require.Equal(t, "* BYE Too many invalid commands", c.line())
	})
	t.Run("too many failed logins", func(t *testing.T) {
		c := dial(t, addr)
		c.line()
		io.WriteString(c, strings.Repeat("b LOGIN user x\r\n", maxFailedLogins))
		for range maxFailedLogins - 1 {
			require.Contains(t, c.line(), "b NO [AUTHENTICATIONFAILED]")
		}
		require.Equal(t, "* BYE Too many failed logins", c.line())
	})
	t.Run("wide patterns", func(t *testing.T) {
		c := open()
		require.Contains(t, last(c.say(t, "b", `LIST "" `+strings.Repeat("*a", 30_000))), "b NO [LIMIT]")
		require.Contains(t, last(c.say(t, "b", `LIST "" `+strings.Repeat("*%", 250)+"x")), "b OK")
	})
}

// A text that is not in the charset it is said to be in matches nothing, which
// a client would not notice (RFC 9051 section 6.4.4).
func TestSearchWrongOctets(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	fill(t, b.acct, 1)
	_, addr := startServer(t, b, Options{})
	c := dial(t, addr)
	c.line()
	c.say(t, "a", "LOGIN user pass")
	c.say(t, "b", "SELECT INBOX")
	const refused = "c NO [BADCHARSET (UTF-8)] Text is not in that charset"
	check := func(command, want string) {
		t.Helper()
		require.Equal(t, want, last(c.say(t, "c", command)), "%q", command)
	}
	texts := []string{
		"SUBJECT \"Gr\xfc\xdfe\"", "TEXT \"\xfc\"", "HEADER Subject \"\xfc\"", "HEADER \"\xfc\" x", "BODY \xfc", // quoted, an atom
		"FROM {1+}\r\n\xfc", "TO {3+}\r\na\x00b", "CC \"a\x00b\"", "BCC ~{2+}\r\n\xfc\x00", "TEXT ~{1+}\r\n\x00", // JavaMail's U+0100 is NUL
		"NOT (OR SEEN SUBJECT \"\xff\")", "TEXT \"\xfc\" SUBJECT {1+}\r\nx 1:*", // the rest is read
	}
	searches := []string{
		"SEARCH ", "UID SEARCH ", "SEARCH RETURN (COUNT) ", "UID SEARCH RETURN (MIN MAX ALL) ",
		"SORT (DATE) UTF-8 ", "UID SORT (SUBJECT) UTF-8 ", "SORT RETURN (PARTIAL 1:10) (DATE) UTF-8 ",
		"THREAD REFERENCES UTF-8 ", "UID THREAD ORDEREDSUBJECT UTF-8 ",
	}
	for _, search := range searches {
		for _, text := range texts {
			check(search+text, refused)
		}
	}
	check("SEARCH CHARSET UTF-8 TEXT \"\xfc\"", refused)
	check("SEARCH CHARSET EUC-JP TEXT \"\xff\xff\"", refused)
	check("SEARCH CHARSET ISO-8859-1 SUBJECT {1+}\r\n\x00", refused)
	check("SEARCH TEXT \"\xfc\" BOGUS", "c BAD Unknown search key BOGUS, or its argument is missing")
	check("SEARCH CHARSET ISO-8859-1 SUBJECT \"Gr\xfc\xdfe\"", "c OK SEARCH completed")
	check("SEARCH SUBJECT ~{6+}\r\nGr\u00fc\u00df", "c OK SEARCH completed")
	check("SEARCH SUBJECT {3}\r\n\ufffd", "c OK SEARCH completed")

	check("SEARCH RETURN (SAVE) ALL", "c OK SEARCH completed")
	check("SEARCH RETURN (SAVE) TEXT \"\xfc\"", refused) // empties "$" (RFC 5182 section 2.1)
	require.Equal(t, "* SEARCH", c.say(t, "d", "SEARCH $")[0])

	c.say(t, "e", "ENABLE UTF8=ACCEPT")
	for _, search := range searches {
		for _, text := range texts {
			check(search+text, refused)
		}
	}
	check("SEARCH SUBJECT \"\u00fc\"", "c OK SEARCH completed")
	check("SEARCH CHARSET UTF-8 SUBJECT \"x\"", "c BAD CHARSET is not allowed after ENABLE UTF8=ACCEPT") // RFC 6855 section 3
}
