package webhook

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

var Table = state.NewTable[*Record]("webhook")
