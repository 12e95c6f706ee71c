// Package links is what becomes of the links in a mail: which a person may open and when,
// the visits, and the sites of this process to which hosts lead. The rules of a walk are
// linkwalk's; what a person thinks of a site is left to people and work.
package links

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part visits links for people, and holds the sites.
type Part struct {
	*state.Book

	Sites Sites // where hosts lead
}

// New is the part for a universe.
func New(b *state.Book) *Part {
	return &Part{Book: b}
}
