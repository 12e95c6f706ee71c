package pen

import (
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part writes the mails of one universe; it holds nothing of its own.
type Part struct {
	*state.Book
	ai *ai.Part
}

// New makes the part of a universe that writes.
func New(b *state.Book, ai *ai.Part) *Part {
	return &Part{Book: b, ai: ai}
}
