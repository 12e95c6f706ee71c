package persist

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part holds the store that a universe is kept in, if there is one.
type Part struct {
	*state.Book

	Store *Committer // nil in memory
}

// New makes the part of a universe that writes it down.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
