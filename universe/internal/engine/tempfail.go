package engine

import (
	"context"
	"strconv"

	"github.com/mailsim/mailsim/internal/addr"
)

// tempfail is true for the first mail of a sender to a recipient. That it was not
// noted is an error: the next one would be the first again.
func (u *rulesPart) tempfail(ctx context.Context, from, to string) (first bool, err error) {
	err = u.update(ctx, func(t *tx) error {
		if first = t.count("tempfail", addr.Key(from), addr.Key(to)) == 0; first {
			BoundTempfails(t, tableKey("tempfail", addr.Key(from), addr.Key(to)))
		}
		return nil
	})
	return first, err
}

// maxTempfails bounds how many pairs of sender and recipient are held as deferred
// once, where there are bounds: any stranger makes one by RCPT alone.
const maxTempfails = 10_000

// BoundTempfails notes a new one and lets the oldest go.
func BoundTempfails(t *tx, key string) {
	if boundsNone(t.env.bounds.Load()) {
		return
	}
	n := counterTable.in(t.state).at("tempfails")
	first := counterTable.in(t.state).at("tempfails-first")
	put(t, tempfailTable.in(t.state), strconv.Itoa(n), key)
	put(t, counterTable.in(t.state), "tempfails", n+1)
	put(t, useTable.in(t.state), key, useRec{dayOfUse(t.now), n})
	for ; n+1-first > maxTempfails; first++ {
		row := strconv.Itoa(first)
		if old := tempfailTable.in(t.state).at(row); useTable.in(t.state).at(old).N == first {
			drop(t, counterTable.in(t.state), old)
			drop(t, useTable.in(t.state), old)
		}
		drop(t, tempfailTable.in(t.state), row)
		put(t, counterTable.in(t.state), "tempfails-first", first+1)
	}
}
