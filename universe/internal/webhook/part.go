package webhook

import (
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what webhook needs of a universe.
type Part struct {
	*state.Book
	fault *fault.Part
	links *links.Part
	feed  *feed.Part

	Hooks *Runner
}

func New(b *state.Book, fault *fault.Part, links *links.Part, feed *feed.Part) *Part {
	return &Part{Book: b, fault: fault, links: links, feed: feed}
}
