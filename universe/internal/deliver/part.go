package deliver

import (
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Part is what deliver needs of a universe.
type Part struct {
	*state.Book
	post    *post.Part
	transit *transit.Part
	fault   *fault.Part

	SignatureOf func(v state.View, address string) string // what signs mail from an address
}

func New(b *state.Book, post *post.Part, transit *transit.Part, fault *fault.Part) *Part {
	return &Part{Book: b, post: post, transit: transit, fault: fault}
}
