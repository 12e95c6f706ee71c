package work

// Jobs of people who are paused.

import (
	"errors"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// ErrPaused ends what a person who is paused would do.
var ErrPaused = errors.New("paused")

// HeldBy is the paused person who would do a job, nil when it may run. What mail
// servers do for a person, such as bounces of their address, goes on.
func HeldBy(v state.View, j *jobs.Record) *people.Person {
	switch {
	case j.Kind == mailsim.JobBounce && (rules.NoticeIn(j) == nil || rules.NoticeIn(j).Action != rules.Complaint), j.Args.Kind == jobs.MeetKind:
		return nil
	}
	if p := people.Get(v, j.PersonaID); p != nil && p.Paused {
		return p
	}
	return nil
}

// skipPaused ends a job that came due while its person is paused: it is not
// made up for. A promise that passes so is broken. Event: job.updated.
func skipPaused(t *state.Tx, j *jobs.Record) {
	if p := people.Get(t.View, j.PersonaID); p != nil && j.Kind == mailsim.JobDeliver {
		breakPromise(t, p, j.Args.Thread)
	}
	jobs.Cancel(t, j, ErrPaused.Error())
}
