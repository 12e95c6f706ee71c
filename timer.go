package mailsim

// The application's own timers on the simulated clock (design 3 "Time").

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Timer is a function of the application that runs at a simulated instant.
type Timer struct {
	u      *Universe
	due    time.Time
	period time.Duration
	seq    int
	f      func()
}

// timers are the application's timers, in order of due time, then as set.
type timers struct {
	u    *Universe
	mu   sync.Mutex // taken under the universe's lock, holds nothing itself
	list []*Timer
	seq  int
	idle []func(context.Context)
}

// AfterFunc runs f once, d after now on the simulated clock: at its due
// instant, after the jobs of that instant, outside every lock. Advance waits
// for it; a function that takes more than 10 real seconds, such as one that
// moves the clock itself, fails the advance. A d of 0 or below is due now.
func (u *Universe) AfterFunc(d time.Duration, f func()) *Timer { return u.setTimer(d, 0, f) }

// Every runs f each d on the simulated clock, the first time d after now. It
// panics when d is not above 0, as time.NewTicker does.
func (u *Universe) Every(d time.Duration, f func()) *Timer {
	if d <= 0 {
		panic("mailsim: non-positive interval for Every")
	}
	return u.setTimer(d, d, f)
}

func (u *Universe) setTimer(d, period time.Duration, f func()) *Timer {
	t := &Timer{u: u, period: period, f: f}
	u.w.mu.Lock()
	t.due = later(u.nowLocked().Add(d), u.nowLocked())
	u.timers.add(t)
	u.armLocked()
	u.w.mu.Unlock()
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
func (u *Universe) runTimer(t *Timer) error {
	err := u.effect("a timer of the application", func() { t.f() })
	u.timers.mu.Lock()
	defer u.timers.mu.Unlock()
	if t.period > 0 {
		t.due = t.due.Add(t.period)
		u.timers.addLocked(t)
	}
	return err
}

// OnIdle adds a function that lets the application finish what it does: Advance
// and Settle call it before they move on or return, again and again until
// neither side has anything new. In a synctest bubble it is synctest.Wait.
func (u *Universe) OnIdle(f func(ctx context.Context)) {
	u.timers.mu.Lock()
	defer u.timers.mu.Unlock()
	u.timers.idle = append(u.timers.idle, f)
}

func (ts *timers) idlers() []func(context.Context) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return slices.Clip(ts.idle)
}

// quiesce returns when no webhook attempt is in flight and the application has
// nothing left to do at this instant.
func (u *Universe) quiesce(ctx context.Context) error {
	for {
		before := u.Mark()
		if err := u.hooks.wait(ctx); err != nil {
			return err
		}
		for _, f := range u.timers.idlers() {
			if err := u.effect("the application's idle function", func() { f(u.effectContext(ctx)) }); err != nil {
				return err
			}
		}
		if !u.stirred(before) {
			return nil
		}
	}
}

// stirred tells whether anything happened after a mark that may give the
// application something to do. That it came to look does not: logins, and the
// faults that struck there.
func (u *Universe) stirred(since Mark) (yes bool) {
	u.read(func(v view) {
		n := v.seq - since
		for e := range v.events.sinceMark(since) {
			switch e.data.EventType() {
			case EventAuthOK, EventAuthFailed, EventFaultFired:
				n--
			}
		}
		yes = n > 0
	})
	return yes
}

// effect runs a function of the application, for at most 10 real seconds.
func (u *Universe) effect(what string, f func()) error {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		f()
	}()
	late := make(chan struct{})
	watchdog := u.wall.AfterFunc(effectLimit, func() { close(late) })
	defer watchdog.Stop()
	select {
	case p := <-done:
		if p != nil {
			panic(p)
		}
		return nil
	case <-late:
		return conflictf("%s did not return within %s: it must not move the clock it runs on", what, effectLimit)
	}
}
