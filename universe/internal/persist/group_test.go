package persist_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestCommitsShareAWrite: of 64 senders at least half share each write to the disk,
// whether the disk is slow or fast; one sender never waits for others.
func TestCommitsShareAWrite(t *testing.T) {
	t.Parallel()
	for _, write := range []time.Duration{100 * time.Microsecond, 20 * time.Millisecond} {
		for senders, want := range map[int]int{1: 1, 64: 32} {
			synctest.Test(t, func(t *testing.T) {
				ctx, s := context.Background(), storetest.NewSlow(new(storetest.Memory).Open(), write)
				u, err := engine.Open(ctx, s, mailsim.Options{HashCost: 4})
				require.NoError(t, err)
				defer func() { assert.NoError(t, u.Close()) }()
				synctest.Wait()
				s.Groups()
				began := time.Now()
				const each = 20
				var wg sync.WaitGroup
				for i := range senders {
					wg.Go(func() {
						for range each {
							_, err := u.Inject(ctx, mailsim.Inject{To: fmt.Sprintf("b%d@x.test", i), Raw: "Subject: x\r\n\r\n"})
							assert.NoError(t, err)
							time.Sleep(time.Duration(i) * time.Microsecond / 2) // they do not come at once
						}
					})
				}
				wg.Wait()
				groups := s.Groups()
				slices.Sort(groups)
				assert.GreaterOrEqual(t, groups[len(groups)/2], want, "the median of %v", groups)
				if senders == 1 {
					assert.Equal(t, each*write, time.Since(began), "nobody else is waited for")
				}
			})
		}
	}
}

// TestHalfAGroupIsWaitedFor: where senders take longer to come again than a write takes,
// half of them work while the other half is written; where a write takes longer, all
// share it.
func TestHalfAGroupIsWaitedFor(t *testing.T) {
	t.Parallel()
	for write, all := range map[time.Duration]bool{100 * time.Microsecond: false, 20 * time.Millisecond: true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, s := context.Background(), storetest.NewSlow(new(storetest.Memory).Open(), write)
			u, err := engine.Open(ctx, s, mailsim.Options{HashCost: 4})
			require.NoError(t, err)
			defer func() { assert.NoError(t, u.Close()) }()
			synctest.Wait()
			s.Groups()
			const senders = 64
			var wg sync.WaitGroup
			for i := range senders {
				wg.Go(func() {
					for range 40 {
						_, err := u.Inject(ctx, mailsim.Inject{To: fmt.Sprintf("b%d@x.test", i), Raw: "Subject: x\r\n\r\n"})
						assert.NoError(t, err)
						time.Sleep(time.Duration(i) * 20 * time.Microsecond)
					}
				})
			}
			wg.Wait()
			groups := s.Groups()
			slices.Sort(groups)
			median := groups[len(groups)/2]
			assert.GreaterOrEqual(t, median, senders/2, "%v", groups)
			assert.Equal(t, all, median == senders, "%v", groups)
		})
	}
}

// prefixStore keeps some batches of a group and fails then.
type prefixStore struct {
	gateStore
	keep int
}

func (s *prefixStore) Commit(_ context.Context, batches []mailsim.Batch) (int, error) {
	if s.gate == nil {
		return len(batches), nil
	}
	s.came <- batches
	<-s.gate
	if len(batches) == 1 {
		return 1, nil
	}
	return s.keep, testkit.ErrDisk
}

// TestStoreKeepsPartOfAGroup: those whose batches are kept are answered well, the
// others are undone.
func TestStoreKeepsPartOfAGroup(t *testing.T) {
	t.Parallel()
	for keep := range 4 {
		synctest.Test(t, func(t *testing.T) {
			s := &prefixStore{keep: keep}
			u, err := engine.Open(context.Background(), s, mailsim.Options{HashCost: 4})
			require.NoError(t, err)
			defer func() { assert.NoError(t, u.Close()) }()
			last := testkit.LastEvent(u)
			s.came, s.gate = make(chan []mailsim.Batch), make(chan error)
			errs := make([]error, 5)
			var wg sync.WaitGroup
			for i := range errs {
				wg.Go(func() { _, errs[i] = u.SetPace(context.Background(), mailsim.Pace{Factor: float64(i + 2)}) })
				synctest.Wait()
			}
			assert.Len(t, <-s.came, 1)
			assert.Equal(t, last, testkit.LastEvent(u), "the log is what is durable")
			read := make(chan mailsim.Pace, 1)
			go func() { read <- u.Pace() }()
			synctest.Wait()
			assert.Empty(t, read, "what is not durable is not told")
			s.gate <- nil
			assert.Len(t, <-s.came, 4)
			assert.Equal(t, last+1, testkit.LastEvent(u))
			s.gate <- nil
			wg.Wait()
			for i, err := range errs {
				if i <= keep {
					assert.NoError(t, err, "commit %d", i)
				} else {
					assert.ErrorIs(t, err, testkit.ErrDisk, "commit %d", i)
				}
			}
			<-read
			assert.Equal(t, mailsim.Pace{Factor: float64(keep + 2)}, u.Pace())
			assert.Equal(t, last+1+int64(keep), testkit.LastEvent(u))
		})
	}
}
