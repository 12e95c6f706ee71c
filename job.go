package mailsim

// Planned jobs: one queue ordered by (due, key, sequence), design 3 "Time".

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// JobState is where a job stands.
type JobState string

// The states of a job (design 4).
const (
	StatePending JobState = "pending"
	StateRunning JobState = "running"
	StateDone    JobState = "done"
	StateFailed  JobState = "failed"
	StateSkipped JobState = "skipped"
)

// JobKind says what a job does.
type JobKind string

// The kinds of jobs (design 3 "People").
const (
	JobRead       JobKind = "read"
	JobReply      JobKind = "reply"
	JobFollowup   JobKind = "followup"
	JobCorrection JobKind = "correction"
	JobOOO        JobKind = "ooo"
	JobInitiate   JobKind = "initiate"
	JobDeliver    JobKind = "deliver"
	JobNudge      JobKind = "nudge"
	JobForward    JobKind = "forward"
	JobBounce     JobKind = "bounce"
	JobDelivery   JobKind = "delivery"
	JobWorld      JobKind = "world"
	JobAct        JobKind = "act" // what Act asks for and no other kind covers: open, unsubscribe, complain, ignore
)

// Job is one planned thing.
type Job struct {
	ID        string    `json:"id"`
	Kind      JobKind   `json:"kind"`
	State     JobState  `json:"state"`
	Due       time.Time `json:"due"`
	Created   time.Time `json:"created"`
	PersonaID string    `json:"persona_id"`
	CaseID    string    `json:"case_id"`
	MessageID string    `json:"message_id"` // the mail that it is about
	Plan      string    `json:"plan"`       // a readable sentence
	Note      string    `json:"note"`       // what came of it
}

// jobRec is a job as stored. Args is what its runner needs.
type jobRec struct {
	Job
	Seq    int64   `json:"seq"`
	Key    string  `json:"key"`
	Parent string  `json:"parent,omitempty"`
	Depth  int     `json:"depth,omitempty"` // ancestors at the same instant
	Args   jobArgs `json:"args"`
}

// jobArgs are the arguments of every kind of job; each uses its own.
type jobArgs struct {
	Correspondent string     `json:"correspondent,omitempty"` // header From as written
	Name          string     `json:"name,omitempty"`
	Thread        string     `json:"thread,omitempty"`
	Topic         string     `json:"topic,omitempty"`   // base subject of what a reply answers
	Address       string     `json:"address,omitempty"` // the person's mailbox that got the mails
	UIDs          []uint32   `json:"uids,omitempty"`    // their copies in its INBOX
	DeliverAt     *time.Time `json:"deliver_at,omitempty"`
	Messages      []string   `json:"messages,omitempty"` // further mails that a reply answers
	Occasion      int        `json:"n,omitempty"`
	To            []string   `json:"to,omitempty"`
	CC            []string   `json:"cc,omitempty"`
	Subject       string     `json:"subject,omitempty"`
	Text          string     `json:"text,omitempty"` // given words
	Kind          string     `json:"kind,omitempty"` // kind of bounce, act, fault
	What          string     `json:"what,omitempty"`
	Phrase        string     `json:"phrase,omitempty"`
	Promised      *time.Time `json:"promised,omitempty"`
	Late          bool       `json:"late,omitempty"`
	Keep          bool       `json:"keep,omitempty"`
	Count         int        `json:"count,omitempty"` // nudges or answers so far
	Links         []string   `json:"links,omitempty"`
	Opened        int        `json:"opened,omitempty"`
	Lookup        bool       `json:"lookup,omitempty"`
	Lean          string     `json:"lean,omitempty"`  // yes or no: what the rules say in a close call
	Pages         []string   `json:"pages,omitempty"` // titles of the pages that were opened
	Double        string     `json:"double,omitempty"`
	DoubleAfter   int64      `json:"double_after,omitempty"` // seconds
	Stream        string     `json:"stream,omitempty"`
	Delivery      *heldMail  `json:"delivery,omitempty"`
	Bounce        *bounceArg `json:"bounce,omitempty"`
}

// jobQueue is a heap of what is due. Entries of jobs that were moved, skipped
// or dropped stay until they come to the top, or are as many as the others.
type jobQueue struct {
	heap  []queued
	room  int    // how long the heap may grow until it is cleared of them
	taken queued // the last one taken to be run; its job may still be under way
}

type queued struct {
	due instant
	key string
	seq int64
	id  string
}

