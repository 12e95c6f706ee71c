package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// worldPart is what world needs of a universe.
type worldPart struct {
	*state.Book
	insight *insightPart
	deliver *deliverPart
	pen     *penPart
}

func newWorldPart(b *state.Book, insight *insightPart, deliver *deliverPart, pen *penPart) *worldPart {
	return &worldPart{Book: b, insight: insight, deliver: deliver, pen: pen}
}
