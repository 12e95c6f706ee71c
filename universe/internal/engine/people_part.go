package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// peoplePart is what people needs of a universe.
type peoplePart struct {
	*state.Book
}

func newPeoplePart(b *state.Book) *peoplePart {
	return &peoplePart{Book: b}
}
