package mailsim

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Waiting for mail and for replies.

// Match says which mail to wait for. Its zero value matches any.
type Match struct {
	To        string             // the mailbox it lies in; "" is any
	From      string             // header From: the address, or a part of address or name
	Subject   string             // a part, without regard to case
	Contains  string             // a part of the text, without regard to case
	Folder    string             // default INBOX and Junk
	InReplyTo string             // Message-ID that it answers
	Func      func(Message) bool // anything else
}

// String says in words which mail matches.
func (m Match) String() string {
	parts := []string{}
	if m.To != "" {
		parts = append(parts, "to "+m.To)
	}
	for _, p := range []struct{ name, value string }{{"from", m.From}, {"subject", m.Subject}, {"contains", m.Contains}, {"folder", m.Folder}, {"in reply to", m.InReplyTo}} {
		if p.value != "" {
			parts = append(parts, fmt.Sprintf("%s %q", p.name, p.value))
		}
	}
	if m.Func != nil {
		parts = append(parts, "a function")
	}
	return strings.TrimSpace("mail " + strings.Join(parts, ", "))
}

// Arrival is a message that a wait found, with what was extracted from it.
type Arrival struct {
	Message
	Extract Extract
}

// Miss is a mail that arrived and did not match.
type Miss struct {
	Message Message
	Why     string // the condition that failed
}

// WaitError reports a wait that ended without a match. It is ErrTimeout.
type WaitError struct {
	Match   string    // what was waited for
	Since   Mark      // where the wait began
	Misses  []Miss    // what did arrive, oldest first, at most 20
	Frozen  bool      // the clock stands still
	Now     time.Time // simulated
	Pending []Job     // planned jobs that could have brought a match, soonest first, at most 5
	Err     error     // the context's error
}

// Unwrap returns the context's error.
func (e *WaitError) Unwrap() error { return e.Err }

// Is reports whether target is ErrTimeout.
func (e *WaitError) Is(target error) bool { return target == ErrTimeout }

// Error says what arrived, why it did not match, and what to do.
func (e *WaitError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the wait timed out: no %s", e.Match)
	for _, m := range e.Misses {
		fmt.Fprintf(&b, "; arrived: %q from %s: %s", m.Message.Subject, m.Message.From, m.Why)
	}
	if len(e.Misses) == 0 {
		b.WriteString("; nothing arrived there")
	}
	switch {
	case e.Frozen:
		fmt.Fprintf(&b, "; the clock stands at %s", e.Now.Format(time.RFC3339))
	case len(e.Pending) > 0:
		fmt.Fprintf(&b, "; the clock is at %s", e.Now.Format(time.RFC3339))
	}
	for _, j := range e.Pending {
		fmt.Fprintf(&b, "; pending: %s %s due %s (%s)", j.Kind, j.ID, j.Due.Format(time.RFC3339), j.Plan)
	}
	if len(e.Pending) > 0 {
		b.WriteString("; advance the clock")
	}
	return b.String()
}

// ReplyMatch says which mail of a person to wait for.
type ReplyMatch struct {
	From      string // a person's id or address; required
	InReplyTo string // only the answer to this Message-ID
	AsPlanned bool   // wait for the planned instant; else the planned answer is sent at once, without moving the clock
}

// DeclinedError reports that a person decided not to reply, or that their address bounced
// the mail. It is ErrConflict.
type DeclinedError struct {
	Event   Event  // the event that tells of it, such as persona.ignored or persona.bounced; the zero Event if there is none
	Who     string // the person's name
	Why     string
	Bounced bool // the mail never reached them
}

// Is reports whether target is ErrConflict.
func (e *DeclinedError) Is(target error) bool { return target == ErrConflict }

// Error says who declined, and why.
func (e *DeclinedError) Error() string {
	if e.Bounced {
		return e.Who + " did not get the mail: " + e.Why
	}
	return e.Who + " decided not to reply: " + e.Why
}

type waiting interface {
	WaitReply(ctx context.Context, since Mark, m ReplyMatch) (Arrival, error)
	Wait(ctx context.Context, since Mark, m Match) (Arrival, error)
	WaitNewest(ctx context.Context, m Match) (Arrival, error)
}

// WaitReply returns the next mail that a person sends. With InReplyTo it also returns an answer
// that was sent before the mark. Errors: ErrInvalid for an InReplyTo that is not a Message-ID;
// ErrNotFound for an unknown person; *DeclinedError when they decided not to reply, or their
// address bounced the mail; *WaitError.
func (u *Universe) WaitReply(ctx context.Context, since Mark, m ReplyMatch) (Arrival, error) {
	return u.live().WaitReply(ctx, since, m)
}

// Wait returns the oldest matching mail that came after the mark, waiting for one until the
// context ends. Take the mark before the action so that no mail is missed. If m.To is "",
// Wait looks at every mailbox after each change. Errors: ErrInvalid where To is not an
// address or InReplyTo not a Message-ID; *WaitError when the context ends.
func (u *Universe) Wait(ctx context.Context, since Mark, m Match) (Arrival, error) {
	return u.live().Wait(ctx, since, m)
}

// WaitNewest returns the newest matching mail that is there, else waits for the
// next one.
func (u *Universe) WaitNewest(ctx context.Context, m Match) (Arrival, error) {
	return u.live().WaitNewest(ctx, m)
}
