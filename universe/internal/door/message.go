package door

import (
	"context"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webmail"
)

// Append adds messages to an existing folder, all or none. A message appended to Sent that SMTP has
// filed there for this mailbox, and that no client has appended yet, replaces the filed copy.
func (a *Access) Append(ctx context.Context, folder string, mails []mailsim.AppendMail) (uidValidity uint32, uids []uint32, err error) {
	list := make([]Appending, 0, 1) // one is usual, and costs no allocation
	for _, m := range mails {
		list = append(list, NewAppending(m))
	}
	err = a.inFolder(ctx, folder, func(t *state.Tx, f *post.Folder) error {
		uidValidity, uids = f.UIDValidity, nil
		for _, m := range list {
			uids = append(uids, Append(t, a.address, f.Name, m))
		}
		return nil
	})
	return uidValidity, uids, err
}

// Replace appends a message to dest, an existing folder, and removes the one with
// a UID for good, both or neither (RFC 8508). The result pairs their UIDs. When the
// message to be replaced is gone, nothing is appended and the result has no UIDs.
func (a *Access) Replace(ctx context.Context, folder string, uid uint32, dest string, mail mailsim.AppendMail) (r mailsim.CopyResult, err error) {
	m := NewAppending(mail)
	err = a.inFolder(ctx, folder, func(t *state.Tx, from *post.Folder) error {
		_, to, err := post.FolderOf(t.View, a.address, dest)
		if err != nil {
			return err
		}
		r = mailsim.CopyResult{UIDValidity: to.UIDValidity}
		if _, ok := from.Get(uid); !ok {
			return nil
		}
		r.Source, r.Dest = []uint32{uid}, []uint32{Append(t, a.address, to.Name, m)}
		post.Remove(t, a.address, post.Mailbox(t.View, a.address).Folder(from.Name), r.Source)
		return nil
	})
	return r, err
}

// Appending is a message to append that has been looked at before any lock.
type Appending struct {
	mailsim.AppendMail
	mail       *post.Mail
	inReplyTo  string
	references []string
}

// NewAppending looks at a message before any lock.
func NewAppending(m mailsim.AppendMail) Appending {
	sum := mime.Identify(m.Data)
	return Appending{m, post.Identified(m.Data, &sum), sum.InReplyTo, sum.References}
}

// Append files a message in a folder and returns its UID.
func Append(t *state.Tx, address, folder string, m Appending) uint32 {
	m.mail.Thread = post.ThreadOf(t.View, m.mail.MessageID, m.inReplyTo, m.references)
	s := &post.Stored{Mail: m.mail}
	s.SetFlags(m.Flags)
	if !m.Time.IsZero() {
		s.SetInternal(state.InstantOf(m.Time))
	}
	replaceSent(t, address, folder, m.mail.MessageID)
	return post.File(t, address, folder, s).UID()
}

// replaceSent expunges the copy of a message that SMTP filed in Sent.
func replaceSent(t *state.Tx, address, folder, messageID string) {
	f := post.Mailbox(t.View, address).Folder(folder)
	if f.Use != `\Sent` || messageID == "" || post.ByID(t.View, messageID) == nil {
		return
	}
	for s := range f.Backward() {
		if s.BySMTP && s.Mail.MessageID == messageID {
			post.Remove(t, address, f, []uint32{s.UID()})
			return
		}
	}
}

// StoreFlags changes the flags of messages, all at once. Those changed after
// unchangedSince, when it is not nil, are left and returned (RFC 7162 section
// 3.1.3). Those that are gone are passed over.
func (a *Access) StoreFlags(ctx context.Context, folder string, uids []uint32, op mailsim.FlagOp, flags mailsim.Flags, unchangedSince *uint64) (modified []uint32, err error) {
	err = a.inFolder(ctx, folder, func(t *state.Tx, f *post.Folder) error {
		modified = nil
		var changed []*post.Stored
		for _, uid := range sortedUIDs(uids) {
			s, ok := f.Get(uid)
			if !ok {
				continue
			}
			if unchangedSince != nil && s.ModSeq() > *unchangedSince {
				modified = append(modified, uid)
				continue
			}
			next := flags
			if op != mailsim.FlagsSet {
				next = post.WithFlags(s.Flags(), flags, op == mailsim.FlagsAdd)
			}
			if next = f.Spelled(next); !post.SameFlags(next, s.Flags()) {
				changed = append(changed, s.WithFlags(next))
			}
		}
		post.Replace(t, a.address, f, changed)
		return nil
	})
	return modified, err
}

func sortedUIDs(uids []uint32) []uint32 {
	if slices.IsSorted(uids) {
		return uids
	}
	out := slices.Clone(uids)
	slices.Sort(out)
	return slices.Compact(out)
}

// Copy copies messages to another folder, all or none. ErrNotFound when there
// is no such folder. UIDs that are gone are passed over.
func (a *Access) Copy(ctx context.Context, folder string, uids []uint32, dest string) (mailsim.CopyResult, error) {
	return a.transfer(ctx, folder, uids, dest, false)
}

// Move moves messages to another folder, all or none (RFC 6851).
func (a *Access) Move(ctx context.Context, folder string, uids []uint32, dest string) (mailsim.CopyResult, error) {
	return a.transfer(ctx, folder, uids, dest, true)
}

func (a *Access) transfer(ctx context.Context, folder string, uids []uint32, dest string, move bool) (r mailsim.CopyResult, err error) {
	err = a.inFolder(ctx, folder, func(t *state.Tx, from *post.Folder) error {
		_, to, err := post.FolderOf(t.View, a.address, dest)
		if err != nil {
			return err
		}
		r = mailsim.CopyResult{UIDValidity: to.UIDValidity}
		for _, uid := range sortedUIDs(uids) {
			if s, ok := from.Get(uid); ok {
				next := *s
				next.BySMTP = s.BySMTP && move // a copy is what the client made
				r.Source, r.Dest = append(r.Source, uid), append(r.Dest, post.File(t, a.address, to.Name, &next).UID())
			}
		}
		if move {
			webmail.FollowMoved(t, a.address, from, r.Source, to.Name, r.Dest)
			post.Remove(t, a.address, post.Mailbox(t.View, a.address).Folder(from.Name), r.Source)
		}
		return nil
	})
	return r, err
}

// Expunge removes messages flagged \Deleted for good: all of them, or those
// among uids. It returns the UIDs removed, sorted.
func (a *Access) Expunge(ctx context.Context, folder string, uids []uint32) (gone []uint32, err error) {
	err = a.inFolder(ctx, folder, func(t *state.Tx, f *post.Folder) error {
		var list []uint32
		if uids == nil && f.Deleted > 0 {
			for s := range f.All() {
				if s.Marks&mailsim.FlagDeleted != 0 {
					list = append(list, s.UID())
				}
			}
		}
		for _, uid := range sortedUIDs(uids) {
			if s, ok := f.Get(uid); ok && s.Marks&mailsim.FlagDeleted != 0 {
				list = append(list, uid)
			}
		}
		gone = post.Remove(t, a.address, f, list)
		return nil
	})
	return gone, err
}
