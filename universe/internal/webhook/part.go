package webhook

import (
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/provide"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what webhooks hold of one universe beside their list: the runner.
type Part struct {
	*state.Book
	fault *fault.Part
	links *links.Part
	feed  *feed.Part

	provide *provide.Part

	Hooks *Runner
}

// New makes the part.
func New(b *state.Book, fault *fault.Part, links *links.Part, provide *provide.Part, feed *feed.Part) *Part {
	return &Part{Book: b, fault: fault, links: links, provide: provide, feed: feed}
}
