package engine

// learnPart is what learn needs of a universe.
type learnPart struct {
	*book
	pen *penPart
}

func newLearnPart(b *book, pen *penPart) *learnPart {
	return &learnPart{book: b, pen: pen}
}
