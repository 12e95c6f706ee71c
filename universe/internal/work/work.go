// Package work does what jobs are: one runner for each kind, and for what the writer is asked
// ahead. It owns the list of kinds. When a job runs is for package run to say, how jobs are
// kept for package jobs.
package work

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// jobRun is one run of a job. Its runner works outside the lock and commits
// through update, which ends the job in the same transaction.
type jobRun struct {
	u    *Part
	ctx  context.Context
	job  *jobs.Record
	at   time.Time // made ready ahead for this instant
	note string
}

// errStale ends a run whose job was skipped, moved or dropped meanwhile.
var errStale = errors.New("the job is no longer due")

// update commits the outcome of the run. Nothing comes of it when the person was
// paused meanwhile: the job is skipped.
func (r *jobRun) update(f func(t *state.Tx) error) error {
	return r.u.Update(r.ctx, func(t *state.Tx) error {
		j := jobs.Get(t.View, r.job.ID)
		if j == nil || j.State != mailsim.StatePending && j.State != mailsim.StateRunning {
			return errStale
		}
		if HeldBy(t.View, j) != nil {
			skipPaused(t, j)
			return nil
		}
		*jobs.ParentSlot.Of(t) = j
		if err := f(t); err != nil {
			return err
		}
		if j = jobs.Get(t.View, j.ID); j != nil {
			jobs.Finish(t, j, mailsim.StateDone, r.note)
		}
		return nil
	})
}

// Runners maps each kind of job to what it does; persist refuses a job of another kind.
var Runners map[mailsim.JobKind]func(r *jobRun) error

// askers maps each kind of job that asks the writer to all that it asks, made
// ready from the state as it is; nil when this one asks nothing.
var askers map[mailsim.JobKind]func(r *jobRun) func()

func init() {
	Runners = map[mailsim.JobKind]func(*jobRun) error{
		mailsim.JobRead: runRead, mailsim.JobReply: runReply, mailsim.JobFollowup: runWrite, mailsim.JobCorrection: runWrite, mailsim.JobOOO: runOOO,
		mailsim.JobInitiate: runWrite, mailsim.JobDeliver: runDeliver, mailsim.JobNudge: runNudge, mailsim.JobForward: runForward,
		mailsim.JobBounce: runBounce, mailsim.JobDelivery: runDelivery, mailsim.JobWorld: runWorld, mailsim.JobAct: runAct,
		mailsim.JobRelease: runRelease,
		mailsim.JobSend:    runSend,
	}
	askers = map[mailsim.JobKind]func(*jobRun) func(){
		mailsim.JobRead: askReading, mailsim.JobReply: askWords, mailsim.JobFollowup: askWords, mailsim.JobCorrection: askWords,
		mailsim.JobInitiate: askWords, mailsim.JobDeliver: askWords, mailsim.JobNudge: askWords, mailsim.JobForward: askWords,
		mailsim.JobWorld: askWorld,
	}
}

// Run runs a job now. A failure is the job's, not the caller's.
func (u *Part) Run(ctx context.Context, j *jobs.Record) {
	r := &jobRun{u: u, ctx: context.WithoutCancel(ctx), job: j}
	var err error
	if unreadable := fail.Readable(func() { err = Runners[j.Kind](r) }); unreadable != nil {
		err = unreadable
	}
	if errors.Is(err, ErrPaused) {
		err = r.skip()
	}
	if err == nil || errors.Is(err, errStale) {
		return
	}
	u.Logger.Warn("a job failed", "job", j.ID, "kind", j.Kind, "error", err)
	told := u.Update(r.ctx, func(t *state.Tx) error {
		if j := jobs.Get(t.View, j.ID); j != nil && (j.State == mailsim.StatePending || j.State == mailsim.StateRunning) {
			jobs.Finish(t, j, mailsim.StateFailed, err.Error())
		}
		return nil
	})
	if told != nil && !u.IsClosed() {
		u.Logger.Error("a job that failed was not recorded", "job", j.ID, "kind", j.Kind, "why", err, "error", told)
	}
}

