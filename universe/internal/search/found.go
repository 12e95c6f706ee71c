package search

import (
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/post"
)

var _ searchindex.Doc = (*found)(nil)

// found is a copy as the search sees it.
type found struct {
	*post.Stored
	address, folder string
	cursor          cursor
	sum             *mime.Summary   // nil before it is asked for
	glance          *reading.Parsed // likewise
}

// parsed is the mail parsed, for this look at it alone: a search may look at all mail.
func (f *found) parsed() *reading.Parsed {
	if f.glance == nil {
		f.glance = f.Mail.Glance()
	}
	return f.glance
}

func (f *found) summary() *mime.Summary {
	if f.sum == nil {
		sum := f.Mail.Summary()
		f.sum = &sum
	}
	return f.sum
}

func (f *found) From() []searchindex.Address {
	a := f.summary().From
	return []searchindex.Address{{Name: a.Name, Addr: a.Addr}}
}

// To lists the recipients, and whose mailbox it is when it was delivered there:
// a blind copy is to them too.
func (f *found) To() []searchindex.Address {
	sum := f.summary()
	var out []searchindex.Address
	for _, list := range [][]mime.Address{sum.To, sum.Cc, sum.Bcc} {
		for _, a := range list {
			out = append(out, searchindex.Address{Name: a.Name, Addr: a.Addr})
		}
	}
	if f.Traced {
		out = append(out, searchindex.Address{Addr: f.address})
	}
	return out
}

func (f *found) Subject() string { return f.summary().Subject }

func (f *found) Text() string {
	p := f.parsed()
	var b strings.Builder
	b.WriteString(p.Text())
	for _, a := range p.Msg.Attachments {
		b.WriteString("\n" + a.Filename)
	}
	return b.String()
}

func (f *found) Folder() string { return f.folder }

func (f *found) Seen() bool { return f.Marks&mailsim.FlagSeen != 0 }

func (f *found) Flagged() bool { return f.Marks&mailsim.FlagFlagged != 0 }

func (f *found) Size() int64 { return int64(f.Stored.Size()) }

func (f *found) At() time.Time { return f.Time() }

// HasAttachment passes over images shown in the text.
func (f *found) HasAttachment() bool { return f.Mail.HasFiles() }

// further are the texts that IMAP looks in and Search does not.
func (f *found) further() []string {
	trace, _ := f.Parts()
	msg := f.parsed().Msg
	texts := []string{trace}
	if msg.HTML != "" {
		texts = append(texts, msg.Text, msg.HTML)
	}
	return slices.AppendSeq(slices.AppendSeq(texts, post.AttachedTexts(msg)), post.HeaderLines(msg))
}
