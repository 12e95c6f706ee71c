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

// benchSession is logged in to a server with n mails of 2 KiB in INBOX.
func benchSession(b *testing.B, n int) *session {
	backend := newMemBackend()
	mails := make([]Append, n)
	for i := range mails {
		head := strings.Replace(plainMail, "<1@", fmt.Sprintf("<%d@", i), 1)
		mails[i].Data = head + strings.Repeat("Some line of text that is there.\r\n", (2048-len(head))/34)
	}
	_, _, err := backend.acct.Append(context.Background(), "INBOX", mails)
	require.NoError(b, err)
	_, addr := startServer(b, backend, Options{})
	c := dial(b, addr)
	c.SetDeadline(time.Time{})
	c.r = bufio.NewReaderSize(c.Conn, 1<<16)
	c.line()
	c.say(b, "a", "LOGIN user pass")
	c.say(b, "a", "SELECT INBOX")
	return c
}

// BenchmarkCommands tells the time of commands over that of sending the same
// bytes ready-made (ratio), and over that of a folder of 100 (growth).
func BenchmarkCommands(b *testing.B) {
	for _, command := range []string{
		"FETCH 1:* (FLAGS)", "FETCH 1:* (FLAGS ENVELOPE)", "FETCH 1:* (BODY.PEEK[])", "UID FETCH 77 (BODY.PEEK[])",
		"UID STORE 77 +FLAGS (\\Seen)", "SELECT INBOX", "SEARCH UNSEEN", "NOOP",
	} {
		b.Run(strings.ReplaceAll(command, " ", "_"), func(b *testing.B) {
			small, large := benchSession(b, 100), benchSession(b, 10_000)
			size := func(c *session) int {
				c.say(b, "a", command)
				io.WriteString(c, "a "+command+"\r\n")
				n := 0
				for {
					line, err := c.r.ReadString('\n')
					require.NoError(b, err)
					n += len(line)
					if strings.HasPrefix(line, "a ") {
						return n
					}
				}
			}
			sizeSmall, sizeLarge := size(small), size(large)
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
