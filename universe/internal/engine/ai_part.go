package engine

import "sync/atomic"

// aiPart is what ai needs of a universe.
type aiPart struct {
	*book

	ahead atomic.Pointer[aheadCalls]
	mute  atomic.Int64 // real time in ns until which the writer is not asked: it did not answer
}

func newAiPart(b *book) *aiPart {
	return &aiPart{book: b}
}
