package rules

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// TempfailTable is named by reset.
var TempfailTable = state.NewTable[string]("tempfail") // number to counter, in the order in which they were made
