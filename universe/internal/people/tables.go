package people

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables. Others ask by functions (Get, At, RelationOf, TalkOf, CaseByID); reset, keep
// and persist, which handle tables whole, name them.
var (
	Table         = state.NewTable[*Person]("persona", mailsim.PartPersonas)
	OwnerTable    = state.NewTable[string]("", mailsim.PartPersonas)         // address to persona id
	ExternalTable = state.NewTable[*state.IDList]("", mailsim.PartPersonas)  // system and external id to the people who have it
	DomainTable   = state.NewTable[[]string]("domain", mailsim.PartPersonas) // domain to the addresses of some people in it, first come first
	LatestTable   = state.NewTable[int64]("", mailsim.PartEvents)            // persona to the last event of a mail reaching them
	RelationTable = state.NewTable[*Relation]("relation", mailsim.PartMail, mailsim.PartPersonas)
	TalkTable     = state.NewTable[*Talk]("talk", mailsim.PartMail, mailsim.PartPersonas) // person and thread to what was said
	MemoryTable   = state.NewTable[[]Note]("memory", mailsim.PartPersonas)
	ClaimTable    = state.NewTable[[]Claim]("claim", mailsim.PartMail, mailsim.PartPersonas)   // persona to what they said is so
	FillerTable   = state.NewTable[[]Filler]("filler", mailsim.PartMail, mailsim.PartPersonas) // persona to the sentences without content that they wrote
	CaseTable     = state.NewTable[*Case]("case", mailsim.PartCases)
	CaseOfTable   = state.NewTable[string]("case_of", mailsim.PartMail, mailsim.PartCases) // mailbox and thread root to case
)
