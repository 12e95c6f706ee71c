package engine

// webhookPart is what webhook needs of a universe.
type webhookPart struct {
	*book
	fault *faultPart
	links *linksPart
	feed  *feedPart

	hooks *hookRunner
}

func newWebhookPart(b *book, fault *faultPart, links *linksPart, feed *feedPart) *webhookPart {
	return &webhookPart{book: b, fault: fault, links: links, feed: feed}
}
