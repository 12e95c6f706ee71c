package transit

import (
	"errors"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Origin says who submits.
type Origin int

// The origins. A held mail keeps the number.
const (
	FromApp    Origin = iota // the application, over SMTP or LMTP
	FromAPI                  // the application, by Send: faults do not apply
	FromPerson               // a simulated person
	FromWorld                // a World stream
	FromSystem               // bounces, reports
)

// Submission is one message on its way into mailboxes.
type Submission struct {
	Env    *mailsim.Envelope
	Raw    string
	Origin Origin
	Login  string         // mailbox of the login, "" without one
	CopyTo string         // whose Sent gets the copy of a mail with a null sender
	Person *people.Person // who writes, for FromPerson and FromWorld
	Passed bool           // a simulated person passed it on
	Retry  bool           // a provider submits, who tries again what is refused for now
	Case   string         // of the job that wrote it, "" for none
	Truth  string

	Mail   *post.Mail
	Way    *post.Way // how it came in, once it has been accepted
	Sum    mime.Summary
	Read   *reading.Mail // the body as people see it; made when someone will read it
	Scores *Scores       // made with it
	Junked bool          // a fault rule has it filed as junk
	Again  bool          // a second copy, which is only filed
	CaseID string        // the case that the copy in a person's Sent is linked to

	Header *mime.Header           // made when a fault rule asks for it
	others map[string]*Submission // made for this delivery, outside the lock; shared by all of it
}

// From is whom the mail is from: the header's address, else the envelope's.
func (s *Submission) From() string { return reading.From(&s.Sum, s.Env.From) }

// SentBox is the mailbox whose Sent folder gets a copy, "" for none.
func (s *Submission) SentBox() string {
	switch {
	case s.CopyTo != "":
		return s.CopyTo
	case s.Env.From == "", s.Origin == FromWorld && s.Person == nil: // nobody is behind the World's bulk mail
		return ""
	case s.Login != "":
		return s.Login
	}
	if from := s.From(); addr.Valid(from) {
		return from
	}
	return ""
}

// TracedBy is the folder whose mails tell a submission from others: that of who
// sends it, or to whom it goes where nobody sends it.
func (s *Submission) TracedBy(box string) (who, folder string) {
	if box == "" && len(s.Env.To) > 0 {
		return s.Env.To[0], post.Inbox
	}
	return box, post.Sent
}

// NewSubmission is a mail that sets out. It scans the header: call it outside the lock.
func NewSubmission(env *mailsim.Envelope, raw string, o Origin) *Submission {
	s := &Submission{Env: env, Raw: raw, Origin: o, Login: env.Login}
	s.Sum = mime.Summarize(raw)
	s.detach()
	s.Mail = post.NewMail(raw, &s.Sum)
	return s
}

// detach gives what events, jobs and relations keep of the header bytes of their
// own: they outlive the mail, and must not hold on to it whole.
func (s *Submission) detach() {
	from := &s.Sum.From
	all := s.Sum.MessageID + s.Sum.Subject + from.Addr + from.Name
	for _, text := range []*string{&s.Sum.MessageID, &s.Sum.Subject, &from.Addr, &from.Name} {
		*text, all = all[:len(*text)], all[len(*text):]
	}
}

// SimulatedHeader marks what the service itself writes. It is for the eyes of others:
// nothing here goes by it, and it can be left out.
const SimulatedHeader = "X-Service-Simulated"

// Marks are the header fields of what the service itself writes; none where its mail is
// not marked.
func Marks(v state.View) []mimebuild.Field {
	if !settings.MarksSimulated(v) {
		return nil
	}
	return []mimebuild.Field{{Name: SimulatedHeader, Value: "1"}}
}

// Marks are those of View, asked without the lock.
func (u *Part) Marks() (fields []mimebuild.Field) {
	u.Peek(func(v state.View) { fields = Marks(v) })
	return fields
}

// CaseNamed is the case that the mail says it belongs to, "" for none: by its header, or
// as whoever wrote it knows.
func (s *Submission) CaseNamed() string {
	if id := strings.TrimSpace(s.Sum.Service[strings.ToLower(people.CaseHeader)]); id != "" {
		return id
	}
	return s.Case
}

// ReadMail parses the body, reads it and scores the mail for its readers.
func (u *Part) ReadMail(s *Submission) {
	s.Read = reading.Read(s.Mail.Parse(), s.Env.From)
	u.score(s)
}

// Lacking ends a transaction that needs what is made outside the lock. Make gets the
// submission that the transaction delivers.
type Lacking struct {
	Make func(u *Part, s *Submission)
}

// Error says so to who does not make it.
func (*Lacking) Error() string { return "the delivery is not prepared" }

// ErrUnread asks for the body to be read.
var ErrUnread = &Lacking{(*Part).ReadMail}

// Prepared runs a transaction that delivers a submission. What it turns out to lack
// is made outside the lock, and it runs again.
func (u *Part) Prepared(s *Submission, update func(func(*state.Tx) error) error, f func(*state.Tx) error) error {
	for {
		err := update(f)
		if err == nil {
			return nil
		}
		var l *Lacking
		if !errors.As(err, &l) {
			return err
		}
		l.Make(u, s)
	}
}

// Other returns another submission that this delivery brings, made and read outside
// the lock.
func (s *Submission) Other(key string, made func() *Submission) (*Submission, error) {
	if o := s.others[key]; o != nil {
		return o, nil
	}
	return nil, &Lacking{func(u *Part, s *Submission) {
		if s.others == nil {
			s.others = map[string]*Submission{}
		}
		o := made()
		o.others = s.others
		u.ReadMail(o)
		s.others[key] = o
	}}
}
