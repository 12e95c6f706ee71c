package engine

// persistPart is what persist needs of a universe.
type persistPart struct {
	*book

	store *committer
}

func newPersistPart(b *book) *persistPart {
	return &persistPart{book: b}
}
