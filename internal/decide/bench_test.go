package decide

import (
	"testing"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
)

// BenchmarkDecide measures a decision in keyed draws, the least that any
// decision costs.
func BenchmarkDecide(b *testing.B) {
	b.ReportAllocs()
	s := question(Busy)
	for b.Loop() {
		s.Occasion++
		Decide(s)
	}
	decided := b.Elapsed()

	begin := time.Now()
	for n := range b.N {
		rng.Seed("test").Draw("reply/1", "anna@people.test", "app@ours.test", rng.N(n)).Uint64()
	}
	b.ReportMetric(float64(decided)/float64(time.Since(begin)), "draws/op")
}
