package insight

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Table holds the facts, by number of record; exported for tests.
var Table = state.NewTable[[]Record]("fact", mailsim.PartEvents)
