package rules

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

var TempfailTable = state.NewTable[string]("tempfail") // number to counter, in the order in which they were made
