package release

import (
	"context"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// maxWorkers is how many attempts are made at once.
const maxWorkers = 4

// waiter is closed when the attempt that it waits for has ended.
type waiter chan struct{}

// Begin has a job attempted now, unless it is planned for later.
func (u *Part) Begin(id string) { u.begin(id, false) }

// begin has a job attempted now, ahead of its time where that is asked.
func (u *Part) begin(id string, ahead bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return
	}
	if stop := u.pauses[id]; stop != nil {
		stop.Stop()
		delete(u.pauses, id)
	}
	if _, there := u.todo[id]; there {
		return
	}
	u.todo[id] = ahead
	u.queue = append(u.queue, id)
	if u.idle == nil {
		u.idle = make(chan struct{})
	}
	most := maxWorkers
	if u.Opts.HooksOnClock { // in order: two runs are alike
		most = 1
	}
	if u.workers < most {
		u.workers++
		u.ended.Go(u.work)
	}
}

// work makes attempts until none is left.
func (u *Part) work() {
	for {
		u.mu.Lock()
		if len(u.queue) == 0 {
			u.workers--
			u.rest()
			u.mu.Unlock()
			return
		}
		id := u.queue[0]
		u.queue[0] = ""
		u.queue = u.queue[1:]
		ahead := u.todo[id]
		u.mu.Unlock()
		u.try(id, ahead)
		u.mu.Lock()
		delete(u.todo, id)
		for _, w := range u.waits[id] {
			close(w)
		}
		delete(u.waits, id)
		u.rest()
		u.mu.Unlock()
	}
}

// rest tells who waits that nothing is left to do. The caller holds the lock.
func (u *Part) rest() {
	if len(u.todo) == 0 && u.idle != nil {
		close(u.idle)
		u.idle = nil
	}
}

// BeginPlanned begins what a transaction has planned.
func (u *Part) BeginPlanned(t *state.Tx) {
	for _, id := range *begunSlot.Of(t) {
		u.Begin(id)
	}
}

// Idle returns when no attempt is queued or under way.
func (u *Part) Idle(ctx context.Context) error {
	for {
		u.mu.Lock()
		idle := u.idle
		u.mu.Unlock()
		if idle == nil {
			return nil
		}
		select {
		case <-idle:
		case <-ctx.Done():
			return fail.ContextError(ctx)
		}
	}
}

// await returns a job when the attempt at it that is queued or under way has ended.
func (u *Part) await(ctx context.Context, id string) (mailsim.Job, error) {
	w := make(waiter)
	u.mu.Lock()
	_, there := u.todo[id]
	if there {
		u.waits[id] = append(u.waits[id], w)
	}
	u.mu.Unlock()
	if there {
		select {
		case <-w:
		case <-u.Closed:
			return mailsim.Job{}, u.ErrClosed()
		case <-ctx.Done():
			return mailsim.Job{}, fail.ContextError(ctx)
		}
	}
	var job mailsim.Job
	u.Read(func(v state.View) {
		if j := jobs.Get(v, id); j != nil {
			job = j.Job
		}
	})
	if job.ID == "" {
		return job, fail.NoSuch("job")
	}
	return job, nil
}

// Resume begins what was under way when the universe was saved or copied, where there
// is a relay.
func (u *Part) Resume() {
	if u.Opts.Relay == nil {
		return
	}
	for _, j := range u.pending() {
		u.begin(j.ID, !u.Opts.HooksOnClock)
	}
}

// Requeue has what was under way where the universe was copied from fall due again.
func (u *Part) Requeue() {
	list := u.pending()
	u.Locked(func(v state.View) {
		for _, j := range list {
			jobs.Again(v, j)
		}
	})
}

// pending lists the releases that have not ended, in order.
func (u *Part) pending() []*jobs.Record {
	var list []*jobs.Record
	u.Read(func(v state.View) {
		for j := range state.Values(jobs.Table.In(v.State)) {
			if j.Kind == mailsim.JobRelease && j.State == mailsim.StatePending {
				list = append(list, j)
			}
		}
	})
	return jobs.InOrder(list)
}

// Close breaks off the attempts under way and waits for their end.
func (u *Part) Close() {
	u.mu.Lock()
	u.closed = true
	for _, stop := range u.pauses {
		stop.Stop()
	}
	clear(u.pauses)
	for _, id := range u.queue {
		delete(u.todo, id)
	}
	u.queue = nil
	u.rest()
	u.mu.Unlock()
	u.ended.Wait()
}
