package webhook

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Table holds the list; exported for persist and engine.
var Table = state.NewTable[*Record]("webhook", mailsim.PartWebhooks)
