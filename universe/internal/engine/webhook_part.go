package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// webhookPart is what webhook needs of a universe.
type webhookPart struct {
	*state.Book
	fault *faultPart
	links *linksPart
	feed  *feedPart

	hooks *hookRunner
}

func newWebhookPart(b *state.Book, fault *faultPart, links *linksPart, feed *feedPart) *webhookPart {
	return &webhookPart{Book: b, fault: fault, links: links, feed: feed}
}
