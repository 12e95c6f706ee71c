package insight

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Table holds the facts, by number of record. It is named by reset.
var Table = state.NewTable[[]Record]("fact")
