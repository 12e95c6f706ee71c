package engine

// postPart is what post needs of a universe.
type postPart struct {
	*book

	sending ordinals // ids of mails that are being made
}

func newPostPart(b *book) *postPart {
	return &postPart{book: b}
}
