package engine

import (
	"errors"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// origin says who submits.
type origin int

const (
	fromApp    origin = iota // the application, over SMTP or LMTP
	fromAPI                  // the application, by Send: faults do not apply
	fromPerson               // a simulated person
	fromWorld                // a World stream
	fromSystem               // bounces, reports
)

// submission is one message on its way into mailboxes.
type submission struct {
	env    *mailsim.Envelope
	raw    string
	origin origin
	login  string         // mailbox of the login, "" without one
	copyTo string         // whose Sent gets the copy of a mail with a null sender
	person *people.Person // who writes, for fromPerson and fromWorld
	truth  string

	mail   *post.Mail
	way    *post.Way // how it came in, once it has been accepted
	sum    mime.Summary
	read   *reading.Mail // the body as people see it; made when someone will read it
	score  *scored       // made with it
	junked bool          // a fault rule has it filed as junk
	again  bool          // a second copy, which is only filed
	caseID string        // the case that the copy in a person's Sent is linked to

	header *mime.Header           // made when a fault rule asks for it
	others map[string]*submission // made for this delivery, outside the lock; shared by all of it
}

// from is whom the mail is from: the header's address, else the envelope's.
func (s *submission) from() string { return reading.From(&s.sum, s.env.From) }

// sentBox is the mailbox whose Sent folder gets a copy, "" for none.
func (s *submission) sentBox() string {
	switch {
	case s.copyTo != "":
		return s.copyTo
	case s.env.From == "", s.origin == fromWorld && s.person == nil: // nobody is behind the World's bulk mail
		return ""
	case s.login != "":
		return s.login
	}
	if from := s.from(); addr.Valid(from) {
		return from
	}
	return ""
}

// tracedBy is the folder whose mails tell a submission from others: that of who
// sends it, or to whom it goes where nobody sends it.
func (s *submission) tracedBy(box string) (who, folder string) {
	if box == "" && len(s.env.To) > 0 {
		return s.env.To[0], post.Inbox
	}
	return box, post.Sent
}

// newSubmission scans the header; it is called outside the lock.
func newSubmission(env *mailsim.Envelope, raw string, o origin) *submission {
	s := &submission{env: env, raw: raw, origin: o, login: env.Login}
	s.sum = mime.Summarize(raw)
	s.detach()
	s.mail = post.NewMail(raw, &s.sum)
	return s
}

// detach gives what events, jobs and relations keep of the header bytes of their
// own: they outlive the mail, and must not hold on to it whole.
func (s *submission) detach() {
	from := &s.sum.From
	all := s.sum.MessageID + s.sum.Subject + from.Addr + from.Name
	for _, text := range []*string{&s.sum.MessageID, &s.sum.Subject, &from.Addr, &from.Name} {
		*text, all = all[:len(*text)], all[len(*text):]
	}
}

// simulatedHeader marks what the service itself writes (spec 2.3).
const simulatedHeader = "X-Service-Simulated"

// readMail parses the body and reads it.
func (u *transitPart) readMail(s *submission) {
	s.read, s.score = reading.Read(s.mail.Parse(), s.env.From), u.score(s)
}

// lacking ends a transaction that needs what is made outside the lock. make gets the
// submission that the transaction delivers.
type lacking struct {
	make func(u *transitPart, s *submission)
}

func (*lacking) Error() string { return "the delivery is not prepared" }

// errUnread asks for the body to be read.
var errUnread = &lacking{(*transitPart).readMail}

// prepared runs a transaction that delivers a submission. What it turns out to lack
// is made outside the lock, and it runs again.
func (u *transitPart) prepared(s *submission, update func(func(*state.Tx) error) error, f func(*state.Tx) error) error {
	for {
		err := update(f)
		if err == nil {
			return nil
		}
		var l *lacking
		if !errors.As(err, &l) {
			return err
		}
		l.make(u, s)
	}
}

// other returns another submission that this delivery brings, made and read outside
// the lock.
func (s *submission) other(key string, made func() *submission) (*submission, error) {
	if o := s.others[key]; o != nil {
		return o, nil
	}
	return nil, &lacking{func(u *transitPart, s *submission) {
		if s.others == nil {
			s.others = map[string]*submission{}
		}
		o := made()
		o.others = s.others
		u.readMail(o)
		s.others[key] = o
	}}
}
