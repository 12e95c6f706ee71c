package mailsim

import (
	"context"
	"time"

	"github.com/mailsim/mailsim/internal/simtime"
)

// The simulated clock, and the application's own timers on it.

// Clock is what GET /api/clock returns.
type Clock struct {
	Now    time.Time `json:"now"`    // simulated
	Speed  float64   `json:"speed"`  // simulated seconds per real second while it runs
	Frozen bool      `json:"frozen"` // it stands still until advanced
	Real   time.Time `json:"real"`   // the wall clock, or Options.Real
}

// Advanced is the result of an advance: the clock, and how many jobs ran.
type Advanced struct {
	Clock
	Ran int `json:"ran"`
}

// ParseDuration reads a duration in the form of the API: numbers with units (ns, us, ms, s, m,
// h, d), such as 90s, 1.5h or 1d12h, or 0. ErrInvalid for any other text, and for a duration that
// is negative or above 100 years.
func ParseDuration(s string) (time.Duration, error) {
	d, err := simtime.ParseDuration(s)
	if err != nil {
		return 0, &Error{Kind: ErrInvalid, Message: err.Error()}
	}
	return d, nil
}

// Timer is a function of the application that runs at a simulated instant.
type Timer struct{ engine timerEngine }

type timerEngine interface {
	Stop() bool
}

// Stop ends the timer. It reports whether the function would have run
// again.
func (t *Timer) Stop() bool { return t.engine.Stop() }

type clocks interface {
	Now() (now time.Time)
	Clock() (c Clock)
	Advance(ctx context.Context, d time.Duration) (Advanced, error)
	AdvanceTo(ctx context.Context, to time.Time) (Advanced, error)
	AdvanceJobs(ctx context.Context, n int) (Advanced, error)
	Freeze(ctx context.Context, frozen bool) (Clock, error)
	SetSpeed(ctx context.Context, factor float64) (Clock, error)
	AfterFunc(d time.Duration, f func()) *Timer
	Every(d time.Duration, f func()) *Timer
	OnIdle(f func(ctx context.Context)) (stop func())
}

// Now returns the simulated time, in UTC.
func (u *Universe) Now() (now time.Time) { return u.live().Now() }

// Clock returns the clock.
func (u *Universe) Clock() (c Clock) { return u.live().Clock() }

// Advance moves the clock by d, running all that falls due on the way, each at
// its own instant, and returns when nothing is left to do. It works on a frozen
// clock, which stays frozen, and on a running one, which runs on. d must be
// above 0 and at most 100 years. Events: those of the jobs, then one clock event.
//
// If more than 1,000 jobs schedule one another at one instant, Advance ends with ErrInternal, which
// names the chain; the clock stays at that instant. Called with a context that this universe gave
// to one of its functions, such as that of a request to a site, Advance returns ErrConflict. (The
// function of a timer gets no context: see AfterFunc.)
//
// It waits for webhook attempts that begin on the way, at most Options.WebhookWait of real
// time in all. With Options.HooksOnClock it waits until each attempt has ended, since the
// pauses pass on this clock. WebhookWaits lists those that took long.
func (u *Universe) Advance(ctx context.Context, d time.Duration) (Advanced, error) {
	return u.live().Advance(ctx, d)
}

// AdvanceTo moves the clock to an instant, which must not lie before now nor
// after the year 9999. See Advance.
func (u *Universe) AdvanceTo(ctx context.Context, to time.Time) (Advanced, error) {
	return u.live().AdvanceTo(ctx, to)
}

// AdvanceJobs moves the clock until n jobs have run, or none is left; it then stands at the
// instant of the last one. The application's timers run on the way, but the clock does not move
// for a timer once no job is left.
func (u *Universe) AdvanceJobs(ctx context.Context, n int) (Advanced, error) {
	return u.live().AdvanceJobs(ctx, n)
}

// Freeze stops the clock where it is, or lets it run again from there. Event: clock.
func (u *Universe) Freeze(ctx context.Context, frozen bool) (Clock, error) {
	return u.live().Freeze(ctx, frozen)
}

// SetSpeed sets how many simulated seconds pass per real second: above 0 and at most
// 1,000,000. Event: clock.
func (u *Universe) SetSpeed(ctx context.Context, factor float64) (Clock, error) {
	return u.live().SetSpeed(ctx, factor)
}

// AfterFunc runs f once, when d of simulated time has passed. f runs outside every lock, after the
// jobs that are due at the same instant. Advance waits for f. Advance fails if f takes more than 10
// real seconds or ends its goroutine, as t.FailNow does. f must not move the clock itself: that
// call would wait for Advance, which waits for f, until the 10 seconds are over. A panic of f
// continues in the goroutine that called Advance. A d of 0 or below is due now; if more than 1,000
// timers set one another at the same instant, Advance fails.
func (u *Universe) AfterFunc(d time.Duration, f func()) *Timer { return u.live().AfterFunc(d, f) }

// Every runs f each time another d of simulated time has passed. It panics when d is not above
// 0, as time.NewTicker does.
func (u *Universe) Every(d time.Duration, f func()) *Timer { return u.live().Every(d, f) }

// OnIdle adds a function that waits until the application has nothing left to do. Advance and
// Settle call it before they move on or return, and again until neither the application nor the
// universe does anything new. In a synctest bubble, pass one that calls synctest.Wait. Sending
// and filing mail counts as new, reading does not. If there is still something new after
// 1,000 rounds at one instant, Advance or Settle fails with ErrInternal, which says what the last
// round did. See
// AfterFunc for what happens if the function takes long, ends its goroutine or panics. stop
// removes the function.
func (u *Universe) OnIdle(f func(ctx context.Context)) (stop func()) { return u.live().OnIdle(f) }
