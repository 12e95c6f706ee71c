// Package people is who lives in a universe: persons, what they know of each other and
// remember of conversations, and the cases that they work on. It owns their tables and
// the indexes by address and external id. What people do about mail is left to mind,
// work and pen.
package people

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is the people of a universe; all that it knows of them is in the tables.
type Part struct {
	*state.Book
}

// New is the people of a universe.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
