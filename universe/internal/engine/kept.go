package engine

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// keepMail counts a mail (1), or no longer does (-1).
func keepMail(k *state.Kept, m *mail, by int) {
	k.Mails += by
	k.Bytes += int64(by * len(m.raw))
}

// goneSlot holds the mails that left the last folder.
var goneSlot = state.NewListSlot[goneMail]()

// goneMail is a mail that has left the last folder, with where the events about
// it begin.
type goneMail struct {
	*mail
	after int64        // no event up to this one is about it
	seq   mailsim.Mark // of the copy that was the last
}

// Left notes that a mail is in no folder any more.
func Left(t *state.Tx, m *mail, after int64, seq mailsim.Mark) {
	gone := goneSlot.Of(t)
	*gone = append(*gone, goneMail{m, after, seq})
}

func boundsNone(b *mailsim.Bounds) bool {
	return b.Bytes == 0 && b.Mails == 0 && b.Copies == 0 && b.Mailboxes == 0 && b.Events == 0
}
