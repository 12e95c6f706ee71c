package settings

import "github.com/mailsim/mailsim/universe/internal/state"

// Table holds the one record, under "". It is exported for persist and keep, which
// look at it where there is no View.
var Table = state.NewTable[*Record]("settings")
