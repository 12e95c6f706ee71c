package storetest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
)

// ErrOnDemand is the error of a commit that Failing refuses.
var ErrOnDemand = errors.New("storetest: this commit fails on demand")

// Failing is a store whose batches fail when a test says so. A batch that fails is not
// stored, nor are those after it in the same call.
type Failing struct {
	mailsim.Store
	left   atomic.Int64 // batches until one fails, counting that one; 0 is never
	failed atomic.Int64
	body   atomic.Bool
}

// NewFailing wraps a store; nothing fails at first. The wrapper is not a BodyStore: see
// WithBodies.
func NewFailing(s mailsim.Store) *Failing { return &Failing{Store: s} }

// FailAt makes the nth batch from now on fail, counted from 1, and every one after it; 0
// makes none fail.
func (f *Failing) FailAt(n int) { f.left.Store(int64(n)) }

// FailBodies sets whether reading a body fails.
func (f *Failing) FailBodies(on bool) { f.body.Store(on) }

// Failed counts the calls to Commit that have failed.
func (f *Failing) Failed() int { return int(f.failed.Load()) }

// Commit stores the batches before the one that is to fail.
func (f *Failing) Commit(ctx context.Context, batches []mailsim.Batch) (int, error) {
	n := f.left.Load()
	if n == 0 {
		return f.Store.Commit(ctx, batches)
	}
	if good := n - 1; good < int64(len(batches)) {
		f.failed.Add(1)
		f.left.Store(1)
		if good == 0 {
			return 0, ErrOnDemand
		}
		kept, err := f.Store.Commit(ctx, batches[:good])
		return kept, errors.Join(ErrOnDemand, err)
	}
	f.left.Store(n - int64(len(batches)))
	return f.Store.Commit(ctx, batches)
}

// WithBodies returns f as a BodyStore if the wrapped store is one, else f itself.
func (f *Failing) WithBodies() mailsim.Store {
	if b, ok := f.Store.(mailsim.BodyStore); ok {
		return failingBodies{f, b}
	}
	return f
}

type failingBodies struct {
	*Failing
	bodies mailsim.BodyStore
}

// Body reads a body unless bodies cannot be read.
func (f failingBodies) Body(ctx context.Context, key string) ([]byte, error) {
	if f.body.Load() {
		return nil, ErrOnDemand
	}
	return f.bodies.Body(ctx, key)
}

// Slow is a store that takes longer to commit, as one on a disk does, and counts the
// batches of each call to Commit.
type Slow struct {
	mailsim.Store
	by     time.Duration
	mu     sync.Mutex
	groups []int
}

// NewSlow wraps a store. Zero adds no time.
func NewSlow(s mailsim.Store, by time.Duration) *Slow { return &Slow{Store: s, by: by} }

// Commit stores the batches, then waits.
func (s *Slow) Commit(ctx context.Context, batches []mailsim.Batch) (int, error) {
	kept, err := s.Store.Commit(ctx, batches)
	s.mu.Lock()
	s.groups = append(s.groups, len(batches))
	s.mu.Unlock()
	if s.by > 0 {
		time.Sleep(s.by)
	}
	return kept, err
}

// Groups returns how many batches each call to Commit got since the last call to Groups.
func (s *Slow) Groups() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.groups
	s.groups = nil
	return all
}
