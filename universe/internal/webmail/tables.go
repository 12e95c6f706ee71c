package webmail

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// ShareTable holds the shares. Package reset names it too, to empty it.
var ShareTable = state.NewTable[*share]("share")
