package engine

// insightPart is what insight needs of a universe.
type insightPart struct {
	*book

	sums *daySums // what insights are made from
}

func newInsightPart(b *book) *insightPart {
	return &insightPart{book: b}
}
