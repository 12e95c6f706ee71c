// Package transit is a mail on its way: the submission that carries it, what its readers
// and their filters see of it, and mail that is held back. What is costly to make is made
// outside the lock (Prepared). Where the mail goes is left to deliver.
package transit

import (
	"sync"

	"github.com/mailsim/mailsim/internal/mailauth"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part reads and scores mails on their way, by the settings.
type Part struct {
	*state.Book
	settings *settings.Part
	signer   func() *mailauth.Signer // made when it is first asked for
}

// New is the part for a universe.
func New(b *state.Book, settings *settings.Part) *Part {
	return &Part{Book: b, settings: settings, signer: sync.OnceValue(func() *mailauth.Signer { return mailauth.NewSigner(b.Chance) })}
}
