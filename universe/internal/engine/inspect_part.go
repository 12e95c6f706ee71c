package engine

// inspectPart is what inspect needs of a universe.
type inspectPart struct {
	*book
	settings *settingsPart
	post     *postPart
	transit  *transitPart
	links    *linksPart
	run      *runPart
}

func newInspectPart(b *book, settings *settingsPart, post *postPart, transit *transitPart, links *linksPart, run *runPart) *inspectPart {
	return &inspectPart{book: b, settings: settings, post: post, transit: transit, links: links, run: run}
}
