package provide

import (
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Send is a mail that a provider was given, as stored. It is replaced, never edited.
type Send struct {
	mailsim.ProviderSend
	Provider string                `json:"provider"`
	Job      string                `json:"job,omitempty"` // of a scheduled one
	Lists    mailsim.ProviderLists `json:"lists,omitzero"`
	NoOpens  bool                  `json:"no_opens,omitempty"`
	NoClicks bool                  `json:"no_clicks,omitempty"`
	Opened   []string              `json:"opened,omitempty"` // keys of recipients
	Turn     int                   `json:"turn,omitempty"`   // of those at a provider, from 0
}

// place is a suppressed address, by its turn.
type place struct {
	mailsim.Suppression
	Turn int `json:"turn"`
}

// record is what a provider's door keeps by itself.
type record struct {
	Value []byte `json:"value"`
}

// The tables. A send is under its provider and id, and under its Message-ID there is
// the key of the newest one that has it.
var (
	sends      = state.NewTable[*Send]("provider-send", mailsim.PartMail)
	byMail     = state.NewTable[string]("provider-mail", mailsim.PartMail)
	PlaceTable = state.NewTable[*place]("provider-suppressed", mailsim.PartProviders)
	values     = state.NewTable[*record]("provider-record", mailsim.PartProviders)
)

// Bounds of what is kept.
const (
	maxSends       = 1_000_000
	maxSuppressed  = 1_000_000
	maxOfKind      = 1_000
	maxValue       = 2 << 20
	maxPage        = 1_000
	maxAhead       = 10 * 365 * 24 * time.Hour
	maxRecipients  = 1_000
	statusSent     = "sent"
	statusPlanned  = "scheduled"
	statusCanceled = "canceled"
	statusFailed   = "failed"
)
