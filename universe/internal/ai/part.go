package ai

import (
	"sync/atomic"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what ai needs of a universe.
type Part struct {
	*state.Book

	Ahead  atomic.Pointer[Calls]
	mute   atomic.Int64 // real time in ns until which the writer is not asked: it did not answer
	silent atomic.Bool  // it did not answer when it was asked last, which has been logged
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
