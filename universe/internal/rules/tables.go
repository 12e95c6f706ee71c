package rules

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// TempfailTable is exported for tests.
var TempfailTable = state.NewTable[string]("tempfail", mailsim.PartMail) // number to counter, in the order in which they were made
