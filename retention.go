package mailsim

import "context"

// What is kept for how long, pruning and reset.

// Retention is how long mail and events are kept, in simulated days; 0 is forever.
//
// MemoryDays is how long unused memories stay: what people know about a correspondent or a
// conversation, and the numbers kept for a pair of addresses, such as how many mails one has
// had from the other. After that many whole days (UTC) without use they are forgotten, and a
// correspondent who writes again counts as new. Notes, and what a pending job needs, stay. A
// plan does not cap MemoryDays.
type Retention struct {
	MailDays   int `json:"mail_days"`
	EventDays  int `json:"event_days"`
	MemoryDays int `json:"memory_days,omitempty"`
}

// Pruned counts what a prune removed. Messages counts copies.
type Pruned struct {
	Messages int `json:"messages"`
	Events   int `json:"events"`
	Jobs     int `json:"jobs"`
}

// Part is a part of a universe that a reset can keep.
type Part string

// The parts. With PartPersonas, people also keep their memory notes; what they know about each
// other is kept only together with PartMail.
const (
	PartMail       Part = "mail" // mailboxes and messages
	PartPersonas   Part = "personas"
	PartCases      Part = "cases"
	PartLogins     Part = "logins"
	PartWorld      Part = "world"
	PartRecipients Part = "recipients"
	PartLinks      Part = "links"
	PartPace       Part = "pace"
	PartAI         Part = "ai"
	PartRetention  Part = "retention"
	PartRelay      Part = "relay" // its rules
	PartWebhooks   Part = "webhooks"
	PartFaults     Part = "faults"
	PartShares     Part = "shares"
	PartProviders  Part = "providers" // what providers' doors keep besides mails: suppressed addresses, templates
	PartEvents     Part = "events"    // the log, and what insights count
)

// Parts lists the parts that a reset can keep.
func Parts() []Part {
	return []Part{
		PartMail, PartPersonas, PartCases, PartLogins, PartWorld, PartRecipients, PartLinks, PartPace, PartAI, PartRetention, PartRelay, PartWebhooks,
		PartFaults, PartShares, PartProviders, PartEvents,
	}
}

// Removed counts what a reset removed. Messages counts copies.
type Removed struct {
	Mailboxes int `json:"mailboxes"`
	Messages  int `json:"messages"`
	Personas  int `json:"personas"`
	Cases     int `json:"cases"`
	Jobs      int `json:"jobs"`
	Events    int `json:"events"`
}

type keeping interface {
	Reset(ctx context.Context, keep ...Part) (Removed, error)
	Retention() Retention
	SetRetention(ctx context.Context, r Retention) (Retention, error)
	Prune(ctx context.Context) (Pruned, error)
}

// Reset empties the universe except the parts named: everything else is removed or goes back to
// its default, from the YAML file if there is one. All jobs go; if the World is kept, its jobs
// are planned again. API keys, plan and clock stay, ids of events and jobs and the UIDVALIDITY
// of folders go on rising, webhooks not yet delivered are dropped, and open waits end with
// ErrConflict. Unless mail is kept, the counters from which random draws are derived restart at
// 0: a script then does what it does in a new universe. An unknown part is ErrInvalid, and
// nothing is removed.
func (u *Universe) Reset(ctx context.Context, keep ...Part) (Removed, error) {
	return u.live().Reset(ctx, keep...)
}

// Retention returns the retention in force: the setting, capped by the plan.
func (u *Universe) Retention() Retention { return u.live().Retention() }

// SetRetention sets how long mail and events are kept, capped by the plan; if the plan has a limit,
// 0 means that limit. Negative days are ErrInvalid.
func (u *Universe) SetRetention(ctx context.Context, r Retention) (Retention, error) {
	return u.live().SetRetention(ctx, r)
}

// Prune applies the retention now: copies filed mail_days ago or earlier leave every
// folder; events of event_days ago or earlier leave the log, along with the finished jobs
// that they report. What people remember stays unless it has not been used for memory_days.
// Event: retention.pruned, when something was removed.
func (u *Universe) Prune(ctx context.Context) (Pruned, error) { return u.live().Prune(ctx) }
