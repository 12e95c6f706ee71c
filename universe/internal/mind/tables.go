package mind

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// InspectedTable holds the inspections by Message-ID. It is named by reset.
var InspectedTable = state.NewTable[*Inspection]("inspected")
