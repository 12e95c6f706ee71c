package storetest

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/mailsim/mailsim"
)

// ErrOnDemand is the error of a commit that Failing refuses.
var ErrOnDemand = errors.New("storetest: this commit fails on demand")

// Failing is a store whose commits fail when a test says so. A commit that
// fails stores nothing.
type Failing struct {
	mailsim.Store
	left   atomic.Int64 // commits until one fails, counting that one; 0 is never
	failed atomic.Int64
}

// NewFailing wraps a store; nothing fails at first.
func NewFailing(s mailsim.Store) *Failing { return &Failing{Store: s} }

// FailAt lets the nth commit from now on fail, counted from 1, and every one
// after it; 0 lets none fail.
func (f *Failing) FailAt(n int) { f.left.Store(int64(n)) }

// Failed counts the commits that have failed.
func (f *Failing) Failed() int { return int(f.failed.Load()) }

// Commit stores a batch unless its turn to fail has come.
func (f *Failing) Commit(ctx context.Context, b mailsim.Batch) error {
	switch n := f.left.Load(); {
	case n > 1:
		f.left.Store(n - 1)
	case n == 1:
		f.failed.Add(1)
		return ErrOnDemand
	}
	return f.Store.Commit(ctx, b)
}
