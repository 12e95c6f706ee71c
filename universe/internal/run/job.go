package run

// Jobs that are run or skipped by hand.

import (
	"context"
	"math"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/work"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// RunJob runs a pending job now, the clock standing still, and what follows at
// this instant. ErrConflict when it is not pending, or its person is paused.
func (u *Part) RunJob(ctx context.Context, id string) (mailsim.Job, error) {
	release, err := u.TakeDrive(ctx)
	if err != nil {
		return mailsim.Job{}, err
	}
	defer release()
	u.Hold()
	defer u.LetGo()
	if err := u.RunNow(ctx, id); err != nil {
		return mailsim.Job{}, err
	}
	return u.jobs.Job(id)
}

// RunNow moves a pending job to now and runs it, and what follows at this instant; the
// caller holds the clock.
func (u *Part) RunNow(ctx context.Context, id string) error {
	return u.watched(func() error {
		j, err := u.pull(ctx, id)
		if err != nil {
			return err
		}
		u.work.Run(ctx, j)
		return u.quiesce(ctx, u.webhook.Patience(), &Rounds{})
	})
}

// pull moves a pending job to now.
func (u *Part) pull(ctx context.Context, id string) (*jobs.Record, error) {
	var j *jobs.Record
	err := u.Update(ctx, func(t *state.Tx) (err error) {
		if j, err = jobs.PendingJob(t.View, id); err != nil {
			return err
		}
		if p := work.HeldBy(t.View, j); p != nil {
			return people.PausedError(p)
		}
		if j.Due.After(t.Now) {
			j = jobs.Change(t, j, func(j *jobs.Record) { j.Due = t.Now })
			jobs.Enqueue(t, j) // a fork that is made meanwhile has it still to run
		}
		return nil
	})
	return j, err
}

// SkipJob ends a pending job so that it never runs. ErrConflict when it is not
// pending. Event: job.updated.
func (u *Part) SkipJob(ctx context.Context, id string) (mailsim.Job, error) {
	var out mailsim.Job
	err := u.Update(ctx, func(t *state.Tx) error {
		j, err := jobs.PendingJob(t.View, id)
		if err != nil {
			return err
		}
		jobs.Cancel(t, j, "skipped by hand")
		world.Skipped(t, j)
		out = jobs.Get(t.View, id).Job
		return nil
	})
	return out, err
}

// NextDueLocked is when something is next due: a job, a timer of the
// application, or the prune.
func (u *Part) NextDueLocked() (due time.Time, ok bool) {
	if len(jobs.QueueTable.In(&u.State).Heap) > 0 {
		due, ok = jobs.QueueTable.In(&u.State).Heap[0].Due.Time(), true
	}
	if at, is := u.timers.next(); is && (!ok || at.Before(due)) {
		due, ok = at, true
	}
	if at, is := u.keep.NextPruneLocked(); is && (!ok || at.Before(due)) {
		due, ok = at, true
	}
	return due, ok
}

// WakeLocked is when, in real time, a running clock comes to what is next due, but for
// timers of the application, which no store keeps; zero is never.
func (u *Part) WakeLocked() time.Time {
	c := &u.State.Clock
	if c.Frozen {
		return time.Time{}
	}
	due, ok := u.keep.NextPruneLocked()
	if heap := jobs.QueueTable.In(&u.State).Heap; len(heap) > 0 {
		if at := heap[0].Due.Time(); !ok || at.Before(due) {
			due, ok = at, true
		}
	}
	if !ok {
		return time.Time{}
	}
	wall := u.Wall.Now()
	at := c.Elapsed(wall)
	if c.Held {
		at = state.Later(at, c.At)
	}
	d := float64(due.Sub(at)) / c.Speed
	return wall.Add(time.Duration(min(max(math.Ceil(d), 0), float64(valid.MaxDuration))))
}

// DueIn is how long in real time it takes until something is due; not due while
// the clock stands still.
func (u *Part) DueIn() (in time.Duration, due bool) {
	var at time.Time
	u.Locked(func(state.View) { at = u.WakeLocked() })
	return at.Sub(u.Wall.Now()), !at.IsZero()
}
