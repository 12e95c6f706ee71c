package ai

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// MaxCalls bounds Options.WriterCalls, the calls under way at once.
const MaxCalls = 64

// maxLook is how many jobs are looked at for what they will ask.
const maxLook = 64

// Calls are the calls that one driver has made ahead: what the next jobs will ask is asked
// side by side, and a job that has its turn finds its answers there.
type Calls struct {
	u       *Part
	ctx     context.Context
	cancel  context.CancelFunc
	asks    Asks
	Errands map[string]*Errand // by job; the driver's own, exported for tests
	places  chan struct{}      // one taken for each call under way
	running sync.WaitGroup

	mu      sync.Mutex
	Answers map[[sha256.Size]byte]*promise // by question; exported for tests
	files   map[Attachment]string          // what was read for an errand
	Open    int                            // credits that the errands stand for; exported for tests
}

// Asks returns all that a job asks the writer, made ready from the state as it is;
// nil when it asks nothing.
type Asks func(ctx context.Context, j *jobs.Record) func()

// Attachment names a file that a job's question shows.
type Attachment struct {
	Job  string
	Mail *post.Mail
	At   int // its place among the mail's
}

// Errand is all that one job asks ahead, the seam.Call of each of its calls. It ends
// with the job's turn: answers that were not wanted then, and the credits they stood
// for, go with it.
type Errand struct {
	calls   *Calls
	done    chan struct{} // closed when all has been asked
	over    bool
	credits int // taken, and not yet settled
	keys    [][sha256.Size]byte
}

// promise holds what the writer said, or will have said when done is closed.
type promise struct {
	of      *Errand
	done    chan struct{}
	once    sync.Once
	out     any
	err     error
	credits int // taken by the writer itself, see TakeCredit
}

func (a *promise) finish(out any, err error) {
	a.once.Do(func() {
		a.out, a.err = out, err
		close(a.done)
	})
}

func (a *promise) ended() bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

// promiseKey finds the promise in the context of the call that is to keep it.
type promiseKey struct{}

// ownCall is the seam.Call of a job whose turn has come.
type ownCall struct{ u *Part }

func (ownCall) Ahead() bool { return false }

func (c ownCall) TakeCredit(ctx context.Context) error { return c.u.takeCredits(ctx, 1) }

// Ahead tells that the job's turn is still to come.
func (e *Errand) Ahead() bool { return true }

// ErrandOf returns the errand that a call is made for, nil for one whose turn has come.
func ErrandOf(ctx context.Context) *Errand {
	e, _ := seam.CallOf(ctx).(*Errand)
	return e
}

// BeginAhead makes room for the calls of a driver; nil when none are to be made ahead.
func (u *Part) BeginAhead(ctx context.Context, asks Asks) *Calls {
	on := false
	if u.Opts.WriterCalls > 1 {
		u.Peek(func(v state.View) { on = settings.AIOn(v) })
	}
	if !on {
		return nil
	}
	a := &Calls{
		u: u, asks: asks, Errands: map[string]*Errand{}, places: make(chan struct{}, u.Opts.WriterCalls), Answers: map[[sha256.Size]byte]*promise{}, files: map[Attachment]string{},
	}
	a.ctx, a.cancel = context.WithCancel(ctx)
	u.ahead.Store(a)
	return a
}

// End gives up what is still under way. A writer that does not heed its context
// is left behind.
func (a *Calls) End() {
	if a == nil {
		return
	}
	a.u.ahead.Store(nil)
	a.cancel()
	a.running.Wait()
}

// Before runs the errands of a job that is about to run, and of those that
// follow it until an instant, as many at once as there may be calls. It returns
// when the job's own is done.
func (a *Calls) Before(j *jobs.Record, until time.Time) {
	if a == nil {
		return
	}
	a.forgetGone(j)
	list := a.u.soon(j, until)
	for i, s := range list {
		if _, sent := a.Errands[s.job.ID]; sent || s.waits || i == 0 && len(list) == 1 || !a.reserve(a.ctx, i == 0) {
			continue
		}
		e := &Errand{calls: a, done: make(chan struct{})}
		a.Errands[s.job.ID] = e
		run := a.asks(seam.WithCall(a.ctx, e), s.job)
		if run == nil {
			a.release()
			close(e.done)
			continue
		}
		a.running.Go(func() {
			defer close(e.done)
			defer a.release()
			_ = fail.Readable(run) // the job itself will find that out
		})
	}
	if e := a.Errands[j.ID]; e != nil {
		<-e.done
	}
}

