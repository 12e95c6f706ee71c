package run

// The driver: it runs what is due, each thing at its own instant.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// Driver runs what is due until an instant.
type Driver struct {
	u     *Part
	ctx   context.Context
	until time.Time
	jobs  int // at most so many, and only while some are planned; 0 is no bound
	ran   int
	stuck bool
	rest  Rounds
	hooks *webhook.Patience // with webhooks
	ahead *ai.Calls         // nil when none are made
}

// Driver returns one for who has the slot of those who move time, and holds the clock.
func (u *Part) Driver(ctx context.Context, until time.Time) *Driver {
	return &Driver{u: u, ctx: ctx, until: until, hooks: u.webhook.Patience()}
}

// Run does all that is due, instant by instant, and ends when both the
// universe and the application have nothing left to do by the instant.
func (d *Driver) Run() error {
	d.ahead = d.u.ai.BeginAhead(d.ctx, d.u.asks)
	defer d.ahead.End()
	return d.u.watched(d.run)
}

func (d *Driver) run() error {
	for d.jobs == 0 || d.ran < d.jobs {
		if d.ctx.Err() != nil {
			return fail.ContextError(d.ctx)
		}
		if err := d.u.Failure(); err != nil {
			return err
		}
		if did, err := d.step(); err != nil || !did {
			return err
		}
	}
	return d.finish()
}

// finish lets the application finish what it does at this instant.
func (d *Driver) finish() error {
	err := d.u.quiesce(d.ctx, d.hooks, &d.rest)
	d.stuck = d.stuck || errors.Is(err, errRestless)
	return err
}

// peek tells what is due next, and where the held clock stands.
func (u *Part) peek() (due, at time.Time, ok bool) {
	u.Locked(func(v state.View) {
		jobs.Tidy(v.State)
		due, ok = u.NextDueLocked()
		at = v.Clock.At
	})
	return due, at, ok
}

// planned tells whether a job is; peek has tidied the queue.
func (u *Part) planned() (yes bool) {
	u.Peek(func(v state.View) { yes = len(jobs.QueueTable.In(v.State).Heap) > 0 })
	return yes
}

// step runs the next due thing. Before time moves on, the application is let
// finish what it does at this instant.
func (d *Driver) step() (did bool, err error) {
	due, at, ok := d.u.peek()
	if !ok || due.After(at) {
		if err := d.finish(); err != nil {
			return false, err
		}
		due, at, ok = d.u.peek()
	}
	if !ok || due.After(d.until) || d.jobs > 0 && due.After(at) && !d.u.planned() {
		return false, nil
	}
	todo := d.u.Take(state.Later(due, at))
	switch {
	case todo.Job != nil && todo.Job.Depth > jobs.MaxChain:
		d.stuck = true
		return false, d.u.runawayError(todo.Job)
	case todo.Job != nil:
		d.ahead.Before(todo.Job, d.until)
		d.u.work.Run(d.ctx, todo.Job)
		d.ahead.After(todo.Job)
		d.ran++
	case todo.timer != nil && todo.timer.depth > jobs.MaxChain:
		d.stuck = true
		return false, fail.Errorf(mailsim.ErrInternal, "runaway: more than %d timers of the application set each other at %s", jobs.MaxChain, todo.timer.due.Format(time.RFC3339))
	case todo.timer != nil:
		d.u.runTimer(todo.timer)
	case todo.prune:
		_, err := d.u.keep.Sweep(d.ctx)
		return true, err
	}
	return true, nil
}

// Todo is one due thing.
type Todo struct {
	Job   *jobs.Record // exported for tests
	timer *Timer
	prune bool
}

// Take lets the held clock stand at now and takes the next thing due: jobs
// first, then the application's timers, then the prune. Exported for tests.
func (u *Part) Take(now time.Time) (next Todo) {
	u.Locked(func(v state.View) {
		v.Clock.At = now
		if j := jobs.Take(v.State, now); j != nil {
			next.Job = j
			return
		}
		if next.timer = u.timers.pop(now); next.timer == nil {
			due, ok := u.keep.NextPruneLocked()
			next.prune = ok && !due.After(now)
		}
	})
	return next
}

// runawayError names the end of the chain of jobs that does not end.
func (u *Part) runawayError(j *jobs.Record) error {
	var names []string
	u.Peek(func(v state.View) {
		for k := j; k != nil && len(names) < 6; k = jobs.Get(v, k.Parent) {
			names = append(names, fmt.Sprintf("%s %s (%s)", k.Kind, k.ID, k.Plan))
		}
	})
	return fail.Errorf(mailsim.ErrInternal, "runaway: more than %d jobs made each other at %s: %s …", jobs.MaxChain,
		j.Due.Format(time.RFC3339), strings.Join(names, " from "))
}
