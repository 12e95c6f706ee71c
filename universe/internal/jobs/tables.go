package jobs

import "github.com/mailsim/mailsim/universe/internal/state"

// The tables. They are exported for reset, keep, people and persist, which drop or read
// them whole, and for tests; others use Get, For and Of.
var (
	Table        = state.NewTable[*Record]("job")
	PersonTable  = state.NewTable[*state.IDList]("")                    // persona to all their jobs
	PlannedTable = state.NewTable[string]("planned", state.AnyReset)    // persona and thread, or correspondent and subject, to the pending reply
	ForTable     = state.NewTable[[]string]("jobs_for", state.AnyReset) // persona and Message-ID to its jobs
	QueueTable   = state.NewHandle(func() *queue { return &queue{} })
)
