package learn

import (
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what learn needs of a universe.
type Part struct {
	*state.Book
	pen *pen.Part
}

func New(b *state.Book, pen *pen.Part) *Part {
	return &Part{Book: b, pen: pen}
}
