package transit

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/spam"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Reader is what a score depends on besides the mail.
type Reader struct{ Known, InThread bool }

// Scores is a mail as spam filters see it, with its scores for the readers it
// has. They are made outside the lock.
type Scores struct {
	mail    *spam.Looked // made for the first reader
	Reports map[Reader]spam.Report
}

// Score scores a mail for a reader, outside the lock.
func (u *Part) Score(s *Submission, r Reader) {
	c := s.Scores
	if c.mail == nil {
		c.mail = spam.Look(u.SpamMail(s.Mail, s.Env, u.Now()))
	}
	c.Reports[r] = c.mail.Score(r.Known, r.InThread)
}

// FilterOf is the score from which a person's filter files a mail as junk; false for
// whoever has none.
func FilterOf(p *people.Person) (threshold float64, ok bool) {
	return spam.Threshold(cmp.Or(p.Style.Filter, "normal"))
}

// SpamMail is a mail as the filter sees it.
func (u *Part) SpamMail(m *post.Mail, env *mailsim.Envelope, at time.Time) spam.Mail {
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
func (u *Part) score(s *Submission) {
	var readers []Reader
	u.Peek(func(v state.View) {
		thread := post.ThreadOf(v, s.Sum.MessageID, s.Sum.InReplyTo, s.Sum.References)
		for _, to := range s.Env.To {
			r, filters := Reader{}, true // of a stranger
			if p := people.At(v, to); p != nil {
				if _, filters = FilterOf(p); filters {
					r = ReaderOf(v, p, s.From(), thread)
				}
			}
			if filters && !slices.Contains(readers, r) {
				readers = append(readers, r)
			}
		}
	})
	s.Scores = &Scores{Reports: make(map[Reader]spam.Report, len(readers))}
	for _, r := range readers {
		u.Score(s, r)
	}
}

// ReaderOf tells what a person has had to do with a sender and a thread.
func ReaderOf(v state.View, p *people.Person, from, thread string) Reader {
	return Reader{people.RelationOf(v, p, addr.Correspondent(from)).Sent > 0, people.TalkOf(v, p, thread).Replies > 0}
}
