package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// searchPart is what search needs of a universe.
type searchPart struct {
	*state.Book

	index indexes
}

func newSearchPart(b *state.Book) *searchPart {
	return &searchPart{Book: b}
}
