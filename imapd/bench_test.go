package imapd

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// readyServer answers each line with the same bytes: the least a server can do.
func readyServer(b *testing.B, answer []byte) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	b.Cleanup(func() { l.Close() })
	go func() {
		nc, err := l.Accept()
		if err != nil {
			return
		}
		defer nc.Close()
		r := bufio.NewReader(nc)
		for {
			if _, err := r.ReadSlice('\n'); err != nil {
				return
			}
			if _, err := nc.Write(answer); err != nil {
				return
			}
		}
	}()
	return l.Addr().String()
}

// exchange sends a command and reads n bytes.
func exchange(b *testing.B, c *session, command string, n int) {
	if _, err := io.WriteString(c, command+"\r\n"); err != nil {
		b.Fatal(err)
	}
	if _, err := c.r.Discard(n); err != nil {
		b.Fatal(err)
	}
}

// benchHost serves a universe whose mailbox user@ours.test has n delivered
// mails of 2 KiB in INBOX.
func benchHost(b *testing.B, n int) (*mailsim.Universe, string) {
	u, err := universe.New(mailsim.Options{HashCost: 4, Transcripts: -1})
	require.NoError(b, err)
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "user@ours.test", Username: "user", Password: "pass"})
	require.NoError(b, err)
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	for i := range n {
		submit(b, s, benchMail(i))
	}
	server := New(u, Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	go server.Serve(l)
	b.Cleanup(func() {
		require.NoError(b, server.Close())
		require.NoError(b, u.Close())
	})
	return u, l.Addr().String()
}

func submit(b *testing.B, s mailsim.Session, raw string) {
	_, err := s.Submit(context.Background(), mailsim.Envelope{From: "fred@a.test", To: []string{"user@ours.test"}}, raw)
	require.NoError(b, err)
}

func benchMail(i int) string {
	head := strings.Replace(plainMail, "<1@", fmt.Sprintf("<%d@", i), 1)
	head = strings.Replace(head, "afternoon", fmt.Sprintf("afternoon number %d", i), 1)
	return head + fmt.Sprintf("Order %d.\r\n", 70_000+i) + strings.Repeat("Some line of text that is there.\r\n", (2048-len(head))/34)
}

// benchClient is a session logged in and in INBOX.
func benchClient(b *testing.B, addr string) *session {
	c := dial(b, addr)
	c.SetDeadline(time.Time{})
	c.r = bufio.NewReaderSize(c.Conn, 1<<16)
	c.line()
	c.say(b, "a", "LOGIN user pass")
	c.say(b, "a", "SELECT INBOX")
	return c
}

// answerSize runs a command twice and returns the bytes of its second answer.
func answerSize(b *testing.B, c *session, command string) int {
	c.say(b, "a", command)
	io.WriteString(c, "a "+command+"\r\n")
	for n := 0; ; {
		line, err := c.r.ReadString('\n')
		require.NoError(b, err)
		if n += len(line); strings.HasPrefix(line, "a ") {
			return n
		}
	}
}

// BenchmarkCommands tells the time of commands over that of sending the same
// bytes ready-made (ratio), and over that of a folder of 100 (growth).
func BenchmarkCommands(b *testing.B) {
	_, smallAddr := benchHost(b, 100)
	_, largeAddr := benchHost(b, 10_000)
	for _, command := range []string{
		"FETCH 1:* (FLAGS)", "FETCH 1:* (FLAGS ENVELOPE)", "FETCH 1:* (BODYSTRUCTURE)", "FETCH 1:* (BODY.PEEK[])", "FETCH 1:* (BODY.PEEK[HEADER])",
		"UID FETCH 77 (BODY.PEEK[])", "UID STORE 77 +FLAGS (\\Seen)", "SELECT INBOX", "STATUS INBOX (MESSAGES UNSEEN)", "NOOP",
		"SEARCH UNSEEN", "SEARCH SUBJECT \"number 4711\"", "SEARCH SUBJECT afternoon", "SEARCH FROM nobody",
		"SEARCH TEXT \"order 74711\"", "SEARCH TEXT nowhere", "SEARCH TEXT \"line of text\"", "SEARCH BODY there",
	} {
		b.Run(strings.ReplaceAll(command, " ", "_"), func(b *testing.B) {
			small, large := benchClient(b, smallAddr), benchClient(b, largeAddr)
			sizeSmall, sizeLarge := answerSize(b, small, command), answerSize(b, large, command)
			null := dial(b, readyServer(b, make([]byte, sizeLarge)))
			null.SetDeadline(time.Time{})
			null.r = bufio.NewReaderSize(null.Conn, 1<<16)
			var times [3]time.Duration
			for b.Loop() {
				for i, run := range []func(){
					func() { exchange(b, small, "a "+command, sizeSmall) },
					func() { exchange(b, large, "a "+command, sizeLarge) },
					func() { exchange(b, null, "a "+command, sizeLarge) },
				} {
					start := time.Now()
					run()
					times[i] += time.Since(start)
				}
			}
			b.ReportMetric(float64(times[1])/float64(times[2]), "ratio")
			b.ReportMetric(float64(times[1])/float64(times[0]), "growth")
			b.ReportMetric(float64(times[1].Microseconds())/float64(b.N), "µs-large")
		})
	}
}
