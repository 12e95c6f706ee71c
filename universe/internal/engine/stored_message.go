package engine

import (
	"encoding/base64"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/seam"
)

// listText is how much of a message's text a list shows (spec 8).
const listText = 240

// message makes the public form of a copy. It may parse: call it without the lock.
func (s *Stored) message(address, folder string) mailsim.Message {
	p := s.mail.parse()
	m := mailsim.Message{
		Ref: mailsim.Ref{Address: address, Folder: folder, UID: s.uid}, Flags: s.Flags().Names(), Time: s.filed.Time(), Size: s.Size(),
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
		d := s.filed.Time()
		m.Date = &d
	}
	for k, v := range p.Sum.Service {
		m.Headers[k] = v
	}
	return m
}

// copyOf is the copy that a message was read from.
func copyOf(m mailsim.Message) *Stored { return seam.CopyOf(m).(*Stored) }

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

// Texts returns the text and the HTML of the message, whole.
func (s *Stored) Texts() (text, html string) {
	msg := s.mail.parse().Msg
	return msg.Text, msg.HTML
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
			images[id] = sync.OnceValue(func() string {
				return "data:" + a.ContentType + ";base64," + base64.StdEncoding.EncodeToString(a.Bytes())
			})
		}
	}
	return images
}

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