func (q queued) compare(o queued) int {
	switch {
	case q.due.before(o.due):
		return -1
	case o.due.before(q.due):
		return 1
	case q.key != o.key:
		return strings.Compare(q.key, o.key)
	}
	return cmp.Compare(q.seq, o.seq)
}

// fork returns the queue of a copy, in which the job under way is still to run.
func (q *jobQueue) fork() (f jobQueue) {
	f.heap, f.room = slices.Clone(q.heap), q.room
	if q.taken.id != "" {
		f.push(q.taken)
	}
	return f
}

func (q *jobQueue) push(e queued) {
	q.heap = append(q.heap, e)
	i := len(q.heap) - 1
	for i > 0 {
		up := (i - 1) / 4
		if q.heap[up].compare(e) <= 0 {
			break
		}
		q.heap[i] = q.heap[up]
		i = up
	}
	q.heap[i] = e
}

func (q *jobQueue) pop() {
	last := len(q.heap) - 1
	e := q.heap[last]
	q.heap[last] = queued{}
	q.heap = q.heap[:last]
	if last == 0 {
		return
	}
	i := 0
	for {
		least, first := -1, 4*i+1
		for c := first; c < min(first+4, last); c++ {
			if least < 0 || q.heap[c].compare(q.heap[least]) < 0 {
				least = c
			}
		}
		if least < 0 || q.heap[least].compare(e) >= 0 {
			break
		}
		q.heap[i] = q.heap[least]
		i = least
	}
	q.heap[i] = e
}

// clear keeps the entries that live, each once: one may be there twice when a job
// was moved away and back.
func (q *jobQueue) clear(live func(queued) bool) {
	q.heap = slices.DeleteFunc(q.heap, func(e queued) bool { return !live(e) })
	slices.SortFunc(q.heap, queued.compare) // in order is a heap too
	q.heap = slices.Compact(q.heap)
	q.room = 2*len(q.heap) + 64
}

// first returns entries from the top that are due by an instant, in order.
func (q *jobQueue) first(limit int, by instant) (out []queued) {
	next := []int{0} // indexes of what may come next, least first
	for len(next) > 0 && len(out) < limit {
		i := next[0]
		next = next[1:]
		if i >= len(q.heap) || by.before(q.heap[i].due) {
			continue
		}
		out = append(out, q.heap[i])
		for c := 4*i + 1; c <= min(4*i+4, len(q.heap)-1); c++ {
			at, _ := slices.BinarySearchFunc(next, c, func(a, b int) int { return q.heap[a].compare(q.heap[b]) })
			next = slices.Insert(next, at, c)
		}
	}
	return out
}

// tidyLocked drops entries that no pending job stands behind: those at the top,
// and all when they may have become many.
func (w *world) tidyLocked() {
	for len(w.queue.heap) > 0 && !w.live(w.queue.heap[0]) {
		w.queue.pop()
	}
	if len(w.queue.heap) > w.queue.room {
		w.queue.clear(w.live)
	}
}

// live tells whether a pending job stands behind an entry of the queue.
func (w *world) live(e queued) bool {
	j := w.jobs.at(e.id)
	return j != nil && j.State == StatePending && instantOf(j.Due) == e.due
}

// nextDueLocked is when something is next due: a job, a timer of the
// application, or the prune.
func (u *Universe) nextDueLocked() (due time.Time, ok bool) {
	if len(u.w.queue.heap) > 0 {
		due, ok = u.w.queue.heap[0].due.time(), true
	}
	if at, is := u.timers.next(); is && (!ok || at.Before(due)) {
		due, ok = at, true
	}
	if at, is := u.nextPruneLocked(); is && (!ok || at.Before(due)) {
		due, ok = at, true
	}
	return due, ok
}

