package ai

import (
	"sync/atomic"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what a universe holds of its writer: the calls made ahead, and whether it
// answered last time.
type Part struct {
	*state.Book

	ahead  atomic.Pointer[Calls] // those of the driver at work
	mute   atomic.Int64          // real time in ns until which the writer is not asked: it did not answer
	silent atomic.Bool           // it did not answer when it was asked last, which has been logged
}

// New makes the part of a universe that asks its writer.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}

// Ahead returns the calls that are being made ahead, nil when there are none.
func (u *Part) Ahead() *Calls { return u.ahead.Load() }
