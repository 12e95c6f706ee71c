package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables, in the order in which a load reads them.
var (
	shareTable = state.NewTable[*shareRec]("share")
)
