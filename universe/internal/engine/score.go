package engine

import (
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/spam"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// reader is what a score depends on besides the mail.
type reader struct{ known, inThread bool }

// scored is a mail as spam filters see it, with its scores for the readers it
// has. They are made outside the lock.
type scored struct {
	mail    spam.Mail
	reports map[reader]spam.Report
}

// add scores the mail for a reader.
func (c *scored) add(r reader) {
	m := c.mail
	m.Known, m.InThread = r.known, r.inThread
	c.reports[r] = spam.Score(m)
}

// spamMail is a mail as the filter sees it.
func (u *transitPart) spamMail(m *post.Mail, env *mailsim.Envelope, at time.Time) spam.Mail {
	p := m.Parse()
	sum := &p.Sum
	out := spam.Mail{
		From: sum.From.Addr, FromName: sum.From.Name, Subject: sum.Subject, Date: sum.Date, HasMessageID: sum.HasMessageID,
		Text: p.Msg.Text, HTML: p.Msg.HTML, ListUnsubscribe: sum.ListUnsubscribe, ListUnsubscribePost: sum.ListUnsubscribePost,
		Bulk:    sum.ListID != "" || strings.EqualFold(sum.Precedence, "bulk") || strings.EqualFold(sum.Precedence, "list"),
		Arrived: at, Auth: u.authResults(m, env, at),
	}
	if len(sum.ReplyTo) > 0 {
		out.ReplyTo = sum.ReplyTo[0].Addr
	}
	for _, a := range p.Msg.Attachments {
		out.Attachments = append(out.Attachments, spam.Attachment{Filename: a.Filename, ContentType: a.ContentType, Size: int64(a.Size)})
	}
	return out
}

// score scores a mail for those whom it goes to, outside the lock.
func (u *transitPart) score(s *submission) *scored {
	c := &scored{u.spamMail(s.mail, s.env, u.Now()), map[reader]spam.Report{}}
	readers := map[reader]bool{{}: true}
	u.Read(func(v state.View) {
		thread := post.ThreadOf(v, s.sum.MessageID, s.sum.InReplyTo, s.sum.References)
		for _, to := range s.env.To {
			if p := people.At(v, to); p != nil {
				readers[ReaderOf(v, p, s.from(), thread)] = true
			}
		}
	})
	for r := range readers {
		c.add(r)
	}
	return c
}

// ReaderOf tells what a person has had to do with a sender and a thread.
func ReaderOf(v state.View, p *people.Person, from, thread string) reader {
	return reader{people.Relation(v, p, addr.Correspondent(from)).Sent > 0, people.Talk(v, p, thread).Replies > 0}
}
