package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// deliverPart is what deliver needs of a universe.
type deliverPart struct {
	*state.Book
	post    *postPart
	transit *transitPart
	fault   *faultPart

	signature func(v state.View, address string) string // what signs mail from an address
}

func newDeliverPart(b *state.Book, post *postPart, transit *transitPart, fault *faultPart) *deliverPart {
	return &deliverPart{Book: b, post: post, transit: transit, fault: fault}
}
