package feed

import (
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what feed needs of a universe.
type Part struct {
	*state.Book
	people *people.Part

	Watchers watchers
	Bodies   bodyCache
	Bubble   string // of testing/synctest, in which the universe was made; "" outside
}

func New(b *state.Book, people *people.Part) *Part {
	return &Part{Book: b, people: people}
}
