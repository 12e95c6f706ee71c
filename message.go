package mailsim

// Messages (spec 2.3, 4.2).

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/seam"
)

// Ref names a message: the mailbox, the folder and the UID in it.
type Ref struct {
	Address string `json:"address,omitempty"`
	Folder  string `json:"folder"`
	UID     uint32 `json:"uid"`
}

// Message is one message of a mailbox (spec 2.3).
type Message struct {
	Ref
	Flags       []string          `json:"flags"` // IMAP flags such as \Seen
	Time        time.Time         `json:"time"`  // when it was filed, on the simulated clock
	Size        int               `json:"size"`  // bytes of the raw message
	MessageID   string            `json:"message_id"`
	InReplyTo   string            `json:"in_reply_to"`
	References  []string          `json:"references"`
	From        string            `json:"from"`
	FromName    string            `json:"from_name"`
	To          []string          `json:"to"`
	CC          []string          `json:"cc"`
	Subject     string            `json:"subject"`
	Date        *time.Time        `json:"date"` // of the Date header; null when it has none that can be read
	Text        string            `json:"text"`
	HTML        string            `json:"html"`   // as sent, not made safe; empty in lists, in View, and in what changed a message
	Format      string            `json:"format"` // text, html or both
	Attachments []Attachment      `json:"attachments"`
	Headers     map[string]string `json:"headers"`           // the X-Service-* fields, names in lower case
	Defects     []string          `json:"defects,omitempty"` // what the reader could not make sense of
	Truth       string            `json:"truth,omitempty"`   // of World mail: spam or phishing

	mark Mark      // its arrival
	of   seam.Copy // what it was read from; nil for one made by hand
}

// Attachment is one attachment of a message.
type Attachment struct {
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	Size        int    `json:"size"` // bytes, decoded
	ContentID   string `json:"content_id,omitempty"`
	Inline      bool   `json:"inline,omitempty"`
}

// View is one message whole (spec 2.3): the message with its full text and
// without HTML, the HTML made safe, and the case it was linked to.
type View struct {
	Message Message   `json:"message"`
	Safe    Safe      `json:"safe"`
	Case    *CaseLink `json:"case"`

	Envelope *Envelope `json:"-"` // how it came in; nil for what no submission filed
}

// Safe is HTML made safe to display.
type Safe struct {
	HTML          string `json:"html"`
	RemoteBlocked int    `json:"remote_blocked"` // images not loaded
}

// CaseLink says to which case a message was linked, and how: header, thread,
// subject, text or only.
type CaseLink struct {
	ID  string `json:"id"`
	How string `json:"how"`
}

// ViewOptions change how HTML is made safe.
type ViewOptions struct {
	Remote bool // allow remote images
	Light  bool // do not adapt colours for a dark page
}

// MessageFilter chooses messages of a folder.
type MessageFilter struct {
	Folder string // default INBOX
	Before uint32 // only UIDs below it; 0 is no bound
	Limit  int    // at most so many; 0 is all
}

// listText is how much of a message's text a list shows (spec 8).
const listText = 240

// Messages lists a folder, newest first, each text cut to its first 240
// characters. ErrNotFound for an unknown mailbox or folder.
func (u *Universe) Messages(address string, f MessageFilter) ([]Message, error) {
	if f.Limit < 0 {
		return nil, invalidf("limit must not be negative")
	}
	var box *mailboxRec
	var folder *folderRec
	var err error
	u.read(func(v view) { box, folder, err = v.folderOf(address, f.Folder) })
	if err != nil {
		return nil, err
	}
	out := make([]Message, 0, min(folder.Len(), max(f.Limit, 16)))
	for s := range folder.backward(f.Before) {
		m := s.message(box.address, folder.name)
		m.Text, m.HTML = cut(m.Text, listText), ""
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
		return nil, nil, noSuch("folder")
	}
	return m, f, nil
}

// find returns a stored copy.
func (v view) find(r Ref) (*mailboxRec, *folderRec, *Stored, error) {
	m, f, err := v.folderOf(r.Address, r.Folder)
	if err != nil {
		return nil, nil, nil, err
	}
	s, ok := f.Get(r.UID)
	if !ok {
		return nil, nil, nil, noSuch("message")
	}
	return m, f, s, nil
}

// stored looks a copy up.
func (u *Universe) stored(r Ref) (address, folder string, s *Stored, err error) {
	u.read(func(v view) {
		var m *mailboxRec
		var f *folderRec
		if m, f, s, err = v.find(r); err == nil {
			address, folder = m.address, f.name
		}
	})
	return address, folder, s, err
}

