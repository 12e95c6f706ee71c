package mailsim

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkAdvanceEmptyDay advances over a day in which nothing is due.
func BenchmarkAdvanceEmptyDay(b *testing.B) {
	u, err := New(Options{HashCost: 4})
	require.NoError(b, err)
	defer u.Close()
	for b.Loop() {
		_, err := u.Advance(context.Background(), 24*time.Hour)
		require.NoError(b, err)
	}
}

// plannedReplies is a universe in which n people each have a reply planned.
func plannedReplies(b *testing.B, n int) *Universe {
	ctx := context.Background()
	u, err := New(Options{HashCost: 4})
	require.NoError(b, err)
	links := DefaultLinkPolicy()
	links.SenderCheck = 0
	_, err = u.SetLinks(ctx, links)
	require.NoError(b, err)
	s := u.NewSession(SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
	for i := range n {
		to := fmt.Sprintf("p%d@d%d.test", i, i%100)
		_, err := u.CreatePersona(ctx, Persona{Addresses: []string{to}, Temperament: "responsive", Timing: Timing{ReplyRate: new(1.0)}})
		require.NoError(b, err)
		raw := "From: app@ours.test\r\nTo: " + to + "\r\nSubject: Hello\r\n\r\nCould you send me the report?\r\n"
		_, err = s.Submit(ctx, Envelope{From: "app@ours.test", To: []string{to}}, raw)
		require.NoError(b, err)
	}
	return u
}

// BenchmarkPlannedReplies runs 1,000 and 20,000 planned replies in one run and
// reports how much more one costs among many.
func BenchmarkPlannedReplies(b *testing.B) {
	per := func(n int) float64 {
		u := plannedReplies(b, n)
		defer u.Close()
		runtime.GC()
		start := time.Now()
		a, err := u.Advance(context.Background(), 90*24*time.Hour)
		require.NoError(b, err)
		require.GreaterOrEqual(b, a.Ran, n)
		return float64(time.Since(start)) / float64(a.Ran)
	}
	var few, many float64
	for b.Loop() {
		few += per(1000)
		many += per(20_000)
	}
	b.ReportMetric(many/few, "many-to-few")
	b.ReportMetric(many/float64(b.N), "ns/job")
}

// BenchmarkDeliverAmongMany compares a delivery to one of 10,000 mailboxes, and
// with 1,000 waiters on other addresses, with one to a single mailbox.
func BenchmarkDeliverAmongMany(b *testing.B) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	deliver := func(u *Universe, n int) time.Duration {
		s := u.NewSession(SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
		raw := "From: app@ours.test\r\nTo: box@client.test\r\nSubject: Hello\r\n\r\nCould you send me the report?\r\n"
		start := time.Now()
		for range n {
			_, err := s.Submit(ctx, Envelope{From: "app@ours.test", To: []string{"box@client.test"}}, raw)
			require.NoError(b, err)
		}
		return time.Since(start)
	}
	var alone, among, waited time.Duration
	for b.Loop() {
		one, err := New(Options{HashCost: 4})
		require.NoError(b, err)
		many, err := New(Options{HashCost: 4})
		require.NoError(b, err)
		for i := range 10_000 {
			_, err := many.Inject(ctx, Inject{To: fmt.Sprintf("b%d@client.test", i), Raw: "Subject: x\r\n\r\nx"})
			require.NoError(b, err)
		}
		runtime.GC()
		alone += deliver(one, 3000)
		among += deliver(many, 3000)
		for i := range 1000 {
			go many.Wait(ctx, many.Mark(), Match{To: fmt.Sprintf("w%d@client.test", i)})
		}
		for waiting := 0; waiting < 1000; runtime.Gosched() {
			many.watch.mu.Lock()
			waiting = len(many.watch.mailboxes)
			many.watch.mu.Unlock()
		}
		waited += deliver(many, 3000)
		one.Close()
		many.Close()
	}
	b.ReportMetric(float64(among)/float64(alone), "among-10000-mailboxes")
	b.ReportMetric(float64(waited)/float64(among), "with-1000-waiters")
}

// BenchmarkListNewest lists the newest 50 of a mailbox of 100 and of 100,000
// messages in one run, and a page in its middle, and reports how much more they
// cost in the large one.
func BenchmarkListNewest(b *testing.B) {
	fill := func(n int) *Universe {
		u, err := New(Options{HashCost: 4})
		require.NoError(b, err)
		for i := range n {
			_, err := u.Inject(context.Background(), Inject{To: "box@client.test", Raw: fmt.Sprintf("From: a@x.test\r\nSubject: Mail %d\r\n\r\nHello\r\n", i)})
			require.NoError(b, err)
		}
		return u
	}
	few, many := fill(100), fill(100_000)
	defer few.Close()
	defer many.Close()
	list := func(u *Universe, before uint32) time.Duration {
		start := time.Now()
		for range 100 {
			page, err := u.Messages("box@client.test", MessageFilter{Limit: 50, Before: before})
			require.NoError(b, err)
			require.Len(b, page, 50)
		}
		return time.Since(start)
	}
	var small, large, middle time.Duration
	for b.Loop() {
		small += list(few, 0)
		large += list(many, 0)
		middle += list(many, 50_000)
	}
	b.ReportMetric(float64(large)/float64(small), "newest-of-100000-to-100")
	b.ReportMetric(float64(middle)/float64(small), "middle-of-100000-to-100")
}
