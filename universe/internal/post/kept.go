package post

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// KeepMail counts a mail (1), or no longer does (-1).
func KeepMail(k *state.Kept, m *Mail, by int) {
	k.Mails += by
	k.Bytes += int64(by * len(m.Raw))
}

// GoneSlot holds the mails that left the last folder.
var GoneSlot = state.NewListSlot[goneMail]()

// goneMail is a mail that has left the last folder, with where the events about
// it begin.
type goneMail struct {
	*Mail
	After int64        // no event up to this one is about it
	Seq   mailsim.Mark // of the copy that was the last
}

// Left notes that a mail is in no folder any more.
func Left(t *state.Tx, m *Mail, after int64, seq mailsim.Mark) {
	gone := GoneSlot.Of(t)
	*gone = append(*gone, goneMail{m, after, seq})
}

func BoundsNone(b *mailsim.Bounds) bool {
	return b.Bytes == 0 && b.Mails == 0 && b.Copies == 0 && b.Mailboxes == 0 && b.Events == 0
}
