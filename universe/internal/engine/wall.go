package engine

import (
	"time"

	"github.com/mailsim/mailsim/universe/internal/valid"
)

// wallClock is the real time of live clocks, waits and webhook attempts.
type wallClock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) stopper
}

type stopper interface{ Stop() bool }

type realTime struct{}

func (realTime) Now() time.Time { return time.Now() }

func (realTime) AfterFunc(d time.Duration, f func()) stopper { return time.AfterFunc(d, f) }

// clockState anchors simulated to real time: at the real instant wall it was
// base. While held, someone moves time and it stands at base.
type clockState struct {
	base   time.Time
	wall   time.Time
	speed  float64
	frozen bool
	held   bool
	at     time.Time // where it stands while held
}

// elapsed is where a running clock would be if nothing held it back.
func (c *clockState) elapsed(wall time.Time) time.Time {
	if c.frozen {
		return c.base
	}
	d := float64(wall.Sub(c.wall)) * c.speed
	if d < 0 {
		return c.base
	}
	if d > float64(valid.MaxDuration) {
		d = float64(valid.MaxDuration)
	}
	if t := c.base.Add(time.Duration(d)); t.Before(endOfTime) {
		return t
	}
	return endOfTime
}

// Now returns the simulated time, in UTC.
func (u *book) Now() (now time.Time) {
	u.read(func(v view) { now = v.now })
	return now
}
