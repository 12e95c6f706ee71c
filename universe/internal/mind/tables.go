package mind

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// InspectedTable holds the inspections by Message-ID; exported for tests.
var InspectedTable = state.NewTable[*Inspection]("inspected", mailsim.PartMail)
