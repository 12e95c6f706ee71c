package webhook

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

var WebhookTable = state.NewTable[*Record]("webhook")
