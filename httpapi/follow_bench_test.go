package httpapi

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// audience is all that follows a universe, and how much it has heard.
type audience struct {
	u                 *mailsim.Universe
	webhooks, readers int
	began             int64 // the last event before
	posts, lines      atomic.Int64
}

// attach lets webhooks and readers of the live stream follow a universe.
func attach(b *testing.B, u *mailsim.Universe, webhooks, readers int) *audience {
	a := &audience{u: u, webhooks: webhooks, readers: readers}
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		a.posts.Add(1)
	}))
	b.Cleanup(receiver.Close)
	list := make([]mailsim.Webhook, webhooks)
	for i := range list {
		list[i] = mailsim.Webhook{URL: fmt.Sprintf("%s/%d", receiver.URL, i), Secret: "secret"}
	}
	_, err := u.SetWebhooks(b.Context(), list)
	require.NoError(b, err)
	key, _, err := u.CreateKey(b.Context(), "bench", viewer)
	require.NoError(b, err)
	s := httptest.NewServer(New(u, Options{NoLimit: true}))
	where, err := url.Parse(s.URL)
	require.NoError(b, err)
	var gone sync.WaitGroup
	b.Cleanup(func() { s.CloseClientConnections(); gone.Wait(); s.Close() })
	for range readers {
		c, err := net.Dial("tcp", where.Host)
		require.NoError(b, err)
		_, err = fmt.Fprintf(c, "GET /api/events/stream?token=%s HTTP/1.1\r\nHost: %s\r\n\r\n", key, where.Host)
		require.NoError(b, err)
		buf := make([]byte, 4096)
		_, err = c.Read(buf) // it is connected
		require.NoError(b, err)
		gone.Go(func() {
			defer c.Close()
			for {
				n, err := c.Read(buf)
				a.lines.Add(int64(bytes.Count(buf[:n], []byte("\n")) - bytes.Count(buf[:n], []byte("\r")))) // without the ends of chunks
				if err != nil {
					return
				}
			}
		})
	}
	a.began = a.last(b)
	return a
}

func (a *audience) last(b *testing.B) int64 {
	page, err := a.u.Events(mailsim.EventFilter{Limit: 1})
	require.NoError(b, err)
	return page.Last
}

// settle waits until everyone has heard of every event: a message of the stream
// has four lines.
func (a *audience) settle(b *testing.B) {
	events := a.last(b) - a.began
	for heard := false; !heard; heard = a.posts.Load() == events*int64(a.webhooks) && a.lines.Load() == 4*events*int64(a.readers) {
		time.Sleep(time.Millisecond) // once at least: what comes next begins alike
	}
}

// BenchmarkDeliverFollowed compares a delivery whose events go to 50 webhooks
// and 500 readers of the live stream with one that nobody hears of, in one
// run: one after the other, each heard by all before the next ("calm"), and 500
// in a row ("burst"); medians of each.
func BenchmarkDeliverFollowed(b *testing.B) {
	raw := "From: app@ours.test\r\nTo: box@client.test\r\nSubject: Hello\r\n\r\nCould you send me the report?\r\n"
	deliver := func(s mailsim.Session, n int) time.Duration {
		began := time.Now()
		for range n {
			_, err := s.Submit(b.Context(), mailsim.Envelope{From: "app@ours.test", To: []string{"box@client.test"}}, raw)
			require.NoError(b, err)
		}
		return time.Since(began)
	}
	universe := func() (*mailsim.Universe, mailsim.Session) {
		u, err := universe.New(mailsim.Options{HashCost: 4})
		require.NoError(b, err)
		b.Cleanup(func() { _ = u.Close() })
		return u, u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
	}
	_, alone := universe()
	u, followed := universe()
	a := attach(b, u, 50, 500)
	var calm, burst [2][]time.Duration
	for b.Loop() {
		for range 20 {
			for i, s := range []mailsim.Session{alone, followed} {
				calm[i] = append(calm[i], deliver(s, 1))
				a.settle(b)
			}
		}
		for range 7 {
			for i, s := range []mailsim.Session{alone, followed} {
				burst[i] = append(burst[i], deliver(s, 500))
				a.settle(b)
			}
		}
	}
	median := func(list []time.Duration) float64 {
		slices.Sort(list)
		return float64(list[len(list)/2])
	}
	b.ReportMetric(median(calm[1])/median(calm[0]), "calm-followed/alone")
	b.ReportMetric(median(burst[1])/median(burst[0]), "burst-followed/alone")
}
