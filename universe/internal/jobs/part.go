package jobs

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what jobs needs of a universe.
type Part struct {
	*state.Book
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
