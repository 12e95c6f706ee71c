package imapd

import (
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// nullStore takes a command line and a literal, and answers that it is done:
// the least that APPEND can be.
func nullStore(b *testing.B, literal int) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	b.Cleanup(func() { l.Close() })
	go func() {
		nc, err := l.Accept()
		if err != nil {
			return
		}
		defer nc.Close()
		c := newSession(nc)
		c.SetDeadline(time.Time{})
		for {
			if _, err := c.r.ReadSlice('\n'); err != nil {
				return
			}
			if _, err := io.CopyN(io.Discard, c.r, int64(literal)+2); err != nil {
				return
			}
			io.WriteString(nc, "a OK\r\n")
		}
	}()
	return l.Addr().String()
}

// BenchmarkAppend tells the time of an APPEND of 2 KiB over that of a server
// that throws the bytes away (ratio).
func BenchmarkAppend(b *testing.B) {
	_, addr := benchHost(b, 0)
	c := benchClient(b, addr)
	null := dial(b, nullStore(b, len(benchMail(100_000))))
	null.SetDeadline(time.Time{})
	send := func(c *session, raw string) {
		fmt.Fprintf(c, "a APPEND Drafts {%d+}\r\n%s\r\n", len(raw), raw)
		for {
			line, err := c.r.ReadString('\n')
			if err != nil {
				b.Fatal(err)
			}
			if strings.HasPrefix(line, "a ") {
				return
			}
		}
	}
	var real, least time.Duration
	for i := 0; b.Loop(); i++ {
		raw := benchMail(100_000 + i%100_000)
		start := time.Now()
		send(c, raw)
		mid := time.Now()
		send(null, raw)
		real, least = real+mid.Sub(start), least+time.Since(mid)
	}
	b.ReportMetric(float64(real)/float64(least), "ratio")
}

// BenchmarkClients lets 50 clients work in one mailbox of 1,000 mails: each
// reads a mail, flags it and polls. Reported is the time over that of one client
// that does as many rounds (ratio).
func BenchmarkClients(b *testing.B) {
	const clients = 50
	_, addr := benchHost(b, 1000)
	all := make([]*session, clients)
	for i := range all {
		all[i] = benchClient(b, addr)
	}
	round := func(c *session, n int) {
		for _, command := range []string{
			fmt.Sprintf("UID FETCH %d (FLAGS BODY.PEEK[])", n%1000+1), fmt.Sprintf("UID STORE %d +FLAGS.SILENT (\\Seen)", n%1000+1), "NOOP",
		} {
			io.WriteString(c, "a "+command+"\r\n")
			for {
				line, err := c.r.ReadSlice('\n')
				if err != nil {
					b.Error(err)
					return
				}
				if strings.HasPrefix(string(line), "a ") {
					break
				}
			}
		}
	}
	var together, alone time.Duration
	for n := 0; b.Loop(); n += clients {
		start := time.Now()
		var done sync.WaitGroup
		for i, c := range all {
			done.Go(func() { round(c, n+i) })
		}
		done.Wait()
		mid := time.Now()
		for i := range all {
			round(all[0], n+i)
		}
		together, alone = together+mid.Sub(start), alone+time.Since(mid)
	}
	b.ReportMetric(float64(together)/float64(alone), "ratio")
}

// BenchmarkIdle tells how long after a commit an idle client has the notice,
// over the time that a byte takes through a connection (ratio): at the median
// and at the 99th percentile.
func BenchmarkIdle(b *testing.B) {
	u, addr := benchHost(b, 0)
	c := benchClient(b, addr)
	io.WriteString(c, "a IDLE\r\n")
	c.line()
	smtp := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	echo := dial(b, readyServer(b, []byte("+\n")))
	echo.SetDeadline(time.Time{})
	var notices, echoes []time.Duration
	for i := 0; b.Loop(); i++ {
		submit(b, smtp, benchMail(i))
		start := time.Now()
		for range 2 { // EXISTS, RECENT
			if _, err := c.r.ReadSlice('\n'); err != nil {
				b.Fatal(err)
			}
		}
		notices = append(notices, time.Since(start))
		start = time.Now()
		exchange(b, echo, "x", 2)
		echoes = append(echoes, time.Since(start))
	}
	slices.Sort(notices)
	slices.Sort(echoes)
	at := func(list []time.Duration, percent int) float64 { return float64(list[(len(list)-1)*percent/100]) }
	b.ReportMetric(at(notices, 50)/at(echoes, 50), "ratio-p50")
	b.ReportMetric(at(notices, 99)/at(echoes, 99), "ratio-p99")
	b.ReportMetric(at(notices, 99)/1000, "µs-p99")
}
