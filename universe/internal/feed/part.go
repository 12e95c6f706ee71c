// Package feed is how others hear of what happens: pages of the event log, those who
// follow it as it grows, the bodies of events as they are sent, and watchers of mailboxes.
// It owns no records: the log belongs to package state, the sending to package webhook.
package feed

import (
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what followers share of one universe: who waits, and the latest bodies.
type Part struct {
	*state.Book
	people *people.Part

	Watchers watchers
	Bodies   bodyCache
	Bubble   string // of testing/synctest, in which the universe was made; "" outside
}

// New makes the part.
func New(b *state.Book, people *people.Part) *Part {
	return &Part{Book: b, people: people}
}
