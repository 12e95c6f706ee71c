package engine_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// growths are the things that a world can hold many of: each fills one with n of
// them and returns what is done among them, time after time.
var growths = []struct {
	of, deed string
	among    func(b *testing.B, n int) func(i int)
}{
	{"mails in a folder", "list the newest 10", func(b *testing.B, n int) func(int) {
		u := filled(b, n, func(int) string { return "box@client.test" })
		return func(int) {
			_, err := u.Messages("box@client.test", mailsim.MessageFilter{Limit: 10})
			require.NoError(b, err)
		}
	}},
	{"mails in a folder", "deliver one more", func(b *testing.B, n int) func(int) {
		u := filled(b, n, func(int) string { return "box@client.test" })
		return func(i int) { submit(b, u, i, "box@client.test") }
	}},
	{"mailboxes", "deliver to one", func(b *testing.B, n int) func(int) {
		u := filled(b, n, func(i int) string { return fmt.Sprintf("box%d@client.test", i) })
		return func(i int) { submit(b, u, i, fmt.Sprintf("box%d@client.test", i%n)) }
	}},
	{"people", "a mail to one, and an hour", func(b *testing.B, n int) func(int) {
		u := grown(b)
		for i := range n {
			_, err := u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{testkit.Address(i)}})
			require.NoError(b, err)
		}
		return func(i int) {
			submit(b, u, i, testkit.Address(i*7919%min(n, 10)))
			_, err := u.Advance(context.Background(), time.Hour)
			require.NoError(b, err)
		}
	}},
	{"planned jobs", "plan one and run it", func(b *testing.B, n int) func(int) {
		u := grown(b)
		plan := func(i int, due time.Duration) {
			require.NoError(b, u.Update(context.Background(), func(t *state.Tx) error {
				jobs.Schedule(t, mailsim.JobInitiate, jobs.Owner{}, t.Now.Add(due), mailsim.Job{}, jobs.Args{Correspondent: "far@ours.test", Count: i})
				return nil
			}))
		}
		for i := range n {
			plan(i, 20*365*24*time.Hour)
		}
		return func(i int) {
			plan(n+i, time.Minute)
			_, err := u.Advance(context.Background(), time.Minute)
			require.NoError(b, err)
		}
	}},
	{"events", "read the last 10", func(b *testing.B, n int) func(int) {
		u := grown(b)
		last := int64(0)
		for i := 0; last < int64(n); i++ {
			submit(b, u, i, "box@client.test")
			if i%10 == 9 {
				page, err := u.Events(mailsim.EventFilter{Limit: 1})
				require.NoError(b, err)
				last = page.Last
			}
		}
		return func(int) {
			page, err := u.Events(mailsim.EventFilter{After: last - 10, Limit: 10})
			require.NoError(b, err)
			require.Len(b, page.Events, 10)
		}
	}},
	{"universes in a cell", "deliver in one", func(b *testing.B, n int) func(int) {
		c := testkit.NewCell(b, mailsim.CellOptions{})
		require.NoError(b, c.SetOrg(context.Background(), mailsim.Org{Name: "Acme"}))
		for i := range n {
			_, err := c.CreateUniverse(context.Background(), "Acme", mailsim.Options{ID: fmt.Sprintf("u_%d", i)})
			require.NoError(b, err)
		}
		return func(i int) {
			u, err := testkit.Whole(c.Universe(fmt.Sprintf("u_%d", i*7919%min(n, 10))))
			require.NoError(b, err)
			submit(b, u, i, "box@client.test")
		}
	}},
}

func grown(b *testing.B) *engine.Universe {
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(b, err)
	b.Cleanup(func() { u.Close() })
	return u
}

// filled holds n mails, each to the mailbox that to names.
func filled(b *testing.B, n int, to func(i int) string) *engine.Universe {
	u := grown(b)
	for i := range n {
		_, err := u.Inject(context.Background(), mailsim.Inject{To: to(i), Raw: fmt.Sprintf("From: a@x.test\r\nMessage-ID: <%d@x.test>\r\nSubject: Mail %d\r\n\r\nHello\r\n", i, i)})
		require.NoError(b, err)
	}
	return u
}

func submit(b *testing.B, u *engine.Universe, i int, to string) {
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
	defer s.Close()
	raw := fmt.Sprintf("From: app@ours.test\r\nTo: %s\r\nMessage-ID: <new%d@ours.test>\r\nSubject: Hello\r\n\r\nCould you send me the report?\r\n", to, i)
	_, err := s.Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{to}}, raw)
	require.NoError(b, err)
}

// BenchmarkGrowth shows what a deed costs among 10, 1,000 and 100,000 of a thing,
// the median of 300 done in turn, and prints one table: flat is a last column near
// 1, linear one near 10,000.
func BenchmarkGrowth(b *testing.B) {
	const rounds = 300
	sizes := [...]int{10, 1000, 100_000}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\nthing\tdeed\t10\t1,000\t100,000\t100,000 to 10\t")
	for _, g := range growths {
		var took [len(sizes)][]time.Duration
		b.Run(g.of+": "+g.deed, func(b *testing.B) {
			var deeds [len(sizes)]func(int)
			for i, n := range sizes {
				deeds[i], took[i] = g.among(b, n), nil
			}
			runtime.GC()
			done := 0
			for b.Loop() {
				for range rounds {
					for i, do := range deeds {
						start := time.Now()
						do(done)
						took[i] = append(took[i], time.Since(start))
					}
					done++
				}
			}
			b.ReportMetric(median(took[2])/median(took[0]), "100000-to-10")
		})
		fmt.Fprintf(table, "%s\t%s\t", g.of, g.deed)
		for i := range sizes {
			fmt.Fprintf(table, "%.1f µs\t", median(took[i])/1e3)
		}
		fmt.Fprintf(table, "%.2f\t\n", median(took[2])/median(took[0]))
	}
	table.Flush()
}