// schedule plans a job. Its due instant is not before now. Event: job.scheduled.
func (t *tx) schedule(kind JobKind, p *personaRec, due time.Time, job Job, args jobArgs) *jobRec {
	n := t.counters.at("job") + 1
	put(t, t.counters, "job", n)
	first := ""
	if p != nil {
		job.PersonaID, first = p.ID, addressKey(p.Addresses[0])
	}
	job.ID, job.Kind, job.State = "j_"+strconv.Itoa(n), kind, StatePending
	job.Due, job.Created = later(due, t.now).UTC(), t.now
	if job.Due.After(endOfTime) {
		job.Due = endOfTime
	}
	j := &jobRec{Job: job, Seq: int64(n), Args: args, Key: tableKey(string(kind), first, correspondentKey(args.Correspondent))}
	if t.parent != nil {
		j.Parent = t.parent.ID
		if job.Due.Equal(t.parent.Due) {
			j.Depth = t.parent.Depth + 1
		}
	}
	put(t, t.jobs, j.ID, j)
	t.enqueue(j)
	if p != nil && job.MessageID != "" {
		key := tableKey(p.ID, job.MessageID)
		put(t, t.jobsFor, key, append(slices.Clip(t.jobsFor.at(key)), j.ID))
	}
	t.emit(JobScheduled{j.ID, string(kind), j.PersonaID, j.Due, j.Plan})
	return j
}

func (t *tx) enqueue(j *jobRec) {
	t.queued = append(t.queued, queued{instantOf(j.Due), j.Key, j.Seq, j.ID})
	t.wakeup = true
}

// change replaces a job's record.
func (t *tx) changeJob(j *jobRec, f func(*jobRec)) *jobRec {
	next := *j
	f(&next)
	put(t, t.jobs, next.ID, &next)
	return &next
}

// finish ends a job. Event: job.done, or job.failed.
func (t *tx) finish(j *jobRec, state JobState, note string) {
	j = t.changeJob(j, func(j *jobRec) { j.State, j.Note = state, note })
	t.unplan(j)
	if state == StateFailed {
		t.emit(JobFailed{j.ID, string(j.Kind), j.PersonaID, note})
		return
	}
	t.emit(JobDone{j.ID, string(j.Kind), j.PersonaID, note})
}

// unplan forgets that a reply of a thread is pending.
func (t *tx) unplan(j *jobRec) {
	for _, key := range plannedKeys(j.PersonaID, &j.Args) {
		if j.Kind == JobReply && t.planned.at(key) == j.ID {
			drop(t, t.planned, key)
		}
	}
}

// cancel ends a pending job that will not run. Event: job.updated.
func (t *tx) cancel(j *jobRec, note string) {
	j = t.changeJob(j, func(j *jobRec) { j.State, j.Note = StateSkipped, note })
	t.unplan(j)
	t.wakeup = true
	t.emit(JobUpdated{j.ID, string(StateSkipped), j.Due, string(j.Kind), j.PersonaID})
}

// jobRun is one run of a job. Its runner works outside the lock and commits
// through update, which ends the job in the same transaction.
type jobRun struct {
	u    *Universe
	ctx  context.Context
	job  *jobRec
	at   time.Time // made ready ahead for this instant
	note string
}

// errStale ends a run whose job was skipped, moved or dropped meanwhile.
var errStale = errors.New("the job is no longer due")

// update commits the outcome of the run.
func (r *jobRun) update(f func(t *tx) error) error {
	return r.u.update(r.ctx, func(t *tx) error {
		j, ok := t.jobs.get(r.job.ID)
		if !ok || j.State != StatePending && j.State != StateRunning {
			return errStale
		}
		t.parent = j
		if err := f(t); err != nil {
			return err
		}
		if j, ok = t.jobs.get(j.ID); ok {
			t.finish(j, StateDone, r.note)
		}
		return nil
	})
}

// runners maps each kind of job to what it does.
var runners map[JobKind]func(r *jobRun) error

func init() {
	runners = map[JobKind]func(*jobRun) error{
		JobRead: runRead, JobReply: runReply, JobFollowup: runWrite, JobCorrection: runWrite, JobOOO: runOOO,
		JobInitiate: runWrite, JobDeliver: runDeliver, JobNudge: runNudge, JobForward: runForward,
		JobBounce: runBounce, JobDelivery: runDelivery, JobWorld: runWorld, JobAct: runAct,
	}
}

// runJob runs a job now. A failure is the job's, not the caller's.
func (u *Universe) runJob(ctx context.Context, j *jobRec) {
	r := &jobRun{u: u, ctx: context.WithoutCancel(ctx), job: j}
	err := runners[j.Kind](r)
	if err == nil || errors.Is(err, errStale) {
		return
	}
	u.logger.Warn("a job failed", "job", j.ID, "kind", j.Kind, "error", err)
	_ = u.update(r.ctx, func(t *tx) error {
		if j, ok := t.jobs.get(j.ID); ok && (j.State == StatePending || j.State == StateRunning) {
			t.finish(j, StateFailed, err.Error())
		}
		return nil
	})
}

