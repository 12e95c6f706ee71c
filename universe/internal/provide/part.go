// Package provide is what the doors of mail providers keep in a universe: the mails that
// they were given, now or for later, the addresses to which each sends nothing, and their
// records, such as templates. It follows what becomes of a mail for each recipient and
// tells that by mail.report, from which webhooks of a provider's shape are made.
//
// A mail has a send here when it came by a provider's door, or when somebody follows all
// mail (Followed). Its outcomes are read off what happens anyway (Observe): mail.delivered,
// persona.bounced, link.opened, and jobs; what no event says is told by Delivered and
// Complained.
package provide

import (
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part makes the doors of providers in one universe.
type Part struct {
	*state.Book
	deliver *deliver.Part
	keys    func() *Keys
}

// New makes the part.
func New(b *state.Book, deliver *deliver.Part) *Part {
	return &Part{Book: b, deliver: deliver, keys: sync.OnceValue(func() *Keys { return makeKeys(b.Chance, b.ID()) })}
}

// Provider returns what the door of a provider keeps in the universe.
func (u *Part) Provider(name string) mailsim.Provider {
	u.MustBeMade()
	return &box{u, name}
}

// box is what one provider keeps.
type box struct {
	u    *Part
	name string
}

// SigningKeys are those with which webhooks are signed.
func (u *Part) SigningKeys() *Keys { return u.keys() }

// Certificate is that of webhooks of the shape ses-sns, as PEM.
func (b *box) Certificate() string { return b.u.keys().Certificate }

// PublicKey is that of webhooks of the shape sendgrid, as base64 of its DER.
func (b *box) PublicKey() string { return b.u.keys().Public }
