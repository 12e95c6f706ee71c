package engine

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// listText is how much of a message's text a list shows (spec 8).
const listText = 240

// Messages lists a folder, newest first, each text cut to its first 240
// characters. ErrNotFound for an unknown mailbox or folder.
func (u *Universe) Messages(address string, f mailsim.MessageFilter) ([]mailsim.Message, error) {
	if f.Limit < 0 {
		return nil, fail.Invalidf("limit must not be negative")
	}
	var box *mailboxRec
	var folder *folderRec
	var err error
	u.read(func(v view) { box, folder, err = v.folderOf(address, f.Folder) })
	if err != nil {
		return nil, err
	}
	out := make([]mailsim.Message, 0, min(folder.Len(), max(f.Limit, 16)))
	for s := range folder.backward(f.Before) {
		m := s.message(box.address, folder.name)
		m.Text, m.HTML = plain.Cut(m.Text, listText), ""
		out = append(out, m)
		if len(out) == f.Limit {
			break
		}
	}
	return out, nil
}

// backward yields the copies with a UID below before (0: all), newest first.
func (f *folderRec) backward(before uint32) func(func(*Stored) bool) {
	return func(yield func(*Stored) bool) {
		i := f.Len()
		if before > 0 {
			i, _ = f.IndexOf(before)
		}
		for i--; i >= 0; i-- {
			if !yield(f.At(i)) {
				return
			}
		}
	}
}

func (v view) folderOf(address, folder string) (*mailboxRec, *folderRec, error) {
	m, err := v.mustMailbox(address)
	if err != nil {
		return nil, nil, err
	}
	if folder == "" {
		folder = inbox
	}
	f := m.folder(canonFolder(folder))
	if f == nil {
		return nil, nil, fail.NoSuch("folder")
	}
	return m, f, nil
}

// find returns a stored copy.
func (v view) find(r mailsim.Ref) (*mailboxRec, *folderRec, *Stored, error) {
	m, f, err := v.folderOf(r.Address, r.Folder)
	if err != nil {
		return nil, nil, nil, err
	}
	s, ok := f.Get(r.UID)
	if !ok {
		return nil, nil, nil, fail.NoSuch("message")
	}
	return m, f, s, nil
}

// stored looks a copy up.
func (u *Universe) stored(r mailsim.Ref) (address, folder string, s *Stored, err error) {
	u.read(func(v view) {
		var m *mailboxRec
		var f *folderRec
		if m, f, s, err = v.find(r); err == nil {
			address, folder = m.address, f.name
		}
	})
	return address, folder, s, err
}

// message makes the public form of a copy. It may parse: call it without the lock.
func (s *Stored) message(address, folder string) mailsim.Message {
	p := s.mail.parse()
	m := mailsim.Message{
		Ref: mailsim.Ref{Address: address, Folder: folder, UID: s.uid}, Flags: s.Flags().Names(), Time: s.filed.time(), Size: s.Size(),
		MessageID: s.mail.messageID, InReplyTo: p.Sum.InReplyTo, References: append([]string{}, p.Sum.References...),
		From: p.Sum.From.Addr, FromName: p.Sum.From.Name, To: addrs(p.Sum.To), CC: addrs(p.Sum.Cc), Subject: p.Sum.Subject,
		Text: p.Text(), HTML: p.Msg.HTML, Format: p.Msg.Format, Attachments: attachments(p.Msg), Headers: map[string]string{},
		Defects: slices.Clone(p.Msg.Defects), Truth: s.mail.truth.String(),
	}
	seam.Message(&m, s, int64(s.seq))
	if d := p.Sum.Date; !d.IsZero() {
		d = d.UTC()
		m.Date = &d
	} else if s.traced {
		d := s.filed.time()
		m.Date = &d
	}
	for k, v := range p.Sum.Service {
		m.Headers[k] = v
	}
	return m
}

// copyOf is the copy that a message was read from.
func copyOf(m mailsim.Message) *Stored { return seam.CopyOf(m).(*Stored) }

func addrs(list []mime.Address) []string {
	out := make([]string, 0, len(list))
	for _, a := range list {
		out = append(out, a.Addr)
	}
	return out
}

func attachments(m *mime.Message) []mailsim.Attachment {
	out := make([]mailsim.Attachment, 0, len(m.Attachments))
	for _, a := range m.Attachments {
		out = append(out, mailsim.Attachment{Filename: a.Filename, ContentType: a.ContentType, Size: a.Size, ContentID: a.ContentID, Inline: a.Inline})
	}
	return out
}

// Message returns one message whole. ErrNotFound when it is not there.
func (u *Universe) Message(ctx context.Context, r mailsim.Ref, o mailsim.ViewOptions) (mailsim.View, error) {
	fail.IfNil(ctx)
	address, folder, s, err := u.stored(r)
	if err != nil {
		return mailsim.View{}, err
	}
	v := mailsim.View{Message: s.full(address, folder), Envelope: s.env.envelope()}
	v.Safe = s.safe(o)
	if more := s.extra(); more.caseID != "" {
		v.Case = &mailsim.CaseLink{ID: more.caseID, How: more.caseHow}
	}
	return v, ctx.Err()
}

