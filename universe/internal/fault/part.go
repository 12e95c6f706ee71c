package fault

import (
	"sync/atomic"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what fault needs of a universe.
type Part struct {
	*state.Book

	Faulty atomic.Bool // there are fault rules
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
