package engine

// configPart is what config needs of a universe.
type configPart struct {
	*book
	links *linksPart
	login *loginPart
	keep  *keepPart

	file configSlot
}

func newConfigPart(b *book, links *linksPart, login *loginPart, keep *keepPart) *configPart {
	return &configPart{book: b, links: links, login: login, keep: keep}
}
