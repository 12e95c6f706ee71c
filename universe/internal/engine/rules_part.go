package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// rulesPart is what rules needs of a universe.
type rulesPart struct {
	*state.Book
}

func newRulesPart(b *state.Book) *rulesPart {
	return &rulesPart{Book: b}
}
