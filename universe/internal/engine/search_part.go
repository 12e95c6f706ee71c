package engine

// searchPart is what search needs of a universe.
type searchPart struct {
	*book

	index indexes
}

func newSearchPart(b *book) *searchPart {
	return &searchPart{book: b}
}
