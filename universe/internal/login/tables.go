package login

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables.
var (
	Table         = state.NewTable[*Record]("login")
	UsernameTable = state.NewTable[string]("") // login name to address
	KeyTable      = state.NewTable[*Key]("key")
)
