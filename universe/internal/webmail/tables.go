package webmail

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// ShareTable holds the shares; exported for tests.
var ShareTable = state.NewTable[*share]("share", mailsim.PartShares)
