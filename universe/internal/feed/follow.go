package feed

import (
	"context"
	"iter"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/bubble"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Follow yields the events after f.After (or f.Since), first those that are
// there, then each as it happens, without gap or double. It ends with an error:
// the context's, ErrConflict when the universe is closed, or ErrNotFound when
// what was asked for has been pruned, also when all is asked for and the log's
// beginning is gone; the message names the last id that is gone, and following
// may begin there. ErrInvalid when the log has not come to f.After: the id is of
// another log, such as that of a universe which was there before; and for a
// negative bound or limit, or a type that no event has.
func (u *Part) Follow(ctx context.Context, f mailsim.EventFilter) iter.Seq2[mailsim.Event, error] {
	return func(yield func(mailsim.Event, error) bool) {
		for list, err := range u.followRecords(ctx, f) {
			if err != nil {
				yield(mailsim.Event{}, err)
				return
			}
			for _, e := range list {
				if !yield(e.Event(), nil) {
					return
				}
			}
		}
	}
}

// WaitEvent returns the first event after the mark that the filter lets through,
// waiting for one until the context ends. Errors are those of Follow; the
// context's is ErrTimeout.
func (u *Part) WaitEvent(ctx context.Context, since mailsim.Mark, f mailsim.EventFilter) (mailsim.Event, error) {
	f.Since = since
	for e, err := range u.Follow(ctx, f) {
		if mailsim.KindOf(err) == mailsim.ErrTimeout {
			return mailsim.Event{}, &mailsim.Error{Kind: mailsim.ErrTimeout, Message: "the wait timed out: no such event", Err: context.Cause(ctx)}
		}
		return e, err
	}
	return mailsim.Event{}, context.Cause(ctx)
}

// FollowBodies is Follow for a server of many streams: it yields the bodies
// (EventBody) of all events that are there, up to 64 at once. Those who follow
// share the bodies, which must not be changed.
func (u *Part) FollowBodies(ctx context.Context, f mailsim.EventFilter) iter.Seq2[[]mailsim.EventBytes, error] {
	return func(yield func([]mailsim.EventBytes, error) bool) {
		for list, err := range u.followRecords(ctx, f) {
			out := make([]mailsim.EventBytes, 0, len(list))
			for _, e := range list {
				var body []byte
				if body, err = u.Body(e); err != nil {
					break
				}
				out = append(out, mailsim.EventBytes{ID: e.ID, Type: e.Data.EventType(), At: e.At.Time(), Body: body})
			}
			if !yield(out, err) || err != nil {
				return
			}
		}
	}
}

// followRecords yields the events that a filter chooses, those that are there
// together, at most followBatch. Followers take turns, so that hundreds of them
// do not run before whoever makes the next event.
func (u *Part) followRecords(ctx context.Context, f mailsim.EventFilter) iter.Seq2[[]*state.Event, error] {
	fail.IfNil(ctx)
	return func(yield func([]*state.Event, error) bool) {
		if err := checkFilter(f, u.Committed()); err != nil {
			yield(nil, err)
			return
		}
		defer u.Join()()
		asked := false
		for left := f.Limit; ; {
			there, end := u.Watchers.Next(), u.Watchers.turns.Take()
			log := u.Committed()
			if gone := log.GoneAfter(f.After, f.Since); gone > 0 {
				end()
				yield(nil, fail.Errorf(mailsim.ErrNotFound, "events %d to %d have been pruned", f.After+1, gone))
				return
			}
			if f.After > log.Last() {
				end()
				yield(nil, fail.Invalidf("after: the log ends at event %d: %d is of another one", log.Last(), f.After))
				return
			}
			f.After = max(f.After, log.IDAt(f.Since))
			var batch []*state.Event
			batch, f.After = chosen(log, f, left)
			more := len(batch) == 0 || yield(batch, nil)
			end()
			if left -= len(batch); !more || left == 0 && f.Limit > 0 {
				return
			}
			if f.After < log.Last() {
				continue
			}
			if !asked {
				asked = true
				if err := u.MayBlock(ctx); err != nil {
					yield(nil, err)
					return
				}
			}
			select {
			case <-there:
			case <-ctx.Done():
				yield(nil, fail.ContextError(ctx))
				return
			case <-u.Closed:
				yield(nil, u.ErrClosed())
				return
			}
		}
	}
}

// chosen returns the next events that a filter lets through, at most limit (0 is
// none) and followBatch, and the last event that was looked at.
func chosen(log *state.Log, f mailsim.EventFilter, limit int) (list []*state.Event, last int64) {
	for e := range log.From(f.After) {
		if last = e.ID; !matches(f, e) {
			continue
		}
		if list = append(list, e); len(list) == FollowBatch || len(list) == limit {
			return list, last
		}
	}
	return list, max(last, f.After)
}

// FollowBatch bounds what a follower is given at once.
const FollowBatch = 64

// Mark returns the present place in all that happens. A wait from a mark sees
// all that came after it, whenever the wait begins.
func (u *Part) Mark() (m mailsim.Mark) {
	u.Read(func(v state.View) { m = v.Seq })
	return m
}

// MarkOf returns the place of an event.
func (u *Part) MarkOf(eventID int64) (m mailsim.Mark) {
	u.Read(func(v state.View) { m = v.MarkOf(eventID) })
	return m
}

// MayBlock refuses to wait in a bubble of testing/synctest for a universe of
// outside, and the other way round: the bubble's time, by which the wait would
// end, stands while it waits for something outside.
func (u *Part) MayBlock(ctx context.Context) error {
	if ctx.Err() != nil {
		return nil // it only looks
	}
	if here := bubble.ID(); here != u.Bubble {
		if here == "" {
			return fail.Conflictf("this universe was made inside a synctest bubble, and belongs there: it cannot be waited for outside")
		}
		return fail.Conflictf("this universe was made outside the synctest bubble that waits for it, where the wait would never end: make it, or a Fork of it, inside the function that synctest.Test runs")
	}
	return nil
}
