package keep

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// Part keeps one universe within its bounds and its retention.
type Part struct {
	*state.Book
	settings *settings.Part
	webhook  *webhook.Part

	Given mailsim.Bounds // of the Options, which win over the file's
}

// New makes the part of a universe that gives up what is too much or too old.
func New(b *state.Book, settings *settings.Part, webhook *webhook.Part) *Part {
	return &Part{Book: b, settings: settings, webhook: webhook}
}
