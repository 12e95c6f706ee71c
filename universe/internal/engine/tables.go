package engine

// The tables, in the order in which a load reads them.
var (
	mailboxTable   = newRecords[*mailboxRec]("mailbox")
	mailTable      = newKind(func() *mailIndex { return newMailIndex() })
	strayTable     = newKind(func() *strays { return &strays{m: map[*mail]int32{}} }) // copies of mails that the index does not hold
	namesakeTable  = newRecords[*namesakeRec]("namesake")                             // Message-ID that several mails have had, to the first of them
	personaTable   = newRecords[*personaRec]("persona")
	ownerTable     = newRecords[string]("")         // address to persona id
	externalTable  = newRecords[*idList]("")        // system and external id to the people who have it
	domainTable    = newRecords[[]string]("domain") // domain to the addresses of some people in it, first come first
	loginTable     = newRecords[*loginRec]("login")
	usernameTable  = newRecords[string]("") // login name to address
	jobTable       = newRecords[*jobRec]("job")
	personJobTable = newRecords[*idList]("")          // persona to all their jobs
	plannedTable   = newRecords[string]("planned")    // persona and thread, or correspondent and subject, to the pending reply
	jobsForTable   = newRecords[[]string]("jobs_for") // persona and Message-ID to its jobs
	latestTable    = newRecords[int64]("")            // persona to the last event of a mail reaching them
	counterTable   = newRecords[int]("counter")       // occasions and the like, by kind and keys
	useTable       = newRecords[useRec]("used")       // of the counters that can be forgotten
	tempfailTable  = newRecords[string]("tempfail")   // number to counter, in the order in which they were made
	relationTable  = newRecords[*relationRec]("relation")
	talkTable      = newRecords[*talkRec]("talk") // person and thread to what was said
	memoryTable    = newRecords[[]memoryNote]("memory")
	caseTable      = newRecords[*caseRec]("case")
	caseOfTable    = newRecords[string]("case_of") // mailbox and thread root to case
	settingsTable  = newRecords[*settings]("settings")
	streamTable    = newRecords[*streamRec]("stream")
	webhookTable   = newRecords[*webhookRec]("webhook")
	faultTable     = newRecords[*faultRec]("fault")
	tallyTable     = newRecords[faultCount]("tally")      // what fault rules have counted
	inspectedTable = newRecords[*inspectRec]("inspected") // by Message-ID
	shareTable     = newRecords[*shareRec]("share")
	keyTable       = newRecords[*keyRec]("key")
	factTable      = newRecords[[]factRec]("fact") // what insights are counted from, by number of record
	queueTable     = newKind(func() *jobQueue { return &jobQueue{} })
)

// What a universe has besides its state, and transactions use.
var (
	routesPart = newPart[*routes]()
	parsedPart = newPart[*parseCache]()
)
