package smtpd_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe"
)

// BenchmarkStore reports mails per second of a universe on a store whose fsync takes
// 100 µs as a share of those of one in memory, the runs alternating, and how many
// batches the median group had.
func BenchmarkStore(b *testing.B) {
	for _, l := range []load{{conns: 8, size: 2 << 10, rcpts: 1, total: 8000}, {conns: 64, size: 2 << 10, rcpts: 1, total: 16_000}} {
		b.Run(l.String(), func(b *testing.B) {
			slow := storetest.NewSlow(new(storetest.Memory).Open(), 100*time.Microsecond)
			l.compare(b, "of-memory", withTranscripts(0), func() (addr string, stop func()) {
				u, err := universe.Open(context.Background(), slow, mailsim.Options{HashCost: 4})
				if err != nil {
					panic(err)
				}
				s := smtpd.New(u, smtpd.Options{NoSTARTTLS: true})
				nl := listen()
				go s.Serve(nl)
				return nl.Addr().String(), func() {
					s.Close()
					u.Close()
				}
			})
			groups := slices.Sorted(slices.Values(slow.Groups()))
			b.ReportMetric(float64(groups[len(groups)/2]), "median-group")
		})
	}
}
