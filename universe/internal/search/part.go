package search

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what search needs of a universe.
type Part struct {
	*state.Book

	Index index
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
