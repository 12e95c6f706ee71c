package release

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// Load is a mail on its way out: what the job of its release needs.
type Load struct {
	To       []string `json:"to"` // who is left
	From     string   `json:"from"`
	Traced   bool     `json:"traced,omitempty"`   // it goes behind the trace of how it came in
	Attempts int      `json:"attempts,omitempty"` // made
	Sent     int      `json:"sent,omitempty"`     // recipients that the server took it for
	Failed   int      `json:"failed,omitempty"`   // recipients that it will never have gone to

	Author string `json:"author,omitempty"` // the address that its header From gets
	Fresh  bool   `json:"fresh,omitempty"`  // it gets a Message-ID of its own
	N      int    `json:"n,omitempty"`      // of those mails of this sender
	Round  int    `json:"round,omitempty"`  // in which N was counted

	mail *post.Mail
	way  *post.Way
}

// Kind is that of the jobs that carry it.
func (l *Load) Kind() mailsim.JobKind { return mailsim.JobRelease }

// Size is that of the mail, in bytes.
func (l *Load) Size() int { return l.mail.Size() }

// Cargo is the mail and how it came in.
func (l *Load) Cargo() post.Cargo { return post.Cargo{Mail: l.mail, Way: l.way} }

// Light is what is left without the mail.
func (l *Load) Light() jobs.Payload {
	light := *l
	light.mail, light.way = nil, nil
	return &light
}

// Restore gives it the mail again.
func (l *Load) Restore(c post.Cargo) { l.mail, l.way = c.Mail, c.Way }

// in is what a job hands over, nil for one of another kind and one that has ended.
func in(j *jobs.Record) *Load {
	l, _ := j.Args.Load.(*Load)
	return l
}