// After forgets what a job had asked that has had its turn.
func (a *Calls) After(j *jobs.Record) {
	if a != nil {
		a.forget(j.ID)
	}
}

// forgetGone forgets what jobs had asked that will have no turn; one is having it.
func (a *Calls) forgetGone(turn *jobs.Record) {
	var gone []string
	a.u.Peek(func(v state.View) {
		for id := range a.Errands {
			if j := jobs.Get(v, id); id != turn.ID && (j == nil || j.State != mailsim.StatePending) {
				gone = append(gone, id)
			}
		}
	})
	for _, id := range gone {
		a.forget(id)
	}
}

func (a *Calls) forget(job string) {
	e := a.Errands[job]
	if e == nil {
		return
	}
	delete(a.Errands, job)
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, key := range e.keys {
		if answer := a.Answers[key]; answer != nil && answer.of == e {
			delete(a.Answers, key)
		}
	}
	maps.DeleteFunc(a.files, func(k Attachment, _ string) bool { return k.Job == job })
	a.Open -= e.credits
	e.over, e.credits, e.keys = true, 0, nil
}

// reserve takes a place among the calls under way; a job whose turn it is waits
// for one.
func (a *Calls) reserve(ctx context.Context, wait bool) bool {
	select {
	case a.places <- struct{}{}:
		return true
	default:
	}
	if !wait {
		return false
	}
	select {
	case a.places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (a *Calls) release() { <-a.places }

// errNoCredit ends an errand for which the plan would have no credit.
var errNoCredit = fail.Invalidf("no AI credit is left for a call ahead")

// TakeCredit keeps the calls ahead within the plan's credits; they are counted when an
// answer is used. A writer that goes without a credit here might have had one in
// its turn: it is asked again then.
func (e *Errand) TakeCredit(ctx context.Context) error {
	a, limit, used := e.calls, 0, 0
	a.u.Peek(func(v state.View) {
		limit, used = settings.PlanOf(v.Env).Limits.AICredits, v.Counter(Credits)
	})
	answer, asked := ctx.Value(promiseKey{}).(*promise)
	a.mu.Lock()
	defer a.mu.Unlock()
	if e.over || asked && answer.ended() { // nobody waits for it, or a writer that was left behind
		return errNoCredit
	}
	if limit > 0 && used+a.Open >= limit {
		if asked {
			answer.finish(nil, mailsim.ErrAskLater)
		}
		return errNoCredit
	}
	a.Open++
	e.credits++
	if asked {
		answer.credits++
	}
	return nil
}

// promise notes that a question is being asked.
func (e *Errand) promise(key [sha256.Size]byte) *promise {
	answer := &promise{of: e, done: make(chan struct{})}
	e.calls.mu.Lock()
	defer e.calls.mu.Unlock()
	if !e.over {
		e.calls.Answers[key] = answer
		e.keys = append(e.keys, key)
	}
	return answer
}

// redeem returns the answer to a question, once; nil when it was not asked.
func (a *Calls) redeem(key [sha256.Size]byte) *promise {
	a.mu.Lock()
	defer a.mu.Unlock()
	answer := a.Answers[key]
	delete(a.Answers, key)
	return answer
}

// settle gives back the credits that an answer stood for, once it has ended, and
// returns how many the writer took itself.
func (a *Calls) settle(answer *promise) (credits int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if e := answer.of; !e.over {
		a.Open -= 1 + answer.credits
		e.credits -= 1 + answer.credits
	}
	return answer.credits
}

// Keep remembers the text of a file read for the errand.
func (e *Errand) Keep(key Attachment, text string) {
	e.calls.mu.Lock()
	defer e.calls.mu.Unlock()
	if !e.over {
		e.calls.files[key] = text
	}
}

// Kept returns the text of a file that was read for an errand.
func (a *Calls) Kept(key Attachment) (text string, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	text, ok = a.files[key]
	return text, ok
}

// Write lets the writer write one mail, or describe one person.
func (u *Part) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	return callWriter(ctx, u, b, u.Opts.Writer.Write)
}

// Judge lets the writer settle one question.
func (u *Part) Judge(ctx context.Context, q mailsim.Question) (mailsim.Answer, error) {
	return callWriter(ctx, u, q, u.Opts.Writer.Judge)
}

// callWriter makes one call, or uses the answer of the same call made ahead.
func callWriter[Q, A any](ctx context.Context, u *Part, q Q, call func(context.Context, Q) (A, error)) (A, error) {
	if e := ErrandOf(ctx); e != nil {
		return callAhead(ctx, e, q, call)
	}
	if a := u.ahead.Load(); a != nil {
		if answer := a.redeem(questionKey(q)); answer != nil {
			if out, err := useAhead[A](ctx, a, answer); !errors.Is(err, mailsim.ErrAskLater) {
				return out, err
			}
		}
		if a.reserve(ctx, true) {
			defer a.release()
		}
	}
	return call(ctx, q)
}

// callAhead makes a call whose answer waits for the job's turn.
func callAhead[Q, A any](ctx context.Context, e *Errand, q Q, call func(context.Context, Q) (A, error)) (A, error) {
	a, key := e.calls, questionKey(q)
	answer := e.promise(key)
	defer context.AfterFunc(ctx, func() {
		if a.ctx.Err() == nil {
			answer.finish(nil, errSilent)
		} else {
			answer.finish(nil, mailsim.ErrAskLater) // the driver gave up
		}
	})()
	out, err := call(context.WithValue(ctx, promiseKey{}, answer), q)
	answer.finish(out, err)
	if errors.Is(answer.err, mailsim.ErrAskLater) && a.redeem(key) != nil { // as if nothing had been asked
		a.settle(answer)
	}
	return out, answer.err
}

// useAhead waits for an answer and counts what it has cost. Where the plan has no
// such credits any more, the writer is to hear of it itself: ErrAskLater.
func useAhead[A any](ctx context.Context, a *Calls, answer *promise) (out A, err error) {
	select {
	case <-answer.done:
	case <-ctx.Done():
		return out, ctx.Err()
	}
	if n := a.settle(answer); n > 0 && a.u.takeCredits(ctx, n) != nil {
		return out, mailsim.ErrAskLater
	}
	out, _ = answer.out.(A)
	return out, answer.err
}

// questionKey tells questions apart by all that the writer is told.
func questionKey(q any) [sha256.Size]byte {
	told, err := json.Marshal(q)
	if err != nil { // nothing in a question can fail to be written
		panic(err)
	}
	return sha256.Sum256(fmt.Appendf(told, "%T", q)) // drafts and answers apart
}

// upcoming is a job that is about to run, or will be soon.
type upcoming struct {
	job   *jobs.Record
	waits bool // what it asks may depend on one before it
}

// soon returns a job and those that follow it until an instant, in order. One
// waits for those before it that are of the same person, or write to them.
func (u *Part) soon(first *jobs.Record, until time.Time) (list []upcoming) {
	u.Peek(func(v state.View) {
		involved := map[string]bool{}
		add := func(j *jobs.Record) {
			s := upcoming{job: j}
			p := people.Get(v, j.PersonaID)
			who := []string{"job " + j.PersonaID + " " + j.Args.Stream}
			if p != nil {
				for _, a := range p.Addresses {
					who = append(who, addr.Key(a))
				}
			}
			for _, k := range who {
				s.waits = s.waits || involved[k]
			}
			involved[who[0]] = true
			for _, to := range append(append([]string{j.Args.Correspondent}, j.Args.To...), j.Args.CC...) {
				involved[addr.Key(to)] = true
			}
			list = append(list, s)
		}
		add(first)
		for _, e := range jobs.QueueTable.In(v.State).First(maxLook, state.InstantOf(until)) {
			if j := jobs.Get(v, e.ID); j != nil && j.State == mailsim.StatePending && state.InstantOf(j.Due) == e.Due && j.ID != first.ID {
				add(j)
			}
		}
	})
	return list
}
