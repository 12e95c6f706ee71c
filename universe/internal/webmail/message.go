package webmail

import (
	"context"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Messages lists a folder, newest first, each text cut to its first 240
// characters. ErrNotFound for an unknown mailbox or folder.
func (u *Part) Messages(address string, f mailsim.MessageFilter) ([]mailsim.Message, error) {
	if f.Limit < 0 {
		return nil, fail.Invalidf("limit must not be negative")
	}
	var box *post.Box
	var folder *post.Folder
	var err error
	u.Read(func(v state.View) { box, folder, err = post.FolderOf(v, address, f.Folder) })
	if err != nil {
		return nil, err
	}
	out := make([]mailsim.Message, 0, min(folder.Len(), max(f.Limit, 16)))
	for s := range folder.BackwardFrom(f.Before) {
		out = s.Listed(out, box.Address, folder.Name)
		if len(out) == f.Limit {
			break
		}
	}
	return out, nil
}

// Message returns one message whole. ErrNotFound when it is not there.
func (u *Part) Message(ctx context.Context, r mailsim.Ref, o mailsim.ViewOptions) (mailsim.View, error) {
	fail.IfNil(ctx)
	address, folder, s, err := u.post.Stored(r)
	if err != nil {
		return mailsim.View{}, err
	}
	v := mailsim.View{Message: s.Full(address, folder), Envelope: s.Way.Envelope()}
	v.Safe = s.Safe(o)
	if more := s.Extras(); more.CaseID != "" {
		v.Case = &mailsim.CaseLink{ID: more.CaseID, How: more.CaseHow}
	}
	return v, ctx.Err()
}

// Raw returns the bytes of a message as stored. ErrNotFound when it is not there.
func (u *Part) Raw(_ context.Context, r mailsim.Ref) ([]byte, error) {
	_, _, s, err := u.post.Stored(r)
	if err != nil {
		return nil, err
	}
	return []byte(s.Bytes()), nil
}

// Attachment returns attachment n, counted from 0 in the order of Attachments.
// ErrNotFound when there is no such message or attachment.
func (u *Part) Attachment(_ context.Context, r mailsim.Ref, n int) (mailsim.AttachmentData, error) {
	_, _, s, err := u.post.Stored(r)
	if err != nil {
		return mailsim.AttachmentData{}, err
	}
	msg := s.Mail.Parse().Msg
	if n < 0 || n >= len(msg.Attachments) {
		return mailsim.AttachmentData{}, fail.NoSuch("attachment")
	}
	return mailsim.AttachmentData{Attachment: post.Attachments(msg)[n], Data: msg.Attachments[n].Bytes()}, nil
}

// UpdateMessage marks a message read or unread, moves it, or both, and returns it with its full
// text, without HTML, and with its new folder and UID.
func (u *Part) UpdateMessage(ctx context.Context, r mailsim.Ref, p mailsim.MessagePatch) (mailsim.Message, error) {
	var address, folder string
	var s *post.Stored
	err := u.Update(ctx, func(t *state.Tx) error {
		m, f, old, err := post.Find(t.View, r)
		if err != nil {
			return err
		}
		address, folder, s = m.Address, f.Name, old
		if p.MoveTo != nil {
			if err := valid.Folder(*p.MoveTo); err != nil {
				return fail.Invalidf("move_to: %s", strings.TrimPrefix(err.Error(), "folder: "))
			}
		}
		if p.Seen != nil && *p.Seen != (old.Marks&mailsim.FlagSeen != 0) {
			s = old.WithFlags(post.WithFlags(old.Flags(), mailsim.Flags{System: mailsim.FlagSeen}, *p.Seen))
			f = post.Replace(t, address, f, []*post.Stored{s})
		}
		if p.MoveTo != nil && post.CanonFolder(*p.MoveTo) != f.Name {
			folder = post.CanonFolder(*p.MoveTo)
			s = moveOne(t, address, f, s, folder)
		}
		return nil
	})
	if err != nil {
		return mailsim.Message{}, err
	}
	return s.Full(address, folder), nil
}

// moveOne files a copy in another folder of its mailbox and expunges it here.
func moveOne(t *state.Tx, address string, f *post.Folder, s *post.Stored, to string) *post.Stored {
	next := *s
	moved := post.File(t, address, to, &next)
	FollowMoved(t, address, f, []uint32{s.UID()}, to, []uint32{moved.UID()})
	f = post.Mailbox(t.View, address).Folder(f.Name)
	post.Remove(t, address, f, []uint32{s.UID()})
	return moved
}

// FindMessage returns where the copies of a mail with a Message-ID lie, in
// order of address.
func (u *Part) FindMessage(messageID string) []mailsim.Ref {
	out := []mailsim.Ref{}
	for _, c := range u.post.CopiesOf(messageID) {
		out = append(out, mailsim.Ref{Address: c.Address, Folder: c.Folder, UID: c.UID()})
	}
	return out
}
