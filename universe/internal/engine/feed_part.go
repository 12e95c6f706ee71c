package engine

// feedPart is what feed needs of a universe.
type feedPart struct {
	*book
	people *peoplePart

	watch  watchers
	bodies bodyCache
	bubble string // of testing/synctest, in which the universe was made; "" outside
}

func newFeedPart(b *book, people *peoplePart) *feedPart {
	return &feedPart{book: b, people: people}
}
