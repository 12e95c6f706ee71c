package run

// Functions of the application: run outside every lock, for a bounded time, and known
// again in a stack.

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

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
