package settings

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

var Table = state.NewTable[*Record]("settings")
