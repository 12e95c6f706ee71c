// Package ai asks the application's Writer: within the plan's credits and a bounded time, by
// one call or two, and ahead of a job while the clock is moved. It owns the credits that are
// counted and when a writer that is silent is left alone. What is asked, and what an answer is
// good for, is for those above to say.
package ai

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Bounds of what the writer is asked.
const (
	Limit    = 30 * time.Second // real time that one writing may take, all calls together
	maxTries = 2                // calls of one writing
	Pause    = time.Minute      // real time for which a writer that did not answer is not asked
)

// Ask lets the writer do one thing: by one call, and a second one that is told
// what was wrong with the first. Each takes a credit before it is made, so that
// no number of callers at once passes the plan's limit. When it is not ok,
// templates or rules stand in. Event: writer.fallback. Ahead of its job it only
// collects answers (see Calls): credits and events are the job's.
func Ask[T any](ctx context.Context, u *Part, what, personaID string, call func(ctx context.Context, fault string) (T, error)) (out T, ok bool) {
	caller, ahead := ctx, ErrandOf(ctx) != nil
	if !ahead {
		ctx = seam.WithCall(ctx, ownCall{u})
	}
	ctx, cancel := context.WithTimeout(u.EffectContext(ctx), Limit)
	defer cancel()
	defer context.AfterFunc(u.Background, cancel)()
	err := u.Muted()
	wrong := ""
	for calls := 0; calls < maxTries && !final(err) && ctx.Err() == nil; calls++ {
		if err = mailsim.TakeCredit(ctx); err != nil {
			break
		}
		fault := wrong // of this call alone: a writer left behind still reads it
		if out, err = state.Guarded(ctx, u.Book, "AI writer", func(ctx context.Context) (T, error) { return call(ctx, fault) }); err == nil {
			u.silent.Store(false)
			return out, true
		}
		wrong = errorLine(err)
	}
	switch {
	case ahead:
		return out, false
	case u.IsClosed():
		err = u.ErrClosed()
	case caller.Err() != nil:
		err = fail.ContextError(caller)
	case ctx.Err() != nil, errors.Is(err, errSilent):
		err = errSilent
		u.mute.Store(u.Wall.Now().Add(Pause).UnixNano())
		if !u.silent.Swap(true) {
			u.Logger.Warn("the writer does not answer: templates and rules stand in", "universe", u.Env.Opts.ID, "writer", u.Env.Opts.Writer.Name(), "waited", Limit, "pause", Pause)
		}
	}
	told := u.Update(context.WithoutCancel(ctx), func(t *state.Tx) error {
		t.Emit(mailsim.WriterFallback{What: what, Error: errorLine(err), PersonaID: personaID})
		return nil
	})
	if told != nil && !u.IsClosed() {
		u.Logger.Error("a fallback of the writer was not recorded", "what", what, "why", errorLine(err), "persona", personaID, "error", told)
	}
	var none T
	return none, false
}

// final tells whether an error will not go away by asking again.
func final(err error) bool {
	return errors.Is(err, mailsim.ErrInvalid) || errors.Is(err, mailsim.ErrUnauthorized) || errors.Is(err, mailsim.ErrNotFound) || errors.Is(err, errMuted) || errors.Is(err, mailsim.ErrAskLater) || errors.Is(err, errSilent)
}

// errSilent is what a writer says that lets its time pass.
var errSilent = fmt.Errorf("no answer within %s", Limit)

// errMuted is said for a writer that is not asked.
var errMuted = fmt.Errorf("not asked: there was no answer within %s less than %s ago", Limit, Pause)

// Muted is an error while the writer is not asked, so that a dead model holds up
// one mail and not each.
func (u *Part) Muted() error {
	if u.Wall.Now().UnixNano() < u.mute.Load() {
		return errMuted
	}
	return nil
}

// errorLine is an error as an event and a fault show it: one line, bounded.
func errorLine(err error) string { return plain.Cut(plain.Line(err.Error()), 300) }

// Credits is the counter of the AI credits that are used up.
const Credits = "credits"

// takeCredits uses up AI credits, all or none; ErrInvalid at the plan's limit.
func (u *Part) takeCredits(ctx context.Context, n int) error {
	return u.Update(ctx, func(t *state.Tx) error {
		limit, used := settings.PlanOf(t.Env).Limits.AICredits, t.Counter(Credits)
		if limit > 0 && used+n > limit {
			return settings.PlanLimit(t.View, "AI credit", "AI credits", limit)
		}
		t.SetCounter(Credits, used+n)
		return nil
	})
}
