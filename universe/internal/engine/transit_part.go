package engine

// transitPart is what transit needs of a universe.
type transitPart struct {
	*book
	settings *settingsPart
}

func newTransitPart(b *book, settings *settingsPart) *transitPart {
	return &transitPart{book: b, settings: settings}
}
