package feed_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// longLog is a universe with n events in its log.
func longLog(b *testing.B, n int) *engine.Universe {
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(b, err)
	b.Cleanup(func() { _ = u.Close() })
	for range n / 1000 {
		require.NoError(b, u.Update(context.Background(), func(t *state.Tx) error {
			for range 1000 {
				t.Emit(mailsim.NoteWritten{Text: "x"})
			}
			return nil
		}))
	}
	return u
}

// BenchmarkLongLog compares a log of 1,000,000 events with one of 1,000, in one
// run: reading its last page, adding an event that a follower then hears of, and
// beginning to follow at its end.
func BenchmarkLongLog(b *testing.B) {
	ctx := b.Context()
	logs := []*engine.Universe{longLog(b, 1000), longLog(b, 1_000_000)}
	heard := make([]chan int64, len(logs))
	for i, u := range logs {
		heard[i] = make(chan int64)
		started := make(chan struct{})
		go func() {
			mark := u.Mark()
			close(started)
			for e := range u.Follow(ctx, mailsim.EventFilter{Since: mark}) {
				heard[i] <- e.ID
			}
		}()
		<-started
	}
	work := map[string]func(i int, u *engine.Universe){
		"page": func(_ int, u *engine.Universe) {
			p, err := u.Events(mailsim.EventFilter{})
			require.NoError(b, err)
			require.Len(b, p.Events, feed.DefaultLimit)
		},
		"follow": func(i int, u *engine.Universe) {
			require.NoError(b, u.Update(ctx, func(t *state.Tx) error { t.Emit(mailsim.NoteWritten{Text: "y"}); return nil }))
			<-heard[i]
		},
		"begin": func(_ int, u *engine.Universe) {
			mark := u.MarkOf(int64(u.Committed().Len()) - 1)
			for range u.Follow(ctx, mailsim.EventFilter{Since: mark, Limit: 1}) {
				return
			}
		},
	}
	took := map[string]*[2][]time.Duration{"page": {}, "follow": {}, "begin": {}}
	for b.Loop() {
		for name, do := range work {
			for i, u := range logs {
				began := time.Now()
				do(i, u)
				took[name][i] = append(took[name][i], time.Since(began))
			}
		}
	}
	for name, t := range took {
		slices.Sort(t[0])
		slices.Sort(t[1])
		b.ReportMetric(float64(t[1][len(t[1])/2])/float64(t[0][len(t[0])/2]), name+"-1M/1k")
	}
}

// BenchmarkWaitReplyLongLog compares waits for a reply that is there after
// 1,000,000 other events with the same after 1,000, in one run: the answer to a
// mail, and what a person sent after a mark.
func BenchmarkWaitReplyLongLog(b *testing.B) {
	ctx := b.Context()
	type ready struct {
		u    *engine.Universe
		mark mailsim.Mark
		id   string
	}
	var logs []ready
	for _, n := range []int{1000, 1_000_000} {
		r := ready{u: longLog(b, n)}
		_, err := r.u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"anna@client.test"}, Timing: mailsim.Timing{ReplyRate: new(1.0)}})
		require.NoError(b, err)
		r.mark = r.u.Mark()
		r.id, err = r.u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine for you?"})
		require.NoError(b, err)
		_, err = r.u.WaitReply(ctx, r.mark, mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: r.id})
		require.NoError(b, err)
		logs = append(logs, r)
	}
	var took [2][2][]time.Duration
	for b.Loop() {
		for i, r := range logs {
			for j, id := range []string{r.id, ""} {
				began := time.Now()
				_, err := r.u.WaitReply(ctx, r.mark, mailsim.ReplyMatch{From: "anna@client.test", InReplyTo: id})
				took[j][i] = append(took[j][i], time.Since(began))
				require.NoError(b, err)
			}
		}
	}
	for j, name := range []string{"answer", "next"} {
		slices.Sort(took[j][0])
		slices.Sort(took[j][1])
		b.ReportMetric(float64(took[j][1][len(took[j][1])/2])/float64(took[j][0][len(took[j][0])/2]), name+"-1M/1k")
	}
}
