package run

// The application's timers.

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/mailsim/mailsim/internal/hook"
	"github.com/mailsim/mailsim/universe/internal/state"
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
	mu   sync.Mutex // taken under the universe's lock, holds nothing itself
	list []*Timer
	seq  int
	runs *Timer                   // the one whose function runs
	idle []*func(context.Context) // pointers tell them apart
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
type HookClock struct{ Part *Part }

func (c HookClock) After(d time.Duration, f func()) hook.Stopper { return c.Part.AfterFunc(d, f) }

func (u *Part) setTimer(d, period time.Duration, f func()) *Timer {
	t := &Timer{u: u, period: period, f: f}
	u.Locked(func(v state.View) {
		t.due = state.Later(v.Now.Add(d), v.Now)
		u.timers.add(t)
		u.ArmLocked()
	})
	return t
}

// Stop ends the timer. It reports whether f was still to run.
func (t *Timer) Stop() bool {
	ts := &t.u.timers
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
func (u *Part) runTimer(t *Timer) {
	u.timers.mu.Lock()
	u.timers.runs = t
	u.timers.mu.Unlock()
	u.effect("a timer of the application", t.f, t.over)
}

// over follows the timer's function.
func (t *Timer) over() {
	ts := &t.u.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.runs = nil
	if t.period > 0 {
		t.due, t.depth = t.due.Add(t.period), 0
		ts.addLocked(t)
	}
}
