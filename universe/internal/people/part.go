package people

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what people needs of a universe.
type Part struct {
	*state.Book
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
