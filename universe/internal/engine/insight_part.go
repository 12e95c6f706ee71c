package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// insightPart is what insight needs of a universe.
type insightPart struct {
	*state.Book

	sums *daySums // what insights are made from
}

func newInsightPart(b *state.Book) *insightPart {
	return &insightPart{Book: b}
}
