package persist

import (
	"time"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part holds the store that a universe is kept in, if there is one.
type Part struct {
	*state.Book

	Store *Committer       // nil in memory
	Due   func() time.Time // when something is next due, in real time; called under the lock
	Taken func()           // called when another process has taken the universe over
}

func (u *Part) nextDue() time.Time {
	if u.Due == nil {
		return time.Time{}
	}
	return u.Due()
}

// New makes the part of a universe that writes it down.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
