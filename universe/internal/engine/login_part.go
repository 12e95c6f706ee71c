package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// loginPart is what login needs of a universe.
type loginPart struct {
	*state.Book

	guesses  guessLine
	secrets  secretCache
	landlord landlord // the cell, nil for a universe of its own
}

func newLoginPart(b *state.Book) *loginPart {
	return &loginPart{Book: b}
}
