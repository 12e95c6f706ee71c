package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// persistPart is what persist needs of a universe.
type persistPart struct {
	*state.Book

	store *committer
}

func newPersistPart(b *state.Book) *persistPart {
	return &persistPart{Book: b}
}
