package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/hook"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// Timer is a function of the application that runs at a simulated instant.
type Timer struct {
	u      *Part
	due    time.Time
	period time.Duration
	seq    int
	depth  int // how many timers in a row set each other at this instant
	f      func()
}

// timers are the application's timers, in order of due time, then as set.
type timers struct {
	U    *Part
	mu   sync.Mutex // taken under the universe's lock, holds nothing itself
	list []*Timer
	seq  int
	runs *Timer // the one whose function runs
	idle []func(context.Context)
}

// AfterFunc runs f once, d after now on the simulated clock: at its due
// instant, after the jobs of that instant, outside every lock. Advance waits
// for it; a function that takes more than 10 real seconds, such as one that
// moves the clock itself, fails the advance, and so does one that ends its
// goroutine, as t.FailNow does. A panic goes on in the goroutine that called
// Advance. A d of 0 or below is due now; more than 1,000 timers that set one
// another at the same instant fail the advance.
func (u *Part) AfterFunc(d time.Duration, f func()) *Timer { return u.setTimer(d, 0, f) }

// Every runs f each d on the simulated clock, the first time d after now. It
// panics when d is not above 0, as time.NewTicker does.
func (u *Part) Every(d time.Duration, f func()) *Timer {
	if d <= 0 {
		panic("mailsim: non-positive interval for Every")
	}
	return u.setTimer(d, d, f)
}

// HookClock lets the pauses between attempts at webhooks pass on the simulated clock.
type HookClock struct{ U *Part }

func (c HookClock) After(d time.Duration, f func()) hook.Stopper { return c.U.AfterFunc(d, f) }

func (u *Part) setTimer(d, period time.Duration, f func()) *Timer {
	t := &Timer{u: u, period: period, f: f}
	u.Locked(func(v state.View) {
		t.due = state.Later(v.Now.Add(d), v.Now)
		u.Timers.add(t)
		u.ArmLocked()
	})
	return t
}

// Stop ends the timer. It reports whether f was still to run.
func (t *Timer) Stop() bool {
	ts := &t.u.Timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t.period = 0
	i := slices.Index(ts.list, t)
	if i < 0 {
		return false
	}
	ts.list = slices.Delete(ts.list, i, i+1)
	return true
}

func (ts *timers) add(t *Timer) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if by := ts.runs; by != nil && by.due.Equal(t.due) {
		t.depth = by.depth + 1
	}
	ts.addLocked(t)
}

func (ts *timers) addLocked(t *Timer) {
	ts.seq++
	t.seq = ts.seq
	i, _ := slices.BinarySearchFunc(ts.list, t, func(a, b *Timer) int {
		if c := a.due.Compare(b.due); c != 0 {
			return c
		}
		return a.seq - b.seq
	})
	ts.list = slices.Insert(ts.list, i, t)
}

func (ts *timers) next() (time.Time, bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if len(ts.list) == 0 {
		return time.Time{}, false
	}
	return ts.list[0].due, true
}

func (ts *timers) pop(now time.Time) *Timer {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if len(ts.list) == 0 || ts.list[0].due.After(now) {
		return nil
	}
	t := ts.list[0]
	ts.list = slices.Delete(ts.list, 0, 1)
	return t
}

// runTimer runs a due timer and sets a periodic one again.
func (u *Part) runTimer(t *Timer) error {
	u.Timers.mu.Lock()
	u.Timers.runs = t
	u.Timers.mu.Unlock()
	err := u.effect("a timer of the application", func() { t.f() })
	u.Timers.mu.Lock()
	defer u.Timers.mu.Unlock()
	u.Timers.runs = nil
	if t.period > 0 {
		t.due, t.depth = t.due.Add(t.period), 0
		u.Timers.addLocked(t)
	}
	return err
}

// OnIdle adds a function that lets the application finish what it does: Advance
// and Settle call it before they move on or return, again and again until
// neither side has anything new. In a synctest bubble it is synctest.Wait. Mail
// sent and filed is new, what the application merely looks at is not. When there
// is still something new after 1,000 rounds at one instant, they fail with
// ErrInternal, saying what the last round did. See AfterFunc for a function that
// takes long, ends its goroutine or panics.
func (u *Part) OnIdle(f func(ctx context.Context)) {
	u.Timers.mu.Lock()
	defer u.Timers.mu.Unlock()
	u.Timers.idle = append(u.Timers.idle, f)
}

func (ts *timers) idlers() []func(context.Context) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return slices.Clip(ts.idle)
}

// Rounds counts how often the application was let finish at one instant.
type Rounds struct {
	at time.Time
	n  int
}

// maxRounds is how often it may have done something new at one instant.
const maxRounds = 1000

// Quiesce returns when no webhook attempt is in flight, or the patience with them
// is used up, and the application has nothing left to do at this instant.
func (u *Part) Quiesce(ctx context.Context, p *webhook.Patience, r *Rounds) error {
	if now := u.Now(); !now.Equal(r.at) {
		*r = Rounds{at: now}
	}
	for {
		before := u.feed.Mark()
		if err := u.webhook.Hooks.Wait(ctx, p); err != nil {
			return err
		}
		for _, f := range u.Timers.idlers() {
			if err := u.effect("the application's idle function", func() { f(u.EffectContext(ctx)) }); err != nil {
				return err
			}
		}
		if !u.stirred(before) {
			return nil
		}
		if r.n++; r.n >= maxRounds {
			return u.restlessError(before)
		}
	}
}

