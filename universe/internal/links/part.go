package links

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what links needs of a universe.
type Part struct {
	*state.Book

	Sites siteTable
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
