package transit

import (
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Held is a mail that is held back for one recipient: what the job of its delivery needs.
type Held struct {
	To       string            `json:"to"`
	Envelope *mailsim.Envelope `json:"envelope"`
	Raw      string            `json:"raw"`
	ID       string            `json:"id"`
	Thread   string            `json:"thread"`
	Truth    string            `json:"truth,omitempty"`
	Origin   int               `json:"origin"`
	Login    string            `json:"login,omitempty"`
	Junked   bool              `json:"junked,omitempty"`
	Again    bool              `json:"again,omitempty"`
	Passed   bool              `json:"passed,omitempty"`
	Case     string            `json:"case,omitempty"`

	mail *post.Mail // shared with the sender's copy
	way  *post.Way  // likewise
}

// Kind is that of the jobs that carry it.
func (h *Held) Kind() mailsim.JobKind { return mailsim.JobDelivery }

// Size is that of the mail, in bytes.
func (h *Held) Size() int { return len(h.Raw) }

// Cargo is the mail and how it came in.
func (h *Held) Cargo() post.Cargo {
	s := Resume(h)
	return post.Cargo{Mail: s.Mail, Way: s.Way}
}

// Light is what is left without the mail.
func (h *Held) Light() jobs.Payload {
	light := *h
	light.Envelope, light.Raw, light.ID, light.Thread, light.Truth = nil, "", "", "", ""
	return &light
}

// Restore gives it the mail again.
func (h *Held) Restore(c post.Cargo) {
	h.Envelope, h.mail, h.way = c.Way.Envelope(), c.Mail, c.Way
	h.Raw, h.ID, h.Thread, h.Truth = c.Mail.Look(), c.Mail.MessageID, c.Mail.Thread, c.Mail.Truth.String()
}

// HeldIn is the mail that a job delivers, nil for a job of another kind.
func HeldIn(j *jobs.Record) *Held {
	h, _ := j.Args.Load.(*Held)
	return h
}

// Hold plans the delivery of one recipient's copy.
func Hold(t *state.Tx, s *Submission, to string, d time.Duration, plan string) *jobs.Record {
	job := mailsim.Job{MessageID: s.Mail.MessageID, Plan: plan}
	return jobs.Schedule(t, mailsim.JobDelivery, jobs.Owner{}, t.Now.Add(d), job, jobs.Args{Correspondent: s.Env.From, To: []string{to}, Load: &Held{
		To: to, Envelope: s.Env, Raw: s.Raw, ID: s.Mail.MessageID, Thread: s.Mail.Thread, Truth: s.Truth,
		Origin: int(s.Origin), Login: s.Login, Junked: s.Junked, Again: s.Again, Passed: s.Passed, Case: s.Case, mail: s.Mail, way: s.Way,
	}})
}

// Resume is a held mail on its way again.
func Resume(h *Held) *Submission {
	env := *h.Envelope
	s := NewSubmission(&env, h.Raw, Origin(h.Origin))
	s.Way = h.way
	if h.mail != nil {
		s.Mail = h.mail
	} else {
		s.Mail.MessageID, s.Mail.Thread, s.Mail.Truth = h.ID, h.Thread, post.TruthOf(h.Truth)
	}
	s.Truth, s.Login, s.Junked, s.Again = h.Truth, h.Login, h.Junked, h.Again
	s.Passed, s.Case = h.Passed, h.Case
	return s
}
