// Package post is what mailboxes hold: mailboxes, folders, copies of mails, the envelopes
// they came in, and the index of mails by Message-ID. It files, flags and removes; who
// may do so, and what follows from it, is with the packages above.
package post

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is the mailboxes of one universe, and besides the book what is being made for
// them outside its lock.
type Part struct {
	*state.Book

	Sending ordinals // of the mails that are being made
}

// New makes the part of a universe.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
