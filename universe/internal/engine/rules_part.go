package engine

// rulesPart is what rules needs of a universe.
type rulesPart struct {
	*book
}

func newRulesPart(b *book) *rulesPart {
	return &rulesPart{book: b}
}
