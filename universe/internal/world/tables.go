// Package world is the mail that strangers send by themselves: streams, arrivals, and who
// writes them.
package world

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

var StreamTable = state.NewTable[*streamRec]("stream")
