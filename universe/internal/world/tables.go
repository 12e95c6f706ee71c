package world

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Table has the streams by id; exported for tests.
var Table = state.NewTable[*Stream]("stream")