// driver runs what is due until an instant.
type driver struct {
	u     *Universe
	ctx   context.Context
	until time.Time
	jobs  int // at most so many, and only while some are planned; 0 is no bound
	ran   int
	stuck bool
	ahead *aheadCalls // nil when none are made
}

// run does all that is due, instant by instant, and ends when both the
// universe and the application have nothing left to do by d.until.
func (d *driver) run() error {
	d.ahead = d.u.beginAhead(d.ctx)
	defer d.ahead.end()
	for d.jobs == 0 || d.ran < d.jobs {
		if d.ctx.Err() != nil {
			return contextError(d.ctx)
		}
		if err := d.u.failure(); err != nil {
			return err
		}
		if did, err := d.step(); err != nil || !did {
			return err
		}
	}
	return d.u.quiesce(d.ctx)
}

// peek tells what is due next, and where the held clock stands.
func (u *Universe) peek() (due, at time.Time, ok bool) {
	u.w.mu.Lock()
	defer u.w.mu.Unlock()
	u.w.tidyLocked()
	due, ok = u.nextDueLocked()
	return due, u.w.clock.at, ok
}

// planned tells whether a job is; peek has tidied the queue.
func (u *Universe) planned() (yes bool) {
	u.read(func(v view) { yes = len(v.queue.heap) > 0 })
	return yes
}

// step runs the next due thing. Before time moves on, the application is let
// finish what it does at this instant.
func (d *driver) step() (did bool, err error) {
	due, at, ok := d.u.peek()
	if !ok || due.After(at) {
		if err := d.u.quiesce(d.ctx); err != nil {
			return false, err
		}
		due, at, ok = d.u.peek()
	}
	if !ok || due.After(d.until) || d.jobs > 0 && due.After(at) && !d.u.planned() {
		return false, nil
	}
	todo := d.u.take(later(due, at))
	switch {
	case todo.job != nil && todo.job.Depth > maxChain:
		d.stuck = true
		return false, d.u.runawayError(todo.job)
	case todo.job != nil:
		d.ahead.before(todo.job, d.until)
		d.u.runJob(d.ctx, todo.job)
		d.ahead.after(todo.job)
		d.ran++
	case todo.timer != nil:
		return true, d.u.runTimer(todo.timer)
	case todo.prune:
		_, err := d.u.prune(d.ctx)
		return true, err
	}
	return true, nil
}

// todo is one due thing.
type todo struct {
	job   *jobRec
	timer *Timer
	prune bool
}

// take lets the held clock stand at now and takes the next thing due: jobs
// first, then the application's timers, then the prune.
func (u *Universe) take(now time.Time) todo {
	u.w.mu.Lock()
	defer u.w.mu.Unlock()
	u.w.clock.at = now
	u.w.tidyLocked()
	if h := u.w.queue.heap; len(h) > 0 && !instantOf(now).before(h[0].due) {
		j := u.w.jobs.at(h[0].id)
		if j.Depth <= maxChain { // a runaway stays where it is
			u.w.queue.taken = h[0]
			u.w.queue.pop()
		}
		return todo{job: j}
	}
	if t := u.timers.pop(now); t != nil {
		return todo{timer: t}
	}
	due, ok := u.nextPruneLocked()
	return todo{prune: ok && !due.After(now)}
}

// runawayError names the end of the chain of jobs that does not end.
func (u *Universe) runawayError(j *jobRec) error {
	var names []string
	u.read(func(v view) {
		for k := j; k != nil && len(names) < 6; k = v.jobs.at(k.Parent) {
			names = append(names, fmt.Sprintf("%s %s (%s)", k.Kind, k.ID, k.Plan))
		}
	})
	return errorf(ErrInternal, "runaway: more than %d jobs made each other at %s: %s …", maxChain,
		j.Due.Format(time.RFC3339), strings.Join(names, " from "))
}

// JobFilter chooses jobs; its zero value chooses all.
type JobFilter struct {
	State     JobState
	Kind      JobKind
	PersonaID string
	Limit     int // at most so many; 0 is no limit, above 1,000 counts as 1,000
}

