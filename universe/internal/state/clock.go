package state

import (
	"time"

	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Wall is the real time of live clocks, waits and webhook attempts.
type Wall interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) Stopper
}

// Stopper is what AfterFunc started; Stop tells whether it came in time.
type Stopper interface{ Stop() bool }

// RealTime is the computer's own clock; tests have others.
type RealTime struct{}

// Now returns the real time.
func (RealTime) Now() time.Time { return time.Now() }

// AfterFunc calls f once d has passed.
func (RealTime) AfterFunc(d time.Duration, f func()) Stopper { return time.AfterFunc(d, f) }

// Clock anchors simulated to real time: at the real instant Wall it was
// Base. While Held, someone moves time and it stands at At.
type Clock struct {
	Base   time.Time
	Wall   time.Time
	Speed  float64
	Frozen bool
	Held   bool
	At     time.Time // where it stands while held
}

// Elapsed is where a running clock would be if nothing held it back.
func (c *Clock) Elapsed(wall time.Time) time.Time {
	if c.Frozen {
		return c.Base
	}
	d := float64(wall.Sub(c.Wall)) * c.Speed
	if d < 0 {
		return c.Base
	}
	if d > float64(valid.MaxDuration) {
		d = float64(valid.MaxDuration)
	}
	if t := c.Base.Add(time.Duration(d)); t.Before(EndOfTime) {
		return t
	}
	return EndOfTime
}

// Now returns the simulated time, in UTC.
func (u *Book) Now() (now time.Time) {
	u.Peek(func(v View) { now = v.Now })
	return now
}
