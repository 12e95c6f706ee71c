package engine

// jobsPart is what jobs needs of a universe.
type jobsPart struct {
	*book
}

func newJobsPart(b *book) *jobsPart {
	return &jobsPart{book: b}
}
