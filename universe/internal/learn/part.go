package learn

import (
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part learns from the mail of one universe.
type Part struct {
	*state.Book
	pen *pen.Part
}

// New makes the part.
func New(b *state.Book, pen *pen.Part) *Part {
	return &Part{Book: b, pen: pen}
}
