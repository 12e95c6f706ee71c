package engine

import "sync/atomic"

// faultPart is what fault needs of a universe.
type faultPart struct {
	*book

	faulty atomic.Bool // there are fault rules
}

func newFaultPart(b *book) *faultPart {
	return &faultPart{book: b}
}
