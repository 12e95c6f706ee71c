package mailsim

import "context"

// The pace of a universe.

// Pace scales how long people take. It is separate from the clock.
type Pace struct {
	Factor      float64 `json:"factor"`       // 1 as configured, 0.1 ten times faster, 2 twice as slow; 0 counts as 1
	IgnoreHours bool    `json:"ignore_hours"` // people answer at any hour of any day
}

type tuning interface {
	Pace() Pace
	SetPace(ctx context.Context, p Pace) (Pace, error)
}

// Pace returns the current pace, {1, false} at first.
func (u *Universe) Pace() Pace { return u.live().Pace() }

// SetPace sets the pace for everything planned from now on. A negative factor, or one above
// 1,000,000, is ErrInvalid. Event: pace.
func (u *Universe) SetPace(ctx context.Context, p Pace) (Pace, error) {
	return u.live().SetPace(ctx, p)
}
