// Package deliver is the one way by which mail comes in (Submit): the copy of who sent it,
// and what becomes of it for each recipient. It owns no records. What a person does about
// the mail is left to mind; who submits are doors, pen, work, the World, and Send.
package deliver

import (
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Part delivers mail and sends what the application gives by its parts.
type Part struct {
	*state.Book
	post    *post.Part
	transit *transit.Part
	fault   *fault.Part

	SignatureOf func(v state.View, address string) string // what signs mail from an address
}

// New is the part for a universe; SignatureOf is set by who makes one.
func New(b *state.Book, post *post.Part, transit *transit.Part, fault *fault.Part) *Part {
	return &Part{Book: b, post: post, transit: transit, fault: fault}
}
