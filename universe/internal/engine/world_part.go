package engine

// worldPart is what world needs of a universe.
type worldPart struct {
	*book
	insight *insightPart
	deliver *deliverPart
	pen     *penPart
}

func newWorldPart(b *book, insight *insightPart, deliver *deliverPart, pen *penPart) *worldPart {
	return &worldPart{book: b, insight: insight, deliver: deliver, pen: pen}
}
