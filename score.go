package mailsim

// A person's spam filter (spec 2.1 style.filter, 6.5).

import (
	"cmp"
	"strings"

	"github.com/mailsim/mailsim/internal/spam"
)

// scored is a mail as spam filters see it, for a reader who knows the sender
// and one who does not.
type scored struct{ mail spam.Mail }

// verdict is what a person's filter made of a mail.
type verdict struct {
	junk      bool
	score     float64
	threshold float64
	why       string
}

// spamMail is a mail as the filter sees it.
func (u *Universe) spamMail(p *parsedMail) spam.Mail {
	sum := &p.sum
	m := spam.Mail{
		From: sum.From.Addr, FromName: sum.From.Name, Subject: sum.Subject, Date: sum.Date, HasMessageID: sum.HasMessageID,
		Text: p.msg.Text, HTML: p.msg.HTML, ListUnsubscribe: sum.ListUnsubscribe, ListUnsubscribePost: sum.ListUnsubscribePost,
		Bulk: sum.ListID != "" || strings.EqualFold(sum.Precedence, "bulk") || strings.EqualFold(sum.Precedence, "list"),
		Auth: u.authResults(p),
	}
	if len(sum.ReplyTo) > 0 {
		m.ReplyTo = sum.ReplyTo[0].Addr
	}
	for _, a := range p.msg.Attachments {
		m.Attachments = append(m.Attachments, spam.Attachment{Filename: a.Filename, ContentType: a.ContentType, Size: int64(a.Size)})
	}
	return m
}

// score prepares the filter's work outside the lock.
func (u *Universe) score(s *submission, rd *reading) *scored {
	return &scored{u.spamMail(rd.parsed)}
}

// filter lets a person's filter judge. Event: inspect.scored.
func (t *tx) filter(p *personaRec, s *submission, rd *reading, rel *relationRec) verdict {
	threshold, filters := spam.Threshold(cmp.Or(p.Style.Filter, "normal"))
	if !filters {
		return verdict{}
	}
	m := rd.score.mail
	m.Arrived = t.now
	m.Known = rel.Sent > 0
	m.InThread = t.talk(p, s.mail.thread).Replies > 0
	r := spam.Score(m)
	v := verdict{r.Score >= threshold, r.Score, threshold, strings.Join(r.Why(), " ")}
	action := "inbox"
	if v.junk {
		action = "junk"
	}
	t.emit(InspectScored{s.mail.messageID, s.sum.Subject, r.Score, spam.Engine, action})
	return v
}

// authResults are SPF, DKIM and DMARC of a mail in the closed universe: none
// where nothing is on file.
func (u *Universe) authResults(*parsedMail) spam.Auth { return spam.Auth{} }
