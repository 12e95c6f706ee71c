package pop3d_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/pop3d"
	"github.com/mailsim/mailsim/universe"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var bg = context.Background()

// mails are in the maildrop of app@ours.test.
var mails = []string{
	"From: anna@client.test\r\nTo: app@ours.test\r\nSubject: One\r\nMessage-ID: <1@client.test>\r\n\r\nOne.\r\n",
	"From: ben@client.test\r\nSubject: Two\r\nMessage-ID: <2@client.test>\r\n\r\n.\r\n.dot\r\nbare\nno dot.\r\nand no end",
	"Subject: Three\r\nMessage-ID: <3@client.test>\r\n\r\n",
}

// newUniverse has a login with mail.
func newUniverse(t testing.TB) *mailsim.Universe {
	t.Helper()
	u, err := universe.New(mailsim.Options{HashCost: 4, Transcripts: 8})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "spaced@ours.test", Password: " two  words "})
	require.NoError(t, err)
	for _, raw := range mails {
		_, err = u.Inject(bg, mailsim.Inject{To: "app@ours.test", Raw: raw})
		require.NoError(t, err)
	}
	return u
}

func serve(t testing.TB, host mailsim.Host, o pop3d.Options) (s *pop3d.Server, addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s = pop3d.New(host, o)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		assert.NoError(t, s.Close())
		assert.ErrorIs(t, <-done, pop3d.ErrServerClosed)
	})
	return s, l.Addr().String()
}

// talker is a client.
type talker struct {
	t  testing.TB
	nc net.Conn
	r  *bufio.Reader
}

func talk(t testing.TB, nc net.Conn) *talker {
	t.Cleanup(func() { nc.Close() })
	return &talker{t, nc, bufio.NewReader(nc)}
}

func dial(t testing.TB, addr string) *talker {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	_ = nc.SetDeadline(time.Now().Add(30 * time.Second))
	return talk(t, nc)
}

// line reads one line.
func (c *talker) line() string {
	c.t.Helper()
	line, err := c.r.ReadString('\n')
	require.NoError(c.t, err, "%q", line)
	require.True(c.t, strings.HasSuffix(line, "\r\n"), "%q", line)
	return line[:len(line)-2]
}

// do sends a line and wants an answer that begins so.
func (c *talker) do(line, want string) string {
	c.t.Helper()
	_, err := io.WriteString(c.nc, line+"\r\n")
	require.NoError(c.t, err)
	return c.expect(want)
}

func (c *talker) expect(want string) string {
	c.t.Helper()
	got := c.line()
	require.True(c.t, strings.HasPrefix(got, want), "%q, want %q", got, want)
	return got
}

func (c *talker) ended() {
	c.t.Helper()
	_, err := c.r.ReadByte()
	assert.Error(c.t, err)
}

// login opens a session with the maildrop.
func login(t testing.TB, addr string) *talker {
	t.Helper()
	c := dial(t, addr)
	c.expect("+OK")
	c.do("USER app", "+OK")
	c.do("PASS s3cret", "+OK")
	return c
}

func TestDialogues(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/dialogues.txt")
	require.NoError(t, err)
	for _, dialogue := range strings.Split(string(text), "\n== ")[1:] {
		name, body, _ := strings.Cut(dialogue, "\n")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, addr := serve(t, newUniverse(t), pop3d.Options{})
			c := dial(t, addr)
			for _, line := range strings.Split(strings.TrimRight(body, "\n"), "\n") {
				kind, said, _ := strings.Cut(line, " ")
				switch kind {
				case "C:":
					_, err := io.WriteString(c.nc, said+"\r\n")
					require.NoError(t, err)
				case "S:":
					require.Equal(t, strings.TrimRight(said, " "), strings.TrimRight(c.line(), " "))
				case "S~":
					c.expect(said)
				}
			}
		})
	}
}

// folder lists what a mailbox has: subjects, and whether they are read.
func folder(t *testing.T, u *mailsim.Universe) (out []string) {
	list, err := u.Messages("app@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	for _, m := range list {
		out = append(out, fmt.Sprintf("%s %v", m.Subject, slices.Contains(m.Flags, `\Seen`)))
	}
	return out
}

