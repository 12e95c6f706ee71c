package post

import (
	"encoding/base64"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/seam"
)

// ListText is how much of a message's text a list shows, in characters.
const ListText = 240

// Message makes the public form of a copy. It may parse: call it without the lock.
func (s *Stored) Message(address, folder string) (m mailsim.Message) {
	s.MessageTo(&m, address, folder)
	return m
}

// MessageTo is Message for a list: it writes to the place where the message is to stand.
func (s *Stored) MessageTo(m *mailsim.Message, address, folder string) {
	p := s.Mail.Parse()
	*m = mailsim.Message{
		Ref: mailsim.Ref{Address: address, Folder: folder, UID: s.uid}, Flags: s.Flags().Names(), Time: s.Filed.Time(), Size: s.Size(),
		MessageID: s.Mail.MessageID, InReplyTo: p.Sum.InReplyTo, References: append([]string{}, p.Sum.References...),
		From: p.Sum.From.Addr, FromName: p.Sum.From.Name, To: Addrs(p.Sum.To), CC: Addrs(p.Sum.Cc), Subject: p.Sum.Subject,
		Text: p.Text(), HTML: p.Msg.HTML, Format: p.Msg.Format, Attachments: Attachments(p.Msg), Headers: map[string]string{},
		Defects: slices.Clone(p.Msg.Defects), Truth: s.Mail.Truth.String(),
	}
	seam.Message(m, s, int64(s.Seq))
	if d := p.Sum.Date; !d.IsZero() {
		d = d.UTC()
		m.Date = &d
	} else if s.Traced {
		d := s.Filed.Time()
		m.Date = &d
	}
	for k, v := range p.Sum.Service {
		m.Headers[k] = v
	}
}

// Listed appends the message to a list as lists show it: the start of its text, and
// no HTML.
func (s *Stored) Listed(list []mailsim.Message, address, folder string) []mailsim.Message {
	list = append(list, mailsim.Message{})
	m := &list[len(list)-1]
	s.MessageTo(m, address, folder)
	text := plain.Cut(m.Text, ListText)
	m.Text, m.Cut, m.HTML = text, len(text) < len(m.Text), ""
	return list
}

// CopyOf is the copy that a message was read from.
func CopyOf(m *mailsim.Message) *Stored { return seam.CopyOf(m).(*Stored) }

// Full is the message with its full text and without HTML.
func (s *Stored) Full(address, folder string) mailsim.Message {
	m := s.Message(address, folder)
	m.HTML = ""
	m.NewText, _ = s.Mail.Parse().Understood()
	return m
}

// Safe makes the HTML of a copy safe, its inline images shown.
func (s *Stored) Safe(o mailsim.ViewOptions) mailsim.Safe {
	msg := s.Mail.Parse().Msg
	if msg.HTML == "" {
		return mailsim.Safe{}
	}
	html, blocked := htmlmail.Sanitize(msg.HTML, htmlmail.Options{Remote: o.Remote, Light: o.Light, CID: InlineImages(msg)})
	return mailsim.Safe{HTML: html, RemoteBlocked: blocked}
}

// Texts returns the text and the HTML of the message, whole.
func (s *Stored) Texts() (text, html string) {
	msg := s.Mail.Parse().Msg
	return msg.Text, msg.HTML
}

// MaxInline, which is exported for tests, bounds the bytes of one image shown in its page.
const MaxInline = 2 << 20

// InlineImages resolves cid: references to data: URLs, each image made one once
// however often it is named.
func InlineImages(msg *mime.Message) func(string) (string, bool) {
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
		if a.ContentID == "" || a.Size > MaxInline || images[id] != nil {
			continue
		}
		switch a.ContentType {
		case "image/png", "image/jpeg", "image/gif", "image/webp":
			images[id] = sync.OnceValue(func() string {
				return "data:" + a.ContentType + ";base64," + base64.StdEncoding.EncodeToString(a.Bytes())
			})
		}
	}
	return images
}

// Addrs lists the bare addresses.
func Addrs(list []mime.Address) []string {
	out := make([]string, 0, len(list))
	for _, a := range list {
		out = append(out, a.Addr)
	}
	return out
}

// Attachments is the public form of what is attached.
func Attachments(m *mime.Message) []mailsim.Attachment {
	out := make([]mailsim.Attachment, 0, len(m.Attachments))
	for _, a := range m.Attachments {
		out = append(out, mailsim.Attachment{Filename: a.Filename, ContentType: a.ContentType, Size: a.Size, ContentID: a.ContentID, Inline: a.Inline})
	}
	return out
}
