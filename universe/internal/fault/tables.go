package fault

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables.
var (
	Table      = state.NewTable[*faultRec]("fault")
	TallyTable = state.NewTable[faultCount]("tally") // what fault rules have counted
)