// TestQuitAloneRemoves: a session that ends otherwise removes nothing, and what was
// retrieved is read.
func TestQuitAloneRemoves(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s, addr := serve(t, u, pop3d.Options{})
	c := login(t, addr)
	c.do("RETR 2", "+OK")
	for c.line() != "." {
	}
	c.do("DELE 1", "+OK")
	c.nc.Close()
	for s.Sessions() > 0 {
		runtime.Gosched()
	}
	assert.ElementsMatch(t, []string{"One false", "Two true", "Three false"}, folder(t, u))

	c = login(t, addr)
	c.do("DELE 1", "+OK")
	c.do("RETR 3", "+OK")
	for c.line() != "." {
	}
	c.do("DELE 3", "+OK")
	c.do("QUIT", "+OK")
	c.ended()
	for s.Sessions() > 0 {
		runtime.Gosched()
	}
	assert.Equal(t, []string{"Two true"}, folder(t, u))
	c = login(t, addr)
	c.do("UIDL 1", "+OK 1 1.2")
}

// TestMaildropIsOfOneSession: another waits; mail that comes, and what others remove,
// changes nothing for it.
func TestMaildropIsOfOneSession(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s, addr := serve(t, u, pop3d.Options{})
	c := login(t, addr)
	other := dial(t, addr)
	other.expect("+OK")
	other.do("USER app@ours.test", "+OK")
	other.do("PASS s3cret", "-ERR [IN-USE]")
	other.do("STAT", "-ERR log in first")
	other.do("USER spaced@ours.test", "+OK")
	other.do("PASS  two  words ", "+OK 0 messages")

	_, err := u.Inject(bg, mailsim.Inject{To: "app@ours.test", Raw: mails[0]})
	require.NoError(t, err)
	box, err := u.Access("app@ours.test")
	require.NoError(t, err)
	_, err = box.StoreFlags(bg, "INBOX", []uint32{2}, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil)
	require.NoError(t, err)
	_, err = box.Expunge(bg, "INBOX", []uint32{2})
	require.NoError(t, err)
	c.do("STAT", "+OK 3 245")
	c.do("RETR 2", "+OK 104")
	for c.line() != "." {
	}
	c.do("DELE 2", "+OK")
	c.do("DELE 3", "+OK")
	c.do("QUIT", "+OK")
	for s.Sessions() > 1 {
		runtime.Gosched()
	}
	c = login(t, addr)
	c.do("UIDL", "+OK 2 messages")
	c.expect("1 1.1")
	c.expect("2 1.4")
}

// TestTLS: from the start, and by STLS, behind which nothing said in clear holds.
func TestTLS(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	_, addr := serve(t, u, pop3d.Options{NoPlainAuth: true})
	c := dial(t, addr)
	c.expect("+OK")
	c.do("USER app", "-ERR log in over TLS")
	c.do("AUTH PLAIN AGFwcABzM2NyZXQ=", "-ERR log in over TLS")
	_, err := io.WriteString(c.nc, "STLS\r\nUSER mallory\r\n")
	require.NoError(t, err)
	c.expect("+OK")
	over := tls.Client(c.nc, &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, over.Handshake())
	c = talk(t, over)
	c.do("PASS s3cret", "-ERR send USER first")
	c.do("STLS", "-ERR TLS is active")
	c.do("USER app", "+OK")
	c.do("PASS s3cret", "+OK 3 messages")
	c.do("QUIT", "+OK")
	_, err = c.r.ReadByte()
	assert.ErrorIs(t, err, io.EOF, "TLS is ended as it should be")

	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := pop3d.New(u, pop3d.Options{})
	done := make(chan error, 1)
	go func() { done <- s.ServeTLS(l) }()
	secure, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, err)
	c = talk(t, secure)
	c.expect("+OK")
	c.do("USER app", "+OK")
	c.do("PASS s3cret", "+OK 3 messages")
	require.NoError(t, s.Close())
	<-done

	_, addr = serve(t, u, pop3d.Options{NoSTLS: true})
	c = dial(t, addr)
	c.expect("+OK")
	c.do("STLS", "-ERR TLS is active already, or not available")
	var names []string
	for _, service := range u.Connection().Services {
		names = append(names, service.Name+" "+service.Security)
	}
	assert.ElementsMatch(t, []string{"POP3 starttls", "POP3S tls", "POP3 none"}, names)
}
