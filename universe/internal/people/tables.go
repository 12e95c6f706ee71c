package people

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables. Others ask by functions (Get, At, Relation, Talk, CaseByID); reset, keep
// and persist, which handle tables whole, name them.
var (
	Table         = state.NewTable[*Person]("persona")
	OwnerTable    = state.NewTable[string]("")         // address to persona id
	ExternalTable = state.NewTable[*state.IDList]("")  // system and external id to the people who have it
	DomainTable   = state.NewTable[[]string]("domain") // domain to the addresses of some people in it, first come first
	LatestTable   = state.NewTable[int64]("")          // persona to the last event of a mail reaching them
	BondTable     = state.NewTable[*Bond]("relation")
	TalkTable     = state.NewTable[*Thread]("talk") // person and thread to what was said
	MemoryTable   = state.NewTable[[]Note]("memory")
	ClaimTable    = state.NewTable[[]Claim]("claim") // persona to what they said is so
	CaseTable     = state.NewTable[*Case]("case")
	CaseOfTable   = state.NewTable[string]("case_of") // mailbox and thread root to case
)