// cut returns the first n characters of s, never splitting one.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// message makes the public form of a copy. It may parse: call it without the lock.
func (s *Stored) message(address, folder string) Message {
	p := s.mail.parse()
	m := Message{
		Ref: Ref{address, folder, s.uid}, Flags: s.Flags().Names(), Time: s.filed.time(), Size: s.Size(),
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
func copyOf(m Message) *Stored { return seam.CopyOf(m).(*Stored) }

func addrs(list []mime.Address) []string {
	out := make([]string, 0, len(list))
	for _, a := range list {
		out = append(out, a.Addr)
	}
	return out
}

func attachments(m *mime.Message) []Attachment {
	out := make([]Attachment, 0, len(m.Attachments))
	for _, a := range m.Attachments {
		out = append(out, Attachment{a.Filename, a.ContentType, a.Size, a.ContentID, a.Inline})
	}
	return out
}

// Bytes returns the raw message: trace headers and the sender's bytes.
func (m Message) Bytes() []byte {
	if m.of == nil {
		return nil
	}
	return []byte(m.of.Bytes())
}

// Mark returns the message's place in all that happens.
func (m Message) Mark() Mark { return m.mark }

// Message returns one message whole. ErrNotFound when it is not there.
func (u *Universe) Message(ctx context.Context, r Ref, o ViewOptions) (View, error) {
	mustHave(ctx)
	address, folder, s, err := u.stored(r)
	if err != nil {
		return View{}, err
	}
	v := View{Message: s.full(address, folder), Envelope: s.env.envelope()}
	v.Safe = s.safe(o)
	if more := s.extra(); more.caseID != "" {
		v.Case = &CaseLink{more.caseID, more.caseHow}
	}
	return v, ctx.Err()
}

// full is the message as View has it: with its full text and without HTML.
func (s *Stored) full(address, folder string) Message {
	m := s.message(address, folder)
	m.HTML = ""
	return m
}

// safe makes the HTML of a copy safe, its inline images shown.
func (s *Stored) safe(o ViewOptions) Safe {
	msg := s.mail.parse().Msg
	if msg.HTML == "" {
		return Safe{}
	}
	html, blocked := htmlmail.Sanitize(msg.HTML, htmlmail.Options{Remote: o.Remote, Light: o.Light, CID: inlineImages(msg)})
	return Safe{html, blocked}
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
func (u *Universe) Raw(_ context.Context, r Ref) ([]byte, error) {
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

// AttachmentData is an attachment with its bytes.
type AttachmentData struct {
	Attachment
	Data []byte
}

// Attachment returns attachment n, counted from 0 in the order of Attachments.
// ErrNotFound when there is no such message or attachment.
func (u *Universe) Attachment(_ context.Context, r Ref, n int) (AttachmentData, error) {
	_, _, s, err := u.stored(r)
	if err != nil {
		return AttachmentData{}, err
	}
	msg := s.mail.parse().Msg
	if n < 0 || n >= len(msg.Attachments) {
		return AttachmentData{}, noSuch("attachment")
	}
	return AttachmentData{attachments(msg)[n], msg.Attachments[n].Bytes()}, nil
}

// MessagePatch changes a message; nil keeps.
type MessagePatch struct {
	Seen   *bool   `json:"seen,omitempty"`
	MoveTo *string `json:"move_to,omitempty"` // a folder's name; the folder is made when missing
}

// UpdateMessage marks a message read or unread, moves it, or both, and returns
// it as View has it, with its new folder and UID.
func (u *Universe) UpdateMessage(ctx context.Context, r Ref, p MessagePatch) (Message, error) {
	var address, folder string
	var s *Stored
	err := u.update(ctx, func(t *tx) error {
		m, f, old, err := t.find(r)
		if err != nil {
			return err
		}
		address, folder, s = m.address, f.name, old
		if p.MoveTo != nil {
			if err := checkFolder(*p.MoveTo); err != nil {
				return invalidf("move_to: %s", strings.TrimPrefix(err.Error(), "folder: "))
			}
		}
		if p.Seen != nil && *p.Seen != (old.flags&FlagSeen != 0) {
			s = old.withFlags(old.Flags().with(Flags{System: FlagSeen}, *p.Seen))
			f = t.replace(address, f, []*Stored{s})
		}
		if p.MoveTo != nil && canonFolder(*p.MoveTo) != f.name {
			folder = canonFolder(*p.MoveTo)
			s = t.moveOne(address, f, s, folder)
		}
		return nil
	})
	if err != nil {
		return Message{}, err
	}
	return s.full(address, folder), nil
}

// withFlags returns the copy with other flags, still without its mod-sequence.
func (s *Stored) withFlags(f Flags) *Stored {
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
// order of address. It looks in the mailboxes that the mail went to.
func (u *Universe) FindMessage(messageID string) []Ref {
	out := []Ref{}
	u.read(func(v view) {
		if v.mails.at(messageID) == nil {
			return
		}
		for _, m := range v.mailboxes.sorted() {
			for _, f := range m.folders {
				for s := range f.Backward() {
					if s.mail.messageID == messageID {
						out = append(out, Ref{m.address, f.name, s.uid})
					}
				}
			}
		}
	})
	return out
}
