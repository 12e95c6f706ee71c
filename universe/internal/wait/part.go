package wait

import (
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what waits share of one universe.
type Part struct {
	*state.Book
	feed *feed.Part
	run  *run.Part

	Gate gate // ends waits at a reset
}

// New makes the part.
func New(b *state.Book, feed *feed.Part, run *run.Part) *Part {
	return &Part{Book: b, feed: feed, run: run}
}
