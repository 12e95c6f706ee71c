package engine

// settingsPart is what settings needs of a universe.
type settingsPart struct {
	*book
}

func newSettingsPart(b *book) *settingsPart {
	return &settingsPart{book: b}
}
