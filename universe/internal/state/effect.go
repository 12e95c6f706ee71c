package state

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// EffectLimit is how long, in real time, a function of the application may take
// that a universe runs itself.
const EffectLimit = 10 * time.Second

// inEffect marks the context of what a universe runs itself.
type inEffect struct{}

// EffectContext is the context that sites, writers and fetchers get.
func (u *Book) EffectContext(ctx context.Context) context.Context {
	return context.WithValue(ctx, inEffect{}, u)
}

// Runs tells whether a call comes from a function that the universe runs.
func (u *Book) Runs(ctx context.Context) bool { return ctx.Value(inEffect{}) == u }

// Guarded runs what the application gave and waits for it no longer than ctx
// lasts: what does not heed its context is left behind. A panic is an error.
func Guarded[T any](ctx context.Context, u *Book, what string, call func(context.Context) (T, error)) (T, error) {
	type result struct {
		out T
		err error
	}
	done := make(chan result, 1)
	go func() {
		r := result{err: errors.New("the " + what + " ended without an answer")}
		defer func() {
			if p := recover(); p != nil {
				u.Logger.Error("the "+what+" panicked", "panic", p, "stack", string(debug.Stack()))
				r.err = fmt.Errorf("the %s panicked: %v", what, p)
			}
			done <- r
		}()
		r.out, r.err = call(ctx)
	}()
	select {
	case r := <-done:
		return r.out, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
