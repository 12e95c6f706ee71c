// Package insight counts what happens: facts are noted as events are told, and summed up
// by day when somebody asks. It owns the facts; what it counts it takes from the events
// and from who calls Note.
package insight

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part answers what happened, of the sums of days that it holds.
type Part struct {
	*state.Book

	Sums *DaySums // what insights are made from
}

// New is the part for a universe; its Sums are set by who makes one.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
