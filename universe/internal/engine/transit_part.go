package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// transitPart is what transit needs of a universe.
type transitPart struct {
	*state.Book
	settings *settingsPart
}

func newTransitPart(b *state.Book, settings *settingsPart) *transitPart {
	return &transitPart{Book: b, settings: settings}
}
