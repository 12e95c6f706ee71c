package mind

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

var InspectedTable = state.NewTable[*Inspection]("inspected") // by Message-ID
