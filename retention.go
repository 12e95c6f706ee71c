package mailsim

// Retention, prune and reset (spec 2.8, 4.7; design 4).

import (
	"context"
	"time"
)

// Retention is how long mail and events are kept, in simulated days; 0 is forever.
type Retention struct {
	MailDays  int `json:"mail_days"`
	EventDays int `json:"event_days"`
}

// Pruned counts what a prune removed.
type Pruned struct {
	Messages int `json:"messages"`
	Events   int `json:"events"`
	Jobs     int `json:"jobs"`
}

func (u *Universe) nextPruneLocked() (time.Time, bool) { return time.Time{}, false }

func (u *Universe) prune(context.Context) (Pruned, error) { return Pruned{}, nil }

// resets returns a channel that is closed when the universe is emptied.
func (u *Universe) resets() <-chan struct{} { return nil }
