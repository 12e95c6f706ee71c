package post

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// CountMail counts a mail (1), or no longer does (-1).
func CountMail(k *state.Kept, m *Mail, by int) {
	k.Mails += by
	k.Bytes += int64(by) * int64(m.Size())
}

// GoneSlot holds the mails that left the last folder.
var GoneSlot = state.NewListSlot[Gone]()

// Gone is a mail that has left the last folder, with where the events about
// it begin.
type Gone struct {
	*Mail
	After int64        // no event up to this one is about it
	Seq   mailsim.Mark // of the copy that was the last
}

// left notes that a mail is in no folder any more.
func left(t *state.Tx, m *Mail, after int64, seq mailsim.Mark) {
	gone := GoneSlot.Of(t)
	*gone = append(*gone, Gone{m, after, seq})
}

// Unbounded tells whether there are no bounds.
func Unbounded(b *mailsim.Bounds) bool {
	return b.Bytes == 0 && b.Mails == 0 && b.Copies == 0 && b.Mailboxes == 0 && b.Events == 0
}
