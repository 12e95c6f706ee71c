package engine

// peoplePart is what people needs of a universe.
type peoplePart struct {
	*book
}

func newPeoplePart(b *book) *peoplePart {
	return &peoplePart{book: b}
}
