package pen

import (
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what pen needs of a universe.
type Part struct {
	*state.Book
	ai *ai.Part
}

func New(b *state.Book, ai *ai.Part) *Part {
	return &Part{Book: b, ai: ai}
}
