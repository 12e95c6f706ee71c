package mailsim

import (
	"context"
	"time"
)

// Submissions: mail as it came in, each once however many copies there are.

// Submission is one accepted mail with its envelope. It is kept as long as a copy of it lies in
// some folder.
type Submission struct {
	ID        string    // 12 characters A-Z and 0-9: the id of its Received line
	MessageID string    // with angle brackets, as in the header or the one added for it
	At        time.Time // when it was accepted, in whole seconds of the simulated clock
	Mark      Mark      // its place among all that happened: lists are in this order
	Size      int       // bytes of Raw
	Proto     string    // smtp, smtps, lmtp, api, or a provider's name such as sendgrid; person, world or system for what the simulation wrote
	Login     string    // mailbox that had logged in, "" for none

	Envelope *Envelope // nil in lists
	Raw      string    // the sender's bytes, without trace headers; "" in lists
}

type submissions interface {
	Submissions(since uint64) (list []Submission, version uint64)
	Submission(id string) (Submission, error)
	DeleteSubmissions(ctx context.Context, ids ...string) (deleted int, err error)
}

// Submissions lists the accepted mails that are kept, in the order in which they came,
// without envelope and bytes. Version changes whenever the list does; if since equals it,
// no list is returned. Do not change the list.
//
// The first call reads all folders; from then on the list is kept up to date.
func (u *Universe) Submissions(since uint64) (list []Submission, version uint64) {
	return u.live().Submissions(since)
}

// Submission returns one accepted mail in full. ErrNotFound when no copy of it is left.
func (u *Universe) Submission(id string) (Submission, error) { return u.live().Submission(id) }

// DeleteSubmissions deletes mails with all their copies in one step: what is planned
// because of them is skipped, and copies still on their way do not arrive. The replies,
// bounces and notes that resulted from them are kept. Unknown ids are ignored. It returns
// how many mails were deleted. Events: mail.deleted for each mail, job.updated for each
// job skipped.
func (u *Universe) DeleteSubmissions(ctx context.Context, ids ...string) (deleted int, err error) {
	return u.live().DeleteSubmissions(ctx, ids...)
}
