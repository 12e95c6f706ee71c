package webmail

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables, in the order in which a load reads them.
var ShareTable = state.NewTable[*share]("share")
