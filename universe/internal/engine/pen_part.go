package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// penPart is what pen needs of a universe.
type penPart struct {
	*state.Book
	ai *aiPart
}

func newPenPart(b *state.Book, ai *aiPart) *penPart {
	return &penPart{Book: b, ai: ai}
}
