package release

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// pauses are how long a mail waits after each attempt that failed for the moment.
var pauses = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour}

// attemptLimit bounds one attempt, in real time.
const attemptLimit = 5 * time.Minute

// errNotDue says that there is nothing to attempt now.
var errNotDue = errors.New("the release is not due")

// attempt is one try to hand over a mail.
type attempt struct {
	job  *jobs.Record
	load *Load
	raw  string
}

// try makes one attempt at a job, unless it has ended or is planned for later.
func (u *Part) try(id string, ahead bool) {
	a, err := u.take(id, ahead)
	if a.load == nil {
		return
	}
	switch {
	case err != nil: // the mail cannot be read: it is tried again
	case u.Opts.Relay == nil:
		err = &mailsim.RelayError{Err: errNoRelay}
	default:
		err = u.hand(a)
	}
	if u.Background.Err() != nil {
		return // the universe is closed: a store keeps the job as it is
	}
	o := sort(a.load, err)
	told := u.Update(context.Background(), func(t *state.Tx) error { u.settle(t, id, a.load, o); return nil })
	if told != nil && !u.IsClosed() {
		u.Logger.Error("the outcome of a release was not recorded", "job", id, "outcome", o.why, "error", told)
	}
}

// take makes an attempt ready, outside of the lock where it takes long.
func (u *Part) take(id string, ahead bool) (a attempt, err error) {
	u.Read(func(v state.View) {
		a.job = jobs.Get(v, id)
		if a.job == nil || a.job.State != mailsim.StatePending || a.job.Due.After(v.Now) && !ahead || in(a.job) == nil {
			err = errNotDue
		}
	})
	if err == nil {
		a.load = in(a.job)
		err = fail.Readable(func() { a.raw = message(u.Env, a.load) })
	}
	return a, err
}

// hand gives a mail to the relay.
func (u *Part) hand(a attempt) error {
	limit := attemptLimit
	if u.Opts.HooksOnClock { // who moves the clock waits for it
		limit = state.EffectLimit
	}
	ctx, cancel := context.WithTimeout(u.EffectContext(u.Background), limit)
	defer cancel()
	_, err := state.Guarded(ctx, u.Book, "relay", func(ctx context.Context) (struct{}, error) {
		return struct{}{}, u.Opts.Relay.Relay(ctx, a.load.From, append([]string{}, a.load.To...), strings.NewReader(a.raw))
	})
	return err
}

// outcome is what came of an attempt.
type outcome struct {
	sent, later []string
	failed      []refusal
	why         string // of the last error, "" for none
}

// refusal is a recipient whom the mail will not go to.
type refusal struct {
	to, why string
	code    int
}

// sort tells the recipients of an attempt by what became of them.
func sort(l *Load, err error) (o outcome) {
	own := map[string]*mailsim.RelayError{}
	var all *mailsim.RelayError
	for _, e := range flat(err) {
		var r *mailsim.RelayError
		if !errors.As(e, &r) {
			r = &mailsim.RelayError{Temporary: true, Err: e}
		}
		if r.To == "" {
			all = r
		} else if key := addr.Key(r.To); own[key] == nil {
			own[key] = r
		}
	}
	last := l.Attempts >= len(pauses)
	for _, to := range l.To {
		r := own[addr.Key(to)]
		if r == nil {
			r = all
		}
		if r == nil {
			o.sent = append(o.sent, to)
			continue
		}
		words := *r
		words.To = ""
		o.why = words.Error()
		if r.Temporary && !last {
			o.later = append(o.later, to)
			continue
		}
		o.failed = append(o.failed, refusal{to, o.why, r.Reply.Code})
	}
	return o
}

// flat lists joined errors.
func flat(err error) []error {
	if err == nil {
		return nil
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var out []error
		for _, e := range many.Unwrap() {
			out = append(out, flat(e)...)
		}
		return out
	}
	return []error{err}
}

// settle records what came of an attempt. Events: mail.released, mail.release_failed
// for each refusal, job.done, job.failed, or job.updated when it is tried again.
func (u *Part) settle(t *state.Tx, id string, l *Load, o outcome) {
	subject, n := l.mail.Summary().Subject, l.Attempts+1
	if len(o.sent) > 0 {
		t.Emit(mailsim.MailReleased{MessageID: l.mail.MessageID, Subject: subject, From: l.From, To: o.sent, Attempts: n, JobID: id})
	}
	for _, r := range o.failed {
		t.Emit(mailsim.MailReleaseFailed{MessageID: l.mail.MessageID, Subject: subject, From: l.From, To: []string{r.to}, Error: r.why, Code: r.code, Attempts: n, JobID: id})
	}
	j := jobs.Get(t.View, id)
	if j == nil || j.State != mailsim.StatePending {
		return // skipped, or gone by a reset
	}
	next := *l
	next.To, next.Attempts = o.later, n
	next.Sent += len(o.sent)
	next.Failed += len(o.failed)
	switch {
	case len(o.later) > 0:
		u.later(t, j, &next, o.why)
	case next.Failed > 0:
		jobs.Finish(t, j, mailsim.StateFailed, o.why)
	default:
		jobs.Finish(t, j, mailsim.StateDone, "taken by the relay")
	}
}

// later plans the next attempt. Event: job.updated.
func (u *Part) later(t *state.Tx, j *jobs.Record, next *Load, why string) {
	pause := pauses[next.Attempts-1]
	j = jobs.Change(t, j, func(j *jobs.Record) {
		j.Due, j.Note, j.Args.Load = t.Now.Add(pause), why, next
		if j.Due.After(state.EndOfTime) {
			j.Due = state.EndOfTime
		}
		j.Plan = "handed to the relay again for " + listed(next.To)
	})
	jobs.Enqueue(t, j)
	t.Emit(mailsim.JobUpdated{JobID: j.ID, State: string(j.State), Due: j.Due, Kind: string(j.Kind), Note: why})
	if u.Opts.HooksOnClock {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.closed {
		u.pauses[j.ID] = u.Wall.AfterFunc(pause, func() { u.begin(j.ID, true) })
	}
}
