package mailsim

import (
	"context"
	"time"
)

// Planned jobs: what they are, how they are moved, skipped and run by hand.

// JobState is where a job stands.
type JobState string

// The states of a job.
const (
	StatePending JobState = "pending"
	StateRunning JobState = "running"
	StateDone    JobState = "done"
	StateFailed  JobState = "failed"
	StateSkipped JobState = "skipped"
)

// JobKind says what a job does.
type JobKind string

// The kinds of jobs.
const (
	JobRead       JobKind = "read"       // a person reads a mail
	JobReply      JobKind = "reply"      // a person answers a mail
	JobFollowup   JobKind = "followup"   // a person adds to an answer of theirs
	JobCorrection JobKind = "correction" // a person corrects an answer of theirs
	JobOOO        JobKind = "ooo"        // an automatic reply goes out for somebody who is out of office
	JobInitiate   JobKind = "initiate"   // a person writes of their own accord
	JobDeliver    JobKind = "deliver"    // a person sends what they promised
	JobNudge      JobKind = "nudge"      // a person asks again
	JobForward    JobKind = "forward"    // a person forwards a mail
	JobBounce     JobKind = "bounce"     // a server returns a mail
	JobDelivery   JobKind = "delivery"   // a mail that was held back reaches its recipient
	JobWorld      JobKind = "world"      // the World sends a mail
	JobRelease    JobKind = "release"    // a mail is handed to the relay
	JobSend       JobKind = "send"       // a mail that the application scheduled with a provider goes out
	JobAct        JobKind = "act"        // what Act asks for and no other kind covers: open, unsubscribe, complain, ignore
)

// Job is one planned action.
type Job struct {
	ID        string    `json:"id"`
	Kind      JobKind   `json:"kind"`
	State     JobState  `json:"state"`
	Due       time.Time `json:"due"`
	Created   time.Time `json:"created"`
	PersonaID string    `json:"persona_id"`
	CaseID    string    `json:"case_id"`
	MessageID string    `json:"message_id"` // the mail that it is about
	Plan      string    `json:"plan"`       // a readable sentence
	Note      string    `json:"note"`       // the outcome
}

// JobFilter chooses jobs; its zero value chooses all.
type JobFilter struct {
	State     JobState
	Kind      JobKind
	PersonaID string
	MessageID string // of the mail that they are about
	Thread    string // of the conversation that they continue, by the Message-ID at its root
	Limit     int    // at most this many, up to 1,000; 0 means all, without a limit
}

type jobs interface {
	Jobs(f JobFilter) ([]Job, error)
	Job(id string) (Job, error)
	MoveJob(ctx context.Context, id string, due time.Time) (Job, error)
	SkipJob(ctx context.Context, id string) (Job, error)
	RunJob(ctx context.Context, id string) (Job, error)
}

// Jobs lists jobs by due time; those due at the same instant are in the
// order in which they were planned. An unknown state or kind, or a negative
// limit, is ErrInvalid.
func (u *Universe) Jobs(f JobFilter) ([]Job, error) { return u.live().Jobs(f) }

// Job returns one job; ErrNotFound when there is none.
func (u *Universe) Job(id string) (Job, error) { return u.live().Job(id) }

// MoveJob reschedules a pending job; an instant in the past means now. ErrConflict when it
// is not pending. Event: job.updated.
func (u *Universe) MoveJob(ctx context.Context, id string, due time.Time) (Job, error) {
	return u.live().MoveJob(ctx, id, due)
}

// SkipJob ends a pending job so that it never runs. ErrConflict when it is not
// pending. Event: job.updated.
func (u *Universe) SkipJob(ctx context.Context, id string) (Job, error) {
	return u.live().SkipJob(ctx, id)
}

// RunJob runs a pending job now, and what it causes at this instant, without moving the clock.
// ErrConflict when it is not pending, or its person is paused.
func (u *Universe) RunJob(ctx context.Context, id string) (Job, error) {
	return u.live().RunJob(ctx, id)
}
