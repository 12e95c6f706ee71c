package engine

// linksPart is what links needs of a universe.
type linksPart struct {
	*book

	sites siteTable
}

func newLinksPart(b *book) *linksPart {
	return &linksPart{book: b}
}
