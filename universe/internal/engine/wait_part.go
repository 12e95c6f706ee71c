package engine

// waitPart is what wait needs of a universe.
type waitPart struct {
	*book
	feed    *feedPart
	webhook *webhookPart
	run     *runPart

	open waitGate // ends waits at a reset
}

func newWaitPart(b *book, feed *feedPart, webhook *webhookPart, run *runPart) *waitPart {
	return &waitPart{book: b, feed: feed, webhook: webhook, run: run}
}
