package imapd

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// serveUniverse serves a universe with the login app, password s3cret.
func serveUniverse(t *testing.T) (u *mailsim.Universe, s *Server, addr string) {
	t.Helper()
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s = New(u, Options{})
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		require.ErrorIs(t, <-done, ErrServerClosed)
		require.Empty(t, s.backend.(*hostBackend).sessions, "a session that is gone is still held")
		require.NoError(t, u.Close())
	})
	return u, s, l.Addr().String()
}

// A login over TLS from the first byte is one of imaps.
func TestUniverseKnowsTLS(t *testing.T) {
	t.Parallel()
	u, s, _ := serveUniverse(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.ServeTLS(l) }()
	nc, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, err)
	defer nc.Close()
	c := newSession(nc)
	c.line()
	require.Contains(t, last(c.say(t, "a", "LOGIN app s3cret")), "a OK")
	var protos []string
	for e := range u.Log(mailsim.EventFilter{}) {
		if ok, is := e.Data.(mailsim.AuthOK); is {
			protos = append(protos, ok.Proto)
		}
	}
	require.Equal(t, []string{"imaps"}, protos)
	require.NoError(t, s.Close())
	require.ErrorIs(t, <-done, ErrServerClosed)
}

// The dialogues of testdata/universe are with a mailbox of a universe.
func TestUniverseDialogues(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("testdata/universe/mailbox.txt")
	require.NoError(t, err)
	_, _, addr := serveUniverse(t)
	play(t, addr, map[string]*session{}, string(script))
}

// In a large folder an index tells where a text may be; it does not know what
// is expunged, which a client that was not told still finds by number.
func TestLargeFolderSearch(t *testing.T) {
	t.Parallel()
	u, _, addr := serveUniverse(t)
	for i := range filterFrom + 3 {
		subject := "pear"
		if i%100 == 1 {
			subject = "quince"
		}
		_, err := u.Inject(context.Background(), mailsim.Inject{To: "app@ours.test", Raw: fmt.Sprintf("Subject: %s %d\r\n\r\nx\r\n", subject, i)})
		require.NoError(t, err)
	}
	a, b := dial(t, addr), dial(t, addr)
	for _, c := range []*session{a, b} {
		c.line()
		c.say(t, "a", "LOGIN app s3cret")
		c.say(t, "a", "SELECT INBOX")
	}
	require.Equal(t, "* SEARCH 2 102 202", a.say(t, "a", "SEARCH SUBJECT quince")[0])
	b.say(t, "a", `STORE 102 +FLAGS.SILENT (\Deleted)`)
	require.Contains(t, b.say(t, "a", "EXPUNGE"), "* 102 EXPUNGE")
	require.Contains(t, a.say(t, "a", "SEARCH SUBJECT quince"), "* SEARCH 2 102 202")
	require.Contains(t, a.say(t, "a", "UID SEARCH SUBJECT quince"), "* SEARCH 2 202")
}

// What delivery puts before a message counts, and is read, as part of it.
func TestTraceIsPartOfTheMessage(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	b.acct.deliver("INBOX", "Received: by x\r\n", plainMail)
	c := open(t, b, Options{})
	c.say(t, "a", "SELECT INBOX")
	want := fmt.Sprint(len("Received: by x\r\n" + plainMail))
	got := strings.Join(c.say(t, "a", "FETCH 1 (RFC822.SIZE BINARY.SIZE[] BINARY.PEEK[] BODY.PEEK[])"), "\n")
	require.Contains(t, got, "RFC822.SIZE "+want+" BINARY.SIZE[] "+want+" BINARY[] {"+want+"}\nReceived: by x\nFrom: Fred")
	require.Contains(t, got, " BODY[] {"+want+"}\nReceived: by x\nFrom: Fred")
}

// A folder that is deleted while the list is read stands in it once.
func TestWithSubscriptions(t *testing.T) {
	t.Parallel()
	got := withSubscriptions([]folderState{{Name: "INBOX"}, {Name: "b", Total: 1, Subscribed: true}}, []string{"a", "b"})
	require.Equal(t, []folderState{
		{Name: "INBOX"}, {Name: "a", Subscribed: true, NonExistent: true}, {Name: "b", Subscribed: true, NonExistent: true},
	}, got)
}
