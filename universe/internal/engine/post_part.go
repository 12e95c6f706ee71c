package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// postPart is what post needs of a universe.
type postPart struct {
	*state.Book

	sending ordinals // ids of mails that are being made
}

func newPostPart(b *state.Book) *postPart {
	return &postPart{Book: b}
}
