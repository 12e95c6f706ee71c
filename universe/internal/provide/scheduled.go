package provide

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// Scheduled is a mail that waits for its instant: what the job of its send needs.
type Scheduled struct {
	Provider  string            `json:"provider"`
	ID        string            `json:"id"`
	Envelope  *mailsim.Envelope `json:"envelope"`
	Raw       string            `json:"raw"`
	MessageID string            `json:"message_id"`

	way *post.Way
}

// Kind is that of the jobs that carry it.
func (s *Scheduled) Kind() mailsim.JobKind { return mailsim.JobSend }

// Size is that of the mail, in bytes.
func (s *Scheduled) Size() int { return len(s.Raw) }

// Cargo is the mail and how it came in.
func (s *Scheduled) Cargo() post.Cargo {
	return post.Cargo{Mail: post.Loose(s.Raw, s.MessageID), Way: s.way}
}

// Light is what is left without the mail.
func (s *Scheduled) Light() jobs.Payload {
	light := *s
	light.Envelope, light.Raw, light.MessageID = nil, "", ""
	return &light
}

// Restore gives it the mail again.
func (s *Scheduled) Restore(c post.Cargo) {
	s.Envelope, s.way, s.Raw, s.MessageID = c.Way.Envelope(), c.Way, c.Mail.Look(), c.Mail.MessageID
}
