package login

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables. Packages persist and reset read them whole; others ask
// by functions.
var (
	Table         = state.NewTable[*Record]("login", mailsim.PartLogins)
	UsernameTable = state.NewTable[string]("", mailsim.PartLogins) // login name to address
	KeyTable      = state.NewTable[*Key]("key")
)
