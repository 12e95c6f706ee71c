package login

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what logins hold of one universe beside its state: who is guessing, and which
// passwords have been verified.
type Part struct {
	*state.Book

	Guesses  Guesses
	Secrets  Secrets
	Landlord landlord // the cell, nil for a universe of its own
}

// New makes the part.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
