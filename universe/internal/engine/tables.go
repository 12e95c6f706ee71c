package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables, in the order in which a load reads them.
var (
	loginTable    = state.NewTable[*loginRec]("login")
	usernameTable = state.NewTable[string]("") // login name to address
	shareTable    = state.NewTable[*shareRec]("share")
	keyTable      = state.NewTable[*keyRec]("key")
)
