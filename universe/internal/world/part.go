package world

import (
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Part is the World of one universe; it holds nothing of its own.
type Part struct {
	*state.Book
	insight *insight.Part
	deliver *deliver.Part
	pen     *pen.Part
	transit *transit.Part
}

// New makes the part of a universe that is its World.
func New(b *state.Book, insight *insight.Part, deliver *deliver.Part, pen *pen.Part, transit *transit.Part) *Part {
	return &Part{Book: b, insight: insight, deliver: deliver, pen: pen, transit: transit}
}
