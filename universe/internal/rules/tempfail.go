package rules

import (
	"context"
	"strconv"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Tempfail is true for the first mail of a sender to a recipient. That it was not
// noted is an error: the next one would be the first again.
func (u *Part) Tempfail(ctx context.Context, from, to string) (first bool, err error) {
	err = u.Update(ctx, func(t *state.Tx) error {
		if first = t.Count("tempfail", addr.Key(from), addr.Key(to)) == 0; first {
			boundTempfails(t, state.Key("tempfail", addr.Key(from), addr.Key(to)))
		}
		return nil
	})
	return first, err
}

// MaxTempfails bounds how many pairs of sender and recipient are held as deferred
// once, where there are bounds: any stranger makes one by RCPT alone.
const MaxTempfails = 10_000

// boundTempfails notes a new one and lets the oldest go.
func boundTempfails(t *state.Tx, key string) {
	if post.Unbounded(t.Env.Bounds.Load()) {
		return
	}
	n := t.Counter("tempfails")
	first := t.Counter("tempfails-first")
	state.Put(t, TempfailTable.In(t.State), strconv.Itoa(n), key)
	t.SetCounter("tempfails", n+1)
	state.Put(t, state.Uses.In(t.State), key, state.Use{Day: state.DayOfUse(t.Now), N: n})
	for ; n+1-first > MaxTempfails; first++ {
		row := strconv.Itoa(first)
		if old := TempfailTable.In(t.State).At(row); state.Uses.In(t.State).At(old).N == first {
			state.Drop(t, state.Counters.In(t.State), old)
			state.Drop(t, state.Uses.In(t.State), old)
		}
		state.Drop(t, TempfailTable.In(t.State), row)
		t.SetCounter("tempfails-first", first+1)
	}
}
