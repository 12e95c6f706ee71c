//go:build linux

package smtpd_test

import (
	"context"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/store/bolt"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe"
)

// counted is a store that notes how many batches each commit has.
type counted struct {
	mailsim.BodyStore
	groups []int
}

func (c *counted) Commit(ctx context.Context, batches []mailsim.Batch) (int, error) {
	c.groups = append(c.groups, len(batches))
	return c.BodyStore.Commit(ctx, batches)
}

// disk is a store whose commits hold their thread for as long as a disk writes. It does
// so by the system's sleep: the runtime's takes a millisecond at least on an idle machine.
type disk struct {
	mailsim.BodyStore
	write time.Duration
}

func (d disk) Commit(ctx context.Context, batches []mailsim.Batch) (int, error) {
	kept, err := d.BodyStore.Commit(ctx, batches)
	left := syscall.NsecToTimespec(int64(d.write))
	for syscall.Nanosleep(&left, &left) != nil {
	}
	return kept, err
}

// BenchmarkStore reports mails per second of a universe on a store as a share of those of
// one in memory, the runs alternating, and how many batches the median group had. The
// store writes in 100 µs, or it is a file.
func BenchmarkStore(b *testing.B) {
	for _, on := range []struct {
		name string
		open func() mailsim.BodyStore
	}{
		{"disk", func() mailsim.BodyStore {
			return disk{(&storetest.Memory{Bodies: true}).Open().(mailsim.BodyStore), 100 * time.Microsecond}
		}},
		{"file", func() mailsim.BodyStore { return bolt.Open(b.TempDir()) }},
	} {
		for _, l := range []load{{conns: 1, size: 2 << 10, rcpts: 1, total: 3000}, {conns: 8, size: 2 << 10, rcpts: 1, total: 16000}, {conns: 64, size: 2 << 10, rcpts: 1, total: 16_000}} {
			b.Run(on.name+"/"+l.String(), func(b *testing.B) {
				c := &counted{BodyStore: on.open()}
				l.compare(b, "of-memory", withTranscripts(0), func() (addr string, stop func()) {
					u, err := universe.Open(context.Background(), c, mailsim.Options{HashCost: 4})
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
				groups := slices.Sorted(slices.Values(c.groups))
				b.ReportMetric(float64(groups[len(groups)/2]), "median-group")
			})
		}
	}
}
