package world

import (
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Part is what world needs of a universe.
type Part struct {
	*state.Book
	insight *insight.Part
	deliver *deliver.Part
	pen     *pen.Part
}

func New(b *state.Book, insight *insight.Part, deliver *deliver.Part, pen *pen.Part) *Part {
	return &Part{Book: b, insight: insight, deliver: deliver, pen: pen}
}
