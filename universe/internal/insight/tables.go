package insight

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

var Table = state.NewTable[[]Record]("fact") // what insights are counted from, by number of record
