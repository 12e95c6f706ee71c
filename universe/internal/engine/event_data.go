package engine

import (
	"github.com/mailsim/mailsim"
)

// createdMode is the mode of persona.created.
func createdMode(ai bool) string {
	if ai {
		return string(mailsim.StrangerAI)
	}
	return string(mailsim.StrangerBasic)
}
