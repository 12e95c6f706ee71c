package webhook

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Table holds the list. Packages persist and reset name it too, to read and to empty it.
var Table = state.NewTable[*Record]("webhook")
