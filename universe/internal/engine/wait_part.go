package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// waitPart is what wait needs of a universe.
type waitPart struct {
	*state.Book
	feed    *feedPart
	webhook *webhookPart
	run     *runPart

	open waitGate // ends waits at a reset
}

func newWaitPart(b *state.Book, feed *feedPart, webhook *webhookPart, run *runPart) *waitPart {
	return &waitPart{Book: b, feed: feed, webhook: webhook, run: run}
}
