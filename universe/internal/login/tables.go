package login

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables. Packages persist and reset name them too, to read and to empty them; others ask
// by functions.
var (
	Table         = state.NewTable[*Record]("login")
	UsernameTable = state.NewTable[string]("") // login name to address
	KeyTable      = state.NewTable[*Key]("key")
)