// full is the message as View has it: with its full text and without HTML.
func (s *Stored) full(address, folder string) mailsim.Message {
	m := s.message(address, folder)
	m.HTML = ""
	return m
}

// safe makes the HTML of a copy safe, its inline images shown.
func (s *Stored) safe(o mailsim.ViewOptions) mailsim.Safe {
	msg := s.mail.parse().Msg
	if msg.HTML == "" {
		return mailsim.Safe{}
	}
	html, blocked := htmlmail.Sanitize(msg.HTML, htmlmail.Options{Remote: o.Remote, Light: o.Light, CID: inlineImages(msg)})
	return mailsim.Safe{HTML: html, RemoteBlocked: blocked}
}

// maxInline bounds the bytes of one image shown in its page.
const maxInline = 2 << 20

// inlineImages resolves cid: references to data: URLs, each image made one once
// however often it is named.
func inlineImages(msg *mime.Message) func(string) (string, bool) {
	var images map[string]func() string
	return func(id string) (string, bool) {
		if images == nil {
			images = imagesByID(msg)
		}
		if image := images[id]; image != nil {
			return image(), true
		}
		return "", false
	}
}

// imagesByID makes the data: URLs of the images that a page may show; the first
// of an id counts.
func imagesByID(msg *mime.Message) map[string]func() string {
	images := map[string]func() string{}
	for i := range msg.Attachments {
		a := &msg.Attachments[i]
		id := strings.Trim(a.ContentID, "<>")
		if a.ContentID == "" || a.Size > maxInline || images[id] != nil {
			continue
		}
		switch a.ContentType {
		case "image/png", "image/jpeg", "image/gif", "image/webp":
			images[id] = sync.OnceValue(func() string { return "data:" + a.ContentType + ";base64," + base64Text(a.Bytes()) })
		}
	}
	return images
}

// Raw returns the bytes of a message as stored. ErrNotFound when it is not there.
func (u *Universe) Raw(_ context.Context, r mailsim.Ref) ([]byte, error) {
	_, _, s, err := u.stored(r)
	if err != nil {
		return nil, err
	}
	return []byte(s.Bytes()), nil
}

// Texts returns the text and the HTML of the message, whole.
func (s *Stored) Texts() (text, html string) {
	msg := s.mail.parse().Msg
	return msg.Text, msg.HTML
}

// Attachment returns attachment n, counted from 0 in the order of Attachments.
// ErrNotFound when there is no such message or attachment.
func (u *Universe) Attachment(_ context.Context, r mailsim.Ref, n int) (mailsim.AttachmentData, error) {
	_, _, s, err := u.stored(r)
	if err != nil {
		return mailsim.AttachmentData{}, err
	}
	msg := s.mail.parse().Msg
	if n < 0 || n >= len(msg.Attachments) {
		return mailsim.AttachmentData{}, fail.NoSuch("attachment")
	}
	return mailsim.AttachmentData{Attachment: attachments(msg)[n], Data: msg.Attachments[n].Bytes()}, nil
}

// UpdateMessage marks a message read or unread, moves it, or both, and returns
// it as View has it, with its new folder and UID.
func (u *Universe) UpdateMessage(ctx context.Context, r mailsim.Ref, p mailsim.MessagePatch) (mailsim.Message, error) {
	var address, folder string
	var s *Stored
	err := u.update(ctx, func(t *tx) error {
		m, f, old, err := t.find(r)
		if err != nil {
			return err
		}
		address, folder, s = m.address, f.name, old
		if p.MoveTo != nil {
			if err := valid.Folder(*p.MoveTo); err != nil {
				return fail.Invalidf("move_to: %s", strings.TrimPrefix(err.Error(), "folder: "))
			}
		}
		if p.Seen != nil && *p.Seen != (old.flags&mailsim.FlagSeen != 0) {
			s = old.withFlags(flagsWith(old.Flags(), mailsim.Flags{System: mailsim.FlagSeen}, *p.Seen))
			f = t.replace(address, f, []*Stored{s})
		}
		if p.MoveTo != nil && canonFolder(*p.MoveTo) != f.name {
			folder = canonFolder(*p.MoveTo)
			s = t.moveOne(address, f, s, folder)
		}
		return nil
	})
	if err != nil {
		return mailsim.Message{}, err
	}
	return s.full(address, folder), nil
}

// withFlags returns the copy with other flags, still without its mod-sequence.
func (s *Stored) withFlags(f mailsim.Flags) *Stored {
	next := *s
	next.setFlags(f)
	return &next
}

// moveOne files a copy in another folder of its mailbox and expunges it here.
func (t *tx) moveOne(address string, f *folderRec, s *Stored, to string) *Stored {
	next := *s
	moved := t.file(address, to, &next)
	t.followMoved(address, f, []uint32{s.uid}, to, []uint32{moved.uid})
	f = t.mailbox(address).folder(f.name)
	t.remove(address, f, []uint32{s.uid})
	return moved
}

// FindMessage returns where the copies of a mail with a Message-ID lie, in
// order of address.
func (u *Universe) FindMessage(messageID string) []mailsim.Ref {
	out := []mailsim.Ref{}
	for _, c := range u.copiesOf(messageID) {
		out = append(out, mailsim.Ref{Address: c.address, Folder: c.folder, UID: c.uid})
	}
	return out
}
