package login

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what login needs of a universe.
type Part struct {
	*state.Book

	Guesses  GuessLine
	Secrets  SecretCache
	Landlord landlord // the cell, nil for a universe of its own
}

func New(b *state.Book) *Part {
	return &Part{Book: b}
}
