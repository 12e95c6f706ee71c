package gist

// setID is a set of words.
type setID uint8

// The sets of words that the code goes by; a lexicon can have more for its patterns.
const (
	sGreetings setID = iota
	sAbbreviations
	sAuxiliaries
	sSubjects
	sObjects
	sFirst
	sPrepositions
	sFillers
	sLeads
	sPolite
	sAlso
	sBegins
	sDetermined
	sAsking
	sNeeding
	sNeeds
	sSending
	sIdle
	sTelling
	sPromised
	sLinks
	sDocuments
	sDates
	sAdjectives
	sVague
	sNouns
	sVerbs
	sStop
	sNegations
	sSuppose
	sClock
	sWhichDay
	sDayParts
	sAt
	sExactAt
	sTill
	sOf
	sDue
	sCurrencies
	sCurrencyCodes
	sMagnitudes
	sNumbering
	sAnd
	sOr
	sEither
	sTo
	sAny
	sYou
	sMe
	sMine
	sYours
	sInverts
	sKnowing
	sChoosable
	sBetter
	sEndsOption
	sPossessive
	sHanding
	sEach
	sUnits
	sPlurals
	sSingulars
	sPluralDets
	sInstead
	sDoVerbs
	sPluralVerbs
	sFutures
	sDemonstratives
	sMeasures
	sOn
	sStates
	sBargain
	sDropped
	sDeadlines
	sSpans
	sVersionWords
	sPlacing
	sBeing
	sExclaiming
	sReplying
	sWith
	numSets
)

var setNames = [numSets]string{
	"greetings", "abbreviations", "auxiliaries", "subjects", "objects", "first", "prepositions", "fillers", "leads", "polite", "also",
	"begins", "determined", "asking", "needing", "needs", "sending", "idle", "telling", "promised", "links", "documents", "dates",
	"adjectives", "vague", "nouns", "verbs", "stop", "negations", "suppose", "clock",
	"which-day", "day-parts", "at", "exactly-at", "till", "of", "due", "currencies", "currency-codes", "magnitudes", "numbering",
	"and", "or", "either", "infinitive", "any", "you", "me", "mine", "yours", "inverts", "knowing", "choosable", "better", "ends-option",
	"possessive", "handing", "each", "units", "plurals", "singulars", "plural-determiners",
	"instead", "do-verbs", "plural-verbs", "futures", "demonstratives", "measures", "on", "states", "bargain", "dropped", "deadlines", "spans", "version-words", "placing", "being",
	"exclaiming", "replying", "with",
}

// The groups of patterns.
const (
	pThanks groupID = iota
	pMoney
	pUrgent
	pChase
	pLastCall
	pCold
	pNews
	pComplaint
	pMeeting
	pOffer
	pInvoice
	pPayment
	pIntroduction
	pClosing
	pDay
	pClock
	pSpan
	pTell
	pNoChoice
	pBreak
	pSameDay
	pSuits
	pProposesMeeting
	pSumLeft
	pSumTotal
	pSumDiff
	pAskRating
	pAskRemind
	pAskSum
	pAskFeeling
	pAskStatus
	pAskOpinion
	pAskDeadline
	pAskDuration
	pAskMeet
	pAskTime
	pAskMoney
	pAskPhone
	pAskAddress
	pAskVersion
	pAskIdentifier
	pAskNumber
	pAskDate
	pAskPlace
	pAskWho
	pAskWhy
	pAskHow
	pAskPreference
	pAskChoose
	pAskPick  // the reader is to choose among what stands near it
	pAskRight // which of two that differ is right
	pAskEach
	pAskNone
	pActDeath
	pActBadNews
	pActIllness
	pActRejection
	pActWrongPerson
	pActFarewell
	pActGoodNews
	pActInvitation
	pActChange
	pActApproval
	pActDecision
	pActComplaint
	pActRefusal
	pActAcceptance
	pActApology
	pActPraise
	pActIntroduction
	pActAnswer
	pActOffer
	pActReminder
	pActAttachment
	pActInformation
	pActThanks
	pActSmallTalk
	pActClosing
	pStatesWho
	pPersonal
	pTeam
	pFirst
	pHintMachine
	pHintPhishing
	pHintCode
	pHintSignIn
	pHintReceipt
	pHintNotice
	pHintNews
	pHintCold
	pSureMachine
	pSurePhishing
	pSureCode
	pSureSignIn
	pSureReceipt
	pSureNotice
	pSureNews
	pSureCold
	pPost // a job for the reader
	pBegs // begs the reader to do what follows
	numGroups
)

var groupNames = [numGroups]string{
	"thanks", "money", "urgent", "chase", "lastcall", "cold", "newsletter", "complaint", "meeting", "offer", "invoice", "payment",
	"introduction", "closing", "day", "clock", "span", "tell", "no-choice", "break", "same-day", "suits", "proposes-meeting",
	"sum.left", "sum.total", "sum.difference", "ask.rating", "ask.remind", "ask.sum", "ask.feeling", "ask.status", "ask.opinion",
	"ask.deadline", "ask.duration", "ask.meet", "ask.time", "ask.money", "ask.phone", "ask.address", "ask.version", "ask.identifier",
	"ask.number", "ask.date", "ask.place", "ask.who", "ask.why", "ask.how", "ask.preference", "ask.choose", "ask.pick", "ask.right", "ask.each", "ask.none",
	"act.death", "act.badnews", "act.illness", "act.rejection", "act.wrongperson", "act.farewell", "act.goodnews", "act.invitation",
	"act.change", "act.approval", "act.decision", "act.complaint", "act.refusal", "act.acceptance", "act.apology", "act.praise",
	"act.introduction", "act.answer", "act.offer", "act.reminder", "act.attachment", "act.information", "act.thanks", "act.smalltalk",
	"act.closing", "states-who", "personal", "team", "first", "hint.machine", "hint.phishing", "hint.code", "hint.signin", "hint.receipt", "hint.notice",
	"hint.news", "hint.cold", "sure.machine", "sure.phishing", "sure.code", "sure.signin", "sure.receipt", "sure.notice", "sure.news",
	"sure.cold", "post", "begs",
}
