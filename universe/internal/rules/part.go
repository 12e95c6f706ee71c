package rules

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what rules needs of a universe.
type Part struct {
	*state.Book
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
