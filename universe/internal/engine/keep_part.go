package engine

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// keepPart is what keep needs of a universe.
type keepPart struct {
	*state.Book
	settings *settingsPart
	webhook  *webhookPart

	given mailsim.Bounds // of the Options, which win over the file's
}

func newKeepPart(b *state.Book, settings *settingsPart, webhook *webhookPart) *keepPart {
	return &keepPart{Book: b, settings: settings, webhook: webhook}
}
