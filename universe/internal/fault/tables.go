package fault

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables. Persist and reset, which handle tables whole, name them.
var (
	Table      = state.NewTable[*ruleSet]("fault")
	TallyTable = state.NewTable[count]("tally") // what fault rules have counted
)
