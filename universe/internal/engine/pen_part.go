package engine

// penPart is what pen needs of a universe.
type penPart struct {
	*book
	ai *aiPart
}

func newPenPart(b *book, ai *aiPart) *penPart {
	return &penPart{book: b, ai: ai}
}
