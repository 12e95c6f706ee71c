package engine_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// correspondence is a universe with n people, and the mails of an application that
// writes to them by turns: some ask, some only tell, some thank.
type correspondence struct {
	u    *engine.Universe
	n    int
	sent int
}

var deskTexts = []string{
	"Could you send me the report for order 4711 by Friday?",
	"For your information: the parcel left our warehouse this morning.",
	"Does Tuesday at 14:00 suit you, and is the invoice over 1,250.00 EUR paid?",
	"Thank you, that is all we needed.",
	"Would you confirm the delivery address? We need it until tomorrow.",
}

func newCorrespondence(b *testing.B, n int) *correspondence {
	b.Helper()
	ctx := context.Background()
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(b, err)
	links := mailsim.DefaultLinkPolicy()
	links.SenderCheck = new(0.0)
	_, err = u.SetLinks(ctx, links)
	require.NoError(b, err)
	for i := range n {
		p, err := u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{testkit.Address(i)}})
		require.NoError(b, err)
		_, err = u.AddMemory(ctx, p.ID, mailsim.Note{Text: "prefers to be called in the morning"})
		require.NoError(b, err)
	}
	return &correspondence{u: u, n: n}
}

// write sends the application's next mail to one of the first people.
func (m *correspondence) write(b *testing.B, people int) {
	text := deskTexts[m.sent%len(deskTexts)]
	_, err := m.u.Send(context.Background(), mailsim.Outgoing{
		From: fmt.Sprintf("desk%d@ours.test", m.sent%10), To: []string{testkit.Address(m.sent * 7919 % people)},
		Subject: fmt.Sprintf("Order %d", 4000+m.sent), Text: "Hello,\n\n" + text + "\n\nKind regards\nThe desk",
	})
	require.NoError(b, err)
	m.sent++
}

// BenchmarkMonthOfPeople advances 30 days in one call, in which an application
// writes 100,000 mails to 1,000 people: mails written by either side per second
// and core, and what one costs against a mail to a mailbox with nobody behind it.
func BenchmarkMonthOfPeople(b *testing.B) {
	const people, mails, days = 1000, 100_000, 30
	var rate, ratio float64
	for b.Loop() {
		cost := func(behind int) (float64, float64) {
			m := newCorrespondence(b, behind)
			defer m.u.Close()
			m.u.Every(days*24*time.Hour/mails, func() { m.write(b, people) })
			runtime.GC()
			cpu := testkit.CPUTime()
			_, err := m.u.Advance(context.Background(), days*24*time.Hour)
			require.NoError(b, err)
			spent := (testkit.CPUTime() - cpu).Seconds()
			written := float64(m.sent + len(sentBy(m.u)))
			return spent / written, written / spent
		}
		alone, _ := cost(0)
		answered, perSecond := cost(people)
		rate += perSecond
		ratio += answered / alone
	}
	b.ReportMetric(rate/float64(b.N), "mails/cpu-s")
	b.ReportMetric(ratio/float64(b.N), "to-nobody")
}

// BenchmarkAmongManyPeople compares what a mail and all that follows from it costs
// among 1,000, 10,000 and 100,000 people, planned jobs, and mails stored.
func BenchmarkAmongManyPeople(b *testing.B) {
	const base, batch, rounds = 1000, 500, 4
	grow := map[string]func(m *correspondence, n int){
		"people": nil,
		"planned": func(m *correspondence, n int) {
			far := m.u.Now().Add(20 * 365 * 24 * time.Hour)
			require.NoError(b, m.u.Update(context.Background(), func(t *state.Tx) error {
				for i := range n {
					jobs.Schedule(t, mailsim.JobInitiate, people.At(t.View, testkit.Address(i%base)).Owner(), far, mailsim.Job{}, jobs.Args{Correspondent: "far@ours.test", Count: i})
				}
				return nil
			}))
		},
		"stored": func(m *correspondence, n int) {
			for i := range n {
				_, err := m.u.Inject(context.Background(), mailsim.Inject{To: testkit.Address(i % base), Raw: fmt.Sprintf("Message-ID: <old%d@ours.test>\r\nFrom: desk1@ours.test\r\nSubject: old\r\n\r\nold\r\n", i)})
				require.NoError(b, err)
			}
		},
	}
	for _, what := range []string{"people", "planned", "stored"} {
		b.Run(what, func(b *testing.B) {
			var spent [3]time.Duration
			for b.Loop() {
				var all [3]*correspondence
				for i, n := range []int{1000, 10_000, 100_000} {
					if what == "people" {
						all[i] = newCorrespondence(b, n)
						continue
					}
					all[i] = newCorrespondence(b, base)
					grow[what](all[i], n)
				}
				for range rounds { // by turns, so that what else the machine does hits all alike
					for i, m := range all {
						runtime.GC()
						cpu := testkit.CPUTime()
						for range batch {
							m.write(b, m.n)
						}
						_, err := m.u.Advance(context.Background(), 3*24*time.Hour)
						require.NoError(b, err)
						spent[i] += testkit.CPUTime() - cpu
					}
				}
				for _, m := range all {
					m.u.Close()
				}
			}
			b.ReportMetric(float64(spent[1])/float64(spent[0]), "10000-to-1000")
			b.ReportMetric(float64(spent[2])/float64(spent[0]), "100000-to-1000")
			b.ReportMetric(0, "ns/op")
		})
	}
}
