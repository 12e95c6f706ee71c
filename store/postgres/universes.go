package postgres

import (
	"context"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
)

// Info is what the database knows of a universe without opening it.
type Info struct {
	ID      string
	Owner   string    // "" when nobody has it open
	Owned   bool      // whether the owner's lease is valid
	Epoch   int64     // how many owners it has had
	Seq     uint64    // of its last batch; 0 is a universe without content
	NextDue time.Time // when it next has something to do, in real time; zero if never, or if its clock stands still
	Created time.Time
	// Committed is when the last batch was committed, by the database's clock; zero if there is
	// none.
	Committed time.Time
}

// Create makes a universe without content or owner. An existing one stays as it is.
func Create(ctx context.Context, pool *pgxpool.Pool, universe string) error {
	if err := validName(universe); err != nil {
		return err
	}
	return create(ctx, pool, universe, defaultPatience)
}

func create(ctx context.Context, pool *pgxpool.Pool, universe string, patience time.Duration) error {
	err := again(ctx, patience, 0, func(ctx context.Context) error {
		return transact(ctx, pool, func(b *pgx.Batch) {
			b.Queue(`INSERT INTO mailsim_universe (universe) VALUES ($1) ON CONFLICT (universe) DO NOTHING`, universe)
		})
	})
	if err != nil {
		return failed("the universe cannot be made", err)
	}
	return nil
}

// Drop deletes a universe and all that it holds. ErrConflict (an [*Owned]) if a
// process owns it, ErrNotFound if there is no such universe.
func Drop(ctx context.Context, pool *pgxpool.Pool, universe string) error {
	err := again(ctx, defaultPatience, 0, func(ctx context.Context) error {
		st, err := owns(ctx, pool, universe)
		switch {
		case err != nil:
			return err
		case st.ends > 0:
			return &held{&Owned{universe, st.owner, st.ends}}
		}
		return remove(ctx, pool, universe, st.epoch)
	})
	if owned, is := err.(*held); is {
		return owned.Owned
	}
	if err != nil {
		return failed("the universe cannot be deleted", err)
	}
	return nil
}

// Drop deletes the universe and gives it up. Close must still be called. ErrFenced when
// another process has taken it over.
func (s *Store) Drop(ctx context.Context) error {
	s.committing.Lock()
	defer s.committing.Unlock()
	if s.closed.Load() {
		return errClosed
	}
	if _, err := s.assert(ctx); err != nil {
		return failed("the universe cannot be deleted", err)
	}
	err := again(ctx, s.opts.Patience, 0, func(ctx context.Context) error { return remove(ctx, s.pool, s.universe, s.epoch) })
	if isCode(err, notHeld) { // an answer that was lost has deleted it, or another took it over
		if st, known := owns(ctx, s.pool, s.universe); known == nil && st.epoch != s.epoch {
			err = s.fenced(ctx)
		} else if known != nil {
			err = nil
		}
	}
	if err != nil {
		return failed("the universe cannot be deleted", err)
	}
	s.lease.lose()
	return nil
}

// remove deletes the rows of a universe of an epoch.
func remove(ctx context.Context, pool *pgxpool.Pool, universe string, epoch int64) error {
	return transact(ctx, pool, func(b *pgx.Batch) {
		b.Queue(`WITH held AS (DELETE FROM mailsim_universe WHERE universe = $1 AND epoch = $2 RETURNING 1) SELECT 1 / count(*) FROM held`, universe, epoch)
		b.Queue(`DELETE FROM mailsim_record WHERE universe = $1`, universe)
		b.Queue(`DELETE FROM mailsim_body WHERE universe = $1`, universe)
	})
}

const infoColumns = `SELECT universe, owner, lease_until > now(), epoch, seq, next_due, created, committed FROM mailsim_universe `

// List yields all universes of the database in order of their names; unfinished copies are
// left out.
func List(ctx context.Context, pool *pgxpool.Pool) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		for last := ""; ; {
			list, err := infos(ctx, pool, `WHERE universe > $1 AND whole ORDER BY universe LIMIT $2`, last, maxPage)
			if err != nil {
				yield(Info{}, failed("the universes cannot be listed", err))
				return
			}
			for _, i := range list {
				if !yield(i, nil) {
					return
				}
				last = i.ID
			}
			if len(list) < maxPage {
				return
			}
		}
	}
}

// Look returns what the database knows of a universe. ErrNotFound when there is none.
func Look(ctx context.Context, pool *pgxpool.Pool, universe string) (Info, error) {
	list, err := infos(ctx, pool, `WHERE universe = $1 AND whole`, universe)
	switch {
	case err != nil:
		return Info{}, failed("the universe cannot be looked up", err)
	case len(list) == 0:
		return Info{}, &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "the database has no universe " + universe}
	}
	return list[0], nil
}

// Due returns the universes without an owner that have something to do at or before an instant:
// at most limit of them, the earliest first. Open them to run what is due.
func Due(ctx context.Context, pool *pgxpool.Pool, until time.Time, limit int) ([]Info, error) {
	list, err := infos(ctx, pool, `WHERE next_due <= $1 AND lease_until <= now() AND whole ORDER BY next_due, universe LIMIT $2`, until, limit)
	if err != nil {
		return nil, failed("what is due cannot be read", err)
	}
	return list, nil
}

func infos(ctx context.Context, pool *pgxpool.Pool, where string, args ...any) (list []Info, err error) {
	err = again(ctx, defaultPatience, 0, func(ctx context.Context) error {
		rows, err := pool.Query(ctx, infoColumns+where, args...)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (i Info, err error) {
			var due, committed *time.Time
			err = r.Scan(&i.ID, &i.Owner, &i.Owned, &i.Epoch, &i.Seq, &due, &i.Created, &committed)
			if due != nil {
				i.NextDue = *due
			}
			if committed != nil {
				i.Committed = *committed
			}
			if !i.Owned {
				i.Owner = ""
			}
			return i, err
		})
		return err
	})
	return list, err
}
