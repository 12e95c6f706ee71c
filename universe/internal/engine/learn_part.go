package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// learnPart is what learn needs of a universe.
type learnPart struct {
	*state.Book
	pen *penPart
}

func newLearnPart(b *state.Book, pen *penPart) *learnPart {
	return &learnPart{Book: b, pen: pen}
}
