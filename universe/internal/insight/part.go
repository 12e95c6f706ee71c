package insight

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what insight needs of a universe.
type Part struct {
	*state.Book

	Sums *DaySums // what insights are made from
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
