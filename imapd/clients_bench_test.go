package imapd

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
)

// untilTagged reads up to the reply with the tag "a".
func (s *session) untilTagged(b *testing.B) {
	for {
		line, err := s.r.ReadSlice('\n')
		if err != nil {
			b.Error(err)
			return
		}
		if len(line) > 2 && line[0] == 'a' && line[1] == ' ' {
			return
		}
	}
}

// BenchmarkAppend reports the rate of APPENDs of 2 KiB, after 25,000 mails have come
// by SMTP, over that of a server that throws the bytes away.
func BenchmarkAppend(b *testing.B) {
	_, addr := benchHost(b, 25_000)
	c, least := benchClient(b, addr), benchClient(b, serveNull(b, 0))
	send := func(c *session, raw string) time.Duration {
		start := time.Now()
		fmt.Fprintf(c, "a APPEND Drafts {%d+}\r\n%s\r\n", len(raw), raw)
		c.untilTagged(b)
		return time.Since(start)
	}
	var real, null time.Duration
	for i := 0; b.Loop(); i++ {
		raw := benchMail(100_000 + i%100_000)
		real += send(c, raw)
		null += send(least, raw)
	}
	b.ReportMetric(float64(null)/float64(real), "rate")
}

// BenchmarkClients lets 50 clients work in one mailbox of 1,000 mails: each
// reads a mail, flags it and polls. Reported are the rate of their commands over
// that of a server with ready-made answers, and the 99th percentile of the time
// that a command takes over that there.
func BenchmarkClients(b *testing.B) {
	const clients = 50
	_, addr := benchHost(b, 1000)
	real, null := benchCrowd(b, addr, clients), benchCrowd(b, serveNull(b, 1000), clients)
	for n := 0; b.Loop(); n += clients {
		real.round(b, n)
		null.round(b, n)
	}
	b.ReportMetric(float64(null.total)/float64(real.total), "rate")
	b.ReportMetric(percentile(real.times, 99)/percentile(null.times, 99), "p99-ratio")
}

// crowd is clients who work at once.
type crowd struct {
	all   []*session
	total time.Duration
	mu    sync.Mutex
	times []time.Duration // of commands
}

func benchCrowd(b *testing.B, addr string, clients int) *crowd {
	c := &crowd{}
	for range clients {
		c.all = append(c.all, benchClient(b, addr))
	}
	return c
}

// round lets each client run its commands for the n-th mail and those after it.
func (c *crowd) round(b *testing.B, n int) {
	start := time.Now()
	var done sync.WaitGroup
	for i, client := range c.all {
		done.Go(func() {
			uid := (n+i)%1000 + 1
			var times []time.Duration
			for _, command := range []string{
				fmt.Sprintf("UID FETCH %d (FLAGS BODY.PEEK[])", uid), fmt.Sprintf("UID STORE %d +FLAGS.SILENT (\\Seen)", uid), "NOOP",
			} {
				begin := time.Now()
				io.WriteString(client, "a "+command+"\r\n")
				client.untilTagged(b)
				times = append(times, time.Since(begin))
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			c.times = append(c.times, times...)
		})
	}
	done.Wait()
	c.total += time.Since(start)
}

func percentile(times []time.Duration, percent int) float64 {
	slices.Sort(times)
	return float64(times[(len(times)-1)*percent/100])
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
	b.ReportMetric(percentile(notices, 50)/percentile(echoes, 50), "ratio-p50")
	b.ReportMetric(percentile(notices, 99)/percentile(echoes, 99), "ratio-p99")
	b.ReportMetric(percentile(notices, 99)/1000, "µs-p99")
}
