// Package run moves the clock: by hand, and live with the time of the wall. It owns the slot
// of those who move time, the driver that runs what falls due on the way, and the timers of
// the application. What a job does is for package work to say.
package run

import (
	"context"
	"math"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// MaxSpeed is how many simulated seconds may pass in a real one.
const MaxSpeed = 1_000_000

// NowLocked is the simulated time. A running clock does not pass what is due:
// it waits there until the driver has done it.
func (u *Part) NowLocked() time.Time {
	u.MustBeMade() // whatever reads comes by here
	c := &u.State.Clock
	if c.Held {
		return c.At
	}
	if c.Frozen {
		return c.Base
	}
	t := c.Elapsed(u.Wall.Now())
	if due, ok := u.NextDueLocked(); ok && t.After(due) {
		t = state.Later(due, c.Base)
	}
	return t
}

// Clock returns the clock.
func (u *Part) Clock() (c mailsim.Clock) {
	u.Read(func(v state.View) { c = ClockOf(v) })
	return c
}

// ClockOf is the clock as it stands.
func ClockOf(v state.View) mailsim.Clock {
	c := mailsim.Clock{Now: v.Now, Speed: v.Clock.Speed, Frozen: v.Clock.Frozen, Real: v.Env.Opts.Real}
	if c.Real.IsZero() {
		c.Real = v.Env.Wall.Now().UTC()
	}
	return c
}

// Advance moves the clock by d, running all that falls due on the way, each at
// its own instant, and returns when nothing is left to do. It works on a frozen
// and on a running clock and leaves both as they were. d must be above 0 and at
// most 100 years. Events: those of the jobs, then one clock event.
//
// A chain of more than 1,000 jobs that make each other at one instant ends it with ErrInternal
// naming the chain, the clock at that instant. If ctx is one that this universe gave to a function
// that it runs, such as the context of a request to a site, Advance is ErrConflict.
//
// It waits for the attempts at webhooks that begin on the way, in all at most
// Options.WebhookWait of real time; with Options.HooksOnClock for each, since their
// pauses pass on this clock. WebhookWaits tells which took long.
func (u *Part) Advance(ctx context.Context, d time.Duration) (mailsim.Advanced, error) {
	if d <= 0 {
		return mailsim.Advanced{}, fail.Invalidf("by must be positive")
	}
	if d > valid.MaxDuration {
		return mailsim.Advanced{}, fail.Invalidf("by must be at most 100 years")
	}
	return u.advance(ctx, func(now time.Time) (time.Time, error) { return now.Add(d), nil }, 0)
}

// AdvanceTo moves the clock to an instant, which must not lie before now nor
// after the year 9999. See Advance.
func (u *Part) AdvanceTo(ctx context.Context, to time.Time) (mailsim.Advanced, error) {
	return u.advance(ctx, func(now time.Time) (time.Time, error) {
		if to.Before(now) {
			return now, fail.Invalidf("to is before now (%s)", now.Format(time.RFC3339Nano))
		}
		return to.Round(0).UTC(), nil
	}, 0)
}

// AdvanceJobs moves the clock until n jobs have run, or none is left; it then
// stands where the last one ran. The application's timers run on the way, but do
// not move it where no job is planned.
func (u *Part) AdvanceJobs(ctx context.Context, n int) (mailsim.Advanced, error) {
	if n <= 0 {
		return mailsim.Advanced{}, fail.Invalidf("jobs must be positive")
	}
	return u.advance(ctx, func(time.Time) (time.Time, error) { return state.EndOfTime, nil }, n)
}

// advance moves the clock until an instant, or until so many jobs have run; 0 is
// no bound.
func (u *Part) advance(ctx context.Context, until func(now time.Time) (time.Time, error), jobs int) (mailsim.Advanced, error) {
	release, err := u.TakeDrive(ctx)
	if err != nil {
		return mailsim.Advanced{}, err
	}
	defer release()
	start := u.Hold()
	defer u.LetGo()
	target, err := until(start)
	switch {
	case err != nil:
		return mailsim.Advanced{}, err
	case target.After(state.EndOfTime):
		return mailsim.Advanced{}, fail.Invalidf("the clock ends with the year 9999")
	}
	d := u.Driver(ctx, target)
	d.jobs = jobs
	if err := d.Run(); err != nil {
		return mailsim.Advanced{}, err
	}
	if jobs == 0 {
		u.stand(target)
	}
	var out mailsim.Advanced
	err = u.Update(ctx, func(t *state.Tx) error {
		out = mailsim.Advanced{Clock: ClockOf(t.View), Ran: d.ran}
		t.Emit(clockEvent(out.Clock))
		return nil
	})
	return out, err
}

func clockEvent(c mailsim.Clock) mailsim.ClockChanged { return mailsim.ClockChanged(c) }

// Freeze stops the clock where it is, or lets it run again from there. Event: clock.
func (u *Part) Freeze(ctx context.Context, frozen bool) (mailsim.Clock, error) {
	return u.setClock(ctx, func(c *state.Clock) { c.Frozen = frozen })
}

// SetSpeed sets how many simulated seconds pass in a real one: above 0 and at
// most 1,000,000. Event: clock.
func (u *Part) SetSpeed(ctx context.Context, factor float64) (mailsim.Clock, error) {
	if !(factor > 0) {
		return mailsim.Clock{}, fail.Invalidf("factor must be above 0")
	}
	if factor > MaxSpeed {
		return mailsim.Clock{}, fail.Invalidf("factor must be at most %d", MaxSpeed)
	}
	return u.setClock(ctx, func(c *state.Clock) { c.Speed = factor })
}

// setClock changes the clock after what is due by now has run.
func (u *Part) setClock(ctx context.Context, set func(*state.Clock)) (mailsim.Clock, error) {
	release, err := u.TakeDrive(ctx)
	if err != nil {
		return mailsim.Clock{}, err
	}
	defer release()
	u.Hold()
	defer u.LetGo()
	var out mailsim.Clock
	err = u.Update(ctx, func(t *state.Tx) error {
		set(&t.Clock)
		t.Wakeup = true
		out = ClockOf(t.View)
		t.Emit(clockEvent(out))
		return nil
	})
	return out, err
}

// TakeDrive waits for the slot of those who move time.
func (u *Part) TakeDrive(ctx context.Context) (release func(), err error) {
	if !u.Made() {
		return nil, fail.ErrUnmade
	}
	fail.IfNil(ctx)
	if u.Runs(ctx) {
		return nil, fail.Conflictf("the universe is moving its clock right now: this call comes from a function that it runs")
	}
	select {
	case u.drive <- struct{}{}:
	default:
		select {
		case u.drive <- struct{}{}:
		case <-ctx.Done():
			return nil, fail.ContextError(ctx)
		case <-u.Closed:
			return nil, u.ErrClosed()
		}
	}
	return func() {
		<-u.drive
		u.rearm()
	}, nil
}

// Hold makes the clock stand; the holder alone moves it by stand.
func (u *Part) Hold() (at time.Time) {
	u.Locked(func(v state.View) {
		v.Clock.At, v.Clock.Held = v.Now, true
		at = v.Now
	})
	return at
}

// stand moves a held clock forward.
func (u *Part) stand(at time.Time) {
	u.Locked(func(v state.View) { v.Clock.At = state.Later(v.Clock.At, at) })
}

// LetGo anchors the clock where it was held.
func (u *Part) LetGo() {
	u.Locked(func(v state.View) {
		c := &v.Clock
		c.Held, c.Base, c.Wall = false, c.At, u.Wall.Now()
	})
}

// SetPlan replaces the plan, which may have something pruned.
func (u *Part) SetPlan(p mailsim.Plan) {
	u.settings.PutPlan(p)
	u.rearm()
}

// rearm lets a running clock look again at what is due.
func (u *Part) rearm() { u.Locked(func(state.View) { u.ArmLocked() }) }

// Halt stops the clock for good: it returns when whoever moves it has ended.
func (u *Part) Halt() {
	u.Locked(func(state.View) { u.disarmLocked() })
	u.drive <- struct{}{}
}

func (u *Part) disarmLocked() {
	if u.timer != nil {
		u.timer.Stop()
		u.timer = nil
	}
}

// ArmIfWoken follows a commit.
func (u *Part) ArmIfWoken(t *state.Tx) {
	if t.Wakeup {
		u.ArmLocked()
	}
}

// ArmLocked sets the live driver's timer to what is due next. A frozen or held
// clock, one with nothing due, and one whose store has failed has no timer.
func (u *Part) ArmLocked() {
	u.disarmLocked()
	c := &u.State.Clock
	if c.Frozen || c.Held || u.IsClosed() || u.Poisoned != nil {
		return
	}
	due, ok := u.NextDueLocked()
	if !ok {
		return
	}
	wall := u.Wall.Now()
	d := float64(due.Sub(c.Elapsed(wall))) / c.Speed
	u.timer = u.Wall.AfterFunc(time.Duration(min(max(math.Ceil(d), 0), float64(valid.MaxDuration))), u.live)
}

// live runs what is due by now on a running clock. Whoever holds the drive
// slot arms the timer again when he gives it back.
func (u *Part) live() {
	select {
	case u.drive <- struct{}{}:
	default:
		return
	}
	defer func() {
		<-u.drive
		u.rearm()
	}()
	if u.IsClosed() {
		return
	}
	frozen, target := false, time.Time{}
	u.Locked(func(v state.View) {
		c := &v.Clock
		if frozen = c.Frozen; !frozen {
			c.At, c.Held = v.Now, true
		}
		target = c.Elapsed(u.Wall.Now())
	})
	if frozen {
		return
	}
	d := u.Driver(u.Background, target)
	if err := d.Run(); err != nil && u.Failure() == nil && !u.IsClosed() {
		u.Logger.Error("the live clock was held up", "stopped", d.stuck, "error", err)
	}
	u.Locked(func(v state.View) {
		c := &v.Clock
		c.Held = false // the anchor stays: the clock catches up with real time
		if d.stuck {
			c.Frozen, c.Base = true, c.At
		}
	})
}
