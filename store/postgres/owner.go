package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

const (
	takeOver = `UPDATE mailsim_universe SET owner = $2, epoch = epoch + 1, lease_until = now() + $3::interval
		WHERE universe = $1 AND epoch = $4 AND whole AND (lease_until <= now() OR $5) RETURNING epoch, seq, now() - coalesce(committed, now())`
	giveBack  = `UPDATE mailsim_universe SET owner = '', lease_until = now() WHERE universe = $1 AND epoch = $2`
	stillMine = `UPDATE mailsim_universe SET lease_until = now() + $3::interval WHERE universe = $1 AND epoch = $2 RETURNING seq`
	whoOwns   = `SELECT owner, epoch, seq, whole, lease_until - now() FROM mailsim_universe WHERE universe = $1`
)

// Owned is the error of Open and Drop for a universe whose owner is another
// process.
type Owned struct {
	Universe string
	Owner    string        // as its Options.Owner says
	Ends     time.Duration // how long until the lease ends, unless it is renewed
}

// Error says who owns the universe.
func (e *Owned) Error() string {
	return fmt.Sprintf("universe %s is in use by %s, whose lease ends in %v unless it is renewed", e.Universe, e.Owner, e.Ends.Round(time.Millisecond))
}

// Unwrap returns ErrConflict, so that mailsim.KindOf reports that kind.
func (e *Owned) Unwrap() error { return mailsim.ErrConflict }

// standing is the row of a universe.
type standing struct {
	owner string
	epoch int64
	seq   uint64
	whole bool
	ends  time.Duration
}

func owns(ctx context.Context, pool *pgxpool.Pool, universe string) (st standing, err error) {
	var ends pgtype.Interval
	err = pool.QueryRow(ctx, whoOwns, universe).Scan(&st.owner, &st.epoch, &st.seq, &st.whole, &ends)
	if errors.Is(err, pgx.ErrNoRows) {
		return st, &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "the database has no universe " + universe, Err: errLasting}
	}
	st.ends = span(ends)
	return st, err
}

// span is an interval of the database, of at most some hundred years.
func span(i pgtype.Interval) time.Duration {
	days := int64(i.Days) + 30*int64(i.Months)
	return time.Duration(i.Microseconds)*time.Microsecond + time.Duration(max(min(days, 36500), -36500))*24*time.Hour
}

// take takes the universe, waiting for another's lease to end as long as Options.Wait says.
func (s *Store) take(ctx context.Context) error {
	end := time.Now().Add(s.opts.Wait)
	for {
		err := s.tryTake(ctx)
		var other *Owned
		if !errors.As(err, &other) || !time.Now().Before(end) {
			return err
		}
		select { // its owner may give it back before the lease ends
		case <-time.After(min(max(other.Ends, time.Millisecond), 50*time.Millisecond, time.Until(end))):
		case <-ctx.Done():
			return err
		}
	}
}

// tryTake raises the epoch by one, if nobody has done so meanwhile. When the answer is
// lost, the row says whether it was this process that did.
func (s *Store) tryTake(ctx context.Context) error {
	asked := int64(-1) // the epoch that a try whose answer was lost would have made
	var began time.Time
	err := again(ctx, s.opts.Patience, 0, func(ctx context.Context) error {
		st, err := owns(ctx, s.pool, s.universe)
		if err != nil {
			return err
		}
		mine := asked == st.epoch && st.owner == s.opts.Owner
		switch {
		case !st.whole:
			return &mailsim.Error{Kind: mailsim.ErrConflict, Message: "universe " + s.universe + " is being copied into this database, or that has ended half-way: copy it again", Err: errLasting}
		case st.ends > 0 && !mine && !s.opts.Force:
			return &held{&Owned{s.universe, st.owner, st.ends}}
		}
		began, asked = time.Now(), st.epoch+1
		taken, slept := false, pgtype.Interval{}
		err = transact(ctx, s.pool, func(b *pgx.Batch) {
			b.Queue(takeOver, s.universe, s.opts.Owner, s.opts.Lease, st.epoch, s.opts.Force || mine).Query(func(rows pgx.Rows) error {
				for rows.Next() {
					taken = true
					if err := rows.Scan(&s.epoch, &s.seq, &slept); err != nil {
						return err
					}
				}
				return rows.Err()
			})
		})
		if err == nil && !taken {
			return errRaced
		}
		s.slept = span(slept)
		return err
	})
	var other *held
	if errors.As(err, &other) {
		return other.Owned
	}
	if err != nil {
		return failed("the universe cannot be taken", err)
	}
	s.lease = keep(s.pool, s, began)
	return nil
}

// errRaced is another who took it between a look at the row and its change.
var errRaced = errors.New("another took it at the same instant")

// held is Owned, which another try does not mend.
type held struct{ *Owned }

func (held) Is(err error) bool { return err == errLasting }

// assert renews the lease by a transaction of its own and returns the number of the last
// batch that is committed. It proves more than that a row can be read: what was
// committed before it is where it is, on the standbys too.
func (s *Store) assert(ctx context.Context) (seq uint64, err error) {
	mine := false
	began := time.Now()
	err = again(ctx, s.opts.Patience, 0, func(ctx context.Context) error {
		mine, began = false, time.Now()
		return transact(ctx, s.pool, func(b *pgx.Batch) {
			b.Queue(stillMine, s.universe, s.epoch, s.opts.Lease).Query(func(rows pgx.Rows) error {
				for rows.Next() {
					mine = true
					if err := rows.Scan(&seq); err != nil {
						return err
					}
				}
				return rows.Err()
			})
		})
	})
	if err == nil && !mine {
		s.lease.fence()
		return 0, s.fenced(ctx)
	}
	if err == nil {
		s.lease.renewed(began)
	}
	return seq, err
}

// fenced says who has the universe now.
func (s *Store) fenced(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	by := "another process"
	if st, err := owns(ctx, s.pool, s.universe); err == nil && st.owner != "" {
		by = st.owner
	} else if errors.Is(err, mailsim.ErrNotFound) {
		by = "nobody: it was deleted"
	}
	return &mailsim.Error{Kind: mailsim.ErrFenced, Message: fmt.Sprintf("universe %s belongs to %s now", s.universe, by), Err: errLasting}
}
