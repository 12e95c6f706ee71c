package mailview

import (
	"context"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/mails"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// UpdateMail marks all copies of a mail read or unread. ErrNotFound as with Mail.
func (u *Part) UpdateMail(ctx context.Context, id string, p mailsim.MailPatch) (mailsim.Mail, error) {
	copies, err := u.copiesOf(id)
	if err != nil {
		return mailsim.Mail{}, err
	}
	if p.Seen != nil {
		err = u.Update(ctx, func(t *state.Tx) error {
			for _, c := range copies {
				mark(t, c, *p.Seen)
			}
			return nil
		})
		if err == nil {
			copies, err = u.copiesOf(id)
		}
	}
	if err != nil {
		return mailsim.Mail{}, err
	}
	return u.rows([][]post.Placed{copies})[0], nil
}

// mark changes one copy, if it is still there.
func mark(t *state.Tx, c post.Placed, seen bool) {
	_, f, s, err := post.Find(t.View, mailsim.Ref{Address: c.Address, Folder: c.Folder, UID: c.UID()})
	if err != nil || s.Seq != c.Seq || seen == (s.Marks&mailsim.FlagSeen != 0) {
		return
	}
	s = s.WithFlags(post.WithFlags(s.Flags(), mailsim.Flags{System: mailsim.FlagSeen}, seen))
	post.Replace(t, c.Address, f, []*post.Stored{s})
}

// DeleteMail takes mails out of all folders, and ends what people were to do about
// them. ErrNotFound, and nothing is deleted, when one is not there. Events:
// mail.deleted for each, job.updated for each job.
func (u *Part) DeleteMail(ctx context.Context, ids ...string) error {
	list := make([][]post.Placed, len(ids))
	for i, id := range ids {
		var err error
		if list[i], err = u.copiesOf(id); err != nil {
			return err
		}
	}
	var recs []mails.Record
	for _, copies := range list {
		recs = append(recs, records(copies)...)
	}
	_, err := u.mails.Delete(ctx, recs)
	return err
}

// records are what is deleted of a mail: its bytes, and those that a fault changed on
// the way to a recipient.
func records(copies []post.Placed) (out []mails.Record) {
	for _, c := range copies {
		if !slices.ContainsFunc(out, func(r mails.Record) bool { return r.Mail == c.Mail }) {
			out = append(out, mails.Record{Mail: c.Mail, Way: c.Way, Seq: c.Seq})
		}
	}
	return out
}
