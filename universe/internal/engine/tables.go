package engine

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables, in the order in which a load reads them.
var (
	personaTable   = state.NewTable[*personaRec]("persona")
	ownerTable     = state.NewTable[string]("")         // address to persona id
	externalTable  = state.NewTable[*state.IdList]("")  // system and external id to the people who have it
	domainTable    = state.NewTable[[]string]("domain") // domain to the addresses of some people in it, first come first
	loginTable     = state.NewTable[*loginRec]("login")
	usernameTable  = state.NewTable[string]("")         // login name to address
	latestTable    = state.NewTable[int64]("")          // persona to the last event of a mail reaching them
	tempfailTable  = state.NewTable[string]("tempfail") // number to counter, in the order in which they were made
	relationTable  = state.NewTable[*relationRec]("relation")
	talkTable      = state.NewTable[*talkRec]("talk") // person and thread to what was said
	memoryTable    = state.NewTable[[]memoryNote]("memory")
	caseTable      = state.NewTable[*caseRec]("case")
	caseOfTable    = state.NewTable[string]("case_of") // mailbox and thread root to case
	streamTable    = state.NewTable[*streamRec]("stream")
	webhookTable   = state.NewTable[*webhookRec]("webhook")
	faultTable     = state.NewTable[*faultRec]("fault")
	tallyTable     = state.NewTable[faultCount]("tally")      // what fault rules have counted
	inspectedTable = state.NewTable[*inspectRec]("inspected") // by Message-ID
	shareTable     = state.NewTable[*shareRec]("share")
	keyTable       = state.NewTable[*keyRec]("key")
	factTable      = state.NewTable[[]factRec]("fact") // what insights are counted from, by number of record
)