// skip ends a job whose person is paused, without its being done.
func (r *jobRun) skip() error {
	return r.u.Update(r.ctx, func(t *state.Tx) error {
		if j := jobs.Get(t.View, r.job.ID); j != nil && (j.State == mailsim.StatePending || j.State == mailsim.StateRunning) {
			skipPaused(t, j)
		}
		return nil
	})
}

// prepare takes from the state what a job's mail is written from.
func (r *jobRun) prepare() (w *pen.Writing, err error) {
	r.u.Peek(func(v state.View) {
		v.Now = state.Later(v.Now, r.at)
		w, err = r.writing(v)
	})
	return w, err
}

// writing is a job's mail as the state has it.
func (r *jobRun) writing(v state.View) (*pen.Writing, error) {
	j := jobs.Get(v, r.job.ID)
	if j == nil || j.State != mailsim.StatePending && j.State != mailsim.StateRunning {
		return nil, errStale
	}
	p, err := people.Find(v, j.PersonaID)
	if err != nil {
		return nil, err
	}
	if HeldBy(v, j) != nil {
		return nil, ErrPaused
	}
	corr := addr.Correspondent(j.Args.Correspondent)
	r.job = j
	hours := mind.Hours(v, p)
	w := &pen.Writing{
		Seed: r.u.Chance, Kind: j.Kind, BriefKind: mailsim.BriefReply, Person: p, Now: v.Now, Zone: hours.Zone, Hours: hours, Args: j.Args, Job: j.ID, Planned: j.Created,
		CaseID: j.CaseID, Answers: append([]string{j.MessageID}, j.Args.Messages...), Talk: people.TalkOf(v, p, j.Args.Thread), Relation: people.RelationOf(v, p, corr),
		Case: people.CaseByID(v, j.CaseID), Memory: people.Recalled(v, p.ID, j.CaseID), Claims: people.Claims(v, p.ID), Filler: people.FillerOf(v, p.ID), Marks: transit.Marks(v),
		Key: state.InRound([]string{addr.Key(p.Addresses[0]), corr, strconv.Itoa(j.Args.Occasion), string(j.Kind), strconv.Itoa(j.Args.Count)}, j.Args.Round),
	}
	for _, id := range w.Answers {
		if m := post.ByID(v, id); m != nil {
			w.Mails = append(w.Mails, m.Mail)
		}
	}
	if j.Kind == mailsim.JobReply {
		w.Earlier = unanswered(v, w)
		told := j.Args.Kind != ""
		w.Over = !told && people.At(v, j.Args.Correspondent) != nil && w.Talk.Replies >= decide.MaxReplies
	}
	w.Name = w.NameOf(v, j.Args.Correspondent, j.Args.Name)
	w.Came = j.Created
	for _, id := range jobs.For(v, p.ID, j.MessageID) { // the first was planned when the mail came
		if first := jobs.Get(v, id); first != nil && first.Created.Before(w.Came) {
			w.Came = first.Created
		}
	}
	return w, nil
}

// unanswered are the mails of the correspondent that came since the person last wrote in
// the conversation, but for those that the job answers: who writes again has them in mind.
func unanswered(v state.View, w *pen.Writing) (list []*post.Mail) {
	corr := addr.Correspondent(w.Args.Correspondent)
	for _, id := range w.Talk.Since {
		m := post.ByID(v, id)
		if m == nil || slices.Contains(w.Mails, m.Mail) {
			continue
		}
		if from := m.Mail.Summary().From.Addr; addr.Correspondent(from) == corr {
			list = append(list, m.Mail)
		}
	}
	return list
}

// send submits what was written. The job ends with it, and what else changes.
func (r *jobRun) send(w *pen.Writing, out *pen.Written, kind mailsim.JobKind, also func(*state.Tx)) error {
	r.note = "sent " + out.Mail.Mail.MessageID
	return r.u.deliver.Submit(r.ctx, out.Mail, r.update, func(t *state.Tx) error {
		pen.Sent(t, w, out, kind)
		also(t)
		return nil
	})
}

// Asks is what a job asks the writer ahead of its turn, nil when it asks nothing.
func (u *Part) Asks(ctx context.Context, j *jobs.Record) func() {
	ask := askers[j.Kind]
	if ask == nil {
		return nil
	}
	return ask(&jobRun{u: u, ctx: ctx, job: j, at: j.Due})
}
