// Package rules is whether an address takes mail, and the notices that tell a sender what
// became of it: bounces, delays, deliveries, complaints. It plans notices and writes them;
// to send them is left to work.
package rules

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part writes notices and notes who has been deferred.
type Part struct {
	*state.Book
}

// New is the part for a universe.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
