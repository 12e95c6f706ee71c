package engine

import (
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// heldMail is what a delivery job needs.
type heldMail struct {
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

	mail *post.Mail // shared with the sender's copy
	way  *post.Way  // likewise
}

func (h *heldMail) Kind() mailsim.JobKind { return mailsim.JobDelivery }

func (h *heldMail) Size() int { return len(h.Raw) }

func (h *heldMail) Cargo() post.Cargo {
	s := heldSubmission(h)
	return post.Cargo{Mail: s.mail, Way: s.way}
}

func (h *heldMail) Light() jobs.Payload {
	light := *h
	light.Envelope, light.Raw, light.ID, light.Thread, light.Truth = nil, "", "", "", ""
	return &light
}

func (h *heldMail) Restore(c post.Cargo) {
	h.Envelope, h.mail, h.way = c.Way.Envelope(), c.Mail, c.Way
	h.Raw, h.ID, h.Thread, h.Truth = c.Mail.Raw, c.Mail.MessageID, c.Mail.Thread, c.Mail.Truth.String()
}

// heldIn is the mail that a job delivers, nil for a job of another kind.
func heldIn(j *jobs.Record) *heldMail {
	h, _ := j.Args.Load.(*heldMail)
	return h
}

// HoldMail plans the delivery of one recipient's copy.
func HoldMail(t *state.Tx, s *submission, to string, d time.Duration, plan string) *jobs.Record {
	job := mailsim.Job{MessageID: s.mail.MessageID, Plan: plan}
	return jobs.Schedule(t, mailsim.JobDelivery, jobs.Owner{}, t.Now.Add(d), job, jobs.Args{Correspondent: s.env.From, To: []string{to}, Load: &heldMail{
		To: to, Envelope: s.env, Raw: s.raw, ID: s.mail.MessageID, Thread: s.mail.Thread, Truth: s.truth,
		Origin: int(s.origin), Login: s.login, Junked: s.junked, Again: s.again, mail: s.mail, way: s.way,
	}})
}

// heldSubmission is a held mail on its way again.
func heldSubmission(h *heldMail) *submission {
	env := *h.Envelope
	s := newSubmission(&env, h.Raw, origin(h.Origin))
	s.way = h.way
	if h.mail != nil {
		s.mail = h.mail
	} else {
		s.mail.MessageID, s.mail.Thread, s.mail.Truth = h.ID, h.Thread, post.TruthOf(h.Truth)
	}
	s.truth, s.login, s.junked, s.again = h.Truth, h.Login, h.Junked, h.Again
	return s
}
