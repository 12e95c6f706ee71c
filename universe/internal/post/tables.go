package post

import (
	"github.com/mailsim/mailsim/universe/internal/state"
)

// What a universe has besides its state, and transactions use.

// The tables.
var (
	MailboxTable  = state.NewTable[*Box]("mailbox")
	MailTable     = state.NewHandle(func() *Index { return NewIndex() })
	StrayTable    = state.NewHandle(func() *Strays { return &Strays{M: map[*Mail]int32{}} }) // copies of mails that the index does not hold
	NamesakeTable = state.NewTable[*Namesake]("namesake")                                    // Message-ID that several mails have had, to the first of them
	RoutesKey     = state.NewLocal[*Routes]()
	CacheKey      = state.NewLocal[*Cache]()
)
