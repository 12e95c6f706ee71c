package persist

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what persist needs of a universe.
type Part struct {
	*state.Book

	Store *Committer
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
