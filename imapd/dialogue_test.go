package imapd

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// startServer serves b until the test ends.
func startServer(t testing.TB, b backend, o Options) (*Server, string) {
	t.Helper()
	s := newServer(b, o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		require.ErrorIs(t, <-done, ErrServerClosed)
	})
	return s, l.Addr().String()
}

// session is a raw client.
type session struct {
	net.Conn
	r *bufio.Reader
}

func dial(t testing.TB, addr string) *session {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { nc.Close() })
	return newSession(nc)
}

func newSession(nc net.Conn) *session {
	nc.SetDeadline(time.Now().Add(20 * time.Second))
	return &session{nc, bufio.NewReader(nc)}
}

func (s *session) line() string {
	line, err := s.r.ReadString('\n')
	if err != nil {
		return line + "<" + err.Error() + ">"
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
}

// wild turns an expected line into a pattern: "..." is anything.
func wild(want string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(want), `\.\.\.`, ".*") + "$")
}

// play runs a dialogue. "C: " is sent and "S: " expected by the first client,
// "2C: " and "2S: " by the second and so on. "..." in an expected line is
// anything; "S* " skips lines up to the one that fits.
func play(t *testing.T, addr string, clients map[string]*session, script string) {
	t.Helper()
	for i, line := range strings.Split(strings.Trim(script, "\n"), "\n") {
		line = strings.TrimLeft(line, "\t")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		head, text, _ := strings.Cut(line, " ")
		id := strings.TrimRight(head, "CS:*")
		c := clients[id]
		if c == nil {
			c = dial(t, addr)
			require.Regexp(t, `^\* OK \[CAPABILITY `, c.line())
			clients[id] = c
		}
		where := fmt.Sprintf("line %d: %s", i+1, line)
		switch head[len(id):] {
		case "C:":
			_, err := c.Write([]byte(text + "\r\n"))
			require.NoError(t, err, where)
		case "S:":
			require.Regexp(t, wild(text), c.line(), where)
		case "S*":
			for got := ""; ; {
				if got = c.line(); wild(text).MatchString(got) {
					break
				}
				require.NotContains(t, got, "<EOF>", where)
				require.NotContains(t, got, "timeout", where)
			}
		default:
			t.Fatal("bad script: ", where)
		}
	}
}

const plainMail = "From: Fred <fred@a.test>\r\nTo: bob@b.test\r\nSubject: afternoon\r\nDate: Mon, 5 Jan 2026 08:00:00 +0100\r\n" +
	"Message-ID: <1@a.test>\r\n\r\nHello Bob\r\n"

// fill puts n mails into INBOX.
func fill(t testing.TB, a *memAccount, n int) {
	t.Helper()
	for i := range n {
		data := strings.Replace(plainMail, "<1@", fmt.Sprintf("<%d@", i+1), 1)
		_, _, err := a.Append(context.Background(), "INBOX", []newMessage{{Data: data}})
		require.NoError(t, err)
	}
}

func TestDialogues(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir("testdata/dialogues")
	require.NoError(t, err)
	for _, f := range files {
		t.Run(strings.TrimSuffix(f.Name(), ".txt"), func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile("testdata/dialogues/" + f.Name())
			require.NoError(t, err)
			b := newMemBackend()
			var filled int
			fmt.Sscanf(string(script), "# mails: %d", &filled)
			fill(t, b.acct, filled)
			_, addr := startServer(t, b, Options{})
			play(t, addr, map[string]*session{}, string(script))
		})
	}
}
