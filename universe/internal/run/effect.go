package run

// Functions of the application: run outside every lock, for a bounded time, and known
// again in a stack.

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// hand is the goroutine on which time is moved. Functions of the application run in
// place there; when one is late, whoever waits for the hand goes on without it.
type hand struct {
	wall state.Wall
	late chan struct{} // closed when the function that runs is late

	mu    sync.Mutex
	what  string // the function that runs, "" while none does
	over  func() // to be done when it has ended, however it ended
	since time.Time
	alarm state.Stopper // nil while none is set
	left  bool          // late was closed
}

// watched does the work on a hand, for whoever has the slot of those who move time. A
// function of the application has 10 real seconds. Its panic is the caller's, and its end
// by runtime.Goexit an error.
func (u *Part) watched(work func() error) error {
	type outcome struct {
		err      error
		returned bool
		panicked any
		stack    []byte
	}
	h := &hand{wall: u.Wall, late: make(chan struct{})}
	u.hand = h
	done := make(chan outcome, 1)
	go func() {
		out := outcome{}
		defer func() {
			if out.panicked = recover(); out.panicked != nil {
				out.stack = debug.Stack()
			}
			done <- out
		}()
		out.err = work()
		out.returned = true
	}()
	var out outcome
	select {
	case out = <-done:
	case <-h.late:
	}
	what, late := h.drop()
	switch {
	case out.returned:
		return out.err
	case out.panicked != nil:
		what = cmp.Or(what, "the clock's work")
		u.Logger.Error(what+" panicked", "panic", out.panicked, "stack", string(out.stack))
		panic(withStack(what, out.panicked, out.stack))
	case late:
		return fail.Conflictf("%s did not return within %s: it must not move the clock it runs on", what, state.EffectLimit)
	case what == "": // not of the application: the goroutine that called is meant
		runtime.Goexit()
	}
	return fail.Conflictf("%s ended its goroutine, as t.FailNow and runtime.Goexit do: the clock stands where it did", what)
}

// effect runs a function of the application on the hand that moves time, and then over.
func (u *Part) effect(what string, f, over func()) {
	h := u.hand
	h.begin(what, over)
	f()
	if !h.end() {
		runtime.Goexit() // somebody else moves time by now
	}
}

func (h *hand) begin(what string, over func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.what, h.over, h.since = what, over, h.wall.Now()
	if h.alarm == nil {
		h.alarm = h.wall.AfterFunc(state.EffectLimit, h.check)
	}
}

// end tells whether the function that ran was in time.
func (h *hand) end() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.left {
		return false
	}
	h.what = ""
	h.over()
	return true
}

// check is what the alarm does: one serves for many functions.
func (h *hand) check() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.alarm = nil
	if h.what == "" || h.left {
		return
	}
	if more := h.since.Add(state.EffectLimit).Sub(h.wall.Now()); more > 0 {
		h.alarm = h.wall.AfterFunc(more, h.check)
		return
	}
	h.left = true
	close(h.late)
}

// drop ends what the hand did, and tells which function of the application did not return.
func (h *hand) drop() (what string, late bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.alarm != nil {
		h.alarm.Stop()
	}
	if h.what != "" {
		h.over()
	}
	late, h.left = h.left, true
	return h.what, late
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

// effects are what runs functions of the application, as they stand in a stack.
var effects []string

func init() { // not above: they ask for it themselves
	effects = []string{
		nameInStack((*Part).watched) + ".func",
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
