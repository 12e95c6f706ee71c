package engine

// workPart is what work needs of a universe.
type workPart struct {
	*book
	settings *settingsPart
	transit  *transitPart
	rules    *rulesPart
	links    *linksPart
	deliver  *deliverPart
	pen      *penPart
	world    *worldPart
}

func newWorkPart(b *book, settings *settingsPart, transit *transitPart, rules *rulesPart, links *linksPart, deliver *deliverPart, pen *penPart, world *worldPart) *workPart {
	return &workPart{book: b, settings: settings, transit: transit, rules: rules, links: links, deliver: deliver, pen: pen, world: world}
}
