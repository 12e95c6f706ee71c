package engine

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// savedJob is a job, its mail and envelope shared with other records.
type savedJob struct {
	jobRec
	Cargo cargoKeys `json:"cargo,omitzero"`
}

// cargo is the mail that a job carries.
func (j *jobRec) cargo() (c cargo) {
	if h := j.Args.Delivery; h != nil {
		s := heldSubmission(h)
		return cargo{s.mail, s.way}
	}
	if b := j.Args.Bounce; b != nil {
		return cargo{&mail{raw: b.Raw, messageID: b.ID}, b.way}
	}
	return c
}

func (j *jobRec) saved(keys cargoKeys) any {
	s := savedJob{*j, keys}
	if h := j.Args.Delivery; h != nil {
		light := *h
		light.Envelope, light.Raw, light.ID, light.Thread, light.Truth = nil, "", "", "", ""
		s.Args.Delivery = &light
	}
	if b := j.Args.Bounce; b != nil {
		light := *b
		light.Envelope, light.Raw, light.ID = nil, "", ""
		s.Args.Bounce = &light
	}
	return s
}

// job gives the job back what it carries.
func (s savedJob) job(load cargo) (*jobRec, error) {
	j := s.jobRec
	h, b := j.Args.Delivery, j.Args.Bounce
	open := j.State != mailsim.StateDone && j.State != mailsim.StateFailed && j.State != mailsim.StateSkipped // one that has ended carries nothing
	if (h != nil || b != nil) != (load.mail != nil && load.way != nil) || open && ((j.Kind == mailsim.JobDelivery) != (h != nil) || (j.Kind == mailsim.JobBounce) != (b != nil)) {
		return nil, fail.Damagedf("job %.50q: what it carries does not fit its kind", j.ID)
	}
	if h != nil {
		m := load.mail
		h.Envelope, h.mail, h.way = load.way.envelope(), m, load.way
		h.Raw, h.ID, h.Thread, h.Truth = m.raw, m.messageID, m.thread, m.truth.String()
	}
	if b != nil {
		b.Envelope, b.way, b.Raw, b.ID = load.way.envelope(), load.way, load.mail.raw, load.mail.messageID
	}
	return &j, nil
}
