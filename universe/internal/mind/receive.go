package mind

import (
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Received is persona.received, made from the mail when it is read.
type Received struct {
	p      *people.Person
	caseID string
	Mail   *post.Mail
}

// ReceivedBy is the event of a universe that goes on with a store.
func ReceivedBy(p *people.Person, caseID string, m *post.Mail) Received {
	return Received{p: p, caseID: caseID, Mail: m}
}

// EventType names the event.
func (Received) EventType() mailsim.EventType { return mailsim.EventPersonaReceived }

// About is whom and what the event concerns.
func (e Received) About() seam.Subject {
	return seam.Subject{PersonaID: e.p.ID, CaseID: e.caseID, MessageID: e.Mail.MessageID}
}

// Resolve makes the event from the mail.
func (e Received) Resolve() mailsim.EventData {
	p := e.Mail.Parse()
	return mailsim.PersonaReceived{PersonaID: e.p.ID, Persona: e.p.Name, CaseID: e.caseID, From: p.Sum.From.Addr, FromName: p.Sum.From.Name, Subject: p.Sum.Subject, MessageID: e.Mail.MessageID, Text: p.Text()}
}

// Receive brings a mail to a person's mailbox and lets them decide about it. It returns
// the tag of the address that is still to do its part, nil for none.
func Receive(t *state.Tx, p *people.Person, to string, s *transit.Submission, c *post.Stored, tag *mailsim.MagicTag) (*mailsim.MagicTag, error) {
	rd := s.Read.For(p.Style.Client)
	if had, folder, at := hasAlready(t.View, p, to, s.Mail); had != nil {
		return fileBeside(t, to, c, tag, had, folder, at), nil
	}
	from := s.From()
	corr := addr.Correspondent(from)
	occasion := t.Count("occasion", addr.Key(p.Addresses[0]), corr) + 1
	thread := s.Mail.Thread
	caseID := people.LinkCase(t, p, s.CaseNamed(), &s.Sum, rd, c)
	verdict, err := filter(t, p, s, rd)
	if err != nil {
		return nil, err
	}
	sit := Situation(t, p, to, s, rd, occasion)
	sit.Mail.Junked = verdict.junk || s.Junked
	sit.Mail.OnCase = caseID != "" && slices.Contains(p.CaseIDs, caseID)
	d, lean := closeCall(t, sit, decide.Decide(sit))
	if d.Act == decide.Reject && d.Bounce != nil {
		rules.PlanBounce(t, s, to, mailsim.MailboxStatus(d.Bounce.Kind), d.Bounce.Due, p)
		return nil, nil
	}
	if sit.Mail.Junked {
		if !verdict.junk {
			verdict.why = "a fault rule has the provider take it for spam"
		}
		post.File(t, to, post.Junk, c)
		insight.Note(t, insight.Fact{Kind: insight.Delivered, Person: p.ID})
		t.Emit(mailsim.PersonaJunked{PersonaID: p.ID, Persona: p.Name, Subject: s.Sum.Subject, MessageID: s.Mail.MessageID, Score: verdict.score, Threshold: verdict.threshold, Why: verdict.why})
		return nil, nil
	}
	post.File(t, to, post.Inbox, c)
	insight.Note(t, insight.Fact{Kind: insight.Delivered, Person: p.ID})
	t.Emit(Received{p: p, caseID: caseID, Mail: s.Mail})
	people.Met(t, p, from, s.Sum.From.Name, rd)
	people.Heard(t, p, thread, s.Mail.MessageID, rd)
	plan(t, p, to, s, c, d, lean, occasion)
	return tag, nil
}

// recentCopies is how many of the newest copies of a folder are looked at for one of
// a mail that has just come.
const recentCopies = 100

// hasAlready finds a person's copy of a mail that came to another of their
// addresses, nil when there is none.
func hasAlready(v state.View, p *people.Person, to string, m *post.Mail) (c *post.Stored, folder, address string) {
	if len(p.Addresses) < 2 || post.ByID(v, m.MessageID) == nil {
		return nil, "", ""
	}
	for _, a := range p.Addresses {
		box := post.Mailbox(v, a)
		if box == nil || addr.Key(a) == addr.Key(to) {
			continue
		}
		for _, f := range box.Folders {
			if f.Use == `\Sent` {
				continue
			}
			n := 0
			for s := range f.Backward() {
				if s.Mail == m || s.Mail.MessageID == m.MessageID && s.Mail.Size() == m.Size() && s.Mail.Look() == m.Look() {
					return s, f.Name, a
				}
				if n++; n == recentCopies {
					break
				}
			}
		}
	}
	return nil, "", ""
}

// fileBeside files a further copy of a mail that a person has at another address.
// They see that it is the same mail and deal with it once; of the tag of this address
// it returns what that of the other one has not done.
func fileBeside(t *state.Tx, to string, c *post.Stored, tag *mailsim.MagicTag, had *post.Stored, folder, at string) *mailsim.MagicTag {
	if folder != post.Junk {
		folder = post.Inbox
	}
	if more := had.Extras(); more.CaseID != "" {
		c.SetExtras(post.Extras{CaseID: more.CaseID, CaseHow: more.CaseHow})
	}
	post.File(t, to, folder, c)
	if folder == post.Junk || tag == nil {
		return nil
	}
	left := *tag
	if done := rules.For(t.View, at).Tag; done != nil {
		left.Complaint, left.Unsubscribe = tag.Complaint && !done.Complaint, tag.Unsubscribe && !done.Unsubscribe
	}
	return &left
}
