package engine

import (
	"sync/atomic"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// faultPart is what fault needs of a universe.
type faultPart struct {
	*state.Book

	faulty atomic.Bool // there are fault rules
}

func newFaultPart(b *state.Book) *faultPart {
	return &faultPart{Book: b}
}
