package mailsim

import (
	"context"
	"time"
)

// Acts: a person does what a test tells them.

// ActKind is what a person is told to do.
type ActKind string

// The acts.
const (
	ActReply       ActKind = "reply"
	ActOpen        ActKind = "open"
	ActIgnore      ActKind = "ignore"
	ActUnsubscribe ActKind = "unsubscribe"
	ActComplain    ActKind = "complain"
	ActWrite       ActKind = "write"   // a first mail, to anyone
	ActForward     ActKind = "forward" // the mail, to anyone
)

// Act tells a person what to do about a mail that they got, or to write one.
type Act struct {
	Kind      ActKind
	MessageID string        // the mail; required, except for ActWrite
	To        string        // ActWrite, ActForward: the address
	Subject   string        // ActWrite: at most 300 bytes; if "", the person chooses one
	Text      string        // ActReply, ActWrite, ActForward: at most 1 MiB; if "", the person writes the text
	URL       string        // ActOpen: the link
	After     time.Duration // how long from now, on the simulated clock; 0 is at once
}

type acts interface {
	Act(ctx context.Context, personaID string, a Act) (Job, error)
}

// Act tells a person what to do, as an ordinary job. ActReply replaces a reply that was planned, ActIgnore
// cancels it. ErrNotFound for an unknown person or mail, ErrConflict for a person who is paused. Events:
// job.scheduled, then those of the job.
func (u *Universe) Act(ctx context.Context, personaID string, a Act) (Job, error) {
	return u.live().Act(ctx, personaID, a)
}
