package engine_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// BenchmarkAdvanceEmptyDay advances over a day in which nothing is due.
func BenchmarkAdvanceEmptyDay(b *testing.B) {
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(b, err)
	defer u.Close()
	for b.Loop() {
		_, err := u.Advance(context.Background(), 24*time.Hour)
		require.NoError(b, err)
	}
}

// plannedReplies is a universe in which n people each have a reply planned.
func plannedReplies(b *testing.B, n int) *engine.Universe {
	ctx := context.Background()
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(b, err)
	links := mailsim.DefaultLinkPolicy()
	links.SenderCheck = new(0.0)
	_, err = u.SetLinks(ctx, links)
	require.NoError(b, err)
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
	for i := range n {
		to := fmt.Sprintf("p%d@d%d.test", i, i%100)
		_, err := u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{to}, Temperament: "responsive", Timing: mailsim.Timing{ReplyRate: new(1.0)}})
		require.NoError(b, err)
		raw := "From: app@ours.test\r\nTo: " + to + "\r\nSubject: Hello\r\n\r\nCould you send me the report?\r\n"
		_, err = s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{to}}, raw)
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
// with 1,000 waiters on other addresses, with one to a single mailbox: the
// medians of deliveries made in turn.
func BenchmarkDeliverAmongMany(b *testing.B) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	fill := func(mailboxes int) *engine.Universe {
		u, err := engine.New(mailsim.Options{HashCost: 4})
		require.NoError(b, err)
		b.Cleanup(func() { u.Close() })
		for i := range mailboxes {
			_, err := u.Inject(ctx, mailsim.Inject{To: fmt.Sprintf("b%d@client.test", i), Raw: "Subject: x\r\n\r\nx"})
			require.NoError(b, err)
		}
		return u
	}
	one, many, waited := fill(0), fill(10_000), fill(10_000)
	for i := range 1000 {
		go waited.Wait(ctx, waited.Mark(), mailsim.Match{To: fmt.Sprintf("w%d@client.test", i)})
	}
	for waiting := 0; waiting < 1000; runtime.Gosched() {
		waited.Watchers.Mu.Lock()
		waiting = len(waited.Watchers.Mailboxes)
		waited.Watchers.Mu.Unlock()
	}
	deliver := func(took *[]time.Duration, u *engine.Universe) {
		s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
		raw := "From: app@ours.test\r\nTo: box@client.test\r\nSubject: Hello\r\n\r\nCould you send me the report?\r\n"
		start := time.Now()
		for range 10 {
			_, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: []string{"box@client.test"}}, raw)
			require.NoError(b, err)
		}
		*took = append(*took, time.Since(start))
	}
	var alone, among, besides []time.Duration
	for b.Loop() {
		deliver(&alone, one)
		deliver(&among, many)
		deliver(&besides, waited)
	}
	b.ReportMetric(median(among)/median(alone), "among-10000-mailboxes")
	b.ReportMetric(median(besides)/median(among), "with-1000-waiters")
}

// median sorts what took so long and returns its middle.
func median(took []time.Duration) float64 {
	slices.Sort(took)
	return float64(took[len(took)/2])
}

// BenchmarkListNewest lists the newest 50 of a mailbox of 100 and of 100,000
// messages in one run, and a page in its middle, and reports how much more they
// cost in the large one: the medians of pages listed in turn.
func BenchmarkListNewest(b *testing.B) {
	fill := func(n int) *engine.Universe {
		u, err := engine.New(mailsim.Options{HashCost: 4})
		require.NoError(b, err)
		for i := range n {
			_, err := u.Inject(context.Background(), mailsim.Inject{To: "box@client.test", Raw: fmt.Sprintf("From: a@x.test\r\nSubject: Mail %d\r\n\r\nHello\r\n", i)})
			require.NoError(b, err)
		}
		return u
	}
	few, many := fill(100), fill(100_000)
	defer few.Close()
	defer many.Close()
	var small, large, middle []time.Duration
	list := func(took *[]time.Duration, u *engine.Universe, before uint32) {
		start := time.Now()
		page, err := u.Messages("box@client.test", mailsim.MessageFilter{Limit: 50, Before: before})
		*took = append(*took, time.Since(start))
		require.NoError(b, err)
		require.Len(b, page, 50)
	}
	for b.Loop() {
		list(&small, few, 0)
		list(&large, many, 0)
		list(&middle, many, 50_000)
	}
	b.ReportMetric(median(large)/median(small), "newest-of-100000-to-100")
	b.ReportMetric(median(middle)/median(small), "middle-of-100000-to-100")
}
