package engine

import (
	"cmp"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/spam"
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

// verdict is what a person's filter made of a mail.
type verdict struct {
	junk      bool
	score     float64
	threshold float64
	why       string
}

// spamMail is a mail as the filter sees it.
func (u *Universe) spamMail(m *mail, env *mailsim.Envelope, at time.Time) spam.Mail {
	p := m.parse()
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
func (u *Universe) score(s *submission) *scored {
	c := &scored{u.spamMail(s.mail, s.env, u.Now()), map[reader]spam.Report{}}
	readers := map[reader]bool{{}: true}
	u.read(func(v view) {
		thread := v.threadOf(s.sum.MessageID, s.sum.InReplyTo, s.sum.References)
		for _, to := range s.env.To {
			if p := v.personaAt(to); p != nil {
				readers[v.readerOf(p, s.from(), thread)] = true
			}
		}
	})
	for r := range readers {
		c.add(r)
	}
	return c
}

// readerOf tells what a person has had to do with a sender and a thread.
func (v view) readerOf(p *personaRec, from, thread string) reader {
	return reader{v.relation(p, addr.Correspondent(from)).Sent > 0, v.talk(p, thread).Replies > 0}
}

// filter lets a person's filter judge. Event: inspect.scored.
func (t *tx) filter(p *personaRec, s *submission, rd *reading.Mail) (verdict, error) {
	threshold, filters := spam.Threshold(cmp.Or(p.Style.Filter, "normal"))
	if !filters {
		return verdict{}, nil
	}
	who := t.readerOf(p, s.from(), s.mail.thread)
	r, ok := s.score.reports[who]
	if !ok {
		return verdict{}, s.ask(func() { s.score.add(who) })
	}
	v := verdict{r.Score >= threshold, r.Score, threshold, strings.Join(r.Why(), " ")}
	t.emit(mailsim.InspectScored{MessageID: s.mail.messageID, Subject: s.sum.Subject, Score: r.Score, Engine: spam.Engine, Action: filed(v.junk)})
	if t.inspected.at(s.mail.messageID) == nil {
		put(t, t.inspected, s.mail.messageID, &inspectRec{Filter: p.Style.Filter, Known: who.known, InThread: who.inThread})
	}
	return v, nil
}
