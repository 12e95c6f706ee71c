package post

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables. They are exported for persist, reset and keep, which name them whole, and
// for those that go through all mailboxes; others use Mailbox, SetBox and ByID.
var (
	Boxes     = state.NewTable[*Box]("mailbox")
	Mails     = state.NewHandle(func() *Index { return NewIndex() })
	Stray     = state.NewHandle(func() *Strays { return &Strays{M: map[*Mail]int32{}} }) // copies of mails that the index does not hold
	Namesakes = state.NewTable[*Namesake]("namesake", mailsim.PartMail)                  // Message-ID that several mails have had, to the first of them
)

// What a universe has besides its state, and transactions use.
var (
	OwnRoutes = state.NewLocal[*Routes]()
	OwnCache  = state.NewLocal[*Cache]()
)