// Jobs lists jobs in order of due time, then as planned. An unknown state or a
// negative limit is ErrInvalid.
func (u *Universe) Jobs(f JobFilter) ([]Job, error) {
	switch f.State {
	case "", StatePending, StateRunning, StateDone, StateFailed, StateSkipped:
	default:
		return nil, invalidf("unknown job state %.50q: use pending, running, done, failed or skipped", f.State)
	}
	if f.Limit < 0 {
		return nil, invalidf("limit must be above 0")
	}
	var found []*jobRec
	u.read(func(v view) {
		for _, j := range v.jobs.m {
			if (f.State == "" || j.State == f.State) && (f.Kind == "" || j.Kind == f.Kind) &&
				(f.PersonaID == "" || j.PersonaID == f.PersonaID) {
				found = append(found, j)
			}
		}
	})
	slices.SortFunc(found, func(a, b *jobRec) int {
		return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.Key, b.Key), cmp.Compare(a.Seq, b.Seq))
	})
	if f.Limit > 0 {
		found = found[:min(len(found), f.Limit, maxEventLimit)]
	}
	out := make([]Job, len(found))
	for i, j := range found {
		out[i] = j.Job
	}
	return out, nil
}

// Job returns one job; ErrNotFound when there is none.
func (u *Universe) Job(id string) (Job, error) {
	var j *jobRec
	u.read(func(v view) { j = v.jobs.at(id) })
	if j == nil {
		return Job{}, noSuch("job")
	}
	return j.Job, nil
}

func (v view) pendingJob(id string) (*jobRec, error) {
	j, ok := v.jobs.get(id)
	if !ok {
		return nil, noSuch("job")
	}
	if j.State != StatePending {
		return nil, conflictf("the job is %s: only a pending job can be run, skipped or moved", j.State)
	}
	return j, nil
}

// MoveJob plans a pending job for another instant; one in the past means now.
// ErrConflict when it is not pending. Event: job.updated.
func (u *Universe) MoveJob(ctx context.Context, id string, due time.Time) (Job, error) {
	if due.IsZero() {
		return Job{}, invalidf("due is required")
	}
	if due.After(endOfTime) {
		return Job{}, invalidf("due must not lie after the year 9999")
	}
	var out Job
	err := u.update(ctx, func(t *tx) error {
		j, err := t.pendingJob(id)
		if err != nil {
			return err
		}
		out = t.move(j, due).Job
		return nil
	})
	return out, err
}

// movedTo leads the instant that a job was moved to, at the end of its plan: the
// sentence before it may name another.
const movedTo = "; moved to "

// move plans a pending job anew. Event: job.updated.
func (t *tx) move(j *jobRec, due time.Time) *jobRec {
	j = t.changeJob(j, func(j *jobRec) {
		j.Due = later(due.Round(0).UTC(), t.now)
		plan, _, _ := strings.Cut(j.Plan, movedTo)
		j.Plan = plan + movedTo + j.Due.Format(time.RFC3339)
	})
	t.enqueue(j)
	t.emit(JobUpdated{j.ID, string(j.State), j.Due, string(j.Kind), j.PersonaID})
	return j
}

// SkipJob ends a pending job so that it never runs. ErrConflict when it is not
// pending. Event: job.updated.
func (u *Universe) SkipJob(ctx context.Context, id string) (Job, error) {
	var out Job
	err := u.update(ctx, func(t *tx) error {
		j, err := t.pendingJob(id)
		if err != nil {
			return err
		}
		t.cancel(j, "skipped by hand")
		t.streamSkipped(j)
		out = t.jobs.at(id).Job
		return nil
	})
	return out, err
}

// RunJob runs a pending job now, the clock standing still, and what follows at
// this instant. ErrConflict when it is not pending.
func (u *Universe) RunJob(ctx context.Context, id string) (Job, error) {
	release, err := u.takeDrive(ctx)
	if err != nil {
		return Job{}, err
	}
	defer release()
	u.hold()
	defer u.letGo()
	if err := u.runNow(ctx, id); err != nil {
		return Job{}, err
	}
	if err := u.quiesce(ctx); err != nil {
		return Job{}, err
	}
	return u.Job(id)
}

// runNow moves a pending job to now and runs it; the caller holds the clock.
func (u *Universe) runNow(ctx context.Context, id string) error {
	var j *jobRec
	err := u.update(ctx, func(t *tx) (err error) {
		if j, err = t.pendingJob(id); err == nil && j.Due.After(t.now) {
			j = t.changeJob(j, func(j *jobRec) { j.Due = t.now })
			t.enqueue(j) // a fork that is made meanwhile has it still to run
		}
		return err
	})
	if err == nil {
		u.runJob(ctx, j)
	}
	return err
}
