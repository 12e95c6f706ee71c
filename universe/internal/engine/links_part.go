package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// linksPart is what links needs of a universe.
type linksPart struct {
	*state.Book

	sites siteTable
}

func newLinksPart(b *state.Book) *linksPart {
	return &linksPart{Book: b}
}
