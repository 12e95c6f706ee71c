package engine

// deliverPart is what deliver needs of a universe.
type deliverPart struct {
	*book
	post    *postPart
	transit *transitPart
	fault   *faultPart

	signature func(v view, address string) string // what signs mail from an address
}

func newDeliverPart(b *book, post *postPart, transit *transitPart, fault *faultPart) *deliverPart {
	return &deliverPart{book: b, post: post, transit: transit, fault: fault}
}
