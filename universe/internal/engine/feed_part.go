package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// feedPart is what feed needs of a universe.
type feedPart struct {
	*state.Book
	people *peoplePart

	watch  watchers
	bodies bodyCache
	bubble string // of testing/synctest, in which the universe was made; "" outside
}

func newFeedPart(b *state.Book, people *peoplePart) *feedPart {
	return &feedPart{Book: b, people: people}
}
