// Package fault is what goes wrong on purpose: rules matched, counted and fired, and what
// they do to a copy of a mail (Judge), to a session or a webhook (Part.Fault). It owns the
// rules and their counts; deliver, door and webhook carry out what is decided.
package fault

import (
	"sync/atomic"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part fires rules, and knows without a lock whether there are any.
type Part struct {
	*state.Book

	faulty atomic.Bool // there are rules
}

// New is the part for a universe.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}

// Faulty tells whether there are rules at all. It costs an atomic load.
func (u *Part) Faulty() bool { return u.faulty.Load() }

// LookAtRules notes whether there are rules. It follows each change of the state.
func (u *Part) LookAtRules(v state.View) { u.faulty.Store(Table.In(v.State).Len() > 0) }