// errRestless is what an advance ends with when the application never comes to
// rest at an instant.
var errRestless = errors.New("the application does not come to rest")

// restlessError says what the application did since a mark.
func (u *Part) restlessError(since mailsim.Mark) error {
	var mails, types []string
	counts := map[mailsim.EventType]int{}
	for e := range u.Committed().SinceMark(since) {
		d, ok := e.Event().Data.(mailsim.MailDelivered)
		if ok && len(mails) < 3 {
			mails = append(mails, fmt.Sprintf("%.100q from %s to %s", d.Subject, cmp.Or(d.From, "<>"), listed(d.To, 3)))
		}
		counts[e.Data.EventType()]++
	}
	for _, t := range slices.Sorted(maps.Keys(counts)) {
		types = append(types, fmt.Sprintf("%d %s", counts[t], t))
	}
	what := cmp.Or(strings.Join(types, ", "), "mail filed without an event")
	if len(mails) > 0 {
		what += ": " + strings.Join(mails, "; ")
	}
	return &mailsim.Error{
		Kind: mailsim.ErrInternal, Err: errRestless,
		Message: fmt.Sprintf("%v at %s: after %d rounds there is still something new; in the last one it did %s", errRestless, u.Now().Format(time.RFC3339), maxRounds, what),
	}
}

// listed joins the first of a list.
func listed(list []string, most int) string {
	if more := len(list) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), more)
	}
	return strings.Join(list, ", ")
}

// stirred tells whether anything happened after a mark that may give the
// application something to do. That it came to look does not: logins, and the
// faults that struck there.
func (u *Part) stirred(since mailsim.Mark) (yes bool) {
	u.Read(func(v state.View) {
		n := v.Seq - since
		for e := range v.Events.SinceMark(since) {
			switch e.Data.EventType() {
			case mailsim.EventAuthOK, mailsim.EventAuthFailed, mailsim.EventFaultFired:
				n--
			}
		}
		yes = n > 0
	})
	return yes
}

// effect runs a function of the application, for at most 10 real seconds. Its
// panic is the caller's, and its end by runtime.Goexit an error.
func (u *Part) effect(what string, f func()) error {
	type outcome struct {
		returned bool
		panicked any
		stack    []byte
	}
	done := make(chan outcome, 1)
	go func() {
		out := outcome{}
		defer func() {
			if out.panicked = recover(); out.panicked != nil {
				out.stack = debug.Stack()
			}
			done <- out
		}()
		f()
		out.returned = true
	}()
	late := make(chan struct{})
	watchdog := u.Wall.AfterFunc(state.EffectLimit, func() { close(late) })
	defer watchdog.Stop()
	select {
	case out := <-done:
		switch {
		case out.panicked != nil:
			u.Logger.Error(what+" panicked", "panic", out.panicked, "stack", string(out.stack))
			panic(withStack(what, out.panicked, out.stack))
		case !out.returned:
			return fail.Conflictf("%s ended its goroutine, as t.FailNow and runtime.Goexit do: the clock stands where it did", what)
		}
		return nil
	case <-late:
		return fail.Conflictf("%s did not return within %s: it must not move the clock it runs on", what, state.EffectLimit)
	}
}

// effectPanic is a panic of the application with the stack of its goroutine.
type effectPanic struct {
	what  string
	value any
	stack []byte
}

// withStack adds the stack to errors and texts. Other values, by which test
// frameworks know their own, stay as they are.
func withStack(what string, value any, stack []byte) any {
	switch value.(type) {
	case error, string:
		return &effectPanic{what, value, stack}
	}
	return value
}

// Error is the text of the panic, and where it happened.
func (p *effectPanic) Error() string {
	return fmt.Sprintf("%v\n\n%s panicked there:\n%s", p.value, p.what, p.stack)
}

// Unwrap returns the error that the application panicked with, if it was one.
func (p *effectPanic) Unwrap() error {
	err, _ := p.value.(error)
	return err
}

// Working tells whether someone moves the clock or a webhook is under way.
func (u *Part) Working() bool { return len(u.Drive) > 0 || u.webhook.Outbox().Pending > 0 }

// effects are what runs functions of the application, as they stand in a stack.
var effects []string

func init() { // not above: they ask for it themselves
	effects = []string{
		nameInStack((*Part).effect) + ".func",
		nameInStack((*Driver).Run),
		strings.TrimSuffix(nameInStack(state.Guarded[bool]), "...]"), // of any type
		"github.com/mailsim/mailsim/internal/linkwalk.serve.func",
	}
}

func nameInStack(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }

// CalledByEffect tells whether this goroutine runs a function of the application
// on behalf of a universe. Close takes no context that could tell.
func CalledByEffect() bool {
	var pcs [256]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if slices.ContainsFunc(effects, func(e string) bool { return strings.HasPrefix(f.Function, e) }) {
			return true
		}
		if !more {
			return false
		}
	}
}
