package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// jobsPart is what jobs needs of a universe.
type jobsPart struct {
	*state.Book
}

func newJobsPart(b *state.Book) *jobsPart {
	return &jobsPart{Book: b}
}
