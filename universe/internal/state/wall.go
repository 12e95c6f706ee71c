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

type Stopper interface{ Stop() bool }

type RealTime struct{}

func (RealTime) Now() time.Time { return time.Now() }

func (RealTime) AfterFunc(d time.Duration, f func()) Stopper { return time.AfterFunc(d, f) }

// Clock anchors simulated to real time: at the real instant wall it was
// base. While held, someone moves time and it stands at base.
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
	u.Read(func(v View) { now = v.Now })
	return now
}
