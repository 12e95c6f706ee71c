package settings

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is the settings of one universe; it holds nothing besides the book.
type Part struct {
	*state.Book
}

// New makes the part of a universe.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
