package transit

import (
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what transit needs of a universe.
type Part struct {
	*state.Book
	settings *settings.Part
}

func New(b *state.Book, settings *settings.Part) *Part {
	return &Part{Book: b, settings: settings}
}
