package fault

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables, exported for persist and tests.
var (
	Table      = state.NewTable[*ruleSet]("fault", mailsim.PartFaults)
	TallyTable = state.NewTable[count]("tally", mailsim.PartFaults, mailsim.PartMail) // what fault rules have counted
)
