package post

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what post needs of a universe.
type Part struct {
	*state.Book

	Sending ordinals // ids of mails that are being made
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
