package engine

import (
	"sync/atomic"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// aiPart is what ai needs of a universe.
type aiPart struct {
	*state.Book

	ahead  atomic.Pointer[aheadCalls]
	mute   atomic.Int64 // real time in ns until which the writer is not asked: it did not answer
	silent atomic.Bool  // it did not answer when it was asked last, which has been logged
}

func newAiPart(b *state.Book) *aiPart {
	return &aiPart{Book: b}
}
